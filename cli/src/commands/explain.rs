//! `dosic explain`: what a code means, or how a query is answered.

use std::path::Path;

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap, did_you_mean};

use super::refuse;
use crate::args::ExplainArgs;
use crate::{Console, Status, pages, product};

/// Explains a code or a query.
pub(super) fn run(args: &ExplainArgs, console: &Console) -> Status {
    if let [subject] = args.subject.as_slice()
        && let Some(word) = code_word(subject)
    {
        return explain_code(word, console);
    }
    let diagnostic = Diagnostic::new(Code::Usage, Check::Run, "not wired yet");
    refuse(console, &SourceMap::default(), diagnostic, Status::Usage)
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
