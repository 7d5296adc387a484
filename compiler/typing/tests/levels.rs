//! Levels, windows, types side by side, and the words of messages.

mod support;

use dosic_typing::{Context, Site, check_predicate};
use support::{code_in, messages, show, type_of, typed_in};

const NESTED: &str = "E_NESTED_AGGREGATION_DEFERRED";
const IN_FIELD: &str = "E_AGGREGATE_IN_FIELD";

#[test]
fn fields_hold_windows_but_no_aggregates() {
    for text in [
        "SUM(i)",
        "1 + COUNT(*)",
        "revenue",
        "RANK() OVER (ORDER BY SUM(i))",
        "SUM(revenue) OVER ()",
        "SUM(nowhere.x)",
    ] {
        assert_eq!(code_in(Site::Field, text), IN_FIELD, "{text}");
    }
    for text in [
        "SUM(i) OVER (PARTITION BY s)",
        "RANK() OVER (ORDER BY i)",
        "t.i + i",
    ] {
        assert_eq!(code_in(Site::Field, text), "ok", "{text}");
    }
}

#[test]
fn aggregates_do_not_nest_but_stand_in_windows_and_hold_windows() {
    let nested = [
        "SUM(SUM(t.i))",
        "AVG(1 + COUNT(*))",
        "SUM(revenue)",
        "MAX(SUM(SUM(t.i)) OVER ())",
        "SUM(running)",
        "COUNT(*) FILTER (WHERE revenue > 1)",
    ];
    for text in nested {
        for site in [Site::Metric, Site::Query] {
            assert_eq!(code_in(site, text), NESTED, "{text}");
        }
    }
    let fine = [
        "SUM(SUM(t.i)) OVER ()",
        "RANK() OVER (PARTITION BY MAX(t.s) ORDER BY SUM(t.i) DESC)",
        "SUM(SUM(t.i) OVER ())",
        "SUM(t.i) / SUM(SUM(t.i)) OVER ()",
        "revenue / 2",
        "RANK() OVER (ORDER BY revenue)",
    ];
    for text in fine {
        for site in [Site::Metric, Site::Query] {
            assert_eq!(code_in(site, text), "ok", "{text}");
        }
    }
}

#[test]
fn windows_do_not_nest() {
    for text in [
        "SUM(RANK() OVER (ORDER BY t.i)) OVER ()",
        "RANK() OVER (ORDER BY SUM(t.i) OVER ())",
        "SUM(t.i) OVER (PARTITION BY ROW_NUMBER() OVER (ORDER BY t.i))",
    ] {
        for site in [Site::Field, Site::Metric, Site::Query] {
            assert_eq!(code_in(site, text), "E_NESTED_WINDOW", "{text}");
        }
    }
    assert_eq!(
        code_in(Site::Query, "RANK() OVER (ORDER BY running)"),
        "E_WINDOWED_METRIC_COMPOSITION"
    );
}

#[test]
fn bans_come_before_names_and_names_before_types() {
    assert_eq!(
        code_in(Site::Metric, "SUM(SUM(t.nowhere)) + t.other"),
        NESTED
    );
    assert_eq!(code_in(Site::Metric, "t.s + t.nowhere"), "E_NAME_NOT_FOUND");
    assert_eq!(
        code_in(
            Site::Metric,
            "SUM(t.nowhere) OVER (GROUPS UNBOUNDED PRECEDING)"
        ),
        "E_DEFERRED_FRAME_MODE"
    );
    assert_eq!(
        code_in(Site::Metric, "AGG(nowhere)"),
        "E_DEFERRED_KEY_REJECTED"
    );
}

#[test]
fn aggregates_that_are_no_windows() {
    for text in [
        "MEDIAN(t.i) OVER ()",
        "COUNT(DISTINCT t.i) OVER ()",
        "APPROX_COUNT_DISTINCT(t.i) OVER ()",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY t.i) OVER ()",
    ] {
        // Over rows no engine need have it; over groups it would need the rows that made them.
        for site in [Site::Field, Site::Query] {
            assert_eq!(code_in(site, text), "E_UNSUPPORTED_WINDOW", "{text}");
        }
        for site in [Site::Metric, Site::Groups] {
            assert_eq!(code_in(site, text), "E_UNSAFE_REAGGREGATION", "{text}");
        }
    }
    for text in [
        "MEDIAN(SUM(t.i)) OVER ()",
        "SUM(MEDIAN(t.i) OVER ())",
        "MEDIAN(1) OVER ()",
    ] {
        for site in [Site::Metric, Site::Groups] {
            assert_eq!(code_in(site, text), "E_UNSUPPORTED_WINDOW", "{text}");
        }
    }
}

