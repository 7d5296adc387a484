//! Random models, rows and queries: the interpreter and both engines give the same rows, or the interpreter
//! and the compiler the same code; and all else that must hold of a case (`dosic_tests::equivalence::check`).
//!
//! `DOSIC_CASES` sets how many cases run, `DOSIC_SEED` the seed (1), `DOSIC_CASE` one case alone, `DOSIC_FAILURES`
//! after how many failures to stop (3), `DOSIC_JOBS` how many threads run, and `DOSIC_KEEP` a folder for failing cases.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it did"
)]

use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_tests::equivalence::{
    Campaign, Engines, Outcome, SHAPES, TIED, Tally, Target, Texts, check, stored,
};
use dosic_tests::postgres::PrivatePostgres;
use dosic_tests::repository::root;

/// Every shape must be reached by at least this share of accepted cases, in a thousand.
const LEAST_SHARE: u64 = 2;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap())
}

#[test]
fn interpreter_and_engines_agree() {
    let server = PrivatePostgres::unless_skipped();
    let only = std::env::var("DOSIC_CASE").ok();
    let only = only.map(|v| v.parse::<u64>().unwrap());
    let cases = number("DOSIC_CASES", 1200);
    let campaign = Campaign {
        seed: number("DOSIC_SEED", 1),
        cases: only.map_or(0..cases, |c| c..c + 1),
        // Postgres takes several times as long to create tables.
        on_postgres: only.map_or(cases.div_ceil(3), |c| c + 1),
        jobs: usize::try_from(number("DOSIC_JOBS", 2)).unwrap(),
        failures: usize::try_from(number("DOSIC_FAILURES", 3)).unwrap(),
        keep: std::env::var_os("DOSIC_KEEP").map(Into::into),
    };
    let open = || Engines::open(server);
    let tally = campaign.run(&open, &|line| println!("{line}")).unwrap();
    println!(
        "seed {}, cases {:?}\n{tally}",
        campaign.seed, campaign.cases
    );
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    if only.is_none() && cases >= 1000 {
        every_shape_is_reached(&tally);
    }
}

fn every_shape_is_reached(tally: &Tally) {
    let half = tally.cases / 2;
    assert!(tally.accepted >= half, "fewer than half are accepted");
    let undetermined = tally.outcomes.get(TIED).copied().unwrap_or(0);
    assert!(undetermined * 200 <= tally.cases, "ties excuse too many");
    for shape in SHAPES {
        let count = tally.shapes.get(shape).copied().unwrap_or(0);
        let least = tally.accepted * LEAST_SHARE;
        assert!(count * 1000 >= least, "{shape} is hardly reached");
    }
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
        // Tables are created in the order of the datasets.
        let tables: Vec<String> = rows
            .lines()
            .filter_map(|l| l.strip_prefix("CREATE TABLE ")?.split(' ').next())
            .map(str::to_owned)
            .collect();
        duckdb.execute(&rows).unwrap();
        let data = stored(&tables, &mut duckdb).unwrap();
        let mut targets = vec![Target {
            engine: &mut duckdb,
            dialect: &dosic_duckdb::DuckDb,
        }];
        if let Some(postgres) = &mut postgres {
            postgres.execute(&rows).unwrap();
            targets.push(Target {
                engine: postgres,
                dialect: &dosic_postgres::Postgres,
            });
        }
        let outcome = check(&texts, &data, &mut targets);
        let fine = matches!(outcome, Ok(Outcome::Accepted { .. } | Outcome::Refused(_)));
        assert!(fine, "{}: {outcome:?}", path.display());
        count += 1;
    }
    assert!(count > 0);
}
