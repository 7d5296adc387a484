//! The table as written, and the model and query of each of its lines.

use std::fmt::Write;

use dosic_compiler::{Node, NodeKind, read_node};
use dosic_diagnostics::SourceMap;

const TABLE: &str = include_str!("../../fixtures/functions.yaml");

/// Calls that make an expression without OVER an aggregate.
const AGGREGATES: [&str; 11] = [
    "COUNT(",
    "SUM(",
    "AVG(",
    "MIN(",
    "MAX(",
    "STDDEV",
    "VAR_",
    "VARIANCE(",
    "MEDIAN(",
    "PERCENTILE",
    "APPROX_",
];

/// A column of a case.
struct Column {
    name: String,
    /// `Integer`, `Decimal(10,2)`, `Integer/SMALLINT`.
    ty: String,
    values: Vec<Option<String>>,
}

/// A line of the table.
pub(crate) struct Case {
    /// Where it stands.
    pub(crate) line: usize,
    /// The expression.
    pub(crate) expr: String,
    columns: Vec<Column>,
    is: Vec<Option<String>>,
    untyped: Option<String>,
    fails: Option<String>,
    refused: Vec<String>,
}

/// What must come of a case.
pub(crate) enum Expected {
    /// These values, in this order.
    Values(Vec<Option<String>>),
    /// A failure with this code.
    Fails(String),
    /// Engine and compiler are free.
    Anything,
}

/// All lines.
pub(crate) fn read() -> Vec<Case> {
    let mut sources = SourceMap::default();
    let file = sources.add("functions.yaml", TABLE);
    let (nodes, diagnostics) = read_node(file, TABLE);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    let lines = items(nodes.first().unwrap());
    lines
        .iter()
        .map(|node| case(node, sources.line_column(node.span).0))
        .collect()
}

fn case(node: &Node, line: usize) -> Case {
    let text = |key: &str| entry(node, key).and_then(scalar);
    let column = |(name, node): (&str, &Node)| {
        let mut parts = items(node).iter().map(scalar);
        Column {
            name: name.to_owned(),
            ty: parts.next().flatten().unwrap(),
            values: parts.collect(),
        }
    };
    let listed = |key: &str| entry(node, key).map(|n| items(n).iter().map(scalar).collect());
    let known = ["expr", "with", "is", "untyped", "fails", "refused"];
    assert!(
        entries(node).all(|(key, _)| known.contains(&key)),
        "line {line}"
    );
    let refused: Vec<Option<String>> = listed("refused").unwrap_or_default();
    let is: Vec<Option<String>> = listed("is").unwrap_or_default();
    Case {
        line,
        expr: text("expr").unwrap(),
        columns: entry(node, "with")
            .into_iter()
            .flat_map(entries)
            .map(column)
            .collect(),
        is: if is.is_empty() { vec![text("is")] } else { is },
        untyped: text("untyped"),
        fails: text("fails"),
        refused: refused.into_iter().flatten().collect(),
    }
}

impl Case {
    /// What must come of it in a dialect, with the datatypes of its columns declared or not.
    pub(crate) fn expected(&self, declared: bool, dialect: &str) -> Expected {
        match self.untyped.as_deref() {
            Some("error") if !declared => return Expected::Anything,
            Some(value) if !declared => return Expected::Values(vec![Some(value.to_owned())]),
            _ => {}
        }
        if self.refused.iter().any(|d| d == dialect) {
            return Expected::Fails("E_UNSUPPORTED_IN_DIALECT".to_owned());
        }
        match &self.fails {
            Some(code) => Expected::Fails(code.clone()),
            None => Expected::Values(self.is.clone()),
        }
    }

    /// A model whose only dataset has the columns, `place` (the number of the row) and `result`, the expression.
    pub(crate) fn model(&self, declared: bool) -> String {
        let mut fields = String::new();
        for column in &self.columns {
            let ty = column.ty.split(['(', '/']).next().unwrap_or_default();
            let datatype = if declared {
                format!(", datatype: {ty}")
            } else {
                String::new()
            };
            let name = &column.name;
            writeln!(
                fields,
                "          - {{name: {name}, expression: {name}{datatype}}}"
            )
            .unwrap();
        }
        let expr = quoted(&self.expr);
        let (field, metrics) = if self.is_aggregate() {
            (
                String::new(),
                format!("    metrics:\n      - {{name: result, expression: {expr}}}\n"),
            )
        } else {
            (
                format!("          - {{name: result, expression: {expr}}}\n"),
                String::new(),
            )
        };
        format!(
            "version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: m\n    datasets:\n      - name: t\n        \
             source: {}\n        primary_key: [place]\n        fields:\n          \
             - {{name: place, expression: place, datatype: Integer}}\n{fields}{field}{metrics}",
            quoted(&self.source())
        )
    }

    /// The query for `result`.
    pub(crate) fn query(&self) -> &'static str {
        if self.is_aggregate() {
            "{measures: [result]}"
        } else {
            "{fields: [t.result], order_by: [t.place]}"
        }
    }

    fn is_aggregate(&self) -> bool {
        let starts_here = |call: &str| {
            let mut found = self.expr.match_indices(call);
            found.any(|(at, _)| {
                !self.expr[..at].ends_with(|c: char| c == '_' || c.is_alphanumeric())
            })
        };
        let windowed = self.expr.contains(" OVER ");
        !windowed && AGGREGATES.iter().any(|call| starts_here(call))
    }

    /// A query that gives the values of the columns, each of its type.
    pub(crate) fn source(&self) -> String {
        let rows = self.columns.first().map_or(1, |c| c.values.len());
        let row = |index: Option<usize>| {
            let place = index.unwrap_or_default() + 1;
            let mut row = format!("SELECT CAST({place} AS BIGINT) AS place");
            for Column { name, ty, values } in &self.columns {
                let value = match index.and_then(|i| values.get(i)).and_then(Option::as_ref) {
                    Some(value) => format!("'{}'", value.replace('\'', "''")),
                    None => "NULL".to_owned(),
                };
                write!(row, ", CAST({value} AS {}) AS {name}", column_type(ty)).unwrap();
            }
            row
        };
        if rows == 0 {
            return format!("{} WHERE 1 = 0", row(None));
        }
        let rows: Vec<String> = (0..rows).map(|index| row(Some(index))).collect();
        rows.join(" UNION ALL ")
    }
}

fn column_type(ty: &str) -> &str {
    if let Some((_, physical)) = ty.split_once('/') {
        return physical;
    }
    match ty {
        "Integer" => "BIGINT",
        "Float" => "DOUBLE PRECISION",
        "String" => "VARCHAR",
        "DateTime" => "TIMESTAMP",
        "DateTimeTz" => "TIMESTAMP WITH TIME ZONE",
        // Boolean, Date, Time, Decimal(10,2).
        other => other,
    }
}

/// Text in double quotes, as YAML and JSON read it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn scalar(node: &Node) -> Option<String> {
    if node.is_null() {
        None
    } else {
        node.as_text().map(str::to_owned)
    }
}

fn entries(node: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let entries = match &node.kind {
        NodeKind::Mapping(entries) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().map(|e| (e.key.text.as_str(), &e.value))
}

fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    entries(node)
        .find(|(k, _)| *k == key)
        .map(|(_, value)| value)
}

fn items(node: &Node) -> &[Node] {
    match &node.kind {
        NodeKind::Sequence(items) => items,
        _ => &[],
    }
}
