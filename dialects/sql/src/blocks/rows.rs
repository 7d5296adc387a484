//! Sources, filters, projections, row numbers, windows and orders.

use dosic_ir::plan::{PlanExpr, Rel, Scan};
use dosic_ir::{ColumnId, SortKey, WindowCall};

use super::close::{SCAN_KEY, SELECTED, column_of};
use super::{Block, Builder};
use crate::ast::SqlExpr;
use crate::build;
use crate::expr::emit_window;
use crate::names;
use crate::select::{From, Table};
use crate::source;

impl Builder<'_> {
    pub(super) fn scan(&mut self, scan: &Scan) -> Block {
        self.scans += 1;
        let key = format!("{SCAN_KEY}{}", self.scans);
        for (column, name) in &scan.columns {
            self.bind(*column, column_of(&key, &names::physical(name)));
        }
        let rows = match source::rows(&scan.source, self.dialect) {
            Ok(rows) => rows,
            Err(fault) => {
                self.faults.push(fault);
                return Block::default();
            }
        };
        Block {
            from: Some(From {
                base: Table {
                    key,
                    rows,
                    alias: scan.label.clone(),
                },
                joins: Vec::new(),
            }),
            label: scan.label.clone(),
            suffix: "prepared",
            ..Block::default()
        }
    }

    pub(super) fn filter(&mut self, input: &Rel, predicates: &[PlanExpr], depth: usize) -> Block {
        let block = self.operator(input, depth + 1, false);
        let fits = block.limit.is_none()
            && block.distinct.is_none()
            && !block.windowed
            && predicates.iter().all(|p| self.is_inlinable(p, &block));
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        for predicate in predicates {
            let sql = self.expr(predicate);
            if block.keys.is_some() {
                block.having.push(sql);
            } else {
                block.filter.push(sql);
                block.suffix = "filtered";
            }
        }
        block
    }

    pub(super) fn project(
        &mut self,
        input: &Rel,
        columns: &[(ColumnId, PlanExpr)],
        depth: usize,
    ) -> Block {
        let block = self.operator(input, depth + 1, false);
        let computed: Vec<&(ColumnId, PlanExpr)> = columns
            .iter()
            .filter(|(c, e)| e.as_leaf() != Some(c) && self.usage.is_read_above(*c, depth))
            .collect();
        // A column under another name is not written here, so it may be bound to anything.
        let fits = computed.is_empty()
            || (block.distinct.is_none()
                && computed
                    .iter()
                    .all(|(_, e)| e.as_leaf().is_some() || self.is_inlinable(e, &block)));
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        for (column, expr) in computed {
            let sql = match expr.as_leaf() {
                Some(renamed) => self.sql(*renamed),
                None => {
                    if block.suffix == SELECTED {
                        block.suffix = "computed";
                    }
                    self.expr(expr)
                }
            };
            let level = self.level(expr) + u8::from(expr.as_leaf().is_none());
            self.set_level(*column, level);
            self.bind(*column, sql);
        }
        block
    }

    /// Numbers the rows of the input (ruling 19).
    pub(super) fn row_id(&mut self, input: &Rel, column: ColumnId, depth: usize) -> Block {
        let block = self.operator(input, depth + 1, false);
        if !self.usage.is_read_above(column, depth) {
            return block;
        }
        let mut block = self.closed_unless(block.is_plain(), block, input, depth + 1);
        let number = build::call("ROW_NUMBER", []);
        self.bind(
            column,
            SqlExpr::Window {
                function: Box::new(number),
                partition_by: Vec::new(),
                order_by: Vec::new(),
                frame: None,
            },
        );
        block.windowed = true;
        block.suffix = "numbered";
        block
    }

    pub(super) fn window(
        &mut self,
        input: &Rel,
        calls: &[(ColumnId, WindowCall<ColumnId>)],
        depth: usize,
    ) -> Block {
        let block = self.operator(input, depth + 1, false);
        let calls: Vec<&(ColumnId, WindowCall<ColumnId>)> = calls
            .iter()
            .filter(|(c, _)| self.usage.is_read_above(*c, depth))
            .collect();
        if calls.is_empty() {
            return block;
        }
        let fits = block.is_plain()
            && calls
                .iter()
                .flat_map(|(_, call)| call.exprs())
                .all(|e| self.is_inlinable(e, &block));
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        let bound: Vec<(ColumnId, SqlExpr)> = calls
            .into_iter()
            .map(|(column, call)| {
                let sql = emit_window(call, &*self, self.dialect);
                (*column, self.or_fault(sql))
            })
            .collect();
        for (column, sql) in bound {
            self.bind(column, sql);
        }
        block.order.clear();
        block.windowed = true;
        block.suffix = "windowed";
        block
    }

    pub(super) fn sort(
        &mut self,
        input: &Rel,
        keys: &[SortKey<PlanExpr>],
        depth: usize,
        is_last: bool,
    ) -> Block {
        let block = self.operator(input, depth + 1, false);
        let mut fits = block.limit.is_none() && block.distinct.is_none();
        for key in keys {
            fits = fits && self.is_key_written_once(key, &block, is_last);
        }
        let mut block = self.closed_unless(fits, block, input, depth + 1);
        block.order = keys.to_vec();
        block
    }

    /// Whether ordering by the key repeats nothing that is long: an output is ordered by its name.
    fn is_key_written_once(
        &mut self,
        key: &SortKey<PlanExpr>,
        block: &Block,
        is_last: bool,
    ) -> bool {
        if self.is_inlinable(&key.expr, block) {
            return true;
        }
        let Some(column) = key.expr.as_leaf() else {
            return false;
        };
        let name = build::raw("1");
        is_last
            && self.plan.outputs.iter().any(|o| o.column == *column)
            && self
                .sort_key(key, &|_| name.clone())
                .is_some_and(|order| order.expr == name)
    }
}
