//! A fuzzer that runs on the stable toolchain: random texts, the same for the same seed, and what must
//! hold of every one of them.
//!
//! ```text
//! cargo run --profile fuzz -p dosic-fuzz -- expr --seconds 60 --seed 1
//! cargo run --profile fuzz -p dosic-fuzz -- expr --replay fuzz/corpus/expr/crash-last
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `options.rs` | the command line |
//! | `random.rs` | the random numbers |
//! | `input.rs` | random texts from seeds and a dictionary |
//! | `run.rs` | the loop, catching panics, shrinking what failed |
//! | `targets/` | one file for each target; a new one is added to the list in `targets/mod.rs` |
//! | `corpus/TARGET/` | seeds: of a `.lines` file each line is one, of other files the whole text |
//!
//! What fails is shrunk and kept as `corpus/TARGET/crash-SEED-CASE`. An abort, such as an overflow of
//! the stack, leaves its text in `corpus/TARGET/crash-last`.

mod input;
mod options;
mod random;
mod run;
pub mod targets;

pub use options::{Options, USAGE};
pub use run::{Failure, Outcome, replay, run};
