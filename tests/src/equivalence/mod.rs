//! One case on the interpreter and on engines: same rows, or the same code.
//!
//! | file | holds |
//! |---|---|
//! | `texts.rs` | cases as text, rows of tables |
//! | `front.rs` | a case through the front end |
//! | `statements.rs` | plans in every variant of the passes, valid and emitted; compiling twice |
//! | `compare.rs` | when two results are the same: every tolerance |
//! | `engines.rs` | both engines with the tables of a case |
//! | `shapes.rs` | what an accepted case has that others lack |
//! | `campaign.rs` | many generated cases in threads, counted; failures made small |

#![allow(
    clippy::indexing_slicing,
    reason = "positions are those of the case at hand"
)]

mod campaign;
mod compare;
mod engines;
mod front;
mod shapes;
mod statements;
mod texts;

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;

use dosic_diagnostics::Code;
use dosic_ir::SemanticQuery;
use dosic_runtime::interpreter::{Answer, Data, Failure, chrono, interpret};
use dosic_runtime::{Engine, Rows};
use dosic_sql::Dialect;

use front::{Accepted, first_error, front};
use statements::{Planned, Statement};

pub use campaign::{Campaign, TIED, Tally};
pub use compare::{differ, same_rows, values as engine_values};
pub use engines::Engines;
pub use shapes::SHAPES;
pub use texts::{Texts, source_of, sources, stored, written};

/// How a case that agrees came out.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Rows, by a plan with these features.
    Accepted {
        /// Features of the plan as planned, and of the query.
        shapes: BTreeSet<&'static str>,
        /// How many rows.
        rows: usize,
        /// How many engines gave them; without types, one may fail where another does not.
        engines: usize,
    },
    /// No rows, with this code of the plan stage.
    Refused(Code),
    /// The front end refused it: nothing to compare.
    Invalid(Code),
    /// Neither the interpreter nor the engine could compute a value.
    Failed,
    /// The engine reports a fault of its own.
    EngineFault,
    /// An engine gives other rows, as it may: windows order rows that are tied.
    Undetermined,
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
    let front = front(texts, &texts.options());
    let Some(accepted) = &front.accepted else {
        return Err(front.code().name());
    };
    interpreted(data, accepted, &accepted.query.query)
        .map_err(|failure| failure.code().map_or("not implemented", Code::name))
}

