//! One diagnostic, and the sink that collects and sorts them.

use crate::{Check, Code, Severity, Span};

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The characters underlined.
    pub span: Span,
    /// What is said under them; may be empty.
    pub text: String,
}

/// One problem of a model or query: what, where, and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code.
    pub code: Code,
    /// Tells faults apart that share a code (ruling 11), in kebab case: `unknown-key`.
    pub kind: Option<&'static str>,
    /// How grave; the code's own severity unless changed.
    pub severity: Severity,
    /// The check that found it.
    pub check: Check,
    /// What is wrong, one sentence without a final stop.
    pub message: String,
    /// Places; the first is the primary one.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic of `code`, found by `check`, with the code's own severity.
    #[must_use]
    pub fn new(code: Code, check: Check, message: impl Into<String>) -> Self {
        Self {
            code,
            kind: None,
            severity: code.severity(),
            check,
            message: message.into(),
            labels: Vec::new(),
            help: None,
        }
    }

    /// Adds a place; the first one added is the primary one.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a place if there is one.
    #[must_use]
    pub fn at_opt(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span {
            Some(span) => self.at(span, text),
            None => self,
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Names the kind of fault within the code.
    #[must_use]
    pub fn kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The primary place.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|l| l.span)
    }

    /// The code as printed: `E_SCHEMA`, or `E_SCHEMA/unknown-key` where the code has kinds.
    #[must_use]
    pub fn full_code(&self) -> String {
        match self.kind {
            Some(kind) => format!("{}/{kind}", self.code.name()),
            None => self.code.name().to_owned(),
        }
    }
}

/// Collects diagnostics of one or more stages and gives them back in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.items.push(diagnostic);
    }

    /// Adds all of another sink.
    pub fn extend(&mut self, other: Self) {
        self.items.extend(other.items);
    }

    /// Whether an error is among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there is none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// In the order added.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.items.iter()
    }

    /// Errors first, then by (check, file, offset), equal ones once: the first error is *the* code (ruling 4).
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.items
            .sort_by_key(|d| (d.severity, d.check, d.span().is_none(), d.span()));
        self.items.dedup();
        self.items
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Self {
            items: iter.into_iter().collect(),
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            items: vec![diagnostic],
        }
    }
}
