//! Merge keys: `<<: *alias` and `<<: [*first, *second]`.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use rustc_hash::FxHashSet;

use crate::{Entry, Node, NodeKind};

/// Adds the entries of merged mappings after the mapping's own. Own keys win over merged ones, earlier
/// merged mappings over later ones, and neither is a duplicate.
pub(crate) fn merge(own: &mut Vec<Entry>, merged: Vec<Node>, diagnostics: &mut Diagnostics) {
    let mut seen: FxHashSet<String> = own.iter().map(|e| e.key.text.clone()).collect();
    for node in merged {
        match node.kind {
            NodeKind::Mapping(entries) => add(own, &mut seen, entries),
            NodeKind::Sequence(items) => {
                for item in items {
                    match item.kind {
                        NodeKind::Mapping(entries) => add(own, &mut seen, entries),
                        _ => diagnostics.push(wrong(&item)),
                    }
                }
            }
            NodeKind::Scalar(..) => diagnostics.push(wrong(&node)),
        }
    }
}

fn add(own: &mut Vec<Entry>, seen: &mut FxHashSet<String>, entries: Vec<Entry>) {
    for entry in entries {
        if seen.insert(entry.key.text.clone()) {
            own.push(entry);
        }
    }
}

fn wrong(node: &Node) -> Diagnostic {
    Diagnostic::new(
        Code::Schema,
        Check::Yaml,
        "the merge key `<<` takes a mapping or a list of mappings",
    )
    .kind("merge-key")
    .at(node.span, "not a mapping")
    .help("write `<<: *name`, where `&name` marks a mapping, or quote the key")
}
