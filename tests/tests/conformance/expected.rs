//! What a case expects, and whether a result is that.

use dosic_runtime::Rows;
use dosic_tests::values::{Value, difference, line, values};
use serde_json::Value as Json;

/// How far numbers may be apart, relative to their size.
const TOLERANCE: f64 = 1e-6;

/// What should come of a case.
#[derive(Clone)]
pub(crate) enum Outcome {
    /// The compiler refuses it with a code; `*` is any.
    Error(String),
    /// The compiler gives SQL that the engine refuses.
    FailingSql,
    /// Rows.
    Rows {
        /// How many columns.
        columns: usize,
        /// The rows, or the rows they must be among.
        rows: Vec<Vec<Value>>,
        /// Whether their order counts.
        ordered: bool,
        /// If so many of `rows` are enough.
        of_these: Option<usize>,
    },
}

impl Outcome {
    /// Reads `expected.json`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let json: Json = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if let Some(code) = json.get("error").and_then(Json::as_str) {
            return Ok(Self::Error(code.to_owned()));
        }
        if json.get("sql_error").and_then(Json::as_bool) == Some(true) {
            return Ok(Self::FailingSql);
        }
        let list = |key: &str| {
            json.get(key)
                .and_then(Json::as_array)
                .ok_or(format!("no {key}"))
        };
        let row = |row: &Json| row.as_array().into_iter().flatten().map(value).collect();
        let subset = json.get("match").and_then(Json::as_str) == Some("subset");
        let count = json.get("row_count").and_then(Json::as_u64);
        let of_these = count.filter(|_| subset).and_then(|n| n.try_into().ok());
        Ok(Self::Rows {
            columns: list("columns")?.len(),
            rows: list("rows")?.iter().map(row).collect(),
            ordered: json.get("ordered").and_then(Json::as_bool) == Some(true),
            of_these,
        })
    }

    /// Whether a result is the expected one.
    pub(crate) fn check(&self, found: &Rows, query: &str) -> Result<(), String> {
        self.check_values(values(found), &found.names())?;
        check_names(query, &found.names())
    }

    /// Whether rows are all the expected ones, where a result may be some of them too.
    pub(crate) fn check_gold(
        &self,
        found: Vec<Vec<Value>>,
        names: &[String],
    ) -> Result<(), String> {
        let mut whole = self.clone();
        if let Self::Rows { of_these, .. } = &mut whole {
            *of_these = None;
        }
        whole.check_values(found, names)
    }

    /// Whether rows are the expected ones; the names only say what was found.
    pub(crate) fn check_values(
        &self,
        found: Vec<Vec<Value>>,
        names: &[String],
    ) -> Result<(), String> {
        let Self::Rows {
            columns,
            rows,
            ordered,
            of_these,
        } = self
        else {
            return Err("rows were not expected".to_owned());
        };
        if names.len() != *columns {
            return Err(format!("columns {names:?}, not {columns} of them"));
        }
        let dated = |row: Vec<Value>| row.into_iter().map(Value::midnight_as_date).collect();
        let found: Vec<Vec<Value>> = found.into_iter().map(dated).collect();
        let different = match of_these {
            Some(count) => stranger(rows, &found, *count),
            None => difference(rows, &found, *ordered, TOLERANCE),
        };
        different.map_or(Ok(()), Err)
    }
}

/// Why `found` is not any `count` of `rows`.
fn stranger(rows: &[Vec<Value>], found: &[Vec<Value>], count: usize) -> Option<String> {
    if found.len() != count {
        return Some(format!("{} rows, not {count}", found.len()));
    }
    let mut pool = rows.to_vec();
    for row in found {
        let same = |other: &Vec<Value>| row.iter().zip(other).all(|(a, b)| a.is(b, TOLERANCE));
        let Some(index) = pool.iter().position(same) else {
            return Some(format!("unexpected {}", line(row)));
        };
        pool.swap_remove(index);
    }
    None
}

/// Columns that the query names carry that name, letter case aside.
fn check_names(query: &str, names: &[String]) -> Result<(), String> {
    let query: Json = serde_json::from_str(query).map_err(|e| e.to_string())?;
    let sections = ["dimensions", "measures", "fields"];
    let wanted = sections.iter().flat_map(|section| {
        let items = query.get(*section).and_then(Json::as_array);
        items
            .into_iter()
            .flatten()
            .map(|item| pinned(section, item))
    });
    for (wanted, name) in wanted.zip(names) {
        if let Some(wanted) = wanted
            && !wanted.eq_ignore_ascii_case(name)
        {
            return Err(format!("a column is named `{name}`, not `{wanted}`"));
        }
    }
    Ok(())
}

/// The name that an item of a query gives its column: its alias, or the metric it asks for.
fn pinned(section: &str, item: &Json) -> Option<String> {
    let name = match item {
        Json::Object(item) => item.get("name").or(item.get("metric"))?.as_str()?,
        Json::String(text) if section == "measures" => text,
        _ => return None,
    };
    let quoted = name.strip_prefix('"').and_then(|n| n.strip_suffix('"'));
    Some(quoted.map_or_else(|| name.to_owned(), |inner| inner.replace("\"\"", "\"")))
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        Json::String(text) if text == "Infinity" => Value::Number(f64::INFINITY),
        Json::String(text) => Value::Text(moment(text)).midnight_as_date(),
        other => Value::Text(other.to_string()),
    }
}

/// A moment with a blank between date and time and no final zeros; any other text as it is.
fn moment(text: &str) -> String {
    let digits = |range: std::ops::Range<usize>| {
        text.get(range)
            .is_some_and(|t| t.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
    };
    let separator = text.as_bytes().get(10);
    if text.len() < 19 || !digits(0..10) || !matches!(separator, Some(b'T' | b' ')) {
        return text.to_owned();
    }
    let text = text.replacen('T', " ", 1);
    match text.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            rest => format!("{whole}.{rest}"),
        },
        None => text,
    }
}
