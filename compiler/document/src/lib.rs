//! The loader: OSI YAML or JSON text → [`Documents`], spanned and unresolved.
//!
//! Knows nothing of names, expressions or SQL, and does no I/O: texts come in a `SourceMap`.
//!
//! | file | holds |
//! |---|---|
//! | `node.rs` | [`Node`]: a YAML or JSON value with positions |
//! | `yaml/` | YAML text → nodes: anchors, aliases, merge keys, tags, and the map of each scalar to its file |
//! | `json.rs` | JSON text → the same nodes |
//! | `shape.rs` | [`Documents`]: what OSI makes of the nodes |
//! | `reader/` | nodes → shapes: wrapper forms, known, deferred and missing keys, types |
//! | `assemble.rs` | models that stand in several files |
//! | `load.rs` | [`load`]: all of it, file by file |

mod assemble;
mod json;
mod load;
mod node;
mod reader;
mod shape;
mod unique_keys;
mod yaml;

pub use load::{LoadOptions, load, read_node};
pub use node::{Entry, Node, NodeKind, ScalarTag};
pub use reader::{datatype_names, known_keys};
pub use shape::{
    Dataset, Dimension, Documents, Expression, Extension, Field, Metric, Model, Relationship,
    SavedQuery, Variant, Version,
};

/// Values may nest this deep; deeper ones are refused, so that no reader of them can run out of stack.
pub(crate) const MAX_DEPTH: usize = 128;
