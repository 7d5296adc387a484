//! Who reads a column: how often, and how near to the root.
//!
//! A column is defined by one operator and read by operators above it only, so the depth of the
//! nearest reader to the root tells for every operator on the way whether it must still give the column.

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{ColumnId, LogicalPlan, TypedId};

/// The depth of the outputs; the root has depth 1.
pub(crate) const OUTPUTS: usize = 0;

/// An operator of a plan and how deep it stands.
#[derive(Clone, Copy)]
pub(crate) struct Operator<'p> {
    /// The operator.
    pub(crate) rel: &'p Rel,
    /// 1 for the root.
    pub(crate) depth: usize,
}

/// Every operator of a plan, parents before their inputs.
pub(crate) fn operators(plan: &LogicalPlan) -> Vec<Operator<'_>> {
    let mut all = Vec::new();
    let mut todo = vec![Operator {
        rel: &plan.root,
        depth: OUTPUTS + 1,
    }];
    while let Some(next) = todo.pop() {
        all.push(next);
        todo.extend(next.rel.inputs().into_iter().map(|rel| Operator {
            rel,
            depth: next.depth + 1,
        }));
    }
    all
}

/// The readers of every column of a plan.
pub(crate) struct Usage {
    count: Vec<u32>,
    nearest: Vec<usize>,
}

impl Usage {
    /// Counts the readers in a plan. Parents come before their inputs, so that columns that nobody
    /// reads count for nothing themselves.
    pub(crate) fn of(plan: &LogicalPlan, operators: &[Operator]) -> Self {
        let mut usage = Self {
            count: vec![0; plan.columns.len()],
            nearest: vec![usize::MAX; plan.columns.len()],
        };
        for output in &plan.outputs {
            usage.read(output.column, 1, OUTPUTS);
        }
        for operator in operators {
            usage.operator(operator.rel, operator.depth);
        }
        usage
    }

    /// How often expressions, outputs and orders read the column. Grouping by it and passing it on do not count.
    pub(crate) fn count(&self, column: ColumnId) -> u32 {
        self.count.get(column.index()).copied().unwrap_or(0)
    }

    /// Whether an operator above this depth reads the column.
    pub(crate) fn is_read_above(&self, column: ColumnId, depth: usize) -> bool {
        self.nearest
            .get(column.index())
            .is_some_and(|nearest| *nearest < depth)
    }

    fn read(&mut self, column: ColumnId, times: u32, depth: usize) {
        if let Some(count) = self.count.get_mut(column.index()) {
            *count = count.saturating_add(times);
        }
        if let Some(nearest) = self.nearest.get_mut(column.index()) {
            *nearest = depth.min(*nearest);
        }
    }

    fn read_expr(&mut self, expr: &PlanExpr, depth: usize) {
        expr.for_each_leaf(&mut |c| self.read(*c, 1, depth));
    }

    fn operator(&mut self, rel: &Rel, depth: usize) {
        match rel {
            Rel::Unit | Rel::Scan(_) | Rel::Limit { .. } | Rel::RowId { .. } => {}
            Rel::Filter { predicates, .. } => {
                predicates.iter().for_each(|p| self.read_expr(p, depth));
            }
            Rel::Project { columns, .. } => {
                for (column, expr) in columns {
                    if expr.as_leaf() == Some(column) || !self.is_read_above(*column, depth) {
                        continue;
                    }
                    match expr.as_leaf() {
                        Some(renamed) => self.read(*renamed, self.count(*column), depth),
                        None => self.read_expr(expr, depth),
                    }
                }
            }
            Rel::Join { on, .. } => {
                for (left, right) in on {
                    self.read(*left, 1, depth);
                    self.read(*right, 1, depth);
                }
            }
            Rel::Distinct { input, .. } => {
                for column in input.output_columns() {
                    self.read(column, 0, depth);
                }
            }
            Rel::Aggregate {
                keys, aggregates, ..
            } => {
                keys.iter().for_each(|k| self.read(*k, 0, depth));
                for (column, call) in aggregates {
                    if self.is_read_above(*column, depth) {
                        call.args.iter().for_each(|a| self.read_expr(a, depth));
                    }
                }
            }
            Rel::Merge(merge) => {
                for branch in &merge.branches {
                    branch.keys.iter().for_each(|k| self.read(*k, 1, depth));
                    for leaf in &branch.leaves {
                        if self.is_read_above(leaf.column, depth) {
                            self.read(leaf.source, 1, depth);
                        }
                    }
                }
            }
            Rel::Window { calls, .. } => {
                for (column, call) in calls {
                    if self.is_read_above(*column, depth) {
                        call.exprs().for_each(|e| self.read_expr(e, depth));
                    }
                }
            }
            Rel::Sort { keys, .. } => keys.iter().for_each(|k| self.read_expr(&k.expr, depth)),
        }
    }
}
