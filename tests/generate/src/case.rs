//! A case: a model with its rows, and a query; and how both are written.

use std::fmt::Write as _;

use dosic_runtime::interpreter::Value;

use crate::names::{in_quotes, written};

/// The type of a generated column or expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Decimal,
    Float,
    Text,
    Date,
    DateTime,
    Boolean,
}

impl Kind {
    /// The type in SQL.
    #[must_use]
    pub fn sql(self) -> &'static str {
        match self {
            Self::Integer => "BIGINT",
            Self::Decimal => "DECIMAL(12, 2)",
            Self::Float => "DOUBLE PRECISION",
            Self::Text => "VARCHAR",
            Self::Date => "DATE",
            Self::DateTime => "TIMESTAMP",
            Self::Boolean => "BOOLEAN",
        }
    }

    /// The datatype of OSI.
    #[must_use]
    pub fn datatype(self) -> &'static str {
        match self {
            Self::Integer => "Integer",
            Self::Decimal => "Decimal",
            Self::Float => "Float",
            Self::Text => "String",
            Self::Date => "Date",
            Self::DateTime => "DateTime",
            Self::Boolean => "Boolean",
        }
    }

    /// Whether it can be summed.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal | Self::Float)
    }
}

/// A physical column.
#[derive(Clone, Debug)]
pub struct Column {
    /// As stored.
    pub name: String,
    /// What it is for, one of [`crate::model`]'s letters; empty for foreign keys.
    pub role: &'static str,
    pub kind: Kind,
}

impl Column {
    /// As written in expressions.
    #[must_use]
    pub fn reference(&self) -> String {
        written(&self.name)
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// As written in expressions.
    pub name: String,
    pub expression: String,
    pub kind: Kind,
    pub declared: bool,
    /// Not in the model: a column that is read as it is (R13).
    pub undeclared: bool,
    /// Without its quotes where it is defined (R14).
    pub bare: bool,
}

/// A dataset with its rows.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// As written in expressions.
    pub name: String,
    /// Without its quotes where it is defined (R14).
    pub bare: bool,
    /// As written in SQL.
    pub table: String,
    /// Its source is a query over the table.
    pub through_query: bool,
    /// Its source is a file with the rows of the table (R8), which DuckDB alone reads.
    pub through_file: bool,
    pub columns: Vec<Column>,
    pub keys: Vec<Vec<String>>,
    pub fields: Vec<Field>,
    pub rows: Vec<Vec<Value>>,
}

/// A relationship between datasets, by their positions.
#[derive(Clone, Debug)]
pub struct Relationship {
    /// As written in expressions.
    pub name: String,
    pub from: usize,
    pub to: usize,
    pub from_columns: Vec<String>,
    pub to_columns: Vec<String>,
}

/// A metric.
#[derive(Clone, Debug)]
pub struct Metric {
    /// As written in expressions.
    pub name: String,
    pub expression: String,
}

/// A query; every list holds expressions as written.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub dataset: Option<String>,
    pub dimensions: Vec<String>,
    pub measures: Vec<String>,
    pub fields: Vec<String>,
    pub filters: Vec<String>,
    pub having: Vec<String>,
    pub order_by: Vec<String>,
    pub limit: Option<u64>,
}

/// A model, its rows, and a query.
#[derive(Clone, Debug)]
pub struct Case {
    pub strict: bool,
    /// Few fields have a datatype.
    pub untyped: bool,
    pub datasets: Vec<Dataset>,
    pub relationships: Vec<Relationship>,
    pub metrics: Vec<Metric>,
    pub query: Query,
}

/// A text as a YAML scalar in single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A file keeps the types of columns, so that it is no text.
fn file_name(dataset: usize) -> String {
    format!("rows_{dataset}.parquet")
}

/// A name where it is defined: R14 takes it without its quotes.
fn defined(name: &str, bare: bool) -> String {
    if bare {
        name.trim_matches('"').to_owned()
    } else {
        name.to_owned()
    }
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|i| quoted(i)).collect();
    format!("[{}]", items.join(", "))
}

/// A value as an SQL literal.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Date(_) => format!("DATE '{}'", value.text()),
        Value::DateTime(_) => format!("TIMESTAMP '{}'", value.text()),
        Value::String(s) => format!("'{}'", s.replace('\'', "''")),
        Value::Float(f) => format!("CAST({f:?} AS DOUBLE PRECISION)"),
        other => other.text(),
    }
}

impl Case {
    fn defined_name(&self, dataset: usize) -> String {
        let dataset = &self.datasets[dataset];
        defined(&dataset.name, dataset.bare)
    }

