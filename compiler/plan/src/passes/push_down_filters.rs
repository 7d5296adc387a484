//! `push-down-filters`: predicate pushdown across what engines do not look through.
//!
//! Engines push predicates through joins and projections themselves. They do not push them below
//! `ROW_NUMBER`, other windows, or the `UNION ALL` of a merge, and a predicate on a grouping column
//! is cheaper before the aggregation. A predicate that cannot cross such an operator stays where it
//! is, so that the SQL keeps its WHERE clause in one place.

use std::collections::BTreeMap;

use dosic_ir::LogicalPlan;
use dosic_ir::plan::{Branch, Merge, PlanExpr, Rel};

use super::Pass;
use super::columns::{Columns, reads_only, renamed, substituted};

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct PushDownFilters;

impl Pass for PushDownFilters {
    fn name(&self) -> &'static str {
        "push-down-filters"
    }

    fn run(&self, plan: LogicalPlan) -> LogicalPlan {
        LogicalPlan {
            root: push_all(plan.root),
            ..plan
        }
    }
}

/// Pushes the predicates of every filter, from the top down.
fn push_all(rel: Rel) -> Rel {
    match rel {
        Rel::Filter { input, predicates } => {
            let mut input = *input;
            let mut kept = Vec::new();
            for predicate in predicates {
                match push(input, &predicate) {
                    Ok(pushed) => input = pushed,
                    Err(unchanged) => {
                        input = unchanged;
                        kept.push(predicate);
                    }
                }
            }
            let input = push_all(input);
            if kept.is_empty() {
                input
            } else {
                Rel::Filter {
                    input: Box::new(input),
                    predicates: kept,
                }
            }
        }
        other => other.map_inputs(&mut push_all),
    }
}

/// Puts a predicate below the next operator that engines do not look through; gives the operators back
/// unchanged if it cannot.
fn push(rel: Rel, predicate: &PlanExpr) -> Result<Rel, Rel> {
    match rel {
        Rel::Filter { input, predicates } => rewrap(push(*input, predicate), |input| Rel::Filter {
            input,
            predicates,
        }),
        Rel::Join {
            left,
            right,
            on,
            unique,
        } => {
            let of_left: Columns = left.output_columns().into_iter().collect();
            if !reads_only(predicate, &of_left) {
                return Err(Rel::Join {
                    left,
                    right,
                    on,
                    unique,
                });
            }
            rewrap(push(*left, predicate), |left| Rel::Join {
                left,
                right,
                on,
                unique,
            })
        }
        Rel::Project { input, columns } => {
            let values: BTreeMap<_, _> = columns.iter().cloned().collect();
            let below = substituted(predicate, &values);
            rewrap(push(*input, &below), |input| Rel::Project {
                input,
                columns,
            })
        }
        Rel::Distinct { input, label } => {
            let input = Box::new(push_or_filter(*input, predicate.clone()));
            Ok(Rel::Distinct { input, label })
        }
        Rel::RowId { input, column } => {
            if predicate.any_leaf(&mut |c| *c == column) {
                return Err(Rel::RowId { input, column });
            }
            Ok(Rel::RowId {
                input: Box::new(push_or_filter(*input, predicate.clone())),
                column,
            })
        }
        Rel::Aggregate {
            input,
            keys,
            aggregates,
            label,
        } => {
            // Without keys the one row stays whatever is filtered, so nothing may cross.
            let of_keys: Columns = keys.iter().copied().collect();
            if of_keys.is_empty() || !reads_only(predicate, &of_keys) {
                return Err(Rel::Aggregate {
                    input,
                    keys,
                    aggregates,
                    label,
                });
            }
            let input = Box::new(push_or_filter(*input, predicate.clone()));
            Ok(Rel::Aggregate {
                input,
                keys,
                aggregates,
                label,
            })
        }
        Rel::Merge(merge) => push_into_branches(merge, predicate),
        other => Err(other),
    }
}

fn push_into_branches(merge: Merge, predicate: &PlanExpr) -> Result<Rel, Rel> {
    let of_keys: Columns = merge.keys.iter().copied().collect();
    if of_keys.is_empty() || !reads_only(predicate, &of_keys) {
        return Err(Rel::Merge(merge));
    }
    let Merge {
        keys,
        branches,
        label,
    } = merge;
    let branches = branches.into_iter().map(|branch| {
        let names: BTreeMap<_, _> = keys
            .iter()
            .copied()
            .zip(branch.keys.iter().copied())
            .collect();
        let input = push_or_filter(branch.input, renamed(predicate, &names));
        Branch { input, ..branch }
    });
    let branches = branches.collect();
    Ok(Rel::Merge(Merge {
        keys,
        branches,
        label,
    }))
}

/// Pushes as far as useful, or filters right here.
fn push_or_filter(rel: Rel, predicate: PlanExpr) -> Rel {
    match push(rel, &predicate) {
        Ok(pushed) => pushed,
        Err(Rel::Filter {
            input,
            mut predicates,
        }) => {
            predicates.push(predicate);
            Rel::Filter { input, predicates }
        }
        Err(rel) => Rel::Filter {
            input: Box::new(rel),
            predicates: vec![predicate],
        },
    }
}

fn rewrap(result: Result<Rel, Rel>, wrap: impl FnOnce(Box<Rel>) -> Rel) -> Result<Rel, Rel> {
    match result {
        Ok(rel) => Ok(wrap(Box::new(rel))),
        Err(rel) => Err(wrap(Box::new(rel))),
    }
}
