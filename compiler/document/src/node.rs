//! A YAML or JSON value with positions.

use dosic_diagnostics::{Span, SpannedText};

/// A value. Anchors, aliases and merge keys are already resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A scalar: decoded text, and what YAML 1.2 core makes of it.
    Scalar(SpannedText, ScalarTag),
    /// A list.
    Sequence(Vec<Node>),
    /// Entries in order; duplicate keys are reported and the first is kept.
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: SpannedText,
    /// The value.
    pub value: Node,
}

/// What a scalar is by YAML 1.2 core (a quoted scalar is always a string).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ScalarTag {
    Null,
    Boolean(bool),
    Integer,
    Float,
    String,
}

impl Node {
    /// Whether it is `null`, or nothing was written.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar(_, ScalarTag::Null))
    }

    /// The decoded text of a scalar of any type.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar(text, _) => Some(&text.text),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
        }
    }

    /// What it is, in a message: `a list`, `a number`, `empty`.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match &self.kind {
            NodeKind::Mapping(_) => "a mapping",
            NodeKind::Sequence(_) => "a list",
            NodeKind::Scalar(_, tag) => match tag {
                ScalarTag::Null => "empty",
                ScalarTag::Boolean(_) => "a truth value",
                ScalarTag::Integer | ScalarTag::Float => "a number",
                ScalarTag::String => "text",
            },
        }
    }
}
