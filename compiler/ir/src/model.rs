//! The semantic model, fully resolved and typed.
//!
//! - Every reference is an id of this model; every expression is typed.
//! - Field references form no cycle, metric references form no cycle.
//! - Keys and relationship columns are resolved to physical columns or fields.
//! - What the model says about itself (descriptions, extensions, `ai_context`) stays in the document.

use dosic_diagnostics::{Diagnostic, Span};

use crate::{DatasetId, FieldId, Ident, IndexVec, MetricId, ModelExpr, RelationshipId, Type};

/// A resolved model.
#[derive(Clone, Debug, Default)]
pub struct SemanticModel {
    /// Its name, free text.
    pub name: String,
    /// Datasets in document order.
    pub datasets: IndexVec<DatasetId, Dataset>,
    /// Fields of all datasets.
    pub fields: IndexVec<FieldId, Field>,
    /// Relationships in document order.
    pub relationships: IndexVec<RelationshipId, Relationship>,
    /// Metrics in document order.
    pub metrics: IndexVec<MetricId, Metric>,
}

/// Where a dataset's rows come from: semantics digest 1.6.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// One to three identifiers: `database.schema.table`.
    Table(Vec<Ident>),
    /// A query in the target's SQL, passed through; no trailing semicolon.
    Query(String),
    /// A file or glob that the engine reads, relative to the model's folder (R8).
    File(String),
}

/// A dataset.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Its name.
    pub name: Ident,
    /// Where its rows come from.
    pub source: Source,
    /// Fields declared (and implied by undeclared columns), in document order.
    pub fields: Vec<FieldId>,
    /// Primary key first, then unique keys; each at least one column.
    pub keys: Vec<Vec<KeyColumn>>,
    /// Where the name stands.
    pub span: Span,
}

/// A column of a key or relationship. Identity fields are resolved to their physical column, so equal
/// columns compare equal (ruling 10).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum KeyColumn {
    /// A physical column of the dataset.
    Physical(Ident),
    /// A field that is computed: its expression is the key.
    Field(FieldId),
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its dataset.
    pub dataset: DatasetId,
    /// Its name.
    pub name: Ident,
    /// Its expression: leaves are `Column`, `Field` and `Window`. `None` if no variant is usable (1.3).
    pub expr: Option<ModelExpr>,
    /// The declared datatype, or the expression's type.
    pub ty: Type,
    /// `access_modifier: private`
    pub private: bool,
    /// Whether it is a time dimension (1.4).
    pub is_time: bool,
    /// Whether it, or a field of the same dataset that it reads, holds a window function.
    pub windowed: bool,
    /// Made for a column that no field declares (R13).
    pub implied: bool,
    /// Where the name stands.
    pub span: Span,
    /// What to report when it is used although no variant is usable.
    pub unusable: Option<Box<Diagnostic>>,
}

/// A metric.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Its name.
    pub name: Ident,
    /// Its expression: leaves are `Metric`, `Field`, `Aggregate` and `Window`. `None` if no variant is usable (1.3).
    pub expr: Option<ModelExpr>,
    /// The declared datatype, or the expression's type.
    pub ty: Type,
    /// `access_modifier: private`
    pub private: bool,
    /// Whether its expression, metrics expanded, holds a window function outside aggregates.
    pub windowed: bool,
    /// Extensions that may change its meaning and that dosic does not implement (R15).
    pub extensions: Vec<UnimplementedExtension>,
    /// Where the name stands.
    pub span: Span,
    /// What to report when it is used although no variant is usable.
    pub unusable: Option<Box<Diagnostic>>,
}

/// An extension of a vendor whose data dosic does not interpret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnimplementedExtension {
    /// The vendor's name.
    pub vendor: String,
    /// Top-level keys of its data.
    pub keys: Vec<String>,
    /// Where it stands.
    pub span: Span,
}

/// A relationship. Columns are paired by position.
#[derive(Clone, Debug)]
pub struct Relationship {
    /// Its name.
    pub name: Ident,
    /// The side meant to be many.
    pub from: DatasetId,
    /// The side meant to be one.
    pub to: DatasetId,
    /// Columns of `from`.
    pub from_columns: Vec<KeyColumn>,
    /// Columns of `to`, as many.
    pub to_columns: Vec<KeyColumn>,
    /// Whether `from_columns` contain a declared key of `from`.
    pub from_unique: bool,
    /// Whether `to_columns` contain a declared key of `to`, or are assumed to be one.
    pub to_unique: bool,
    /// Whether `to_unique` is an assumption, `to` declaring no key at all (R12).
    pub assumed_key: bool,
    /// Where the name stands.
    pub span: Span,
}

impl Relationship {
    /// The other end; for a self-relationship the same dataset.
    #[must_use]
    pub fn other(&self, end: DatasetId) -> DatasetId {
        if end == self.from { self.to } else { self.from }
    }
}

impl SemanticModel {
    /// The dataset called so, if any.
    #[must_use]
    pub fn dataset_named(&self, name: &Ident) -> Option<DatasetId> {
        self.datasets
            .enumerate()
            .find(|(_, d)| d.name == *name)
            .map(|(id, _)| id)
    }

    /// The field of a dataset called so, if any.
    #[must_use]
    pub fn field_named(&self, dataset: DatasetId, name: &Ident) -> Option<FieldId> {
        let fields = &self.datasets.get(dataset)?.fields;
        fields
            .iter()
            .copied()
            .find(|f| self.fields.get(*f).is_some_and(|f| f.name == *name))
    }

    /// The display name of a dataset, for messages.
    #[must_use]
    pub fn dataset_name(&self, id: DatasetId) -> &str {
        self.datasets.get(id).map_or("?", |d| d.name.display())
    }

    /// The display name of a relationship, for messages.
    #[must_use]
    pub fn relationship_name(&self, id: RelationshipId) -> &str {
        self.relationships.get(id).map_or("?", |r| r.name.display())
    }

    /// `dataset.field` as written in expressions, for messages.
    #[must_use]
    pub fn qualified(&self, id: FieldId) -> String {
        self.fields.get(id).map_or_else(String::new, |f| {
            let dataset = self
                .datasets
                .get(f.dataset)
                .map_or_else(String::new, |d| d.name.spelling());
            format!("{dataset}.{}", f.name.spelling())
        })
    }
}
