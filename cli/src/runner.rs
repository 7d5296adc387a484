//! What a program with engines adds: running a query that is compiled.

use std::path::PathBuf;

use dosic_diagnostics::{Diagnostic, SourceMap, Span};

use crate::{Console, RowFormat, Status};

/// Runs queries. `dosic-engine` gives one; `dosic` has none and becomes `dosic-engine`.
pub trait QueryRunner {
    /// Runs a job and writes its rows; reports to the console whatever fails.
    fn run(&self, job: &QueryJob, console: &Console) -> Status;
}

/// A compiled query and what becomes of it.
#[derive(Debug)]
pub struct QueryJob {
    /// The statement, in the SQL of the database.
    pub sql: String,
    /// Where it runs.
    pub database: Database,
    /// Assumed keys to check first (ruling 24).
    pub key_statements: Vec<KeyStatement>,
    /// Columns that the statement reads and whose datatype is not known, as `dataset.column`.
    pub untyped: Vec<String>,
    /// Warnings that stand if the database does not order texts by code point; only asked for where the
    /// dialect leaves that to the database.
    pub unchecked_collation: Vec<Diagnostic>,
    /// How rows are written; decided by the runner where absent.
    pub format: Option<RowFormat>,
    /// The file to write to; stdout where absent.
    pub output: Option<PathBuf>,
    /// The sources that spans refer to.
    pub sources: SourceMap,
}

/// A database to run on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// DuckDB, embedded.
    DuckDb {
        /// The database file; in memory where absent.
        file: Option<PathBuf>,
        /// The folder that relative file sources start from.
        file_root: PathBuf,
        /// Folders that file sources may read.
        allowed_folders: Vec<PathBuf>,
    },
    /// A Postgres server.
    Postgres {
        /// A URL, or `key=value` pairs.
        address: String,
    },
}

/// A statement that looks for a violation of an assumed key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyStatement {
    /// The relationship that assumes it.
    pub relationship: String,
    /// The dataset whose rows it should identify.
    pub dataset: String,
    /// The columns of the key.
    pub columns: Vec<String>,
    /// Gives one row (the columns, then a count) if the key is violated, else none.
    pub sql: String,
    /// Where the relationship stands in the model.
    pub span: Option<Span>,
}
