//! The conformance cases: the project's own (`corpus/`), and those that lie beside the workspace, compiled
//! strictly, with all passes and with none, and run on both engines.
//!
//! A case is a folder with `model.yaml`, `query.json`, `expected.json` and `case.yaml`; its tables are in a
//! `data.sql` of its own or in a data set of its or a neighbouring collection. The cases beside the workspace are no part of the
//! project: where they are absent, the tests say so and pass. `DOSIC_SHARED` says where they are instead.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panicking and reports what it skipped"
)]

mod cases;
mod corpus;
mod expected;
mod interpreter;

use std::collections::BTreeSet;

use dosic_compiler::{Compiled, Options, pass_names};
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;
use dosic_tests::loading::{into_duckdb, into_postgres};
use dosic_tests::pipeline::{Failure, Model, emit};
use dosic_tests::postgres::PrivatePostgres;
use dosic_tests::read_back::read_back;

use cases::{Case, Tables};
use expected::Outcome;

#[test]
fn duckdb() {
    let open = |tables: &Tables| -> Box<dyn Engine> {
        let mut engine = DuckDb::in_memory().unwrap();
        match tables {
            Tables::Script(script) => engine.execute(script).unwrap(),
            Tables::Files(files) => {
                for table in files {
                    into_duckdb(&mut engine, table).unwrap();
                }
            }
        }
        Box::new(engine)
    };
    run(&dosic_duckdb::DuckDb, open);
}

#[test]
fn postgres() {
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let open = |tables: &Tables| -> Box<dyn Engine> {
        let mut engine = Postgres::connect(&server.address()).unwrap();
        // Gone when the connection ends, as are the tables.
        let schema =
            "DROP SCHEMA IF EXISTS cases CASCADE; CREATE SCHEMA cases; SET search_path TO cases";
        engine.execute(schema).unwrap();
        match tables {
            Tables::Script(script) => engine.execute(script).unwrap(),
            Tables::Files(files) => {
                let mut reader = DuckDb::in_memory().unwrap();
                for table in files {
                    into_postgres(&mut reader, server, &mut engine, table).unwrap();
                }
            }
        }
        Box::new(engine)
    };
    run(&dosic_postgres::Postgres, open);
}

/// Runs every case on one engine, which `open` makes for a set of tables.
fn run(dialect: &dyn Dialect, open: impl Fn(&Tables) -> Box<dyn Engine>) {
    let Some(folder) = cases::folder() else {
        eprintln!(
            "skipped: ../shared is absent (0 conformance cases run on {})",
            dialect.name()
        );
        return;
    };
    let by_tables = cases::by_tables(&folder);
    let total: usize = by_tables.values().map(Vec::len).sum();
    let mut faults = Vec::new();
    for (at, cases) in &by_tables {
        let mut engine = open(&cases::tables(at));
        for case in cases {
            if let Err(why) = judge(case, dialect, engine.as_mut()) {
                faults.push(format!("{}: {why}", case.label));
            }
        }
    }
    eprintln!(
        "conformance on {}: {} of {total}",
        dialect.name(),
        total - faults.len()
    );
    assert!(total > 0, "{} holds no cases", folder.display());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn judge(case: &Case, dialect: &dyn Dialect, engine: &mut dyn Engine) -> Result<(), String> {
    let expected = Outcome::read(&case.expected)?;
    let every_pass = BTreeSet::new();
    let no_pass: BTreeSet<String> = pass_names().map(str::to_owned).collect();
    let sql = match (&expected, compile(case, dialect, &every_pass)) {
        (Outcome::Error(code), Err(found)) if *code == "*" || *code == found.code => return Ok(()),
        (Outcome::Error(code), Err(found)) => {
            return Err(format!("{} ({}), not {code}", found.code, found.message));
        }
        (Outcome::Error(code), Ok(_)) => return Err(format!("SQL, not {code}")),
        (_, Err(found)) => return Err(format!("refused: {} {}", found.code, found.message)),
        (_, Ok(sql)) => sql,
    };
    if compile(case, dialect, &every_pass).as_ref() != Ok(&sql) {
        return Err("compiled again, it gives other SQL".to_owned());
    }
    read(case, &sql, dialect)?;
    run_and_check(case, &expected, &sql, engine)?;
    let plain = compile(case, dialect, &no_pass).map_err(|f| f.message)?;
    if plain == sql {
        return Ok(());
    }
    read(case, &plain, dialect)?;
    run_and_check(case, &expected, &plain, engine).map_err(|why| format!("without passes: {why}"))
}

fn run_and_check(
    case: &Case,
    expected: &Outcome,
    sql: &str,
    engine: &mut dyn Engine,
) -> Result<(), String> {
    match (expected, Rows::of(engine, sql)) {
        (Outcome::FailingSql, Err(_)) => Ok(()),
        (Outcome::FailingSql, Ok(_)) => Err("the engine should refuse the SQL".to_owned()),
        (_, Err(error)) => Err(format!("{error}\n{sql}")),
        (_, Ok(rows)) => expected.check(&rows, &case.query),
    }
}

fn compile(
    case: &Case,
    dialect: &dyn Dialect,
    disabled_passes: &BTreeSet<String>,
) -> Result<String, Failure> {
    let options = Options {
        strict: true,
        disabled_passes: disabled_passes.clone(),
        ..Options::default()
    };
    let compiled: Compiled = Model::read(&case.model, options).plan(&case.query)?;
    emit(&compiled, dialect)
}

/// Reads the SQL back, unless a source query of the model stands in it: that is text of the engine's own.
fn read(case: &Case, sql: &str, dialect: &dyn Dialect) -> Result<(), String> {
    let has_query = case.model.to_lowercase().contains("source: select")
        || case.model.contains("source: >")
        || case.model.contains("source: |");
    if has_query {
        Ok(())
    } else {
        read_back(sql, dialect.name())
    }
}
