//! What the tests of dosic that cross crates share.
//!
//! | file | holds |
//! |---|---|
//! | `repository.rs` | the files of this repository, for the tests that hold its rules |
//! | `compiling.rs` | text of a model and query → every diagnostic, without an engine |
//! | `pages.rs` | the pages of `docs/codes` and their examples |
//! | `postgres.rs` | a Postgres server of the tests' own (feature `engines`) |

pub mod compiling;
pub mod pages;
#[cfg(feature = "engines")]
pub mod postgres;
pub mod repository;
