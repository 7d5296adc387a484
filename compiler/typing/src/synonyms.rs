//! Functions of other systems, and what to write instead.

/// What to write instead of a function that other systems have and the expression language has not.
pub(crate) fn instead(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_uppercase();
    let found = SYNONYMS.iter().find(|(n, _)| *n == name);
    found.map(|(_, instead)| *instead)
}

const SYNONYMS: &[(&str, &str)] = &[
    ("ADD_MONTHS", "DATEADD(month, n, x)"),
    ("ANY_VALUE", "MIN(x)"),
    ("CHAR_LENGTH", "LENGTH(s)"),
    ("CHARACTER_LENGTH", "LENGTH(s)"),
    ("COUNTIF", "COUNT(CASE WHEN condition THEN 1 END)"),
    ("COUNT_IF", "COUNT(CASE WHEN condition THEN 1 END)"),
    ("COUNT_DISTINCT", "COUNT(DISTINCT x)"),
    ("COUNTD", "COUNT(DISTINCT x)"),
    ("DATE", "CAST(x AS DATE)"),
    ("DATE_ADD", "DATEADD(part, n, x)"),
    ("DATE_DIFF", "DATEDIFF(part, from, to)"),
    ("DATE_SUB", "DATEADD(part, -n, x)"),
    ("DATETRUNC", "DATE_TRUNC('part', x)"),
    ("DAYOFMONTH", "DAY(x)"),
    ("DAYOFWEEK", "EXTRACT(DAYOFWEEK FROM x)"),
    ("DECODE", "CASE x WHEN a THEN b … END"),
    ("DIV0", "a / b, which is NULL where b is zero"),
    ("GETDATE", "CURRENT_TIMESTAMP"),
    ("IFERROR", "TRY_CAST(x AS type)"),
    ("INSTR", "POSITION(needle IN s)"),
    ("ISNULL", "x IS NULL, or COALESCE(x, y)"),
    ("LCASE", "LOWER(s)"),
    ("LEN", "LENGTH(s)"),
    ("LOCATE", "POSITION(needle IN s)"),
    ("LOG2", "LOG(2, x)"),
    ("MEAN", "AVG(x)"),
    ("NOW", "CURRENT_TIMESTAMP"),
    ("POW", "POWER(x, y)"),
    ("REGEXP_MATCHES", "REGEXP_LIKE(s, pattern)"),
    ("REGEXP_SUBSTR", "REGEXP_EXTRACT(s, pattern)"),
    ("RLIKE", "REGEXP_LIKE(s, pattern)"),
    ("SAFE_CAST", "TRY_CAST(x AS type)"),
    ("SAFE_DIVIDE", "a / b, which is NULL where b is zero"),
    ("STRPOS", "POSITION(needle IN s)"),
    ("SUBSTR", "SUBSTRING(s, start, length)"),
    ("SUMIF", "SUM(CASE WHEN condition THEN x END)"),
    ("SYSDATE", "CURRENT_TIMESTAMP"),
    ("TIMESTAMPADD", "DATEADD(part, n, x)"),
    ("TIMESTAMPDIFF", "DATEDIFF(part, from, to)"),
    ("TO_NUMBER", "CAST(x AS DECIMAL(p, s))"),
    ("TO_VARCHAR", "CAST(x AS VARCHAR), or TO_CHAR(x, 'format')"),
    ("UCASE", "UPPER(s)"),
    ("WEEK", "EXTRACT(WEEK FROM x)"),
    ("WEEKOFYEAR", "EXTRACT(WEEK FROM x)"),
];
