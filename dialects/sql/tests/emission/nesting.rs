//! What needs blocks of its own.

use dosic_ir::plan::Rel;
use dosic_ir::{AggregateFn, ArithmeticOp, CompareOp};

use crate::plans::{
    Decimal, Fussy, Integer, Plan, Standard, Text, arithmetic, compare, concat, filter, group,
    join, limit, number, project, rank, sort, text,
};
use crate::sql;

#[test]
fn computed_fields_of_a_joined_dataset_stay_below_the_join() {
    let mut p = Plan::default();
    let (orders, [customer, amount]) =
        p.scan("orders", [("customer_id", Integer), ("amount", Decimal)]);
    let (customers, [id, name]) = p.scan("customers", [("id", Integer), ("name", Text)]);
    let greeting = concat(text("Dear "), p.get(name));
    let greeting = p.define("greeting", greeting);
    let known = p.define("known", number(1));
    let (greeting_id, known_id) = (greeting.0, known.0);
    let id_expr = p.get(id);
    let prepared = project(customers, vec![(id, id_expr), greeting, known]);
    let joined = join(orders, prepared, &[(customer, id)]);
    let amount = p.get(amount);
    let total = p.agg("total", AggregateFn::Sum, Some(amount));
    let sum = total.0;
    let root = group(
        joined,
        &[greeting_id, known_id],
        vec![total],
        "orders_by_greeting",
    );
    let plan = p.finish(
        root,
        &[
            ("greeting", greeting_id),
            ("known", known_id),
            ("total", sum),
        ],
    );
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn renamed_and_filtered_tables_join_directly() {
    let mut p = Plan::default();
    let (orders, [customer]) = p.scan("orders", [("customer_id", Integer)]);
    let (customers, [id, name, active]) = p.scan(
        "customers",
        [("id", Integer), ("name", Text), ("active", Integer)],
    );
    let is_active = compare(CompareOp::Equal, p.get(active), number(1));
    let (label, name_expr) = (p.column("label", Text), p.get(name));
    let id_expr = p.get(id);
    let right = project(
        filter(customers, vec![is_active]),
        vec![(id, id_expr), (label, name_expr)],
    );
    let root = join(orders, right, &[(customer, id)]);
    let plan = p.finish(root, &[("customer", customer), ("label", label)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn fan_out_is_removed_by_distinct_rows_of_the_home() {
    let mut p = Plan::default();
    let (customers, [id, credit]) = p.scan("customers", [("id", Integer), ("credit", Decimal)]);
    let (orders, [customer, status]) =
        p.scan("orders", [("customer_id", Integer), ("status", Text)]);
    let row = p.column("customer_row", Integer);
    let numbered = Rel::RowId {
        input: Box::new(customers),
        column: row,
    };
    let joined = join(numbered, orders, &[(id, customer)]);
    let (r, s, c) = (p.get(row), p.get(status), p.get(credit));
    let pairs = Rel::Distinct {
        input: Box::new(project(joined, vec![(row, r), (status, s), (credit, c)])),
        label: "customer_status_pairs".to_owned(),
    };
    let credit = p.get(credit);
    let total = p.agg("credit", AggregateFn::Sum, Some(credit));
    let sum = total.0;
    let root = group(pairs, &[status], vec![total], "customers_by_status");
    let plan = p.finish(root, &[("status", status), ("credit", sum)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn windows_stand_above_groups_and_their_filters_above_them() {
    let mut p = Plan::default();
    let (orders, [region, amount]) = p.scan("orders", [("region", Text), ("amount", Decimal)]);
    let amount = p.get(amount);
    let total = p.agg("revenue", AggregateFn::Sum, Some(amount));
    let sum = total.0;
    let grouped = group(orders, &[region], vec![total], "orders_by_region");
    let place = p.column("place", Integer);
    let windowed = Rel::Window {
        input: Box::new(grouped),
        calls: vec![rank(place, p.get(sum))],
    };
    let top = compare(CompareOp::LessOrEqual, p.get(place), number(3));
    let root = sort(
        filter(windowed, vec![top]),
        vec![(p.get(place), false), (p.get(region), false)],
    );
    let plan = p.finish(
        root,
        &[("region", region), ("revenue", sum), ("place", place)],
    );
    insta::assert_snapshot!(sql(&plan, &Fussy));
}

#[test]
fn a_long_expression_read_twice_gets_a_name() {
    let mut p = Plan::default();
    let (orders, [id, amount]) = p.scan("orders", [("id", Integer), ("amount", Decimal)]);
    let net = arithmetic(ArithmeticOp::Multiply, p.get(amount), number(2));
    let net = p.define("net", net);
    let net_id = net.0;
    let id_expr = p.get(id);
    let rows = project(orders, vec![(id, id_expr), net]);
    let square = arithmetic(ArithmeticOp::Multiply, p.get(net_id), p.get(net_id));
    let square = p.define("square", square);
    let square_id = square.0;
    let id_expr = p.get(id);
    let root = project(rows, vec![(id, id_expr), square]);
    let plan = p.finish(root, &[("id", id), ("square", square_id)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn an_order_survives_a_block_that_is_closed_above_it() {
    let mut p = Plan::default();
    let (orders, [id, amount]) = p.scan("orders", [("id", Integer), ("amount", Decimal)]);
    let top = limit(sort(orders, vec![(p.get(amount), true)]), 5);
    let some = compare(CompareOp::Greater, p.get(id), number(0));
    let plan = p.finish(filter(top, vec![some]), &[("id", id)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn a_constant_key_is_no_position() {
    let mut p = Plan::default();
    let (orders, [amount]) = p.scan("orders", [("amount", Decimal)]);
    let one = p.define("one", number(1));
    let key = one.0;
    let amount_expr = p.get(amount);
    let rows = project(orders, vec![one, (amount, amount_expr.clone())]);
    let total = p.agg("total", AggregateFn::Sum, Some(amount_expr));
    let sum = total.0;
    let root = group(rows, &[key], vec![total], "orders_by_one");
    let plan = p.finish(root, &[("one", key), ("total", sum)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn a_total_of_which_nothing_is_read_is_still_one_row() {
    let mut p = Plan::default();
    let (orders, [amount]) = p.scan("orders", [("amount", Decimal)]);
    let amount = p.get(amount);
    let total = p.agg("total", AggregateFn::Sum, Some(amount));
    let one = p.define("one", number(1));
    let column = one.0;
    let root = project(group(orders, &[], vec![total], "orders_total"), vec![one]);
    let plan = p.finish(root, &[("one", column)]);
    insta::assert_snapshot!(sql(&plan, &Standard), @"SELECT 1 AS one");
}
