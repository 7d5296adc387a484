//! Findings as one JSON object, in the form of `docs/findings.schema.json`.

use dosic_diagnostics::{Diagnostic, Severity, SourceMap};
use serde_json::{Value, json};

use crate::report::json_object;

/// The version of the form. Keys may be added under the same version; a key that goes or changes is a new one.
const VERSION: u32 = 1;

/// The version, a summary, and every finding in order.
pub(super) fn report(
    sources: &SourceMap,
    findings: &[Diagnostic],
    models: usize,
    denied: &dyn Fn(&Diagnostic) -> bool,
) -> Value {
    let count = |severity| findings.iter().filter(|d| d.severity == severity).count();
    let objects: Vec<Value> = findings.iter().map(|d| json_object(sources, d)).collect();
    json!({
        "version": VERSION,
        "summary": {
            "models": models,
            "errors": count(Severity::Error),
            "warnings": count(Severity::Warning),
            "advice": count(Severity::Advice),
            "denied": findings.iter().filter(|d| denied(d)).count(),
        },
        "findings": objects,
    })
}
