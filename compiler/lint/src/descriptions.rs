//! `W_MISSING_DESCRIPTION`: public metrics and datasets that do not say what they are. Off by default.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};

use crate::Subject;

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    for (_, dataset, written) in subject.datasets() {
        if is_missing(written.description.as_ref()) {
            sink.push(missing("dataset", dataset.name.display(), dataset.span));
        }
    }
    for (_, metric, written) in subject.metrics() {
        if !metric.private && is_missing(written.description.as_ref()) {
            sink.push(missing("metric", metric.name.display(), metric.span));
        }
    }
}

fn is_missing(description: Option<&SpannedText>) -> bool {
    description.is_none_or(|text| text.text.trim().is_empty())
}

fn missing(noun: &str, name: &str, span: Span) -> Diagnostic {
    let what = if noun == "metric" {
        "what it counts, and what not"
    } else {
        "what one row is"
    };
    let message = format!("the {noun} `{name}` has no description: people and agents choose by it");
    Diagnostic::new(Code::MissingDescription, Check::Lint, message)
        .at(span, "says nothing about itself")
        .help(format!("add `description:`, one sentence: {what}"))
}
