//! How fast dosic is: what the benchmarks share.
//!
//! | file | holds |
//! |---|---|
//! | `generated.rs` | models of any size, always the same for a size |
//! | `compiling.rs` | text → model, request → SQL, as the command line does it |
//! | `timing.rs` | repeated runs, and what is said of their times |
//!
//! No benchmark library: what is wanted are the median and the 95th percentile of whole calls and how they grow
//! with the model, in a table that can be pasted into docs/performance.md. That is a loop and a sort.

pub mod compiling;
pub mod generated;
pub mod timing;
