//! SELECT blocks: what the plan becomes before it is printed.
//!
//! Columns name their table by a key of the block (`SqlExpr::Column::table`); the key becomes an
//! alias only when the block is printed, so that aliases need to be unique within one block alone.

use crate::ast::{SqlExpr, SqlOrder};
use crate::size::push_children;

/// A whole statement: named blocks, then the one that gives the result.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    /// In the order they refer to each other.
    pub(crate) ctes: Vec<Cte>,
    /// The result.
    pub(crate) body: Select,
}

/// A named block.
#[derive(Clone, Debug)]
pub(crate) struct Cte {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is also read for the types of its columns, which must not make the engine store its rows.
    pub(crate) anchored: bool,
    /// One SELECT, or several joined by UNION ALL.
    pub(crate) selects: Vec<Select>,
}

/// One SELECT.
#[derive(Clone, Debug, Default)]
pub(crate) struct Select {
    /// DISTINCT
    pub(crate) distinct: bool,
    /// At least one.
    pub(crate) items: Vec<Item>,
    /// FROM
    pub(crate) from: Option<From>,
    /// WHERE, conjuncts.
    pub(crate) filter: Vec<SqlExpr>,
    /// GROUP BY
    pub(crate) group_by: Vec<SqlExpr>,
    /// HAVING, conjuncts.
    pub(crate) having: Vec<SqlExpr>,
    /// ORDER BY
    pub(crate) order_by: Vec<SqlOrder>,
    /// LIMIT
    pub(crate) limit: Option<u64>,
}

/// One column of a select list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The value.
    pub(crate) expr: SqlExpr,
    /// Its name.
    pub(crate) name: String,
    /// Whether AS is written although the column already has that name.
    pub(crate) always_named: bool,
}

/// A table and what is joined to it.
#[derive(Clone, Debug)]
pub(crate) struct From {
    /// All rows of it are kept.
    pub(crate) base: Table,
    /// Joins in order.
    pub(crate) joins: Vec<Join>,
}

/// A table in FROM.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// What columns call it.
    pub(crate) key: String,
    /// What it is.
    pub(crate) rows: Rows,
    /// What stands for it in the text.
    pub(crate) alias: String,
}

/// Where the rows of a table come from.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// A block of this statement; its columns.
    Cte(Vec<String>),
    /// A table or file, as printed.
    Stored(String),
    /// A query of the target, as written.
    Derived(String),
}

/// `LEFT JOIN table ON …`, or `CROSS JOIN table`.
#[derive(Clone, Debug)]
pub(crate) struct Join {
    /// The table joined.
    pub(crate) table: Table,
    /// Conjuncts; none for a CROSS JOIN.
    pub(crate) on: Vec<SqlExpr>,
}

impl From {
    /// Every table, in order.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        std::iter::once(&self.base).chain(self.joins.iter().map(|j| &j.table))
    }

    /// Every table, to change.
    pub(crate) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        std::iter::once(&mut self.base).chain(self.joins.iter_mut().map(|j| &mut j.table))
    }
}

impl Select {
    /// Whether columns need no qualifier: one block is read, whose columns are known. A name of the select list hides
    /// one of them only from ORDER BY; everywhere else both engines look for columns first.
    pub(crate) fn is_unqualified(&self) -> bool {
        let Some(from) = &self.from else {
            return true;
        };
        let Rows::Cte(columns) = &from.base.rows else {
            return false;
        };
        from.joins.is_empty()
            && self
                .order_by
                .iter()
                .all(|key| !self.hides_part_of(&key.expr, columns))
    }

    /// Whether a name of the select list stands for a column that the expression reads.
    fn hides_part_of(&self, expr: &SqlExpr, columns: &[String]) -> bool {
        let mut open = vec![expr];
        while let Some(next) = open.pop() {
            if let SqlExpr::Column {
                table: Some(_),
                name,
            } = next
                && columns.contains(name)
                && self.items.iter().any(|item| item.hides(name))
            {
                return true;
            }
            push_children(next, &mut open);
        }
        false
    }
}

impl Item {
    fn hides(&self, column: &str) -> bool {
        let is_itself = matches!(&self.expr, SqlExpr::Column { name, .. } if name == column);
        !is_itself && self.name.eq_ignore_ascii_case(column)
    }
}
