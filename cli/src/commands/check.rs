//! `dosic check`: everything that is wrong with a model.

mod github;
mod json;
mod junit;
mod sarif;

use std::io::IsTerminal;

use dosic_compiler::QueryRequest;
use dosic_diagnostics::{Diagnostic, Diagnostics, Severity};
use dosic_lint::{Allowances, Subject, lint};

use crate::args::{CheckArgs, FindingsFormat, Level, QueryArgs};
use crate::pipeline::{Inputs, Session};
use crate::report::{human_text, plain_text};
use crate::{Console, Status, product};

/// Checks every model and saved query and prints the findings.
pub(super) fn run(args: &CheckArgs, console: &Console) -> Status {
    let inputs = Inputs {
        paths: &args.model.paths,
        reading: &args.model.reading,
        query: &QueryArgs::default(),
        disabled_passes: &[],
    };
    let session = match Session::open(&inputs, console) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let findings = findings(&session);
    let denied = |d: &Diagnostic| match args.deny {
        Level::Error => d.severity == Severity::Error,
        Level::Warning => d.severity <= Severity::Warning,
        Level::Advice => true,
    };
    let printed = product::print(&text(&session, &findings, args.format, &denied), console);
    if printed != Status::Fine {
        return printed;
    }
    console.note(&summary(&session, &findings));
    if findings.iter().any(denied) {
        Status::InputErrors
    } else {
        Status::Fine
    }
}

/// Everything that is wrong with the models and saved queries of a session, sorted.
pub(super) fn findings(session: &Session<'_>) -> Vec<Diagnostic> {
    let mut found = session.reading.clone();
    for model in &session.loaded.models {
        found.extend(model.diagnostics.clone());
    }
    for saved in &session.loaded.documents.queries {
        let (request, faults) = QueryRequest::from_node(&saved.body);
        let refused = faults.has_errors();
        found.extend(faults);
        if refused {
            continue;
        }
        match session.loaded.choose(&request) {
            Ok(model) if !model.diagnostics.has_errors() => {
                session.compile(model, &request, &mut found, &mut |_, _| ());
            }
            Ok(_) => {}
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    found.extend(linted(session));
    let found = Allowances::of(&session.sources).apply(found);
    session.project.at_levels(found).into_sorted()
}

/// What the rules say about each model.
fn linted(session: &Session<'_>) -> Diagnostics {
    let mut found = Diagnostics::new();
    let written = &session.loaded.documents;
    for (document, model) in written.models.iter().zip(&session.loaded.models) {
        found.extend(lint(&Subject {
            document,
            resolved: &model.resolved,
            queries: &written.queries,
            whole: !session.reading.has_errors() && !model.diagnostics.has_errors(),
        }));
    }
    found
}

fn text(
    session: &Session<'_>,
    findings: &[Diagnostic],
    format: FindingsFormat,
    denied: &dyn Fn(&Diagnostic) -> bool,
) -> String {
    let sources = &session.sources;
    match format {
        FindingsFormat::Text => {
            let human = std::io::stdout().is_terminal();
            let colour = human && session.console.has_colour();
            let text = |d: &Diagnostic| {
                if human {
                    human_text(sources, d, colour)
                } else {
                    plain_text(sources, d)
                }
            };
            findings.iter().map(text).collect()
        }
        FindingsFormat::Json => {
            let models = session.loaded.models.len();
            format!("{:#}\n", json::report(sources, findings, models, denied))
        }
        FindingsFormat::Junit => junit::report(sources, findings, denied),
        FindingsFormat::Sarif => format!("{:#}\n", sarif::log(sources, findings)),
        FindingsFormat::Github => findings
            .iter()
            .map(|d| github::annotation(sources, d))
            .collect(),
    }
}

fn summary(session: &Session<'_>, findings: &[Diagnostic]) -> String {
    let count = |severity| findings.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let models = session.loaded.models.len();
    let noun = if models == 1 { "model" } else { "models" };
    if findings.is_empty() {
        return format!("{models} {noun}: nothing wrong\n");
    }
    let advice = count(Severity::Advice);
    format!("{models} {noun}: {errors} errors, {warnings} warnings, {advice} pieces of advice\n")
}
