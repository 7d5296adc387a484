//! Duplicate keys of a mapping: reported, and the first is kept.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use rustc_hash::FxHashMap;

use crate::Entry;

/// Mappings up to this size are compared pair by pair, which is faster than hashing.
const SMALL: usize = 16;

/// Removes entries whose key stands in the mapping already, each with `E_SCHEMA/duplicate-key` that shows both places.
pub(crate) fn keep_first(entries: Vec<Entry>, diagnostics: &mut Diagnostics) -> Vec<Entry> {
    if !has_duplicate(&entries) {
        return entries;
    }
    let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for entry in entries {
        let first = places.get(&entry.key.text).and_then(|i| kept.get(*i));
        if let Some(first) = first {
            diagnostics.push(duplicate(first, &entry));
        } else {
            places.insert(entry.key.text.clone(), kept.len());
            kept.push(entry);
        }
    }
    kept
}

fn has_duplicate(entries: &[Entry]) -> bool {
    if entries.len() <= SMALL {
        let mut rest = entries;
        while let Some((first, others)) = rest.split_first() {
            if others.iter().any(|e| e.key.text == first.key.text) {
                return true;
            }
            rest = others;
        }
        return false;
    }
    let mut seen = rustc_hash::FxHashSet::default();
    entries.iter().any(|e| !seen.insert(e.key.text.as_str()))
}

fn duplicate(first: &Entry, second: &Entry) -> Diagnostic {
    let key = &second.key.text;
    Diagnostic::new(
        Code::Schema,
        Check::Yaml,
        format!("key `{key}` stands twice in the same mapping"),
    )
    .kind("duplicate-key")
    .at(second.key.span, "second time")
    .at(first.key.span, "first time")
    .help("remove or rename one of the two")
}
