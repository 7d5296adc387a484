//! Becoming `dosic-engine`, the program that holds the engines (ruling 1).

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use crate::{Console, Status};

/// Runs `dosic-engine` with the same arguments in place of this program: the one beside it, or one on PATH.
pub(super) fn to_engine(arguments: &[OsString], console: &Console) -> Status {
    let Some(program) = find() else {
        let message = "running a query needs the program `dosic-engine`, which is neither beside `dosic` nor on PATH";
        let diagnostic = Diagnostic::new(Code::Runtime, Check::Run, message).kind("engine-missing").help(
            "install it beside `dosic` (in a source tree: scripts/libduckdb.sh, then cargo build --package dosic-engine); \
             `dosic compile` gives the SQL without it",
        );
        console.report(&SourceMap::default(), &[diagnostic]);
        return Status::EngineFailed;
    };
    let mut command = Command::new(&program);
    command.args(arguments.iter().skip(1));
    let error = replace(command);
    let message = format!("cannot start {}: {error}", program.display());
    let diagnostic = Diagnostic::new(Code::Runtime, Check::Run, message).kind("engine-missing");
    console.report(&SourceMap::default(), &[diagnostic]);
    Status::EngineFailed
}

fn find() -> Option<PathBuf> {
    let name = format!("dosic-engine{}", std::env::consts::EXE_SUFFIX);
    // A link to `dosic` is followed: the engine lies beside the program itself.
    let own = std::env::current_exe().ok();
    let real = own.as_ref().and_then(|p| p.canonicalize().ok());
    let beside = [own, real]
        .into_iter()
        .flatten()
        .filter_map(|p| Some(p.parent()?.join(&name)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates =
        beside.chain(std::env::split_paths(&path).map(|folder| folder.join(&name)));
    candidates.find(|p| p.is_file())
}

/// Becomes the program; returns only if that fails.
#[cfg(unix)]
fn replace(mut command: Command) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    command.exec()
}

/// Runs the program and ends with its exit code; returns only if it cannot start.
#[cfg(not(unix))]
fn replace(mut command: Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(3)),
        Err(error) => error,
    }
}
