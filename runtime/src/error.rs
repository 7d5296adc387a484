//! What can go wrong in an engine.

use std::fmt;

use dosic_diagnostics::{Check, Code, Diagnostic};

use crate::SinkError;

/// Why an engine gave no rows, or not all of them.
#[derive(Debug)]
pub enum EngineError {
    /// The database cannot be opened or reached; the engine's text.
    Connect(String),
    /// The statement failed; the engine's text.
    Failed(String),
    /// A column has a type, or a value, that has no Arrow form here; says which and the way out.
    Unsupported(String),
    /// The statement was cancelled.
    Cancelled,
    /// Whoever takes the rows failed.
    Sink(SinkError),
}

/// How engines' texts of such failures are recognised: by Postgres's codes (cannot cast, no such function or
/// operator, mismatch, out of range, malformed text), and by DuckDB's kinds of error.
const ABOUT_TYPES: [&str; 8] = [
    "SQLSTATE 42846",
    "SQLSTATE 42883",
    "SQLSTATE 42804",
    "SQLSTATE 22003",
    "SQLSTATE 22P02",
    "Binder Error",
    "Conversion Error",
    "Out of Range Error",
];

impl EngineError {
    /// Whether the statement failed over the types or range of values, which differ where types are known.
    #[must_use]
    pub fn may_be_of_types(&self) -> bool {
        let Self::Failed(text) = self else {
            return false;
        };
        ABOUT_TYPES.iter().any(|part| text.contains(part))
    }

    /// The `E_RUNTIME` diagnostic that a person sees (semantics digest 9), with the engine's text.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (kind, help) = match self {
            Self::Connect(_) => (
                "connection",
                Some("check the path or address of the database, and that it may be read"),
            ),
            Self::Failed(_) => ("statement", None),
            Self::Unsupported(_) => ("result-type", None),
            Self::Cancelled => ("cancelled", None),
            Self::Sink(_) => ("output", None),
        };
        let diagnostic = Diagnostic::new(Code::Runtime, Check::Run, self.to_string()).kind(kind);
        match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect(text) => write!(f, "cannot connect: {text}"),
            Self::Failed(text) => write!(f, "the engine reports: {text}"),
            Self::Unsupported(text) => f.write_str(text),
            Self::Cancelled => f.write_str("the statement was cancelled"),
            Self::Sink(error) => write!(f, "the rows cannot be written: {error}"),
        }
    }
}

impl std::error::Error for EngineError {}
