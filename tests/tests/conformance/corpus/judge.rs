//! Whether a case comes out as expected: on an engine, and on the reference interpreter.

use std::collections::BTreeSet;
use std::str::FromStr;

use dosic_compiler::{Compiled, compile_query, pass_names};
use dosic_diagnostics::{Code, Diagnostics};
use dosic_resolve::ResolvedModel;
use dosic_runtime::interpreter::{Failure, Value as Interpreted, chrono, interpret};
use dosic_runtime::{Engine, KeyCheck, Rows, verify_keys};
use dosic_sql::Dialect;
use dosic_tests::equivalence::{source_of, stored};
use dosic_tests::read_back::read_back;
use dosic_tests::values::{Value, values};

use super::case::{Case, Expected};
use super::front::{Front, Refusal, options};
use crate::expected::Outcome;

/// The codes that came up.
pub(crate) type Seen = BTreeSet<Code>;

/// Compiles a case in every mode it has, with all passes and with none, twice, and runs it; compares the statement
/// that was written by hand with what is expected.
pub(crate) fn on_engine(
    case: &Case,
    dialect: &dyn Dialect,
    engine: &mut dyn Engine,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut expected = case
        .strict
        .iter()
        .map(|s| case.expected_on(*s, dialect.name()));
    if let Some(expected) = expected.find(|e| matches!(e.outcome, Outcome::Rows { .. }))
        && case.query.is_some()
    {
        let gold = case.gold(dialect.name())?;
        let rows = Rows::of(engine, &gold).map_err(|e| format!("gold: {e}"))?;
        let found = expected.outcome.check_gold(values(&rows), &rows.names());
        found.map_err(|why| format!("gold: {why}"))?;
    }
    for strict in &case.strict {
        let expected = case.expected_on(*strict, dialect.name());
        let outcome = in_mode(case, *strict, dialect, expected, engine, seen);
        outcome.map_err(|why| format!("{}: {why}", mode(*strict)))?;
    }
    Ok(())
}

fn mode(strict: bool) -> &'static str {
    if strict { "strict" } else { "loose" }
}

fn in_mode(
    case: &Case,
    strict: bool,
    dialect: &dyn Dialect,
    expected: &Expected,
    engine: &mut dyn Engine,
    seen: &mut Seen,
) -> Result<(), String> {
    let every_pass = Translation::of(case, strict, BTreeSet::new(), dialect, seen);
    let again = Translation::of(case, strict, BTreeSet::new(), dialect, seen);
    let no_pass = pass_names().map(str::to_owned).collect();
    let bare = Translation::of(case, strict, no_pass, dialect, seen);
    if every_pass.text() != again.text() {
        return Err("compiled again, it gives something else".to_owned());
    }
    every_pass.judge(case, dialect, expected, engine, seen)?;
    bare.judge(case, dialect, expected, engine, seen)
        .map_err(|why| format!("without passes: {why}"))
}

/// What the compiler makes of a case.
enum Translation {
    Refused(Refusal),
    /// A model without a query.
    Read,
    Sql {
        text: String,
        keys: Vec<KeyCheck>,
    },
}

impl Translation {
    fn of(
        case: &Case,
        strict: bool,
        disabled_passes: BTreeSet<String>,
        dialect: &dyn Dialect,
        seen: &mut Seen,
    ) -> Self {
        let options = options(case, strict, disabled_passes);
        let front = Front::of(case, &options);
        let mut found = front.found.clone();
        let mut translated = None;
        if let Some((model, query)) = front.chosen() {
            let (compiled, planning) = compile_query(
                &model.model,
                &model.graph,
                &query.query,
                &options,
                &mut |_, _| {},
            );
            found.extend(planning);
            translated = compiled.and_then(|c| emit(&c, model, dialect, &mut found));
        }
        seen.extend(found.iter().map(|d| d.code));
        match (front.refusal(&found), translated) {
            (Some(refusal), _) => Self::Refused(refusal),
            (None, Some((text, keys))) => Self::Sql { text, keys },
            (None, None) => Self::Read,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Refused(refusal) => &refusal.said,
            Self::Read => "",
            Self::Sql { text, .. } => text,
        }
    }

    fn judge(
        &self,
        case: &Case,
        dialect: &dyn Dialect,
        expected: &Expected,
        engine: &mut dyn Engine,
        seen: &mut Seen,
    ) -> Result<(), String> {
        match (self, &expected.outcome) {
            (Self::Refused(refusal), Outcome::Error(code)) => same_refusal(refusal, code, expected),
            (Self::Refused(refusal), _) => Err(format!("refused: {}", refusal.said)),
            (Self::Read, Outcome::Rows { rows, .. }) if rows.is_empty() => Ok(()),
            (Self::Read, _) => Err("it has no query".to_owned()),
            (Self::Sql { text, keys }, outcome) => {
                if !has_query_source(case) {
                    read_back(text, dialect.name())?;
                }
                let broken = verify_keys(engine, keys).map_err(|e| e.to_string())?;
                seen.extend(broken.iter().map(|d| d.code));
                if let Some(broken) = broken.first() {
                    let refusal = Refusal {
                        code: broken.code.name(),
                        said: broken.message.clone(),
                        like_it: Vec::new(),
                    };
                    return match outcome {
                        Outcome::Error(code) => same_refusal(&refusal, code, expected),
                        _ => Err(refusal.said),
                    };
                }
                run(text, expected, engine, seen)
            }
        }
    }
}

