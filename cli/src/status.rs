//! How a command ended.

use std::process::ExitCode;

/// How a command ended; its number is the exit code (ruling 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All is well.
    Fine = 0,
    /// The model or query has errors, or findings at the level that is denied.
    InputErrors = 1,
    /// The command was used wrongly.
    Usage = 2,
    /// The engine or connection failed.
    EngineFailed = 3,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
