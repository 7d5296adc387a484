//! Scalar queries.

use insta::assert_snapshot;

use super::shop::{ask, code};

#[test]
fn fields_with_home_and_window() {
    assert_snapshot!(ask("
dataset: orders
fields: [orders.id, customers.region, {name: double, expression: orders.amount * 2}, 'RANK() OVER (ORDER BY orders.amount) AS r']
where: orders.nth = 1
order_by: [r, customers.credit DESC]
limit: 0
"));
}

#[test]
fn aggregates_are_refused() {
    assert_snapshot!(ask(
        "{fields: [orders.id, revenue, SUM(orders.amount)], order_by: [order_count], having: [revenue > 1]}"
    ));
}

#[test]
fn the_home_must_be_a_dataset() {
    assert_snapshot!(ask("{dataset: ordres, fields: [orders.id]}"));
    assert_eq!(code("{dataset: orders, measures: [revenue]}"), "");
}
