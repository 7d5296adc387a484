//! Joins: a left-deep chain is one FROM with LEFT JOINs.

use dosic_ir::ColumnId;
use dosic_ir::plan::Rel;

use super::{Block, Builder};
use crate::ast::SqlExpr;
use crate::build;
use crate::select::{Join, Table};

impl Builder<'_> {
    pub(super) fn join(
        &mut self,
        left: &Rel,
        right: &Rel,
        on: &[(ColumnId, ColumnId)],
        depth: usize,
    ) -> Block {
        let block = self.operator(left, depth + 1, false);
        let fits = block.is_plain()
            && block.from.is_some()
            && on.iter().all(|(l, _)| self.is_repeatable(*l, &block));
        let mut block = self.closed_unless(fits, block, left, depth + 1);
        block.order.clear();

        let (table, mut predicates) = self.joined_table(right, on, depth);
        let equal = on
            .iter()
            .map(|(l, r)| build::binary("=", self.sql(*l), self.sql(*r)));
        predicates.splice(0..0, equal);
        if let (Some(from), Some(table)) = (&mut block.from, table) {
            from.joins.push(Join {
                table,
                on: predicates,
            });
        }
        block.suffix = "joined";
        block
    }

    /// The right side: one table with its predicates if it is no more than that, else a named block.
    ///
    /// Only bare columns of a table become NULL where nothing matches, so every other expression of
    /// the right side is computed inside a block, below the join. What is read by the join itself may be
    /// computed in its condition.
    fn joined_table(
        &mut self,
        right: &Rel,
        on: &[(ColumnId, ColumnId)],
        depth: usize,
    ) -> (Option<Table>, Vec<SqlExpr>) {
        let block = self.operator(right, depth + 1, false);
        let is_one_table = block.is_plain()
            && block.from.as_ref().is_some_and(|f| f.joins.is_empty())
            && on.iter().all(|(_, r)| self.is_repeatable(*r, &block))
            && right
                .output_columns()
                .into_iter()
                .filter(|c| self.usage.is_read_above(*c, depth))
                .all(|c| matches!(self.binding(c), Some(SqlExpr::Column { .. })));
        let block = self.closed_unless(is_one_table, block, right, depth + 1);
        (block.from.map(|from| from.base), block.filter)
    }
}
