//! The scalar functions in which DuckDB differs from the common spelling.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType, DatePart, Literal, ScalarFn};
use dosic_sql::ast::SqlExpr;
use dosic_sql::build::{self, integer, string};
use dosic_sql::dialect::within_32_bits;
use dosic_sql::format::{FormatToken, parse_format};
use dosic_sql::functions::{plain, standard_scalar};
use dosic_sql::functions_numeric::whole;
use dosic_sql::functions_string::part;
use dosic_sql::functions_temporal::{extract, part_source, timestamp, truncated, unit_name};
use dosic_sql::operand::null_if_any_null;
use dosic_sql::{Dialect, Operand};

use crate::{DuckDb, type_of};

/// A scalar function in DuckDB's SQL.
pub(crate) fn scalar(
    duckdb: DuckDb,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    use ScalarFn as F;
    Ok(match (function, args) {
        // LOCALTIMESTAMP and LOCALTIME need the ICU extension, which not every build has.
        (F::CurrentTimestamp, []) => now(),
        (F::CurrentTime, []) => build::cast(now(), "TIME"),
        (F::Log, [_, _]) => plain("LOG", args),
        (F::Round, [x, digits]) => rounded(duckdb, "ROUND", x, digits)?,
        (F::Trunc, [x, digits]) => rounded(duckdb, "TRUNC", x, digits)?,
        (F::Power, [x, y]) => power(x, y),
        (F::Trim, [s]) => trim("TRIM", s),
        (F::LTrim, [s]) => trim("LTRIM", s),
        (F::RTrim, [s]) => trim("RTRIM", s),
        (F::SplitPart, [s, delimiter, n]) => split_part(duckdb, s, delimiter, n),
        (F::Contains, [_, _]) => plain("CONTAINS", args),
        (F::StartsWith, [_, _]) => plain("STARTS_WITH", args),
        (F::EndsWith, [_, _]) => plain("ENDS_WITH", args),
        (F::RegexpLike, [_, _]) => plain("REGEXP_MATCHES", args),
        (F::RegexpExtract, [_, _]) => {
            let found = plain("REGEXP_MATCHES", args);
            build::case([(found, plain("REGEXP_EXTRACT", args))], None)
        }
        (F::RegexpReplace, [s, pattern, replacement]) => build::call(
            "REGEXP_REPLACE",
            [
                s.sql.clone(),
                pattern.sql.clone(),
                replacement.sql.clone(),
                string("g"),
            ],
        ),
        (F::RegexpCount, [_, _]) => {
            let matches = plain("REGEXP_EXTRACT_ALL", args);
            null_if_any_null(args, build::call("LEN", [matches]))
        }
        // EXTRACT gives a BIGINT here, and whole seconds.
        (F::Extract(part), [x]) => extract_part(part, part_source(&duckdb, part, x)),
        // A date goes in as it is, and only the result is a timestamp.
        (F::DateTrunc(part), [x]) if x.data() == DataType::Date && part.is_day_or_longer() => {
            build::cast(truncated(part, x.sql.clone()), "DATE")
        }
        (F::DateDiff(part), [from, to]) => date_diff(duckdb, part, from, to),
        (F::ToDate, [s, format]) => build::cast(
            build::call("STRPTIME", [s.sql.clone(), c_format(duckdb, format)?]),
            duckdb.type_name(CastTarget::Date),
        ),
        (F::ToTimestamp, [s, format]) => {
            build::call("STRPTIME", [s.sql.clone(), c_format(duckdb, format)?])
        }
        (F::ToChar, [x, format]) => {
            let x = match x.data() {
                DataType::Date | DataType::DateTime => x.sql.clone(),
                _ => timestamp(&duckdb, x),
            };
            build::call("STRFTIME", [x, c_format(duckdb, format)?])
        }
        _ => standard_scalar(&duckdb, function, args)?,
    })
}

fn now() -> SqlExpr {
    build::cast(build::raw("CURRENT_TIMESTAMP"), "TIMESTAMP")
}

/// The number of digits is the one argument that DuckDB wants in 32 bits. 64-bit numbers wrap around in
/// silence where the rounded one does not fit, and of decimals only a constant number of digits is taken.
fn rounded(
    duckdb: DuckDb,
    name: &str,
    x: &Operand,
    digits: &Operand,
) -> Result<SqlExpr, Diagnostic> {
    let constant = digits.as_integer();
    if x.data() == DataType::Decimal && constant.is_none() && digits.data() != DataType::Null {
        let what = format!("{name} of a Decimal to a number of digits that is no constant");
        return Err(duckdb
            .unsupported(&what)
            .help("write the digits, or CAST the number AS DOUBLE"));
    }
    let digits = match constant {
        Some(n) => within_32_bits(n, digits),
        None => build::cast(digits.sql.clone(), "INTEGER"),
    };
    if x.data() == DataType::Integer {
        let wide = build::cast(x.sql.clone(), "HUGEINT");
        return Ok(whole(&duckdb, build::call(name, [wide, digits])));
    }
    let rounded = build::call(name, [x.sql.clone(), digits.clone()]);
    let keeps_whole = constant.is_some_and(|n| n >= 0);
    if keeps_whole || !x.data().is_open() {
        return Ok(rounded);
    }
    let wide = build::cast(x.sql.clone(), "HUGEINT");
    let whole = whole(&duckdb, build::call(name, [wide, digits]));
    let is_wide = build::binary("=", type_of(x), string("BIGINT"));
    Ok(build::case([(is_wide, whole)], Some(rounded)))
}

