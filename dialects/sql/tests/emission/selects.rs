//! What fits into one SELECT.

use dosic_ir::{AggregateFn, ArithmeticOp, CompareOp, LogicalPlan};

use crate::plans::{
    Date, Decimal, Fussy, Integer, Plan, Standard, Text, arithmetic, compare, filter, group, join,
    limit, number, project, sort, text,
};
use crate::sql;

/// Completed revenue by region, the largest first.
fn revenue_by_region() -> LogicalPlan {
    let mut p = Plan::default();
    let (orders, [customer_id, status, amount]) = p.scan(
        "shop.orders",
        [
            ("customer_id", Integer),
            ("status", Text),
            ("amount", Decimal),
        ],
    );
    let (customers, [id, region]) = p.scan("shop.customers", [("id", Integer), ("region", Text)]);
    let joined = join(orders, customers, &[(customer_id, id)]);
    let completed = compare(CompareOp::Equal, p.get(status), text("completed"));
    let amount = p.get(amount);
    let revenue = p.agg("revenue", AggregateFn::Sum, Some(amount));
    let sum = revenue.0;
    let grouped = group(
        filter(joined, vec![completed]),
        &[region],
        vec![revenue],
        "orders_by_region",
    );
    let large = compare(CompareOp::Greater, p.get(sum), number(1000));
    let sorted = sort(
        filter(grouped, vec![large]),
        vec![(p.get(sum), true), (p.get(region), false)],
    );
    p.finish(limit(sorted, 20), &[("region", region), ("revenue", sum)])
}

#[test]
fn a_measure_by_a_dimension_is_one_select() {
    insta::assert_snapshot!(sql(&revenue_by_region(), &Standard));
}

#[test]
fn words_of_the_engine_are_quoted_and_text_collated() {
    insta::assert_snapshot!(sql(&revenue_by_region(), &Fussy));
}

#[test]
fn one_table_keeps_its_alias() {
    let mut p = Plan::default();
    let (orders, [status]) = p.scan("orders", [("status", Text)]);
    let count = p.agg("orders", AggregateFn::CountStar, None);
    let orders_count = count.0;
    let root = group(orders, &[status], vec![count], "orders_by_status");
    let plan = p.finish(root, &[("status", status), ("Order Count", orders_count)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn a_computed_key_is_written_once() {
    let mut p = Plan::default();
    let (orders, [day, amount]) = p.scan("orders", [("day", Date), ("amount", Decimal)]);
    let next = arithmetic(ArithmeticOp::Add, p.get(amount), number(1));
    let key = p.define("next", next);
    let next = key.0;
    let (day_expr, amount_expr) = (p.get(day), p.get(amount));
    let rows = project(orders, vec![key, (day, day_expr), (amount, amount_expr)]);
    let amount = p.get(amount);
    let total = p.agg("total", AggregateFn::Sum, Some(amount));
    let sum = total.0;
    let root = group(rows, &[day, next], vec![total], "orders_by_day");
    let plan = p.finish(root, &[("day", day), ("next", next), ("total", sum)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn a_ratio_of_short_aggregates_repeats_them() {
    let mut p = Plan::default();
    let (orders, [region, amount]) = p.scan("orders", [("region", Text), ("amount", Decimal)]);
    let amount = p.get(amount);
    let total = p.agg("revenue", AggregateFn::Sum, Some(amount.clone()));
    let count = p.agg("orders", AggregateFn::Count, Some(amount));
    let (sum, number_of) = (total.0, count.0);
    let grouped = group(orders, &[region], vec![total, count], "orders_by_region");
    let ratio = arithmetic(ArithmeticOp::Multiply, p.get(sum), p.get(number_of));
    let ratio = p.define("product", ratio);
    let product = ratio.0;
    let (r, s) = (p.get(region), p.get(sum));
    let root = project(grouped, vec![(region, r), (sum, s), ratio]);
    let plan = p.finish(
        root,
        &[("region", region), ("revenue", sum), ("product", product)],
    );
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn rows_can_be_ordered_by_what_is_not_shown() {
    let mut p = Plan::default();
    let (orders, [id, amount]) = p.scan("orders", [("id", Integer), ("amount", Decimal)]);
    let twice = arithmetic(ArithmeticOp::Multiply, p.get(amount), number(2));
    let root = limit(sort(orders, vec![(twice, true), (p.get(amount), false)]), 3);
    let plan = p.finish(root, &[("ID", id), ("id", id)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn outputs_that_differ_by_case_are_ordered_by_number() {
    let mut p = Plan::default();
    let (orders, [id, amount]) = p.scan("orders", [("id", Integer), ("amount", Decimal)]);
    let root = sort(orders, vec![(p.get(amount), true)]);
    let plan = p.finish(root, &[("x", id), ("X", amount)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn constants_need_no_table() {
    let mut p = Plan::default();
    let one = p.define("one", number(1));
    let column = one.0;
    let root = project(dosic_ir::plan::Rel::Unit, vec![one]);
    let plan = p.finish(root, &[("one", column)]);
    insta::assert_snapshot!(sql(&plan, &Standard), @"SELECT 1 AS one");
}
