//! Why the interpreter gives no rows.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};

/// Why there are no rows.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The definition gives the query no meaning over this model; sorted, the first is *the* code.
    Refused(Vec<Diagnostic>),
    /// A value cannot be computed from these rows: `E_RUNTIME`.
    Runtime(String),
    /// The interpreter lacks something; says nothing about the query.
    Unimplemented(String),
}

pub(crate) type Evaluation<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn runtime(message: impl Into<String>) -> Self {
        Self::Runtime(message.into())
    }

    pub(crate) fn unimplemented(what: impl Into<String>) -> Self {
        Self::Unimplemented(what.into())
    }

    /// One fault of the query.
    pub(crate) fn refused(diagnostic: Diagnostic) -> Self {
        Self::Refused(vec![diagnostic])
    }

    /// *The* code: semantics digest 9. `None` where the interpreter cannot say.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Self::Refused(all) => all.first().map(|d| d.code),
            Self::Runtime(_) => Some(Code::Runtime),
            Self::Unimplemented(_) => None,
        }
    }
}

/// A fault at a place.
pub(crate) fn fault(
    code: Code,
    check: Check,
    span: Option<Span>,
    message: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(code, check, message).at_opt(span, "")
}

/// Fails with all faults, in the order in which they count.
pub(crate) fn none_of(faults: Diagnostics) -> Evaluation<()> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Failure::Refused(faults.into_sorted()))
    }
}
