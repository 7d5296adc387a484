//! The shape of OSI documents: semantics digest 1.1 to 1.6. Names and expressions are text.

use dosic_diagnostics::{FileId, Span, SpannedText};
use dosic_ir::DataType;

use crate::Node;

/// Everything that was loaded.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// Models, parts in several files merged (R10), in order of file and place.
    pub models: Vec<Model>,
    /// Saved queries of all files (ruling 5).
    pub queries: Vec<SavedQuery>,
}

/// A known version of OSI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Version {
    V0_1,
    V1_0,
    V0_2Dev,
}

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name.
    pub name: SpannedText,
    /// The file it (or its first part) stands in.
    pub file: FileId,
    /// The version of its document.
    pub version: Version,
    /// `description`
    pub description: Option<SpannedText>,
    /// `dialect`: default dialect of string expressions.
    pub dialect: Option<SpannedText>,
    /// `ai_context`, as written.
    pub ai_context: Option<Node>,
    /// Datasets.
    pub datasets: Vec<Dataset>,
    /// Relationships.
    pub relationships: Vec<Relationship>,
    /// Metrics.
    pub metrics: Vec<Metric>,
    /// `custom_extensions`
    pub extensions: Vec<Extension>,
}

/// A dataset.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its name.
    pub name: SpannedText,
    /// `source`, not yet classified.
    pub source: SpannedText,
    /// `primary_key`; empty if absent.
    pub primary_key: Vec<SpannedText>,
    /// `unique_keys`; no inner list is empty.
    pub unique_keys: Vec<Vec<SpannedText>>,
    /// `description`
    pub description: Option<SpannedText>,
    /// `ai_context`, as written.
    pub ai_context: Option<Node>,
    /// Fields.
    pub fields: Vec<Field>,
    /// `custom_extensions`
    pub extensions: Vec<Extension>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: SpannedText,
    /// Its expression.
    pub expression: Expression,
    /// `dimension`
    pub dimension: Option<Dimension>,
    /// `label`
    pub label: Option<SpannedText>,
    /// `description`
    pub description: Option<SpannedText>,
    /// `datatype`, with its place.
    pub datatype: Option<(DataType, Span)>,
    /// `access_modifier: private`
    pub private: bool,
    /// `ai_context`, as written.
    pub ai_context: Option<Node>,
    /// `custom_extensions`
    pub extensions: Vec<Extension>,
}

/// The `dimension` block of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// `is_time`
    pub is_time: Option<bool>,
}

/// A relationship; both column lists are non-empty and of equal length.
#[derive(Clone, Debug)]
pub struct Relationship {
    /// Its name.
    pub name: SpannedText,
    /// `from`
    pub from: SpannedText,
    /// `to`
    pub to: SpannedText,
    /// `from_columns`
    pub from_columns: Vec<SpannedText>,
    /// `to_columns`
    pub to_columns: Vec<SpannedText>,
    /// `description`
    pub description: Option<SpannedText>,
    /// `ai_context`, as written.
    pub ai_context: Option<Node>,
    /// `custom_extensions`
    pub extensions: Vec<Extension>,
}

/// A metric.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Its name.
    pub name: SpannedText,
    /// Its expression.
    pub expression: Expression,
    /// `description`
    pub description: Option<SpannedText>,
    /// `datatype`, with its place.
    pub datatype: Option<(DataType, Span)>,
    /// `access_modifier: private`
    pub private: bool,
    /// `ai_context`, as written.
    pub ai_context: Option<Node>,
    /// `custom_extensions`
    pub extensions: Vec<Extension>,
}

/// An expression in all its dialects; none is dropped.
#[derive(Clone, Debug)]
pub struct Expression {
    /// At least one.
    pub variants: Vec<Variant>,
    /// Where the whole slot stands.
    pub span: Span,
}

/// One dialect's text of an expression.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The dialect, upper case, the three spellings of OSSIE as `OSSIE`; the default's name if none is written.
    pub dialect: String,
    /// Where the dialect is named, if it is.
    pub dialect_span: Option<Span>,
    /// The text.
    pub text: SpannedText,
}

/// A custom extension.
#[derive(Clone, Debug)]
pub struct Extension {
    /// `vendor_name`
    pub vendor: SpannedText,
    /// `data`, JSON text that dosic keeps and does not interpret.
    pub data: SpannedText,
}

/// A saved query: its clauses are read by the query stage.
#[derive(Clone, Debug)]
pub struct SavedQuery {
    /// `name`
    pub name: SpannedText,
    /// `description`
    pub description: Option<SpannedText>,
    /// The whole mapping, `name` and `description` included.
    pub body: Node,
}
