//! `dosic explain`: what a code means, or how a query is answered.

mod facts;

use std::path::Path;

use dosic_compiler::print_plan;
use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SourceMap, did_you_mean};
use dosic_ir::LogicalPlan;

use super::refuse;
use crate::args::ExplainArgs;
use crate::pipeline::{Inputs, Session};
use crate::{Console, Status, dialects, pages, product};

/// Explains a code or a query.
pub(super) fn run(args: &ExplainArgs, console: &Console) -> Status {
    if let [subject] = args.subject.as_slice()
        && let Some(word) = code_word(subject)
    {
        return explain_code(word, console);
    }
    explain_query(args, console)
}

/// Facts of the model; with a query also its plan, before and after each pass that changes it, and its SQL.
fn explain_query(args: &ExplainArgs, console: &Console) -> Status {
    let dialect = match dialects::named(&args.dialect) {
        Ok(dialect) => dialect,
        Err(diagnostic) => {
            return refuse(console, &SourceMap::default(), *diagnostic, Status::Usage);
        }
    };
    let inputs = Inputs {
        paths: &args.subject,
        reading: &args.reading,
        query: &args.query,
        disabled_passes: &args.disable_pass,
    };
    let mut session = match Session::open(&inputs, console) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let (request, found) = session.request(&args.query, args.reading.model.as_deref());
    let model = match session.model(&request, found) {
        Ok(model) => model,
        Err(status) => return status,
    };
    let mut text = facts::of(model);
    let mut found = Diagnostics::new();
    if !args.query.is_empty() {
        let mut stages: Vec<(&'static str, String)> = Vec::new();
        let mut observe =
            |stage: &'static str, plan: &LogicalPlan| stages.push((stage, print_plan(plan)));
        let compiled = session.compile(model, &request, &mut found, &mut observe);
        text.push_str(&plans(&stages));
        if let Some(compiled) = compiled {
            match dosic_sql::emit(&compiled.plan, dialect) {
                Ok(sql) => {
                    text.push_str(&format!("\nSQL for {}:\n{};\n", dialect.name(), sql.text));
                    found.extend(sql.warnings);
                }
                Err(faults) => found.extend(faults),
            }
        }
    }
    let printed = product::print(&text, console);
    printed.max(session.finish(found))
}

fn plans(stages: &[(&'static str, String)]) -> String {
    let mut text = String::new();
    let mut before: Option<&str> = None;
    for (stage, plan) in stages {
        match before {
            None => text.push_str(&format!("\nPlan:\n{plan}")),
            Some(before) if before == plan => {
                text.push_str(&format!("\nPass {stage}: no change\n"));
            }
            Some(_) => text.push_str(&format!("\nPass {stage}:\n{plan}")),
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        before = Some(plan);
    }
    text
}

/// The subject as a code, if it looks like one and no file is called so.
fn code_word(subject: &Path) -> Option<&str> {
    let word = subject.to_str()?;
    // `E_SCHEMA/unknown-key` is printed where a code has kinds; its page is that of the code.
    let code = word.split('/').next().unwrap_or(word);
    (pages::looks_like_code(code) && !subject.exists()).then_some(code)
}

fn explain_code(word: &str, console: &Console) -> Status {
    if let Some(code) = Code::from_name(word) {
        return product::print(&pages::page(code), console);
    }
    let message = format!("no code is called `{word}`");
    let diagnostic = Diagnostic::new(Code::Usage, Check::Run, message).kind("unknown-code");
    let upper = word.to_ascii_uppercase();
    let diagnostic = match did_you_mean(&upper, Code::ALL.iter().map(|c| c.name())) {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    };
    refuse(console, &SourceMap::default(), diagnostic, Status::Usage)
}
