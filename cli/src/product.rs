//! Where a command's product goes: stdout or a file.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use crate::{Console, Status};

/// Writes text to stdout. A reader that has gone away (`| head`) is no fault.
pub fn print(text: &str, console: &Console) -> Status {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Ok(()) => Status::Fine,
        Err(error) => write_failed(&error, "stdout", console),
    }
}

/// Reports that writing to `target` failed, unless its reader has gone away.
pub fn write_failed(error: &io::Error, target: &str, console: &Console) -> Status {
    if error.kind() == ErrorKind::BrokenPipe {
        return Status::Fine;
    }
    let message = format!("cannot write to {target}: {error}");
    console.report(
        &SourceMap::default(),
        &[Diagnostic::new(Code::Io, Check::Run, message).kind("write")],
    );
    Status::InputErrors
}

/// Writes a whole file.
///
/// # Errors
/// `E_IO` with the path.
pub fn write_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    std::fs::write(path, text).map_err(|e| io_fault("write", path, &e))
}

/// `E_IO` about a path.
#[must_use]
pub fn io_fault(verb: &'static str, path: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("cannot {verb} {}: {error}", path.display());
    Diagnostic::new(Code::Io, Check::Yaml, message).kind(verb)
}
