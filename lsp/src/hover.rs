//! What a name or function is, told where it stands.

use std::fmt::Write;

use dosic_diagnostics::{Span, SpannedText};
use dosic_document as document;
use dosic_ir::{
    DatasetId, Field, FieldId, KeyColumn, Metric, MetricId, ModelLeaf, RelationshipId,
    SemanticModel, Source, Type, TypedId,
};
use dosic_resolve::Meaning;
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::session::{Place, Session};
use crate::snapshot::{Snapshot, Target};
use crate::words;

/// Answers `textDocument/hover`.
pub(crate) fn hover(session: &mut Session<'_>, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let place = session.place(&at.text_document, at.position)?;
    let (text, span) = match place.snapshot.name_at(place.file, place.offset) {
        Some(named) => {
            let text = describe(&place.snapshot, &named.target(), session)?;
            (text, named.mention.span)
        }
        None => function(&place)?,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(place.snapshot.range(span, session.encoding)),
    })
}

/// A function of the word at a place, in an expression.
fn function(place: &Place) -> Option<(String, Span)> {
    let text = place.snapshot.text(place.file);
    let span = words::word_at(text, place.file, place.offset);
    place.snapshot.expression_at(place.file, place.offset)?;
    let word = text.get(span.start as usize..span.end as usize)?;
    let called = text.get(span.end as usize..)?.trim_start().starts_with('(');
    let function = dosic_typing::find_function(word).filter(|_| called)?;
    Some((words::function_text(function), span))
}

/// What a name means, as Markdown.
fn describe(snapshot: &Snapshot, target: &Target, session: &Session<'_>) -> Option<String> {
    let model = &snapshot.model(target.model)?.resolved.model;
    let written = snapshot.checked.loaded.documents.models.get(target.model)?;
    match &target.meaning {
        Meaning::Dataset(id) => dataset(model, written, *id),
        Meaning::Field(id) => field(model, written, *id),
        Meaning::Relationship(id) => relationship(model, written, *id),
        Meaning::Metric(id) => {
            let mut text = metric(model, written, *id)?;
            match session
                .host
                .metric_sql(&snapshot.checked, target.model, *id)
            {
                Ok(sql) => {
                    let _ = write!(text, "\n\nbecomes\n```sql\n{}\n```", sql.trim_end());
                }
                Err(reason) => {
                    let _ = write!(text, "\n\nNo SQL: {reason}");
                }
            }
            Some(text)
        }
        Meaning::Column(id, name) => {
            let source = source(&model.datasets.get(*id)?.source);
            let dataset = model.dataset_name(*id);
            Some(format!(
                "**column** `{}`\n\nof the source of `{dataset}`: {source}",
                name.spelling()
            ))
        }
    }
}

fn dataset(model: &SemanticModel, written: &document::Model, id: DatasetId) -> Option<String> {
    let dataset = model.datasets.get(id)?;
    let source = source(&dataset.source);
    let mut text = format!("**dataset** `{}`", dataset.name.spelling());
    description(
        &mut text,
        written.datasets.get(id.index())?.description.as_ref(),
    );
    let _ = write!(text, "\n\nsource: {source}\n\n{}", grain(model, id));
    let ends = model
        .relationships
        .iter()
        .filter(|r| r.from == id || r.to == id);
    for relationship in ends {
        let _ = write!(text, "\n- {}", join(model, relationship));
    }
    Some(text)
}

fn field(model: &SemanticModel, written: &document::Model, id: FieldId) -> Option<String> {
    let field: &Field = model.fields.get(id)?;
    let source = written_field(written, id)?;
    let mut text = format!(
        "**field** `{}`: {}",
        model.qualified(id),
        type_text(field.ty)
    );
    let traits = [
        (field.private, "private"),
        (field.is_time, "time dimension"),
        (field.windowed, "holds a window function"),
    ];
    for (_, word) in traits.iter().filter(|(is, _)| *is) {
        let _ = write!(text, ", {word}");
    }
    description(&mut text, source.description.as_ref());
    expression(&mut text, &source.expression);
    let home = model.dataset_name(field.dataset);
    let _ = write!(text, "\n\nhome: `{home}`, {}", grain(model, field.dataset));
    Some(text)
}

