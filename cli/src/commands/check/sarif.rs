//! Findings as SARIF 2.1.0, which code hosts and editors read.

use std::collections::BTreeSet;

use dosic_diagnostics::{Code, Diagnostic, Label, Severity, SourceMap, Span};
use serde_json::{Value, json};

/// The whole log, with a rule for each code that occurs.
pub(super) fn log(sources: &SourceMap, findings: &[Diagnostic]) -> Value {
    let codes: BTreeSet<Code> = findings.iter().map(|d| d.code).collect();
    let rules: Vec<Value> = codes
        .iter()
        .map(|code| {
            json!({
                "id": code.name(),
                "shortDescription": {"text": code.meaning()},
                "defaultConfiguration": {"level": level(code.severity())},
            })
        })
        .collect();
    let results: Vec<Value> = findings.iter().map(|d| result(sources, d)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "dosic",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(sources: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let mut text = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    let mut labels = diagnostic.labels.iter();
    let first: Vec<Value> = labels
        .next()
        .into_iter()
        .map(|l| location(sources, l))
        .collect();
    let related: Vec<Value> = labels.map(|l| location(sources, l)).collect();
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "level": level(diagnostic.severity),
        "message": {"text": text},
        "locations": first,
    });
    if let (false, Some(object)) = (related.is_empty(), result.as_object_mut()) {
        object.insert("relatedLocations".to_owned(), Value::Array(related));
    }
    result
}

fn location(sources: &SourceMap, label: &Label) -> Value {
    let name = sources
        .get(label.span.file)
        .map_or("?", |f| f.name.as_str());
    let (line, column) = sources.line_column(label.span);
    let after = Span::new(label.span.file, label.span.end, label.span.end);
    let (end_line, end_column) = sources.line_column(after);
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(name)},
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
            },
        },
        "message": {"text": label.text},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}

/// A relative path as a relative reference, percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
