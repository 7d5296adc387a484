//! The compiler: the pipeline, readable in one screen.
//!
//! ```text
//! load      YAML, JSON           → Documents        dosic-document
//! resolve   Documents            → ResolvedModel    dosic-resolve (dosic-expr parses, dosic-typing types)
//! query     QueryRequest         → SemanticQuery    dosic-query
//! plan      SemanticQuery        → LogicalPlan      dosic-plan over dosic-graph
//! optimise  LogicalPlan          → LogicalPlan      dosic-plan, passes
//! ```
//!
//! It does no I/O, reads no clock and no environment, prints nothing, and knows no dialect: texts come
//! in a `SourceMap`, plans go out, and a dialect crate emits them.

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
pub use dosic_plan::passes::{names as pass_names, print as print_plan};
pub use dosic_query::{QueryFlags, QueryRequest, flag_text};
pub use dosic_resolve::{Catalogue, CatalogueColumn, ResolvedModel, sql_data_type};
