//! A `DuckDB` with the rows of a case, and what it answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use dosic_compiler::Options;
use dosic_generate::Case;
use dosic_runtime::Rows as EngineRows;
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_runtime::interpreter::Value;

use super::bag::{self, Rows};
use super::{Holds, Stop, Verdict};
use crate::equivalence::engine_values;
use crate::pipeline::{Failure, Model, emit};

/// Tables of more rows are loaded from a file.
const MOST_LITERALS: usize = 100;

/// What is asked: the texts of a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Question {
    /// The model, a text a file.
    pub(super) files: Vec<String>,
    /// The query, YAML.
    pub(super) query: String,
    /// The Foundation to the letter.
    pub(super) strict: bool,
    /// Without any pass of the optimiser.
    pub(super) unoptimised: bool,
}

impl From<&Case> for Question {
    fn from(case: &Case) -> Self {
        Self {
            files: vec![case.model_yaml()],
            query: case.query_yaml(),
            strict: case.strict,
            unoptimised: false,
        }
    }
}

/// What came of a question.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) sql: String,
    pub(super) rows: Rows,
}

impl Answer {
    /// The one value of an answer that must be one.
    pub(super) fn value(&self) -> Result<&Value, Stop> {
        match self.rows.as_slice() {
            [row] if row.len() == 1 => row.first().ok_or(Stop::Inapplicable("no value")),
            rows => Err(Stop::broken(format!("{} rows instead of one", rows.len()))),
        }
    }
}

/// The files of a model, whether by the letter, and whether without passes.
type Reading = (Vec<String>, bool, bool);

/// An engine with the rows of one case, and the answers so far.
pub struct Bench {
    engine: DuckDb,
    folder: tempfile::TempDir,
    model: Option<(Reading, Model)>,
    answers: BTreeMap<Question, Result<Answer, Stop>>,
    /// How many statements ran.
    pub statements: usize,
}

impl Bench {
    /// An engine without tables.
    ///
    /// # Errors
    /// If it cannot start.
    pub fn open() -> Result<Self, String> {
        let options = DuckDbOptions {
            threads: Some(1),
            ..DuckDbOptions::default()
        };
        Ok(Self {
            engine: DuckDb::open(&options).map_err(|e| e.to_string())?,
            folder: tempfile::tempdir().map_err(|e| e.to_string())?,
            model: None,
            answers: BTreeMap::new(),
            statements: 0,
        })
    }

