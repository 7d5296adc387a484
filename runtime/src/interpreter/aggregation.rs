//! An aggregation query: semantics digest 4.6 to 4.8 and 4.10.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use dosic_diagnostics::{Check, Code, Diagnostics};
use dosic_ir::{
    DatasetId, Expr, FieldRef, KeyColumn, ModelExpr, ModelLeaf, OrderTarget, OutputExpr, Predicate,
    SemanticQuery, WindowCall,
};

use super::aggregate::aggregate;
use super::environments::{Key, Tree};
use super::expression::{Scope, evaluate};
use super::failure::{Evaluation, Failure, fault, none_of};
use super::leaves::{Entry, Leaf};
use super::order::{Placement, by_keys};
use super::paths::{Choice, Target, connected, finest, reaches_up, unconnected};
use super::references::Reference;
use super::rows::World;
use super::{Answer, Value, window};

/// The value of a leaf for each of its groups (4.6).
type LeafValues = BTreeMap<Key, Value>;

/// Evaluates an aggregation query, in the fixed order of 4.8.
pub(crate) fn evaluate_aggregation(
    world: &World<'_>,
    query: &SemanticQuery,
    dimensions: &[OutputExpr],
    measures: &[OutputExpr],
    having: &[Predicate],
) -> Evaluation<Answer> {
    let mut faults = Diagnostics::new();
    let mut entries = entries(query, measures, having);
    let mut elsewhere: Vec<&ModelExpr> = dimensions.iter().map(|d| &d.expr).collect();
    let mut grouping = elsewhere.clone();
    elsewhere.extend(&world.filters);
    let leaves = world.leaves(&mut entries, &elsewhere, &mut faults);
    let hidden = world.hidden_dimensions(&grouping, &entries, &mut faults);
    grouping.extend(hidden.iter());
    let plan = world.homes(&leaves, &grouping, &mut faults);
    none_of(faults)?;

    let mut keys: BTreeSet<Key> = BTreeSet::new();
    let mut values: Vec<LeafValues> = Vec::new();
    for (leaf, tree) in leaves.iter().zip(&plan.trees) {
        let of_leaf = world.leaf_values(leaf, tree, &grouping)?;
        if leaf.main {
            keys.extend(of_leaf.keys().cloned());
        }
        values.push(of_leaf);
    }
    if let Some(tree) = &plan.alone {
        keys.extend(world.pairs(tree, &grouping)?.into_iter().map(|(_, k)| k));
    }
    if grouping.is_empty() {
        keys.insert(Key::new());
    }
    let groups = Groups {
        world,
        grouping,
        leaves: &leaves,
        values,
    };
    groups.answer(query, dimensions, &entries, having.len(), keys)
}

/// Measures, then having, then order keys.
fn entries<'q>(
    query: &'q SemanticQuery,
    measures: &'q [OutputExpr],
    having: &'q [Predicate],
) -> Vec<Entry<'q>> {
    let orders = query.order_by.iter().filter_map(|k| match &k.target {
        OrderTarget::Expr(expr) => Some(expr),
        OrderTarget::Output(_) => None,
    });
    let measures = measures.iter().map(|m| Entry::new(&m.expr, true));
    let having = having.iter().map(|p| Entry::new(&p.expr, false));
    measures
        .chain(having)
        .chain(orders.map(|e| Entry::new(e, false)))
        .collect()
}

/// What the rows of each leaf are attached to, and the groups of a query without main leaves.
struct Homes {
    trees: Vec<Tree>,
    alone: Option<Tree>,
}