/// A root of a negative number is an error, not NaN.
fn power(x: &Operand, y: &Operand) -> SqlExpr {
    let power = build::call("POWER", [x.sql.clone(), y.sql.clone()]);
    let is_plain = y.as_integer().is_some() || matches!(&x.literal, Some(Literal::Integer(0..)));
    if is_plain {
        return power;
    }
    let negative = build::binary("<", x.sql.clone(), integer(0));
    let floor = build::call("FLOOR", [y.sql.clone()]);
    let no_root = build::binary("AND", negative, build::binary("<>", y.sql.clone(), floor));
    let error = build::call(
        "ERROR",
        [string("POWER of a negative number to a fraction")],
    );
    build::case([(no_root, error)], Some(power))
}

/// With one argument, DuckDB strips every kind of blank.
fn trim(name: &str, s: &Operand) -> SqlExpr {
    build::call(name, [s.sql.clone(), string(" ")])
}

fn extract_part(part: DatePart, x: SqlExpr) -> SqlExpr {
    match part {
        DatePart::Millisecond => build::around("EXTRACT(MILLISECOND FROM ", x, ")"),
        _ => extract(part, x),
    }
}

/// An empty delimiter splits DuckDB's text into characters; dosic's then has one part.
fn split_part(duckdb: DuckDb, s: &Operand, delimiter: &Operand, n: &Operand) -> SqlExpr {
    let parts = build::call(
        "SPLIT_PART",
        [s.sql.clone(), delimiter.sql.clone(), part(&duckdb, n)],
    );
    if delimiter.as_string().is_some_and(|d| !d.is_empty()) {
        return parts;
    }
    let is_whole = build::in_list(n.sql.clone(), vec![integer(0), integer(1), integer(-1)]);
    let nothing = build::call("LEFT", [s.sql.clone(), integer(0)]);
    let not_null = build::postfix(n.sql.clone(), "IS NOT NULL");
    let one_part = build::case([(is_whole, s.sql.clone()), (not_null, nothing)], None);
    let is_empty = build::binary("=", delimiter.sql.clone(), string(""));
    build::case([(is_empty, one_part)], Some(parts))
}

/// DATEDIFF counts boundaries, but whole weeks: those are counted in Mondays.
fn date_diff(duckdb: DuckDb, part: DatePart, from: &Operand, to: &Operand) -> SqlExpr {
    let is_date = |x: &Operand| x.data() == DataType::Date;
    let keep_dates = part.is_day_or_longer() && is_date(from) && is_date(to);
    let value = |x: &Operand| {
        if keep_dates || x.data() == DataType::DateTime {
            x.sql.clone()
        } else {
            timestamp(&duckdb, x)
        }
    };
    let between =
        |part: DatePart, a: SqlExpr, b: SqlExpr| build::call("DATEDIFF", [unit_name(part), a, b]);
    if part != DatePart::Week {
        return between(part, value(from), value(to));
    }
    let monday = |x: &Operand| truncated(DatePart::Week, value(x));
    let days = between(DatePart::Day, monday(from), monday(to));
    whole(&duckdb, build::binary("/", days, integer(7)))
}

/// A format with the letters of C's `strftime`.
fn c_format(duckdb: DuckDb, format: &Operand) -> Result<SqlExpr, Diagnostic> {
    let text = format
        .as_string()
        .ok_or_else(|| duckdb.unsupported("a date format that is no string literal"))?;
    let tokens = parse_format(text).map_err(|c| {
        duckdb.unsupported(&format!("the letter `{c}` of the date format `{text}`"))
    })?;
    let mut c = String::new();
    for token in tokens {
        c.push_str(match token {
            FormatToken::Year => "%Y",
            FormatToken::ShortYear => "%y",
            FormatToken::Month => "%m",
            FormatToken::ShortMonthName => "%b",
            FormatToken::MonthName => "%B",
            FormatToken::Day => "%d",
            FormatToken::ShortDayName => "%a",
            FormatToken::DayName => "%A",
            FormatToken::Hour24 => "%H",
            FormatToken::Hour12 => "%I",
            FormatToken::Minute => "%M",
            FormatToken::Second => "%S",
            FormatToken::Meridiem => "%p",
            FormatToken::Text('%') => "%%",
            FormatToken::Text(other) => {
                c.push(other);
                continue;
            }
        });
    }
    Ok(string(&c))
}
