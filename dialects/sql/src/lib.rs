//! SQL emission: `LogicalPlan` → SQL text of a dialect. Knows nothing of models or YAML.

pub mod aggregates;
pub mod arithmetic;
pub mod ast;
pub mod build;
pub mod cast;
pub mod dialect;
pub mod expr;
pub mod format;
pub mod functions;
pub mod functions_numeric;
pub mod functions_string;
pub mod functions_temporal;
mod keywords;
pub mod literal;
pub mod operand;
pub mod predicates;
mod size;
mod windows;

pub use dialect::Dialect;
pub use expr::{emit_aggregate, emit_expr, emit_sort_key, emit_window};
pub use operand::Operand;