impl World<'_> {
    /// The trees of all leaves (4.5), and of the dimensions alone where no leaf gives groups (4.10).
    fn homes(&self, leaves: &[Leaf], grouping: &[&ModelExpr], faults: &mut Diagnostics) -> Homes {
        let mains: Vec<&Leaf> = leaves.iter().filter(|l| l.main).collect();
        // 5.6: facts that nothing connects, without a dimension that could stitch them.
        if grouping.is_empty()
            && let [first, rest @ ..] = mains.as_slice()
            && let Some(other) = rest
                .iter()
                .find(|l| !connected(self.model, first.home, l.home))
        {
            faults.push(fault(
                Code::NoStitchingDimension,
                Check::Homes,
                other.call.origin.0,
                "facts in different components",
            ));
        }
        let mut trees = Vec::new();
        for leaf in leaves {
            let mut targets = self.all_references(grouping);
            targets.extend(self.all_references(&self.filters));
            targets.extend(self.argument(&leaf.call));
            trees.push(self.tree(leaf.home, &targets, faults));
            self.check_argument(leaf, faults);
        }
        let mut alone = None;
        if mains.is_empty() && !grouping.is_empty() {
            let mut targets = self.all_references(grouping);
            if let Some(home) = self.home_of_dimensions(&targets, faults) {
                targets.extend(self.all_references(&self.filters));
                alone = Some(self.tree(home, &targets, faults));
            }
        }
        Homes { trees, alone }
    }

    /// `arg(h)` depends on h alone (4.6): all that it reads is the home or above. Only a role, which says
    /// where it starts, can lead down from there.
    fn check_argument(&self, leaf: &Leaf, faults: &mut Diagnostics) {
        let mut seen = BTreeSet::new();
        for reference in self.argument(&leaf.call) {
            let choice = self.choice(leaf.home, &reference.target);
            if matches!(choice, Choice::Valley(_)) && seen.insert(reference.target.clone()) {
                faults.push(fault(
                    Code::MnNoSafeRewrite,
                    Check::Paths,
                    reference.span(),
                    "an argument below its home",
                ));
            }
        }
    }

    fn all_references<'e>(&self, exprs: &[&'e ModelExpr]) -> Vec<Reference<'e>> {
        exprs.iter().flat_map(|e| self.references(e)).collect()
    }

    /// The home of a query without main leaves: 4.10.
    fn home_of_dimensions(
        &self,
        references: &[Reference<'_>],
        faults: &mut Diagnostics,
    ) -> Option<DatasetId> {
        let model = self.model;
        let members = self.members(references);
        let span = references.iter().find_map(Reference::span);
        if members.is_empty() {
            let message = "the dimensions refer to no dataset";
            faults.push(fault(Code::InvalidQuery, Check::Homes, span, message));
            return None;
        }
        if let Some(home) = finest(model, &members) {
            return Some(home);
        }
        let below = |d: &DatasetId| members.iter().all(|m| reaches_up(model, *d, *m));
        let bridges: Vec<DatasetId> = model.datasets.ids().filter(below).collect();
        let code = match *bridges.as_slice() {
            [bridge] => return Some(bridge),
            [_, _, ..] => Code::AmbiguousPath,
            [] if unconnected(model, &members).is_some() => Code::NoPath,
            [] => Code::MnNoSafeRewrite,
        };
        faults.push(fault(
            code,
            Check::Paths,
            span,
            "no single bridge between the dimensions",
        ));
        None
    }

    /// One leaf: 4.6. Without dimensions there is always the group of the empty tuple.
    fn leaf_values(
        &self,
        leaf: &Leaf,
        tree: &Tree,
        grouping: &[&ModelExpr],
    ) -> Evaluation<LeafValues> {
        let mut bags: BTreeMap<Key, Vec<Vec<Value>>> = BTreeMap::new();
        if grouping.is_empty() {
            bags.insert(Key::new(), Vec::new());
        }
        for (row, key) in self.pairs(tree, grouping)? {
            let place = self.on_row(leaf.home, row);
            let arguments: Evaluation<Vec<Value>> =
                leaf.call.args.iter().map(|a| evaluate(a, &place)).collect();
            bags.entry(key).or_default().push(arguments?);
        }
        let mut values = LeafValues::new();
        for (key, bag) in bags {
            let value = aggregate(leaf.call.function, leaf.call.distinct, &bag)?;
            values.insert(key, value);
        }
        Ok(values)
    }

    /// References outside leaves that are no grouping column but fixed by the dimensions: 4.7 rule 3.
    fn hidden_dimensions(
        &self,
        grouping: &[&ModelExpr],
        entries: &[Entry<'_>],
        faults: &mut Diagnostics,
    ) -> Vec<ModelExpr> {
        let mut free: Vec<&ModelExpr> = Vec::new();
        for entry in entries {
            free_references(entry.expr, grouping, &mut free);
        }
        let mut hidden: Vec<ModelExpr> = Vec::new();
        for expr in free {
            let Some(ModelLeaf::Field(field)) = expr.as_leaf() else {
                continue;
            };
            if self.is_fixed(grouping, field) {
                if !hidden.contains(expr) {
                    hidden.push(expr.clone());
                }
            } else {
                faults.push(fault(
                    Code::UnaggregatedFinerGrainReference,
                    Check::Grain,
                    field.origin.0,
                    format!("`{}` is finer", self.model.qualified(field.field)),
                ));
            }
        }
        hidden
    }

    /// Whether some dataset has a declared key all of whose columns are dimensions, and is the referenced
    /// dataset or has an up path to it.
    fn is_fixed(&self, grouping: &[&ModelExpr], field: &FieldRef) -> bool {
        let Some(target) = self.target(field) else {
            return false;
        };
        self.model.datasets.enumerate().any(|(id, dataset)| {
            let is_grouped = |column: &KeyColumn| {
                let is = |g: &&ModelExpr| self.is_key_column(g, id, column);
                grouping.iter().any(is)
            };
            let whole = |key: &Vec<KeyColumn>| key.iter().all(is_grouped);
            dataset.keys.iter().any(whole) && self.is_at_or_above(id, &target)
        })
    }

    fn is_at_or_above(&self, dataset: DatasetId, target: &Target) -> bool {
        target.role.is_empty() && matches!(self.choice(dataset, target), Choice::Up(_))
    }

    /// Whether a dimension is a column of a key, as an identity field.
    fn is_key_column(&self, dimension: &ModelExpr, id: DatasetId, column: &KeyColumn) -> bool {
        let Some(ModelLeaf::Field(reference)) = dimension.as_leaf() else {
            return false;
        };
        let Some(field) = self.model.fields.get(reference.field) else {
            return false;
        };
        let expr = field.expr.as_ref().and_then(Expr::as_leaf);
        let is = match column {
            KeyColumn::Field(key) => *key == reference.field,
            KeyColumn::Physical(name) => matches!(expr, Some(ModelLeaf::Column(c)) if c == name),
        };
        is && field.dataset == id && reference.role.is_empty()
    }
}

/// Field references outside aggregates that are no grouping column.
fn free_references<'e>(
    expr: &'e ModelExpr,
    grouping: &[&ModelExpr],
    found: &mut Vec<&'e ModelExpr>,
) {
    if grouping.contains(&expr) {
        return;
    }
    match expr.as_leaf() {
        Some(ModelLeaf::Field(_)) => found.push(expr),
        Some(ModelLeaf::Window(call)) => call
            .exprs()
            .for_each(|e| free_references(e, grouping, found)),
        Some(_) => {}
        None => expr
            .children()
            .into_iter()
            .for_each(|e| free_references(e, grouping, found)),
    }
}

