//! Parentheses, long lines and deep nesting.

use dosic_ir::expr::ExprKind;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{AggregateFn, ArithmeticOp, CompareOp, Type};
use dosic_sql::emit;

use crate::plans::{
    Boolean, Decimal, Integer, Plan, Standard, Text, arithmetic, compare, concat, filter, group,
    number, project, text,
};
use crate::sql;

fn shown(write: impl FnOnce(&Plan, [dosic_ir::ColumnId; 3]) -> PlanExpr) -> String {
    let mut p = Plan::default();
    let (rows, columns) = p.scan("t", [("a", Integer), ("b", Integer), ("s", Text)]);
    let expr = write(&p, columns);
    let shown = p.define("shown", expr);
    let column = shown.0;
    let plan = p.finish(project(rows, vec![shown]), &[("shown", column)]);
    sql(&plan, &Standard)
}

#[test]
fn operators_keep_the_tree() {
    use ArithmeticOp::{Add, Multiply, Subtract};
    let nested = shown(|p, [a, b, _]| {
        let difference = arithmetic(Subtract, p.get(a), arithmetic(Subtract, p.get(b), p.get(a)));
        arithmetic(Multiply, difference, arithmetic(Add, p.get(a), p.get(b)))
    });
    insta::assert_snapshot!(nested, @"
    SELECT (t2.a - (t2.b - t2.a)) * (t2.a + t2.b) AS shown
    FROM t AS t2
    ");
    let mixed = shown(|p, [a, b, s]| {
        let sum = arithmetic(Add, p.get(a), p.get(b));
        let sum = PlanExpr::new(sum.kind, Type::nullable(Text));
        concat(concat(p.get(s), sum), p.get(s))
    });
    insta::assert_snapshot!(mixed, @"
    SELECT t2.s || (t2.a + t2.b) || t2.s AS shown
    FROM t AS t2
    ");
    let negated = shown(|p, [a, b, _]| {
        let equal = compare(CompareOp::Equal, p.get(a), p.get(b));
        let not = PlanExpr::new(ExprKind::Not(Box::new(equal)), Type::nullable(Boolean));
        PlanExpr::new(
            ExprKind::IsNull {
                expr: Box::new(not),
                negated: false,
            },
            Type::required(Boolean),
        )
    });
    insta::assert_snapshot!(negated, @"
    SELECT (NOT (t2.a = t2.b)) IS NULL AS shown
    FROM t AS t2
    ");
}

#[test]
fn long_lists_are_broken() {
    let mut p = Plan::default();
    let (rows, [key, value]) = p.scan("measurements", [("key", Text), ("value", Decimal)]);
    let mut aggregates = Vec::new();
    let mut predicates = Vec::new();
    for i in 0..6 {
        let value = p.get(value);
        aggregates.push(p.agg(
            &format!("largest_of_{i}"),
            AggregateFn::Max,
            Some(value.clone()),
        ));
        predicates.push(compare(
            CompareOp::NotEqual,
            value,
            number(i * 1_000_000_000),
        ));
    }
    let columns: Vec<_> = aggregates.iter().map(|(c, _)| *c).collect();
    let root = group(
        filter(rows, predicates),
        &[key],
        aggregates,
        "measurements_by_key",
    );
    let names: Vec<String> = (0..6).map(|i| format!("largest_of_{i}")).collect();
    let mut outputs = vec![("key", key)];
    outputs.extend(names.iter().map(String::as_str).zip(columns));
    let plan = p.finish(root, &outputs);
    insta::assert_snapshot!(sql(&plan, &Standard));
}

#[test]
fn long_cases_are_broken() {
    let long = shown(|p, [a, _, _]| {
        let when = |i: i64| {
            let test = compare(CompareOp::Less, p.get(a), number(i));
            (test, text(&format!("less than {i}")))
        };
        let kind = ExprKind::Case {
            operand: None,
            whens: (1..6).map(when).collect(),
            otherwise: Some(Box::new(text("more"))),
        };
        PlanExpr::new(kind, Type::nullable(Text))
    });
    insta::assert_snapshot!(long);
}

#[test]
fn sums_of_many_terms_and_deep_chains_do_not_overflow() {
    let mut p = Plan::default();
    let (rows, [a]) = p.scan("t", [("a", Integer)]);
    let mut sum = p.get(a);
    for _ in 0..200 {
        sum = arithmetic(ArithmeticOp::Add, sum, p.get(a));
    }
    let sum = p.define("sum", sum);
    let column = sum.0;
    let plan = p.finish(project(rows, vec![sum]), &[("sum", column)]);
    emit(&plan, &Standard).unwrap();
}

#[test]
fn a_chain_of_fields_becomes_a_chain_of_blocks() {
    let mut p = Plan::default();
    let (mut rows, [mut last]) = p.scan("t", [("a", Integer)]);
    for _ in 0..40 {
        let mut expr = p.get(last);
        for _ in 0..12 {
            expr = arithmetic(ArithmeticOp::Subtract, number(1), expr);
        }
        let next = p.define("next", expr);
        last = next.0;
        rows = project(rows, vec![next]);
    }
    let plan = p.finish(rows, &[("last", last)]);
    let text = sql(&plan, &Standard);
    assert_eq!(text.matches("FROM").count(), 10);
}

#[test]
fn plans_are_as_deep_as_they_may_be() {
    let nested = |depth: usize| {
        let mut p = Plan::default();
        let (mut rows, [a]) = p.scan("t", [("a", Integer)]);
        for _ in 0..depth {
            let expr = p.get(a);
            rows = project(rows, vec![(a, expr)]);
        }
        emit(&p.finish(rows, &[("a", a)]), &Standard)
    };
    assert!(nested(390).is_ok());
    let errors = nested(2000).unwrap_err().into_sorted();
    assert_eq!(errors[0].full_code(), "E_UNSUPPORTED_IN_DIALECT");
}