#[test]
fn windows_that_are_refused() {
    let cases = [
        ("ROW_NUMBER() OVER ()", "E_WINDOW_NEEDS_ORDER"),
        ("LAG(t.i) OVER (PARTITION BY t.s)", "E_WINDOW_NEEDS_ORDER"),
        ("SUM(t.i) OVER (RANGE 1 PRECEDING)", "E_WINDOW_NEEDS_ORDER"),
        (
            "SUM(t.i) OVER (ORDER BY t.i GROUPS 1 PRECEDING)",
            "E_DEFERRED_FRAME_MODE",
        ),
        (
            "SUM(t.i) OVER (ORDER BY t.i ROWS :n PRECEDING)",
            "E_DEFERRED_FRAME_MODE",
        ),
        (
            "SUM(t.i) OVER (ORDER BY t.i ROWS 1 + 1 PRECEDING)",
            "E_DEFERRED_FRAME_MODE",
        ),
        (
            "SUM(t.i) OVER (ORDER BY t.i ROWS BETWEEN CURRENT ROW AND 1 PRECEDING)",
            "E_SYNTAX",
        ),
        ("SUM(t.i) OVER (ORDER BY t.i ROWS 1 FOLLOWING)", "E_SYNTAX"),
        (
            "SUM(t.i) OVER (ORDER BY t.i ROWS UNBOUNDED FOLLOWING)",
            "E_SYNTAX",
        ),
        (
            "SUM(t.i) OVER (ORDER BY t.i, t.s RANGE 1 PRECEDING)",
            "E_SYNTAX",
        ),
        ("SUM(t.i) OVER (ORDER BY t.d RANGE 1 PRECEDING)", "E_TYPE"),
        ("RANK() OVER (ORDER BY t.i ROWS 1 PRECEDING)", "E_SYNTAX"),
        ("RANK()", "E_SYNTAX"),
        ("UPPER(t.s) OVER ()", "E_SYNTAX"),
        ("SUM(t.i) FILTER (WHERE t.b) OVER ()", "E_SYNTAX"),
        ("LAST_VALUE(t.i) OVER (ORDER BY t.i)", "W_FRAME_DEFAULT"),
        ("NTH_VALUE(t.i, 2) OVER (ORDER BY t.i)", "W_FRAME_DEFAULT"),
        ("SUM(t.i) OVER (ORDER BY t.u RANGE 1 PRECEDING)", "ok"),
        (
            "SUM(t.i) OVER (ORDER BY t.i ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)",
            "ok",
        ),
    ];
    for (text, code) in cases {
        assert_eq!(code_in(Site::Metric, text), code, "{text}");
    }
}

#[test]
fn calls_that_are_refused() {
    let cases = [
        ("SUM(*)", "E_SYNTAX"),
        ("COUNT(DISTINCT *)", "E_SYNTAX"),
        ("MEDIAN(DISTINCT t.i)", "E_SYNTAX"),
        ("UPPER(DISTINCT t.s)", "E_SYNTAX"),
        ("SUM(t.i) WITHIN GROUP (ORDER BY t.i)", "E_SYNTAX"),
        ("PERCENTILE_CONT(0.5)", "E_SYNTAX"),
        ("COUNT(t.i, t.s)", "E_TYPE"),
        ("DATE_TRUNC('decade', t.d)", "E_SYNTAX"),
        ("DATE_TRUNC(t.d, 'month')", "E_SYNTAX"),
        ("DATEADD(dayofyear, 1, t.d)", "E_SYNTAX"),
        ("EXTRACT(EPOCH FROM t.ts)", "E_SYNTAX"),
        ("TO_CHAR(t.d, 'Q')", "E_SYNTAX"),
        ("TO_DATE(t.s, t.s)", "E_SYNTAX"),
        ("REGEXP_LIKE(t.s, '(?=a)')", "E_UNSUPPORTED_REGEX"),
        ("REGEXP_REPLACE(t.s, 'a', '\\1')", "E_UNSUPPORTED_REGEX"),
        ("REGEXP_EXTRACT(t.s, 'a|ab')", "E_UNSUPPORTED_REGEX"),
        ("REGEXP_LIKE(t.s, 'a|ab')", "ok"),
        ("SUBSTR(t.s, 1)", "E_UNKNOWN_FUNCTION"),
        ("EXISTS_IN(t.s)", "E_DEFERRED_KEY_REJECTED"),
        (
            "SUM(t.i) FILTER (WHERE fine.finer)",
            "E_AMBIGUOUS_MEASURE_GRAIN",
        ),
        ("COUNT(*) FILTER (WHERE fine.finer)", "ok"),
        ("SUM(t.i) FILTER (WHERE t.i)", "E_TYPE"),
    ];
    for (text, code) in cases {
        assert_eq!(code_in(Site::Metric, text), code, "{text}");
    }
}

