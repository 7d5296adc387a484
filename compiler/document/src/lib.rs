//! The loader: OSI YAML or JSON text → [`Documents`], spanned and unresolved.
//!
//! Knows nothing of names, expressions or SQL, and does no I/O: texts come in a `SourceMap`.

mod node;
mod shape;

pub use node::{Entry, Node, NodeKind, ScalarTag};
pub use shape::{
    Dataset, Dimension, Documents, Expression, Extension, Field, Metric, Model, Relationship,
    SavedQuery, Variant, Version,
};
