//! `prune-columns`: no operator gives a column that nothing above it reads (projection pruning).

use dosic_ir::plan::{Branch, Merge, PlanExpr, Rel, Scan};
use dosic_ir::{ColumnId, Expr, LogicalPlan};

use super::Pass;
use super::columns::{Columns, read_by, read_by_window};

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct PruneColumns;

impl Pass for PruneColumns {
    fn name(&self) -> &'static str {
        "prune-columns"
    }

    fn run(&self, plan: LogicalPlan) -> LogicalPlan {
        let needed = plan.outputs.iter().map(|o| o.column).collect();
        let root = prune(plan.root, &needed, &plan.columns);
        LogicalPlan {
            root,
            columns: plan.columns,
            outputs: plan.outputs,
        }
    }
}

type Table = dosic_ir::IndexVec<ColumnId, dosic_ir::plan::ColumnInfo>;

fn prune(rel: Rel, needed: &Columns, table: &Table) -> Rel {
    match rel {
        Rel::Unit => Rel::Unit,
        Rel::Scan(scan) => {
            let columns = scan
                .columns
                .into_iter()
                .filter(|(c, _)| needed.contains(c))
                .collect();
            Rel::Scan(Scan { columns, ..scan })
        }
        Rel::Filter { input, predicates } => {
            let mut below = needed.clone();
            predicates.iter().for_each(|p| read_by(p, &mut below));
            Rel::Filter {
                input: Box::new(prune(*input, &below, table)),
                predicates,
            }
        }
        Rel::Project { input, columns } => project(*input, columns, needed, table),
        Rel::Join {
            left,
            right,
            on,
            unique,
        } => {
            let mut below = needed.clone();
            below.extend(on.iter().flat_map(|(l, r)| [*l, *r]));
            let left = Box::new(prune(*left, &below, table));
            let right = Box::new(prune(*right, &below, table));
            Rel::Join {
                left,
                right,
                on,
                unique,
            }
        }
        Rel::RowId { input, column } => {
            let input = prune(*input, needed, table);
            if needed.contains(&column) {
                Rel::RowId {
                    input: Box::new(input),
                    column,
                }
            } else {
                input
            }
        }
        Rel::Distinct { input, label } => {
            // Every column decides which rows are distinct.
            let all = input.output_columns().into_iter().collect();
            Rel::Distinct {
                input: Box::new(prune(*input, &all, table)),
                label,
            }
        }
        Rel::Aggregate { .. } => aggregate(rel, needed, table),
        Rel::Merge(merge) => prune_merge(merge, needed, table),
        Rel::Window { input, mut calls } => {
            calls.retain(|(c, _)| needed.contains(c));
            let mut below = needed.clone();
            calls
                .iter()
                .for_each(|(_, call)| read_by_window(call, &mut below));
            let input = prune(*input, &below, table);
            if calls.is_empty() {
                input
            } else {
                Rel::Window {
                    input: Box::new(input),
                    calls,
                }
            }
        }
        Rel::Sort { input, keys } => {
            let mut below = needed.clone();
            keys.iter().for_each(|k| read_by(&k.expr, &mut below));
            Rel::Sort {
                input: Box::new(prune(*input, &below, table)),
                keys,
            }
        }
        Rel::Limit { input, count } => Rel::Limit {
            input: Box::new(prune(*input, needed, table)),
            count,
        },
    }
}

/// Aggregates that nothing reads are dropped; keys stay, they decide the groups.
fn aggregate(rel: Rel, needed: &Columns, table: &Table) -> Rel {
    let Rel::Aggregate {
        input,
        keys,
        mut aggregates,
        label,
    } = rel
    else {
        return rel;
    };
    aggregates.retain(|(c, _)| needed.contains(c));
    let mut below: Columns = keys.iter().copied().collect();
    let args = aggregates.iter().flat_map(|(_, call)| &call.args);
    args.for_each(|a| read_by(a, &mut below));
    let input = Box::new(prune(*input, &below, table));
    Rel::Aggregate {
        input,
        keys,
        aggregates,
        label,
    }
}

/// A projection that only passes on what its input gives is dropped.
fn project(
    input: Rel,
    mut columns: Vec<(ColumnId, PlanExpr)>,
    needed: &Columns,
    table: &Table,
) -> Rel {
    columns.retain(|(c, _)| needed.contains(c));
    let mut below = Columns::new();
    columns.iter().for_each(|(_, e)| read_by(e, &mut below));
    let input = prune(input, &below, table);
    let passes_on = columns.iter().all(|(c, e)| e.as_leaf() == Some(c));
    if passes_on && input.output_columns().len() == columns.len() {
        return input;
    }
    Rel::Project {
        input: Box::new(input),
        columns,
    }
}

/// A branch that gives neither groups nor values is dropped; a merge of one branch is that branch.
fn prune_merge(merge: Merge, needed: &Columns, table: &Table) -> Rel {
    let Merge {
        keys,
        branches,
        label,
    } = merge;
    let grouped = !keys.is_empty();
    let mut kept: Vec<Branch> = Vec::new();
    for mut branch in branches {
        branch.leaves.retain(|l| needed.contains(&l.column));
        if !branch.leaves.is_empty() || (grouped && branch.adds_groups) {
            let below = branch
                .keys
                .iter()
                .copied()
                .chain(branch.leaves.iter().map(|l| l.source));
            let below = below.collect();
            kept.push(Branch {
                input: prune(branch.input, &below, table),
                ..branch
            });
        }
    }
    if kept.is_empty() {
        return Rel::Unit;
    }
    let only_branch = kept.len() == 1 && kept.iter().all(|b| b.adds_groups || !grouped);
    match kept.pop() {
        Some(branch) if only_branch => single_branch(branch, &keys, table),
        last => {
            kept.extend(last);
            Rel::Merge(Merge {
                keys,
                branches: kept,
                label,
            })
        }
    }
}

/// The rows of a merge that has one branch left.
pub(super) fn single_branch(branch: Branch, keys: &[ColumnId], table: &Table) -> Rel {
    let read = |c: ColumnId| {
        Expr::leaf(
            c,
            table.get(c).map_or(dosic_ir::Type::UNKNOWN, |info| info.ty),
        )
    };
    let of_keys = keys
        .iter()
        .zip(&branch.keys)
        .map(|(k, source)| (*k, read(*source)));
    let of_leaves = branch.leaves.iter().map(|l| (l.column, read(l.source)));
    let columns = of_keys.chain(of_leaves).collect();
    Rel::Project {
        input: Box::new(branch.input),
        columns,
    }
}
