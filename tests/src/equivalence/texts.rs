//! Cases as text, and the rows of their tables.

use dosic_compiler::Options;
use dosic_generate::Case;
use dosic_ir::{Dataset, DatasetId, Ident, Source, TypedId};
use dosic_runtime::interpreter::{Data, Table};
use dosic_runtime::{Engine, Rows};

use super::compare;
use super::front::front;

/// A case as text.
#[derive(Clone, Debug)]
pub struct Texts {
    /// The Foundation to the letter.
    pub strict: bool,
    /// Few fields have a datatype, so that values may be used as what they are not.
    pub untyped: bool,
    /// The model, YAML.
    pub model: String,
    /// The query, YAML.
    pub query: String,
}

impl Texts {
    /// A case as it is printed: `--- model [(strict)] [(untyped)]`, `--- query` and `--- rows`, each followed by
    /// its text. Gives the statements that fill the tables too; `None` if it has another form.
    #[must_use]
    pub fn read(text: &str) -> Option<(Self, String)> {
        let (_, rest) = text.split_once("--- model")?;
        let (first, rest) = rest.split_once('\n')?;
        let (model, rest) = rest.split_once("--- query\n")?;
        let (query, rows) = rest.split_once("--- rows\n")?;
        let texts = Self {
            strict: first.contains("strict"),
            untyped: first.contains("untyped"),
            model: model.to_owned(),
            query: query.to_owned(),
        };
        Some((texts, rows.to_owned()))
    }

    pub(super) fn options(&self) -> Options {
        Options {
            strict: self.strict,
            ..Options::default()
        }
    }
}

/// A generated case as text, with its rows.
#[must_use]
pub fn written(case: &Case) -> (Texts, Data) {
    let texts = Texts {
        strict: case.strict,
        untyped: case.untyped,
        model: case.model_yaml(),
        query: case.query_yaml(),
    };
    let mut data = Data::new();
    for (index, dataset) in case.datasets.iter().enumerate() {
        let table = Table {
            columns: dataset.columns.iter().map(|c| c.name.clone()).collect(),
            rows: dataset.rows.clone(),
        };
        data.insert(DatasetId::from_index(index), table);
    }
    (texts, data)
}

/// The rows of tables in an engine, in the order of the datasets.
///
/// # Errors
/// What the engine reports, and types that the interpreter has not.
pub fn stored(tables: &[String], engine: &mut dyn Engine) -> Result<Data, String> {
    let mut data = Data::new();
    for (index, table) in tables.iter().enumerate() {
        let rows =
            Rows::of(engine, &format!("SELECT * FROM {table}")).map_err(|e| e.to_string())?;
        let table = Table {
            columns: rows.names(),
            rows: compare::values(&rows)?,
        };
        data.insert(DatasetId::from_index(index), table);
    }
    Ok(data)
}

/// What to select each dataset's rows from, in the order of the datasets; `None` if the front end refuses the
/// case.
#[must_use]
pub fn sources(texts: &Texts) -> Option<Vec<String>> {
    let accepted = front(texts, &texts.options()).accepted?;
    let datasets = accepted.model().model.datasets.iter();
    Some(datasets.map(source_of).collect())
}

/// What to select a dataset's rows from, in an engine.
#[must_use]
pub fn source_of(dataset: &Dataset) -> String {
    match &dataset.source {
        Source::Table(parts) => {
            let parts: Vec<String> = parts.iter().map(Ident::spelling).collect();
            parts.join(".")
        }
        Source::Query(text) => format!("({text}) AS rows"),
        Source::File(path) => format!("'{path}'"),
    }
}
