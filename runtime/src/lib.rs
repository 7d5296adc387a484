//! Engines that run SQL text and give Arrow record batches. Knows nothing of models, plans or dialects.
//!
//! | file | holds |
//! |---|---|
//! | `engine.rs` | [`Engine`], [`Sink`], [`Canceller`] |
//! | `error.rs` | [`EngineError`] and the diagnostic it becomes |
//! | `rows.rs` | [`Rows`], a result held in memory |
//! | `keys.rs` | checks of assumed keys on the data (ruling 24) |
//! | `duckdb.rs` | embedded DuckDB (feature `duckdb`) |
//! | `postgres.rs` | a Postgres connection (feature `postgres`) |
//!
//! Both engines work in UTC and never write to the database that they are given.

#[cfg(feature = "duckdb")]
pub mod duckdb;
mod engine;
mod error;
mod keys;
#[cfg(feature = "postgres")]
pub mod postgres;
mod rows;

pub use arrow;

pub use engine::{Canceller, Engine, Sink, SinkError};
pub use error::EngineError;
pub use keys::{KeyCheck, verify_keys};
pub use rows::Rows;
