//! The commands, one file each.

mod check;
mod compile;
mod completions;
mod explain;
mod init;
mod list;
mod lsp;
mod query;

use std::ffi::OsString;

use dosic_diagnostics::{Diagnostic, SourceMap};

use crate::args::Command;
use crate::{Console, QueryRunner, Status};

/// Runs a command.
pub(crate) fn run(
    command: Command,
    console: &Console,
    arguments: &[OsString],
    runner: Option<&dyn QueryRunner>,
) -> Status {
    match command {
        Command::Compile(args) => compile::run(&args, console),
        Command::Query(args) => query::run(&args, console, arguments, runner),
        Command::Check(args) => check::run(&args, console),
        Command::Explain(args) => explain::run(&args, console),
        Command::List(args) => list::run(&args, console),
        Command::Init(args) => init::run(&args, console),
        Command::Lsp(args) => lsp::run(&args, console),
        Command::Completions(args) => completions::run(&args, console),
    }
}

/// Reports one fault of the command itself.
fn refuse(
    console: &Console,
    sources: &SourceMap,
    diagnostic: Diagnostic,
    status: Status,
) -> Status {
    console.report(sources, &[diagnostic]);
    status
}
