//! Having and order by.

use insta::assert_snapshot;

use super::shop::{ask, code};

#[test]
fn having_names_metrics_then_aliases() {
    assert_snapshot!(ask("
dimensions: [customers.region AS r, 'UPPER(orders.status) AS s']
measures: [order_count AS n, {name: revenue, metric: order_count}]
having:
- n > 1 AND revenue > 2
- r = 'EAST'
- UPPER(orders.status) = 'OPEN' OR s IS NULL
- revenue_rank <= 3
qualify: COUNT(orders.id) > 2
"));
}

#[test]
fn having_levels() {
    assert_snapshot!(ask("
dimensions: [customers.region]
measures: [revenue]
having:
- orders.status = 'open'
- orders.amount > 1 AND revenue > 2
- revenue + 1
- customers.region = 'EAST' AND revenue > 2
"));
}

#[test]
fn order_targets() {
    assert_snapshot!(ask("
dimensions: [customers.region]
measures: [order_count AS n]
order_by:
- {target: n, direction: DESC}
- region
- {field: customers.region, nulls: first}
- revenue DESC NULLS LAST
- n + 1
- {expression: COUNT(orders.id), descending: true}
"));
}

#[test]
fn order_faults() {
    assert_snapshot!(ask("
dimensions: [customers.region, orders.region]
measures: [revenue]
order_by: [1, '2', region, customers_region, {target: revenue DESC, direction: ASC}, {direction: UP}, nothing]
"));
}

#[test]
fn misspelt_columns_are_suggested() {
    assert_snapshot!(ask(
        "{measures: [revenue AS takings], having: [takins > 1], order_by: [tackings]}"
    ));
}

#[test]
fn a_faulty_column_is_reported_once() {
    assert_eq!(
        code("{measures: [SUM(orders.amuont) AS x], having: [x > 1], order_by: [x]}"),
        "E_NAME_NOT_FOUND"
    );
    assert_snapshot!(ask(
        "{measures: [SUM(orders.amuont) AS x], having: [x > 1], order_by: [x]}"
    ));
}
