//! Resolution: a model as written → [`ResolvedModel`], every name an id and every expression typed.
//!
//! | file | pass |
//! |---|---|
//! | `model.rs` | [`resolve`]: the passes in order |
//! | `identifier.rs`, `names.rs` | names: form, reserved words, collisions, tables |
//! | `source.rs` | sources of datasets |
//! | `variant.rs` | the choice among dialects |
//! | `catalogue.rs`, `field_scope.rs`, `global_scope.rs`, `not_found.rs` | what names mean, and what is said if nothing |
//! | `reference.rs`, `order.rs` | who reads whom: dependency order and cycles |
//! | `fields.rs`, `metrics.rs` | fields and metrics: parsed, ordered, typed |
//! | `keys.rs`, `relationships.rs` | keys, joins and their cardinality |
//! | `home.rs` | whether a FILTER moves an aggregate to another dataset |
//! | `mentions.rs` | every name with what it means, for editors |
//! | `cross_dataset.rs` | references of fields to other datasets |
//!
//! Knows nothing of queries, except for who may name what ([`Audience`]), and nothing of SQL.

mod catalogue;
mod cross_dataset;
mod field_scope;
mod fields;
mod global_scope;
mod home;
mod identifier;
mod keys;
mod mentions;
mod metrics;
mod model;
mod names;
mod not_found;
mod options;
mod order;
mod reference;
mod relationships;
mod resolved;
mod source;
mod variant;

pub use catalogue::{Catalogue, CatalogueColumn, sql_data_type};
pub use global_scope::{Audience, GlobalScope};
pub use identifier::ident_of;
pub use mentions::{
    Form, Meaning, Mention, mention_of_field, mention_of_name, mentions, mentions_of_expression,
};
pub use model::resolve;
pub use names::{Global, Names};
pub use options::ResolveOptions;
pub use resolved::ResolvedModel;
