//! SQL emission: `LogicalPlan` → SQL text of a dialect. Knows nothing of models or YAML.

pub mod ast;
