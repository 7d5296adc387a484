//! What to call computed columns inside the statement: as the result calls them, else after what they are made of.
//!
//! Inside a named block `revenue` says more than `sum`, and `sum_amount` more than `sum_2`.

use dosic_ir::plan::Rel;
use dosic_ir::{AggregateCall, ColumnId, LogicalPlan, TypedId};

use crate::usage::Operator;

/// Names for aggregates, merged leaves and window functions of a plan.
pub(crate) struct Hints {
    /// The output as which a column is shown, if it is shown as it is.
    shown: Vec<Option<usize>>,
    names: Vec<Option<String>>,
}

impl Hints {
    /// The names of a plan.
    pub(crate) fn of(plan: &LogicalPlan, operators: &[Operator]) -> Self {
        let mut hints = Self {
            shown: vec![None; plan.columns.len()],
            names: vec![None; plan.columns.len()],
        };
        for (i, output) in plan.outputs.iter().enumerate() {
            hints.show(output.column, Some(i));
        }
        let mut merged = Vec::new();
        for operator in operators {
            hints.operator(plan, operator.rel, &mut merged);
        }
        for (column, source) in merged {
            if hints.shown(column).is_none() {
                let name = hints.name(source).map(str::to_owned);
                hints.set(column, name);
            }
        }
        hints
    }

    /// The name of a column, if there is a better one than its own.
    pub(crate) fn name(&self, column: ColumnId) -> Option<&str> {
        self.names.get(column.index()).and_then(Option::as_deref)
    }

    fn operator(&mut self, plan: &LogicalPlan, rel: &Rel, merged: &mut Vec<(ColumnId, ColumnId)>) {
        match rel {
            Rel::Project { columns, .. } => {
                for (column, expr) in columns {
                    if let Some(renamed) = expr.as_leaf() {
                        self.show(*renamed, self.shown(*column));
                    }
                }
            }
            Rel::Merge(merge) => {
                for leaf in merge.branches.iter().flat_map(|b| &b.leaves) {
                    self.show(leaf.source, self.shown(leaf.column));
                    self.set(leaf.column, self.output_name(plan, leaf.column));
                    merged.push((leaf.column, leaf.source));
                }
            }
            Rel::Aggregate { aggregates, .. } => {
                for (column, call) in aggregates {
                    let shown = self.output_name(plan, *column);
                    self.set(*column, shown.or_else(|| made_of(plan, *column, call)));
                }
            }
            Rel::Window { calls, .. } => {
                for (column, _) in calls {
                    self.set(*column, self.output_name(plan, *column));
                }
            }
            _ => {}
        }
    }

    fn shown(&self, column: ColumnId) -> Option<usize> {
        self.shown.get(column.index()).copied().flatten()
    }

    fn show(&mut self, column: ColumnId, output: Option<usize>) {
        if let Some(shown) = self.shown.get_mut(column.index()) {
            *shown = shown.or(output);
        }
    }

    fn set(&mut self, column: ColumnId, name: Option<String>) {
        if let Some(slot) = self.names.get_mut(column.index()) {
            *slot = name;
        }
    }

    fn output_name(&self, plan: &LogicalPlan, column: ColumnId) -> Option<String> {
        let output = plan.outputs.get(self.shown(column)?)?;
        Some(output.name.clone())
    }
}

/// `sum_amount` for a `SUM(amount)` that is called no more than `sum`.
fn made_of(plan: &LogicalPlan, column: ColumnId, call: &AggregateCall<ColumnId>) -> Option<String> {
    let own = plan.column_name(column);
    if !own.eq_ignore_ascii_case(call.function.name()) {
        return None;
    }
    let argument = call.args.first()?.as_leaf()?;
    Some(format!("{own}_{}", plan.column_name(*argument)))
}
