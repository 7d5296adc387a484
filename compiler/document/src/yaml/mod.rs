//! YAML text → nodes, over the events of `saphyr-parser`.
//!
//! | file | holds |
//! |---|---|
//! | `positions.rs` | character positions → byte positions |
//! | `core_schema.rs` | what a plain scalar is |
//! | `scalar_map.rs` | decoded text → its characters in the file |
//! | `builder.rs` | events → nodes |
//! | `anchors.rs` | anchors, and how much aliases may repeat |
//! | `merge.rs` | merge keys `<<` |
//! | `separators.rs` | what may stand between two scalars |

mod anchors;
mod builder;
mod core_schema;
mod merge;
mod positions;
pub(crate) mod scalar_map;
mod separators;

pub(crate) use builder::read;

#[cfg(test)]
mod tests;
