//! Metrics in use: expansion, what is unusable, what is not honoured.

use insta::assert_snapshot;

use super::shop::{ask, ask_model, code};

#[test]
fn metrics_are_expanded() {
    assert_snapshot!(ask(
        "{measures: [average_order, average_order * 2 AS twice]}"
    ));
}

#[test]
fn unusable_definitions() {
    assert_snapshot!(ask("{dimensions: [orders.odd], measures: [odd_total]}"));
}

#[test]
fn extensions_are_not_ignored_in_silence() {
    assert_snapshot!(ask("{measures: [grown, grown + 1 AS more]}"));
}

#[test]
fn homeless_counts_are_linted() {
    assert_snapshot!(ask("{measures: [COUNT(*) AS n]}"));
}

/// A chain of metrics, each made of the one before by `step`.
fn chain(length: usize, step: &str) -> String {
    let mut text = String::from(
        "semantic_model:\n- name: m\n  datasets:\n  - name: t\n    source: t\n    primary_key: [id]\n    fields: [{name: id, expression: id, datatype: Integer}]\n  metrics:\n  - {name: m0, expression: SUM(t.id)}\n",
    );
    for at in 1..=length {
        let before = format!("m{}", at - 1);
        text.push_str(&format!(
            "  - {{name: m{at}, expression: '{}'}}\n",
            step.replace('?', &before)
        ));
    }
    text
}

#[test]
fn expansion_is_bounded() {
    let doubled = ask_model(&chain(60, "? + ?"), "{measures: [m60]}", false);
    assert!(
        doubled.starts_with("E_INVALID_QUERY/expansion-too-large"),
        "{doubled}"
    );
    let deep = ask_model(&chain(3000, "? + 1"), "{measures: [m3000]}", false);
    assert!(
        deep.starts_with("E_INVALID_QUERY/expansion-too-large"),
        "{deep}"
    );
    let renamed = ask_model(&chain(3000, "?"), "{measures: [m3000]}", false);
    assert_eq!(renamed, "measure m3000 = SUM(t.id)");
    let fine = ask_model(
        &chain(310, "? + 1"),
        "{measures: [m310], having: [m310 > 1]}",
        false,
    );
    assert!(fine.starts_with("measure m310 = "), "{fine}");
}

#[test]
fn nesting_through_names_is_refused() {
    assert_eq!(
        code("{measures: [SUM(revenue) AS x]}"),
        "E_NESTED_AGGREGATION_DEFERRED"
    );
}
