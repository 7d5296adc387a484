//! Shapes of names, sources and rows.

use std::collections::BTreeSet;

use dosic_ir::{Dataset, DatasetId, Ident, KeyColumn, Relationship, Source};
use dosic_runtime::interpreter::Value;

use super::{Seen, Shapes};

/// Words that engines keep for themselves.
const KEYWORDS: &[&str] = &[
    "order", "user", "interval", "lambda", "pivot", "select", "group", "end", "offset", "lateral",
    "join", "value", "year",
];

/// How many bytes of a name Postgres keeps.
const KEPT: usize = 63;

pub(super) fn find(seen: &Seen<'_>, shapes: &mut Shapes) {
    names(seen, shapes);
    if seen.texts.strict {
        shapes.insert("strict");
    }
    for (id, dataset) in seen.model.datasets.enumerate() {
        if dataset.keys.is_empty() {
            shapes.insert("dataset without a key");
        }
        match &dataset.source {
            Source::Table(_) => {}
            Source::Query(_) => drop(shapes.insert("query as a source")),
            Source::File(_) => drop(shapes.insert("file as a source (R8)")),
        }
        rows(seen, id, dataset, shapes);
    }
    for relationship in seen.model.relationships.iter() {
        if dangles(seen, relationship) {
            shapes.insert("dangling key");
        }
    }
}

fn names(seen: &Seen<'_>, shapes: &mut Shapes) {
    let model = seen.model;
    let mut global: Vec<&Ident> = model.datasets.iter().map(|d| &d.name).collect();
    global.extend(model.relationships.iter().map(|r| &r.name));
    global.extend(model.metrics.iter().map(|m| &m.name));
    let mut all = global.clone();
    all.extend(model.fields.iter().map(|f| &f.name));
    for name in &all {
        one_name(seen, name, shapes);
    }
    let mut scopes = vec![global];
    for dataset in model.datasets.iter() {
        let fields = dataset.fields.iter().filter_map(|f| model.fields.get(*f));
        scopes.push(fields.map(|f| &f.name).collect());
    }
    for scope in scopes {
        let folded: BTreeSet<String> = scope.iter().map(|n| n.display().to_lowercase()).collect();
        if folded.len() < scope.len() {
            shapes.insert("names that differ in case alone");
        }
    }
}

fn one_name(seen: &Seen<'_>, name: &Ident, shapes: &mut Shapes) {
    let text = name.display();
    if name.is_quoted() {
        shapes.insert("quoted name");
    }
    if text.contains(' ') {
        shapes.insert("name with a blank");
    }
    if !text.is_ascii() {
        shapes.insert("name that is not English");
    }
    if KEYWORDS.contains(&text.to_lowercase().as_str()) {
        shapes.insert("keyword as a name");
    }
    if text.len() > KEPT {
        shapes.insert("name longer than a server keeps");
    }
    // In quotes in every expression, without them where it is defined.
    if !Ident::is_regular(text) && seen.texts.model.contains(&format!("name: '{text}'")) {
        shapes.insert("name without its quotes (R14)");
    }
}

fn values<'s>(seen: &'s Seen<'_>, id: DatasetId, column: &KeyColumn) -> Vec<&'s Value> {
    let KeyColumn::Physical(name) = column else {
        return Vec::new();
    };
    let Some(table) = seen.data.get(&id) else {
        return Vec::new();
    };
    let at = table.position(name);
    table.rows.iter().filter_map(|r| r.get(at?)).collect()
}

fn rows(seen: &Seen<'_>, id: DatasetId, dataset: &Dataset, shapes: &mut Shapes) {
    if seen.data.get(&id).is_some_and(|t| t.rows.is_empty()) {
        shapes.insert("no rows in a table");
    }
    let mut keys = dataset.keys.iter().flatten();
    if keys.any(|column| values(seen, id, column).iter().any(|v| v.is_null())) {
        shapes.insert("NULL in a key");
    }
}

/// Whether a row names one that is not there.
fn dangles(seen: &Seen<'_>, r: &Relationship) -> bool {
    let ([from], [to]) = (r.from_columns.as_slice(), r.to_columns.as_slice()) else {
        return false;
    };
    let there: BTreeSet<&Value> = values(seen, r.to, to).into_iter().collect();
    let named = values(seen, r.from, from);
    named.iter().any(|v| !v.is_null() && !there.contains(v))
}
