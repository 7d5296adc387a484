//! `dosic query`: runs a query on an engine, here or in the program that has engines.

mod handover;

use std::ffi::OsString;

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use super::refuse;
use crate::args::QueryCommandArgs;
use crate::{Console, QueryRunner, Status};

/// Runs the query by `runner`; without one, hands the whole command line to `dosic-engine`.
pub(super) fn run(
    args: &QueryCommandArgs,
    console: &Console,
    arguments: &[OsString],
    runner: Option<&dyn QueryRunner>,
) -> Status {
    let Some(_runner) = runner else {
        return handover::to_engine(arguments, console);
    };
    let _ = args;
    let diagnostic = Diagnostic::new(Code::Usage, Check::Run, "not wired yet");
    refuse(console, &SourceMap::default(), diagnostic, Status::Usage)
}
