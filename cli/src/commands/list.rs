//! `dosic list`

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use super::refuse;
use crate::args::ListArgs;
use crate::{Console, Status};

/// Runs the command.
pub(super) fn run(_args: &ListArgs, console: &Console) -> Status {
    let diagnostic = Diagnostic::new(Code::Usage, Check::Run, "not wired yet");
    refuse(console, &SourceMap::default(), diagnostic, Status::Usage)
}
