//! Generators of models, rows and queries: well-formed by construction, mostly accepted, small.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    reason = "positions are made by the generator itself; the types are plain records"
)]

pub mod case;
pub mod model;
pub mod query;
pub mod random;

pub use case::Case;
pub use query::case;
pub use random::Random;
