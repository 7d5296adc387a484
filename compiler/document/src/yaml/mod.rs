//! YAML text → nodes: what models look like by a fast reader of lines, everything else over the events of
//! `saphyr-parser`.
//!
//! | file | holds |
//! |---|---|
//! | `positions.rs` | character positions → byte positions |
//! | `core_schema.rs` | what a plain scalar is |
//! | `scalar_map.rs` | decoded text → its characters in the file |
//! | `line_reader.rs`, `line_values.rs` | the fast reader |
//! | `builder.rs` | events → nodes |
//! | `anchors.rs` | anchors, and how much aliases may repeat |
//! | `merge.rs` | merge keys `<<` |
//! | `separators.rs` | what may stand between two scalars |

mod anchors;
mod builder;
mod core_schema;
mod line_reader;
mod line_values;
mod merge;
mod positions;
pub(crate) mod scalar_map;
mod separators;

use dosic_diagnostics::{Diagnostics, FileId};

use crate::Node;

/// The values of all YAML documents of a text, in order. Faults are `E_SCHEMA`: `yaml` (syntax), `depth`,
/// `duplicate-key`, `key-type`, `merge-key`, `alias`, `tag`. A document with a syntax fault gives no value.
pub(crate) fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Node> {
    match line_reader::read(file, text, diagnostics) {
        Some(node) => vec![node],
        None => builder::read(file, text, diagnostics),
    }
}

#[cfg(test)]
mod tests;
