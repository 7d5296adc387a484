//! Tables that lie in files, loaded into both engines.

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{EngineError, Rows};

use crate::postgres::PrivatePostgres;

/// A table and where its rows come from.
pub struct Table {
    /// Its name.
    pub name: String,
    /// What DuckDB can select from: a table, or a file in quotes.
    pub from: String,
}

impl Table {
    /// A table whose rows a CSV or Parquet file holds.
    #[must_use]
    pub fn of_file(name: &str, path: &std::path::Path) -> Self {
        Self {
            name: name.to_owned(),
            from: format!("'{}'", path.display().to_string().replace('\'', "''")),
        }
    }
}

/// Creates the table in DuckDB.
///
/// # Errors
/// What the engine reports.
pub fn into_duckdb(duckdb: &mut DuckDb, table: &Table) -> Result<(), EngineError> {
    let Table { name, from } = table;
    duckdb.execute(&format!("CREATE TABLE \"{name}\" AS SELECT * FROM {from}"))
}

/// Creates the table in the current schema of Postgres, with the types that DuckDB finds.
///
/// # Errors
/// What either engine reports.
pub fn into_postgres(
    duckdb: &mut DuckDb,
    server: &PrivatePostgres,
    postgres: &mut Postgres,
    table: &Table,
) -> Result<(), EngineError> {
    let Table { name, from } = table;
    let described = Rows::of(duckdb, &format!("DESCRIBE SELECT * FROM {from}"))?;
    let column = |row: Vec<Option<String>>| {
        let mut row = row.into_iter().map(Option::unwrap_or_default);
        let (name, ty) = (
            row.next().unwrap_or_default(),
            row.next().unwrap_or_default(),
        );
        format!("\"{name}\" {}", postgres_type(&ty))
    };
    let columns: Vec<String> = described.texts().into_iter().map(column).collect();
    postgres.execute(&format!("CREATE TABLE \"{name}\" ({})", columns.join(", ")))?;
    let path = server.folder().join(format!("{name}.csv"));
    let path = path.display().to_string().replace('\'', "''");
    duckdb.execute(&format!(
        "COPY (SELECT * FROM {from}) TO '{path}' (FORMAT csv, HEADER, NULLSTR '\\N')"
    ))?;
    postgres.execute(&format!(
        "COPY \"{name}\" FROM '{path}' (FORMAT csv, HEADER, NULL '\\N')"
    ))
}

fn postgres_type(duckdb: &str) -> &str {
    match duckdb {
        "VARCHAR" => "TEXT",
        "DOUBLE" => "DOUBLE PRECISION",
        "TINYINT" => "SMALLINT",
        other => other,
    }
}
