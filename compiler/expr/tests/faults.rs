//! Texts with faults: code, message, characters underlined, way out.

mod support;

use dosic_diagnostics::{Check, Code};
use support::{parse, render};

fn faults(strict: bool, texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let (_, sink) = parse(text, strict);
        assert!(sink.has_errors(), "no fault found in {text}");
        out.push_str(&format!("{text}\n{}", render(text, sink)));
    }
    out
}

#[test]
fn characters() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "'open",
            "a = 'it's'",
            "\"open",
            "a /* open",
            "`a` + 1",
            "12abc",
            "1_000",
            "0x1F",
            "größe + 1",
            "a = ‘x’",
            "a \u{a0}+ b",
            "a # b",
            "a § b",
            "a \\ b",
            "E'x'",
            "orders.1st",
            "1.2.3",
            "a @ b",
        ]
    ));
}

#[test]
fn operators() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "a == b",
            "a && b",
            "!a",
            "a <=> b",
            "a ^ 2",
            "a ** 2",
            "a ~ 'x'",
            "a & 1",
            "a -> 'x'",
            "a[1]",
            "a RLIKE 'x'",
            "a MOD 2",
            "a < b < c",
            "a = b IS NULL",
            "a IN (1) = TRUE",
            "a = NOT b",
            "a + NOT b",
            "a AT TIME ZONE 'UTC'",
            "a COLLATE \"C\" = b",
            "a IS UNKNOWN",
            "a IS 3",
            "a IS DISTINCT b",
        ]
    ));
}

#[test]
fn missing_parts() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "",
            "  ",
            "-- nothing",
            "a +",
            "* b",
            "a + * b",
            "a b",
            "a 1",
            "(a",
            "a)",
            "f(a",
            "f(a,)",
            "f(,a)",
            "()",
            "a.",
            "a..b",
            "a.*",
            "a.order",
            "order",
            "a + order + b",
            "a;",
            "a, b",
            "(a, b) = (1, 2)",
            "a AS b",
            "a BETWEEN 1",
            "a BETWEEN 1 OR 2",
            "a IN 1",
            "a IN ()",
            "a IN (1, 2",
            "a LIKE",
            "a LIKE 'x' ESCAPE \"!\"",
            "CASE END",
            "CASE WHEN a THEN b",
            "CASE WHEN a b END",
            "CASE WHEN a THEN b c ELSE d END",
            "CASE a THEN b END",
            "CAST(a, INT)",
            "CAST(a AS)",
            "CAST a AS INT",
            "CAST(a AS 'int')",
            "CAST(a AS DECIMAL(x))",
            "a::",
            "a::5",
            "EXTRACT(a, b)",
            "EXTRACT('month' FROM a)",
            "POSITION('a', b)",
            "DATE \"2024-01-01\"",
            "INTERVAL 3",
            "a:month",
            "SELECT a FROM b",
            "a FROM b",
            "a WHERE b",
            "NOT",
            "a AND",
            "AND b",
        ]
    ));
}

#[test]
fn several_faults_are_all_found() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "f(a b, c d, e)",
            "(a == b) AND (c && d) AND x IN ()",
            "CASE WHEN a b THEN c ELSE d e END + f(g h)",
            "a + ) + b",
            "f(SELECT 1, 2) + [1]",
            "((a + (b c)) d",
        ]
    ));
}

#[test]
fn calls_and_windows() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "f(x => 1)",
            "f(x := 1, y == 2)",
            "COUNT(DISTINCT *)",
            "SUM(ALL a)",
            "s.f(a)",
            "COUNT(a.*)",
            "SUBSTRING(a FROM 1)",
            "STRING_AGG(a ORDER BY b)",
            "FIRST_VALUE(a IGNORE NULLS) OVER (ORDER BY b)",
            "FIRST_VALUE(a) RESPECT NULLS OVER (ORDER BY b)",
            "SUM(a) OVER w",
            "SUM(a) OVER (w ORDER BY b)",
            "SUM(a) FILTER (WHERE b) OVER ()",
            "SUM(a) FILTER (b)",
            "SUM(a) FILTER b",
            "SUM(a) OVER",
            "SUM(a) OVER (PARTITION b)",
            "SUM(a) OVER (ORDER BY b ROWS 1)",
            "SUM(a) OVER (ORDER BY b ROWS)",
            "SUM(a) OVER (ROWS BETWEEN 1 PRECEDING)",
            "SUM(a) OVER (ROWS BETWEEN CURRENT ROW AND 1 PRECEDING)",
            "SUM(a) OVER (ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING)",
            "SUM(a) OVER (ROWS 1 FOLLOWING)",
            "SUM(a) OVER (ROWS BETWEEN UNBOUNDED FOLLOWING AND CURRENT ROW)",
            "SUM(a) OVER (ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING)",
            "SUM(a) OVER (ORDER BY b ROWS CURRENT ROW EXCLUDE TIES)",
            "MEDIAN(a) WITHIN (ORDER BY b)",
            "MEDIAN(a) WITHIN GROUP (b)",
            "MEDIAN(a) WITHIN GROUP (ORDER BY b, c)",
            "SUM(a) OVER (x = 1)",
        ]
    ));
}

