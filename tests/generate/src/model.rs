//! Random models with rows: every shape of 5.4, with dangling and NULL keys, empty tables and repeated values.

use dosic_runtime::interpreter::{BigDecimal, Value, chrono::NaiveDate};

use crate::case::{Case, Column, Dataset, Field, Kind, Relationship};
use crate::random::Random;
use crate::sizes::Sizes;

/// A model without metrics, and which ends of its relationships are unique.
#[derive(Clone, Debug)]
pub struct Model {
    pub strict: bool,
    pub untyped: bool,
    pub datasets: Vec<Dataset>,
    pub relationships: Vec<Relationship>,
    /// For each relationship: from-side unique, to-side unique.
    pub unique: Vec<(bool, bool)>,
    /// How many relationships were tried, so that names of columns do not repeat.
    attempts: usize,
}

/// Names of datasets, each pair of spellings is of one position.
const NAMES: &[(&str, &str)] = &[
    ("a", "\"Order\""),
    ("b", "Big_Table"),
    ("c", "\"select\""),
    ("d", "\"two words\""),
    ("e", "\"Ünï\""),
    ("g", "\"user\""),
];

/// A random model.
pub fn model(random: &mut Random, sizes: &Sizes) -> Model {
    let count = *random.pick(&[1, 2, 2, 3, 3, 3, 4, 4, 5, 6]);
    let count = count.min(sizes.datasets.max(1));
    let mut model = Model {
        strict: random.percent(25),
        untyped: random.percent(20),
        datasets: Vec::new(),
        relationships: Vec::new(),
        unique: Vec::new(),
        attempts: 0,
    };
    for index in 0..count {
        let dataset = bare_dataset(random, index, sizes);
        model.datasets.push(dataset);
    }
    for index in 1..count {
        if random.percent(92) {
            let other = random.below(index);
            relate(random, &mut model, index, other);
        }
    }
    // More edges than a tree has: diamonds, roles, bridges, cycles, self-relationships.
    for _ in 0..*random.pick(&[0, 0, 0, 1, 1, 2]) {
        let (from, to) = (random.below(count), random.below(count));
        relate(random, &mut model, from, to);
    }
    for index in 0..count {
        let fields = fields(random, &model, index);
        model.datasets[index].fields = fields;
    }
    model
}

fn bare_dataset(random: &mut Random, index: usize, sizes: &Sizes) -> Dataset {
    let (plain, odd) = NAMES[index];
    let name = if random.percent(8) { odd } else { plain };
    let mut columns = vec![column("id", Kind::Integer)];
    let composite = random.percent(12);
    if composite {
        columns.push(column("k", Kind::Text));
    }
    columns.push(column("n", Kind::Integer));
    columns.push(column("s", Kind::Text));
    for (name, kind) in [
        ("m", Kind::Decimal),
        ("x", Kind::Float),
        ("t", Kind::Date),
        ("b", Kind::Boolean),
        ("Mixed Case", Kind::Text),
    ] {
        if random.percent(30) {
            columns.push(column(name, kind));
        }
    }
    let primary = if composite {
        vec!["id".to_owned(), "k".to_owned()]
    } else {
        vec!["id".to_owned()]
    };
    let keys = if random.percent(10) {
        Vec::new()
    } else {
        vec![primary]
    };
    let rows = row_count(random, sizes);
    let mut dataset = Dataset {
        name: name.to_owned(),
        table: format!("t{index}"),
        columns,
        keys,
        fields: Vec::new(),
        rows: Vec::new(),
    };
    for number in 0..rows {
        let row = dataset
            .columns
            .iter()
            .map(|c| match (c.name.as_str(), composite) {
                // The pair is unique, neither column is.
                ("id", true) => Value::Integer(number / 2),
                ("k", _) => Value::String(["p", "q"][usize::from(number % 2 == 1)].to_owned()),
                ("id", false) => Value::Integer(number + 1),
                _ => value(random, c.kind, sizes),
            })
            .collect();
        dataset.rows.push(row);
    }
    // A key may be NULL in one row: it matches nothing.
    if !composite && !dataset.rows.is_empty() && random.percent(6) {
        dataset.rows[0][0] = Value::Null;
    }
    dataset
}

fn row_count(random: &mut Random, sizes: &Sizes) -> i128 {
    let count = if sizes.is_large() {
        let tenths = *random.pick(&[10, 1, 2, 5, 10, 10]);
        sizes.rows * tenths / 10
    } else {
        (*random.pick(&[3, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7])).min(sizes.rows)
    };
    i128::try_from(count).unwrap_or(0)
}

fn column(name: &str, kind: Kind) -> Column {
    Column {
        name: name.to_owned(),
        kind,
    }
}

