//! What every key becomes, and what is said of keys that are wrong.

use crate::report::{check, findings, load_files};
use dosic_document::{Documents, Expression, Version};

fn clean(text: &str) -> Documents {
    let (documents, diagnostics, sources) = load_files(&[("m.yaml", text)], true);
    assert_eq!(findings(diagnostics, &sources), "");
    documents
}

const EVERYTHING: &str = r#"
version: "0.2.0.dev0"
dialects: [ANSI_SQL]
vendors: [COMMON]
semantic_model:
  - name: Shop 1
    description: all keys
    dialect: snowflake
    ai_context: {instructions: be kind, synonyms: [a], examples: [b], more: {x: 1}}
    custom_extensions: [{vendor_name: ACME, data: '{"a": 1}'}]
    datasets:
      - name: orders
        source: db.public.orders
        primary_key: [id]
        unique_keys: [[code], [a, b]]
        description: one row an order
        ai_context: text
        custom_extensions: []
        fields:
          - name: id
            expression: {dialects: [{dialect: ansi_sql, expression: id}, {dialect: osi_sql_2026, expression: id + 0}]}
            dimension: {is_time: false}
            label: key
            description: the key
            datatype: Integer
            access_modifier: private
            ai_context:
            custom_extensions: [{vendor_name: X, data: "[]"}]
          - {name: bare, expression: amount * 2, dimension: {}}
          - {name: listed, expression: [{dialect: Ossie_SQL_2026, expression: a}]}
      - {name: customers, source: customers, primary_key: [], fields: ~}
    relationships:
      - name: placed by
        from: orders
        to: customers
        from_columns: [customer_id]
        to_columns: [id]
        description: who
        ai_context: x
        custom_extensions: []
    metrics:
      - name: revenue
        expression: SUM(orders.bare)
        description: money
        datatype: Decimal
        access_modifier: public
        ai_context: {synonyms: [sales]}
        custom_extensions: []
queries:
  - name: top
    description: the best
    measures: [revenue]
"#;

fn dialects(expression: &Expression) -> Vec<(&str, &str)> {
    let variants = expression.variants.iter();
    variants
        .map(|v| (v.dialect.as_str(), v.text.text.as_str()))
        .collect()
}

#[test]
fn every_key_is_read() {
    let documents = clean(EVERYTHING);
    let model = &documents.models[0];
    assert_eq!(model.name.text, "Shop 1");
    assert_eq!(model.version, Version::V0_2Dev);
    assert_eq!(model.dialect.as_ref().unwrap().text, "snowflake");
    assert!(model.ai_context.is_some());
    assert_eq!(model.extensions[0].data.text, r#"{"a": 1}"#);

    let orders = &model.datasets[0];
    assert_eq!(orders.source.text, "db.public.orders");
    assert_eq!(orders.primary_key.len(), 1);
    assert_eq!(
        orders.unique_keys.iter().map(Vec::len).collect::<Vec<_>>(),
        [1, 2]
    );
    let id = &orders.fields[0];
    assert_eq!(
        dialects(&id.expression),
        [("ANSI_SQL", "id"), ("OSSIE", "id + 0")]
    );
    assert_eq!(id.dimension.unwrap().is_time, Some(false));
    assert_eq!(id.datatype.unwrap().0, dosic_ir::DataType::Integer);
    assert!(id.private && id.label.is_some() && id.ai_context.is_none());
    let bare = &orders.fields[1];
    assert_eq!(dialects(&bare.expression), [("SNOWFLAKE", "amount * 2")]);
    assert_eq!(bare.dimension.unwrap().is_time, None);
    assert_eq!(dialects(&orders.fields[2].expression), [("OSSIE", "a")]);
    assert!(model.datasets[1].primary_key.is_empty());

    let relationship = &model.relationships[0];
    assert_eq!(relationship.name.text, "placed by");
    assert_eq!(relationship.to_columns[0].text, "id");
    let metric = &model.metrics[0];
    assert!(!metric.private && metric.ai_context.is_some());
    assert_eq!(documents.queries[0].name.text, "top");
    assert_eq!(
        documents.queries[0].description.as_ref().unwrap().text,
        "the best"
    );
}

#[test]
fn json_gives_the_same_as_yaml() {
    let json = r#"{"version": "0.2.0.dev0", "semantic_model": [{"name": "m", "datasets": [
        {"name": "d", "source": "d", "fields": [{"name": "f", "expression": "a\u00e9"}]}]}]}"#;
    let (documents, diagnostics, sources) = load_files(&[("m.json", json)], true);
    assert_eq!(findings(diagnostics, &sources), "");
    let text = &documents.models[0].datasets[0].fields[0]
        .expression
        .variants[0]
        .text;
    assert_eq!(text.text, "aé");
    assert_eq!(sources.slice(text.locate(0..1)), "a");
}

