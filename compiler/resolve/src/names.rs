//! The name tables of a model: semantics digest 2.4.
//!
//! Tables are keyed by normal form and only ever looked into, never iterated over.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{DatasetId, FieldId, Ident, IndexVec, MetricId, RelationshipId};
use rustc_hash::FxHashMap;

use crate::identifier::Kind;

/// What a name of the global scope means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Global {
    /// A dataset.
    Dataset(DatasetId),
    /// A relationship; `None` if it is faulty and left out of the model.
    Relationship(Option<RelationshipId>),
    /// A metric.
    Metric(MetricId),
}

impl Global {
    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Dataset(_) => Kind::Dataset,
            Self::Relationship(_) => Kind::Relationship,
            Self::Metric(_) => Kind::Metric,
        }
    }
}

/// Names of the global scope and of every dataset's scope.
#[derive(Clone, Debug, Default)]
pub struct Names {
    globals: FxHashMap<Box<str>, (Global, Span)>,
    fields: IndexVec<DatasetId, FxHashMap<Box<str>, FieldId>>,
    /// Declared fields by name, whatever their dataset.
    declared: FxHashMap<Box<str>, Vec<FieldId>>,
}

impl Names {
    /// What a name of the global scope means.
    #[must_use]
    pub fn global(&self, name: &Ident) -> Option<Global> {
        self.global_normal(name.normal())
    }

    /// The field of a dataset called so, declared or implied.
    #[must_use]
    pub fn field(&self, dataset: DatasetId, name: &Ident) -> Option<FieldId> {
        self.field_normal(dataset, name.normal())
    }

    pub(crate) fn global_normal(&self, normal: &str) -> Option<Global> {
        self.globals.get(normal).map(|(global, _)| *global)
    }

    pub(crate) fn field_normal(&self, dataset: DatasetId, normal: &str) -> Option<FieldId> {
        self.fields.get(dataset)?.get(normal).copied()
    }

    /// Declared fields of that name in all datasets, in document order.
    pub(crate) fn fields_named(&self, normal: &str) -> &[FieldId] {
        self.declared.get(normal).map_or(&[], Vec::as_slice)
    }

    /// Opens the scope of the next dataset.
    pub(crate) fn open_dataset(&mut self, fields: usize) -> DatasetId {
        let mut table = FxHashMap::default();
        table.reserve(fields);
        self.fields.push(table)
    }

    pub(crate) fn reserve(&mut self, globals: usize, fields: usize) {
        self.globals.reserve(globals);
        self.declared.reserve(fields);
    }

    /// Enters a name of the global scope; a second one of the same name is `E_NAME_COLLISION` and not entered.
    pub(crate) fn enter(
        &mut self,
        name: &Ident,
        global: Global,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        if let Some((first, place)) = self.globals.get(name.normal()) {
            let (a, b) = (first.kind().noun(), global.kind().noun());
            let message = if a == b {
                format!("two {a}s are called `{}`", name.display())
            } else {
                format!("a {a} and a {b} are both called `{}`", name.display())
            };
            sink.push(
                Diagnostic::new(Code::NameCollision, Check::Names, message)
                    .at(span, format!("this {b}"))
                    .at(*place, format!("and this {a}"))
                    .help("datasets, relationships and metrics of a model share one namespace, letter case aside: rename one of them"),
            );
        } else {
            self.globals.insert(name.normal().into(), (global, span));
        }
    }

    /// Enters a declared field; gives the field that already has the name, if one has.
    pub(crate) fn enter_field(
        &mut self,
        dataset: DatasetId,
        name: &Ident,
        id: FieldId,
    ) -> Option<FieldId> {
        let table = self.fields.get_mut(dataset)?;
        if let Some(first) = table.get(name.normal()) {
            return Some(*first);
        }
        table.insert(name.normal().into(), id);
        match self.declared.get_mut(name.normal()) {
            Some(list) => list.push(id),
            None => {
                self.declared.insert(name.normal().into(), vec![id]);
            }
        }
        None
    }

    /// Enters the field of an undeclared column (R13).
    pub(crate) fn enter_implied(&mut self, dataset: DatasetId, name: &Ident, id: FieldId) {
        if let Some(table) = self.fields.get_mut(dataset) {
            table.entry(name.normal().into()).or_insert(id);
        }
    }
}

/// The fault of two fields of one dataset with the same name.
pub(crate) fn field_collision(dataset: &str, name: &Ident, span: Span, first: Span) -> Diagnostic {
    let message = format!(
        "the dataset `{dataset}` has two fields called `{}`",
        name.display()
    );
    Diagnostic::new(Code::NameCollision, Check::Names, message)
        .at(span, "this field")
        .at(first, "and this field")
        .help("names are compared without letter case unless they are quoted: rename one of the fields")
}
