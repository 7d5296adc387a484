//! `dosic compile`

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use super::refuse;
use crate::args::CompileArgs;
use crate::{Console, Status};

/// Runs the command.
pub(super) fn run(_args: &CompileArgs, console: &Console) -> Status {
    let diagnostic = Diagnostic::new(Code::Usage, Check::Run, "not wired yet");
    refuse(console, &SourceMap::default(), diagnostic, Status::Usage)
}