#[test]
fn wrapper_forms_are_accepted() {
    let body = "name: m\ndatasets: [{name: d, source: d}]\n";
    let indented = body.replace('\n', "\n  ");
    assert_eq!(clean(body).models.len(), 1);
    assert_eq!(
        clean(&format!("version: 0.1\nsemantic_model:\n  {indented}"))
            .models
            .len(),
        1
    );
    let versionless = format!("semantic_model:\n- {indented}");
    insta::assert_snapshot!(check(&versionless), @r#"
    W_MISSING_VERSION: this document has no `version` and is read as 1.0
       m.yaml:1:1 "semantic_model" 
       = write `version: "0.2.0.dev0"`
    "#);
}

#[test]
fn a_document_without_models_is_not_passed_over_in_silence() {
    insta::assert_snapshot!(check("version: \"1.0\"\nsemantic_model: []\n"), @r#"
    W_IGNORED/no-models: `semantic_model` is an empty list, so there is no model here
       m.yaml:2:17 "[]" no model
       = write `- name: …` and `datasets:` below it
    "#);
}

#[test]
fn versions() {
    let with = |version: &str| {
        check(&format!(
            "version: {version}\nname: m\ndatasets: [{{name: d, source: d, fields: [{{name: f, expression: f, datatype: Date}}]}}]\n"
        ))
    };
    for known in ["0.2.0.dev0", "'0.2.0.dev0'"] {
        assert_eq!(with(known), "");
    }
    let texts = [
        "1.0", "'1.0'", "0.1", "0.1.2", "1", "0.2.0", "2.0", "[1]", "true",
    ];
    let report: Vec<String> = texts.iter().map(|v| format!("{v}\n{}", with(v))).collect();
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn deferred_keys_at_every_level() {
    let text = "\
name: m
natural_grain: x
datasets:
  - {name: d, source: d, role: bridge, metrics: [], fields: [{name: f, expression: f, agg: sum, window: 1}]}
relationships:
  - {name: r, from: d, to: d, from_columns: [a], to_columns: [b], asof: x, cardinality: 1}
metrics:
  - {name: q, expression: COUNT(d.f), filter: x, symmetric_aggregates: true}
";
    insta::assert_snapshot!(check(text));
}

#[test]
fn unknown_and_missing_keys() {
    let text = "\
version: 0.2.0.dev0
semantic_models: 1
semantic_model:
  - name: m
    descripton: x
    datasets:
      - {name: a}
      - {source: b, fields: [{name: f}, {expression: x, colour: red}, {}]}
    relationships:
      - {name: r}
    metrics:
      - {name: q, expr: COUNT(*)}
      - {name: null, expression: ~}
queries:
  - {measures: [q]}
";
    insta::assert_snapshot!(check(text));
}

#[test]
fn wrong_types_and_values() {
    let text = "\
name: 7
description: [x]
ai_context: 1
custom_extensions: [{vendor_name: X, data: {a: 1}}, {vendor_name: Y, data: not json}]
datasets:
  - text
  - name: d
    source: [d]
    primary_key: id
    unique_keys: [id, [], [1]]
    ai_context: {instructions: 1, synonyms: x, examples: [1]}
    fields:
      - {name: f, expression: 1, dimension: {is_time: 'yes'}}
      - {name: g, expression: x, datatype: integer, access_modifier: Private, dimension: true}
      - {name: h, expression: {dialects: []}}
      - {name: i, expression: {dialects: [{dialect: ANSI_SQL, expression: a}, {dialect: ansi_sql, expression: b}]}}
      - {name: j, expression: [{expression: a}]}
      - {name: k, expression: {dialect: ANSI_SQL, expression: a}}
      - {name: l, expression: x, data_type: varchar}
      - {name: n, expression: x, data_type: blob, label: 1}
      - {name: o, expression: x, datatype: Date, data_type: DATE}
relationships:
  - {name: '', from: d, to: d, from_columns: [], to_columns: b}
  - {name: r, from: d, to: d, from_columns: [a, b], to_columns: [c]}
metrics: {}
";
    insta::assert_snapshot!(check(text));
}

#[test]
fn other_root_values() {
    let texts = [
        "osi_version: 1\nname: m\ndatasets: [{name: d, source: d}]\n",
        "version: 1.0\nsemantic_model: text\n",
        "version: 1.0\nsemantic_model:\n",
        "version: 1.0\nsemantic_model: []\n",
        "queries: [{name: a}, {name: a}, x]\n",
        "name: m\ndatasets: []\n",
        "version: 1.0\nsemantic_model: [{name: m}, {name: n, datasets: 1}, {name: n, datasets: [{name: d, source: d}]}]\n",
        "semantic_modle: []\n",
        "- just\n- a list\n",
        "",
        "a: 1\na: 2\n",
        "name: m\ndatasets: [{name: d, source: d}]\n---\nother: 1\n---\n",
        "name: m\ndatasets: [\n",
    ];
    let report: Vec<String> = texts
        .iter()
        .map(|t| format!("{t:?}\n{}", check(t)))
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}
