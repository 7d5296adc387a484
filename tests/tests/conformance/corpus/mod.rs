//! The project's own conformance corpus, `tests/conformance`: every case on the reference interpreter, DuckDB and
//! Postgres, and the page that reports it.

mod case;
mod front;
mod judge;
mod registry;
mod report;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dosic_diagnostics::Code;
use dosic_runtime::Engine;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_sql::Dialect;
use dosic_tests::postgres::PrivatePostgres;

use case::Case;
use judge::Seen;
use report::{Measured, Results};

/// `CASE=text` runs only the cases whose name holds the text, and leaves the page alone.
#[test]
fn own_corpus() {
    let only = std::env::var("CASE").ok();
    let mut cases = case::all().unwrap_or_else(|faults| panic!("{faults}"));
    cases.retain(|c| only.as_ref().is_none_or(|part| c.label.contains(part)));
    let server = PrivatePostgres::unless_skipped();
    let mut measured = run(cases, server);
    measured.sort_by(|a, b| a.case.label.cmp(&b.case.label));
    let mut faults: Vec<String> = Vec::new();
    for Measured { case, results } in &measured {
        for (target, result) in results {
            if let Err(why) = result {
                faults.push(format!("{} on {target}: {why}", case.label));
            }
        }
    }
    eprintln!(
        "the project's own conformance corpus: {} cases, {} wrong",
        measured.len(),
        faults.len()
    );
    if only.is_none() {
        faults.extend(report::unwitnessed(&measured));
        match server {
            Some(_) => faults.extend(compare_page(&report::page(&measured))),
            None => eprintln!("skipped: docs/conformance.md, since Postgres is"),
        }
    }
    assert!(!measured.is_empty(), "there are no cases");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn compare_page(text: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let same = fs::read_to_string(path).is_ok_and(|committed| committed == text);
    (!same)
        .then(|| "docs/conformance.md is not what this run gives: run it with UPDATE_DOCS=1".into())
}

fn run(cases: Vec<Case>, server: Option<&PrivatePostgres>) -> Vec<Measured> {
    let mut by_tables: BTreeMap<PathBuf, Vec<Case>> = BTreeMap::new();
    for case in cases {
        by_tables
            .entry(case.tables_at.clone())
            .or_default()
            .push(case);
    }
    let mut postgres = server.map(|s| Postgres::connect(&s.address()).unwrap());
    let mut measured = Vec::new();
    for (at, cases) in by_tables {
        let script = fs::read_to_string(&at).unwrap();
        let mut duckdb = DuckDb::in_memory().unwrap();
        duckdb
            .execute(&script)
            .unwrap_or_else(|e| panic!("{}: {e}", at.display()));
        if let Some(postgres) = &mut postgres {
            let fresh = "DROP SCHEMA IF EXISTS corpus CASCADE; CREATE SCHEMA corpus; SET search_path TO corpus";
            postgres.execute(fresh).unwrap();
            postgres
                .execute(&script)
                .unwrap_or_else(|e| panic!("{}: {e}", at.display()));
        }
        for case in cases {
            let results = results(&case, &mut duckdb, postgres.as_mut());
            measured.push(Measured { case, results });
        }
    }
    measured
}

fn results(case: &Case, duckdb: &mut DuckDb, postgres: Option<&mut Postgres>) -> Results {
    // Files are found from the folder of the model, as on the command line.
    let folder = case.folder.display().to_string().replace('\'', "''");
    duckdb
        .execute(&format!("SET file_search_path = '{folder}'"))
        .unwrap();
    let mut seen = Seen::new();
    let mut results = Results::new();
    if case.interpreted {
        results.insert("interpreter", judge::on_interpreter(case, duckdb));
    }
    let mut engine = |dialect: &'static dyn Dialect, engine: &mut dyn Engine| {
        if case.dialects.iter().any(|d| d == dialect.name()) {
            let result = judge::on_engine(case, dialect, engine, &mut seen);
            results.insert(dialect.name(), result);
        }
    };
    engine(&dosic_duckdb::DuckDb, duckdb);
    let everywhere = postgres.is_some();
    if let Some(postgres) = postgres {
        engine(&dosic_postgres::Postgres, postgres);
    }
    if everywhere && let Some(fault) = unseen(case, &seen) {
        for result in results.values_mut() {
            *result = Err(fault.clone());
        }
    }
    results
}

/// A code that the case cites and that nothing raised, or one that it should only come near.
fn unseen(case: &Case, seen: &Seen) -> Option<String> {
    let cited = |kind| case.witness(kind).iter().filter_map(|c| Code::from_name(c));
    if let Some(missing) = cited("codes").find(|c| !seen.contains(c)) {
        return Some(format!("nothing raises {}", missing.name()));
    }
    let met = cited("near").find(|c| seen.contains(c))?;
    Some(format!("something raises {}", met.name()))
}
