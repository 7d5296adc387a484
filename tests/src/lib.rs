//! What the tests of dosic that cross crates share.
//!
//! | file | holds |
//! |---|---|
//! | `repository.rs` | the files of this repository, for the tests that hold its rules |
//! | `postgres.rs` | a Postgres server of the tests' own (feature `engines`) |

#[cfg(feature = "engines")]
pub mod postgres;
pub mod repository;
