//! One case on the interpreter and on an engine: same rows, or the same code.

#![allow(
    clippy::indexing_slicing,
    reason = "positions are those of the case at hand"
)]

mod compare;
mod shapes;

use std::collections::BTreeSet;
use std::str::FromStr;

use dosic_compiler::{
    LoadedModels, Options, QueryRequest, compile_query, load, pass_names, read_node,
};
use dosic_diagnostics::{Code, Diagnostic, Diagnostics, Severity, SourceMap};
use dosic_generate::Case;
use dosic_ir::{Dataset, DatasetId, Ident, LogicalPlan, SemanticQuery, Source, TypedId};
use dosic_query::{QueryOptions, ResolvedQuery, resolve_query};
use dosic_resolve::ResolvedModel;
use dosic_runtime::interpreter::{Answer, Data, Failure, Table, chrono, interpret};
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;

pub use compare::differ;
pub use shapes::SHAPES;

/// How a case that agrees came out.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Rows, by a plan with these features.
    Accepted {
        /// Features of the plan as planned, and of the query.
        shapes: BTreeSet<&'static str>,
        /// How many rows.
        rows: usize,
    },
    /// No rows, with this code of the plan stage.
    Refused(Code),
    /// The front end refused it: nothing to compare.
    Invalid(Code),
    /// Neither the interpreter nor the engine could compute a value.
    Failed,
    /// The engine reports a fault of its own.
    EngineFault,
    /// The interpreter lacks something.
    Unknown(String),
}

/// A connection to tables that are filled, with the dialect it understands.
pub struct Target<'e> {
    /// The connection.
    pub engine: &'e mut dyn Engine,
    /// Its dialect.
    pub dialect: &'static dyn Dialect,
}

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
    /// A case as it is printed: `--- model [(strict)]`, `--- query` and `--- rows`, each followed by its
    /// text. Gives the statements that fill the tables too; `None` if it has another form.
    #[must_use]
    pub fn read(text: &str) -> Option<(Self, String)> {
        let (_, rest) = text.split_once("--- model")?;
        let (first, rest) = rest.split_once('\n')?;
        let (model, rest) = rest.split_once("--- query\n")?;
        let (query, rows) = rest.split_once("--- rows\n")?;
        let texts = Self {
            strict: first.contains("strict"),
            untyped: false,
            model: model.to_owned(),
            query: query.to_owned(),
        };
        Some((texts, rows.to_owned()))
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
    let options = Options {
        strict: texts.strict,
        ..Options::default()
    };
    let prepared = prepare(texts, &options).ok()?;
    let datasets = prepared.model().model.datasets.iter();
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

/// A case through the front end: what both sides start from.
struct Prepared {
    loaded: LoadedModels,
    query: ResolvedQuery,
}

impl Prepared {
    fn model(&self) -> &ResolvedModel {
        self.query.model(&self.loaded.models[0].resolved)
    }
}

/// The first error of diagnostics that hold one.
fn first_error(sink: Diagnostics) -> Option<Diagnostic> {
    let mut sorted = sink.into_sorted().into_iter();
    sorted.find(|d| d.severity == Severity::Error)
}

fn prepare(texts: &Texts, options: &Options) -> Result<Prepared, Code> {
    let mut sources = SourceMap::default();
    let file = sources.add("model.yaml", texts.model.clone());
    let (loaded, mut sink) = load(&sources, &[file], options);
    for model in &loaded.models {
        sink.extend(model.diagnostics.clone());
    }
    let file = sources.add("query.yaml", texts.query.clone());
    let (nodes, found) = read_node(file, &texts.query);
    sink.extend(found);
    let mut query = None;
    if !sink.has_errors()
        && let (Some(node), Some(model)) = (nodes.first(), loaded.models.first())
    {
        let (request, found) = QueryRequest::from_node(node);
        sink.extend(found);
        let options = QueryOptions {
            strict: options.strict,
        };
        let (resolved, found) = resolve_query(&model.resolved, &request, &options);
        sink.extend(found);
        query = resolved;
    }
    match (first_error(sink), query) {
        (None, Some(query)) => Ok(Prepared { loaded, query }),
        (Some(diagnostic), _) => Err(diagnostic.code),
        // An empty text is no query; only shrinking makes one.
        (None, None) => Err(Code::InvalidQuery),
    }
}

/// The rows that the interpreter gives, as text: a line a row, sorted.
///
/// # Errors
/// The name of the code.
pub fn interpreted_rows(texts: &Texts, data: &Data) -> Result<String, &'static str> {
    interpreted_answer(texts, data).map(|answer| compare::show(&answer.rows))
}

/// The rows that the interpreter gives.
///
/// # Errors
/// The name of the code.
pub fn interpreted_answer(texts: &Texts, data: &Data) -> Result<Answer, &'static str> {
    let options = Options {
        strict: texts.strict,
        ..Options::default()
    };
    let prepared = prepare(texts, &options).map_err(Code::name)?;
    interpreted(data, &prepared)
        .map_err(|failure| failure.code().map_or("not implemented", Code::name))
}

