//! Values read from text: literals and casts (semantics digest 8.3 and 8.4).

use std::str::FromStr;

use bigdecimal::BigDecimal;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use dosic_ir::Literal;

use super::Value;
use super::failure::{Evaluation, Failure};

/// The value of a literal.
pub(crate) fn literal(literal: &Literal) -> Evaluation<Value> {
    Ok(match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(b) => Value::Boolean(*b),
        Literal::Integer(i) => Value::Integer(i128::from(*i)),
        Literal::Decimal(s) => Value::Decimal(decimal(s)?),
        Literal::Float(f) => Value::Float(*f),
        Literal::String(s) => Value::String(s.clone()),
        Literal::Date(s) => Value::Date(date(s)?),
        Literal::Time(s) => Value::Time(time(s)?),
        Literal::DateTime(s) => Value::DateTime(datetime(s)?),
    })
}

fn not_read(text: &str, what: &str) -> Failure {
    Failure::runtime(format!("`{text}` is no {what}"))
}

/// Blanks around a value do not count.
fn trimmed(text: &str) -> &str {
    text.trim_matches(' ')
}

/// The text of a number without the blanks around it: digits, a sign, a point, an exponent. `nan`, `inf`
/// and `1_000` are no numbers.
fn number(text: &str) -> Evaluation<&str> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    let inner = trimmed(text);
    if inner.chars().all(plain) {
        Ok(inner)
    } else {
        Err(not_read(text, "number"))
    }
}

pub(crate) fn decimal(text: &str) -> Evaluation<BigDecimal> {
    BigDecimal::from_str(number(text)?).map_err(|_| not_read(text, "number"))
}

pub(crate) fn float(text: &str) -> Evaluation<f64> {
    f64::from_str(number(text)?).map_err(|_| not_read(text, "number"))
}

/// One of the words of 8.4, in any case; blanks around it are not taken.
pub(crate) fn boolean(text: &str) -> Evaluation<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "1" => Ok(true),
        "false" | "f" | "no" | "n" | "0" => Ok(false),
        _ => Err(not_read(text, "Boolean")),
    }
}

/// `YYYY-MM-DD`, perhaps with a time, which is dropped.
pub(crate) fn date(text: &str) -> Evaluation<NaiveDate> {
    NaiveDate::parse_from_str(trimmed(text), "%Y-%m-%d")
        .or_else(|_| datetime(text).map(|t| t.date()))
        .map_err(|_: Failure| not_read(text, "date"))
}

/// `HH:MM:SS[.ffffff]`, perhaps without seconds.
pub(crate) fn time(text: &str) -> Evaluation<NaiveTime> {
    let text = trimmed(text);
    NaiveTime::parse_from_str(text, "%H:%M:%S%.f")
        .or_else(|_| NaiveTime::parse_from_str(text, "%H:%M"))
        .map_err(|_| not_read(text, "time"))
}

/// `YYYY-MM-DD[ HH:MM[:SS[.ffffff]]]` with a blank or `T` between; an offset is dropped (8.4).
pub(crate) fn datetime(text: &str) -> Evaluation<NaiveDateTime> {
    let text = trimmed(text);
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return Ok(day.and_time(NaiveTime::MIN));
    }
    let (day, clock) = text
        .split_once([' ', 'T'])
        .ok_or_else(|| not_read(text, "timestamp"))?;
    let clock = clock.split(['+', '-', 'Z']).next().unwrap_or(clock);
    let day =
        NaiveDate::parse_from_str(day, "%Y-%m-%d").map_err(|_| not_read(text, "timestamp"))?;
    Ok(day.and_time(time(clock)?))
}
