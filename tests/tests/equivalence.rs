//! Random models, rows and queries: the interpreter and DuckDB give the same rows, or the interpreter and
//! the compiler the same code.
//!
//! `DOSIC_CASES` sets how many cases run (1200), `DOSIC_SEED` the seed (1), `DOSIC_CASE` one case alone.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::panic,
    reason = "a test fails by panicking, and says what it did"
)]

use std::collections::BTreeMap;

use dosic_runtime::Engine;
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_tests::equivalence::{Outcome, Target, Texts, check, shrink, stored, written};
use dosic_tests::generate::{Case, Random, case};
use dosic_tests::repository::root;

/// Every shape must be reached by at least this share of accepted cases, in a thousand.
const LEAST_SHARE: usize = 3;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap())
}

fn on_duckdb(case: &Case, engine: &mut DuckDb) -> Result<Outcome, String> {
    engine.execute(&case.tables_sql()).unwrap();
    let dialect = &dosic_duckdb::DuckDb;
    let (texts, data) = written(case);
    check(&texts, &data, &mut Target { engine, dialect })
}

#[test]
fn interpreter_and_duckdb_agree() {
    let seed = number("DOSIC_SEED", 1);
    let cases = number("DOSIC_CASES", 1200);
    let only = std::env::var("DOSIC_CASE")
        .ok()
        .map(|v| v.parse::<u64>().unwrap());
    let most = number("DOSIC_FAILURES", 3);
    let options = DuckDbOptions {
        threads: Some(1),
        ..DuckDbOptions::default()
    };
    let mut engine = DuckDb::open(&options).unwrap();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut shapes: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for index in only.map_or(0..cases, |c| c..c + 1) {
        let generated = case(&mut Random::new(seed, index));
        match on_duckdb(&generated, &mut engine) {
            Ok(Outcome::Accepted {
                shapes: of_case,
                rows,
            }) => {
                *counts.entry("accepted".into()).or_default() += 1;
                *counts
                    .entry(
                        if rows == 0 {
                            "  without rows"
                        } else {
                            "  with rows"
                        }
                        .into(),
                    )
                    .or_default() += 1;
                for shape in of_case {
                    *shapes.entry(shape).or_default() += 1;
                }
            }
            Ok(Outcome::Refused(code)) => {
                *counts
                    .entry(format!("refused {}", code.name()))
                    .or_default() += 1;
            }
            Ok(Outcome::Invalid(code)) => {
                *counts
                    .entry(format!("invalid {}", code.name()))
                    .or_default() += 1;
            }
            Ok(Outcome::Failed) => *counts.entry("failed on data".into()).or_default() += 1,
            Ok(Outcome::EngineFault) => {
                *counts
                    .entry("internal error of the engine".into())
                    .or_default() += 1;
            }
            Ok(Outcome::Unknown(what)) => {
                *counts.entry(format!("unknown {what}")).or_default() += 1;
            }
            Err(why) => {
                // Shrinking must not wander off to another fault.
                let kind = |why: &str| why.chars().take(42).collect::<String>();
                let first = kind(&why);
                let small = shrink(generated, &mut |c| {
                    on_duckdb(c, &mut engine).is_err_and(|why| kind(&why) == first)
                });
                let why = on_duckdb(&small, &mut engine).unwrap_err();
                failures.push(format!("=== seed {seed}, case {index}: {why}\n{small}"));
                if failures.len() as u64 >= most {
                    break;
                }
            }
        }
    }
    println!("seed {seed}, {cases} cases");
    for (what, count) in &counts {
        println!("{count:>7} {what}");
    }
    let accepted = counts.get("accepted").copied().unwrap_or(0);
    for (shape, count) in &shapes {
        println!("{count:>7} of the accepted: {shape}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    if only.is_none() && cases >= 1000 {
        assert!(
            accepted * 2 >= usize::try_from(cases).unwrap(),
            "fewer than half are accepted"
        );
        for (shape, count) in shapes {
            assert!(
                count * 1000 >= accepted * LEAST_SHARE,
                "{shape} is hardly reached"
            );
        }
    }
}

/// Cases that once disagreed, as they were printed; each file's first lines say what was wrong.
#[test]
fn what_once_disagreed_agrees() {
    let folder = root().join("tests/fixtures/equivalence");
    let mut engine = DuckDb::in_memory().unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (texts, rows) = Texts::read(&text).unwrap();
        engine.execute(&rows).unwrap();
        // Tables are created in the order of the datasets.
        let tables: Vec<String> = rows
            .lines()
            .filter_map(|l| l.strip_prefix("CREATE TABLE ")?.split(' ').next())
            .map(str::to_owned)
            .collect();
        let data = stored(&tables, &mut engine).unwrap();
        let engine: &mut dyn Engine = &mut engine;
        let dialect = &dosic_duckdb::DuckDb;
        let outcome = check(&texts, &data, &mut Target { engine, dialect });
        let fine = matches!(outcome, Ok(Outcome::Accepted { .. } | Outcome::Refused(_)));
        assert!(fine, "{}: {outcome:?}", path.display());
        count += 1;
    }
    assert!(count > 0);
}
