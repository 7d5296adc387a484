//! SQL emission: `LogicalPlan` → SQL text of a dialect. Knows nothing of models or YAML.
//!
//! ```text
//! LogicalPlan ──blocks/──▶ Query of SELECT blocks ──printer.rs──▶ text
//!                 │
//!                 └─ expr.rs: PlanExpr ──▶ SqlExpr, asking the Dialect
//! ```

pub mod aggregates;
pub mod arithmetic;
pub mod ast;
mod blocks;
pub mod build;
pub mod cast;
mod collation;
pub mod dialect;
mod emit;
pub mod expr;
pub mod format;
pub mod functions;
pub mod functions_numeric;
pub mod functions_string;
pub mod functions_temporal;
mod hints;
mod keywords;
mod layout;
pub mod literal;
mod names;
pub mod operand;
pub mod predicates;
mod print_expr;
mod printer;
mod scale;
mod select;
mod size;
mod source;
mod sums;
mod texts;
mod usage;
mod windows;

pub use dialect::Dialect;
pub use emit::{Sql, emit, emit_view};
pub use expr::{Columns, emit_aggregate, emit_expr, emit_sort_key, emit_window};
pub use operand::Operand;
