//! Shapes of the plan: which relationships are walked and which way, what is merged and made distinct.

use std::collections::{BTreeMap, BTreeSet};

use dosic_ir::plan::Rel;
use dosic_ir::{ColumnId, DatasetId, Ident, KeyColumn, Relationship, Source};

use super::{Seen, Shapes};

pub(super) fn find(seen: &Seen<'_>, shapes: &mut Shapes) {
    let mut walk = Walk {
        seen,
        columns: BTreeMap::new(),
        datasets: BTreeSet::new(),
    };
    walk.scans(&seen.plan.root);
    walk.operators(&seen.plan.root, shapes);
    walk.graph(shapes);
    if format!("{:?}", seen.plan).contains("in_scope") {
        shapes.insert("windowed field above the home");
    }
}

struct Walk<'s> {
    seen: &'s Seen<'s>,
    /// Columns of sources, with their datasets.
    columns: BTreeMap<ColumnId, (DatasetId, Ident)>,
    datasets: BTreeSet<DatasetId>,
}

impl Walk<'_> {
    fn scans(&mut self, rel: &Rel) {
        if let Rel::Scan(scan) = rel
            && let Some(dataset) = self.dataset(&scan.source)
        {
            self.datasets.insert(dataset);
            for (id, name) in &scan.columns {
                self.columns.insert(*id, (dataset, name.clone()));
            }
        }
        for input in rel.inputs() {
            self.scans(input);
        }
    }

    fn dataset(&self, source: &Source) -> Option<DatasetId> {
        let mut datasets = self.seen.model.datasets.enumerate();
        datasets
            .find(|(_, d)| d.source == *source)
            .map(|(id, _)| id)
    }

    fn operators(&self, rel: &Rel, shapes: &mut Shapes) {
        match rel {
            Rel::Join { on, unique, .. } => {
                shapes.insert(if *unique { "step up" } else { "step down" });
                if on.len() > 1 {
                    shapes.insert("composite key walked");
                }
                self.relationship(on, *unique, shapes);
            }
            Rel::Distinct { input, .. } => {
                let (ups, downs) = steps(input);
                if downs > 0 {
                    shapes.insert("distinct pairs over a step down");
                }
                if ups > 0 && downs > 0 {
                    shapes.insert("bridge");
                }
            }
            Rel::Merge(merge) => {
                shapes.insert("several leaves merged");
                if merge.branches.len() > 2 {
                    shapes.insert("three branches merged");
                }
                if merge.branches.iter().any(|b| !b.adds_groups) {
                    shapes.insert("branch that adds no groups");
                }
            }
            Rel::Window { .. } => {
                shapes.insert("window");
            }
            Rel::Filter { .. } => {
                shapes.insert("filter");
            }
            Rel::Aggregate { .. } => {
                shapes.insert("aggregate");
            }
            Rel::Limit { .. } => {
                shapes.insert("limit");
            }
            _ => {}
        }
        let (ups, downs) = longest(rel);
        if ups > 1 {
            shapes.insert("several steps up");
        }
        if downs > 1 {
            shapes.insert("two steps down");
        }
        for input in rel.inputs() {
            self.operators(input, shapes);
        }
    }

    /// The kind of the relationship that a join follows.
    fn relationship(&self, on: &[(ColumnId, ColumnId)], unique: bool, shapes: &mut Shapes) {
        let Some(pairs) = on
            .iter()
            .map(|(l, r)| self.columns.get(l).zip(self.columns.get(r)))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let Some(((near, _), (far, _))) = pairs.first().copied() else {
            return;
        };
        let near_columns: Vec<&Ident> = pairs.iter().map(|((_, c), _)| c).collect();
        let far_columns: Vec<&Ident> = pairs.iter().map(|(_, (_, c))| c).collect();
        let model = self.seen.model;
        for r in model.relationships.iter() {
            let along = (r.from, r.to) == (*near, *far)
                && are(&r.from_columns, &near_columns)
                && are(&r.to_columns, &far_columns);
            let against = (r.to, r.from) == (*near, *far)
                && are(&r.to_columns, &near_columns)
                && are(&r.from_columns, &far_columns);
            if along || against {
                self.kind(r, unique, shapes);
                let keys = model.datasets.get(*far).map_or(&[][..], |d| &d.keys);
                let is_second = |key: &Vec<KeyColumn>| are(key, &far_columns);
                if unique && keys.iter().skip(1).any(is_second) {
                    shapes.insert("unique key beside the primary walked");
                }
            }
        }
    }

    fn kind(&self, r: &Relationship, up: bool, shapes: &mut Shapes) {
        shapes.insert(match (r.from_unique, r.to_unique) {
            (true, true) => "1:1 walked",
            (true, false) => "1:N declared backwards and walked",
            _ if r.assumed_key => "assumed key walked (R12)",
            _ if up => "N:1 walked up",
            _ => "step down",
        });
    }

    /// Whether the datasets that are read are joined by more edges than a tree has.
    fn graph(&self, shapes: &mut Shapes) {
        let inside = self.seen.model.relationships.iter().filter(|r| {
            r.from != r.to && self.datasets.contains(&r.from) && self.datasets.contains(&r.to)
        });
        if self.datasets.len() > 1 && inside.count() >= self.datasets.len() {
            shapes.insert("diamond or cycle around the query");
        }
    }
}

fn are(columns: &[KeyColumn], names: &[&Ident]) -> bool {
    let same = |(column, name): (&KeyColumn, &&Ident)| matches!(column, KeyColumn::Physical(c) if c == *name);
    columns.len() == names.len() && columns.iter().zip(names).all(same)
}

/// How many joins step up and down, in all.
fn steps(rel: &Rel) -> (usize, usize) {
    let own = match rel {
        Rel::Join { unique: true, .. } => (1, 0),
        Rel::Join { unique: false, .. } => (0, 1),
        _ => (0, 0),
    };
    rel.inputs()
        .into_iter()
        .map(steps)
        .fold(own, |(a, b), (c, d)| (a + c, b + d))
}

/// How many joins step up, and how many down, on the longest way.
fn longest(rel: &Rel) -> (usize, usize) {
    let deepest = rel.inputs().into_iter().map(longest);
    let (ups, downs) = deepest.fold((0, 0), |(a, b), (c, d)| (a.max(c), b.max(d)));
    match rel {
        Rel::Join { unique: true, .. } => (ups + 1, downs),
        Rel::Join { unique: false, .. } => (ups, downs + 1),
        _ => (ups, downs),
    }
}