/// Checks one case; the tables are filled already.
///
/// # Errors
/// What disagrees, as text.
pub fn check(texts: &Texts, data: &Data, target: &mut Target<'_>) -> Result<Outcome, String> {
    let options = Options {
        strict: texts.strict,
        ..Options::default()
    };
    let prepared = match prepare(texts, &options) {
        Ok(prepared) => prepared,
        Err(code) => return Ok(Outcome::Invalid(code)),
    };
    let answer = interpreted(data, &prepared);
    let (plan, first) = planned(&prepared, &options);
    let code = first.as_ref().map(|d| d.code);
    let said = first.map_or(String::new(), |d| d.message);
    match (plan, answer) {
        (_, Err(Failure::Unimplemented(what))) => Ok(Outcome::Unknown(what)),
        (None, Err(Failure::Refused(all))) => {
            let ours = all.first().map(|d| d.code);
            if ours == code {
                Ok(Outcome::Refused(code.unwrap_or(Code::Runtime)))
            } else {
                Err(format!(
                    "the compiler refuses with {:?}, {said}; the interpreter with {:?}",
                    code.map(Code::name),
                    ours.map(Code::name)
                ))
            }
        }
        (None, other) => Err(format!(
            "the compiler refuses with {:?}, {said}; the interpreter gives {}",
            code.map(Code::name),
            shown(&other)
        )),
        (Some(_), Err(Failure::Refused(all))) => Err(format!(
            "the compiler accepts, the interpreter refuses: {:?}",
            all.iter()
                .map(|d| (d.code.name(), &d.message))
                .collect::<Vec<_>>()
        )),
        (Some((first, plan)), answer) => {
            let shapes = shapes::shapes(&shapes::Seen {
                texts,
                data,
                model: &prepared.model().model,
                query: &prepared.query.query,
                plan: &first,
            });
            let query = &prepared.query.query;
            let answer = match run(texts, &plan, target, query, answer)? {
                Run::Same(answer) => answer,
                Run::Failed => return Ok(Outcome::Failed),
                Run::EngineFault => return Ok(Outcome::EngineFault),
            };
            let disabled = pass_names().map(str::to_owned).collect();
            let bare = Options {
                disabled_passes: disabled,
                ..options
            };
            if let (Some((_, unoptimised)), _) = planned(&prepared, &bare) {
                run(texts, &unoptimised, target, query, Ok(answer.clone()))
                    .map_err(|e| format!("without passes: {e}"))?;
            }
            let rows = answer.rows.len();
            Ok(Outcome::Accepted { shapes, rows })
        }
    }
}

fn interpreted(data: &Data, prepared: &Prepared) -> Result<Answer, Failure> {
    // No generated query asks for the time; where a test does, any of this century will do.
    let now = chrono::NaiveDateTime::from_str("2026-02-28T12:34:56").unwrap_or_default();
    interpret(&prepared.model().model, &prepared.query.query, data, now)
}

/// The plan as planned and after its passes, or the error.
fn planned(
    prepared: &Prepared,
    options: &Options,
) -> (Option<(LogicalPlan, LogicalPlan)>, Option<Diagnostic>) {
    let model = prepared.model();
    let mut first = None;
    let (compiled, sink) = compile_query(
        &model.model,
        &model.graph,
        &prepared.query.query,
        options,
        &mut |_, plan| {
            first.get_or_insert_with(|| plan.clone());
        },
    );
    let plans = first.zip(compiled.map(|c| c.plan));
    (plans, first_error(sink))
}

/// How running a plan came out.
enum Run {
    Same(Answer),
    /// Both sides fail on the data; or either does over columns of unknown type, which nothing keeps from
    /// being used as what they are not.
    Failed,
    EngineFault,
}

/// Runs a plan and compares.
fn run(
    texts: &Texts,
    plan: &LogicalPlan,
    target: &mut Target<'_>,
    query: &SemanticQuery,
    answer: Result<Answer, Failure>,
) -> Result<Run, String> {
    let sql = dosic_sql::emit(plan, target.dialect)
        .map_err(|sink| format!("it cannot be emitted: {:?}", first_error(sink)))?;
    match (Rows::of(target.engine, &sql.text), answer) {
        (Err(error), _) if error.to_string().contains("INTERNAL Error") => Ok(Run::EngineFault),
        (Err(_), Err(_)) => Ok(Run::Failed),
        (Err(_), _) | (_, Err(_)) if texts.untyped => Ok(Run::Failed),
        (Err(error), Ok(answer)) => Err(format!(
            "the engine fails with {error}\n--- SQL\n{}\n--- interpreter\n{}",
            sql.text,
            shown(&Ok(answer))
        )),
        (Ok(rows), Err(failure)) => Err(format!(
            "the interpreter fails with {failure:?}\n--- SQL\n{}\n--- engine\n{}",
            sql.text,
            compare::show(&compare::values(&rows)?)
        )),
        (Ok(rows), Ok(answer)) => {
            let theirs = compare::values(&rows)?;
            match differ(query, &answer.rows, &theirs, texts.untyped) {
                None => Ok(Run::Same(answer)),
                Some(why) => Err(format!(
                    "{why}\n--- SQL\n{}\n--- interpreter\n{}\n--- engine\n{}",
                    sql.text,
                    compare::show(&answer.rows),
                    compare::show(&theirs)
                )),
            }
        }
    }
}

fn shown(answer: &Result<Answer, Failure>) -> String {
    match answer {
        Ok(answer) => compare::show(&answer.rows),
        Err(failure) => format!("{failure:?}"),
    }
}
