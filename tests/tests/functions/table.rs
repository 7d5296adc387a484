//! The table as written, and the model and query of each of its lines.

use std::collections::BTreeSet;
use std::fmt::Write;

use dosic_compiler::{Node, NodeKind, read_node};
use dosic_diagnostics::SourceMap;
use dosic_ir::DataType;
use dosic_tests::repository::root;

use crate::categories::{self, Category};
use crate::subjects;

/// The table, and the files that go on with it.
const TABLES: &[&str] = &[
    "functions.yaml",
    "functions/arithmetic.yaml",
    "functions/conditions.yaml",
    "functions/text.yaml",
    "functions/dates.yaml",
    "functions/casts.yaml",
    "functions/types.yaml",
    "functions/sets.yaml",
];

/// A file of the table.
pub(crate) fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("tests/fixtures").join(name)).unwrap()
}

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
pub(crate) struct Column {
    pub(crate) name: String,
    /// `Integer`, `Decimal(10,2)`, `Integer/SMALLINT`.
    pub(crate) ty: String,
    pub(crate) values: Vec<Option<String>>,
}

impl Column {
    /// Its datatype.
    pub(crate) fn data(&self) -> DataType {
        match self.ty.split(['(', '/']).next().unwrap_or_default() {
            "Integer" => DataType::Integer,
            "Decimal" => DataType::Decimal,
            "Float" => DataType::Float,
            "String" => DataType::String,
            "Boolean" => DataType::Boolean,
            "Date" => DataType::Date,
            "Time" => DataType::Time,
            "DateTime" => DataType::DateTime,
            "DateTimeTz" => DataType::DateTimeTz,
            other => panic!("no datatype `{other}`"),
        }
    }
}

/// A line of the table.
pub(crate) struct Case {
    /// Where it stands.
    pub(crate) place: String,
    /// The expression.
    pub(crate) expr: String,
    /// What it is about, as the page names it.
    pub(crate) subject: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) is: Vec<Option<String>>,
    untyped: Untyped,
    pub(crate) fails: Option<String>,
    /// Why its value is nobody's promise.
    pub(crate) unspecified: Option<String>,
    refused: Vec<String>,
    tests: Vec<Category>,
    literals: BTreeSet<Category>,
}

/// What must come of a case whose columns have no datatypes.
enum Untyped {
    /// The same.
    Same,
    Values(Vec<Option<String>>),
    /// A failure with this code.
    Fails(String),
    Anything,
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
    let mut cases = Vec::new();
    for name in TABLES {
        let table = fixture(name);
        let file = sources.add(*name, table.clone());
        let (nodes, diagnostics) = read_node(file, &table);
        assert!(!diagnostics.has_errors(), "{diagnostics:?}");
        let lines = items(nodes.first().unwrap()).iter();
        let place = |node: &Node| format!("{name}:{}", sources.line_column(node.span).0);
        cases.extend(lines.map(|node| case(node, place(node))));
    }
    cases
}

fn case(node: &Node, place: String) -> Case {
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
    let known = [
        "expr",
        "of",
        "tests",
        "with",
        "is",
        "untyped",
        "fails",
        "unspecified",
        "refused",
    ];
    assert!(
        entries(node).all(|(key, _)| known.contains(&key)),
        "{place}"
    );
    let words = |key: &str| -> Vec<String> {
        let listed: Option<Vec<Option<String>>> = listed(key);
        listed.unwrap_or_default().into_iter().flatten().collect()
    };
    let values = |key: &str| match entry(node, key) {
        Some(node) if matches!(node.kind, NodeKind::Sequence(_)) => {
            items(node).iter().map(scalar).collect()
        }
        _ => vec![text(key)],
    };
    let expr = text("expr").unwrap();
    let tree = subjects::parsed(&expr);
    let mut literals = BTreeSet::new();
    categories::of_literals(&tree, &mut literals);
    Case {
        subject: text("of").unwrap_or_else(|| subjects::subject(&tree)),
        literals,
        columns: entry(node, "with")
            .into_iter()
            .flat_map(entries)
            .map(column)
            .collect(),
        is: values("is"),
        untyped: match entry(node, "untyped") {
            None => Untyped::Same,
            Some(node) if scalar(node).as_deref() == Some("error") => Untyped::Anything,
            Some(node) => match scalar(node).filter(|text| text.starts_with("E_")) {
                Some(code) => Untyped::Fails(code),
                None => Untyped::Values(values("untyped")),
            },
        },
        fails: text("fails"),
        unspecified: text("unspecified"),
        refused: words("refused"),
        tests: words("tests").iter().map(|w| Category::named(w)).collect(),
        place,
        expr,
    }
}

impl Case {
    /// What must come of it in a dialect, with the datatypes of its columns declared or not.
    pub(crate) fn expected(&self, declared: bool, dialect: &str) -> Expected {
        match &self.untyped {
            _ if self.unspecified.is_some() => return Expected::Anything,
            Untyped::Anything if !declared => return Expected::Anything,
            Untyped::Fails(code) if !declared => return Expected::Fails(code.clone()),
            Untyped::Values(values) if !declared => return Expected::Values(values.clone()),
            _ => {}
        }
        if self.refused_by(dialect) {
            return Expected::Fails("E_UNSUPPORTED_IN_DIALECT".to_owned());
        }
        match &self.fails {
            Some(code) => Expected::Fails(code.clone()),
            None => Expected::Values(self.is.clone()),
        }
    }

    /// Whether a dialect refuses it.
    pub(crate) fn refused_by(&self, dialect: &str) -> bool {
        self.refused.iter().any(|d| d == dialect)
    }

    /// Whether the compiler refuses it, for every dialect.
    pub(crate) fn is_refused(&self) -> bool {
        let code = self.fails.as_deref();
        code.is_some_and(|code| code != "E_RUNTIME")
    }

    /// How many examples it holds: one a row of a scalar expression, or one.
    pub(crate) fn examples(&self) -> usize {
        if self.is_set() { 1 } else { self.rows() }
    }

    /// What an example is tried with.
    pub(crate) fn categories(&self, example: usize) -> BTreeSet<Category> {
        let mut found = self.literals.clone();
        found.extend(&self.tests);
        for column in &self.columns {
            if self.is_set() {
                for value in &column.values {
                    categories::of_value(column.data(), value.as_deref(), &mut found);
                }
            } else {
                let value = column.values.get(example).and_then(Option::as_deref);
                categories::of_value(column.data(), value, &mut found);
            }
        }
        if self.is_set() && self.rows() == 0 {
            found.insert(Category::Empty);
        }
        if found.is_empty() {
            found.insert(Category::Typical);
        }
        found
    }

    /// Whether it is an aggregate or window, which see all rows at once.
    pub(crate) fn is_set(&self) -> bool {
        self.is_aggregate() || self.expr.contains(" OVER ")
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(1, |c| c.values.len())
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
        let rows = self.rows();
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

pub(crate) fn scalar(node: &Node) -> Option<String> {
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

pub(crate) fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    entries(node)
        .find(|(k, _)| *k == key)
        .map(|(_, value)| value)
}

pub(crate) fn items(node: &Node) -> &[Node] {
    match &node.kind {
        NodeKind::Sequence(items) => items,
        _ => &[],
    }
}
