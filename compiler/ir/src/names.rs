//! Identifiers with their normal form, and positions that do not count.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dosic_diagnostics::Span;

/// An identifier. Two are equal iff their normal forms are (semantics digest 2.1).
#[derive(Clone)]
pub struct Ident {
    display: Arc<str>,
    normal: Arc<str>,
    quoted: bool,
}

impl Ident {
    /// A regular identifier, written without quotes: its normal form is upper case.
    #[must_use]
    pub fn regular(text: &str) -> Self {
        let normal: Arc<str> = text.to_ascii_uppercase().into();
        Self {
            display: text.into(),
            normal,
            quoted: false,
        }
    }

    /// A quoted identifier, given without its quotes: its normal form is the text itself.
    #[must_use]
    pub fn quoted(text: &str) -> Self {
        let display: Arc<str> = text.into();
        Self {
            normal: Arc::clone(&display),
            display,
            quoted: true,
        }
    }

    /// The spelling in the model, quotes removed.
    #[must_use]
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The normal form.
    #[must_use]
    pub fn normal(&self) -> &str {
        &self.normal
    }

    /// Whether it was written in quotes.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }

    /// The spelling to write in an expression: in quotes where it was.
    #[must_use]
    pub fn spelling(&self) -> String {
        if self.quoted {
            format!("\"{}\"", self.display.replace('"', "\"\""))
        } else {
            self.display.to_string()
        }
    }

    /// Whether `text` has the form of a regular identifier: `[A-Za-z_][A-Za-z0-9_]*`.
    #[must_use]
    pub fn is_regular(text: &str) -> bool {
        let mut chars = text.chars();
        chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.normal == other.normal
    }
}
impl Eq for Ident {}
impl Hash for Ident {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.normal.hash(state);
    }
}
impl PartialOrd for Ident {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Ident {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.normal.cmp(&other.normal)
    }
}
impl fmt::Debug for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelling())
    }
}

/// Where a node was written. Takes part in neither equality nor hashing nor order.
#[derive(Clone, Copy, Default)]
pub struct Origin(pub Option<Span>);

impl Origin {
    /// A node that nobody wrote.
    pub const NONE: Self = Self(None);

    /// This place, or the other one where nobody wrote this.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}
impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Self(Some(span))
    }
}
impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Origin {}
impl Hash for Origin {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}
