//! A scalar query: semantics digest 4.9.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;
use dosic_diagnostics::{Check, Code, Diagnostics};
use dosic_ir::{
    DatasetId, ModelExpr, ModelLeaf, OrderTarget, OutputExpr, SemanticQuery, WindowCall,
};

use super::aggregation::ordered;
use super::expression::{Scope, evaluate, holds};
use super::failure::{Evaluation, Failure, fault, none_of};
use super::paths::{Choice, finest, unconnected};
use super::references::Reference;
use super::rows::World;
use super::{Answer, Value, window};

/// Evaluates a scalar query: a row for every row of the home that satisfies where.
pub(crate) fn evaluate_scalar(
    world: &World<'_>,
    query: &SemanticQuery,
    home: Option<DatasetId>,
    fields: &[OutputExpr],
) -> Evaluation<Answer> {
    let mut faults = Diagnostics::new();
    let mut references: Vec<Reference<'_>> = fields
        .iter()
        .flat_map(|f| world.references(&f.expr))
        .collect();
    let home = home.or_else(|| world.home_of_fields(&references, &mut faults));
    let orders: Vec<&ModelExpr> = query
        .order_by
        .iter()
        .filter_map(|k| match &k.target {
            OrderTarget::Expr(expr) => Some(expr),
            OrderTarget::Output(_) => None,
        })
        .collect();
    references.extend(world.filters.iter().flat_map(|f| world.references(f)));
    references.extend(orders.iter().flat_map(|e| world.references(e)));
    if let Some(home) = home {
        world.check_reach(home, &references, &mut faults);
    }
    none_of(faults)?;
    let Some(home) = home else {
        return Err(Failure::runtime("no home"));
    };
    let mut kept = Vec::new();
    for row in world.rows(home)? {
        let mut keep = true;
        for filter in &world.filters {
            keep &= holds(filter, &world.on_row(home, row))?;
        }
        if keep {
            kept.push(row);
        }
    }
    let rows = Kept { world, home, kept };
    let mut columns = Vec::new();
    for field in fields {
        columns.push(rows.column(&field.expr)?);
    }
    let mut order_columns = Vec::new();
    for order in orders {
        order_columns.push(rows.column(order)?);
    }
    let mut sortable = Vec::new();
    for index in 0..rows.kept.len() {
        let cell = |column: &Vec<Value>| column.get(index).cloned().unwrap_or(Value::Null);
        let shown: Vec<Value> = columns.iter().map(cell).collect();
        let mut expressions = order_columns.iter();
        let sort_keys = query.order_by.iter().map(|order| match order.target {
            OrderTarget::Output(index) => shown.get(index).cloned().unwrap_or(Value::Null),
            OrderTarget::Expr(_) => expressions.next().map_or(Value::Null, cell),
        });
        sortable.push((sort_keys.collect(), shown));
    }
    Ok(ordered(query, sortable, !world.undetermined.get()))
}

impl World<'_> {
    /// Rule 1: the member from which all others are reachable by up paths.
    fn home_of_fields(
        &self,
        references: &[Reference<'_>],
        faults: &mut Diagnostics,
    ) -> Option<DatasetId> {
        let members = self.members(references);
        if let Some(home) = finest(self.model, &members) {
            return Some(home);
        }
        let (code, check) = if members.is_empty() {
            (Code::InvalidQuery, Check::Homes)
        } else if unconnected(self.model, &members).is_some() {
            (Code::NoPath, Check::Paths)
        } else {
            (Code::FanOutInScalarQuery, Check::Homes)
        };
        let span = references.iter().find_map(Reference::span);
        faults.push(fault(code, check, span, "no single home"));
        None
    }

    /// Rule 2: every dataset must be reachable by exactly one up path.
    fn check_reach(&self, home: DatasetId, references: &[Reference<'_>], faults: &mut Diagnostics) {
        let mut seen = BTreeSet::new();
        for reference in references {
            if !seen.insert(&reference.target) {
                continue;
            }
            let valley_only = |code| (code, "not reached upwards");
            let (code, message) = match self.choice(home, &reference.target) {
                Choice::Up(_) => continue,
                Choice::Unconnected => valley_only(Code::NoPath),
                Choice::Valley(_) | Choice::Blocked => valley_only(Code::FanOutInScalarQuery),
                // Two up paths are ambiguous; two valleys are a fan-out.
                Choice::Ambiguous if self.reaches(home, reference) => {
                    (Code::AmbiguousPath, "several up paths")
                }
                Choice::Ambiguous => valley_only(Code::FanOutInScalarQuery),
            };
            faults.push(fault(code, Check::Paths, reference.span(), message));
        }
    }

    fn reaches(&self, home: DatasetId, reference: &Reference<'_>) -> bool {
        self.start(reference.field)
            .is_some_and(|start| super::paths::reaches_up(self.model, home, start))
    }
}

/// The home rows that satisfy where.
struct Kept<'w> {
    world: &'w World<'w>,
    home: DatasetId,
    kept: Vec<usize>,
}

/// One of them, with the values of the inline windows of an expression.
struct KeptRow<'w> {
    on_row: super::rows::OnRow<'w>,
    windows: Vec<(&'w WindowCall<ModelLeaf>, Value)>,
}

impl Scope for KeptRow<'_> {
    fn leaf(&self, leaf: &ModelLeaf) -> Evaluation<Value> {
        if let ModelLeaf::Window(call) = leaf {
            let known = self.windows.iter().find(|(c, _)| *c == &**call);
            return known
                .map(|(_, v)| v.clone())
                .ok_or_else(|| Failure::runtime("a window inside a window"));
        }
        self.on_row.leaf(leaf)
    }

    fn now(&self) -> NaiveDateTime {
        self.on_row.now()
    }
}

impl Kept<'_> {
    /// The values of an expression. Its inline windows see the rows left by the whole where (rule 3).
    fn column(&self, expr: &ModelExpr) -> Evaluation<Vec<Value>> {
        let mut calls: Vec<&WindowCall<ModelLeaf>> = Vec::new();
        expr.for_each_leaf(&mut |leaf| {
            if let ModelLeaf::Window(call) = leaf {
                calls.push(call);
            }
        });
        let value = |index: usize, expr: &ModelExpr| match self.kept.get(index) {
            Some(row) => evaluate(expr, &self.world.on_row(self.home, *row)),
            None => Ok(Value::Null),
        };
        let mut windows: Vec<(&WindowCall<ModelLeaf>, Vec<Value>)> = Vec::new();
        for call in calls {
            windows.push((
                call,
                window::compute(call, self.kept.len(), &value, &self.world.undetermined)?,
            ));
        }
        let mut column = Vec::new();
        for (index, row) in self.kept.iter().enumerate() {
            let here = |(call, values): &(_, Vec<Value>)| {
                (*call, values.get(index).cloned().unwrap_or(Value::Null))
            };
            let place = KeptRow {
                on_row: self.world.on_row(self.home, *row),
                windows: windows.iter().map(here).collect(),
            };
            column.push(evaluate(expr, &place)?);
        }
        Ok(column)
    }
}
