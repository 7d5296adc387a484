//! The result of resolution: the model with what is needed to resolve queries against it.

use std::sync::Arc;

use dosic_diagnostics::Diagnostic;
use dosic_graph::JoinGraph;
use dosic_ir::{
    DataType, DatasetId, Field, FieldId, Ident, IndexVec, KeyColumn, ModelExpr, SemanticModel, Type,
};
use rustc_hash::FxHashMap;

use crate::catalogue::Columns;
use crate::field_scope::Evidence;
use crate::{Audience, GlobalScope, Names};

/// A resolved model with its join graph and name tables.
///
/// It also holds what an entity with errors has left: such a field or metric keeps its name, so that
/// whatever refers to it is not reported as well, and has `expr: None` and the fault as `unusable`.
#[derive(Clone, Debug)]
pub struct ResolvedModel {
    /// The model.
    pub model: SemanticModel,
    /// Its datasets joined by its relationships.
    pub graph: JoinGraph,
    /// Its names.
    pub names: Names,
    pub(crate) strict: bool,
    /// The catalogue's columns of each dataset, where it has any.
    pub(crate) catalogue: IndexVec<DatasetId, Option<Columns>>,
    /// Types that declared identity fields give to physical columns.
    pub(crate) column_types: IndexVec<DatasetId, FxHashMap<Box<str>, DataType>>,
    /// What its expressions show about physical columns.
    pub(crate) evidence: Arc<Evidence>,
}

impl ResolvedModel {
    pub(crate) fn new(name: &str, strict: bool) -> Self {
        Self {
            model: SemanticModel {
                name: name.to_owned(),
                ..SemanticModel::default()
            },
            graph: JoinGraph::new(0, &IndexVec::new()),
            names: Names::default(),
            strict,
            catalogue: IndexVec::new(),
            column_types: IndexVec::new(),
            evidence: Arc::default(),
        }
    }

    /// Whether it was resolved to the Foundation's letter.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// What names mean in metrics and queries over this model (2.5).
    #[must_use]
    pub fn scope(&self, audience: Audience) -> GlobalScope<'_> {
        GlobalScope::new(self, audience)
    }

    /// Adds the fields of undeclared columns that a scope found ([`GlobalScope::into_implied`]), in
    /// that order and before any other scope is asked, so that the ids the scope gave hold.
    ///
    /// A query that implies columns clones the model first and adds them to its clone.
    pub fn add_implied(&mut self, fields: Vec<Field>) {
        for field in fields {
            let (dataset, name) = (field.dataset, field.name.clone());
            let id = self.model.fields.push(field);
            self.names.enter_implied(dataset, &name, id);
            if let Some(dataset) = self.model.datasets.get_mut(dataset) {
                dataset.fields.push(id);
            }
        }
    }

    /// The type of a physical column: the catalogue's, or that of an identity field.
    pub(crate) fn column_type(&self, dataset: DatasetId, normal: &str) -> Type {
        let types = self.column_types.get(dataset);
        let data = types.and_then(|t| t.get(normal)).copied();
        Type::nullable(data.unwrap_or(DataType::Unknown))
    }

    /// The type of a column of a key or relationship; `Unknown` where nothing declares it.
    #[must_use]
    pub fn key_column_type(&self, dataset: DatasetId, column: &KeyColumn) -> DataType {
        match column {
            KeyColumn::Physical(name) => {
                let physical = self.physical(dataset, name);
                physical.map_or(DataType::Unknown, |(_, ty)| ty.data)
            }
            KeyColumn::Field(id) => {
                let field = self.model.fields.get(*id);
                field.map_or(DataType::Unknown, |f| f.ty.data)
            }
        }
    }

    /// Whether the source of a dataset has a column of that name; `None` if no catalogue says so.
    #[must_use]
    pub fn has_column(&self, dataset: DatasetId, name: &Ident) -> Option<bool> {
        let columns = self.columns(dataset)?;
        let found = columns.find(name.display(), name.is_quoted(), name.normal());
        Some(found.is_some())
    }

    /// The physical column a name means in a dataset, with its type. With a catalogue only what the
    /// catalogue has; without one, any.
    pub(crate) fn physical(&self, dataset: DatasetId, name: &Ident) -> Option<(Ident, Type)> {
        let Some(columns) = self.columns(dataset) else {
            return Some((name.clone(), self.column_type(dataset, name.normal())));
        };
        let (ident, data) = columns.find(name.display(), name.is_quoted(), name.normal())?;
        let declared = self.column_type(dataset, ident.normal());
        let ty = if declared.data == DataType::Unknown {
            Type::nullable(*data)
        } else {
            declared
        };
        Some((ident.clone(), ty))
    }

    /// The catalogue's columns of a dataset, if it has any.
    pub(crate) fn columns(&self, dataset: DatasetId) -> Option<&Columns> {
        self.catalogue.get(dataset)?.as_ref()
    }

    /// Sets the result of typing a field; `expr: None` with the reason.
    pub(crate) fn set_field(&mut self, id: FieldId, outcome: Outcome) {
        if let Some(field) = self.model.fields.get_mut(id) {
            match outcome {
                Outcome::Typed(expr) => field.expr = Some(expr),
                Outcome::Unusable(reason) => field.unusable = Some(reason),
            }
        }
    }
}

/// What became of an expression.
pub(crate) enum Outcome {
    /// It is typed.
    Typed(ModelExpr),
    /// It cannot be used, for this reason.
    Unusable(Box<Diagnostic>),
}