#[test]
fn what_the_foundation_defers() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "customers{role=buyer}.name",
            "SUM(a) OVER (PARTITION BY b EXCLUDING c)",
            "SUM(a) OVER (PARTITION BY EXCLUDING c ORDER BY d)",
            "ROLLUP(a, b)",
            "GROUPING SETS ((a), (b))",
            "cube(a)",
            "PIVOT(a)",
        ]
    ));
}

#[test]
fn what_other_languages_have() {
    insta::assert_snapshot!(faults(
        false,
        &[
            "(SELECT MAX(a) FROM b)",
            "a IN (SELECT b FROM c)",
            "EXISTS (SELECT 1)",
            "NOT EXISTS (SELECT 1) AND a == b",
            "a = ANY (1, 2)",
            "a UNION b",
            "f(a EXCEPT b)",
            "?",
            "a = :param",
            "a = $1",
            "a = @x",
            "{{ a }}",
            "[1, 2]",
            "ARRAY[1]",
            "a > ALL (1)",
            "WITH x AS (SELECT 1) SELECT 2",
            "a GROUP BY b",
            "a LIMIT 1",
        ]
    ));
}

#[test]
fn strict_mode() {
    insta::assert_snapshot!(faults(
        true,
        &[
            "(a + 1)::int",
            "SUM(a) FILTER (WHERE b > 1)",
            "a + INTERVAL '3' MONTH",
            "a IS TRUE",
            "a.b IS NOT FALSE",
            "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a)",
        ]
    ));
}

#[test]
fn deep_nesting_is_a_fault_and_no_overflow() {
    let n = 100_000;
    let texts = [
        format!("{}1{}", "(".repeat(n), ")".repeat(n)),
        "(".repeat(n),
        "NOT ".repeat(n) + "a",
        "- ".repeat(n) + "1",
        "CASE WHEN ".repeat(n) + "1",
        "CASE ".repeat(n),
        "f(".repeat(n),
        "a + ".repeat(n) + "a",
        "a OR ".repeat(n) + "a",
        "a IN (".repeat(n),
        "a = (".repeat(n),
        "a::int".to_owned() + &"::int".repeat(n),
        "a".to_owned() + &" IS NULL".repeat(n),
        "f(a) OVER (PARTITION BY ".repeat(n),
        "a BETWEEN ".repeat(n),
        "a ** ".repeat(n),
        "a -> ".repeat(n),
        "a AT TIME ZONE ".repeat(n),
        "a # ".repeat(n),
        "CAST(".repeat(n),
        "EXTRACT(a FROM ".repeat(n),
        "[".repeat(n),
        "f(a".to_owned() + &"[1]".repeat(n),
    ];
    for text in texts {
        let (_, sink) = parse(&text, false);
        assert!(sink.has_errors(), "{:.30}", text);
        assert!(sink.len() <= 20);
    }
}

#[test]
fn moderate_nesting_is_fine() {
    for text in [
        format!("{}1{}", "(".repeat(150), ")".repeat(150)),
        "a OR ".repeat(200) + "a",
        format!("a IN ({}1)", "1, ".repeat(50_000)),
    ] {
        assert!(parse(&text, false).1.is_empty());
    }
}

#[test]
fn deferred_constructs_are_bans_and_come_after_syntax() {
    let (_, sink) = parse("ROLLUP(a) + b == c", false);
    let found: Vec<_> = sink
        .into_sorted()
        .iter()
        .map(|d| (d.code, d.check))
        .collect();
    let expected = [
        (Code::Syntax, Check::Syntax),
        (Code::DeferredKeyRejected, Check::Bans),
    ];
    assert_eq!(found, expected);
}
