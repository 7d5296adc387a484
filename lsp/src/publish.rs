//! Findings as the protocol's diagnostics.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;

use dosic_diagnostics::{Code, Diagnostic, Severity};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Range, Uri,
};

use crate::snapshot::Snapshot;
use crate::text::Encoding;
use crate::{Finding, Host};

/// The findings of a check by file. One that has no place stands at the top of the file it is about, or of the first.
pub(crate) fn by_file(
    snapshot: &Snapshot,
    encoding: Encoding,
    host: &dyn Host,
) -> BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> {
    let mut all: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
    let mut pages = BTreeMap::new();
    let first = snapshot.checked.sources.files().next().map(|(id, _)| id);
    for finding in &snapshot.checked.findings {
        let file = finding.diagnostic.span().map(|s| s.file).or(first);
        let own = || file.and_then(|f| snapshot.path(f)).map(PathBuf::from);
        let Some(path) = finding.file.clone().or_else(own) else {
            continue;
        };
        let code = finding.diagnostic.code;
        let page = pages.entry(code.name()).or_insert_with(|| page(code, host));
        let converted = convert(finding, snapshot, encoding, page.clone());
        all.entry(path).or_default().push(converted);
    }
    all
}

fn page(code: Code, host: &dyn Host) -> Option<CodeDescription> {
    let href = Uri::from_str(&host.page(code)?).ok()?;
    Some(CodeDescription { href })
}

fn convert(
    finding: &Finding,
    snapshot: &Snapshot,
    encoding: Encoding,
    page: Option<CodeDescription>,
) -> lsp_types::Diagnostic {
    let diagnostic = &finding.diagnostic;
    let range = match diagnostic.span() {
        Some(span) => snapshot.range(span, encoding),
        None => Range::default(),
    };
    lsp_types::Diagnostic {
        range,
        severity: Some(severity(diagnostic.severity)),
        code: Some(NumberOrString::String(diagnostic.full_code())),
        code_description: page,
        source: Some("dosic".to_owned()),
        message: message(diagnostic),
        related_information: related(diagnostic, snapshot, encoding),
        ..lsp_types::Diagnostic::default()
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Advice => DiagnosticSeverity::INFORMATION,
    }
}

/// What is wrong, what the place is, and the way out.
fn message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    let label = diagnostic.labels.first().map(|l| l.text.as_str());
    if let Some(label) = label.filter(|l| !l.is_empty()) {
        text.push_str(&format!(" ({label})"));
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    text
}

fn related(
    diagnostic: &Diagnostic,
    snapshot: &Snapshot,
    encoding: Encoding,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let others = diagnostic.labels.iter().skip(1);
    let places: Vec<_> = others
        .filter_map(|label| {
            let message = if label.text.is_empty() {
                "see also".to_owned()
            } else {
                label.text.clone()
            };
            Some(DiagnosticRelatedInformation {
                location: snapshot.location(label.span, encoding)?,
                message,
            })
        })
        .collect();
    (!places.is_empty()).then_some(places)
}
