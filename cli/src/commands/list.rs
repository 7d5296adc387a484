//! `dosic list`: what a model offers.

use dosic_compiler::{LoadedModel, QueryRequest};
use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SourceMap, SpannedText};
use dosic_ir::{FieldId, Source};
use dosic_query::{RequestItem, RequestedValue};
use serde_json::{Value, json};

use super::refuse;
use crate::args::{ListArgs, ListFormat, Listed, QueryArgs};
use crate::pipeline::{Inputs, Session};
use crate::{Console, Status, product};

/// Prints the list.
pub(super) fn run(args: &ListArgs, console: &Console) -> Status {
    if args.what != Listed::Dimensions && !args.for_metrics.is_empty() {
        let message = "--for chooses among dimensions";
        let diagnostic = Diagnostic::new(Code::Usage, Check::Run, message)
            .help("dosic list dimensions MODEL --for METRICS");
        return refuse(console, &SourceMap::default(), diagnostic, Status::Usage);
    }
    let query = QueryArgs {
        metrics: args.for_metrics.clone(),
        ..QueryArgs::default()
    };
    let inputs = Inputs {
        paths: &args.model.paths,
        reading: &args.model.reading,
        query: &query,
        disabled_passes: &[],
    };
    let mut session = match Session::open(&inputs, console) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let (request, found) = session.request(&query, args.model.reading.model.as_deref());
    let model = match session.model(&request, found) {
        Ok(model) => model,
        Err(status) => return status,
    };
    let rows = match args.what {
        Listed::Metrics => metrics(&session, model),
        Listed::Datasets => datasets(&session, model),
        Listed::Dimensions => match dimensions(&session, model, &request) {
            Ok(rows) => rows,
            Err(status) => return status,
        },
    };
    let text = match args.format {
        ListFormat::Text => aligned(&rows),
        ListFormat::Json => json_text(&rows),
    };
    product::print(&text, console)
}

/// One line: a name and named facts about it, empty ones included, so that columns align.
struct Row {
    name: String,
    facts: Vec<(&'static str, String)>,
}

fn metrics(session: &Session<'_>, model: &LoadedModel) -> Vec<Row> {
    let written = session.written(model);
    let mut rows = Vec::new();
    for (_, metric) in model.resolved.model.metrics.enumerate() {
        if metric.private {
            continue;
        }
        let source = written
            .iter()
            .flat_map(|m| &m.metrics)
            .find(|w| w.name.span == metric.span);
        rows.push(Row {
            name: metric.name.spelling(),
            facts: vec![
                ("type", metric.ty.data.name().to_owned()),
                (
                    "description",
                    described(source.and_then(|w| w.description.as_ref())),
                ),
            ],
        });
    }
    rows
}

fn datasets(session: &Session<'_>, model: &LoadedModel) -> Vec<Row> {
    let written = session.written(model);
    let mut rows = Vec::new();
    for (_, dataset) in model.resolved.model.datasets.enumerate() {
        let source = written
            .iter()
            .flat_map(|m| &m.datasets)
            .find(|w| w.name.span == dataset.span);
        rows.push(Row {
            name: dataset.name.spelling(),
            facts: vec![
                ("source", source_text(&dataset.source)),
                (
                    "description",
                    described(source.and_then(|w| w.description.as_ref())),
                ),
            ],
        });
    }
    rows
}

/// Public fields; with metrics in the request, those that the metrics can be grouped by, which is tried.
fn dimensions(
    session: &Session<'_>,
    model: &LoadedModel,
    request: &QueryRequest,
) -> Result<Vec<Row>, Status> {
    let semantic = &model.resolved.model;
    if !request.measures.is_empty() {
        // A request that is wrong in itself is reported, rather than an empty list given.
        let mut found = Diagnostics::new();
        if session
            .compile(model, request, &mut found, &mut |_, _| ())
            .is_none()
        {
            return Err(session.finish(found));
        }
    }
    let written = session.written(model);
    let mut rows = Vec::new();
    for (id, field) in semantic.fields.enumerate() {
        if field.private || field.implied || field.expr.is_none() {
            continue;
        }
        if !request.measures.is_empty() && !can_group(session, model, request, id) {
            continue;
        }
        let fields = written
            .iter()
            .flat_map(|m| &m.datasets)
            .flat_map(|d| &d.fields);
        let source = fields.into_iter().find(|w| w.name.span == field.span);
        rows.push(Row {
            name: semantic.qualified(id),
            facts: vec![
                ("type", field.ty.data.name().to_owned()),
                (
                    "description",
                    described(source.and_then(|w| w.description.as_ref())),
                ),
            ],
        });
    }
    Ok(rows)
}

fn can_group(
    session: &Session<'_>,
    model: &LoadedModel,
    request: &QueryRequest,
    field: FieldId,
) -> bool {
    let semantic = &model.resolved.model;
    let Some(span) = semantic.fields.get(field).map(|f| f.span) else {
        return false;
    };
    let mut request = request.clone();
    request.dimensions = vec![RequestItem {
        what: RequestedValue::Expression(SpannedText::synthetic(semantic.qualified(field), span)),
        alias: None,
        span,
    }];
    session
        .compile(model, &request, &mut Diagnostics::new(), &mut |_, _| ())
        .is_some()
}

fn described(text: Option<&SpannedText>) -> String {
    text.map_or_else(String::new, |t| {
        t.text.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

fn source_text(source: &Source) -> String {
    match source {
        Source::Table(parts) => parts
            .iter()
            .map(dosic_ir::Ident::spelling)
            .collect::<Vec<_>>()
            .join("."),
        Source::File(path) => path.clone(),
        Source::Query(sql) => sql.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

fn aligned(rows: &[Row]) -> String {
    let cells: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| {
            let facts = row.facts.iter().map(|(_, value)| value.as_str());
            std::iter::once(row.name.as_str()).chain(facts).collect()
        })
        .collect();
    let columns = cells.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let lengths = cells
            .iter()
            .filter_map(|row| row.get(column))
            .map(|c| c.chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &cells {
        let padded = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        let line = padded.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn json_text(rows: &[Row]) -> String {
    let object = |row: &Row| {
        let mut object = json!({"name": row.name});
        if let Some(map) = object.as_object_mut() {
            for (key, value) in &row.facts {
                let value = if value.is_empty() {
                    Value::Null
                } else {
                    Value::from(value.as_str())
                };
                map.insert((*key).to_owned(), value);
            }
        }
        object
    };
    format!("{:#}\n", Value::Array(rows.iter().map(object).collect()))
}
