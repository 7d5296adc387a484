//! The conformance cases on the reference interpreter, against DuckDB and against what the case expects.

use std::collections::BTreeMap;

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::interpreter::Data;
use dosic_tests::equivalence::{Outcome, Target, Texts, check, sources, stored};

use crate::cases::{self, Case, Tables};
use crate::expected;

/// Steps of the interpreter are searches over whole tables; larger ones would take minutes.
const MAX_ROWS: usize = 1000;

#[test]
fn interpreter() {
    let Some(folder) = cases::folder() else {
        eprintln!("skipped: ../shared is absent (0 conformance cases run on the interpreter)");
        return;
    };
    let mut faults = Vec::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases::all(&folder) {
        // Large data sets lie in files.
        let Tables::Script(script) = cases::tables(&case.tables_at) else {
            *counts.entry("too large").or_default() += 1;
            continue;
        };
        let mut engine = DuckDb::in_memory().unwrap();
        engine.execute(&script).unwrap();
        match judge(&case, &mut engine) {
            Ok(what) => *counts.entry(what).or_default() += 1,
            Err(why) => faults.push(format!("{}: {why}", case.label)),
        }
    }
    eprintln!(
        "conformance on the interpreter: {counts:?}, {} wrong",
        faults.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The tests of engines compare DuckDB with what is expected, so that here agreement with DuckDB is enough.
fn judge(case: &Case, engine: &mut DuckDb) -> Result<&'static str, String> {
    let texts = Texts {
        strict: true,
        // Few of the models declare datatypes.
        untyped: true,
        model: case.model.clone(),
        query: case.query.clone(),
    };
    let data = match sources(&texts) {
        Some(sources) => stored(&sources, engine)?,
        None => Data::new(),
    };
    if data.values().map(|t| t.rows.len()).sum::<usize>() > MAX_ROWS {
        return Ok("too large");
    }
    let dialect = &dosic_duckdb::DuckDb;
    let outcome = check(&texts, &data, &mut [Target { engine, dialect }])?;
    let expected = expected::Outcome::read(&case.expected)?;
    match (outcome, expected) {
        (Outcome::Accepted { .. }, _) => Ok("rows"),
        (Outcome::Refused(code) | Outcome::Invalid(code), expected::Outcome::Error(wanted)) => {
            let same = wanted == "*" || code.name() == wanted;
            same.then_some("codes")
                .ok_or_else(|| format!("{}, not {wanted}", code.name()))
        }
        (Outcome::Failed, _) => Ok("failed on the data"),
        (other, _) => Err(format!("{other:?}")),
    }
}
