//! Loads texts and renders what was found, for snapshots.

use std::fmt::Write;

use dosic_diagnostics::{Diagnostics, SourceMap};
use dosic_document::{Documents, LoadOptions, load};

/// Loads files given as (name, text).
pub(crate) fn load_files(
    files: &[(&str, &str)],
    strict: bool,
) -> (Documents, Diagnostics, SourceMap) {
    let mut sources = SourceMap::default();
    let ids: Vec<_> = files.iter().map(|(n, t)| sources.add(*n, *t)).collect();
    let (documents, diagnostics) = load(&sources, &ids, &LoadOptions { strict });
    (documents, diagnostics, sources)
}

/// All findings, sorted: code, message, places with the text they cover, help.
pub(crate) fn findings(diagnostics: Diagnostics, sources: &SourceMap) -> String {
    let mut out = String::new();
    for found in diagnostics.into_sorted() {
        writeln!(out, "{}: {}", found.full_code(), found.message).unwrap();
        for label in &found.labels {
            let (line, column) = sources.line_column(label.span);
            let name = &sources.get(label.span.file).unwrap().name;
            let text = sources.slice(label.span).lines().next().unwrap_or("");
            writeln!(out, "   {name}:{line}:{column} {text:?} {}", label.text).unwrap();
        }
        if let Some(help) = &found.help {
            writeln!(out, "   = {help}").unwrap();
        }
    }
    out
}

/// The findings of one YAML text.
pub(crate) fn check(text: &str) -> String {
    let (_, diagnostics, sources) = load_files(&[("m.yaml", text)], false);
    findings(diagnostics, &sources)
}
