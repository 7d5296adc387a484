//! The scalar functions in which Postgres differs from the common spelling.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType, DatePart, ScalarFn};
use dosic_sql::arithmetic::double;
use dosic_sql::ast::SqlExpr;
use dosic_sql::build::{self, string};
use dosic_sql::format::{FormatToken, parse_format};
use dosic_sql::functions::{plain, standard_scalar};
use dosic_sql::functions_numeric::{float_function, whole};
use dosic_sql::functions_temporal::{extract, part_source, timestamp};
use dosic_sql::{Dialect, Operand};

use crate::Postgres;
use crate::patterns::{of_shape, portable};

/// A scalar function in the SQL of Postgres.
pub(crate) fn scalar(
    postgres: Postgres,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    use ScalarFn as F;
    if let Some(name) = float_function(function) {
        let name = if name == "LOG10" { "LOG" } else { name };
        let doubles = args.iter().map(|a| double(&postgres, a.clone()));
        return Ok(build::call_list(name, doubles.collect()));
    }
    Ok(match (function, args) {
        (F::Round, [x]) => rounded(postgres, "ROUND", x, None),
        (F::Round, [x, digits]) => rounded(postgres, "ROUND", x, Some(digits)),
        (F::Trunc, [x]) if x.data() == DataType::Float => plain("TRUNC", args),
        (F::Trunc, [x]) => rounded(postgres, "TRUNC", x, None),
        (F::Trunc, [x, digits]) => rounded(postgres, "TRUNC", x, Some(digits)),
        (F::StartsWith, [_, _]) => plain("STARTS_WITH", args),
        (F::RegexpLike, [s, pattern]) => build::binary("~", s.sql.clone(), portable(pattern)),
        (F::RegexpReplace, [s, pattern, replacement]) => build::call(
            "REGEXP_REPLACE",
            [
                s.sql.clone(),
                portable(pattern),
                replacement.sql.clone(),
                string("g"),
            ],
        ),
        (F::RegexpExtract | F::RegexpCount, [s, pattern]) => {
            let mut pattern = pattern.clone();
            pattern.sql = portable(&pattern);
            standard_scalar(&postgres, function, &[s.clone(), pattern])?
        }
        // Seconds come with their fraction.
        (F::Extract(part @ (DatePart::Second | DatePart::Millisecond)), [x]) => {
            let value = extract(part, part_source(&postgres, part, x));
            whole(&postgres, build::call("FLOOR", [value]))
        }
        (F::ToDate, [s, format]) => {
            let read = build::call("TO_DATE", [s.sql.clone(), pattern(postgres, format)?]);
            of_shape(s, format, read, "DATE")
        }
        (F::ToTimestamp, [s, format]) => {
            let read = build::call("TO_TIMESTAMP", [s.sql.clone(), pattern(postgres, format)?]);
            let target = postgres.type_name(CastTarget::DateTime);
            of_shape(s, format, build::cast(read, target), "TIMESTAMP")
        }
        (F::ToChar, [x, format]) => {
            let x = match x.data() {
                DataType::Date | DataType::DateTime => x.sql.clone(),
                _ => timestamp(&postgres, x),
            };
            build::call("TO_CHAR", [x, pattern(postgres, format)?])
        }
        _ => standard_scalar(&postgres, function, args)?,
    })
}

/// A value as an exact number of any size. What may be a double would be cut to 15 digits; its text has all
/// of them.
pub(crate) fn numeric(value: &Operand) -> SqlExpr {
    let sql = value.sql.clone();
    match value.data() {
        DataType::Float | DataType::Unknown | DataType::Opaque if value.literal.is_none() => {
            build::cast(build::cast(sql, "VARCHAR"), "NUMERIC")
        }
        _ => build::cast(sql, "NUMERIC"),
    }
}

/// The digits of the longest DECIMAL that every engine has.
const LONGEST_DECIMAL: i64 = 38;

/// Doubles round half to even here, and to digits not at all; exact numbers round half away from zero.
fn rounded(postgres: Postgres, name: &str, x: &Operand, digits: Option<&Operand>) -> SqlExpr {
    // Also where a Decimal is declared: ratios often are, and are doubles.
    let exact = numeric(x);
    let value = match digits {
        Some(digits) => build::call(name, [exact, postgres.small_integer(digits)]),
        None => build::call(name, [exact]),
    };
    let is_long = digits
        .and_then(Operand::as_integer)
        .is_some_and(|n| n > LONGEST_DECIMAL);
    match x.data() {
        DataType::Integer => whole(&postgres, value),
        DataType::Float => build::cast(value, postgres.type_name(CastTarget::Float)),
        // The result would have that many digits, most of them zeros.
        _ if is_long => build::call("TRIM_SCALE", [value]),
        _ => value,
    }
}

/// A format in the letters of `to_char`; other characters go into quotes where they mean something.
fn pattern(postgres: Postgres, format: &Operand) -> Result<SqlExpr, Diagnostic> {
    let text = format
        .as_string()
        .ok_or_else(|| postgres.unsupported("a date format that is no string literal"))?;
    let tokens = parse_format(text).map_err(|c| {
        postgres.unsupported(&format!("the letter `{c}` of the date format `{text}`"))
    })?;
    let mut letters = String::new();
    for token in tokens {
        let next = match token {
            FormatToken::Year => "YYYY",
            FormatToken::ShortYear => "YY",
            FormatToken::Month => "MM",
            FormatToken::ShortMonthName => "Mon",
            FormatToken::MonthName => "FMMonth",
            FormatToken::Day => "DD",
            FormatToken::ShortDayName => "Dy",
            FormatToken::DayName => "FMDay",
            FormatToken::Hour24 => "HH24",
            FormatToken::Hour12 => "HH12",
            FormatToken::Minute => "MI",
            FormatToken::Second => "SS",
            FormatToken::Meridiem => "AM",
            FormatToken::Text('"') => "\\\"",
            FormatToken::Text('\\') => "\\\\",
            FormatToken::Text(other) => {
                letters.push(other);
                continue;
            }
        };
        // `DD` before `Dy` would be read as `DDD`, the day of the year.
        if letters.chars().last() == next.chars().next() {
            letters.push_str("\"\"");
        }
        letters.push_str(next);
    }
    Ok(string(&letters))
}
