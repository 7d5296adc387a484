//! Names of blocks, aliases, tables and outputs.

use dosic_ir::{AggregateFn, Ident, Source};
use dosic_sql::{emit, emit_view};

use crate::plans::{Decimal, Fussy, Integer, Plan, Standard, Text, group, join, project};
use crate::{read_back, sql};

#[test]
fn blocks_and_aliases_avoid_every_name_of_the_sources() {
    let mut p = Plan::default();
    let query = "SELECT o.id AS customer_id, orders_by_id.region -- from orders_by_region AS C;\nFROM orders_by_id o";
    let source = Source::Query(query.to_owned());
    let (orders, [customer, region]) = p.scan_source(
        source,
        "Our Orders",
        [("customer_id", Integer), ("region", Text)],
    );
    let (customers, [id]) = p.scan("customers", [("id", Integer)]);
    let grouped = group(orders, &[customer, region], vec![], "orders_by_region");
    let root = join(grouped, customers, &[(customer, id)]);
    let plan = p.finish(root, &[("region", region), ("id", id)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn the_same_dataset_joined_twice_has_two_aliases() {
    let mut p = Plan::default();
    let (orders, [buyer, payer]) = p.scan("orders", [("buyer_id", Integer), ("payer_id", Integer)]);
    let (buyers, [buyer_key, buyer_name]) = p.scan("customers", [("id", Integer), ("name", Text)]);
    let (payers, [payer_key, payer_name]) = p.scan("customers", [("id", Integer), ("name", Text)]);
    let joined = join(
        join(orders, buyers, &[(buyer, buyer_key)]),
        payers,
        &[(payer, payer_key)],
    );
    let plan = p.finish(joined, &[("buyer", buyer_name), ("payer", payer_name)]);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn stored_names_are_written_as_the_engine_finds_them() {
    let mut p = Plan::default();
    let columns = [
        Ident::quoted("CustomerId"),
        Ident::quoted("ID"),
        Ident::regular("Order"),
        Ident::regular("Amount"),
    ];
    let ids = columns.clone().map(|c| p.column(c.display(), Integer));
    let scan = dosic_ir::plan::Scan {
        source: Source::Table(vec![Ident::regular("Shop"), Ident::quoted("Order Items")]),
        label: "Order Items".to_owned(),
        columns: ids.into_iter().zip(columns).collect(),
    };
    let [a, b, c, d] = ids;
    let plan = p.finish(
        dosic_ir::plan::Rel::Scan(scan),
        &[("CustomerId", a), ("ID", b), ("Order", c), ("amount", d)],
    );
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn long_output_names_keep_their_beginning() {
    let mut p = Plan::default();
    let (orders, [amount]) = p.scan("orders", [("amount", Decimal)]);
    let long = "a_metric_with_a_name_that_says_everything_there_is_to_say_about_it";
    let plan = p.finish(orders, &[(long, amount)]);
    let cut = emit(&plan, &Fussy).unwrap().columns;
    assert_eq!(
        cut,
        ["a_metric_with_a_name_that_says_everything_there_is_to__1e50590d"]
    );
    assert_eq!(cut[0].len(), 63);
    assert_eq!(emit(&plan, &Standard).unwrap().columns, [long]);
}

#[test]
fn columns_of_a_block_have_different_names() {
    let mut p = Plan::default();
    let (orders, [id, customer]) = p.scan("orders", [("id", Integer), ("customer_id", Integer)]);
    let (customers, [customer_id]) = p.scan("customers", [("id", Integer)]);
    let joined = join(orders, customers, &[(customer, customer_id)]);
    let pairs = dosic_ir::plan::Rel::Distinct {
        input: Box::new(joined),
        label: "order_customers".to_owned(),
    };
    let count = p.agg("pairs", AggregateFn::CountStar, None);
    let column = count.0;
    let plan = p.finish(
        group(pairs, &[], vec![count], "pairs_total"),
        &[("pairs", column)],
    );
    let _ = (id, project);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn files_are_read_where_the_engine_can() {
    let mut p = Plan::default();
    let source = Source::File("data/events.csv".to_owned());
    let (rows, [id]) = p.scan_source(source, "events", [("id", Integer)]);
    let plan = p.finish(rows, &[("id", id)]);
    let errors = emit(&plan, &Fussy).unwrap_err().into_sorted();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].full_code(), "E_UNSUPPORTED_IN_DIALECT");
    insta::assert_snapshot!(emit(&plan, &Standard).unwrap().text, @"
    SELECT e.id AS id
    FROM 'data/events.csv' AS e
    ");
}

#[test]
fn views_are_named_in_parts() {
    let mut p = Plan::default();
    let (orders, [id]) = p.scan("orders", [("id", Integer)]);
    let plan = p.finish(orders, &[("id", id)]);
    let view = emit_view(&["dosic", "Order Items"], &plan, &Standard)
        .unwrap()
        .text;
    read_back(&view);
    insta::assert_snapshot!(view, @r#"
    CREATE OR REPLACE VIEW dosic."Order Items" AS
    SELECT o.id AS id
    FROM orders AS o
    "#);
}
