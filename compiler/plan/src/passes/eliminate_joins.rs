//! `eliminate-joins`: a join whose columns nothing reads, and that repeats no row anyone counts, goes.
//!
//! A LEFT JOIN keeps every left row. A step up adds at most one match, so without its columns it
//! changes nothing. A step down may repeat rows, which does not matter below an operator that keeps
//! distinct rows only.

use dosic_ir::plan::{Branch, Merge, PlanExpr, Rel};
use dosic_ir::{ColumnId, LogicalPlan};

use super::Pass;
use super::columns::{Columns, read_by, read_by_window};

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct EliminateJoins;

impl Pass for EliminateJoins {
    fn name(&self) -> &'static str {
        "eliminate-joins"
    }

    fn run(&self, plan: LogicalPlan) -> LogicalPlan {
        let needed = plan.outputs.iter().map(|o| o.column).collect();
        let root = eliminate(plan.root, &needed, false);
        LogicalPlan { root, ..plan }
    }
}

/// `distinct`: repeated rows of this operator are not seen above.
fn eliminate(rel: Rel, needed: &Columns, distinct: bool) -> Rel {
    match rel {
        Rel::Join {
            left,
            right,
            on,
            unique,
        } => {
            let used = right.output_columns().iter().any(|c| needed.contains(c));
            if !used && (unique || distinct) {
                return eliminate(*left, needed, distinct);
            }
            let mut below = needed.clone();
            below.extend(on.iter().flat_map(|(l, r)| [*l, *r]));
            let left = Box::new(eliminate(*left, &below, distinct));
            let right = Box::new(eliminate(*right, &below, distinct));
            Rel::Join {
                left,
                right,
                on,
                unique,
            }
        }
        Rel::Distinct { input, label } => {
            let all = input.output_columns().into_iter().collect();
            Rel::Distinct {
                input: Box::new(eliminate(*input, &all, true)),
                label,
            }
        }
        Rel::Merge(Merge {
            keys,
            branches,
            label,
        }) => {
            let branches = branches.into_iter().map(|branch| {
                let below = branch
                    .keys
                    .iter()
                    .copied()
                    .chain(branch.leaves.iter().map(|l| l.source));
                let below = below.collect();
                Branch {
                    input: eliminate(branch.input, &below, false),
                    ..branch
                }
            });
            Rel::Merge(Merge {
                keys,
                branches: branches.collect(),
                label,
            })
        }
        Rel::Project { input, columns } => {
            let columns = only_needed(columns, needed);
            let mut below = Columns::new();
            columns.iter().for_each(|(_, e)| read_by(e, &mut below));
            Rel::Project {
                input: Box::new(eliminate(*input, &below, distinct)),
                columns,
            }
        }
        other => {
            let (below, distinct) = needs(&other, needed, distinct);
            other.map_inputs(&mut |input| eliminate(input, &below, distinct))
        }
    }
}

/// The columns that are read above: what else a projection computes may read a join that goes. One without
/// columns is nothing that SQL can say.
fn only_needed(columns: Vec<(ColumnId, PlanExpr)>, needed: &Columns) -> Vec<(ColumnId, PlanExpr)> {
    if !columns.iter().any(|(c, _)| needed.contains(c)) {
        return columns;
    }
    let is_needed = |(column, _): &(ColumnId, PlanExpr)| needed.contains(column);
    columns.into_iter().filter(is_needed).collect()
}

/// What an operator with one input needs of it, and whether repeated rows below are not seen.
fn needs(rel: &Rel, needed: &Columns, distinct: bool) -> (Columns, bool) {
    let mut below = Columns::new();
    match rel {
        Rel::Aggregate {
            keys, aggregates, ..
        } => {
            below.extend(keys);
            let args = aggregates.iter().flat_map(|(_, call)| &call.args);
            args.for_each(|a| read_by(a, &mut below));
            // An aggregate that is not needed is still computed, so repeated rows only do not
            // matter where there is none at all.
            (below, aggregates.is_empty())
        }
        Rel::Filter { predicates, .. } => {
            below.clone_from(needed);
            predicates.iter().for_each(|p| read_by(p, &mut below));
            (below, distinct)
        }
        Rel::Window { calls, .. } => {
            below.clone_from(needed);
            calls
                .iter()
                .for_each(|(_, call)| read_by_window(call, &mut below));
            (below, false)
        }
        Rel::Sort { keys, .. } => {
            below.clone_from(needed);
            keys.iter().for_each(|k| read_by(&k.expr, &mut below));
            (below, distinct)
        }
        _ => (needed.clone(), false),
    }
}