#[test]
fn values_side_by_side() {
    let cases = [
        ("t.i + 1", "Integer"),
        ("t.i * t.dec - t.f", "Float"),
        ("t.i / 2", "Float?"),
        ("t.dec % 2", "Decimal?"),
        ("t.i + t.u", "Unknown"),
        ("t.u / t.u", "Float?"),
        ("t.i || t.d", "String"),
        ("t.i = t.ndec", "Boolean?"),
        ("t.d = t.ts", "Boolean"),
        ("t.u = '2024-01-01'", "Boolean"),
        ("t.d = 'soon'", "E_TYPE"),
        ("t.d = '2023-02-29'", "E_TYPE"),
        ("t.i = '1'", "E_TYPE"),
        ("t.i = '2024-01-01'", "E_TYPE"),
        ("t.b = 1", "E_TYPE"),
        ("t.s = t.i", "E_TYPE"),
        ("t.ts = t.tz", "E_TYPE"),
        ("t.s + 'x'", "E_TYPE"),
        ("t.d - t.d", "E_TYPE"),
        ("t.d + 1", "E_SYNTAX"),
        ("INTERVAL '1' DAY", "E_SYNTAX"),
        ("t.d + INTERVAL 'soon'", "E_SYNTAX"),
        ("t.i + INTERVAL '1' DAY", "E_TYPE"),
        ("DATE '2024-13-01'", "E_SYNTAX"),
        ("TIMESTAMP '2024-01-01 10:00+02'", "E_SYNTAX"),
        ("t.i AND t.b", "E_TYPE"),
        ("NOT t.s", "E_TYPE"),
        ("-t.s", "E_TYPE"),
        ("t.i LIKE 'a'", "E_TYPE"),
        ("t.s LIKE 'a' ESCAPE 'ab'", "E_SYNTAX"),
        ("t.i IN (1, 'x')", "E_TYPE"),
        ("t.i IN (1, NULL)", "Boolean?"),
        ("t.i IS NULL", "Boolean"),
        ("CASE WHEN t.b THEN 1 ELSE 'x' END", "E_TYPE"),
        ("CASE WHEN t.i THEN 1 END", "E_TYPE"),
        ("CASE t.i WHEN 'a' THEN 1 END", "E_TYPE"),
        ("CASE WHEN t.b THEN 1 END", "Integer?"),
        ("CASE WHEN t.b THEN 1 ELSE t.u END", "Unknown"),
        ("COALESCE(t.u, 'none')", "String"),
        ("COALESCE(t.u, '2024-01-01')", "Unknown"),
        ("CAST(t.d AS INTEGER)", "E_TYPE"),
        ("CAST(t.tm AS DATE)", "E_TYPE"),
        ("CAST(t.s AS DATE)", "Date"),
        ("TRY_CAST(t.s AS INT)", "Integer?"),
        ("CAST(t.i AS DECIMAL)", "W_DECIMAL_SCALE"),
        ("CAST(t.i AS DECIMAL(39, 2))", "E_SYNTAX"),
        ("CAST(t.i AS DECIMAL(2, 3))", "E_SYNTAX"),
        ("CAST(t.i AS VARCHAR(0))", "E_SYNTAX"),
        ("CAST(t.i AS BIGINT(3))", "E_SYNTAX"),
        ("CAST(t.i AS INTEGR)", "E_SYNTAX"),
        ("123456789012345678901234567890123456789", "E_SYNTAX"),
        ("1e999", "E_SYNTAX"),
    ];
    for (text, expected) in cases {
        assert_eq!(type_of(text), expected, "{text}");
    }
}

#[test]
fn unknown_functions_of_a_foreign_dialect_are_passed_through() {
    let (expr, found) = typed_in(Site::Metric, "SUM(SOUNDEX(t.s))", Some("snowflake"));
    assert_eq!(found[0].full_code(), "W_UNVERIFIED_FUNCTION");
    assert_eq!(show(&expr.unwrap()), "Sum[SNOWFLAKE:SOUNDEX(t.s)]");
    let (expr, found) = typed_in(Site::Metric, "LISTAGG(DISTINCT t.s)", Some("snowflake"));
    assert_eq!(found[0].full_code(), "E_UNKNOWN_FUNCTION");
    assert!(expr.is_none());
}

