//! Random models, rows and queries: well-formed by construction, mostly accepted, small. One set for the tests
//! and the fuzz targets.
//!
//! | file | holds |
//! |---|---|
//! | `case.rs` | what is generated: a model with its rows, and a query; how they are written |
//! | `sizes.rs` | how large |
//! | `model.rs` | models and rows |
//! | `query.rs` | queries over a model |
//! | `random.rs` | the source of choices: a seed, a proptest runner, or the bytes of a fuzzer |
//! | `shrink.rs` | a failing case made smaller, in steps that a person can read |
//! | `strategy.rs` | all that as proptest strategies |

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    reason = "positions are made by the generator itself; the types are plain records"
)]

pub mod case;
pub mod model;
pub mod query;
pub mod random;
pub mod shrink;
pub mod sizes;
pub mod strategy;

pub use case::Case;
pub use query::case;
pub use random::Random;
pub use shrink::shrink;
pub use sizes::Sizes;
pub use strategy::{Cases, Models};
