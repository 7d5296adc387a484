//! Texts and the trees they give.

mod support;

use support::{shape, tree};

/// One line for each text: the text, its tree, and how it prints if not the same.
fn trees(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let expr = tree(text);
        out.push_str(&format!("{text}\n  {}\n", shape(&expr)));
        let printed = expr.to_string();
        if printed != *text {
            out.push_str(&format!("  prints {printed}\n"));
        }
    }
    out
}

#[test]
fn literals_and_references() {
    insta::assert_snapshot!(trees(&[
        "12",
        "007",
        "123456789012345678901234567890",
        "1.5",
        ".5",
        "5.",
        "1e3",
        "1.5E-3",
        ".5e+2",
        "'text'",
        "'it''s'",
        "''",
        "true",
        "False",
        "NULL",
        "DATE '2024-01-31'",
        "time '10:00'",
        "TIMESTAMP '2024-01-31 10:00'",
        "timestamp_ntz '2024-01-31'",
        "INTERVAL '3' MONTH",
        "interval '3 months'",
        "INTERVAL 3 days",
        "a",
        "a.b",
        "a.b.c.d",
        "\"Order Total\"",
        "orders.\"say \"\"hi\"\"\"",
        "date",
        "orders.date",
        "interval",
        "interval - 3",
        "extract",
        "year",
        "left_",
        "current_date",
        "orders.current_date",
        "a -- comment",
        "/* a */ b /* 'c */",
        "a -- one\n + b",
        "((a))",
        "filter",
    ]));
}

#[test]
fn precedence() {
    insta::assert_snapshot!(trees(&[
        "a + b * c",
        "(a + b) * c",
        "a - b - c",
        "a - (b - c)",
        "a / b % c",
        "a || b + c || d",
        "-a * b",
        "-(a * b)",
        "- -a",
        "+-a",
        "-a::int",
        "(-a)::int",
        "-1",
        "a - -1",
        "a = b AND c = d OR e = f",
        "a AND (b OR c)",
        "(a AND b) AND c",
        "a AND (b AND c)",
        "NOT a = b",
        "NOT (a AND b)",
        "(NOT a) = b",
        "NOT NOT a",
        "NOT a AND b",
        "a AND NOT b OR c",
        "a + 1 > b * 2",
        "(a = b) = c",
        "a = (b IS NULL)",
        "(a IS NULL) = b",
        "a || b = c || d",
        "NOT a IN (1, 2)",
        "NOT a BETWEEN 1 AND 2 AND b",
        "a < b AND b < c",
    ]));
}

#[test]
fn predicates() {
    insta::assert_snapshot!(trees(&[
        "a IN (1)",
        "a NOT IN (1, b + 2, 'x')",
        "a BETWEEN 1 AND 2",
        "a NOT BETWEEN b - 1 AND b + 1",
        "a LIKE 'x%'",
        "a NOT LIKE 'x!%' ESCAPE '!'",
        "a ILIKE b || '%'",
        "a not ilike 'x'",
        "a IS NULL",
        "a + 1 IS NOT NULL",
        "a IS TRUE",
        "a IS NOT FALSE",
        "a IS DISTINCT FROM b",
        "a IS NOT DISTINCT FROM b + 1",
        "a != b",
        "a <> b",
        "a >= b",
    ]));
}

#[test]
fn special_forms() {
    insta::assert_snapshot!(trees(&[
        "CASE WHEN a THEN 1 END",
        "CASE WHEN a = 1 THEN 'x' WHEN b THEN 'y' ELSE 'z' END",
        "CASE a WHEN 1 THEN 2 ELSE NULL END",
        "CASE WHEN CASE WHEN a THEN b END THEN c END + 1",
        "CAST(a AS VARCHAR)",
        "cast(a + 1 as decimal(10, 2))",
        "TRY_CAST(a AS double precision)",
        "CAST(a AS timestamp(3) without time zone)",
        "a::int",
        "a.b::decimal(10,2)::varchar",
        "try_cast",
        "CASE WHEN a THEN b END::INT",
        "EXTRACT(year FROM orders.order_date)",
        "EXTRACT(MONTH FROM a + b)",
        "POSITION('a' IN b || c)",
        "position",
        "'a'::date",
        "DATE '2024-01-01'::varchar",
    ]));
}

#[test]
fn calls_and_windows() {
    insta::assert_snapshot!(trees(&[
        "PI()",
        "COUNT(*)",
        "COUNT(DISTINCT a, b)",
        "SUM(a.b * (1 - a.c))",
        "LEFT(a, 2)",
        "right(a, 2)",
        "\"f\"(a)",
        "DATEADD(day, -1, a)",
        "CURRENT_TIMESTAMP()",
        "CURRENT_DATE",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a DESC)",
        "SUM(a) FILTER (WHERE b > 1)",
        "COUNT(*) FILTER (WHERE a IS NULL)",
        "SUM(a) OVER ()",
        "SUM(a) OVER (PARTITION BY b, c + 1 ORDER BY d DESC NULLS LAST, e)",
        "RANK() OVER (ORDER BY SUM(a) DESC)",
        "SUM(a) OVER (ORDER BY b ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
        "SUM(a) OVER (ORDER BY b RANGE UNBOUNDED PRECEDING)",
        "SUM(a) OVER (ORDER BY b GROUPS BETWEEN :n PRECEDING AND ? FOLLOWING)",
        "SUM(a) OVER (ROWS BETWEEN 1 + 1 PRECEDING AND (2) FOLLOWING)",
        "SUM(a) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)",
        "SUM(a) OVER (PARTITION BY rows ORDER BY nulls NULLS FIRST ROWS CURRENT ROW)",
        "SUM(a) OVER (ORDER BY b ASC ROWS BETWEEN 3 PRECEDING AND 03 PRECEDING)",
        "SUM(SUM(a) OVER (PARTITION BY b))",
        "LAG(a, 1, 0) OVER (PARTITION BY excluding ORDER BY d)",
    ]));
}

#[test]
fn spans_are_the_characters_of_a_node() {
    let text = "( a + b ) * f(x)::int";
    let expr = tree(text);
    assert_eq!(text.get(expr.span.clone()), Some(text));
    let dosic_expr::ast::ExprKind::Binary {
        left,
        right,
        op_span,
        ..
    } = expr.kind
    else {
        panic!("no binary operator");
    };
    assert_eq!(text.get(left.span), Some("a + b"));
    assert_eq!(text.get(op_span), Some("*"));
    assert_eq!(text.get(right.span), Some("f(x)::int"));
}
