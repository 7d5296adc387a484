//! The whole pipeline on a case that the bytes choose (`dosic-generate`): whatever the test of equivalence holds of
//! a case, on the interpreter and DuckDB.

use std::cell::RefCell;

use dosic_generate::{Random, Sizes, case};
use dosic_tests::equivalence::{Engines, Outcome};

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
    ENGINES.with_borrow_mut(|kept| {
        let engines = match kept {
            Some(engines) => engines,
            None => kept.insert(Engines::open(None)?),
        };
        match engines.check(&case, false) {
            // An internal error leaves DuckDB unusable: whatever came after would count as one more of them.
            Ok(Outcome::EngineFault) => {
                *kept = None;
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(fault) => Err(format!("{fault}\n{case}")),
        }
    })
}
