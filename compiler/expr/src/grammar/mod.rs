//! The grammar of semantics digest 8.1 and 6.2, as methods of [`crate::parser::Parser`].
//!
//! | file | holds |
//! |---|---|
//! | `operators.rs` | precedence climbing: unary and binary operators |
//! | `predicate.rs` | IN, BETWEEN, LIKE, IS |
//! | `primary.rs` | literals, references, parentheses |
//! | `special.rs` | CASE, casts, EXTRACT, POSITION, typed literals, INTERVAL |
//! | `call.rs` | calls with their DISTINCT, WITHIN GROUP, FILTER |
//! | `window.rs` | OVER, ordering, frames |
//! | `foreign.rs` | what other languages have: recognised for pointed messages |
//! | `entry.rs` | whole texts: an expression, an order item, `expr AS alias`, `expr:grain` |

mod call;
mod entry;
mod foreign;
mod operators;
mod predicate;
mod primary;
mod special;
mod window;

pub use entry::{parse, parse_aliased, parse_dimension, parse_order_item};
pub(crate) use operators::Power;
