//! CAST: semantics digest 8.4.

use bigdecimal::num_traits::ToPrimitive;
use bigdecimal::{BigDecimal, FromPrimitive, RoundingMode, Zero};
use dosic_ir::CastTarget;

use super::failure::{Evaluation, Failure};
use super::{Value, text};

/// The value as another type; NULL stays NULL.
pub(crate) fn cast(value: &Value, target: CastTarget) -> Evaluation<Value> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    match target {
        CastTarget::String(None) => Ok(Value::String(value.text())),
        CastTarget::String(Some(length)) => {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            Ok(Value::String(value.text().chars().take(length).collect()))
        }
        CastTarget::Integer => integer(value),
        CastTarget::Decimal(precision, scale) => decimal(value, precision, scale),
        CastTarget::Float => match value {
            Value::String(s) => Ok(Value::Float(text::float(s)?)),
            Value::Boolean(b) => Ok(Value::Float(f64::from(u8::from(*b)))),
            other => number(other.as_f64(), other).map(Value::Float),
        },
        CastTarget::Boolean => boolean(value),
        CastTarget::Date => match value {
            Value::Date(d) => Ok(Value::Date(*d)),
            Value::DateTime(t) => Ok(Value::Date(t.date())),
            Value::String(s) => Ok(Value::Date(text::date(s)?)),
            other => Err(other.unfit("a date")),
        },
        CastTarget::Time => match value {
            Value::Time(t) => Ok(Value::Time(*t)),
            Value::DateTime(t) => Ok(Value::Time(t.time())),
            Value::String(s) => Ok(Value::Time(text::time(s)?)),
            other => Err(other.unfit("a time")),
        },
        CastTarget::DateTime => match value {
            Value::String(s) => Ok(Value::DateTime(text::datetime(s)?)),
            other => other
                .as_datetime()
                .map(Value::DateTime)
                .ok_or_else(|| other.unfit("a timestamp")),
        },
    }
}

fn number<T>(read: Option<T>, value: &Value) -> Evaluation<T> {
    read.ok_or_else(|| value.unfit("a number"))
}

/// The exact number that a value stands for.
fn exact(value: &Value) -> Evaluation<BigDecimal> {
    match value {
        Value::String(s) => text::decimal(s),
        Value::Boolean(b) => Ok(BigDecimal::from(i64::from(*b))),
        Value::Float(f) => number(BigDecimal::from_f64(*f), value),
        other => number(other.as_decimal(), other),
    }
}

/// Rounds half away from zero.
fn integer(value: &Value) -> Evaluation<Value> {
    let rounded = exact(value)?.with_scale_round(0, RoundingMode::HalfUp);
    match rounded.to_i64() {
        Some(i) => Ok(Value::Integer(i128::from(i))),
        // A SUM of integers may be larger than 64 bits; casting it to Integer fails on the engines.
        None => Err(Failure::runtime(format!("{rounded} is too large"))),
    }
}

fn decimal(value: &Value, precision: u8, scale: u8) -> Evaluation<Value> {
    let rounded = exact(value)?.with_scale_round(i64::from(scale), RoundingMode::HalfUp);
    if rounded.digits() > u64::from(precision) && !rounded.is_zero() {
        return Err(Failure::runtime(format!(
            "{rounded} does not fit DECIMAL({precision}, {scale})"
        )));
    }
    Ok(Value::Decimal(rounded))
}

fn boolean(value: &Value) -> Evaluation<Value> {
    match value {
        Value::Boolean(b) => Ok(Value::Boolean(*b)),
        Value::String(s) => Ok(Value::Boolean(text::boolean(s)?)),
        Value::Float(f) => Ok(Value::Boolean(*f != 0.0)),
        other => Ok(Value::Boolean(!exact(other)?.is_zero())),
    }
}
