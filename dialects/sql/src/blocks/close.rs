//! Finishing a block: its select list, GROUP BY, ORDER BY and aliases; closing it under a name.

use std::collections::BTreeSet;

use dosic_diagnostics::Diagnostic;
use dosic_ir::plan::{Output, PlanExpr};
use dosic_ir::{ColumnId, SortKey};

use super::{Block, Builder, is_constant, is_trivial};
use crate::ast::{SqlExpr, SqlOrder};
use crate::expr::{Columns, emit_sort_key};
use crate::hints::Hints;
use crate::names;
use crate::select::{Cte, From, Item, Rows, Select, Table};

/// Begins the key of a table that is no block of the statement; no name of a block begins so.
pub(super) const SCAN_KEY: char = '#';

/// How rows of a named block differ from it before anything is done to them.
pub(super) const SELECTED: &str = "selected";

impl Builder<'_> {
    /// Makes the block a named one that gives `columns`, and reads from it. An order goes with the rows.
    pub(super) fn close(&mut self, block: Block, mut columns: Vec<ColumnId>) -> Block {
        if let Some(all) = &block.distinct {
            columns.clone_from(all);
        }
        for key in &block.order {
            key.expr.for_each_leaf(&mut |c| {
                if !columns.contains(c) {
                    columns.push(*c);
                }
            });
        }
        let name = self.names.block(&block.name());
        let label = if block.suffix.is_empty() {
            name.clone()
        } else {
            block.label.clone()
        };
        let mut next = Block {
            order: block.order.clone(),
            label,
            suffix: SELECTED,
            ..Block::default()
        };
        let names = self.column_names(&columns);
        let mut items: Vec<Item> = columns
            .iter()
            .zip(&names)
            .map(|(c, name)| Item {
                expr: self.sql(*c),
                name: name.clone(),
                always_named: false,
            })
            .collect();
        if items.is_empty() {
            items.push(one());
        }
        let mut block = block;
        if block.limit.is_none() {
            block.order.clear();
        }
        let select = self.select(block, items, &columns);
        self.ctes.push(Cte {
            name: name.clone(),
            anchored: false,
            selects: vec![select],
        });
        for (column, column_name) in columns.iter().zip(&names) {
            self.bind(*column, column_of(&name, column_name));
            self.set_level(*column, 0);
        }
        next.from = Some(from_block(&name, names));
        next
    }

    /// Names for the columns of a block: their hints, made regular and unique.
    pub(super) fn column_names(&self, columns: &[ColumnId]) -> Vec<String> {
        let hints = self
            .hints
            .get_or_init(|| Hints::of(self.plan, self.operators));
        let mut used = BTreeSet::new();
        let name = |column: &ColumnId| {
            let own = self.plan.column_name(*column);
            let hint = names::regular(hints.name(*column).unwrap_or(own), "value");
            let name = names::first_free(&hint, |n| !used.contains(n));
            used.insert(name.clone());
            name
        };
        columns.iter().map(name).collect()
    }

    /// An output under its name. The engine shows stored columns in its own spelling, so those are always named.
    pub(super) fn output(&self, output: &Output) -> Item {
        let expr = self.sql(output.column);
        let is_stored =
            matches!(&expr, SqlExpr::Column { table: Some(key), .. } if key.starts_with(SCAN_KEY));
        Item {
            name: names::output(&output.name, self.dialect),
            always_named: is_stored,
            expr,
        }
    }

    /// The SELECT of a block with a select list; `columns` are those of the items, where they have one.
    pub(super) fn select(
        &mut self,
        block: Block,
        items: Vec<Item>,
        columns: &[ColumnId],
    ) -> Select {
        let order_by = block
            .order
            .iter()
            .filter_map(|key| self.order_key(key, &items, columns))
            .collect();
        let group_by = grouping(block.keys.unwrap_or_default(), &items);
        let mut from = block.from;
        if let Some(from) = &mut from {
            self.give_aliases(from);
        }
        Select {
            distinct: block.distinct.is_some(),
            items,
            from,
            filter: block.filter,
            group_by,
            having: block.having,
            order_by,
            limit: block.limit,
        }
    }

    /// An output is ordered by its name, or its number where another differs by case alone.
    fn order_key(
        &mut self,
        key: &SortKey<PlanExpr>,
        items: &[Item],
        columns: &[ColumnId],
    ) -> Option<SqlOrder> {
        let position = key
            .expr
            .as_leaf()
            .and_then(|c| columns.iter().position(|o| o == c));
        if let Some((position, item)) = position.and_then(|p| Some((p, items.get(p)?))) {
            let alike = |i: &&Item| i.name.to_lowercase() == item.name.to_lowercase();
            let name = if items.iter().filter(alike).count() == 1 {
                SqlExpr::Column {
                    table: None,
                    name: item.name.clone(),
                }
            } else {
                SqlExpr::Raw((position + 1).to_string())
            };
            let order = self.sort_key(key, &|_| name.clone())?;
            if order.expr == name {
                return Some(order);
            }
        }
        let result = emit_sort_key(key, &*self, self.dialect);
        // A constant orders nothing, and would be taken for a position.
        self.order_or_fault(result)
            .filter(|o| !is_constant(&o.expr))
    }

    /// One key of an order, with columns written as given.
    pub(super) fn sort_key(
        &mut self,
        key: &SortKey<PlanExpr>,
        columns: &dyn Columns,
    ) -> Option<SqlOrder> {
        let result = emit_sort_key(key, columns, self.dialect);
        self.order_or_fault(result)
    }

    fn order_or_fault(&mut self, result: Result<SqlOrder, Diagnostic>) -> Option<SqlOrder> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }

    fn give_aliases(&self, from: &mut From) {
        let mut used: BTreeSet<String> = from
            .tables()
            .filter(|t| matches!(t.rows, Rows::Cte(_)))
            .map(|t| t.alias.clone())
            .collect();
        for table in from.tables_mut() {
            if !matches!(table.rows, Rows::Cte(_)) {
                table.alias = self.names.alias(&table.alias, &used);
                used.insert(table.alias.clone());
            }
        }
    }
}