fn metric(model: &SemanticModel, written: &document::Model, id: MetricId) -> Option<String> {
    let metric: &Metric = model.metrics.get(id)?;
    let source = written.metrics.get(id.index())?;
    let name = metric.name.spelling();
    let mut text = format!("**metric** `{name}`: {}", type_text(metric.ty));
    if metric.private {
        text.push_str(", private");
    }
    if metric.windowed {
        text.push_str(", holds a window function");
    }
    description(&mut text, source.description.as_ref());
    expression(&mut text, &source.expression);
    for home in homes(model, id) {
        let name = model.dataset_name(home);
        let _ = write!(text, "\n\nreads `{name}`, {}", grain(model, home));
    }
    Some(text)
}

/// The datasets whose fields a metric's aggregates name, metrics expanded, in the order written. Metrics that name
/// each other stand in no expression, so that this ends.
fn homes(model: &SemanticModel, id: MetricId) -> Vec<DatasetId> {
    let mut found = Vec::new();
    let mut seen = vec![id];
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let Some(expr) = model.metrics.get(id).and_then(|m| m.expr.as_ref()) else {
            continue;
        };
        expr.for_each_leaf_deep(&mut |leaf| match leaf {
            ModelLeaf::Field(read) => {
                let home = model.fields.get(read.field).map(|f| f.dataset);
                found.extend(home.filter(|h| !found.contains(h)));
            }
            ModelLeaf::Metric(inner, _) if !seen.contains(inner) => {
                seen.push(*inner);
                open.push(*inner);
            }
            _ => {}
        });
    }
    found
}

fn relationship(
    model: &SemanticModel,
    written: &document::Model,
    id: RelationshipId,
) -> Option<String> {
    let relationship = model.relationships.get(id)?;
    let source = written
        .relationships
        .iter()
        .find(|r| r.name.span == relationship.span)?;
    let name = relationship.name.spelling();
    let mut text = format!("**relationship** `{name}`");
    description(&mut text, source.description.as_ref());
    let _ = write!(text, "\n\n{}", join(model, relationship));
    if relationship.assumed_key {
        text.push_str("\n\nits key is an assumption");
    }
    Some(text)
}

/// `orders.customer` → `customers.id`, N:1
fn join(model: &SemanticModel, relationship: &dosic_ir::Relationship) -> String {
    let side = |dataset: DatasetId, columns: &[KeyColumn]| {
        let columns: Vec<String> = columns.iter().map(|c| column(model, c)).collect();
        format!("`{}` ({})", model.dataset_name(dataset), columns.join(", "))
    };
    let end = |unique| if unique { "1" } else { "N" };
    format!(
        "{} → {}, {}:{}",
        side(relationship.from, &relationship.from_columns),
        side(relationship.to, &relationship.to_columns),
        end(relationship.from_unique),
        end(relationship.to_unique)
    )
}

fn column(model: &SemanticModel, column: &KeyColumn) -> String {
    match column {
        KeyColumn::Physical(name) => name.spelling(),
        KeyColumn::Field(id) => {
            let field = model.fields.get(*id);
            field.map_or_else(String::new, |f| f.name.spelling())
        }
    }
}

/// What a row of a dataset is, by its keys.
fn grain(model: &SemanticModel, dataset: DatasetId) -> String {
    let keys = model.datasets.get(dataset).map(|d| d.keys.as_slice());
    let keys: Vec<String> = keys
        .unwrap_or_default()
        .iter()
        .map(|key| {
            let columns: Vec<String> = key.iter().map(|c| column(model, c)).collect();
            format!("`{}`", columns.join(", "))
        })
        .collect();
    if keys.is_empty() {
        "which declares no key".to_owned()
    } else {
        format!("one row per {}", keys.join(", and per "))
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Table(parts) => {
            let parts: Vec<String> = parts.iter().map(dosic_ir::Ident::spelling).collect();
            format!("`{}`", parts.join("."))
        }
        Source::Query(sql) => format!("\n```sql\n{sql}\n```"),
        Source::File(path) => format!("`{path}`"),
    }
}

fn type_text(ty: Type) -> &'static str {
    match ty.data {
        dosic_ir::DataType::Unknown => "type not known",
        data => data.name(),
    }
}

fn description(text: &mut String, description: Option<&SpannedText>) {
    if let Some(description) = description {
        let _ = write!(text, "\n\n{}", description.text.trim());
    }
}

fn expression(text: &mut String, expression: &document::Expression) {
    for variant in &expression.variants {
        let label = if expression.variants.len() > 1 {
            format!("{}:\n", variant.dialect)
        } else {
            String::new()
        };
        let _ = write!(text, "\n\n{label}```sql\n{}\n```", variant.text.text.trim());
    }
}

fn written_field(written: &document::Model, id: FieldId) -> Option<&document::Field> {
    let mut fields = written.datasets.iter().flat_map(|d| &d.fields);
    fields.nth(id.index())
}
