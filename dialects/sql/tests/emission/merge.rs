//! The merge of branches.

use dosic_ir::plan::Rel;
use dosic_ir::{AggregateFn, ArithmeticOp, ColumnId, CompareOp, DataType, LogicalPlan};

use crate::plans::{
    Decimal, Fussy, Integer, Plan, Standard, Text, Unknown, arithmetic, branch, compare, filter,
    group, merge, number, project, sort,
};
use crate::sql;

/// An aggregated branch: keys and leaf.
fn aggregated(
    p: &mut Plan,
    table: &str,
    leaf: &str,
    data: DataType,
    count: bool,
) -> (Rel, ColumnId, ColumnId) {
    let (rows, [region, value]) = p.scan(table, [("region", Text), ("value", data)]);
    let value = p.get(value);
    let call = if count {
        p.agg(leaf, AggregateFn::CountStar, None)
    } else {
        p.agg(leaf, AggregateFn::Max, Some(value))
    };
    let column = call.0;
    (
        group(rows, &[region], vec![call], &format!("{table}_by_region")),
        region,
        column,
    )
}

fn sales_and_returns(data: DataType, returns_add_groups: bool) -> LogicalPlan {
    let mut p = Plan::default();
    let (sales, sales_region, largest) = aggregated(&mut p, "sales", "largest", data, false);
    let (returns, returns_region, count) = aggregated(&mut p, "returns", "returned", Integer, true);
    let region = p.column("region", Text);
    let (l, c) = (p.column("largest", data), p.column("returned", Integer));
    let merged = merge(
        &[region],
        vec![
            branch(sales, &[sales_region], &[(l, largest, false)], true),
            branch(
                returns,
                &[returns_region],
                &[(c, count, true)],
                returns_add_groups,
            ),
        ],
    );
    let sorted = sort(merged, vec![(p.get(region), false)]);
    p.finish(
        sorted,
        &[("region", region), ("largest", l), ("returned", c)],
    )
}

#[test]
fn two_facts_are_stacked_and_grouped() {
    insta::assert_snapshot!(sql(&sales_and_returns(Decimal, true), &Standard));
}

#[test]
fn an_unknown_type_is_told_by_its_block() {
    insta::assert_snapshot!(sql(&sales_and_returns(Unknown, true), &Fussy));
}

#[test]
fn a_branch_that_adds_no_groups_is_marked() {
    insta::assert_snapshot!(sql(&sales_and_returns(Decimal, false), &Fussy));
}

#[test]
fn what_is_computed_from_merged_leaves_stands_above_them() {
    let mut p = Plan::default();
    let (sales, sales_region, largest) = aggregated(&mut p, "sales", "largest", Decimal, false);
    let (returns, returns_region, count) = aggregated(&mut p, "returns", "returned", Integer, true);
    let region = p.column("region", Text);
    let (l, c) = (p.column("largest", Decimal), p.column("returned", Integer));
    let merged = merge(
        &[region],
        vec![
            branch(sales, &[sales_region], &[(l, largest, false)], true),
            branch(returns, &[returns_region], &[(c, count, true)], true),
        ],
    );
    let product = arithmetic(ArithmeticOp::Multiply, p.get(l), p.get(c));
    let product = p.define("product", product);
    let product_id = product.0;
    let (r, le, ce) = (p.get(region), p.get(l), p.get(c));
    let computed = project(merged, vec![(region, r), (l, le), (c, ce), product]);
    let large = compare(CompareOp::Greater, p.get(product_id), number(10));
    let plan = p.finish(
        filter(computed, vec![large]),
        &[
            ("region", region),
            ("largest", l),
            ("returned", c),
            ("product", product_id),
        ],
    );
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn without_keys_there_is_one_row() {
    let mut p = Plan::default();
    let mut total = |table: &str| {
        let (rows, [value]) = p.scan(table, [("value", Decimal)]);
        let value = p.get(value);
        let call = p.agg("total", AggregateFn::Sum, Some(value));
        let column = call.0;
        (
            group(rows, &[], vec![call], &format!("{table}_total")),
            column,
        )
    };
    let ((sales, s), (returns, r)) = (total("sales"), total("returns"));
    let (sold, returned) = (p.column("sold", Decimal), p.column("returned", Decimal));
    let merged = merge(
        &[],
        vec![
            branch(sales, &[], &[(sold, s, false)], true),
            branch(returns, &[], &[(returned, r, false)], false),
        ],
    );
    let net = arithmetic(ArithmeticOp::Subtract, p.get(sold), p.get(returned));
    let net = p.define("net", net);
    let net_id = net.0;
    let plan = p.finish(project(merged, vec![net]), &[("net", net_id)]);
    insta::assert_snapshot!(sql(&plan, &Fussy));
}
