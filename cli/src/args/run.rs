//! Where a query runs and how its rows are written.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Where a query runs and what becomes of its rows.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Engine and output")]
pub struct RunArgs {
    /// A DuckDB database file, opened read-only. Without it and `--connect`, DuckDB reads the files that the model names.
    #[arg(long, value_name = "FILE", conflicts_with = "connect")]
    pub db: Option<PathBuf>,
    /// A Postgres address (`postgres://user@host/database`), or a name of `[connections]` in dosic.toml.
    #[arg(long, value_name = "ADDRESS|NAME")]
    pub connect: Option<String>,
    /// Do not check on the data the keys that the model leaves undeclared and the query relies on.
    #[arg(long)]
    pub no_verify_keys: bool,
    /// How rows are written; by default a table on a terminal or in a pipe, and by its ending in a file.
    #[arg(long, value_enum)]
    pub format: Option<RowFormat>,
    /// Write to this file instead of stdout.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// Aligned columns, for people.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a row.
    Jsonl,
    /// An Arrow IPC stream.
    Arrow,
    /// A Parquet file.
    Parquet,
}
