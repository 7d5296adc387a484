//! Models as text → diagnostics and resolved models as text, for the tests of this crate.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that goes wrong here shall fail"
)]

use std::fmt::Write;

use dosic_diagnostics::{Diagnostics, SourceMap};
use dosic_document::{LoadOptions, load};
use dosic_ir::{KeyColumn, ModelExpr, ModelLeaf, SemanticModel};
use dosic_resolve::{ResolveOptions, ResolvedModel, resolve};

/// A model resolved, its text, and what was said about it.
pub(crate) struct Case {
    pub(crate) sources: SourceMap,
    pub(crate) resolved: ResolvedModel,
    pub(crate) diagnostics: Diagnostics,
}

/// Loads and resolves a text of one model.
pub(crate) fn case(yaml: &str, options: &ResolveOptions) -> Case {
    let mut sources = SourceMap::default();
    let file = sources.add("model.yaml", yaml);
    let load_options = LoadOptions {
        strict: options.strict,
    };
    let (documents, mut diagnostics) = load(&sources, &[file], &load_options);
    let (resolved, own) = resolve(&documents.models[0], options);
    diagnostics.extend(own);
    Case {
        sources,
        resolved,
        diagnostics,
    }
}

/// The codes of a model in the order printed.
pub(crate) fn codes(yaml: &str, strict: bool) -> Vec<String> {
    let options = ResolveOptions {
        strict,
        ..ResolveOptions::default()
    };
    let case = case(yaml, &options);
    let sorted = case.diagnostics.into_sorted();
    sorted
        .iter()
        .map(dosic_diagnostics::Diagnostic::full_code)
        .collect()
}

/// Diagnostics with places and help.
pub(crate) fn report(case: &Case) -> String {
    let mut out = String::new();
    for d in case.diagnostics.clone().into_sorted() {
        writeln!(out, "{}: {}", d.full_code(), d.message).unwrap();
        for label in &d.labels {
            let (line, column) = case.sources.line_column(label.span);
            let text = case.sources.slice(label.span);
            writeln!(out, "  {line}:{column} `{text}` {}", label.text).unwrap();
        }
        if let Some(help) = &d.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    out
}

/// Keys, fields, relationships and metrics with their types, flags and what they read.
pub(crate) fn outline(model: &SemanticModel) -> String {
    let mut out = String::new();
    for dataset in model.datasets.iter() {
        let keys: Vec<String> = dataset.keys.iter().map(|k| columns(model, k)).collect();
        writeln!(
            out,
            "dataset {:?} from {:?} keys {}",
            dataset.name,
            dataset.source,
            keys.join(" ")
        )
        .unwrap();
        for id in &dataset.fields {
            let field = model.fields.get(*id).unwrap();
            let flags = [
                (field.private, " private"),
                (field.is_time, " time"),
                (field.windowed, " windowed"),
                (field.implied, " implied"),
                (field.unusable.is_some(), " unusable"),
            ];
            let flags: String = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
            let reads = reads(model, field.expr.as_ref());
            writeln!(
                out,
                "  {:?}: {}{flags} ← {reads}",
                field.name,
                field.ty.data.name()
            )
            .unwrap();
        }
    }
    for r in model.relationships.iter() {
        let (from, to) = (model.dataset_name(r.from), model.dataset_name(r.to));
        let side = |unique| if unique { "1" } else { "N" };
        let assumed = if r.assumed_key { " assumed" } else { "" };
        writeln!(
            out,
            "relationship {:?}: {from}{} {}:{} {to}{}{assumed}",
            r.name,
            columns(model, &r.from_columns),
            side(r.from_unique),
            side(r.to_unique),
            columns(model, &r.to_columns),
        )
        .unwrap();
    }
    for metric in model.metrics.iter() {
        let windowed = if metric.windowed { " windowed" } else { "" };
        let reads = reads(model, metric.expr.as_ref());
        writeln!(
            out,
            "metric {:?}: {}{windowed} ← {reads}",
            metric.name,
            metric.ty.data.name()
        )
        .unwrap();
    }
    out
}

fn columns(model: &SemanticModel, list: &[KeyColumn]) -> String {
    let names = list.iter().map(|c| match c {
        KeyColumn::Physical(name) => name.spelling(),
        KeyColumn::Field(id) => format!("={}", model.qualified(*id)),
    });
    format!("({})", names.collect::<Vec<_>>().join(", "))
}

fn reads(model: &SemanticModel, expr: Option<&ModelExpr>) -> String {
    let Some(expr) = expr else {
        return "nothing".to_owned();
    };
    let mut all = Vec::new();
    expr.for_each_leaf_deep(&mut |leaf| match leaf {
        ModelLeaf::Column(name) => all.push(format!("column {}", name.spelling())),
        ModelLeaf::Field(f) => {
            let mut parts: Vec<&str> = f.role.iter().map(|r| model.relationship_name(*r)).collect();
            let qualified = model.qualified(f.field);
            parts.push(&qualified);
            all.push(parts.join("."));
        }
        ModelLeaf::Metric(id, _) => all.push(model.metrics.get(*id).unwrap().name.spelling()),
        ModelLeaf::Aggregate(call) => all.push(format!("{:?} of", call.function)),
        ModelLeaf::Window(_) => all.push("window of".to_owned()),
    });
    all.join(", ")
}