/// A value out of few, so that groups repeat.
fn value(random: &mut Random, kind: Kind, sizes: &Sizes) -> Value {
    if random.percent(18) {
        return Value::Null;
    }
    match kind {
        Kind::Integer if sizes.is_large() => {
            Value::Integer(i128::try_from(random.below(2000)).unwrap_or(0) - 500)
        }
        Kind::Decimal if sizes.is_large() => {
            let cents = i64::try_from(random.below(200_000)).unwrap_or(0) - 50_000;
            Value::Decimal(BigDecimal::new(cents.into(), 2))
        }
        Kind::Text if sizes.is_large() && random.percent(50) => {
            Value::String(format!("group {}", random.below(40)))
        }
        Kind::Integer => Value::Integer(*random.pick(&[-2, 0, 1, 1, 2, 3, 5])),
        Kind::Decimal => {
            let cents: i64 = *random.pick(&[-300, 0, 50, 101, 102, 125, 250, 1000]);
            Value::Decimal(BigDecimal::new(cents.into(), 2))
        }
        Kind::Float => Value::Float(*random.pick(&[-1.5, 0.0, 0.25, 1.0, 2.5])),
        Kind::Text => {
            let texts = ["a", "a", "b", "B", "c ", "", "ab"];
            Value::String((*random.pick(&texts)).to_owned())
        }
        Kind::Date => {
            let (y, m, d) = *random.pick(&[
                (2024, 1, 31),
                (2024, 2, 29),
                (2024, 2, 29),
                (2023, 12, 31),
                (2024, 7, 15),
            ]);
            NaiveDate::from_ymd_opt(y, m, d).map_or(Value::Null, Value::Date)
        }
        Kind::Boolean => Value::Boolean(random.percent(50)),
    }
}

/// Adds a relationship of a random kind, with its columns and their values.
fn relate(random: &mut Random, model: &mut Model, from: usize, to: usize) {
    let name = format!("r{}", model.attempts);
    model.attempts += 1;
    let kind = random.below(100);
    let key = key_columns(&model.datasets[to]);
    let (from_columns, to_columns, from, to) = match kind {
        // N:N over columns that are no key.
        0..6 if from != to => (vec!["s".to_owned()], vec!["s".to_owned()], from, to),
        // 1:1 between the keys themselves.
        6..14 if from != to && key == ["id"] && key_columns(&model.datasets[from]) == ["id"] => {
            (key.clone(), key, from, to)
        }
        // 1:N declared backwards.
        14..22 if from != to => {
            let columns = foreign_key(random, model, &name, from, to);
            (key, columns, to, from)
        }
        // N:1.
        _ => (foreign_key(random, model, &name, from, to), key, from, to),
    };
    if to_columns == ["s"] && model.datasets[to].keys.is_empty() && !model.strict {
        // It would be taken for a key, which the rows are not made for.
        return;
    }
    if from_columns == key_columns(&model.datasets[from])
        && model.datasets[to].keys.is_empty()
        && !model.strict
        && (14..22).contains(&kind)
    {
        return;
    }
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
/// that a relationship to a dataset without keys makes (R12).
fn unique_ends(datasets: &[Dataset], relationship: &Relationship, strict: bool) -> (bool, bool) {
    let (from, to) = (&datasets[relationship.from], &datasets[relationship.to]);
    let is_unique = |dataset: &Dataset, columns: &[String]| {
        let inside = |key: &Vec<String>| key.iter().all(|k| columns.contains(k));
        dataset.keys.iter().any(inside)
    };
    let assumed = !strict && to.keys.is_empty() && relationship.from_columns != ["s"];
    (
        is_unique(from, &relationship.from_columns),
        assumed || is_unique(to, &relationship.to_columns),
    )
}

fn key_columns(dataset: &Dataset) -> Vec<String> {
    if dataset.columns.iter().any(|c| c.name == "k") {
        vec!["id".to_owned(), "k".to_owned()]
    } else {
        vec!["id".to_owned()]
    }
}

/// New columns of `from` that hold keys of rows of `to`, or dangle, or are NULL.
fn foreign_key(
    random: &mut Random,
    model: &mut Model,
    name: &str,
    from: usize,
    to: usize,
) -> Vec<String> {
    let key = key_columns(&model.datasets[to]);
    let columns: Vec<String> = key.iter().map(|k| format!("{name}_{k}")).collect();
    let keys: Vec<Vec<Value>> = model.datasets[to]
        .rows
        .iter()
        .map(|row| row[..key.len()].to_vec())
        .collect();
    let dataset = &mut model.datasets[from];
    for (column_name, of_key) in columns.iter().zip(&key) {
        let kind = if of_key == "k" {
            Kind::Text
        } else {
            Kind::Integer
        };
        dataset.columns.push(column(column_name, kind));
    }
    for row in &mut dataset.rows {
        let mut values: Vec<Value> = match random.maybe(&keys) {
            Some(values) if !random.percent(15) => values.clone(),
            _ => key
                .iter()
                .map(|k| {
                    if k == "k" {
                        Value::String("z".to_owned())
                    } else {
                        Value::Integer(99)
                    }
                })
                .collect(),
        };
        if random.percent(15) {
            let at = random.below(values.len());
            values[at] = Value::Null;
        }
        row.extend(values);
    }
    columns
}

impl Model {
    /// The model of a case.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let ends = |r| unique_ends(&case.datasets, r, case.strict);
        Self {
            strict: case.strict,
            untyped: case.untyped,
            datasets: case.datasets.clone(),
            relationships: case.relationships.clone(),
            unique: case.relationships.iter().map(ends).collect(),
            attempts: case.relationships.len(),
        }
    }

    /// Datasets reached from one by at most `downs` steps down and then steps up, itself included.
    #[must_use]
    pub fn reached(&self, start: usize, valleys: bool) -> Vec<usize> {
        let mut found = vec![(start, valleys)];
        let mut index = 0;
        while index < found.len() {
            let (at, may_go_down) = found[index];
            for (edge, (from_unique, to_unique)) in self.relationships.iter().zip(&self.unique) {
                if edge.from == edge.to {
                    continue;
                }
                for (near, far, near_unique, far_unique) in [
                    (edge.from, edge.to, *from_unique, *to_unique),
                    (edge.to, edge.from, *to_unique, *from_unique),
                ] {
                    let next = match (near_unique, far_unique) {
                        _ if near != at => continue,
                        (_, true) => (far, false),
                        (true, false) if may_go_down => (far, true),
                        _ => continue,
                    };
                    if !found.contains(&next) {
                        found.push(next);
                    }
                }
            }
            index += 1;
        }
        let mut datasets: Vec<usize> = found.into_iter().map(|(d, _)| d).collect();
        datasets.sort_unstable();
        datasets.dedup();
        datasets
    }
}

