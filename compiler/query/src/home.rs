//! The `dataset` key: the home of a scalar query (semantics digest 4.9).

use dosic_diagnostics::{Check, Code, Diagnostic, Span, SpannedText, did_you_mean};
use dosic_ir::SemanticModel;

use crate::request::quoted_list;

/// `W_IGNORED` for a home in an aggregation query.
pub(crate) fn ignored(span: Span) -> Diagnostic {
    let message = "`dataset` is ignored in an aggregation query: each aggregate has its own home";
    Diagnostic::new(Code::Ignored, Check::Lint, message).at(span, "ignored")
}

/// `E_NAME_NOT_FOUND` for a home that is no dataset.
pub(crate) fn unknown(model: &SemanticModel, name: &SpannedText) -> Diagnostic {
    let datasets: Vec<&str> = model.datasets.iter().map(|d| d.name.display()).collect();
    let message = format!("no dataset `{}` in the global scope", name.text);
    let help = did_you_mean(&name.text, datasets.iter().copied());
    let few = datasets.get(..8).unwrap_or(&datasets);
    Diagnostic::new(Code::NameNotFound, Check::QueryNames, message)
        .at(name.span, "not found")
        .help(help.unwrap_or_else(|| format!("the model has {}", quoted_list(few))))
}
