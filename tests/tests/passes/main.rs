//! Passes change no row: every query of the fixtures, with all passes, none, each alone and each left out, gives on
//! both engines the rows of a statement written by hand. What is emitted can be read back, and is the same every time.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod fixture;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use dosic_compiler::pass_names;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;
use dosic_tests::pipeline::{Model, emit};
use dosic_tests::postgres::PrivatePostgres;
use dosic_tests::read_back::read_back;
use dosic_tests::values::{Value, difference, line, sort, values};

use fixture::Fixture;

const TOLERANCE: f64 = 1e-9;

#[test]
fn library_on_duckdb() {
    on_duckdb(&fixture::library());
}

#[test]
fn library_on_postgres() {
    on_postgres(&fixture::library());
}

#[test]
fn shop_on_duckdb() {
    on_duckdb(&fixture::shop());
}

#[test]
fn shop_on_postgres() {
    on_postgres(&fixture::shop());
}

fn on_duckdb(fixture: &Fixture) {
    let mut engine = DuckDb::in_memory().unwrap();
    fixture.fill_duckdb(&mut engine);
    run(fixture, &dosic_duckdb::DuckDb, &mut engine);
}

fn on_postgres(fixture: &Fixture) {
    if let Some(server) = PrivatePostgres::unless_skipped() {
        let mut engine = Postgres::connect(&server.address()).unwrap();
        fixture.fill_postgres(server, &mut engine);
        run(fixture, &dosic_postgres::Postgres, &mut engine);
    }
}

fn run(fixture: &Fixture, dialect: &dyn Dialect, engine: &mut dyn Engine) {
    let mut model = fixture.model();
    let queries = model.saved_queries();
    let known: BTreeSet<&String> = queries.iter().collect();
    assert_eq!(known, fixture.by_hand.keys().collect());
    let mut faults = Vec::new();
    let mut report = String::new();
    for query in &queries {
        let by_hand =
            Rows::of(engine, &fixture.by_hand[query]).unwrap_or_else(|e| panic!("{query}: {e}"));
        let by_hand = dated(&by_hand);
        for (sql, setting) in statements(&mut model, query, dialect) {
            read_back(&sql, dialect.name()).unwrap();
            let rows =
                Rows::of(engine, &sql).unwrap_or_else(|e| panic!("{query}, {setting}: {e}\n{sql}"));
            let found = dated(&rows);
            if let Some(why) = difference(&by_hand, &found, false, TOLERANCE) {
                faults.push(format!("{query}, {setting}: {why}\n{sql}"));
            }
            if setting == "all passes" {
                let ordered = model.is_ordered(query).unwrap();
                write!(report, "{}", table(query, &rows.names(), found, ordered)).unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    // Both engines must give the same snapshot.
    insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
        insta::assert_snapshot!(fixture.name, report);
    });
}

/// The different statements that a query becomes, each with the first setting of the passes that gives it.
fn statements(model: &mut Model, query: &str, dialect: &dyn Dialect) -> Vec<(String, String)> {
    let all: BTreeSet<String> = pass_names().map(str::to_owned).collect();
    let mut settings = vec![
        ("all passes".to_owned(), BTreeSet::new()),
        ("no pass".to_owned(), all.clone()),
    ];
    for pass in &all {
        let others = all.iter().filter(|p| *p != pass).cloned().collect();
        settings.push((format!("without {pass}"), BTreeSet::from([pass.clone()])));
        settings.push((format!("only {pass}"), others));
    }
    let mut seen = BTreeMap::new();
    let mut statements = Vec::new();
    for (setting, disabled) in settings {
        model.disable_passes(disabled);
        let compile = || {
            let compiled = model
                .plan_saved(query)
                .unwrap_or_else(|f| panic!("{query}: {f:?}"));
            emit(&compiled, dialect).unwrap_or_else(|f| panic!("{query}: {f:?}"))
        };
        let sql = compile();
        assert_eq!(
            compile(),
            sql,
            "{query}: compiled again, it gives other SQL"
        );
        if seen.insert(sql.clone(), ()).is_none() {
            statements.push((sql, setting));
        }
    }
    statements
}

fn dated(rows: &Rows) -> Vec<Vec<Value>> {
    let row = |row: Vec<Value>| row.into_iter().map(Value::midnight_as_date).collect();
    values(rows).into_iter().map(row).collect()
}

/// A result as text; rows whose order is open are sorted.
fn table(query: &str, names: &[String], mut rows: Vec<Vec<Value>>, ordered: bool) -> String {
    if !ordered {
        sort(&mut rows);
    }
    let mut text = format!(
        "{query}{}\n  {}\n",
        if ordered { " (in this order)" } else { "" },
        names.join(", ")
    );
    for row in rows {
        let row: Vec<Value> = row.into_iter().map(shortened).collect();
        writeln!(text, "  {}", line(&row)).unwrap();
    }
    text.push('\n');
    text
}

/// Nine significant digits: the last ones of a floating-point number differ between engines.
fn shortened(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(format!("{number:.8e}").parse().unwrap()),
        other => other,
    }
}

#[test]
fn a_wrong_row_is_found() {
    let rows = |number: f64| {
        vec![
            vec![Value::Text("a".into()), Value::Number(number)],
            vec![Value::Null, Value::Null],
        ]
    };
    assert_eq!(
        difference(&rows(1.0), &rows(1.0 + 1e-12), false, TOLERANCE),
        None
    );
    assert!(difference(&rows(1.0), &rows(1.1), false, TOLERANCE).is_some());
    assert!(difference(&rows(1.0), &rows(1.0)[..1], false, TOLERANCE).is_some());
}
