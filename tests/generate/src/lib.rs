//! Random models, rows and queries: well-formed by construction, mostly accepted, small. One set for the tests
//! and the fuzz targets.
//!
//! | file | holds |
//! |---|---|
//! | `case.rs` | what is generated: a model with its rows, and a query; how they are written |
//! | `sizes.rs` | how large |
//! | `model.rs`, `fields.rs`, `relate.rs`, `rows.rs` | models and rows |
//! | `query.rs`, `measure.rs` | queries over a model |
//! | `scope.rs`, `expression.rs`, `window.rs` | references, expressions of a type, window functions |
//! | `names.rs` | plain names and odd ones |
//! | `random.rs` | the source of choices: a seed, a proptest runner, or the bytes of a fuzzer |
//! | `shrink/` | a failing case made smaller, in steps that a person can read |
//! | `strategy.rs` | all that as proptest strategies |

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    reason = "positions are made by the generator itself; the types are plain records"
)]

pub mod case;
mod expression;
mod fields;
mod measure;
pub mod model;
mod names;
pub mod query;
pub mod random;
mod relate;
mod rows;
mod scope;
pub mod shrink;
pub mod sizes;
pub mod strategy;
mod window;

pub use case::Case;
pub use query::{case, expression};
pub use random::Random;
pub use shrink::shrink;
pub use sizes::Sizes;
pub use strategy::{Cases, Expressions, Models};
