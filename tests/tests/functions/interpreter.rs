//! The table of functions on the reference interpreter: a third opinion, of code that shares nothing with the
//! lowerings.

use std::str::FromStr;

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::interpreter::{BigDecimal, Value};
use dosic_tests::equivalence::{Texts, interpreted_answer, stored};

use crate::table::{self, Case, Expected};

#[test]
fn interpreter() {
    // DuckDB only gives the values of the columns.
    let mut engine = DuckDb::in_memory().unwrap();
    let mut faults = Vec::new();
    let cases = table::read();
    let mut missing = 0;
    for case in &cases {
        match judge(case, &mut engine) {
            Ok(()) => {}
            Err(why) if why == "not implemented" => missing += 1,
            Err(why) => faults.push(format!("line {}: {}: {why}", case.line, case.expr)),
        }
    }
    let right = cases.len() - faults.len() - missing;
    eprintln!(
        "functions on the interpreter: {right} of {}, {missing} not implemented",
        cases.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn judge(case: &Case, engine: &mut DuckDb) -> Result<(), String> {
    let texts = Texts {
        strict: false,
        untyped: false,
        model: case.model(true),
        query: case.query().to_owned(),
    };
    let data = stored(&[format!("({}) AS t", case.source())], engine)?;
    let found = interpreted_answer(&texts, &data);
    match (case.expected(true, "interpreter"), found) {
        (Expected::Anything, _) => Ok(()),
        (Expected::Fails(code), Err(found)) if code == found => Ok(()),
        (Expected::Fails(code), Ok(_)) => Err(format!("it should fail with {code}")),
        (_, Err(code)) => Err(code.to_owned()),
        (Expected::Values(expected), Ok(answer)) => {
            let found: Vec<Value> = answer.rows.into_iter().flatten().collect();
            let same = found.len() == expected.len()
                && found
                    .iter()
                    .zip(&expected)
                    .all(|(a, b)| is(a, b.as_deref()));
            let shown: Vec<String> = found.iter().map(Value::text).collect();
            let complain = || format!("{}, not {expected:?}", shown.join(", "));
            same.then_some(()).ok_or_else(complain)
        }
    }
}

/// Whether a value is what the table says: numbers by value, anything else by its text.
fn is(found: &Value, expected: Option<&str>) -> bool {
    let Some(text) = expected else {
        return found.is_null();
    };
    match found {
        Value::Null => false,
        Value::Float(f) => {
            let expected: f64 = text.parse().unwrap_or(f64::NAN);
            (f - expected).abs() <= 1e-9 * f.abs().max(1.0)
                || (f.is_nan() && expected.is_nan())
                || *f == expected
        }
        Value::Integer(_) | Value::Decimal(_) => {
            BigDecimal::from_str(text).is_ok_and(|d| *found == Value::Decimal(d))
        }
        Value::DateTime(_) => found.text() == text.replace('T', " "),
        other => other.text() == text,
    }
}
