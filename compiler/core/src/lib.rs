//! The compiler: the pipeline, readable in one screen.
//!
//! It does no I/O, reads no clock and no environment, prints nothing, and knows no dialect: texts come
//! in a `SourceMap`, plans go out, and a dialect crate emits them. The whole of dosic in one page:
//!
#![doc = include_str!("../../../ARCHITECTURE.md")]

mod compile;
mod load;
mod options;
mod whole_model;

pub use compile::{Compiled, KeyCheck, Trace, compile, compile_query};
pub use load::{LoadedModel, LoadedModels, load};
pub use options::Options;
pub use whole_model::{total_request, view_query};

pub use dosic_document::{Documents, Entry, Node, NodeKind, SavedQuery, read_node};
pub use dosic_graph::{Direction, JoinGraph, Path, Route, Step};
pub use dosic_plan::passes::{names as pass_names, print as print_plan, validate as validate_plan};
pub use dosic_query::{QueryFlags, QueryRequest, flag_text};
pub use dosic_resolve::{Catalogue, CatalogueColumn, ResolvedModel, sql_data_type};
