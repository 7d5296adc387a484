//! The whole pipeline on a case that the bytes choose (`dosic-generate`): whatever the test of equivalence holds of
//! a case, on the interpreter and DuckDB.

use std::cell::RefCell;

use dosic_generate::{Random, Sizes, case};
use dosic_tests::equivalence::Engines;

use super::{Form, Target};

pub(super) const TARGET: Target = Target {
    name: "pipeline",
    form: Form::Bytes,
    words: "",
    nests: &[],
    seeds: || Ok(Vec::new()),
    check,
};

fn check(input: &[u8]) -> Result<(), String> {
    thread_local! {
        static ENGINES: RefCell<Option<Engines>> = const { RefCell::new(None) };
    }
    let case = case(&mut Random::from_bytes(input), &Sizes::small());
    ENGINES.with_borrow_mut(|engines| {
        let engines = match engines {
            Some(engines) => engines,
            None => engines.insert(Engines::open(None)?),
        };
        match engines.check(&case, false) {
            Ok(_) => Ok(()),
            Err(fault) => Err(format!("{fault}\n{case}")),
        }
    })
}
