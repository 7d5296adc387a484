//! Every function: its type, its arity, and what it is rewritten to.

mod support;

use dosic_typing::{Tier, functions};
use support::{shown, type_of, typed};

/// A call and its type; `?` marks a value that can be NULL.
const TYPES: &[(&str, &str)] = &[
    ("SUM(t.i)", "Integer?"),
    ("SUM(DISTINCT t.dec)", "Decimal?"),
    ("COUNT(*)", "Integer"),
    ("COUNT(t.s)", "Integer"),
    ("AVG(t.i)", "Float?"),
    ("MIN(t.b)", "Boolean?"),
    ("MAX(t.s)", "String?"),
    ("STDDEV(t.i)", "Float?"),
    ("STDDEV_SAMP(t.i)", "Float?"),
    ("STDDEV_POP(t.i)", "Float?"),
    ("VARIANCE(t.i)", "Float?"),
    ("VAR_SAMP(t.i)", "Float?"),
    ("VAR_POP(t.i)", "Float?"),
    ("MEDIAN(t.dec)", "Float?"),
    ("PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY t.i)", "Float?"),
    (
        "PERCENTILE_DISC(1) WITHIN GROUP (ORDER BY t.d DESC)",
        "Date?",
    ),
    ("APPROX_COUNT_DISTINCT(t.s)", "Integer"),
    ("APPROX_PERCENTILE(t.i, 0.95)", "Float?"),
    ("ROW_NUMBER() OVER (ORDER BY t.i)", "Integer"),
    ("RANK() OVER (ORDER BY t.i)", "Integer"),
    ("DENSE_RANK() OVER (ORDER BY t.i)", "Integer"),
    ("NTILE(4) OVER (ORDER BY t.i)", "Integer"),
    ("PERCENT_RANK() OVER (ORDER BY t.i)", "Float"),
    ("CUME_DIST() OVER (ORDER BY t.i)", "Float"),
    ("LAG(t.i) OVER (ORDER BY t.i)", "Integer?"),
    ("LAG(t.i, 2, 0) OVER (ORDER BY t.i)", "Integer"),
    ("LEAD(t.i, 0, 1.5) OVER (ORDER BY t.i)", "Decimal"),
    ("FIRST_VALUE(t.s) OVER (ORDER BY t.i)", "String"),
    (
        "FIRST_VALUE(t.s) OVER (ORDER BY t.i ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING)",
        "String?",
    ),
    (
        "LAST_VALUE(t.s) OVER (ORDER BY t.i ROWS 1 PRECEDING)",
        "String?",
    ),
    (
        "NTH_VALUE(t.s, 2) OVER (ORDER BY t.i ROWS UNBOUNDED PRECEDING)",
        "String?",
    ),
    ("COUNT(t.ni) OVER ()", "Integer"),
    ("SUM(t.f) OVER (PARTITION BY t.s)", "Float?"),
    ("ABS(t.ni)", "Integer?"),
    ("ROUND(t.f, 2)", "Float"),
    ("TRUNC(t.dec)", "Decimal"),
    ("TRUNCATE(t.u, 1)", "Unknown"),
    ("FLOOR(t.f)", "Integer"),
    ("CEIL(t.f)", "Integer"),
    ("CEILING(t.nf)", "Integer?"),
    ("SIGN(t.dec)", "Integer"),
    ("MOD(t.i, 2)", "Integer?"),
    ("POWER(t.i, 2)", "Float"),
    ("SQRT(t.i)", "Float"),
    ("EXP(t.i)", "Float"),
    ("LN(t.i)", "Float"),
    ("LOG(2, t.i)", "Float"),
    ("LOG10(t.i)", "Float"),
    ("SIN(t.f)", "Float"),
    ("COS(t.f)", "Float"),
    ("TAN(t.f)", "Float"),
    ("ASIN(t.f)", "Float"),
    ("ACOS(t.f)", "Float"),
    ("ATAN(t.f)", "Float"),
    ("ATAN2(t.f, 1)", "Float"),
    ("RADIANS(t.f)", "Float"),
    ("DEGREES(t.f)", "Float"),
    ("PI()", "Float"),
    ("GREATEST(t.i, t.dec)", "Decimal"),
    ("LEAST(t.i, t.ni, 1e0)", "Float?"),
    ("NULLIF(t.i, 0)", "Integer?"),
    ("COALESCE(t.ni, t.ni, 0)", "Integer"),
    ("COALESCE(t.ni, NULL)", "Integer?"),
    ("IFNULL(t.ns, 'none')", "String"),
    ("NVL(t.nd, '1900-01-01')", "Date"),
    ("IF(t.b, 1, 2.5)", "Decimal"),
    ("IFF(t.nb, t.ns, 'x')", "String?"),
    ("NVL2(t.ni, 'a', 'b')", "String"),
    ("ZEROIFNULL(t.ndec)", "Decimal"),
    ("NULLIFZERO(t.i)", "Integer?"),
    ("CONCAT(t.s, t.ni, TRUE)", "String?"),
    ("LENGTH(t.s)", "Integer"),
    ("LOWER(t.s)", "String"),
    ("UPPER(t.s)", "String"),
    ("TRIM(t.s)", "String"),
    ("LTRIM(t.s)", "String"),
    ("RTRIM(t.ns)", "String?"),
    ("LEFT(t.s, 2)", "String"),
    ("RIGHT(t.s, t.ni)", "String?"),
    ("SUBSTRING(t.s, 2)", "String"),
    ("SUBSTRING(t.s, 2, 3)", "String"),
    ("REPLACE(t.s, 'a', 'b')", "String"),
    ("SPLIT_PART(t.s, ',', 1)", "String"),
    ("POSITION('a' IN t.s)", "Integer"),
    ("CHARINDEX('a', t.s)", "Integer"),
    ("CONTAINS(t.s, 'a')", "Boolean"),
    ("STARTSWITH(t.s, 'a')", "Boolean"),
    ("ENDSWITH(t.s, 'a')", "Boolean"),
    ("REGEXP_LIKE(t.s, '^a+$')", "Boolean"),
    ("REGEXP_EXTRACT(t.s, '[0-9]+')", "String?"),
    ("REGEXP_REPLACE(t.s, '(a)b', '\\1')", "String"),
    ("REGEXP_COUNT(t.s, 'a')", "Integer"),
    ("CURRENT_DATE", "Date"),
    ("CURRENT_TIME()", "Time"),
    ("CURRENT_TIMESTAMP", "DateTime"),
    ("YEAR(t.d)", "Integer"),
    ("QUARTER(t.ts)", "Integer"),
    ("MONTH(t.nd)", "Integer?"),
    ("DAY(t.tz)", "Integer"),
    ("DAYOFYEAR(t.d)", "Integer"),
    ("HOUR(t.tm)", "Integer"),
    ("MINUTE(t.ts)", "Integer"),
    ("SECOND(t.u)", "Integer"),
    ("EXTRACT(MILLISECOND FROM t.ts)", "Integer"),
    ("DATE_PART('week', t.d)", "Integer"),
    ("DATE_TRUNC('month', t.d)", "Date"),
    ("DATE_TRUNC(month, t.tz)", "DateTime"),
    ("DATE_TRUNC('month', t.u)", "Unknown"),
    ("DATEADD(day, 1, t.d)", "Date"),
    ("DATEADD('hour', t.ni, t.d)", "DateTime?"),
    ("DATEADD(month, 1, t.ts)", "DateTime"),
    ("DATEDIFF(day, t.d, t.ts)", "Integer"),
    ("TO_DATE(t.s)", "Date"),
    ("TO_DATE(t.s, 'DD.MM.YYYY')", "Date"),
    ("TO_TIMESTAMP(t.s)", "DateTime"),
    ("TO_TIMESTAMP(t.ns, 'YYYY-MM-DD HH24:MI')", "DateTime?"),
    ("TO_CHAR(t.d, 'YYYY')", "String"),
];