    /// Fills the tables of a case, and forgets all answers.
    ///
    /// # Errors
    /// What the engine reports.
    pub fn load(&mut self, case: &Case) -> Result<(), String> {
        self.forget();
        if case.datasets.iter().all(|d| d.rows.len() <= MOST_LITERALS) {
            let filled = self.engine.execute(&case.tables_sql());
            return filled.map_err(|e| e.to_string());
        }
        let created = self.engine.execute(&without_rows(case).tables_sql());
        created.map_err(|e| e.to_string())?;
        for dataset in &case.datasets {
            let path = self.folder.path().join(&dataset.table);
            std::fs::write(&path, csv(&dataset.rows)).map_err(|e| e.to_string())?;
            let statement = format!(
                "COPY {} FROM '{}' (FORMAT csv, HEADER false, DELIMITER ',', QUOTE '\"', ESCAPE '\"', \
                 NULLSTR '\\N', ALLOW_QUOTED_NULLS false, AUTO_DETECT false)",
                dataset.table,
                path.display()
            );
            let filled = self.engine.execute(&statement);
            filled.map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// Forgets all answers; the tables stay.
    pub fn forget(&mut self) {
        self.answers.clear();
        self.model = None;
    }

    /// Compiles and runs a case. A refusal stops the law.
    pub(super) fn ask(&mut self, case: &Case) -> Result<Answer, Stop> {
        self.answer(&case.into())
    }

    /// Compiles and runs texts. A refusal stops the law.
    pub(super) fn answer(&mut self, question: &Question) -> Result<Answer, Stop> {
        if let Some(known) = self.answers.get(question) {
            return known.clone();
        }
        let answer = self.compute(question);
        self.answers.insert(question.clone(), answer.clone());
        answer
    }

    fn compute(&mut self, question: &Question) -> Result<Answer, Stop> {
        let sql = self.compile(question)?;
        let rows = self.run(&sql)?;
        Ok(Answer { sql, rows })
    }

    /// The SQL of a question, without running it.
    pub(super) fn compile(&mut self, question: &Question) -> Result<String, Stop> {
        let refused = |f: Failure| Stop::Refused(f.code, f.message);
        let which = (
            question.files.clone(),
            question.strict,
            question.unoptimised,
        );
        let model = match &mut self.model {
            Some((read, model)) if *read == which => model,
            other => {
                let files: Vec<&str> = question.files.iter().map(String::as_str).collect();
                let disabled: BTreeSet<String> = if question.unoptimised {
                    dosic_compiler::pass_names().map(str::to_owned).collect()
                } else {
                    BTreeSet::new()
                };
                let options = Options {
                    strict: question.strict,
                    disabled_passes: disabled,
                    ..Options::default()
                };
                let model = Model::read_all(&files, options);
                &mut other.insert((which, model)).1
            }
        };
        let compiled = model.plan(&question.query).map_err(refused)?;
        emit(&compiled, &dosic_duckdb::DuckDb).map_err(refused)
    }

    /// Runs SQL.
    pub(super) fn run(&mut self, sql: &str) -> Result<Rows, Stop> {
        self.statements += 1;
        match EngineRows::of(&mut self.engine, sql) {
            Ok(rows) => engine_values(&rows).map_err(Stop::Broken),
            Err(e) => {
                let error = e.to_string();
                let first = error.split("Stack Trace").next().unwrap_or_default();
                Err(Stop::Failed(first.trim().to_owned(), sql.to_owned()))
            }
        }
    }

    /// The answer to what a law made of a case that is accepted: a refusal breaks the law unless it is `legal`.
    pub(super) fn ask_changed(&mut self, case: &Case, legal: &[&str]) -> Result<Answer, Stop> {
        self.answer_changed(&case.into(), legal)
    }

    /// As [`Self::ask_changed`], of texts.
    pub(super) fn answer_changed(
        &mut self,
        question: &Question,
        legal: &[&str],
    ) -> Result<Answer, Stop> {
        match self.answer(question) {
            Err(Stop::Refused(code, message)) if !legal.contains(&code.as_str()) => {
                Err(Stop::Broken(format!(
                    "what the law says is equal is refused with {code}, {message}{}",
                    shown(question, "")
                )))
            }
            // Another text of the same meaning may run into a fault of the engine itself.
            Err(Stop::Failed(error, sql)) if !error.contains("INTERNAL Error") => {
                Err(Stop::Broken(format!(
                    "what the law says is equal fails with {error}{}",
                    shown(question, &sql)
                )))
            }
            other => other,
        }
    }

    /// Both give the same rows, or the same code.
    pub(super) fn same(&mut self, base: &Question, changed: &Question) -> Verdict {
        self.same_or(base, changed, &[])
    }

    /// Both give the same rows, or the same code; or the changed one a code that is `legal`.
    pub(super) fn same_or(
        &mut self,
        base: &Question,
        changed: &Question,
        legal: &[&str],
    ) -> Verdict {
        match (self.answer(base), self.answer(changed)) {
            (Ok(ours), Ok(_)) => {
                let theirs = self.answer_changed(changed, legal)?;
                match bag::differ(&ours.rows, &theirs.rows) {
                    None => Ok(Holds::Rows(ours.rows.len())),
                    Some(why) => Err(Stop::Broken(format!(
                        "{why}\n--- SQL\n{}{}",
                        ours.sql,
                        shown(changed, &theirs.sql)
                    ))),
                }
            }
            (Ok(_), Err(_)) => Err(match self.answer_changed(changed, legal) {
                Ok(_) => Stop::Inapplicable("answers twice"),
                Err(stop) => stop,
            }),
            (Err(Stop::Refused(ours, _)), Err(Stop::Refused(theirs, _)))
                if same_code(&ours, &theirs) || legal.contains(&theirs.as_str()) =>
            {
                Ok(Holds::SameCode(ours))
            }
            (Err(Stop::Refused(ours, _)), Err(Stop::Refused(theirs, message))) => {
                Err(Stop::Broken(format!(
                    "refused with {ours}, and changed with {theirs}, {message}{}",
                    shown(changed, "")
                )))
            }
            (Err(Stop::Refused(code, message)), Ok(answer)) => Err(Stop::Broken(format!(
                "refused with {code}, {message}; accepted when changed{}",
                shown(changed, &answer.sql)
            ))),
            (Err(stop), _) => Err(stop),
        }
    }

    /// As [`Self::same`], and the SQL is the same to the byte.
    pub(super) fn same_sql(&mut self, base: &Question, changed: &Question) -> Verdict {
        self.same_sql_or(base, changed, &[])
    }

    /// As [`Self::same_sql`]; the changed one may also give a code that is `legal`.
    pub(super) fn same_sql_or(
        &mut self,
        base: &Question,
        changed: &Question,
        legal: &[&str],
    ) -> Verdict {
        let code = |found: &Result<String, Stop>| match found {
            Err(Stop::Refused(code, _)) => Some(code.clone()),
            _ => None,
        };
        let ours = self.compile(base);
        let theirs = self.compile(changed);
        match (code(&ours), code(&theirs)) {
            (Some(ours), Some(theirs))
                if same_code(&ours, &theirs) || legal.contains(&theirs.as_str()) =>
            {
                Ok(Holds::SameCode(ours))
            }
            (None, Some(theirs)) if legal.contains(&theirs.as_str()) => theirs_refused(theirs),
            (None, None) if ours == theirs => Ok(Holds::SameSql),
            _ => Err(Stop::Broken(format!(
                "not the same SQL:\n{}\n--- and\n{}{}",
                said(&ours),
                said(&theirs),
                shown(changed, "")
            ))),
        }
    }
}

/// Of several paths at fault in one query, the one that is written first gives the code; a metric is written in
/// another file than the query, so that the same query in other words may have another one first.
fn same_code(ours: &str, theirs: &str) -> bool {
    const OF_PATHS: [&str; 3] = ["E_AMBIGUOUS_PATH", "E_NO_PATH", "E3012_MN_NO_SAFE_REWRITE"];
    ours == theirs || (OF_PATHS.contains(&ours) && OF_PATHS.contains(&theirs))
}

fn theirs_refused(code: String) -> Verdict {
    Err(Stop::Refused(code, String::new()))
}

fn said(sql: &Result<String, Stop>) -> String {
    match sql {
        Ok(sql) => sql.clone(),
        Err(stop) => format!("{stop:?}"),
    }
}

/// A changed question as text.
pub(super) fn shown(question: &Question, sql: &str) -> String {
    let mut out = String::new();
    for file in &question.files {
        let _ = write!(out, "\n--- changed model\n{file}");
    }
    let _ = write!(out, "\n--- changed query\n{}", question.query);
    if !sql.is_empty() {
        let _ = write!(out, "--- changed SQL\n{sql}");
    }
    out
}

/// A case without its rows, which are in the engine.
pub(super) fn without_rows(case: &Case) -> Case {
    let mut datasets = Vec::new();
    for dataset in &case.datasets {
        datasets.push(dosic_generate::case::Dataset {
            name: dataset.name.clone(),
            bare: dataset.bare,
            table: dataset.table.clone(),
            through_query: dataset.through_query,
            through_file: dataset.through_file,
            columns: dataset.columns.clone(),
            keys: dataset.keys.clone(),
            fields: dataset.fields.clone(),
            rows: Vec::new(),
        });
    }
    Case {
        strict: case.strict,
        untyped: case.untyped,
        datasets,
        relationships: case.relationships.clone(),
        metrics: case.metrics.clone(),
        query: case.query.clone(),
    }
}

fn csv(rows: &[Vec<Value>]) -> String {
    let mut out = String::new();
    for row in rows {
        for (at, value) in row.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            let _ = match value {
                Value::Null => write!(out, "\\N"),
                Value::String(s) => write!(out, "\"{}\"", s.replace('"', "\"\"")),
                Value::Float(f) => write!(out, "{f:?}"),
                other => write!(out, "{}", other.text()),
            };
        }
        out.push('\n');
    }
    out
}
