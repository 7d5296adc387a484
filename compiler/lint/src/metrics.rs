//! Metrics that are hard to tell apart: `W_DUPLICATE_METRIC` and `W_DUPLICATE_SYNONYM`.

use std::collections::BTreeMap;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};
use dosic_document::{Metric, Node, NodeKind};
use dosic_ir::{MetricId, ModelExpr};
use rustc_hash::FxHashMap;

use crate::Subject;

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    expressions(subject, sink);
    synonyms(subject, sink);
}

/// Equal when typed: spelling, letter case and places do not count.
fn expressions(subject: &Subject<'_>, sink: &mut Diagnostics) {
    let mut first: FxHashMap<&ModelExpr, &dosic_ir::Metric> = FxHashMap::default();
    for (_, metric, _) in subject.metrics() {
        let Some(expr) = &metric.expr else { continue };
        let Some(other) = first.get(expr) else {
            first.insert(expr, metric);
            continue;
        };
        let (name, known) = (metric.name.display(), other.name.display());
        let message = format!(
            "the metrics `{known}` and `{name}` have one expression: whoever looks for a number finds two, and a \
             change of one will miss the other"
        );
        sink.push(
            Diagnostic::new(Code::DuplicateMetric, Check::Lint, message)
                .at(metric.span, "the same again")
                .at(other.span, "first here")
                .help(format!(
                    "remove one of them; if both names are in use, make `{name}` a synonym of `{known}` or define it \
                     as `expression: {known}`"
                )),
        );
    }
}

/// What a text means: who said it, where, and whether it is the metric's own name.
struct Meaning<'a> {
    id: MetricId,
    metric: &'a str,
    span: Span,
    is_name: bool,
}

fn synonyms(subject: &Subject<'_>, sink: &mut Diagnostics) {
    let mut meanings: BTreeMap<String, Meaning<'_>> = BTreeMap::new();
    for (id, metric, _) in subject.metrics() {
        let name = metric.name.display();
        meanings.entry(folded(name)).or_insert(Meaning {
            id,
            metric: name,
            span: metric.span,
            is_name: true,
        });
    }
    for (id, metric, written) in subject.metrics() {
        let name = metric.name.display();
        for synonym in synonyms_of(written) {
            let other = meanings.entry(folded(&synonym.text)).or_insert(Meaning {
                id,
                metric: name,
                span: synonym.span,
                is_name: false,
            });
            if other.id != id {
                sink.push(duplicate(name, synonym, other));
            }
        }
    }
}

fn duplicate(name: &str, synonym: &SpannedText, other: &Meaning<'_>) -> Diagnostic {
    let text = &synonym.text;
    let known = other.metric;
    let what = if other.is_name {
        format!("is the name of the metric `{known}`")
    } else {
        format!("is a synonym of `{known}` as well")
    };
    let message = format!(
        "\"{text}\", a synonym of the metric `{name}`, {what}: who asks for it, a person or an agent, may get the wrong one"
    );
    Diagnostic::new(Code::DuplicateSynonym, Check::Lint, message)
        .at(synonym.span, format!("means `{name}`"))
        .at(other.span, format!("means `{known}`"))
        .help(format!(
            "keep it at the metric that people mean, and say more at the other: \"{text} …\""
        ))
}

/// `ai_context: {synonyms: […]}`
fn synonyms_of(metric: &Metric) -> Vec<&SpannedText> {
    let Some(Node {
        kind: NodeKind::Mapping(entries),
        ..
    }) = &metric.ai_context
    else {
        return Vec::new();
    };
    let lists = entries.iter().filter(|e| e.key.text == "synonyms");
    let mut all = Vec::new();
    for entry in lists {
        if let NodeKind::Sequence(items) = &entry.value.kind {
            all.extend(items.iter().filter_map(|i| match &i.kind {
                NodeKind::Scalar(text, _) => Some(text),
                NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
            }));
        }
    }
    all
}

/// Without letter case, and with one space for any spaces, hyphens and underscores.
fn folded(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c == '_' || c == '-');
    let words: Vec<String> = words
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}
