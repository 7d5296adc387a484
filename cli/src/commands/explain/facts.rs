//! Facts of a model: its size and its join graph.

use std::fmt::Write;

use dosic_compiler::LoadedModel;
use dosic_ir::{KeyColumn, Relationship, SemanticModel};

/// The facts as text.
pub(super) fn of(model: &LoadedModel) -> String {
    let model = &model.resolved.model;
    let mut text = String::new();
    let (datasets, fields) = (
        model.datasets.enumerate().count(),
        model.fields.enumerate().count(),
    );
    let metrics = model.metrics.enumerate().count();
    let _ = writeln!(
        text,
        "Model {}: datasets {datasets}, fields {fields}, metrics {metrics}",
        model.name
    );
    let _ = writeln!(text, "\nJoin graph:");
    let mut joined = false;
    for (_, relationship) in model.relationships.enumerate() {
        joined = true;
        let _ = writeln!(text, "  {}", edge(model, relationship));
    }
    if !joined {
        let _ = writeln!(text, "  no relationships");
    }
    text
}

fn edge(model: &SemanticModel, relationship: &Relationship) -> String {
    let cardinality = match (relationship.from_unique, relationship.to_unique) {
        (true, true) => "1:1",
        (false, true) => "N:1",
        (true, false) => "1:N",
        (false, false) => "N:N",
    };
    let assumed = if relationship.assumed_key {
        ", assumed"
    } else {
        ""
    };
    let pairs: Vec<String> = relationship
        .from_columns
        .iter()
        .zip(&relationship.to_columns)
        .map(|(from, to)| format!("{} = {}", column(model, from), column(model, to)))
        .collect();
    format!(
        "{} -> {}  {cardinality}{assumed}  {} ({})",
        model.dataset_name(relationship.from),
        model.dataset_name(relationship.to),
        relationship.name.display(),
        pairs.join(" and "),
    )
}

fn column(model: &SemanticModel, column: &KeyColumn) -> String {
    match column {
        KeyColumn::Physical(name) => name.spelling(),
        KeyColumn::Field(id) => model
            .fields
            .get(*id)
            .map_or_else(String::new, |f| f.name.spelling()),
    }
}
