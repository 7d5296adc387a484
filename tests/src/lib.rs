//! What the tests of dosic that cross crates share.
//!
//! | file | holds |
//! |---|---|
//! | `postgres.rs` | a Postgres server of the tests' own |

pub mod postgres;
