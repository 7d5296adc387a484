//! How a database keeps texts, where that can change what a query gives (ruling 26).

use dosic_diagnostics::{Check, Code, Diagnostic};

/// A column whose collation takes different texts for equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseColumn {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// The collation.
    pub collation: String,
}

/// How a database keeps texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseText {
    /// The encoding: `UTF8`.
    pub encoding: String,
    /// The collation of texts that none is written for: `en_US.utf8`.
    pub collation: String,
    /// Whether that collation orders by code point.
    pub by_code_point: bool,
    /// The columns whose collation takes different texts for equal.
    pub loose_columns: Vec<LooseColumn>,
}

impl DatabaseText {
    /// What there is to warn about before `sql` runs. `unchecked` are the warnings (`W_UNCHECKED_COLLATION`) about
    /// what the statement puts in order by the collation, whatever it is: they stand only where it is not that of
    /// code points, and then name it. `W_DATABASE_TEXT` tells of another encoding than UTF-8, and of columns that
    /// the statement may read and whose collation takes different texts for equal.
    #[must_use]
    pub fn warnings(&self, sql: &str, unchecked: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        if self.encoding != "UTF8" {
            all.push(self.wrong_encoding());
        }
        let read = |c: &&LooseColumn| sql.contains(&c.table) && sql.contains(&c.column);
        all.extend(self.loose_columns.iter().filter(read).map(loose));
        if !self.by_code_point {
            all.extend(unchecked.iter().map(|warning| {
                let mut warning = warning.clone();
                warning.message = format!("{}, here `{}`", warning.message, self.collation);
                warning
            }));
        }
        all
    }

    fn wrong_encoding(&self) -> Diagnostic {
        let message = format!(
            "the database is encoded in {}: beyond ASCII, lengths, positions and the order of texts may differ from those of other engines",
            self.encoding
        );
        Diagnostic::new(Code::DatabaseText, Check::Run, message)
            .kind("encoding")
            .help("use a database with the encoding UTF8")
    }
}

fn loose(column: &LooseColumn) -> Diagnostic {
    let LooseColumn {
        table,
        column,
        collation,
    } = column;
    let message = format!(
        "the column `{table}.{column}` has the collation `{collation}`, which takes different texts for equal: they are grouped, joined and counted as one"
    );
    Diagnostic::new(Code::DatabaseText, Check::Run, message)
        .kind("collation")
        .help(format!(
            "if texts should be told apart, make a view with `{column} COLLATE \"C\"` the source"
        ))
}
