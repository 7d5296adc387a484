//! The join graph: datasets joined by relationships, and the paths between them.
//!
//! Semantics digest 5.1 to 5.3. Knows nothing of queries or SQL. Petgraph's indices stay inside.
//!
//! | file | holds |
//! |---|---|
//! | `route.rs` | what a search answers: [`Route`], [`Path`], [`Step`] |
//! | `graph.rs` | [`JoinGraph`], built once a model |
//! | `search.rs` | the search for up paths and valleys |

mod graph;
mod route;
mod search;

pub use graph::JoinGraph;
pub use route::{Direction, MAX_CANDIDATES, Path, Route, Step};
