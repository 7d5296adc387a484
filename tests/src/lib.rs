//! What the tests of dosic that cross crates share.
//!
//! | file | holds |
//! |---|---|
//! | `compiling.rs` | texts of a model and a query → every diagnostic, without an engine |
//! | `laws/` | laws that the answers of any case obey (feature `engines`) |
//! | `loading.rs` | tables from files into both engines (feature `engines`) |
//! | `pages.rs` | the pages of `docs/codes` and their examples |
//! | `pipeline.rs` | texts of a model and a query → SQL, or the first error |
//! | `equivalence/` | one case on the interpreter and on an engine, compared (feature `engines`) |
//! | `postgres.rs` | a Postgres server of the tests' own (feature `engines`) |
//! | `read_back.rs` | emitted SQL read by a parser that is not ours |
//! | `repository.rs` | the files of this repository, for the tests that hold its rules |
//! | `values.rs` | rows of any engine as values that can be compared (feature `engines`) |

pub mod compiling;
#[cfg(feature = "engines")]
pub mod equivalence;
#[cfg(feature = "engines")]
pub mod laws;
#[cfg(feature = "engines")]
pub mod loading;
pub mod pages;
pub mod pipeline;
#[cfg(feature = "engines")]
pub mod postgres;
pub mod read_back;
pub mod repository;
#[cfg(feature = "engines")]
pub mod values;
