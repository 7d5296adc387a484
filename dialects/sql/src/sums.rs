//! Which columns of a plan are made of sums of decimals.

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{AggregateFn, ColumnId, DataType, LogicalPlan, TypedId, WindowFn};

use crate::usage::Operator;

/// The columns that hold a sum, or a value computed from one.
pub(crate) struct Sums(Vec<bool>);

impl Sums {
    /// The sums of a plan, whose operators are given parents before their inputs.
    pub(crate) fn of(plan: &LogicalPlan, operators: &[Operator]) -> Self {
        let mut sums = Self(vec![false; plan.columns.len()]);
        for operator in operators.iter().rev() {
            sums.operator(operator.rel);
        }
        sums
    }

    /// Whether the column is one of them.
    pub(crate) fn contains(&self, column: ColumnId) -> bool {
        self.0.get(column.index()).is_some_and(|is_sum| *is_sum)
    }

    fn operator(&mut self, rel: &Rel) {
        match rel {
            Rel::Project { columns, .. } => {
                for (column, expr) in columns {
                    self.add(*column, self.reads(expr));
                }
            }
            Rel::Aggregate { aggregates, .. } => {
                for (column, call) in aggregates {
                    self.add(*column, self.is_sum(call.function, &call.args));
                }
            }
            Rel::Window { calls, .. } => {
                for (column, call) in calls {
                    let is_sum = match call.function {
                        WindowFn::Aggregate(function) => self.is_sum(function, &call.args),
                        _ => call.args.iter().any(|a| self.reads(a)),
                    };
                    self.add(*column, is_sum);
                }
            }
            Rel::Merge(merge) => {
                for leaf in merge.branches.iter().flat_map(|b| &b.leaves) {
                    self.add(leaf.column, self.contains(leaf.source));
                }
            }
            _ => {}
        }
    }

    fn is_sum(&self, function: AggregateFn, args: &[PlanExpr]) -> bool {
        match function {
            AggregateFn::Sum => args.iter().any(may_be_decimal),
            AggregateFn::Min | AggregateFn::Max | AggregateFn::PercentileDisc { .. } => {
                args.iter().any(|a| self.reads(a))
            }
            _ => false,
        }
    }

    fn reads(&self, expr: &PlanExpr) -> bool {
        may_be_decimal(expr) && expr.any_leaf(&mut |c| self.contains(*c))
    }

    fn add(&mut self, column: ColumnId, is_sum: bool) {
        if let Some(slot) = self.0.get_mut(column.index()) {
            *slot |= is_sum;
        }
    }
}

/// Whether an expression's value may be a decimal.
pub(crate) fn may_be_decimal(expr: &PlanExpr) -> bool {
    matches!(expr.ty.data, DataType::Decimal | DataType::Unknown)
}