/// Identity fields of the columns, and some computed ones.
fn fields(random: &mut Random, model: &Model, index: usize) -> Vec<Field> {
    let dataset = &model.datasets[index];
    let mut fields = Vec::new();
    for column in &dataset.columns {
        // What DATE_TRUNC gives for a column of unknown type is left open.
        let declared = column.kind == Kind::Date || !model.untyped;
        let (name, expression) = if column.name == "Mixed Case" {
            ("mixed".to_owned(), "\"Mixed Case\"".to_owned())
        } else if random.percent(4) {
            (format!("the_{}", column.name), column.name.clone())
        } else {
            (column.name.clone(), column.name.clone())
        };
        fields.push(Field {
            name,
            expression,
            kind: column.kind,
            declared,
        });
    }
    for number in 0..*random.pick(&[0, 0, 1, 1, 2, 3]) {
        let ups = model.reached(index, false);
        let other = *random.pick(&ups);
        let other_name = &model.datasets[other].name;
        let has = |name: &str| dataset.columns.iter().any(|c| c.name == name);
        let (expression, kind) = match random.below(16) {
            0 => ("n * 2 + 1".to_owned(), Kind::Integer),
            1 => ("COALESCE(s, 'none')".to_owned(), Kind::Text),
            2 => (
                "CASE WHEN n > 1 THEN 'many' WHEN n IS NULL THEN NULL ELSE 'few' END".to_owned(),
                Kind::Text,
            ),
            3 => ("n / 2".to_owned(), Kind::Float),
            4 => ("UPPER(s) || '-' || n".to_owned(), Kind::Text),
            5 => ("'const'".to_owned(), Kind::Text),
            6 if has("t") => ("DATE_TRUNC('month', t)".to_owned(), Kind::Date),
            7 if has("m") => ("ROUND(m * n, 1)".to_owned(), Kind::Decimal),
            8 => ("SUM(n) OVER (PARTITION BY s)".to_owned(), Kind::Integer),
            9 => (
                "RANK() OVER (PARTITION BY s ORDER BY n DESC)".to_owned(),
                Kind::Integer,
            ),
            10 => (
                "SUM(n) OVER (ORDER BY n RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)".to_owned(),
                Kind::Integer,
            ),
            11..=14 if other != index => match random.below(3) {
                0 => (format!("{other_name}.s"), Kind::Text),
                1 => (format!("COALESCE({other_name}.n, 0) + n"), Kind::Integer),
                _ => (format!("COALESCE({other_name}.s, s)"), Kind::Text),
            },
            _ => ("ABS(n)".to_owned(), Kind::Integer),
        };
        fields.push(Field {
            name: format!("f{number}"),
            expression,
            kind,
            declared: random.percent(30) && !model.untyped,
        });
    }
    fields
}