/// The groups of a query with the values of its leaves.
struct Groups<'a> {
    world: &'a World<'a>,
    grouping: Vec<&'a ModelExpr>,
    leaves: &'a [Leaf],
    values: Vec<LeafValues>,
}

/// One group as a place of evaluation of one entry.
struct InGroup<'g> {
    groups: &'g Groups<'g>,
    leaves: &'g [(dosic_ir::AggregateCall<ModelLeaf>, usize)],
    key: &'g Key,
    /// Windows of the entry with their values in this group.
    windows: Vec<(&'g WindowCall<ModelLeaf>, Value)>,
}

impl Scope for InGroup<'_> {
    fn known(&self, expr: &ModelExpr) -> Option<Value> {
        let position = self.groups.grouping.iter().position(|g| *g == expr)?;
        self.key.get(position).cloned()
    }

    fn leaf(&self, leaf: &ModelLeaf) -> Evaluation<Value> {
        match leaf {
            ModelLeaf::Aggregate(call) => {
                let index = self.leaves.iter().find(|(c, _)| *c == **call);
                let index = index.map_or(usize::MAX, |(_, i)| *i);
                let value = self.groups.values.get(index).and_then(|v| v.get(self.key));
                // 4.7 rule 2: a group that the leaf lacks has its value over the empty bag.
                value
                    .cloned()
                    .map_or_else(|| aggregate(call.function, call.distinct, &[]), Ok)
            }
            ModelLeaf::Window(call) => {
                let known = self.windows.iter().find(|(c, _)| *c == &**call);
                known
                    .map(|(_, v)| v.clone())
                    .ok_or_else(|| Failure::runtime("a window inside a window"))
            }
            _ => Err(Failure::runtime("a field in a group")),
        }
    }

    fn now(&self) -> NaiveDateTime {
        self.groups.world.now
    }
}

