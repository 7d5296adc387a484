//! What the compiler makes of a case without an engine: plans that hold in every variant of the passes, and SQL
//! that another parser reads, the same each time.

use std::collections::BTreeSet;

use dosic_compiler::{Options, Trace, compile_query, pass_names, validate_plan};
use dosic_diagnostics::{Code, Diagnostic, Diagnostics};
use dosic_ir::{LogicalPlan, Source};
use dosic_sql::Dialect;

use super::Texts;
use super::front::{Accepted, Front, first_error, front};
use crate::read_back::read_back;

/// Every dialect; SQL is emitted and read back in all of them, whichever engine is at hand.
pub(super) const DIALECTS: [&dyn Dialect; 2] = [&dosic_duckdb::DuckDb, &dosic_postgres::Postgres];

/// SQL of a case in one dialect.
pub(super) struct Statement {
    /// The first variant of the passes that gives this text.
    pub(super) variant: String,
    pub(super) text: String,
    /// The names of the result's columns.
    pub(super) columns: Vec<String>,
}

/// A plan in every variant, as SQL.
pub(super) struct Planned {
    /// Before any pass.
    pub(super) first: LogicalPlan,
    /// What planning reports beside it.
    report: Vec<Diagnostic>,
    /// For each dialect the distinct statements of all variants, or why it has none.
    pub(super) statements: Vec<(&'static str, Result<Vec<Statement>, Diagnostic>)>,
}

impl Planned {
    /// The statements in one dialect.
    pub(super) fn in_dialect(&self, name: &str) -> Result<&[Statement], String> {
        match self.statements.iter().find(|(dialect, _)| *dialect == name) {
            Some((_, Ok(statements))) => Ok(statements),
            Some((_, Err(diagnostic))) => Err(format!("it cannot be emitted: {diagnostic:?}")),
            None => Err(format!("no dialect is called {name}")),
        }
    }
}

/// The variants of the passes: a name, and the passes left out.
fn variants() -> Vec<(String, BTreeSet<String>)> {
    let every: BTreeSet<String> = pass_names().map(str::to_owned).collect();
    let mut variants = vec![
        ("all passes".to_owned(), BTreeSet::new()),
        ("no pass".to_owned(), every.clone()),
    ];
    for pass in pass_names() {
        let others = every.iter().filter(|p| *p != pass).cloned();
        variants.push((format!("{pass} alone"), others.collect()));
    }
    variants
}

/// Plans a case in every variant and emits each plan in every dialect.
///
/// Gives the statements, or the planner's refusal.
///
/// # Errors
/// What must never be: a plan that the validator refuses, after planning or after a pass; a variant that is refused
/// while others are not; SQL that does not read back; a refusal by emission other than
/// `E_UNSUPPORTED_IN_DIALECT`.
pub(super) fn plan(
    accepted: &Accepted,
    options: &Options,
) -> Result<Result<Planned, Vec<Diagnostic>>, String> {
    // Text of a source query is the engine's own.
    let sources = accepted.model().model.datasets.iter();
    let reads_back = sources
        .map(|d| &d.source)
        .all(|s| !matches!(s, Source::Query(_)));
    let mut statements = DIALECTS.map(|d| (d.name(), Ok(Vec::new())));
    let mut before: Option<(LogicalPlan, Vec<Diagnostic>)> = None;
    for (variant, disabled_passes) in variants() {
        let options = Options {
            disabled_passes,
            ..options.clone()
        };
        let mut first = None;
        let (plan, report) = valid_plan(accepted, &options, &mut first)
            .map_err(|fault| format!("{variant}: {fault}"))?;
        let Some(plan) = plan else {
            return if before.is_none() {
                Ok(Err(report))
            } else {
                Err(format!("{variant}: refused, {report:?}"))
            };
        };
        before = before.or(first.map(|first| (first, report)));
        for (dialect, (_, known)) in DIALECTS.iter().zip(&mut statements) {
            emit(&variant, &plan, *dialect, reads_back, known)?;
        }
    }
    let (first, report) = before.ok_or("nothing was planned")?;
    Ok(Ok(Planned {
        first,
        report,
        statements: Vec::from(statements),
    }))
}

/// A plan after its passes, or the refusal; the validator has seen it after each step, in every build.
fn valid_plan(
    accepted: &Accepted,
    options: &Options,
    first: &mut Option<LogicalPlan>,
) -> Result<(Option<LogicalPlan>, Vec<Diagnostic>), String> {
    let mut broken = None;
    let trace: Trace<'_> = &mut |step, plan| {
        first.get_or_insert_with(|| plan.clone());
        if let (None, Err(fault)) = (&broken, validate_plan(plan)) {
            broken = Some(format!("{step} broke the plan: {fault}"));
        }
    };
    let model = accepted.model();
    let query = &accepted.query.query;
    let (compiled, sink) = compile_query(&model.model, &model.graph, query, options, trace);
    let found = sink.into_sorted();
    // The check of builds with assertions comes first.
    let internal = found.iter().find(|d| d.kind == Some("internal"));
    match broken.or(internal.map(|d| d.message.clone())) {
        Some(fault) => Err(fault),
        None => Ok((compiled.map(|c| c.plan), found)),
    }
}

