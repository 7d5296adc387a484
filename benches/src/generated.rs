//! Models of any size, always the same for a size.
//!
//! A constellation: facts of 25 metrics each share four dimensions. Of five metrics three are sums,
//! counts and averages of a fact, one is a conditional sum, and one is a ratio of two others. So a model of
//! 10,000 metrics has 400 facts, 1,604 relationships and the text of a large warehouse's model.

use std::fmt::Write;

/// Metrics of one fact.
const METRICS_PER_FACT: usize = 25;
/// Amounts of one fact.
const AMOUNTS: usize = 8;

/// The shared dimensions, with the names of their text columns.
const DIMENSIONS: &[(&str, &[&str])] = &[
    ("customers", &["region", "segment", "city", "channel"]),
    ("products", &["category", "brand", "colour", "size"]),
    ("stores", &["state", "format", "manager"]),
    ("days", &["month", "quarter", "weekday"]),
];

/// A model with `metrics` metrics: `metric_0`, `metric_1`, …; at least one fact.
#[must_use]
pub fn model(metrics: usize) -> String {
    let facts = metrics.div_ceil(METRICS_PER_FACT).max(1);
    let mut text = String::with_capacity(400 * metrics + 10_000);
    text.push_str("version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: generated\n");
    text.push_str(
        "    description: A constellation of facts with shared dimensions.\n    datasets:\n",
    );
    for (name, columns) in DIMENSIONS {
        dataset(&mut text, name, "what the facts share");
        for column in *columns {
            field(&mut text, column, column, "String");
        }
    }
    for fact in 0..facts {
        dataset(&mut text, &format!("fact_{fact}"), "one row per event");
        field(&mut text, "status", "status", "String");
        field(&mut text, "happened_on", "happened_on", "Date");
        for amount in 0..AMOUNTS {
            let name = format!("amount_{amount}");
            field(&mut text, &name, &name, "Decimal");
        }
    }
    text.push_str("    relationships:\n");
    for fact in 0..facts {
        for (dimension, _) in DIMENSIONS {
            let _ = writeln!(
                text,
                "      - name: fact_{fact}_{dimension}\n        from: fact_{fact}\n        to: {dimension}\n        \
                 from_columns: [{dimension}_id]\n        to_columns: [id]"
            );
        }
    }
    text.push_str("    metrics:\n");
    for index in 0..metrics {
        let _ = writeln!(
            text,
            "      - name: metric_{index}\n        expression:\n          dialects:\n            - dialect: ANSI_SQL\n              \
             expression: {}\n        description: Measure number {index} of the constellation, as the business reads it.\n        \
             datatype: {}",
            expression(index),
            if index % 5 == 1 { "Integer" } else { "Decimal" },
        );
    }
    text
}

/// A star with 70 metrics on one fact and 100 dimension columns, and the names of both.
#[must_use]
pub fn wide_model() -> (String, Vec<String>, Vec<String>) {
    let mut text =
        String::from("version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: wide\n    datasets:\n");
    let mut columns = Vec::new();
    for dimension in 0..10 {
        dataset(&mut text, &format!("dimension_{dimension}"), "ten columns");
        for column in 0..10 {
            let name = format!("column_{dimension}_{column}");
            field(&mut text, &name, &name, "String");
            columns.push(format!("dimension_{dimension}.{name}"));
        }
    }
    dataset(&mut text, "events", "seventy amounts");
    for amount in 0..70 {
        let name = format!("amount_{amount}");
        field(&mut text, &name, &name, "Decimal");
    }
    text.push_str("    relationships:\n");
    for dimension in 0..10 {
        let _ = writeln!(
            text,
            "      - {{name: to_{dimension}, from: events, to: dimension_{dimension}, from_columns: [d{dimension}_id], to_columns: [id]}}"
        );
    }
    text.push_str("    metrics:\n");
    let metrics: Vec<String> = (0..70).map(|m| format!("total_{m}")).collect();
    for (index, name) in metrics.iter().enumerate() {
        let _ = writeln!(
            text,
            "      - {{name: {name}, expression: SUM(events.amount_{index})}}"
        );
    }
    (text, metrics, columns)
}

fn dataset(text: &mut String, name: &str, description: &str) {
    let _ = writeln!(
        text,
        "      - name: {name}\n        source: warehouse.public.{name}\n        primary_key: [id]\n        \
         description: {description}\n        fields:\n          - name: id\n            expression: id\n            datatype: Integer"
    );
}

fn field(text: &mut String, name: &str, expression: &str, datatype: &str) {
    let _ = writeln!(
        text,
        "          - name: {name}\n            expression:\n              dialects:\n                - dialect: ANSI_SQL\n                  \
         expression: {expression}\n            datatype: {datatype}"
    );
}

fn expression(index: usize) -> String {
    let fact = format!("fact_{}", index / METRICS_PER_FACT);
    let amount = format!("{fact}.amount_{}", index % AMOUNTS);
    match index % 5 {
        0 => format!("SUM({amount})"),
        1 => format!("COUNT(DISTINCT {fact}.status)"),
        2 => format!("AVG({amount})"),
        3 => format!("SUM(CASE WHEN {fact}.status = 'done' THEN {amount} ELSE 0 END)"),
        _ => format!("metric_{} / NULLIF(metric_{}, 0)", index - 1, index - 4),
    }
}

#[cfg(test)]
mod tests {
    use super::{model, wide_model};
    use crate::compiling::{Model, Query};

    #[test]
    fn a_size_gives_always_the_same_model() {
        assert_eq!(model(60), model(60));
        assert_eq!(model(60).matches("- name: metric_").count(), 60);
    }

    #[test]
    fn models_are_sound_and_their_metrics_compile() {
        let loaded = Model::load(&model(60)).unwrap();
        let by = ["customers.region".to_owned()];
        for metric in 0..60 {
            let query = Query::new(&[format!("metric_{metric}")], &by, None);
            assert!(loaded.compile(&query).unwrap().contains("region"));
        }
        let (text, metrics, columns) = wide_model();
        let sql = Model::load(&text)
            .unwrap()
            .compile(&Query::new(&metrics, &columns, None));
        assert!(sql.unwrap().contains("total_69"));
    }
}
