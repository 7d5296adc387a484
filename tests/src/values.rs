//! Rows of any engine as values that can be compared across engines.

use std::cmp::Ordering;
use std::fmt;

use dosic_runtime::Rows;
use dosic_runtime::arrow::datatypes::DataType;

/// A value of a result, freed of how an engine represents its type.
#[derive(Clone, Debug)]
pub enum Value {
    /// NULL.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A number of any type.
    Number(f64),
    /// Text, or the ISO form of a date or time: `2024-05-01`, `10:11:12`, `2024-05-01 10:11:12.5` (in UTC).
    Text(String),
}

impl Value {
    /// Whether two values are the same; numbers may differ by one in `1 / tolerance` of them.
    #[must_use]
    pub fn is(&self, other: &Self, tolerance: f64) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => {
                let near = (a - b).abs() <= (tolerance * a.abs().max(b.abs())).max(1e-9);
                a == b || (a.is_nan() && b.is_nan()) || (a.is_finite() && b.is_finite() && near)
            }
            _ => false,
        }
    }

    /// A moment at midnight as its date, since engines differ in which of the two a truncated date is.
    #[must_use]
    pub fn midnight_as_date(self) -> Self {
        match self {
            Self::Text(text) => match text.strip_suffix(" 00:00:00") {
                Some(date) if date.len() == 10 => Self::Text(date.to_owned()),
                _ => Self::Text(text),
            },
            other => other,
        }
    }

    /// A total order in which nearly equal numbers are mostly neighbours.
    fn order(&self, other: &Self) -> Ordering {
        let rank = |value: &Self| match value {
            Self::Null => 0,
            Self::Boolean(_) => 1,
            Self::Number(_) => 2,
            Self::Text(_) => 3,
        };
        match (self, other) {
            (Self::Boolean(a), Self::Boolean(b)) => a.cmp(b),
            (Self::Number(a), Self::Number(b)) => rounded(*a).total_cmp(&rounded(*b)),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("NULL"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// Five significant digits.
fn rounded(number: f64) -> f64 {
    format!("{number:.4e}").parse().unwrap_or(number)
}

/// All values of a result, row by row.
#[must_use]
pub fn values(rows: &Rows) -> Vec<Vec<Value>> {
    let types: Vec<DataType> = rows
        .schema
        .iter()
        .flat_map(|s| s.fields())
        .map(|f| f.data_type().clone())
        .collect();
    let row = |texts: Vec<Option<String>>| {
        let value = |(text, ty): (Option<String>, &DataType)| of_text(text, ty);
        texts.into_iter().zip(&types).map(value).collect()
    };
    rows.texts().into_iter().map(row).collect()
}

fn of_text(text: Option<String>, ty: &DataType) -> Value {
    let Some(text) = text else { return Value::Null };
    match ty {
        DataType::Boolean => Value::Boolean(text == "true"),
        DataType::Timestamp(_, _) => Value::Text(moment(&text)),
        DataType::Time32(_) | DataType::Time64(_) => Value::Text(without_zeros(&text)),
        ty if ty.is_numeric() => text.parse().map_or(Value::Text(text), Value::Number),
        _ => Value::Text(text),
    }
}

/// `2024-05-01T10:11:12.500Z` as `2024-05-01 10:11:12.5`.
fn moment(text: &str) -> String {
    without_zeros(&text.replacen('T', " ", 1).replace('Z', ""))
}

fn without_zeros(text: &str) -> String {
    match text.split_once('.') {
        Some((whole, fraction)) => {
            let fraction = fraction.trim_end_matches('0');
            let dot = if fraction.is_empty() { "" } else { "." };
            format!("{whole}{dot}{fraction}")
        }
        None => text.to_owned(),
    }
}

/// How two results differ, or nothing if they agree: in order, or as multisets.
#[must_use]
pub fn difference(
    expected: &[Vec<Value>],
    found: &[Vec<Value>],
    ordered: bool,
    tolerance: f64,
) -> Option<String> {
    let same = |a: &Vec<Value>, b: &Vec<Value>| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is(b, tolerance))
    };
    let (mut expected, mut found) = (expected.to_vec(), found.to_vec());
    if !ordered {
        sort(&mut expected);
        sort(&mut found);
    }
    if expected.len() == found.len() && expected.iter().zip(&found).all(|(a, b)| same(a, b)) {
        return None;
    }
    if ordered {
        let pairs = expected.iter().zip(&found).enumerate();
        let first = pairs.into_iter().find(|(_, (a, b))| !same(a, b));
        return Some(match first {
            Some((row, (a, b))) => format!("row {}: {}, not {}", row + 1, line(b), line(a)),
            None => format!("{} rows, not {}", found.len(), expected.len()),
        });
    }
    // Rounding may have put equal rows in another order.
    let mut missing = Vec::new();
    for row in expected {
        match found.iter().position(|other| same(&row, other)) {
            Some(index) => drop(found.swap_remove(index)),
            None => missing.push(row),
        }
    }
    let lines = |rows: &[Vec<Value>]| {
        let shown: Vec<String> = rows.iter().take(3).map(|r| line(r)).collect();
        format!("{} ({} in all)", shown.join(", "), rows.len())
    };
    match (missing.is_empty(), found.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("unexpected {}", lines(&found))),
        (false, true) => Some(format!("missing {}", lines(&missing))),
        (false, false) => Some(format!(
            "missing {}; unexpected {}",
            lines(&missing),
            lines(&found)
        )),
    }
}

/// Sorts rows by all their values.
pub fn sort(rows: &mut [Vec<Value>]) {
    rows.sort_by(|a, b| {
        let unequal = a.iter().zip(b).map(|(a, b)| a.order(b)).find(|o| o.is_ne());
        unequal.unwrap_or(Ordering::Equal)
    });
}

/// A row as text.
#[must_use]
pub fn line(row: &[Value]) -> String {
    let values: Vec<String> = row.iter().map(Value::to_string).collect();
    format!("({})", values.join(", "))
}