/// The statement, and those that look for violations of assumed keys.
fn emit(
    compiled: &Compiled,
    model: &ResolvedModel,
    dialect: &dyn Dialect,
    found: &mut Diagnostics,
) -> Option<(String, Vec<KeyCheck>)> {
    let sql = match dosic_sql::emit(&compiled.plan, dialect) {
        Ok(sql) => sql,
        Err(faults) => {
            found.extend(faults);
            return None;
        }
    };
    found.extend(sql.warnings);
    let mut keys = Vec::new();
    for check in &compiled.key_checks {
        let relationship = model.model.relationships.get(check.relationship)?;
        match dosic_sql::emit(&check.plan, dialect) {
            Ok(sql) => keys.push(KeyCheck {
                relationship: relationship.name.display().to_owned(),
                dataset: model.model.dataset_name(relationship.to).to_owned(),
                columns: Vec::new(),
                sql: sql.text,
                span: None,
            }),
            Err(faults) => found.extend(faults),
        }
    }
    Some((sql.text, keys))
}

fn run(
    text: &str,
    expected: &Expected,
    engine: &mut dyn Engine,
    seen: &mut Seen,
) -> Result<(), String> {
    match (&expected.outcome, Rows::of(engine, text)) {
        (Outcome::Error(code), Err(_)) if code == Code::Runtime.name() => {
            seen.insert(Code::Runtime);
            Ok(())
        }
        (Outcome::Error(code), _) => Err(format!("SQL, not {code}\n{text}")),
        (_, Err(error)) => Err(format!("{error}\n{text}")),
        (outcome, Ok(rows)) => {
            same_names(expected, &rows.names())?;
            let found = outcome.check_values(values(&rows), &rows.names());
            found.map_err(|why| format!("{why}\n{text}"))
        }
    }
}

/// Answers a case by definition, over the rows that its sources have in an engine.
pub(crate) fn on_interpreter(case: &Case, engine: &mut dyn Engine) -> Result<(), String> {
    for strict in &case.strict {
        let outcome = interpreted(case, *strict, engine);
        outcome.map_err(|why| format!("{}: {why}", mode(*strict)))?;
    }
    Ok(())
}

fn interpreted(case: &Case, strict: bool, engine: &mut dyn Engine) -> Result<(), String> {
    let front = Front::of(case, &options(case, strict, BTreeSet::new()));
    let expected = case.expected_in(strict);
    let outcome = &expected.outcome;
    if let Some(refusal) = front.refusal(&front.found) {
        return match outcome {
            Outcome::Error(code) => same_refusal(&refusal, code, expected),
            _ => Err(format!("refused: {}", refusal.said)),
        };
    }
    let Some((model, query)) = front.chosen() else {
        return match outcome {
            Outcome::Error(code) => Err(format!("nothing refuses it, and {code} is expected")),
            _ => Ok(()),
        };
    };
    let sources: Vec<String> = model.model.datasets.iter().map(source_of).collect();
    let data = stored(&sources, engine)?;
    // A moment that no case asks for.
    let now = chrono::NaiveDateTime::from_str("2026-02-28T12:34:56").unwrap_or_default();
    match (interpret(&model.model, &query.query, &data, now), outcome) {
        (Ok(answer), Outcome::Rows { .. }) => {
            same_names(expected, &answer.names)?;
            let rows = answer.rows.iter();
            let rows = rows.map(|row| row.iter().map(value).collect()).collect();
            outcome.check_values(rows, &answer.names)
        }
        (Ok(_), _) => Err("rows were not expected".to_owned()),
        (Err(Failure::Unimplemented(what)), _) => Err(format!("not implemented: {what}")),
        (Err(failure), Outcome::Error(code)) => match failure.code() {
            Some(found) if found.name() == *code => Ok(()),
            found => Err(format!("{:?}, not {code}", found.map(Code::name))),
        },
        (Err(failure), _) => Err(format!("{failure:?}")),
    }
}

fn value(value: &Interpreted) -> Value {
    match value {
        Interpreted::Null => Value::Null,
        Interpreted::Boolean(value) => Value::Boolean(*value),
        Interpreted::Integer(_) | Interpreted::Decimal(_) | Interpreted::Float(_) => {
            Value::Number(value.as_f64().unwrap_or(f64::NAN))
        }
        other => Value::Text(other.text()),
    }
}

fn same_names(expected: &Expected, names: &[String]) -> Result<(), String> {
    if expected.columns == names {
        Ok(())
    } else {
        Err(format!("columns {names:?}, not {:?}", expected.columns))
    }
}

fn same_refusal(found: &Refusal, code: &str, expected: &Expected) -> Result<(), String> {
    if found.code != code {
        return Err(format!("{}, not {code}", found.said));
    }
    let holds = |said: &str, word: &str| said.to_lowercase().contains(&word.to_lowercase());
    if let Some(word) = expected.says.iter().find(|word| !holds(&found.said, word)) {
        return Err(format!("it does not say `{word}`: {}", found.said));
    }
    let mut each = expected.every.iter();
    let missing = each.find(|word| !found.like_it.iter().any(|said| holds(said, word)));
    missing.map_or(Ok(()), |word| Err(format!("no {code} says `{word}`")))
}

/// The text of a query source is the engine's own, which no other parser need know.
fn has_query_source(case: &Case) -> bool {
    let query = |text: &str| {
        let text = text.to_lowercase();
        ["source: select", "source: with", "source: >", "source: |"]
            .iter()
            .any(|start| text.contains(start))
    };
    case.model.iter().any(|(_, text)| query(text))
}
