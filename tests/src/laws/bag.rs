//! Rows compared as multisets, however many, and rolled up.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dosic_runtime::interpreter::{BigDecimal, Value};

use crate::equivalence::same_rows;

/// Rows of a result.
pub(super) type Rows = Vec<Vec<Value>>;

/// How two multisets of rows differ, if they do. Floats may differ as in every comparison of results.
pub(super) fn differ(ours: &[Vec<Value>], theirs: &[Vec<Value>]) -> Option<String> {
    if ours.len() != theirs.len() {
        return Some(format!("{} rows against {}", ours.len(), theirs.len()));
    }
    let (ours, theirs) = (sorted(ours), sorted(theirs));
    let pairs = || ours.iter().zip(&theirs);
    if pairs().all(|(a, b)| same_rows(a, b, false)) {
        return None;
    }
    // Sorting may have put nearly equal Floats in another order.
    let mut left: Vec<&Vec<Value>> = Vec::new();
    let mut missing: Vec<&Vec<Value>> = Vec::new();
    for (a, b) in pairs().filter(|(a, b)| !same_rows(a, b, false)) {
        missing.push(a);
        left.push(b);
    }
    missing.retain(|row| {
        let found = left.iter().position(|other| same_rows(row, other, false));
        found.map(|at| left.swap_remove(at)).is_none()
    });
    let (first, other) = (missing.first()?, left.first()?);
    let count = missing.len();
    Some(format!(
        "({}) is missing, ({}) is too many; {count} such",
        line(first),
        line(other)
    ))
}

/// How two results differ row by row, if they do.
pub(super) fn differ_in_order(ours: &[Vec<Value>], theirs: &[Vec<Value>]) -> Option<String> {
    if ours.len() != theirs.len() {
        return Some(format!("{} rows against {}", ours.len(), theirs.len()));
    }
    let mut pairs = ours.iter().zip(theirs).enumerate();
    let (at, (a, b)) = pairs.find(|(_, (a, b))| !same_rows(a, b, false))?;
    Some(format!("row {at}: ({}) against ({})", line(a), line(b)))
}

/// Rows by their values, Floats by their first digits.
fn sorted(rows: &[Vec<Value>]) -> Vec<&Vec<Value>> {
    let mut keyed: Vec<(Vec<Value>, &Vec<Value>)> = rows
        .iter()
        .map(|row| (row.iter().map(coarse).collect(), row))
        .collect();
    keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
    keyed.into_iter().map(|(_, row)| row).collect()
}

fn coarse(value: &Value) -> Value {
    match value {
        Value::Float(f) => Value::Float(format!("{f:.5e}").parse().unwrap_or(*f)),
        other => other.clone(),
    }
}

/// A row as text.
pub(super) fn line(row: &[Value]) -> String {
    let cells: Vec<String> = row
        .iter()
        .map(|v| match v {
            Value::String(s) => format!("'{s}'"),
            other => other.text(),
        })
        .collect();
    cells.join(", ")
}

/// The rows by their first `keys` values; the rest of each row behind them.
///
/// # Errors
/// A key that comes twice.
pub(super) fn by_key(
    rows: &[Vec<Value>],
    keys: usize,
) -> Result<BTreeMap<Vec<Value>, Vec<Value>>, String> {
    let mut all = BTreeMap::new();
    for row in rows {
        let (key, rest) = row.split_at(keys.min(row.len()));
        if all.insert(key.to_vec(), rest.to_vec()).is_some() {
            return Err(format!("two rows of the group ({})", line(key)));
        }
    }
    Ok(all)
}

/// Aggregates whose value over a whole follows from their values over its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distributive {
    Sum,
    Count,
    Min,
    Max,
}

impl Distributive {
    /// Its name in SQL.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sum => "SUM",
            Self::Count => "COUNT",
            Self::Min => "MIN",
            Self::Max => "MAX",
        }
    }

    /// Whether a row may be in several parts.
    pub(super) fn is_idempotent(self) -> bool {
        matches!(self, Self::Min | Self::Max)
    }

    /// The value over a whole.
    pub(super) fn of<'v>(self, parts: impl Iterator<Item = &'v Value>) -> Value {
        let parts = parts.filter(|v| !v.is_null());
        match self {
            Self::Sum => parts
                .cloned()
                .reduce(|a, b| add(&a, &b))
                .unwrap_or(Value::Null),
            Self::Count => parts.fold(Value::Integer(0), |a, b| add(&a, b)),
            Self::Min => parts.min().cloned().unwrap_or(Value::Null),
            Self::Max => parts.max().cloned().unwrap_or(Value::Null),
        }
    }

    /// Rows rolled up to their first `keys` values; the last value of each row is the measure.
    pub(super) fn roll_up(self, rows: &[Vec<Value>], keys: usize) -> Rows {
        let mut groups: BTreeMap<&[Value], Vec<&Value>> = BTreeMap::new();
        for row in rows {
            if let (Some(key), Some(last)) = (row.get(..keys), row.last()) {
                groups.entry(key).or_default().push(last);
            }
        }
        let rolled = |(key, parts): (&[Value], Vec<&Value>)| {
            let mut row = key.to_vec();
            row.push(self.of(parts.into_iter()));
            row
        };
        groups.into_iter().map(rolled).collect()
    }
}

/// A number exactly, if it is.
fn exact(value: &Value) -> Option<BigDecimal> {
    match value {
        Value::Integer(i) => Some(BigDecimal::from(*i)),
        Value::Decimal(d) => Some(d.clone()),
        _ => None,
    }
}

fn add(a: &Value, b: &Value) -> Value {
    match (exact(a), exact(b)) {
        (Some(a), Some(b)) => Value::Decimal(a + b),
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => Value::Float(a + b),
            _ => Value::Null,
        },
    }
}

/// Whether a value stands before another, as ORDER BY says: `nulls_first` decides for NULL.
pub(super) fn precedes(a: &Value, b: &Value, descending: bool, nulls_first: bool) -> Ordering {
    match (a.is_null(), b.is_null()) {
        (true, true) => Ordering::Equal,
        (true, false) if nulls_first => Ordering::Less,
        (true, false) => Ordering::Greater,
        (false, true) if nulls_first => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) if descending => b.cmp(a),
        (false, false) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: &[i128]) -> Vec<Value> {
        values.iter().map(|v| Value::Integer(*v)).collect()
    }

    #[test]
    fn multisets_count_repeats() {
        let (a, b) = (row(&[1, 2]), row(&[2, 1]));
        assert!(differ(&[a.clone(), b.clone()], &[b.clone(), a.clone()]).is_none());
        assert!(differ(&[a.clone(), b.clone()], &[b.clone(), b.clone()]).is_some());
        assert!(differ(std::slice::from_ref(&a), &[b.clone(), a.clone()]).is_some());
        assert!(differ_in_order(&[a.clone(), b.clone()], &[b, a]).is_some());
    }

    #[test]
    fn groups_roll_up() {
        let rows = [row(&[1, 5, 10]), row(&[1, 6, 20]), row(&[2, 5, 30])];
        let sums = Distributive::Sum.roll_up(&rows, 1);
        assert!(differ(&sums, &[row(&[1, 30]), row(&[2, 30])]).is_none());
        let all_null = [vec![Value::Null], vec![Value::Null]];
        assert!(Distributive::Sum.roll_up(&all_null, 0)[0][0].is_null());
        assert!(!Distributive::Count.roll_up(&all_null, 0)[0][0].is_null());
    }
}
