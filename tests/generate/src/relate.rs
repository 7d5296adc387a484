//! Relationships of every kind, with their columns and the values in them.

use dosic_runtime::interpreter::Value;

use crate::case::{Column, Dataset, Kind, Relationship};
use crate::model::Model;
use crate::names::{self, normal};
use crate::random::Random;

/// Adds a relationship of a random kind between two datasets.
pub(crate) fn relate(random: &mut Random, model: &mut Model, from: usize, to: usize) {
    let plain = format!("r{}", model.attempts);
    model.attempts += 1;
    let kind = random.below(100);
    let key = model.datasets[to].key_roles();
    let simple = key.len() == 1 && model.datasets[from].key_roles().len() == 1;
    // Backwards only to declared keys: of a side without any, the other side would be assumed to have one.
    let (from_columns, to_columns, from, to) = match kind {
        // N:N over columns that are no key.
        80..84 if from != to && is_keyed(model, to) => {
            let (one, other) = (&model.datasets[from], &model.datasets[to]);
            (one.references(&["s"]), other.references(&["s"]), from, to)
        }
        // 1:1 between the keys themselves.
        84..91 if from != to && simple => {
            let (one, other) = (&model.datasets[from], &model.datasets[to]);
            (one.references(&["id"]), other.references(&["id"]), from, to)
        }
        // 1:N declared backwards.
        91..98 if from != to && is_keyed(model, from) => {
            let columns = foreign_key(random, model, &plain, from, to, key);
            (model.datasets[to].references(key), columns, to, from)
        }
        // N:1 to another unique column.
        55..75 if model.datasets[to].column("q").is_some() => {
            let columns = foreign_key(random, model, &plain, from, to, &["q"]);
            (columns, model.datasets[to].references(&["q"]), from, to)
        }
        // N:1.
        _ => {
            let columns = foreign_key(random, model, &plain, from, to, key);
            (columns, model.datasets[to].references(key), from, to)
        }
    };
    let odd = model.odd;
    let name = names::name(
        random,
        &plain,
        names::RELATIONSHIPS,
        odd,
        &mut model.taken,
        normal,
    );
    let relationship = Relationship {
        name,
        from,
        to,
        from_columns,
        to_columns,
    };
    let ends = unique_ends(&model.datasets, &relationship, model.strict);
    model.unique.push(ends);
    model.relationships.push(relationship);
}

/// Whether the columns of the from-side and of the to-side are unique: by a declared key, or by the assertion
/// that a relationship to a dataset without keys makes (R12), unless that would make it a 1:1.
pub(crate) fn unique_ends(datasets: &[Dataset], edge: &Relationship, strict: bool) -> (bool, bool) {
    let (from, to) = (&datasets[edge.from], &datasets[edge.to]);
    let from_unique = is_unique(from, &edge.from_columns);
    let assumed = !strict && to.keys.is_empty() && !from_unique;
    (from_unique, assumed || is_unique(to, &edge.to_columns))
}

fn is_keyed(model: &Model, dataset: usize) -> bool {
    !model.datasets[dataset].keys.is_empty()
}

fn is_unique(dataset: &Dataset, columns: &[String]) -> bool {
    let inside = |key: &Vec<String>| key.iter().all(|k| columns.contains(k));
    dataset.keys.iter().any(inside)
}

/// New columns of `from` that hold keys of rows of `to`, or dangle, or are NULL.
fn foreign_key(
    random: &mut Random,
    model: &mut Model,
    name: &str,
    from: usize,
    to: usize,
    key: &[&str],
) -> Vec<String> {
    let target = &model.datasets[to];
    let places: Vec<usize> = key
        .iter()
        .filter_map(|role| target.columns.iter().position(|c| c.role == *role))
        .collect();
    let keys: Vec<Vec<Value>> = target
        .rows
        .iter()
        .map(|row| places.iter().map(|p| row[*p].clone()).collect())
        .collect();
    let dataset = &mut model.datasets[from];
    let mut columns = Vec::new();
    for role in key {
        let name = format!("{name}_{role}");
        let kind = kind_of(role);
        columns.push(name.clone());
        dataset.columns.push(Column {
            name,
            role: "",
            kind,
        });
    }
    for row in &mut dataset.rows {
        let mut values: Vec<Value> = match random.maybe(&keys) {
            Some(values) if !random.percent(15) => values.clone(),
            _ => key.iter().map(|role| dangling(role)).collect(),
        };
        if random.percent(12) {
            let at = random.below(values.len());
            values[at] = Value::Null;
        }
        row.extend(values);
    }
    columns
}

fn kind_of(role: &str) -> Kind {
    if role == "k" {
        Kind::Text
    } else {
        Kind::Integer
    }
}

fn dangling(role: &str) -> Value {
    if role == "k" {
        Value::String("z".to_owned())
    } else {
        Value::Integer(99_999)
    }
}
