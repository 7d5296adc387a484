//! Which datasets a metric is computed from, and which it reaches (semantics digest 4.4, 5.1 to 5.3).
//!
//! The join graph answers for one pair with its paths. The rules ask for whole sets, which one walk gives.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dosic_ir::{DatasetId, MetricId, ModelExpr, ModelLeaf, RelationshipId, SemanticModel, TypedId};
use dosic_resolve::ResolvedModel;

use crate::subject::item;

/// Steps of each dataset, and the datasets that metrics are computed from.
pub(crate) struct Reach {
    ups: Vec<Vec<DatasetId>>,
    downs: Vec<Vec<DatasetId>>,
    homes: Vec<Homes>,
    above: RefCell<BTreeMap<DatasetId, Rc<BTreeSet<DatasetId>>>>,
}

/// What a metric is computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Homes {
    /// The datasets whose rows its aggregates see, those of metrics that it names included.
    pub(crate) all: BTreeSet<DatasetId>,
    /// Whether something of it has no home of its own: `COUNT(*)`, or what does not resolve.
    pub(crate) open: bool,
}

impl Reach {
    pub(crate) fn of(resolved: &ResolvedModel) -> Self {
        let model = &resolved.model;
        let mut reach = Self {
            ups: vec![Vec::new(); model.datasets.len()],
            downs: vec![Vec::new(); model.datasets.len()],
            homes: Vec::new(),
            above: RefCell::default(),
        };
        for r in model.relationships.iter() {
            if r.from == r.to {
                continue;
            }
            let ends = [
                (r.from, r.to, r.from_unique, r.to_unique),
                (r.to, r.from, r.to_unique, r.from_unique),
            ];
            for (start, to, near, far) in ends {
                let side = match (near, far) {
                    (_, true) => &mut reach.ups,
                    (true, false) => &mut reach.downs,
                    (false, false) => continue,
                };
                if let Some(hops) = side.get_mut(start.index()) {
                    hops.push(to);
                }
            }
        }
        reach.homes = reach.homes_of_metrics(resolved);
        reach
    }

    /// The steps from a dataset to a side with at most one row.
    pub(crate) fn ups(&self, from: DatasetId) -> &[DatasetId] {
        item(&self.ups, from).map_or(&[], Vec::as_slice)
    }

    /// What a metric is computed from.
    pub(crate) fn homes(&self, metric: MetricId) -> Option<&Homes> {
        item(&self.homes, metric)
    }

    /// Every dataset that some metric is computed from; and whether one of them depends on the query.
    pub(crate) fn all_homes(&self) -> (BTreeSet<DatasetId>, bool) {
        let all = self.homes.iter().flat_map(|h| h.all.iter().copied());
        (all.collect(), self.homes.iter().any(|h| h.open))
    }

    /// The dataset itself and all that up steps lead to.
    pub(crate) fn above(&self, from: DatasetId) -> Rc<BTreeSet<DatasetId>> {
        if let Some(known) = self.above.borrow().get(&from) {
            return Rc::clone(known);
        }
        let found = Rc::new(walk(BTreeSet::from([from]), &self.ups));
        self.above.borrow_mut().insert(from, Rc::clone(&found));
        found
    }

    /// All that a metric of this home can be grouped by: down steps, then up steps.
    pub(crate) fn groups_of(&self, home: DatasetId) -> BTreeSet<DatasetId> {
        walk(walk(BTreeSet::from([home]), &self.downs), &self.ups)
    }

    /// Homes of each metric. Metrics name metrics without a cycle, but in chains of any length, so that the walk
    /// keeps its own stack.
    fn homes_of_metrics(&self, resolved: &ResolvedModel) -> Vec<Homes> {
        let metrics = &resolved.model.metrics;
        let mut done: Vec<Option<Homes>> = vec![None; metrics.len()];
        for start in metrics.ids() {
            let mut stack = vec![start];
            while let Some(id) = stack.last().copied() {
                let is_done = |m: MetricId| item(&done, m).is_none_or(Option::is_some);
                if is_done(id) {
                    stack.pop();
                    continue;
                }
                let expr = metrics.get(id).and_then(|m| m.expr.as_ref());
                let reads = expr.map_or_else(Vec::new, metrics_of);
                let before = stack.len();
                stack.extend(reads.iter().copied().filter(|m| !is_done(*m)));
                if stack.len() > before {
                    continue;
                }
                let mut homes = expr.map_or_else(Homes::unknown, |e| self.own_homes(e, resolved));
                for read in reads {
                    if let Some(Some(other)) = item(&done, read) {
                        homes.all.extend(&other.all);
                        homes.open |= other.open;
                    }
                }
                if let Some(slot) = done.get_mut(id.index()) {
                    *slot = Some(homes);
                }
            }
        }
        done.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn own_homes(&self, expr: &ModelExpr, resolved: &ResolvedModel) -> Homes {
        let mut homes = Homes::default();
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Aggregate(call) = leaf {
                match self.home(&call.args, resolved) {
                    Some(home) => drop(homes.all.insert(home)),
                    // A window over metrics has none and needs none.
                    None if call.args.iter().any(ModelExpr::has_aggregate) => {}
                    None => homes.open = true,
                }
            }
        });
        homes
    }

    /// The home of an aggregate: the dataset of its references from which all the others are reached upwards.
    pub(crate) fn home(&self, args: &[ModelExpr], resolved: &ResolvedModel) -> Option<DatasetId> {
        let mut starts: BTreeSet<DatasetId> = BTreeSet::new();
        for arg in args {
            arg.for_each_leaf_deep(&mut |leaf| {
                if let ModelLeaf::Field(read) = leaf {
                    starts.extend(start_of(&read.role, read.field, resolved));
                }
            });
        }
        if starts.len() == 1 {
            return starts.first().copied();
        }
        let reaches_all = |home: &DatasetId| starts.is_subset(&self.above(*home));
        starts.iter().copied().find(reaches_all)
    }
}

impl Homes {
    fn unknown() -> Self {
        Self {
            all: BTreeSet::new(),
            open: true,
        }
    }
}

fn start_of(
    role: &[RelationshipId],
    field: dosic_ir::FieldId,
    resolved: &ResolvedModel,
) -> Option<DatasetId> {
    let dataset = resolved.model.fields.get(field)?.dataset;
    let (start, _) = resolved.graph.role_hops(role, dataset)?;
    Some(start)
}

fn walk(start: BTreeSet<DatasetId>, steps: &[Vec<DatasetId>]) -> BTreeSet<DatasetId> {
    let mut open: Vec<DatasetId> = start.iter().copied().collect();
    let mut found = start;
    while let Some(at) = open.pop() {
        let hops = item(steps, at).map_or(&[][..], Vec::as_slice);
        open.extend(hops.iter().copied().filter(|to| found.insert(*to)));
    }
    found
}

/// The metrics that an expression names.
fn metrics_of(expr: &ModelExpr) -> Vec<MetricId> {
    let mut all = Vec::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Metric(id, _) = leaf {
            all.push(*id);
        }
    });
    all
}

/// Datasets whose fields an expression reads.
pub(crate) fn datasets_read(expr: &ModelExpr, model: &SemanticModel) -> BTreeSet<DatasetId> {
    let mut all = BTreeSet::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Field(read) = leaf {
            all.extend(model.fields.get(read.field).map(|f| f.dataset));
        }
    });
    all
}