/// Checks one case on engines whose tables are filled already:
///
/// - the front end, the planner and emission give the same a second time, and nothing panics;
/// - the plan holds after planning and after each pass, with every variant of the passes;
/// - the SQL of both dialects reads back;
/// - the interpreter refuses with the compiler's code, or each engine gives its rows by each distinct statement.
///
/// # Errors
/// What disagrees, as text.
pub fn check(texts: &Texts, data: &Data, targets: &mut [Target<'_>]) -> Result<Outcome, String> {
    let checked = catch_unwind(AssertUnwindSafe(|| agreed(texts, data, targets)));
    checked.unwrap_or_else(|panic| Err(format!("a panic: {}", said(&*panic))))
}

/// The message of a panic.
fn said(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or(panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a message")
}

fn agreed(texts: &Texts, data: &Data, targets: &mut [Target<'_>]) -> Result<Outcome, String> {
    let options = texts.options();
    let front = front(texts, &options);
    let Some(accepted) = &front.accepted else {
        statements::again(texts, &front, None)?;
        return Ok(Outcome::Invalid(front.code()));
    };
    let planned = statements::plan(accepted, &options)?;
    statements::again(texts, &front, Some(&planned))?;
    let query = &accepted.query.query;
    let whole = SemanticQuery {
        limit: None,
        ..query.clone()
    };
    let answer = interpreted(data, accepted, &whole);
    if let Err(Failure::Unimplemented(what)) = answer {
        return Ok(Outcome::Unknown(what));
    }
    let planned = match planned {
        Ok(planned) => planned,
        Err(report) => {
            let refusal = first_error(&report);
            let code = refusal.map(|d| d.code);
            return match &answer {
                Err(Failure::Refused(all)) if all.first().map(|d| d.code) == code => {
                    Ok(Outcome::Refused(code.unwrap_or(Code::Runtime)))
                }
                other => Err(format!(
                    "the compiler refuses with {:?}, {}; the interpreter gives {}",
                    code.map(Code::name),
                    refusal.map_or("", |d| &d.message),
                    shown(other)
                )),
            };
        }
    };
    if let Err(Failure::Refused(all)) = &answer {
        let all: Vec<_> = all.iter().map(|d| (d.code.name(), &d.message)).collect();
        return Err(format!(
            "the compiler accepts, the interpreter refuses: {all:?}"
        ));
    }
    let outputs = planned.first.outputs.iter().map(|o| &o.name);
    if let Ok(answer) = &answer
        && !outputs.eq(&answer.names)
    {
        return Err(format!("the columns are not {:?}", answer.names));
    }
    let mut engines = 0;
    let mut fault = false;
    let mut determined = true;
    for target in targets {
        match on_engine(texts, &planned, target, query, &answer)? {
            Run::Same => engines += 1,
            Run::Failed => {}
            Run::EngineFault => fault = true,
            Run::Undetermined => determined = false,
        }
    }
    Ok(match answer {
        _ if fault => Outcome::EngineFault,
        _ if !determined => Outcome::Undetermined,
        Ok(answer) if engines > 0 => Outcome::Accepted {
            shapes: shapes::shapes(
                &shapes::Seen {
                    texts,
                    data,
                    model: &accepted.model().model,
                    query,
                    plan: &planned.first,
                },
                answer.rows.len(),
            ),
            rows: answer.rows.len(),
            engines,
        },
        _ => Outcome::Failed,
    })
}

fn interpreted(data: &Data, accepted: &Accepted, query: &SemanticQuery) -> Result<Answer, Failure> {
    // No generated query asks for the time; where a test does, any of this century will do.
    let now = chrono::NaiveDateTime::from_str("2026-02-28T12:34:56").unwrap_or_default();
    interpret(&accepted.model().model, query, data, now)
}

/// What became of a case on one engine.
enum Run {
    Same,
    /// The interpreter and the engine fail alike, or values without types are used as what they are not.
    Failed,
    EngineFault,
    /// Other rows, where the interpreter itself has several answers.
    Undetermined,
}

/// Runs each distinct statement of a case on one engine.
fn on_engine(
    texts: &Texts,
    planned: &Planned,
    target: &mut Target<'_>,
    query: &SemanticQuery,
    answer: &Result<Answer, Failure>,
) -> Result<Run, String> {
    for statement in planned.in_dialect(target.dialect.name())? {
        let failed = |why: String| {
            let (engine, variant) = (target.dialect.name(), &statement.variant);
            format!("{why}\n--- {engine}, {variant}\n{}", statement.text)
        };
        match run(texts, statement, target.engine, query, answer).map_err(failed)? {
            Run::Same => {}
            other => return Ok(other),
        }
    }
    Ok(Run::Same)
}

/// Runs a statement and compares.
fn run(
    texts: &Texts,
    statement: &Statement,
    engine: &mut dyn Engine,
    query: &SemanticQuery,
    answer: &Result<Answer, Failure>,
) -> Result<Run, String> {
    match (Rows::of(engine, &statement.text), answer) {
        (Err(error), _) if error.to_string().contains("INTERNAL Error") => Ok(Run::EngineFault),
        (Err(_), Err(_)) => Ok(Run::Failed),
        (Err(_), _) | (_, Err(_)) if texts.untyped => Ok(Run::Failed),
        (Err(error), Ok(_)) => Err(format!(
            "the engine fails with {error}\n--- interpreter\n{}",
            shown(answer)
        )),
        (Ok(rows), Err(failure)) => Err(format!(
            "the interpreter fails with {failure:?}\n--- engine\n{}",
            compare::lines(&compare::values(&rows)?).join("\n")
        )),
        (Ok(rows), Ok(whole)) => {
            if rows.names() != statement.columns {
                return Err(format!(
                    "columns {:?}, not {:?}",
                    rows.names(),
                    statement.columns
                ));
            }
            let theirs = compare::values(&rows)?;
            match differ(whole, query.limit, &theirs, texts.untyped) {
                None => Ok(Run::Same),
                Some(_) if !whole.determined => Ok(Run::Undetermined),
                Some(why) => Err(format!(
                    "{why}\n--- interpreter, without limit\n{}\n--- engine\n{}",
                    shown(answer),
                    compare::lines(&theirs).join("\n")
                )),
            }
        }
    }
}

fn shown(answer: &Result<Answer, Failure>) -> String {
    match answer {
        Ok(answer) => compare::lines(&answer.rows).join("\n"),
        Err(failure) => format!("{failure:?}"),
    }
}
