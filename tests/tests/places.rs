//! What a dialect cannot express is shown where it was written, however far the plan has carried it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use dosic_diagnostics::Code;
use dosic_tests::compiling::Case;

const MODEL: &str = "\
version: '0.2.0.dev0'
semantic_model:
  - name: cafe
    datasets:
      - name: sales
        source: sales
        primary_key: [id]
        fields:
          - {name: id, expression: id}
          - {name: amount, expression: amount, datatype: Decimal}
          - {name: drink, expression: drink, datatype: String}
          - {name: opened, expression: 'COALESCE(TRY_CAST(drink AS DATE), CURRENT_DATE)'}
          - {name: opened_year, expression: YEAR(opened)}
    metrics:
      - {name: last_opened, expression: 'MAX(TRY_CAST(sales.drink AS TIMESTAMP))'}
      - {name: rank_opened, expression: 'RANK() OVER (ORDER BY last_opened)'}
";

/// The characters underlined for the first error of a query on Postgres, which has no TRY_CAST to dates.
fn underlined(query: &str) -> String {
    let case = Case {
        file: "model.yaml",
        model: MODEL,
        query: Some(query),
        dialect: Some("postgres"),
        ..Case::default()
    };
    let (sources, found) = case.run();
    let first = found.first().unwrap();
    assert_eq!(first.code, Code::UnsupportedInDialect, "{first:?}");
    sources.slice(first.span().unwrap()).to_owned()
}

#[test]
fn in_fields() {
    let expected = "TRY_CAST(drink AS DATE)";
    assert_eq!(underlined("{fields: [sales.opened]}"), expected);
    assert_eq!(underlined("{fields: [sales.opened_year]}"), expected);
    assert_eq!(underlined("{dimensions: [sales.opened_year]}"), expected);
    let filtered = "{fields: [sales.id], where: 'sales.opened_year = 2024 AND 1 = 1'}";
    assert_eq!(underlined(filtered), expected);
}

#[test]
fn in_metrics() {
    let expected = "TRY_CAST(sales.drink AS TIMESTAMP)";
    assert_eq!(underlined("{measures: [last_opened]}"), expected);
    assert_eq!(
        underlined("{dimensions: [sales.drink], measures: [rank_opened]}"),
        expected
    );
}

#[test]
fn in_queries() {
    let query = "{fields: [sales.id], order_by: ['TRY_CAST(sales.drink AS TIME)']}";
    assert_eq!(underlined(query), "TRY_CAST(sales.drink AS TIME)");
}
