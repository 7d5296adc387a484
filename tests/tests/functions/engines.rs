//! The table of functions through the whole compiler on an engine.

use std::str::FromStr;

use dosic_compiler::Options;
use dosic_runtime::arrow::datatypes::DataType;
use dosic_runtime::interpreter::BigDecimal;
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;
use dosic_tests::pipeline::{Model, statement};
use dosic_tests::read_back::read_back;
use dosic_tests::values::{Value, values};

use crate::table::{Case, Expected};
use crate::{Verdict, cases};

/// Judges every case twice: with the datatypes of its columns declared, and without.
pub(crate) fn run(dialect: &dyn Dialect, engine: &mut dyn Engine) -> Vec<Verdict> {
    let judged = cases().iter().map(|case| {
        judge(case, true, dialect, engine)?;
        judge(case, false, dialect, engine).map_err(|why| format!("datatypes not declared: {why}"))
    });
    judged.collect()
}

fn judge(case: &Case, declared: bool, dialect: &dyn Dialect, engine: &mut dyn Engine) -> Verdict {
    let expected = match case.expected(declared, dialect.name()) {
        Expected::Anything => {
            let found = outcome(case, declared, dialect, engine);
            return not_silently_wrong(case, dialect, found);
        }
        expected => expected,
    };
    match (expected, outcome(case, declared, dialect, engine)) {
        (Expected::Values(expected), Ok(found)) => same(&found.values, &expected),
        (Expected::Fails(code), Err((found, _))) if code == found => Ok(()),
        (Expected::Fails(code), Ok(_)) => Err(format!("it should fail with {code}")),
        (_, Err((code, message))) => Err(format!("{code}: {message}")),
        (Expected::Anything, Ok(_)) => Ok(()),
    }
}

fn same(found: &[Found], expected: &[Option<String>]) -> Verdict {
    let same = found.len() == expected.len()
        && found.iter().zip(expected).all(|(a, b)| a.is(b.as_deref()));
    let shown: Vec<String> = found.iter().map(Found::shown).collect();
    let complain = || format!("{}, not {expected:?}", shown.join(", "));
    same.then_some(()).ok_or_else(complain)
}

/// Where the types of columns are not known, a refusal is right, and so is the value of the typed case;
/// another one needs a warning.
fn not_silently_wrong(
    case: &Case,
    dialect: &dyn Dialect,
    found: Result<Answer, (String, String)>,
) -> Verdict {
    match (case.expected(true, dialect.name()), found) {
        (Expected::Values(expected), Ok(found)) if !found.warned => {
            same(&found.values, &expected).map_err(|e| format!("{e}, without a warning"))
        }
        _ => Ok(()),
    }
}

/// What a case gives.
struct Answer {
    values: Vec<Found>,
    /// Whether emission warned.
    warned: bool,
}

/// A value of a result.
struct Found {
    value: Value,
    /// An Integer or Decimal exactly; a double holds 15 digits.
    exact: Option<BigDecimal>,
}

/// The values of a case, row by row, or the code of its failure and the message.
fn outcome(
    case: &Case,
    declared: bool,
    dialect: &dyn Dialect,
    engine: &mut dyn Engine,
) -> Result<Answer, (String, String)> {
    let mut model = Model::read(&case.model(declared), Options::default());
    let emitted = model
        .plan(case.query())
        .and_then(|compiled| statement(&compiled, dialect))
        .map_err(|f| (f.code, f.message))?;
    let (sql, warned) = (emitted.text, !emitted.warnings.is_empty());
    read_back(&sql, dialect.name()).map_err(|e| ("not read back".to_owned(), e))?;
    let rows =
        Rows::of(engine, &sql).map_err(|e| ("E_RUNTIME".to_owned(), format!("{e}\n{sql}")))?;
    let field = rows.schema.iter().flat_map(|s| s.fields()).next();
    let is_exact = field.is_some_and(|f| {
        let float = matches!(f.data_type(), DataType::Float32 | DataType::Float64);
        f.data_type().is_numeric() && !float
    });
    let texts = rows.texts().into_iter().map(|row| row.into_iter().next());
    let found = values(&rows).into_iter().zip(texts);
    let values = found.map(|(row, text)| Found {
        value: row.into_iter().next().unwrap(),
        exact: text
            .flatten()
            .filter(|_| is_exact)
            .and_then(|t| BigDecimal::from_str(&t).ok()),
    });
    Ok(Answer {
        values: values.collect(),
        warned,
    })
}

impl Found {
    /// Whether it is what the table says: numbers by value, anything else by its text.
    fn is(&self, expected: Option<&str>) -> bool {
        match (&self.value, expected) {
            (Value::Null, None) => true,
            (Value::Number(found), Some(text)) => match &self.exact {
                Some(exact) => BigDecimal::from_str(text).is_ok_and(|d| d == *exact),
                None => text.parse().is_ok_and(|number| near(*found, number)),
            },
            (Value::Boolean(value), Some(text)) => value.to_string() == text,
            (Value::Text(value), Some(text)) => value == text,
            _ => false,
        }
    }

    fn shown(&self) -> String {
        match &self.exact {
            Some(exact) => exact.to_string(),
            None => self.value.to_string(),
        }
    }
}

/// Whether two doubles are the same up to rounding; functions differ in their last digits.
pub(crate) fn near(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1e-3)
}