    /// The model as YAML.
    #[must_use]
    pub fn model_yaml(&self) -> String {
        let mut out =
            "version: 0.2.0.dev0\nsemantic_model:\n- name: generated\n  datasets:\n".to_owned();
        for (index, dataset) in self.datasets.iter().enumerate() {
            let name = defined(&dataset.name, dataset.bare);
            let _ = writeln!(out, "  - name: {}", quoted(&name));
            let source = match dataset {
                d if d.through_file => file_name(index),
                d if d.through_query => format!("SELECT * FROM {}", d.table),
                d => d.table.clone(),
            };
            let _ = writeln!(out, "    source: {}", quoted(&source));
            if let Some((first, rest)) = dataset.keys.split_first() {
                let _ = writeln!(out, "    primary_key: {}", list(first));
                if !rest.is_empty() {
                    let keys: Vec<String> = rest.iter().map(|k| list(k)).collect();
                    let _ = writeln!(out, "    unique_keys: [{}]", keys.join(", "));
                }
            }
            let fields = || dataset.fields.iter().filter(|f| !f.undeclared);
            if fields().next().is_some() {
                out.push_str("    fields:\n");
            }
            for field in fields() {
                let datatype = if field.declared {
                    format!(", datatype: {}", field.kind.datatype())
                } else {
                    String::new()
                };
                let _ = writeln!(
                    out,
                    "    - {{name: {}, expression: {}{datatype}}}",
                    quoted(&defined(&field.name, field.bare)),
                    quoted(&field.expression)
                );
            }
        }
        if !self.relationships.is_empty() {
            out.push_str("  relationships:\n");
        }
        for r in &self.relationships {
            let _ = writeln!(
                out,
                "  - {{name: {}, from: {}, to: {}, from_columns: {}, to_columns: {}}}",
                quoted(&r.name),
                quoted(&self.defined_name(r.from)),
                quoted(&self.defined_name(r.to)),
                list(&r.from_columns),
                list(&r.to_columns)
            );
        }
        if !self.metrics.is_empty() {
            out.push_str("  metrics:\n");
        }
        for metric in &self.metrics {
            let _ = writeln!(
                out,
                "  - {{name: {}, expression: {}}}",
                quoted(&metric.name),
                quoted(&metric.expression)
            );
        }
        out
    }

    /// The query as YAML.
    #[must_use]
    pub fn query_yaml(&self) -> String {
        let query = &self.query;
        let mut out = String::new();
        if let Some(dataset) = &query.dataset {
            let _ = writeln!(out, "dataset: {}", quoted(dataset));
        }
        let lists = [
            ("dimensions", &query.dimensions),
            ("measures", &query.measures),
            ("fields", &query.fields),
            ("where", &query.filters),
            ("having", &query.having),
            ("order_by", &query.order_by),
        ];
        for (key, items) in lists {
            if !items.is_empty() {
                let _ = writeln!(out, "{key}: {}", list(items));
            }
        }
        if let Some(limit) = query.limit {
            let _ = writeln!(out, "limit: {limit}");
        }
        out
    }

    /// Whether some source is a file: then only DuckDB can answer.
    #[must_use]
    pub fn reads_files(&self) -> bool {
        self.datasets.iter().any(|d| d.through_file)
    }

    /// What writes the files out of the tables into a folder and makes DuckDB look there.
    #[must_use]
    pub fn files_sql(&self, folder: &str) -> String {
        let folder = folder.replace('\'', "''");
        let mut out = format!("SET file_search_path = '{folder}';\n");
        for (index, dataset) in self.datasets.iter().enumerate() {
            if dataset.through_file {
                let (table, file) = (&dataset.table, file_name(index));
                let _ = writeln!(out, "COPY {table} TO '{folder}/{file}' (FORMAT parquet);");
            }
        }
        out
    }

    /// The tables with their rows, as SQL for DuckDB and Postgres.
    #[must_use]
    pub fn tables_sql(&self) -> String {
        let mut out = String::new();
        for dataset in &self.datasets {
            let columns: Vec<String> = dataset
                .columns
                .iter()
                .map(|c| format!("{} {}", in_quotes(&c.name), c.kind.sql()))
                .collect();
            let table = &dataset.table;
            let _ = writeln!(out, "DROP TABLE IF EXISTS {table};");
            let _ = writeln!(out, "CREATE TABLE {table} ({});", columns.join(", "));
            let rows: Vec<String> = dataset
                .rows
                .iter()
                .map(|row| {
                    let values: Vec<String> = row.iter().map(literal).collect();
                    format!("({})", values.join(", "))
                })
                .collect();
            for some in rows.chunks(1000) {
                let _ = writeln!(out, "INSERT INTO {table} VALUES {};", some.join(", "));
            }
        }
        out
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let strict = if self.strict { " (strict)" } else { "" };
        let untyped = if self.untyped { " (untyped)" } else { "" };
        writeln!(f, "--- model{strict}{untyped}\n{}", self.model_yaml())?;
        writeln!(f, "--- query\n{}", self.query_yaml())?;
        writeln!(f, "--- rows\n{}", self.tables_sql())
    }
}
