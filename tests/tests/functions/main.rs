//! The table of functions, `fixtures/functions.yaml` and `fixtures/functions/`, on the interpreter and through the
//! whole compiler on both engines; and the page made of it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    reason = "a test fails by panicking and reports how much it ran"
)]

mod categories;
mod coverage;
mod engines;
mod interpreter;
mod page;
mod subjects;
mod table;

use std::sync::OnceLock;

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_tests::postgres::PrivatePostgres;

use engines::run;
use table::Case;

/// Nothing if a case came out as it must, else why not.
type Verdict = Result<(), String>;

/// All cases.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(table::read)
}

/// What DuckDB makes of each case; run once for all tests, as the others are.
fn on_duckdb() -> &'static [Verdict] {
    static VERDICTS: OnceLock<Vec<Verdict>> = OnceLock::new();
    VERDICTS.get_or_init(|| run(&dosic_duckdb::DuckDb, &mut DuckDb::in_memory().unwrap()))
}

/// What Postgres makes of each case; `None` if it is left out.
fn on_postgres() -> Option<&'static [Verdict]> {
    static VERDICTS: OnceLock<Option<Vec<Verdict>>> = OnceLock::new();
    let verdicts = VERDICTS.get_or_init(|| {
        let server = PrivatePostgres::unless_skipped()?;
        let mut engine = Postgres::connect(&server.address()).unwrap();
        Some(run(&dosic_postgres::Postgres, &mut engine))
    });
    verdicts.as_deref()
}

/// What the interpreter makes of each case.
fn on_interpreter() -> &'static [Verdict] {
    static VERDICTS: OnceLock<Vec<Verdict>> = OnceLock::new();
    VERDICTS.get_or_init(|| interpreter::verdicts(cases()))
}

#[test]
fn duckdb() {
    hold("duckdb", on_duckdb());
}

#[test]
fn postgres() {
    if let Some(verdicts) = on_postgres() {
        hold("postgres", verdicts);
    }
}

#[test]
fn interpreter() {
    hold("the interpreter", on_interpreter());
}

fn hold(what: &str, verdicts: &[Verdict]) {
    let faults: Vec<String> = cases()
        .iter()
        .zip(verdicts)
        .filter_map(|(case, verdict)| {
            let why = verdict.as_ref().err()?;
            Some(format!("{}: {}: {why}", case.place, case.expr))
        })
        .collect();
    let total = verdicts.len();
    eprintln!("functions on {what}: {} of {total}", total - faults.len());
    assert!(total > 1000, "only {total} cases were read");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
