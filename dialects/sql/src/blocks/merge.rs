//! The merge of branches (R1): one UNION ALL, then one GROUP BY over the keys. It hashes on every
//! engine, serves any number of branches, and NULL keys meet by themselves.

use dosic_ir::ColumnId;
use dosic_ir::plan::{Branch, Merge, MergeLeaf, Rel};

use super::close::{column_of, from_block};
use super::{Block, Builder};
use crate::ast::SqlExpr;
use crate::build;
use crate::names::{first_free, spelling};
use crate::select::{Cte, From, Item, Join, Select};

/// A branch that became a named block.
struct ClosedBranch<'p> {
    branch: &'p Branch,
    /// Leaves that are read.
    leaves: Vec<MergeLeaf>,
    /// The name of its block.
    block: String,
    from: Option<From>,
}

impl Builder<'_> {
    pub(super) fn merge(&mut self, merge: &Merge, depth: usize) -> Block {
        if merge.branches.iter().all(|b| is_one_row(&b.input)) {
            return self.side_by_side(merge, depth);
        }
        let branches: Vec<ClosedBranch> = merge
            .branches
            .iter()
            .map(|branch| self.close_branch(branch, depth))
            .collect();
        let leaves = branches.iter().flat_map(|b| &b.leaves);
        let columns: Vec<ColumnId> = merge
            .keys
            .iter()
            .copied()
            .chain(leaves.map(|l| l.column))
            .collect();
        if columns.is_empty() {
            // Exactly one row, of which nothing is read.
            return Block::default();
        }
        let mut names = self.column_names(&columns);
        // Without keys there is one group, whichever branch adds it.
        let is_marked = !merge.keys.is_empty() && branches.iter().any(|b| !b.branch.adds_groups);
        if is_marked {
            names.push(first_free("adds_group", |n| !names.iter().any(|o| o == n)));
        }
        let stack = self.names.block(&stack_name(&merge.label));
        let selects = branches
            .iter()
            .map(|branch| self.stacked(branch, &branches, &names, is_marked))
            .collect();
        self.ctes.push(Cte {
            name: stack.clone(),
            anchored: false,
            selects,
        });
        self.merged(merge, &branches, &stack, names, is_marked)
    }

    /// Branches of exactly one row each need no merge: their rows stand side by side.
    fn side_by_side(&mut self, merge: &Merge, depth: usize) -> Block {
        let mut tables = Vec::new();
        for branch in &merge.branches {
            let is_read = |l: &MergeLeaf| self.usage.is_read_above(l.column, depth);
            if !branch.leaves.iter().any(is_read) {
                continue;
            }
            let closed = self.close_branch(branch, depth);
            for leaf in &closed.leaves {
                let value = self.sql(leaf.source);
                self.bind(leaf.column, value);
            }
            tables.extend(closed.from);
        }
        let mut tables = tables.into_iter();
        let from = tables.next().map(|mut first| {
            first.joins.extend(tables.map(|from| Join {
                table: from.base,
                on: Vec::new(),
            }));
            first
        });
        Block {
            from,
            label: merge.label.clone(),
            ..Block::default()
        }
    }

    fn close_branch<'p>(&mut self, branch: &'p Branch, depth: usize) -> ClosedBranch<'p> {
        let is_read = |l: &&MergeLeaf| self.usage.is_read_above(l.column, depth);
        let leaves: Vec<MergeLeaf> = branch.leaves.iter().filter(is_read).copied().collect();
        let mut columns = branch.keys.clone();
        for leaf in &leaves {
            if !columns.contains(&leaf.source) {
                columns.push(leaf.source);
            }
        }
        let block = self.operator(&branch.input, depth + 1, false);
        let block = self.close(block, columns);
        ClosedBranch {
            branch,
            leaves,
            block: block
                .from
                .as_ref()
                .map_or_else(String::new, |f| f.base.key.clone()),
            from: block.from,
        }
    }

    /// One SELECT of the UNION ALL: keys, its own leaves, and a typed NULL for every other leaf (ruling 17).
    fn stacked(
        &mut self,
        own: &ClosedBranch,
        branches: &[ClosedBranch],
        names: &[String],
        is_marked: bool,
    ) -> Select {
        let mut values: Vec<SqlExpr> = own.branch.keys.iter().map(|k| self.sql(*k)).collect();
        for other in branches {
            for leaf in &other.leaves {
                values.push(if other.block == own.block {
                    self.sql(leaf.source)
                } else {
                    self.absent_leaf(leaf, &other.block)
                });
            }
        }
        if is_marked {
            values.push(build::integer(own.branch.adds_groups.into()));
        }
        let columns: Vec<String> = values
            .iter()
            .filter_map(|v| match v {
                SqlExpr::Column { name, .. } => Some(name.clone()),
                _ => None,
            })
            .collect();
        let item = |(expr, name): (SqlExpr, &String)| Item {
            expr,
            name: name.clone(),
            always_named: false,
        };
        Select {
            items: values.into_iter().zip(names).map(item).collect(),
            from: Some(from_block(&own.block, columns)),
            ..Select::default()
        }
    }

    /// The NULL of a leaf in another branch. An engine that must be told the type by an example gets
    /// one from the leaf's own block, which is read for its type alone.
    fn absent_leaf(&mut self, leaf: &MergeLeaf, block: &str) -> SqlExpr {
        let ty = self.plan.column_type(leaf.source);
        if let Some(null) = self.dialect.absent_leaf(ty) {
            return null;
        }
        for cte in self.ctes.iter_mut().filter(|c| c.name == block) {
            cte.anchored = true;
        }
        let column = match self.sql(leaf.source) {
            SqlExpr::Column { name, .. } => spelling(&name, self.dialect).into_owned(),
            _ => "NULL".to_owned(),
        };
        let block = spelling(block, self.dialect);
        build::raw(format!("(SELECT {column} FROM {block} WHERE FALSE)"))
    }

    /// The GROUP BY over the stack, still open.
    fn merged(
        &mut self,
        merge: &Merge,
        branches: &[ClosedBranch],
        stack: &str,
        names: Vec<String>,
        is_marked: bool,
    ) -> Block {
        let mut stacked = names.iter().map(|name| column_of(stack, name));
        let keys: Vec<SqlExpr> = stacked.by_ref().take(merge.keys.len()).collect();
        for (key, sql) in merge.keys.iter().zip(&keys) {
            self.bind(*key, sql.clone());
        }
        for leaf in branches.iter().flat_map(|b| &b.leaves) {
            let Some(column) = stacked.next() else {
                break;
            };
            let ty = self.plan.column_type(leaf.source);
            // At most one row of the group has the leaf, so it marks that row itself.
            let value = self.dialect.merge_leaf(column.clone(), ty, column);
            let value = if leaf.zero_if_absent {
                or_zero(value)
            } else {
                value
            };
            self.bind(leaf.column, value);
        }
        let having = if is_marked {
            stacked.next().map(adds_group).into_iter().collect()
        } else {
            Vec::new()
        };
        drop(stacked);
        Block {
            from: Some(from_block(stack, names)),
            keys: Some(keys),
            having,
            label: merge.label.clone(),
            merged: true,
            ..Block::default()
        }
    }
}

/// Whether an operator gives exactly one row whatever the data are.
fn is_one_row(rel: &Rel) -> bool {
    match rel {
        Rel::Unit => true,
        Rel::Aggregate { keys, .. } => keys.is_empty(),
        Rel::Project { input, .. }
        | Rel::Window { input, .. }
        | Rel::Sort { input, .. }
        | Rel::RowId { input, .. } => is_one_row(input),
        _ => false,
    }
}

/// What the stacked branches of a merge are called: `stacked_by_region` for `merged_by_region`.
fn stack_name(label: &str) -> String {
    match label.strip_prefix("merged") {
        Some(rest) => format!("stacked{rest}"),
        None => format!("{label}_stacked"),
    }
}

fn or_zero(value: SqlExpr) -> SqlExpr {
    build::call("COALESCE", [value, build::integer(0)])
}

/// `MAX(marker) = 1`: a branch that adds groups has the key tuple (ruling 18).
fn adds_group(marker: SqlExpr) -> SqlExpr {
    build::binary("=", build::call("MAX", [marker]), build::integer(1))
}
