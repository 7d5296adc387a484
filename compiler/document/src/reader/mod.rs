//! Nodes → shapes (semantics digest 1.1 to 1.6).
//!
//! | file | holds |
//! |---|---|
//! | `keys.rs` | the keys of each object |
//! | `object.rs` | one mapping: unknown, deferred and missing keys, wrong types |
//! | `document.rs` | wrapper forms, root keys, saved queries |
//! | `version.rs` | versions |
//! | `model.rs` | models, relationships |
//! | `dataset.rs` | datasets, fields |
//! | `metric.rs` | metrics |
//! | `expression.rs` | expressions and their dialects |
//! | `annotation.rs` | what stands on every object: types, access, context, extensions |

mod annotation;
mod dataset;
mod document;
mod expression;
mod keys;
mod metric;
mod model;
mod object;
mod version;

use std::fmt;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};

use crate::{Model, Node, SavedQuery, Version};

pub use annotation::datatype_names;
pub use keys::known_keys;

pub(crate) use document::{Outcome, read_document};
pub(crate) use expression::{DEFAULT_DIALECT, dialect_name};

/// A model as one document gives it.
pub(crate) struct ModelPart {
    pub(crate) model: Model,
    /// Which document of the run it stands in.
    pub(crate) document: usize,
    /// Where `datasets` must be asked for if no part has any.
    pub(crate) anchor: Span,
    /// What it says of datasets.
    pub(crate) datasets: Datasets,
}

/// What a part of a model says of datasets.
pub(crate) enum Datasets {
    /// No key, or an empty one.
    Absent,
    /// `datasets: []`
    Empty(Span),
    /// At least one, though it may have been unreadable.
    Listed,
}

/// What a document gives.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) models: Vec<ModelPart>,
    pub(crate) queries: Vec<SavedQuery>,
}

/// The state of reading one document.
pub(crate) struct Reader<'d> {
    diagnostics: &'d mut Diagnostics,
    pub(crate) path: Path,
    /// The declared version, which newer keys are compared to.
    declared: Option<Version>,
    /// The first place of a key newer than the declared version, and how many there are.
    newer: Option<(Span, usize)>,
    /// The dialect of expressions that name none.
    default_dialect: String,
}

impl<'d> Reader<'d> {
    pub(crate) fn new(diagnostics: &'d mut Diagnostics) -> Self {
        Self {
            diagnostics,
            path: Path::default(),
            declared: None,
            newer: None,
            default_dialect: DEFAULT_DIALECT.to_owned(),
        }
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports `E_SCHEMA/wrong-type`; the message says what it must be, this adds what it is.
    pub(crate) fn wrong_type(&mut self, node: &Node, must: &str, help: &str) {
        let what = node.describe();
        let mut diagnostic = Diagnostic::new(
            Code::Schema,
            Check::Schema,
            format!("{must}, and is {what}"),
        )
        .kind("wrong-type")
        .at(node.span, what);
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.push(diagnostic);
    }

    /// Reads each item of a list under `key[i]`; items that cannot be read are reported and dropped.
    pub(crate) fn each<T>(
        &mut self,
        key: &'static str,
        items: Vec<Node>,
        mut read: impl FnMut(&mut Self, Node) -> Option<T>,
    ) -> Vec<T> {
        let mut found = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            self.path.0.push((key, Some(i)));
            found.extend(read(self, item));
            self.path.0.pop();
        }
        found
    }

    /// Reads below `key`.
    pub(crate) fn below<T>(&mut self, key: &'static str, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.0.push((key, None));
        let value = read(self);
        self.path.0.pop();
        value
    }
}

/// Where the reader is within its model: `datasets[2].fields[0]`.
#[derive(Default)]
pub(crate) struct Path(Vec<(&'static str, Option<usize>)>);

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, index)) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(".")?;
            }
            f.write_str(key)?;
            if let Some(index) = index {
                write!(f, "[{index}]")?;
            }
        }
        Ok(())
    }
}
