//! Models that stand in several documents (semantics digest 1.5, R10).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};
use dosic_ir::Ident;
use indexmap::IndexMap;

use crate::reader::{DEFAULT_DIALECT, Datasets, ModelPart, dialect_name};
use crate::{Model, Variant};

/// Joins the parts of each model. Two parts in one document, and under `strict` any two, are `E_NAME_COLLISION`;
/// a model without datasets in any part is `E_SCHEMA`.
pub(crate) fn assemble(
    parts: Vec<ModelPart>,
    strict: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<Model> {
    let mut models: IndexMap<String, Vec<ModelPart>> = IndexMap::new();
    for part in parts {
        let same = models
            .entry(normal_name(&part.model.name.text))
            .or_default();
        match same.iter().find(|p| strict || p.document == part.document) {
            Some(first) => diagnostics.push(collision(&first.model, &part.model, strict)),
            None => same.push(part),
        }
    }
    models
        .into_values()
        .filter_map(|parts| join(parts, diagnostics))
        .collect()
}

/// The identity of a model: its name's normal form, or the name itself where it is no identifier.
fn normal_name(name: &str) -> String {
    if Ident::is_regular(name) {
        return name.to_ascii_uppercase();
    }
    let inside = name.strip_prefix('"').and_then(|n| n.strip_suffix('"'));
    inside.map_or_else(|| name.to_owned(), |n| n.replace("\"\"", "\""))
}

fn collision(first: &Model, second: &Model, strict: bool) -> Diagnostic {
    let name = &second.name.text;
    let help = if strict {
        "under `--strict` a model stands in one document; write its parts as one"
    } else {
        "rename one of the two, or write them as one model"
    };
    Diagnostic::new(
        Code::NameCollision,
        Check::Names,
        format!("model `{name}` is defined twice"),
    )
    .at(second.name.span, "second definition")
    .at(first.name.span, "first definition")
    .help(help)
}

fn join(parts: Vec<ModelPart>, diagnostics: &mut Diagnostics) -> Option<Model> {
    check_datasets(&parts, diagnostics);
    let several = parts.len() > 1;
    let mut parts = parts.into_iter().map(|p| p.model);
    let mut whole = parts.next()?;
    for part in parts {
        let name = whole.name.text.clone();
        let span = |t: &SpannedText| t.span;
        let mut one = One {
            model: &name,
            diagnostics,
        };
        one.of(
            "description",
            &mut whole.description,
            part.description,
            span,
            |a, b| a.text == b.text,
        );
        one.of("dialect", &mut whole.dialect, part.dialect, span, |a, b| {
            dialect_name(a.text.clone()) == dialect_name(b.text.clone())
        });
        one.of(
            "ai_context",
            &mut whole.ai_context,
            part.ai_context,
            |n| n.span,
            |_, _| false,
        );
        whole.datasets.extend(part.datasets);
        whole.relationships.extend(part.relationships);
        whole.metrics.extend(part.metrics);
        whole.extensions.extend(part.extensions);
    }
    if several {
        share_default_dialect(&mut whole);
    }
    Some(whole)
}

/// Joins what a model has once.
struct One<'a> {
    model: &'a str,
    diagnostics: &'a mut Diagnostics,
}

impl One<'_> {
    fn of<T>(
        &mut self,
        key: &str,
        whole: &mut Option<T>,
        part: Option<T>,
        span: impl Fn(&T) -> Span,
        same: impl Fn(&T, &T) -> bool,
    ) {
        let Some(part) = part else {
            return;
        };
        match whole {
            None => *whole = Some(part),
            Some(first) if same(first, &part) => {}
            Some(first) => self.diagnostics.push(
                Diagnostic::new(
                    Code::Schema,
                    Check::Schema,
                    format!("model `{}` has `{key}` in two files", self.model),
                )
                .kind("duplicate-key")
                .at(span(&part), "second time")
                .at(span(first), "first time")
                .help("keep it in one of the files"),
            ),
        }
    }
}

/// A model's `dialect` holds for all its parts, wherever it is written.
fn share_default_dialect(model: &mut Model) {
    let written = model.dialect.as_ref().map(|d| dialect_name(d.text.clone()));
    let default = written.unwrap_or_else(|| DEFAULT_DIALECT.to_owned());
    let set = |variant: &mut Variant| {
        if variant.dialect_span.is_none() {
            variant.dialect.clone_from(&default);
        }
    };
    let fields = model.datasets.iter_mut().flat_map(|d| &mut d.fields);
    let of_fields = fields.map(|f| &mut f.expression);
    let of_metrics = model.metrics.iter_mut().map(|m| &mut m.expression);
    of_fields
        .chain(of_metrics)
        .flat_map(|e| &mut e.variants)
        .for_each(set);
}

fn check_datasets(parts: &[ModelPart], diagnostics: &mut Diagnostics) {
    let has_some = parts.iter().any(|p| matches!(p.datasets, Datasets::Listed));
    let Some(first) = parts.first().filter(|_| !has_some) else {
        return;
    };
    let name = &first.model.name.text;
    let empty = parts.iter().find_map(|p| match p.datasets {
        Datasets::Empty(span) => Some(span),
        Datasets::Absent | Datasets::Listed => None,
    });
    let diagnostic = match empty {
        Some(span) => Diagnostic::new(
            Code::Schema,
            Check::Schema,
            format!("`datasets` of model `{name}` is empty"),
        )
        .kind("empty-list")
        .at(span, ""),
        None => Diagnostic::new(
            Code::Schema,
            Check::Schema,
            format!("model `{name}` has no `datasets`"),
        )
        .kind("missing-key")
        .at(first.anchor, ""),
    };
    diagnostics.push(diagnostic.help("a model has at least one dataset"));
}
