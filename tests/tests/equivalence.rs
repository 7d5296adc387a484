//! Random models, rows and queries: the interpreter and each engine give the same rows, or the interpreter
//! and the compiler the same code.
//!
//! `DOSIC_CASES` sets how many cases run, `DOSIC_SEED` the seed (1), `DOSIC_CASE` one case alone,
//! `DOSIC_FAILURES` after how many failures to stop (3).

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::panic,
    reason = "a test fails by panicking, and says what it did"
)]

use std::collections::BTreeMap;
use std::path::Path;

use dosic_generate::{Case, Random, Sizes, case, shrink};
use dosic_runtime::Engine;
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_runtime::postgres::Postgres;
use dosic_sql::Dialect;
use dosic_tests::equivalence::{Outcome, SHAPES, Target, Texts, check, stored, written};
use dosic_tests::postgres::PrivatePostgres;
use dosic_tests::repository::root;

/// Every shape must be reached by at least this share of accepted cases, in a thousand.
const LEAST_SHARE: usize = 2;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap())
}

/// Runs a case on an engine.
type Run<'e> = &'e mut dyn FnMut(&Case) -> Result<Outcome, String>;

fn on_duckdb(case: &Case, engine: &mut DuckDb) -> Result<Outcome, String> {
    engine.execute(&case.tables_sql()).unwrap();
    let dialect = &dosic_duckdb::DuckDb;
    let (texts, data) = written(case);
    check(&texts, &data, &mut Target { engine, dialect })
}

fn on_postgres(case: &Case, engine: &mut Postgres) -> Result<Outcome, String> {
    engine.execute(&case.tables_sql()).unwrap();
    let dialect = &dosic_postgres::Postgres;
    let (texts, data) = written(case);
    check(&texts, &data, &mut Target { engine, dialect })
}

/// What came of the cases of a run.
#[derive(Default)]
struct Tally {
    accepted: usize,
    outcomes: BTreeMap<String, usize>,
    shapes: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

impl Tally {
    fn count(&mut self, outcome: Outcome) {
        let what = match outcome {
            Outcome::Accepted { shapes, rows } => {
                self.accepted += 1;
                for shape in shapes {
                    *self.shapes.entry(shape).or_default() += 1;
                }
                let kind = if rows == 0 { "without" } else { "with" };
                format!("accepted, {kind} rows")
            }
            Outcome::Refused(code) => format!("refused: {}", code.name()),
            Outcome::Invalid(code) => format!("invalid: {}", code.name()),
            Outcome::Failed => "failed on the data".to_owned(),
            Outcome::EngineFault => "internal error of the engine".to_owned(),
            Outcome::Unknown(what) => format!("not implemented: {what}"),
        };
        *self.outcomes.entry(what).or_default() += 1;
    }

    fn print(&self) {
        for (what, count) in &self.outcomes {
            println!("{count:>7} {what}");
        }
        for (shape, count) in &self.shapes {
            println!("{count:>7} of {} accepted: {shape}", self.accepted);
        }
    }
}

/// Runs the cases; fails with those that disagree, made small.
fn agree(engine: &str, run: Run<'_>, default: u64) {
    let seed = number("DOSIC_SEED", 1);
    let cases = number("DOSIC_CASES", default);
    let most = number("DOSIC_FAILURES", 3);
    let only = std::env::var("DOSIC_CASE").ok();
    let only = only.map(|v| v.parse::<u64>().unwrap());
    let mut tally = Tally::default();
    for index in only.map_or(0..cases, |c| c..c + 1) {
        let generated = case(&mut Random::new(seed, index), &Sizes::small());
        match run(&generated) {
            Ok(outcome) => tally.count(outcome),
            Err(why) => {
                // Shrinking must not wander off to another fault.
                let kind = |why: &str| why.chars().take(42).collect::<String>();
                let first = kind(&why);
                let small = shrink(generated, &mut |c| {
                    run(c).is_err_and(|why| kind(&why) == first)
                });
                let why = run(&small).unwrap_err();
                let failure = format!("=== seed {seed}, case {index}: {why}\n{small}");
                tally.failures.push(failure);
                if tally.failures.len() as u64 >= most {
                    break;
                }
            }
        }
    }
    println!("{engine}: seed {seed}, {cases} cases");
    tally.print();
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    if only.is_none() && cases >= 1000 {
        let half = usize::try_from(cases).unwrap() / 2;
        assert!(tally.accepted >= half, "fewer than half are accepted");
        for shape in SHAPES {
            let count = tally.shapes.get(shape).copied().unwrap_or(0);
            let least = tally.accepted * LEAST_SHARE;
            assert!(count * 1000 >= least, "{shape} is hardly reached");
        }
    }
}

#[test]
fn interpreter_and_duckdb_agree() {
    let options = DuckDbOptions {
        threads: Some(1),
        ..DuckDbOptions::default()
    };
    let mut engine = DuckDb::open(&options).unwrap();
    agree("DuckDB", &mut |case| on_duckdb(case, &mut engine), 1200);
}

#[test]
fn interpreter_and_postgres_agree() {
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let mut engine = Postgres::connect(&server.address()).unwrap();
    // Notices of tables that are not there yet.
    engine.execute("SET client_min_messages = warning").unwrap();
    agree("Postgres", &mut |case| on_postgres(case, &mut engine), 400);
}

/// Cases that once disagreed, as they were printed; each file's first lines say what was wrong.
#[test]
fn what_once_disagreed_agrees() {
    let mut duckdb = DuckDb::in_memory().unwrap();
    let mut postgres = PrivatePostgres::unless_skipped()
        .map(|server| Postgres::connect(&server.address_of("template1")).unwrap());
    let folder = root().join("tests/fixtures/equivalence");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (texts, rows) = Texts::read(&text).unwrap();
        duckdb.execute(&rows).unwrap();
        again(&path, &texts, &rows, &mut duckdb, &dosic_duckdb::DuckDb);
        if let Some(postgres) = &mut postgres {
            postgres.execute(&rows).unwrap();
            again(&path, &texts, &rows, postgres, &dosic_postgres::Postgres);
        }
        count += 1;
    }
    assert!(count > 0);
}

fn again(
    path: &Path,
    texts: &Texts,
    rows: &str,
    engine: &mut dyn Engine,
    dialect: &'static dyn Dialect,
) {
    // Tables are created in the order of the datasets.
    let tables: Vec<String> = rows
        .lines()
        .filter_map(|l| l.strip_prefix("CREATE TABLE ")?.split(' ').next())
        .map(str::to_owned)
        .collect();
    let data = stored(&tables, engine).unwrap();
    let outcome = check(texts, &data, &mut Target { engine, dialect });
    let fine = matches!(outcome, Ok(Outcome::Accepted { .. } | Outcome::Refused(_)));
    let name = dialect.name();
    assert!(fine, "{} on {name}: {outcome:?}", path.display());
}
