//! Engines that run SQL text and give Arrow record batches, knowing nothing of models, plans or dialects;
//! and the reference interpreter, which knows models and queries and nothing of SQL.
//!
//! | file | holds |
//! |---|---|
//! | `engine.rs` | [`Engine`], [`Sink`], [`Canceller`] |
//! | `database_text.rs` | [`DatabaseText`], what a database's encoding and collation change |
//! | `error.rs` | [`EngineError`] and the diagnostic it becomes |
//! | `rows.rs` | [`Rows`], a result held in memory |
//! | `keys.rs` | checks of assumed keys on the data (ruling 24) |
//! | `duckdb.rs` | embedded DuckDB (feature `duckdb`) |
//! | `postgres.rs` | a Postgres connection (feature `postgres`) |
//! | `interpreter/` | the definition of semantics digest 4, executable (feature `interpreter`) |
//!
//! Both engines work in UTC and never write to the database that they are given.

#[cfg(feature = "engine")]
mod database_text;
#[cfg(feature = "duckdb")]
pub mod duckdb;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod error;
#[cfg(feature = "interpreter")]
pub mod interpreter;
#[cfg(feature = "engine")]
mod keys;
#[cfg(feature = "postgres")]
pub mod postgres;
#[cfg(feature = "engine")]
mod rows;

#[cfg(feature = "engine")]
pub use arrow;

#[cfg(feature = "engine")]
pub use database_text::{DatabaseText, LooseColumn};
#[cfg(feature = "engine")]
pub use engine::{Canceller, Engine, Sink, SinkError};
#[cfg(feature = "engine")]
pub use error::EngineError;
#[cfg(feature = "engine")]
pub use keys::{KeyCheck, verify_keys};
#[cfg(feature = "engine")]
pub use rows::Rows;