#[test]
fn every_function_has_its_type() {
    let wrong: Vec<_> = TYPES
        .iter()
        .map(|(text, expected)| (text, type_of(text), expected))
        .filter(|(_, got, expected)| got != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_table_of_types_covers_every_function() {
    let covered = |name: &str| {
        let starts = |text: &str| text.strip_prefix(name).is_some_and(|r| !r.starts_with('_'));
        TYPES.iter().any(|(text, _)| starts(text))
    };
    for function in functions().iter().filter(|f| f.tier != Tier::Deferred) {
        assert!(covered(function.name), "{}", function.name);
    }
}

#[test]
fn every_function_counts_its_arguments() {
    let special = [
        "CURRENT_DATE",
        "CURRENT_TIME",
        "CURRENT_TIMESTAMP",
        "POSITION",
    ];
    for function in functions() {
        let usable = function.tier != Tier::Deferred && !special.contains(&function.name);
        let tail = if function.is_window() {
            " OVER (ORDER BY 1)"
        } else if function.name == "PERCENTILE_CONT" || function.name == "PERCENTILE_DISC" {
            " WITHIN GROUP (ORDER BY 1)"
        } else {
            ""
        };
        if !usable || function.parameters.ends_with('…') {
            continue;
        }
        let most =
            function.parameters.matches(',').count() + usize::from(!function.parameters.is_empty());
        let args = vec!["NULL"; most + 1].join(", ");
        let text = format!("{}({args}){tail}", function.name);
        let (expr, diagnostics) = typed(&text);
        assert!(expr.is_none(), "{text}");
        assert!(
            diagnostics[0].message.contains("takes"),
            "{text}: {diagnostics:?}"
        );
        assert_eq!(diagnostics[0].code.name(), "E_TYPE", "{text}");
    }
}

#[test]
fn too_few_arguments_are_refused() {
    for text in [
        "LOG(8)",
        "GREATEST(1)",
        "COALESCE()",
        "SUM()",
        "DATEADD(day, 1)",
        "DATE_TRUNC('day')",
        "NTILE() OVER (ORDER BY 1)",
        "LEFT(t.s)",
    ] {
        assert_eq!(type_of(text), "E_TYPE", "{text}");
    }
}

#[test]
fn arguments_of_another_kind_are_refused() {
    let calls = [
        "SUM(t.s)",
        "SUM(t.b)",
        "AVG(t.d)",
        "MEDIAN(t.d)",
        "ABS('5')",
        "ROUND(t.i, 1.5)",
        "UPPER(t.i)",
        "LEFT(t.s, t.f)",
        "CONTAINS(t.s, 1)",
        "YEAR(t.s)",
        "YEAR(t.tm)",
        "YEAR('2024-01-01')",
        "HOUR(t.i)",
        "DATEADD(day, 1.5, t.d)",
        "DATEADD(day, 1, t.tm)",
        "DATEDIFF(day, t.d, t.s)",
        "TO_CHAR(t.i, 'YYYY')",
        "TO_DATE(t.i)",
        "IF(t.i, 1, 2)",
        "GREATEST(t.i, t.s)",
        "COALESCE(t.i, 'none')",
        "COALESCE(t.b, 0)",
        "NULLIF(t.s, 0)",
        "LAG(t.i, 1, 'x') OVER (ORDER BY t.i)",
        "ZEROIFNULL(t.s)",
        "PERCENTILE_CONT(1.5) WITHIN GROUP (ORDER BY t.i)",
        "APPROX_PERCENTILE(t.i, t.f)",
        "NTILE(0) OVER (ORDER BY t.i)",
        "LAG(t.i, -1) OVER (ORDER BY t.i)",
        "NTH_VALUE(t.i, 0) OVER (ORDER BY t.i)",
    ];
    for text in calls {
        let first = type_of(text);
        assert!(first == "E_TYPE", "{text}: {first}");
    }
}

#[test]
fn definitions_take_the_place_of_names() {
    let texts = [
        "IFF(t.nb, 1, 2)",
        "NVL2(t.ni, 'a', 'b')",
        "ZEROIFNULL(t.ni)",
        "NULLIFZERO(t.i)",
        "IFNULL(t.ni, 1)",
        "CONCAT('a', t.i, t.s)",
        "CONCAT(t.i)",
        "CHARINDEX('a', t.s)",
        "POSITION('a' IN t.s)",
        "MOD(t.i, 3)",
        "YEAR(t.d)",
        "DATE_PART('quarter', t.d)",
        "DATE_TRUNC(WEEK, t.ts)",
        "DATEADD('month', -1, t.d)",
        "DATEDIFF(day, '2024-01-01', t.d)",
        "TO_DATE('2024-01-01')",
        "TO_DATE(t.s, 'dd.mm.yyyy')",
        "+t.i",
        "- - t.i",
        "MIN(DISTINCT t.i)",
        "COUNT(DISTINCT t.i)",
        "APPROX_PERCENTILE(t.i, 0.9)",
        "PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY t.i DESC)",
        "SUM(t.i) FILTER (WHERE t.b)",
        "COUNT(*) FILTER (WHERE t.i > 1)",
        "COUNT(DISTINCT t.s) FILTER (WHERE t.b)",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY t.i) FILTER (WHERE t.b)",
        "t.d + INTERVAL '1' MONTH",
        "t.d - INTERVAL '2 weeks'",
        "INTERVAL 3 HOUR + t.d",
        "t.ts + INTERVAL '1 year 2 months 3 days'",
        "CAST(t.b AS DOUBLE)",
        "t.s::VARCHAR(3)",
        "TRY_CAST(t.s AS NUMERIC(10, 2))",
        "t.d BETWEEN '2024-01-01' AND '2024-01-31 12:00'",
        "t.tz >= '2024-01-01'",
        "t.tm = '10:30'",
        "t.i = 1 AND t.b AND NOT (t.s = 'x' OR t.b IS NOT TRUE)",
        "CASE t.s WHEN 'a' THEN 1 WHEN 'b' THEN 2 END",
        "CASE WHEN t.b THEN t.d ELSE '2024-01-01' END",
        "99999999999999999999 + .5 + 5. + 007.50 + 1e3",
        "TIMESTAMP '2024-01-05T10:30' > DATE '2024-01-05'",
        "t.s NOT ILIKE 'a!%' ESCAPE '!'",
        "t.i IN (1, 2.5)",
        "t.i IS NOT DISTINCT FROM NULL",
        "SUM(SUM(t.i)) OVER (PARTITION BY t.s ORDER BY t.d DESC, t.i ROWS 3 PRECEDING)",
        "LAG(t.i, 2, 0) OVER (ORDER BY t.d NULLS FIRST)",
        "COUNT(*) OVER ()",
        "NTILE(4) OVER (ORDER BY t.i)",
        "SUM(t.i) OVER (ORDER BY t.i RANGE BETWEEN 5 PRECEDING AND 1 FOLLOWING)",
    ];
    let lines: Vec<_> = texts
        .iter()
        .map(|t| format!("{t}\n    {}", shown(t)))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