impl Groups<'_> {
    /// The values of an entry in each of the groups; its windows run over these groups (4.8 rule 5).
    fn column(&self, entry: &Entry<'_>, keys: &[Key]) -> Evaluation<Vec<Value>> {
        let mut calls: Vec<&WindowCall<ModelLeaf>> = Vec::new();
        entry.expr.for_each_leaf(&mut |leaf| {
            if let ModelLeaf::Window(call) = leaf {
                calls.push(call);
            }
        });
        let place = |index: usize| {
            keys.get(index).map(|key| InGroup {
                groups: self,
                leaves: &entry.leaves,
                key,
                windows: Vec::new(),
            })
        };
        let value = |index: usize, expr: &ModelExpr| match place(index) {
            Some(place) => evaluate(expr, &place),
            None => Ok(Value::Null),
        };
        let mut windows: Vec<(&WindowCall<ModelLeaf>, Vec<Value>)> = Vec::new();
        for call in calls {
            windows.push((
                call,
                window::compute(call, keys.len(), &value, &self.world.undetermined)?,
            ));
        }
        let mut column = Vec::new();
        for (index, _) in keys.iter().enumerate() {
            let Some(mut place) = place(index) else {
                continue;
            };
            let here = |(call, values): &(_, Vec<Value>)| {
                (*call, values.get(index).cloned().unwrap_or(Value::Null))
            };
            place.windows = windows.iter().map(here).collect();
            column.push(evaluate(entry.expr, &place)?);
        }
        Ok(column)
    }

    /// The groups for which all these predicates are TRUE.
    fn filtered<'e>(
        &self,
        keys: Vec<Key>,
        predicates: impl Iterator<Item = &'e Entry<'e>>,
    ) -> Evaluation<Vec<Key>> {
        let mut kept: Vec<bool> = keys.iter().map(|_| true).collect();
        for predicate in predicates {
            for (keep, value) in kept.iter_mut().zip(self.column(predicate, &keys)?) {
                *keep &= value.as_truth()? == Some(true);
            }
        }
        let pairs = keys.into_iter().zip(kept);
        Ok(pairs.filter(|(_, keep)| *keep).map(|(k, _)| k).collect())
    }

    /// Rules 4 to 7 of 4.8: having, windows, order, limit, projection.
    fn answer(
        &self,
        query: &SemanticQuery,
        dimensions: &[OutputExpr],
        entries: &[Entry<'_>],
        having: usize,
        keys: BTreeSet<Key>,
    ) -> Evaluation<Answer> {
        debug_assert_eq!(self.leaves.len(), self.values.len());
        let measures = entries.iter().filter(|e| e.is_measure).count();
        let after_measures = || entries.iter().skip(measures);
        let predicates = || after_measures().take(having);
        let keys: Vec<Key> = keys.into_iter().collect();
        let keys = self.filtered(keys, predicates().filter(|p| !has_window(p.expr)))?;
        // What shows a window and what filters by one are computed over the same rows.
        let mut rows: Vec<(Key, Vec<Value>)> =
            keys.iter().map(|k| (k.clone(), Vec::new())).collect();
        for entry in entries {
            for ((_, row), value) in rows.iter_mut().zip(self.column(entry, &keys)?) {
                row.push(value);
            }
        }
        let windowed: Vec<usize> = (measures..measures + having)
            .filter(|i| entries.get(*i).is_some_and(|e| has_window(e.expr)))
            .collect();
        rows.retain(|(_, row)| {
            windowed
                .iter()
                .all(|i| matches!(row.get(*i), Some(Value::Boolean(true))))
        });
        let mut sortable: Vec<(Vec<Value>, Vec<Value>)> = Vec::new();
        for (key, row) in rows {
            let shown: Vec<Value> = key
                .into_iter()
                .take(dimensions.len())
                .chain(row.iter().take(measures).cloned())
                .collect();
            let mut sort_keys = Vec::new();
            let mut expressions = row.iter().skip(measures + having);
            for order in &query.order_by {
                let value = match order.target {
                    OrderTarget::Output(index) => shown.get(index),
                    OrderTarget::Expr(_) => expressions.next(),
                };
                sort_keys.push(value.cloned().unwrap_or(Value::Null));
            }
            sortable.push((sort_keys, shown));
        }
        Ok(ordered(query, sortable, !self.world.undetermined.get()))
    }
}

/// ORDER BY, LIMIT and the names of the columns, over rows with their sort keys.
pub(crate) fn ordered(
    query: &SemanticQuery,
    mut rows: Vec<(Vec<Value>, Vec<Value>)>,
    determined: bool,
) -> Answer {
    let placements: Vec<Placement> = query
        .order_by
        .iter()
        .map(|k| Placement {
            descending: k.descending,
            nulls_first: k.nulls_first,
        })
        .collect();
    rows.sort_by(|(a, _), (b, _)| by_keys(a, b, &placements));
    let limit = query.limit.and_then(|l| usize::try_from(l).ok());
    rows.truncate(limit.unwrap_or(usize::MAX));
    let (keys, rows) = rows.into_iter().unzip();
    Answer {
        names: query.outputs().map(|o| o.name.clone()).collect(),
        rows,
        keys,
        determined,
    }
}

/// A window at the level of groups; one inside an aggregate's argument runs on the home's rows.
fn has_window(expr: &ModelExpr) -> bool {
    expr.any_leaf(&mut |l| matches!(l, ModelLeaf::Window(_)))
}
