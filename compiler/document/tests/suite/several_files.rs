//! One model over several files (R10), and what stands beside models.

use crate::report::{findings, load_files};

const FIRST: &str = "\
version: 0.2.0.dev0
semantic_model:
  - name: shop
    description: all of it
    datasets: [{name: orders, source: orders, fields: [{name: a, expression: a}]}]
";
const SECOND: &str = "\
version: 0.2.0.dev0
semantic_model:
  - name: SHOP
    dialect: BIGQUERY
    metrics: [{name: n, expression: COUNT(orders.a)}]
";

#[test]
fn parts_are_joined_in_the_order_of_files() {
    let third = "name: shop\ndatasets: [{name: customers, source: customers}]\n";
    let files = [("a.yaml", FIRST), ("b.yaml", SECOND), ("c.yaml", third)];
    let (documents, diagnostics, sources) = load_files(&files, false);
    assert_eq!(findings(diagnostics, &sources), "");
    assert_eq!(documents.models.len(), 1);
    let model = &documents.models[0];
    let datasets: Vec<&str> = model
        .datasets
        .iter()
        .map(|d| d.name.text.as_str())
        .collect();
    assert_eq!(datasets, ["orders", "customers"]);
    assert_eq!(model.metrics.len(), 1);
    // The dialect of one part is the default of all.
    let field = &model.datasets[0].fields[0];
    assert_eq!(field.expression.variants[0].dialect, "BIGQUERY");
}

#[test]
fn a_part_stands_alone_under_strict() {
    let files = [("a.yaml", FIRST), ("b.yaml", SECOND)];
    let (documents, diagnostics, sources) = load_files(&files, true);
    assert_eq!(documents.models.len(), 1);
    insta::assert_snapshot!(findings(diagnostics, &sources));
}

#[test]
fn what_a_model_has_once_stands_once() {
    let other = FIRST
        .replace("all of it", "something else")
        .replace("orders", "o");
    let only_metrics = "semantic_model: {name: alone, metrics: []}\nversion: 1.0\n";
    let files = [
        ("a.yaml", FIRST),
        ("b.yaml", &other),
        ("c.yaml", only_metrics),
    ];
    let (documents, diagnostics, sources) = load_files(&files, false);
    assert_eq!(documents.models.len(), 2);
    insta::assert_snapshot!(findings(diagnostics, &sources));
}

#[test]
fn quoted_and_regular_names_are_one_model_and_text_is_itself() {
    let named = |name: &str| format!("name: {name}\ndatasets: [{{name: d, source: d}}]\n");
    let same = [
        named("shop"),
        named("'\"SHOP\"'"),
        named("'\"shop\"'"),
        named("My Shop"),
        named("my shop"),
    ];
    let files: Vec<(&str, &str)> = same.iter().map(|t| ("m.yaml", t.as_str())).collect();
    let (documents, _, _) = load_files(&files, false);
    let names: Vec<&str> = documents
        .models
        .iter()
        .map(|m| m.name.text.as_str())
        .collect();
    assert_eq!(names, ["shop", "\"shop\"", "My Shop", "my shop"]);
}

#[test]
fn files_without_a_model_are_skipped_and_queries_need_none() {
    let files = [
        ("a.yaml", FIRST),
        ("dosic.yml", "lint: {}\n"),
        ("q.yaml", "queries: [{name: q, measures: [n]}]\n"),
        ("broken.json", "{"),
        ("package.json", "{\"name\": \"x\"}"),
    ];
    let (documents, diagnostics, sources) = load_files(&files, true);
    assert_eq!(documents.queries.len(), 1);
    insta::assert_snapshot!(findings(diagnostics, &sources));
}
