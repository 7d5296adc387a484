//! The table of functions, `fixtures/functions.yaml`, through the whole compiler on both engines.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    reason = "a test fails by panicking and reports how much it ran"
)]

mod interpreter;
mod table;

use dosic_compiler::Options;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;
use dosic_tests::pipeline::{Model, statement};
use dosic_tests::postgres::PrivatePostgres;
use dosic_tests::read_back::read_back;
use dosic_tests::values::{Value, values};

use table::{Case, Expected};

#[test]
fn duckdb() {
    run(&dosic_duckdb::DuckDb, &mut DuckDb::in_memory().unwrap());
}

#[test]
fn postgres() {
    if let Some(server) = PrivatePostgres::unless_skipped() {
        let mut engine = Postgres::connect(&server.address()).unwrap();
        run(&dosic_postgres::Postgres, &mut engine);
    }
}

fn run(dialect: &dyn Dialect, engine: &mut dyn Engine) {
    let cases = table::read();
    let mut faults = Vec::new();
    let mut total = 0;
    for case in &cases {
        for declared in [true, false] {
            total += 1;
            if let Err(why) = judge(case, declared, dialect, engine) {
                let how = if declared {
                    ""
                } else {
                    " (datatypes not declared)"
                };
                faults.push(format!("line {}: {}{how}: {why}", case.line, case.expr));
            }
        }
    }
    eprintln!(
        "functions on {}: {} of {total}",
        dialect.name(),
        total - faults.len()
    );
    assert!(total > 1000, "only {total} cases were read");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn judge(
    case: &Case,
    declared: bool,
    dialect: &dyn Dialect,
    engine: &mut dyn Engine,
) -> Result<(), String> {
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

fn same(found: &[Value], expected: &[Option<String>]) -> Result<(), String> {
    let same = found.len() == expected.len()
        && found.iter().zip(expected).all(|(a, b)| is(a, b.as_deref()));
    let shown: Vec<String> = found.iter().map(Value::to_string).collect();
    let complain = || format!("{}, not {expected:?}", shown.join(", "));
    same.then_some(()).ok_or_else(complain)
}

/// Where the types of columns are not known, a refusal is right, and so is the value of the typed case;
/// another one needs a warning.
fn not_silently_wrong(
    case: &Case,
    dialect: &dyn Dialect,
    found: Result<Answer, (String, String)>,
) -> Result<(), String> {
    match (case.expected(true, dialect.name()), found) {
        (Expected::Values(expected), Ok(found)) if !found.warned => {
            same(&found.values, &expected).map_err(|e| format!("{e}, without a warning"))
        }
        _ => Ok(()),
    }
}

/// What a case gives.
struct Answer {
    values: Vec<Value>,
    /// Whether emission warned.
    warned: bool,
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
    let values = values(&rows)
        .into_iter()
        .map(|row| row.into_iter().next().unwrap())
        .collect();
    Ok(Answer { values, warned })
}

/// Whether a value is what the table says: numbers by value, anything else by its text.
fn is(found: &Value, expected: Option<&str>) -> bool {
    match (found, expected) {
        (Value::Null, None) => true,
        (Value::Number(_), Some(text)) => text
            .parse()
            .is_ok_and(|number| found.is(&Value::Number(number), 1e-9)),
        (Value::Boolean(value), Some(text)) => value.to_string() == text,
        (Value::Text(value), Some(text)) => value == text,
        _ => false,
    }
}
