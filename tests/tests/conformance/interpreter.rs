//! The conformance cases on the reference interpreter, against DuckDB and against what the case expects.

use std::collections::BTreeMap;

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::interpreter::Data;
use dosic_tests::equivalence::{Outcome, Target, Texts, check, sources, stored};
use dosic_tests::loading::into_duckdb;

use crate::cases::{self, Case, Tables};
use crate::expected;

#[test]
fn interpreter() {
    let Some(folder) = cases::folder() else {
        eprintln!("skipped: ../shared is absent (0 conformance cases run on the interpreter)");
        return;
    };
    let mut faults = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, cases) in &cases::by_tables(&folder) {
        let mut engine = DuckDb::in_memory().unwrap();
        match cases::tables(at) {
            Tables::Script(script) => engine.execute(&script).unwrap(),
            Tables::Files(files) => {
                for table in &files {
                    into_duckdb(&mut engine, table).unwrap();
                }
            }
        }
        // Models over the same tables share their rows.
        let mut rows: BTreeMap<Vec<String>, Data> = BTreeMap::new();
        for case in cases {
            match judge(case, &mut engine, &mut rows) {
                Ok(what) => *counts.entry(what).or_default() += 1,
                Err(why) => faults.push(format!("{}: {why}", case.label)),
            }
        }
    }
    eprintln!(
        "conformance on the interpreter: {counts:?}, {} wrong",
        faults.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The tests of engines compare DuckDB with what is expected, so that here agreement with DuckDB is enough.
fn judge(
    case: &Case,
    engine: &mut DuckDb,
    rows: &mut BTreeMap<Vec<String>, Data>,
) -> Result<&'static str, String> {
    let texts = Texts {
        strict: true,
        // Few of the models declare datatypes.
        untyped: true,
        model: case.model.clone(),
        query: case.query.clone(),
    };
    let sources = sources(&texts).unwrap_or_default();
    if !rows.contains_key(&sources) {
        rows.insert(sources.clone(), stored(&sources, engine)?);
    }
    let dialect = &dosic_duckdb::DuckDb;
    let outcome = check(&texts, &rows[&sources], &mut [Target { engine, dialect }])?;
    let expected = expected::Outcome::read(&case.expected)?;
    match (outcome, expected) {
        (Outcome::Accepted { .. }, expected::Outcome::Rows { .. }) => Ok("rows"),
        (Outcome::Refused(code) | Outcome::Invalid(code), expected::Outcome::Error(wanted)) => {
            let same = wanted == "*" || code.name() == wanted;
            same.then_some("codes")
                .ok_or_else(|| format!("{}, not {wanted}", code.name()))
        }
        (Outcome::Failed, expected::Outcome::FailingSql) => Ok("failures on the data"),
        (other, _) => Err(format!("{other:?}")),
    }
}
