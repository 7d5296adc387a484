//! A diagnostic as a JSON object.

use dosic_diagnostics::{Diagnostic, SourceMap, Span};
use serde_json::{Value, json};

use super::severity_name;

/// Severity, code, kind, message, labels (the first is the primary one; lines and columns from 1, columns in
/// characters, offsets in bytes) and help.
pub(crate) fn object(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let name = sources
                .get(label.span.file)
                .map_or("?", |f| f.name.as_str());
            let end = Span::new(label.span.file, label.span.end, label.span.end);
            json!({
                "file": name,
                "start": position(sources, label.span),
                "end": position(sources, end),
                "text": label.text,
            })
        })
        .collect();
    json!({
        "severity": severity_name(diagnostic.severity),
        "code": diagnostic.code.name(),
        "kind": diagnostic.kind,
        "message": diagnostic.message,
        "labels": labels,
        "help": diagnostic.help,
    })
}

fn position(sources: &SourceMap, span: Span) -> Value {
    let (line, column) = sources.line_column(span);
    json!({"line": line, "column": column, "offset": span.start})
}