/// Adds the SQL of a plan to the statements of a dialect, if it is new.
fn emit(
    variant: &str,
    plan: &LogicalPlan,
    dialect: &dyn Dialect,
    reads_back: bool,
    known: &mut Result<Vec<Statement>, Diagnostic>,
) -> Result<(), String> {
    let name = dialect.name();
    match (dosic_sql::emit(plan, dialect), known) {
        (Ok(sql), Ok(known)) => {
            if known.iter().any(|s| s.text == sql.text) {
                return Ok(());
            }
            if reads_back {
                read_back(&sql.text, name).map_err(|why| format!("{variant}, {name}: {why}"))?;
            }
            known.push(Statement {
                variant: variant.to_owned(),
                text: sql.text,
                columns: sql.columns,
            });
            Ok(())
        }
        (Err(sink), known) => {
            let found = sink.into_sorted();
            match first_error(&found) {
                Some(d) if d.code == Code::UnsupportedInDialect => {
                    *known = Err(d.clone());
                    Ok(())
                }
                _ => Err(format!("{variant}, {name}: not emitted, {found:?}")),
            }
        }
        // Another variant has said it.
        (Ok(_), Err(_)) => Ok(()),
    }
}

/// Compiles the texts once more; what is reported and emitted must be the same to the byte.
///
/// # Errors
/// What is not.
pub(super) fn again(
    texts: &Texts,
    before: &Front,
    planned: Option<&Result<Planned, Vec<Diagnostic>>>,
) -> Result<(), String> {
    let options = texts.options();
    let second = front(texts, &options);
    let same = |what: &str, a: String, b: String| {
        let differ = || format!("compiled again, {what} differs:\n{a}\n--- again\n{b}");
        if a == b { Ok(()) } else { Err(differ()) }
    };
    let all = |d: &[Diagnostic]| format!("{d:?}");
    same(
        "the report",
        all(&before.diagnostics),
        all(&second.diagnostics),
    )?;
    let (Some(accepted), Some(planned)) = (&second.accepted, planned) else {
        return Ok(());
    };
    let model = accepted.model();
    let query = &accepted.query.query;
    let ignore: Trace<'_> = &mut |_, _| {};
    let (compiled, sink) = compile_query(&model.model, &model.graph, query, &options, ignore);
    let report = planned
        .as_ref()
        .map_or_else(|refusal| refusal, |p| &p.report);
    same("the report", all(report), all(&sink.into_sorted()))?;
    match (planned, compiled) {
        (Err(_), _) => Ok(()),
        (Ok(planned), Some(compiled)) => DIALECTS.iter().try_for_each(|dialect| {
            let Ok([first, ..]) = planned.in_dialect(dialect.name()) else {
                return Ok(());
            };
            let sql = dosic_sql::emit(&compiled.plan, *dialect);
            let text = sql.map_or_else(|sink| all(&Diagnostics::into_sorted(sink)), |sql| sql.text);
            same("the SQL", first.text.clone(), text)
        }),
        (Ok(_), None) => Err("compiled again, it is refused".to_owned()),
    }
}
