//! When two results are the same. Every tolerance stands here:
//!
//! - Integer and Decimal compare exactly, whatever their scale.
//! - Where either value is a Float, both may differ by a billionth part of the larger (and by 1e-9 near zero):
//!   sums of doubles depend on the order of their terms.
//! - Where types are unknown, a Date may be a `DateTime` at midnight.
//! - Rows compare as multisets; where the query has a limit, generated queries order totally, and rows
//!   compare in order.

use std::str::FromStr;

use dosic_ir::SemanticQuery;
use dosic_runtime::Rows;
use dosic_runtime::arrow::datatypes::DataType;
use dosic_runtime::interpreter::chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use dosic_runtime::interpreter::{BigDecimal, Value};

/// The rows of an engine as values.
///
/// # Errors
/// A type that no generated query gives.
pub(super) fn values(rows: &Rows) -> Result<Vec<Vec<Value>>, String> {
    let types: Vec<DataType> = rows
        .schema
        .iter()
        .flat_map(|s| s.fields())
        .map(|f| f.data_type().clone())
        .collect();
    rows.texts()
        .into_iter()
        .map(|row| {
            row.into_iter()
                .zip(&types)
                .map(|(t, ty)| value(t, ty))
                .collect()
        })
        .collect()
}

fn value(text: Option<String>, ty: &DataType) -> Result<Value, String> {
    let Some(text) = text else {
        return Ok(Value::Null);
    };
    let bad = || format!("a value is no {ty}");
    Ok(match ty {
        DataType::Boolean => Value::Boolean(text == "true"),
        DataType::Float32 | DataType::Float64 => Value::Float(text.parse().map_err(|_| bad())?),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Value::String(text),
        DataType::Date32 => Value::Date(NaiveDate::from_str(&text).map_err(|_| bad())?),
        DataType::Time64(_) => Value::Time(NaiveTime::from_str(&text).map_err(|_| bad())?),
        DataType::Timestamp(..) => {
            // An instant in UTC is shown with a `Z`; as wall-clock time it is the same.
            let text = text.trim_end_matches('Z');
            Value::DateTime(NaiveDateTime::from_str(text).map_err(|_| bad())?)
        }
        ty if ty.is_integer() => Value::Integer(text.parse().map_err(|_| bad())?),
        ty if ty.is_numeric() => Value::Decimal(BigDecimal::from_str(&text).map_err(|_| bad())?),
        _ => return Err(bad()),
    })
}

fn same(a: &Value, b: &Value, untyped: bool) -> bool {
    match (a, b) {
        (Value::Float(_), _) | (_, Value::Float(_)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => {
                (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0) || (a.is_nan() && b.is_nan())
            }
            _ => false,
        },
        // A Date is no DateTime, though they group as one; where types are unknown, neither is promised.
        (Value::Date(_), Value::DateTime(_)) | (Value::DateTime(_), Value::Date(_)) => {
            untyped && a == b
        }
        _ => a == b,
    }
}

fn same_rows(a: &[Value], b: &[Value], untyped: bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, untyped))
}

/// Why two results differ, if they do. `untyped` says that few fields have a datatype.
#[must_use]
pub fn differ(
    query: &SemanticQuery,
    ours: &[Vec<Value>],
    theirs: &[Vec<Value>],
    untyped: bool,
) -> Option<String> {
    if ours.len() != theirs.len() {
        return Some(format!("{} rows against {}", ours.len(), theirs.len()));
    }
    if query.limit.is_some() && !query.order_by.is_empty() {
        let differs = ours
            .iter()
            .zip(theirs)
            .any(|(a, b)| !same_rows(a, b, untyped));
        return differs.then(|| "rows in order differ".to_owned());
    }
    if query.limit.is_some() {
        // Any rows may be left.
        return None;
    }
    let mut left: Vec<&Vec<Value>> = theirs.iter().collect();
    for row in ours {
        match left.iter().position(|other| same_rows(row, other, untyped)) {
            Some(position) => {
                left.swap_remove(position);
            }
            None => return Some("rows differ".to_owned()),
        }
    }
    None
}

/// Rows as text, sorted.
pub(super) fn show(rows: &[Vec<Value>]) -> String {
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|v| match v {
                    Value::String(s) => format!("'{s}'"),
                    other => other.text(),
                })
                .collect();
            cells.join(" | ")
        })
        .collect();
    lines.sort();
    lines.join("\n")
}