#[test]
fn messages_name_the_fault_the_place_and_the_way_out() {
    let texts = [
        (Site::Field, "i + SUM(i)"),
        (Site::Field, "revenue * 2"),
        (Site::Metric, "AVG(SUM(t.i))"),
        (Site::Query, "SUM(revenue)"),
        (Site::Metric, "SUM(RANK() OVER (ORDER BY t.i)) OVER ()"),
        (Site::Query, "RANK() OVER (ORDER BY running)"),
        (
            Site::Metric,
            "SUM(t.i) OVER (ORDER BY t.i GROUPS 1 PRECEDING)",
        ),
        (
            Site::Metric,
            "SUM(t.i) OVER (ORDER BY t.i ROWS :n PRECEDING)",
        ),
        (Site::Metric, "ROW_NUMBER() OVER (PARTITION BY t.s)"),
        (Site::Metric, "MEDIAN(t.i) OVER ()"),
        (Site::Metric, "LAST_VALUE(t.i) OVER (ORDER BY t.i)"),
        (Site::Metric, "UPPR(t.s) || SUBSTR(t.s, 1) || SOUNDEX(t.s)"),
        (Site::Metric, "GRAIN_AGG(t.i)"),
        (Site::Metric, "LOG(8) + ROUND(t.i, 1, 2)"),
        (Site::Metric, "UPPER(t.i) || SUM(t.b) || YEAR('2024-01-01')"),
        (Site::Metric, "t.s = t.i AND t.d > 'soon'"),
        (
            Site::Metric,
            "CASE WHEN t.b THEN 1 WHEN NOT t.b THEN 'x' ELSE t.d END",
        ),
        (Site::Metric, "t.d + 1"),
        (Site::Metric, "DATE_TRUNC('moth', t.d)"),
        (Site::Metric, "CAST(t.i AS INTEGR) + CAST(t.i AS DECIMAL)"),
        (Site::Metric, "REGEXP_LIKE(t.s, 'a*?')"),
        (Site::Metric, "TO_CHAR(t.d, 'YYYY-Q')"),
        (
            Site::Metric,
            "PERCENTILE_CONT(0.5) + PERCENTILE_CONT(2) WITHIN GROUP (ORDER BY t.i)",
        ),
        (Site::Metric, "SUM(t.i) FILTER (WHERE fine.finer)"),
    ];
    let all: Vec<_> = texts
        .iter()
        .map(|(site, text)| messages(*site, text))
        .collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn predicates_must_not_be_known_as_something_else() {
    use dosic_diagnostics::{Diagnostics, FileId, Span, SpannedText};
    struct Nothing;
    impl dosic_typing::Scope for Nothing {
        fn resolve(
            &self,
            _: &[dosic_expr::ast::Ident],
            _: Span,
            _: &mut Diagnostics,
        ) -> Option<dosic_ir::ModelExpr> {
            None
        }
    }
    let text = SpannedText::verbatim("t.i", Span::new(FileId(0), 0, 3), 0);
    let context = Context {
        text: &text,
        scope: &Nothing,
        site: Site::Query,
        strict: false,
        foreign_dialect: None,
    };
    for (source, fits) in [
        ("t.i", false),
        ("t.u", true),
        ("t.i > 1", true),
        ("NULL", true),
    ] {
        let (expr, _) = typed_in(Site::Query, source, None);
        let mut sink = Diagnostics::new();
        let found = check_predicate(&expr.unwrap(), "where", 0..3, &context, &mut sink);
        assert_eq!((found, sink.is_empty()), (fits, fits), "{source}");
    }
}

#[test]
fn the_deepest_text_that_parses_can_be_typed() {
    let nests = [
        ("NOT (", "t.b", ")"),
        ("ABS(", "t.i", ")"),
        ("CASE WHEN t.b THEN ", "1", " END"),
        ("COALESCE(t.i, ", "1", ")"),
        ("1 + (", "1", ")"),
    ];
    for (open, middle, close) in nests {
        // The limit is the parser's; below it typing must not be what fails.
        let mut deepest = 0;
        for depth in (10..400).step_by(10) {
            let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            if code_in(Site::Metric, &text) == "ok" {
                deepest = depth;
            }
        }
        assert!(deepest >= 50, "{open}: {deepest}");
    }
    let chain = format!("t.b{}", " AND t.b".repeat(200));
    assert_eq!(code_in(Site::Metric, &chain), "ok");
    let wide = format!("CONCAT('a'{})", ", 'a'".repeat(1000));
    assert_eq!(code_in(Site::Metric, &wide), "E_SYNTAX");
}
