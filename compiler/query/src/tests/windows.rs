//! Windows in measures.

use insta::assert_snapshot;

use super::shop::{ask, code};

#[test]
fn bare_arguments_are_aggregated_first() {
    assert_snapshot!(ask("
dimensions: [customers.region, orders.order_date]
measures:
- running
- COUNT(orders.id) OVER () AS c
- AVG(orders.amount) OVER (PARTITION BY customers.region) AS a
- MIN(orders.amount + 1) OVER () AS lo
- SUM(SUM(orders.amount)) OVER () AS explicit
- COUNT(customers.region) OVER () AS groups
- COUNT(*) OVER () AS n
- SUM(SUM(orders.amount) OVER ()) AS inside
"));
}

#[test]
fn functions_that_need_the_rows_are_refused() {
    assert_snapshot!(ask("
dimensions: [customers.region, customers.segment]
measures: [STDDEV(orders.amount) OVER () AS s]
"));
}

#[test]
fn windowed_metrics_do_not_compose() {
    assert_snapshot!(ask("
dimensions: [customers.region]
measures: [revenue_rank, revenue_rank + 0 AS x]
having: [revenue_rank + 0 < 4]
order_by: [revenue_rank * 2]
"));
    assert_eq!(
        code("{measures: [SUM(revenue_rank) OVER () AS x]}"),
        "E_WINDOWED_METRIC_COMPOSITION"
    );
    assert_eq!(
        code("{measures: [RANK() OVER (ORDER BY RANK() OVER (ORDER BY revenue)) AS x]}"),
        "E_NESTED_WINDOW"
    );
}
