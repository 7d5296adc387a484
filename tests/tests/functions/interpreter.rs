//! The table of functions on the reference interpreter: a third opinion, of code that shares nothing with the
//! lowerings.

use std::str::FromStr;

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::interpreter::{BigDecimal, Value};
use dosic_tests::equivalence::{Texts, interpreted_answer, stored};

use crate::Verdict;
use crate::table::{Case, Expected};

/// What comes of each case.
pub(crate) fn verdicts(cases: &[Case]) -> Vec<Verdict> {
    // DuckDB only gives the values of the columns.
    let mut engine = DuckDb::in_memory().unwrap();
    let judged = cases.iter().map(|case| judge(case, &mut engine));
    judged.collect()
}

fn judge(case: &Case, engine: &mut DuckDb) -> Verdict {
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
        Value::Float(f) => text
            .parse()
            .is_ok_and(|expected| crate::engines::near(*f, expected)),
        Value::Integer(_) | Value::Decimal(_) => {
            BigDecimal::from_str(text).is_ok_and(|d| *found == Value::Decimal(d))
        }
        Value::DateTime(_) => found.text() == text.replace('T', " "),
        other => other.text() == text,
    }
}
