//! Dimensions, measures, where, names of columns.

use insta::assert_snapshot;

use super::shop::{ask, ask_strictly, code};

#[test]
fn names_of_columns() {
    assert_snapshot!(ask("
dimensions: [customers.region, orders.region, orders.order_date:month, 'UPPER( orders.status )', customers.segment AS \"Seg\"]
measures: [revenue, {name: n, metric: order_count}, {metric: revenue, alias: again}, 'MAX(orders.amount)']
"));
}

#[test]
fn entry_forms() {
    assert_snapshot!(ask("
query:
  dimensions:
  - {field: customers.region}
  - {dataset: customers, name: segment}
  - {dataset: orders, field: status, alias: s}
  - {name: q, expression: \"DATE_TRUNC('quarter', orders.order_date)\"}
  measures:
  - {name: revenue}
  - {name: x, expression: SUM(orders.amount) / 2}
  - {metric: Total Credit}
  filters: [orders.amount > 1, orders.is_open]
  where: customers.region = 'EAST' AND orders.id > 2
  limit: 10
"));
}

#[test]
fn a_role_names_its_column() {
    assert_snapshot!(ask("
dimensions: [buyer.customers.region, customers.region]
measures: [revenue]
"));
    assert_eq!(
        code("{dimensions: [seller.customers.region]}"),
        "E_NAME_NOT_FOUND"
    );
}

#[test]
fn shapes() {
    assert_snapshot!(ask("{dimensions: [], measures: []}"));
    assert_snapshot!(ask("fields: []"));
    assert_snapshot!(ask("{fields: [orders.id], measures: [revenue]}"));
}

#[test]
fn what_a_dimension_refuses() {
    assert_snapshot!(ask(
        "{dimensions: [revenue, SUM(orders.amount), revenue_rank, RANK() OVER (ORDER BY orders.id)]}"
    ));
    assert_eq!(code("{dimensions: [orders.nth]}"), "");
}

#[test]
fn predicate_levels_of_where() {
    assert_snapshot!(ask("
dimensions: [customers.region AS r]
measures: [revenue]
where:
- revenue > 5
- SUM(orders.amount) > 5 AND orders.id = 1
- revenue_rank = 1
- RANK() OVER (ORDER BY orders.id) = 1
- orders.nth = 1
- orders.amount
- region = 'EAST'
- r = 'EAST'
"));
}

#[test]
fn unknown_and_private_names() {
    assert_snapshot!(ask("
dimensions: [customers.secret, customers.regoin, amount]
measures: [revenu, hidden, orders.revenue, {metric: SUM(orders.amount)}, {metric: customers.region}]
"));
}

#[test]
fn undeclared_columns_extend_the_model() {
    assert_snapshot!(ask(
        "{dimensions: [customers.zip_code], measures: [revenue]}"
    ));
    assert_snapshot!(ask_strictly(
        "{dimensions: [customers.zip_code, customers.region:month], measures: [revenue]}"
    ));
}

#[test]
fn faults_of_time_grains() {
    assert_snapshot!(ask(
        "{dimensions: ['orders.order_date:mnth', 'orders.status:month']}"
    ));
}

#[test]
fn equal_aliases_collide() {
    assert_snapshot!(ask(
        "{measures: [revenue AS x, {metric: order_count, name: X}]}"
    ));
}

/// `order_by: current_date` would sort by the day of today, which is no order.
#[test]
fn an_alias_is_no_function_called_without_parentheses() {
    for alias in [
        "revenue AS current_date",
        "{metric: revenue, name: Current_Timestamp}",
    ] {
        let answer = ask(&format!("{{measures: [{alias}]}}"));
        assert!(answer.contains("E_INVALID_IDENTIFIER"), "{answer}");
    }
    let answer = ask("{measures: ['revenue AS \"current_date\"']}");
    assert!(!answer.contains("E_"), "{answer}");
}
