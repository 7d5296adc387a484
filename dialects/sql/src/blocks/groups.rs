//! Aggregates and distinct rows.

use dosic_ir::plan::Rel;
use dosic_ir::{AggregateCall, ColumnId};

use super::{Block, Builder, is_constant};
use crate::ast::SqlExpr;
use crate::expr::emit_aggregate;

impl Builder<'_> {
    pub(super) fn aggregate(
        &mut self,
        input: &Rel,
        keys: &[ColumnId],
        aggregates: &[(ColumnId, AggregateCall<ColumnId>)],
        label: &str,
        depth: usize,
    ) -> Block {
        let aggregates: Vec<&(ColumnId, AggregateCall<ColumnId>)> = aggregates
            .iter()
            .filter(|(c, _)| self.usage.is_read_above(*c, depth))
            .collect();
        if keys.is_empty() && aggregates.is_empty() {
            // Exactly one row, of which nothing is read.
            return Block::default();
        }
        let block = self.operator(input, depth + 1, false);
        // A constant in GROUP BY would be taken for a position.
        let is_key = |c: &ColumnId| self.binding(*c).is_none_or(|sql| !is_constant(sql));
        let fits = block.is_plain()
            && keys.iter().all(is_key)
            && aggregates
                .iter()
                .flat_map(|(_, call)| &call.args)
                .all(|arg| self.is_inlinable(arg, &block));
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        let mut grouping: Vec<SqlExpr> = Vec::with_capacity(keys.len());
        for key in keys {
            let sql = self.sql(*key);
            if !grouping.contains(&sql) {
                grouping.push(sql);
            }
        }
        let bound: Vec<(ColumnId, SqlExpr)> = aggregates
            .into_iter()
            .map(|(column, call)| {
                let sql = emit_aggregate(call, &*self, self.dialect);
                (*column, self.or_fault(sql))
            })
            .collect();
        for (column, sql) in bound {
            self.bind(column, sql);
        }
        block.order.clear();
        block.keys = Some(grouping);
        label.clone_into(&mut block.label);
        block.suffix = "";
        block
    }

    pub(super) fn distinct(&mut self, input: &Rel, label: &str, depth: usize) -> Block {
        let block = self.operator(input, depth + 1, false);
        let fits = block.distinct.is_none() && block.limit.is_none();
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        block.order.clear();
        block.distinct = Some(input.output_columns());
        label.clone_into(&mut block.label);
        block.suffix = "";
        block
    }
}
