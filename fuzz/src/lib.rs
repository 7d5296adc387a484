//! Fuzz targets, and a fuzzer that runs them on the stable toolchain: random inputs, the same for the same
//! seed, and what must hold of every one of them.
//!
//! ```text
//! cargo run --profile fuzz -p dosic-fuzz -- expr --seconds 60 --seed 1
//! cargo run --profile fuzz -p dosic-fuzz -- expr --replay fuzz/corpus/expr/crash-last
//! bash scripts/fuzz.sh expr 600
//! ```
//!
//! The loop of `run.rs` needs nothing but Cargo and gives the same inputs on every machine, so CI and
//! `cargo test` use it. It is blind, though. The third command is for finding: libFuzzer (feature
//! `libfuzzer`) follows the coverage that the stable compiler can be told to count; it needs a C++ compiler,
//! flags for the whole build and time, and no two runs of it are alike. Both share targets, mutations of YAML,
//! dictionaries and corpus, and what libFuzzer reaches becomes seeds of the loop.
//!
//! | file | holds |
//! |---|---|
//! | `options.rs` | the command line |
//! | `random.rs` | the random numbers |
//! | `input.rs` | random inputs from seeds and a dictionary |
//! | `tree.rs`, `structure.rs` | YAML as a tree, and mutations of trees |
//! | `seeds.rs` | seeds: the corpus, and what the repository has of models, queries and expressions |
//! | `run.rs`, `shrink.rs` | the loop, catching panics; shrinking what failed |
//! | `compiling.rs` | the whole compiler over an input, and what must hold of all that it says |
//! | `targets/` | one file for each target; a new one is added to the list in `targets/mod.rs` |
//! | `libfuzzer.rs` | the executable for libFuzzer |
//! | `corpus/TARGET/` | seeds: each line of a `.lines` file, each part of a `.seeds` file, else the whole file |
//!
//! What fails is shrunk and kept as `corpus/TARGET/crash-SEED-CASE`. An abort, such as an overflow of
//! the stack, leaves its input in `corpus/TARGET/crash-last`.

mod compiling;
mod input;
mod options;
mod random;
mod run;
mod seeds;
mod shrink;
mod structure;
pub mod targets;
mod tree;

pub use input::Material;
pub use options::{Job, Options, USAGE};
pub use run::{Failure, Outcome, attempt, replay, run};
pub use seeds::{export, pack};
