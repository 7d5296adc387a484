//! `merge-branches`: measures of one home under one filter are aggregated together.
//!
//! Planning gives each aggregate a branch of its own. Two branches that read the same rows become
//! one aggregation; what only one of them needs (a column, a join upwards) is added to the other.

use std::collections::BTreeMap;

use dosic_ir::plan::{Branch, Merge, MergeLeaf, Rel};
use dosic_ir::{AggregateCall, ColumnId, LogicalPlan};

use super::Pass;
use super::columns::renamed;
use super::prune_columns::single_branch;
use super::unify::{Columns, unified};

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct MergeBranches;

impl Pass for MergeBranches {
    fn name(&self) -> &'static str {
        "merge-branches"
    }

    fn run(&self, plan: LogicalPlan) -> LogicalPlan {
        let LogicalPlan {
            columns,
            root,
            outputs,
        } = plan;
        let root = merge_all(root, &columns);
        LogicalPlan {
            columns,
            root,
            outputs,
        }
    }
}

type Table = dosic_ir::IndexVec<ColumnId, dosic_ir::plan::ColumnInfo>;

fn merge_all(rel: Rel, table: &Table) -> Rel {
    let rel = rel.map_inputs(&mut |input| merge_all(input, table));
    let Rel::Merge(Merge {
        keys,
        branches,
        label,
    }) = rel
    else {
        return rel;
    };
    let mut merged: Vec<Branch> = Vec::new();
    for branch in branches {
        let mut left = Some(branch);
        for other in &mut merged {
            let Some(branch) = left.take() else { break };
            left = absorb(other, branch).err().map(|b| *b);
        }
        merged.extend(left);
    }
    let adds_groups = keys.is_empty() || merged.iter().all(|b| b.adds_groups);
    match merged.pop() {
        Some(only) if merged.is_empty() && adds_groups => single_branch(only, &keys, table),
        last => {
            merged.extend(last);
            Rel::Merge(Merge {
                keys,
                branches: merged,
                label,
            })
        }
    }
}

/// Takes the aggregates of `other` into `branch`, or gives `other` back.
fn absorb(branch: &mut Branch, other: Branch) -> Result<(), Box<Branch>> {
    let merged = {
        let (
            Rel::Aggregate {
                input,
                keys,
                aggregates,
                label,
            },
            Rel::Aggregate {
                input: theirs,
                keys: their_keys,
                aggregates: their_aggregates,
                ..
            },
        ) = (&branch.input, &other.input)
        else {
            return Err(Box::new(other));
        };
        let Some((input, names)) = unified(input, theirs) else {
            return Err(Box::new(other));
        };
        let named = |c: &ColumnId| *names.get(c).unwrap_or(c);
        let same_keys = keys.len() == their_keys.len()
            && branch
                .keys
                .iter()
                .zip(&other.keys)
                .all(|(a, b)| *a == named(b));
        if !same_keys {
            return Err(Box::new(other));
        }
        let mut aggregates = aggregates.clone();
        let sources = add_aggregates(&mut aggregates, their_aggregates, &names);
        let input = Box::new(input);
        (
            Rel::Aggregate {
                input,
                keys: keys.clone(),
                aggregates,
                label: label.clone(),
            },
            sources,
        )
    };
    let (input, sources) = merged;
    branch.input = input;
    branch.adds_groups |= other.adds_groups;
    branch
        .leaves
        .extend(other.leaves.into_iter().map(|leaf| MergeLeaf {
            source: *sources.get(&leaf.source).unwrap_or(&leaf.source),
            ..leaf
        }));
    Ok(())
}

/// Adds aggregates over renamed columns; an equal one is used again. Gives their columns by the old ones.
fn add_aggregates(
    aggregates: &mut Vec<(ColumnId, AggregateCall<ColumnId>)>,
    more: &[(ColumnId, AggregateCall<ColumnId>)],
    names: &Columns,
) -> BTreeMap<ColumnId, ColumnId> {
    let mut sources = BTreeMap::new();
    for (column, call) in more {
        let args = call.args.iter().map(|a| renamed(a, names)).collect();
        let call = AggregateCall {
            args,
            ..call.clone()
        };
        let same = aggregates.iter().find(|(_, c)| *c == call).map(|(c, _)| *c);
        if same.is_none() {
            aggregates.push((*column, call));
        }
        sources.insert(*column, same.unwrap_or(*column));
    }
    sources
}
