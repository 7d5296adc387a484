//! When two results are the same. Every tolerance stands here:
//!
//! - Integer and Decimal compare exactly, whatever their scale.
//! - Where either value is a Float, both may differ by a billionth part of the larger (and by 1e-9 near zero):
//!   sums of doubles depend on the order of their terms.
//! - Where types are unknown, a Date may be a `DateTime` at midnight.
//! - Rows with equal order keys may stand in any order, and a limit may keep any of them; without order keys that
//!   is true of all rows. Rows with unequal keys must stand as the keys say, whether the keys are shown or not.
//!   Float keys are equal within the tolerance of Float values.
//! - Where a window orders rows that are tied in its keys, and its values depend on their order, there are several
//!   answers ([`Answer::determined`]); a case with other rows than the interpreter's counts as not compared.
//! - Columns have the names that the query gives them, cut where the engine cannot hold them (digest 2.2).

use std::str::FromStr;

use dosic_runtime::Rows;
use dosic_runtime::arrow::datatypes::DataType;
use dosic_runtime::interpreter::chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use dosic_runtime::interpreter::{Answer, BigDecimal, Value};

/// The rows of an engine as values.
///
/// # Errors
/// A type that no generated query gives.
pub fn values(rows: &Rows) -> Result<Vec<Vec<Value>>, String> {
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
            // Infinities and NaN are equal to themselves alone: what is infinite is no tolerance.
            (Some(x), Some(y)) => {
                let near = (x - y).abs() <= 1e-9 * x.abs().max(y.abs()).max(1.0);
                a == b || (near && x.is_finite() && y.is_finite())
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

/// Whether two rows are the same. `untyped` says that few fields have a datatype.
#[must_use]
pub fn same_rows(a: &[Value], b: &[Value], untyped: bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, untyped))
}

/// Why the rows of an engine are not those of an answer, if they are not. `whole` is the answer without a limit, of
/// which `limit` rows are wanted; `untyped` says that few fields have a datatype.
#[must_use]
pub fn differ(
    whole: &Answer,
    limit: Option<u64>,
    theirs: &[Vec<Value>],
    untyped: bool,
) -> Option<String> {
    let limit = limit.and_then(|l| usize::try_from(l).ok());
    let wanted = limit.unwrap_or(usize::MAX).min(whole.rows.len());
    if wanted != theirs.len() {
        return Some(format!("{wanted} rows against {}", theirs.len()));
    }
    let mut start = 0;
    for peers in whole.keys.chunk_by(|a, b| same_rows(a, b, untyped)) {
        let end = start + peers.len();
        let (ours, theirs) = (
            whole.rows.get(start..end)?,
            theirs.get(start..end.min(wanted))?,
        );
        if !are_among(theirs, ours, untyped) {
            let all = whole.keys.len() == peers.len();
            let what = if all {
                "rows differ"
            } else {
                "rows in order differ"
            };
            return Some(what.to_owned());
        }
        start = end;
        if start >= wanted {
            break;
        }
    }
    None
}

/// Whether rows are a part of others, as multisets.
fn are_among(some: &[Vec<Value>], all: &[Vec<Value>], untyped: bool) -> bool {
    let sorted = |rows: &[Vec<Value>]| {
        let mut rows: Vec<Vec<Value>> = rows.to_vec();
        rows.sort();
        rows
    };
    // Sorting is fast and mostly enough; where values differ within their tolerance, it may not be.
    let in_line =
        |a: &[Vec<Value>], b: &[Vec<Value>]| a.iter().zip(b).all(|(a, b)| same_rows(a, b, untyped));
    if some.len() == all.len() && in_line(&sorted(some), &sorted(all)) {
        return true;
    }
    let mut left: Vec<&Vec<Value>> = all.iter().collect();
    some.iter().all(|row| {
        let found = left.iter().position(|other| same_rows(row, other, untyped));
        found.map(|position| left.swap_remove(position)).is_some()
    })
}

/// Rows as text, sorted.
pub(super) fn show(rows: &[Vec<Value>]) -> String {
    let mut lines = lines(rows);
    lines.sort();
    lines.join("\n")
}

/// Rows as text, in their order.
pub(super) fn lines(rows: &[Vec<Value>]) -> Vec<String> {
    rows.iter()
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
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: &[i128]) -> Vec<Vec<Value>> {
        values.iter().map(|v| vec![Value::Integer(*v)]).collect()
    }

    fn answer(values: &[i128], keys: &[i128]) -> Answer {
        Answer {
            names: vec!["c".to_owned()],
            rows: rows(values),
            keys: rows(keys),
            determined: true,
        }
    }

    #[test]
    fn order_keys_decide_even_if_not_shown() {
        let whole = answer(&[1, 2, 3], &[1, 1, 2]);
        assert_eq!(differ(&whole, None, &rows(&[2, 1, 3]), false), None);
        assert!(differ(&whole, None, &rows(&[1, 3, 2]), false).is_some());
        assert!(differ(&whole, None, &rows(&[1, 1, 3]), false).is_some());
    }

    #[test]
    fn a_limit_keeps_any_of_equal_keys() {
        let whole = answer(&[1, 2, 3], &[1, 2, 2]);
        assert_eq!(differ(&whole, Some(2), &rows(&[1, 3]), false), None);
        assert_eq!(differ(&whole, Some(9), &rows(&[1, 3, 2]), false), None);
        assert!(differ(&whole, Some(2), &rows(&[2, 3]), false).is_some());
        assert!(differ(&whole, Some(2), &rows(&[1]), false).is_some());
    }

    #[test]
    fn floats_have_a_tolerance_and_decimals_none() {
        let float = Value::Float;
        assert!(same(&float(0.1 + 0.2), &float(0.3), false));
        assert!(!same(&float(0.300_001), &float(0.3), false));
        assert!(same(&float(f64::INFINITY), &float(f64::INFINITY), false));
        assert!(!same(
            &float(f64::INFINITY),
            &float(f64::NEG_INFINITY),
            false
        ));
        let decimal = |s: &str| Value::Decimal(BigDecimal::from_str(s).unwrap_or_default());
        assert!(same(&decimal("1.50"), &decimal("1.5"), false));
        assert!(!same(&decimal("1.5000000001"), &decimal("1.5"), false));
    }
}