impl Block {
    /// The name under which the block is closed.
    fn name(&self) -> String {
        if self.suffix.is_empty() {
            self.label.clone()
        } else {
            format!("{}_{}", self.label, self.suffix)
        }
    }
}

/// A column of a table of the block.
pub(super) fn column_of(key: &str, name: &str) -> SqlExpr {
    SqlExpr::Column {
        table: Some(key.to_owned()),
        name: name.to_owned(),
    }
}

/// FROM a named block with these columns.
pub(super) fn from_block(name: &str, columns: Vec<String>) -> From {
    From {
        base: Table {
            key: name.to_owned(),
            rows: Rows::Cte(columns),
            alias: name.to_owned(),
        },
        joins: Vec::new(),
    }
}

/// The select list of rows without columns.
fn one() -> Item {
    Item {
        expr: SqlExpr::Raw("1".to_owned()),
        name: "one".to_owned(),
        always_named: true,
    }
}

/// GROUP BY: columns as they are; where a key is computed, the numbers of the select list, so that it is written once.
fn grouping(keys: Vec<SqlExpr>, items: &[Item]) -> Vec<SqlExpr> {
    if keys.iter().all(is_trivial) {
        return keys;
    }
    let number = |key: &SqlExpr| items.iter().position(|i| i.expr == *key);
    let all_shown = keys.iter().all(|k| number(k).is_some());
    keys.into_iter()
        .map(|key| match number(&key) {
            Some(position) if all_shown || !is_trivial(&key) => {
                SqlExpr::Raw((position + 1).to_string())
            }
            _ => key,
        })
        .collect()
}
