//! Laws that answers obey, on random models, tables of thousands of rows and random queries; no second
//! implementation is asked (`tests/src/laws/mod.rs`).
//!
//! A case is a query over one of the models, with all laws checked on it. `DOSIC_CASES` sets how many cases run,
//! `DOSIC_SEED` the seed (1), `DOSIC_CASE` one case alone, `DOSIC_LAW` one law alone, `DOSIC_ROWS` how large tables
//! are, `DOSIC_FAILURES` after how many failures to stop (3); `DOSIC_SHRINK=0` leaves failing cases as they are.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says what it did"
)]

use std::collections::{BTreeMap, BTreeSet};

use dosic_generate::model::{Model, model};
use dosic_generate::query::over;
use dosic_generate::{Case, Random, Sizes, shrink};
use dosic_tests::laws::{Bench, Holds, LAWS, Law, Stop, Verdict};

/// How many queries share the rows of a model.
const QUERIES_OF_A_MODEL: u64 = 5;

/// From here on the numbers of cases are sources of choices for something else.
const QUERIES: u64 = 1 << 32;
const CHOICES: u64 = 1 << 33;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().unwrap())
}

/// What came of a law.
#[derive(Default)]
struct Tally {
    held: usize,
    rows: usize,
    others: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&mut self, verdict: Verdict) {
        let what = match verdict {
            Ok(Holds::Rows(rows)) => {
                self.held += 1;
                self.rows += rows;
                return;
            }
            Ok(Holds::SameSql) => {
                self.held += 1;
                return;
            }
            Ok(Holds::SameCode(code)) => format!("same code {code}"),
            Err(Stop::Refused(code, _)) => format!("refused {code}"),
            Err(Stop::Inapplicable(why)) => format!("not applicable: {why}"),
            Err(Stop::Failed(error, _)) if error.contains("INTERNAL Error") => {
                "internal error of the engine".to_owned()
            }
            Err(Stop::Failed(..)) => "the engine fails on the data".to_owned(),
            Err(Stop::Broken(_)) => "broken".to_owned(),
        };
        *self.others.entry(what).or_default() += 1;
    }

    fn print(&self, law: &Law) {
        println!("{:>7} {} ({} rows)", self.held, law.name, self.rows);
        for (what, count) in &self.others {
            println!("{count:>15} {what}");
        }
    }
}

struct Run {
    seed: u64,
    bench: Bench,
    tallies: Vec<Tally>,
    failures: Vec<String>,
}

impl Run {
    /// The choices of a law on a case: the same whenever it is checked.
    fn choices(&self, law: usize, case: u64) -> Random {
        Random::new(
            self.seed,
            CHOICES + (u64::try_from(law).unwrap() << 34) + case,
        )
    }

    /// Checks all laws on a case whose rows are in the bench.
    fn check(&mut self, index: u64, case: &Case) {
        let only = std::env::var("DOSIC_LAW").ok();
        self.bench.forget();
        for (at, law) in LAWS.iter().enumerate() {
            if only.as_ref().is_some_and(|o| o != law.name) {
                continue;
            }
            let choices = self.choices(at, index);
            let verdict = law.check(&mut self.bench, case, choices);
            if let Err(Stop::Broken(why)) = &verdict {
                self.explain(at, law, index, case, why);
            }
            self.tallies[at].count(verdict);
        }
    }

    /// Makes a broken law's case small.
    fn explain(&mut self, at: usize, law: &Law, index: u64, case: &Case, why: &str) {
        let kind = |why: &str| {
            why.chars()
                .take_while(|c| !c.is_ascii_digit())
                .take(24)
                .collect::<String>()
        };
        if number("DOSIC_SHRINK", 1) == 0 {
            self.failures
                .push(format!("=== law {}, case {index}: {why}", law.name));
            return;
        }
        let choices = self.choices(at, index);
        let bench = &mut self.bench;
        let mut broken = |case: &Case| {
            bench.load(case).ok()?;
            match law.check(bench, case, choices.clone()) {
                Err(Stop::Broken(why)) => Some(why),
                _ => None,
            }
        };
        let small = shrink(case.clone(), &mut |c| {
            broken(c).is_some_and(|w| kind(&w) == kind(why))
        });
        let why = broken(&small).unwrap_or_else(|| why.to_owned());
        self.bench.load(case).unwrap();
        let Self { seed, .. } = self;
        let failure = format!(
            "=== law {}, seed {seed}, case {index} (DOSIC_SEED={seed} DOSIC_CASE={index} DOSIC_LAW={}): {why}\n{small}",
            law.name, law.name
        );
        // A long run may be stopped before it ends.
        println!("{failure}");
        self.failures.push(failure);
    }
}

/// A query over a model.
fn query(seed: u64, index: u64, model: &Model) -> Case {
    over(&mut Random::new(seed, QUERIES + index), model.clone())
}

#[test]
fn laws_hold() {
    let seed = number("DOSIC_SEED", 1);
    let cases = number("DOSIC_CASES", 60);
    let rows = usize::try_from(number("DOSIC_ROWS", 2000)).unwrap();
    let most = usize::try_from(number("DOSIC_FAILURES", 3)).unwrap();
    let only = std::env::var("DOSIC_CASE")
        .ok()
        .map(|v| v.parse::<u64>().unwrap());
    let mut run = Run {
        seed,
        bench: Bench::open().unwrap(),
        tallies: LAWS.iter().map(|_| Tally::default()).collect(),
        failures: Vec::new(),
    };
    let mut loaded = None;
    for index in only.map_or(0..cases, |c| c..c + 1) {
        let group = index / QUERIES_OF_A_MODEL;
        let sizes = Sizes::large(rows);
        let model = match loaded.take() {
            Some((known, model)) if known == group => model,
            _ => model(&mut Random::new(seed, group), &sizes),
        };
        let case = query(seed, index, &model);
        if only.is_some() || index % QUERIES_OF_A_MODEL == 0 {
            run.bench.load(&case).unwrap();
        }
        loaded = Some((group, model));
        run.check(index, &case);
        if run.failures.len() >= most {
            break;
        }
    }
    println!(
        "seed {seed}, {cases} cases, {} statements",
        run.bench.statements
    );
    for (tally, law) in run.tallies.iter().zip(LAWS) {
        tally.print(law);
    }
    assert!(run.failures.is_empty(), "{}", run.failures.join("\n"));
    if cases >= 60 && only.is_none() && std::env::var("DOSIC_LAW").is_err() {
        for (tally, law) in run.tallies.iter().zip(LAWS) {
            let share = tally.held * 100 / usize::try_from(cases).unwrap();
            assert!(
                share >= law.least,
                "{} held on {share} of 100 cases only",
                law.name
            );
        }
    }
}

#[test]
fn laws_have_names_of_their_own() {
    let names: BTreeSet<&str> = LAWS.iter().map(|l| l.name).collect();
    assert_eq!(names.len(), LAWS.len());
}
