//! Rows in memory.

use std::collections::BTreeMap;

use dosic_ir::{DatasetId, Ident};

use super::Value;

/// The rows of a source, with the spellings of its columns as stored.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows, each with a value a column.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The position of a physical column: semantics digest 2.2. A quoted name first finds the column
    /// stored with exactly that spelling; otherwise normal forms decide.
    #[must_use]
    pub fn position(&self, name: &Ident) -> Option<usize> {
        let exact = |c: &String| name.is_quoted() && c == name.display();
        let is_upper_case_of = |c: &String| {
            let upper = c.bytes().map(|b| b.to_ascii_uppercase());
            name.normal().bytes().eq(upper)
        };
        let normal = |c: &String| {
            let regular = is_upper_case_of(c) && Ident::is_regular(c);
            regular || (c == name.normal() && !Ident::is_regular(c))
        };
        let position = |test: &dyn Fn(&String) -> bool| self.columns.iter().position(test);
        position(&exact).or_else(|| position(&normal))
    }
}

/// The rows of every dataset of a model.
pub type Data = BTreeMap<DatasetId, Table>;

/// The rows of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Names of the columns.
    pub names: Vec<String>,
    /// Rows, in the order of the query where it has one.
    pub rows: Vec<Vec<Value>>,
    /// For each row the values of the order keys, shown or not: rows with equal ones may stand in any order.
    pub keys: Vec<Vec<Value>>,
    /// Whether the rows are the only ones: false if a window numbers, ranges over or picks from rows with equal
    /// order keys, so that another order of those, as good as this, gives other values (6.2).
    pub determined: bool,
}
