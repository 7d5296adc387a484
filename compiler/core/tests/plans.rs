//! Plans of queries that were once planned wrongly, and of the shapes that carry the guarantees.

use dosic_compiler::{Options, QueryRequest, compile, load, print_plan, read_node};
use dosic_diagnostics::{Diagnostics, SourceMap};

/// The plan before any pass, or the codes of the errors.
fn plan(model: &str, query: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("model.yaml", model);
    let options = Options::default();
    let (loaded, mut found) = load(&sources, &[file], &options);
    let Some(model) = loaded.models.first() else {
        return codes(found);
    };
    found.extend(model.diagnostics.clone());
    let asked = sources.add("query.yaml", query);
    let (nodes, reading) = read_node(asked, query);
    found.extend(reading);
    let Some(node) = nodes.first() else {
        return codes(found);
    };
    let (request, reading) = QueryRequest::from_node(node);
    found.extend(reading);
    if found.has_errors() {
        return codes(found);
    }
    let mut planned = String::new();
    let mut keep = |stage: &'static str, plan: &_| {
        if stage == "plan" {
            planned = print_plan(plan);
        }
    };
    let (compiled, found) = compile(&model.resolved, &request, &options, &mut keep);
    match compiled {
        Some(_) => planned,
        None => codes(found),
    }
}

fn codes(found: Diagnostics) -> String {
    let codes: Vec<String> = found
        .into_sorted()
        .iter()
        .map(dosic_diagnostics::Diagnostic::full_code)
        .collect();
    codes.join(" ")
}

const STAFF: &str = "
version: 0.2.0.dev0
semantic_model:
  - name: staff
    datasets:
      - name: s
        source: s
        primary_key: [id]
        fields:
          - {name: id, expression: id, datatype: Integer}
          - {name: dept, expression: dept, datatype: String}
          - {name: pay, expression: pay, datatype: Integer}
          - {name: bonus, expression: 'COALESCE(pay, 0)'}
          - {name: total, expression: SUM(pay) OVER ()}
    relationships:
      - {name: manager, from: s, to: s, from_columns: [mgr], to_columns: [id]}
";

#[test]
fn a_role_of_the_filtered_dataset_shows_no_windows_of_rows_that_where_drops() {
    insta::assert_snapshot!(plan(
        STAFF,
        "
fields: [s.id, manager.s.total]
where: s.dept = 'x'
"
    ));
}

#[test]
fn a_window_inside_an_aggregate_does_not_make_having_wait_for_the_windows_of_groups() {
    insta::assert_snapshot!(plan(
        STAFF,
        "
dimensions: [s.dept]
measures: [RANK() OVER (ORDER BY MIN(s.pay)) AS r]
having: [SUM(SUM(s.pay) OVER (PARTITION BY s.dept)) < 6]
"
    ));
}

#[test]
fn a_measure_may_be_a_grouping_column_of_a_computed_field() {
    insta::assert_snapshot!(plan(
        STAFF,
        "
dimensions: [s.bonus]
measures: [s.bonus AS again, MAX(s.pay) AS top]
"
    ));
}

#[test]
fn a_filter_on_the_far_side_of_a_bridge_counts_each_home_row_once() {
    let model = "
version: 0.2.0.dev0
semantic_model:
  - name: library
    datasets:
      - {name: books, source: books, primary_key: [id], fields: [{name: id, expression: id}, {name: pages, expression: pages}]}
      - {name: authors, source: authors, primary_key: [id], fields: [{name: id, expression: id}, {name: country, expression: country}]}
      - {name: written, source: written, primary_key: [book, author], fields: [{name: book, expression: book}, {name: author, expression: author}]}
    relationships:
      - {name: of_book, from: written, to: books, from_columns: [book], to_columns: [id]}
      - {name: of_author, from: written, to: authors, from_columns: [author], to_columns: [id]}
    metrics:
      - {name: pages, expression: SUM(books.pages)}
";
    insta::assert_snapshot!(plan(
        model,
        "{measures: [pages], where: \"authors.country = 'NO'\"}"
    ));
    insta::assert_snapshot!(plan(
        model,
        "{measures: [pages], dimensions: [authors.country]}"
    ));
}

#[test]
fn fields_that_build_on_too_many_others_are_refused() {
    let mut model = STAFF.to_owned();
    let chain: String = (1..200)
        .map(|i| format!("          - {{name: f{i}, expression: f{} + 1}}\n", i - 1))
        .collect();
    let first = "          - {name: f0, expression: pay}\n";
    model = model.replace(
        "    relationships:",
        &format!("{first}{chain}    relationships:"),
    );
    assert_eq!(
        plan(&model, "{measures: [SUM(s.f199)]}"),
        "E_INVALID_QUERY/too-deep"
    );
}

#[test]
fn faults_of_planning_are_found_beside_wrong_types_and_come_first() {
    let model = "
version: 0.2.0.dev0
semantic_model:
  - name: islands
    datasets:
      - {name: a, source: a, primary_key: [id], fields: [{name: id, expression: id}, {name: word, expression: word, datatype: String}]}
      - {name: b, source: b, primary_key: [id], fields: [{name: id, expression: id}]}
";
    let both = "
dimensions: [b.id]
measures: [SUM(a.word) AS odd]
";
    assert_eq!(plan(model, both), "E_NO_PATH E_TYPE");
    let types_alone = "
measures: [SUM(a.word) AS odd]
";
    assert_eq!(plan(model, types_alone), "E_TYPE");
}
