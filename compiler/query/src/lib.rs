//! Queries: a request (flags, YAML or JSON) → [`dosic_ir::SemanticQuery`] over a resolved model.
//!
//! Knows nothing of SQL, and plans nothing: homes, paths and grains are checked by the planner.
//!
//! | file | holds |
//! |---|---|
//! | `request.rs` | [`QueryRequest`]: spanned, unparsed clauses; choosing a model |
//! | `read.rs`, `read_entries.rs`, `keys.rs` | YAML and JSON → request: semantics digest 3.2 |
//! | `flags.rs` | command-line flags → request |
//! | `resolve.rs` | [`resolve_query`]: the two steps |
//! | `grammar.rs`, `lower.rs`, `time_grain.rs`, `yaml_name.rs` | step 1: an entry → typed expression with its name |
//! | `scope.rs`, `order.rs`, `output.rs` | names of outputs, in having and order_by too: 2.6, 3.4 |
//! | `finish.rs` | step 2: assembles the query |
//! | `expand.rs`, `uses.rs` | metrics expanded (4.3), what of a query is unusable |
//! | `shape.rs`, `levels.rs`, `grouping.rs`, `home.rs` | what each clause accepts: 3.1, 3.3 |
//! | `mentions.rs` | the names in a request, for editors |
//! | `windows.rs` | windows in measures: 6.3 |

mod expand;
mod finish;
mod flags;
mod grammar;
mod grouping;
mod home;
mod keys;
mod levels;
mod lower;
mod mentions;
mod order;
mod output;
mod read;
mod read_entries;
mod request;
mod resolve;
mod scope;
mod shape;
mod time_grain;
mod uses;
mod windows;
mod yaml_name;

pub use flags::{QueryFlags, flag_text, parse_limit};
pub use keys::query_keys;
pub use request::{QueryRequest, RequestItem, RequestOrder, RequestedValue};
pub use resolve::{QueryOptions, ResolvedQuery, resolve_query};

#[cfg(test)]
mod tests;
