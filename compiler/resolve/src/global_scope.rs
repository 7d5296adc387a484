//! What names mean in metrics and queries: semantics digest 2.5, with R5 and R13.

use std::cell::{Cell, RefCell};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_expr::ast;
use dosic_ir::{
    DatasetId, Field, FieldId, FieldRef, MetricId, ModelExpr, ModelLeaf, Origin, RelationshipId,
    Type, TypedId,
};
use dosic_typing::Scope;

use crate::home::Targets;
use crate::identifier::{ident_of, normal, spelling};
use crate::not_found::NotFound;
use crate::{Global, ResolvedModel};

/// Who asks what a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// The model itself: private fields and metrics may be named.
    Model,
    /// A query: private ones may not (`E_NAME_NOT_FOUND`), nor those that offer no usable dialect
    /// (`E_NO_USABLE_DIALECT`).
    Query,
}

/// The scope of metric and query expressions: a bare name is a metric, `dataset.field` a field.
///
/// Outside strict mode it also takes `relationship.dataset.field` (R5), a bare name that is a field of
/// exactly one dataset, and columns that no field declares (R13). For the latter it makes fields whose
/// ids follow those of the model; after the last look-up, [`Self::into_implied`] gives them, to be added
/// with [`ResolvedModel::add_implied`]. Most often there is none.
#[derive(Debug)]
pub struct GlobalScope<'m> {
    resolved: &'m ResolvedModel,
    audience: Audience,
    implied: RefCell<Vec<Field>>,
    suggestions: Cell<usize>,
}

/// How many unknown names get a search for similar ones, so that a model in which nothing resolves
/// is still refused quickly.
pub(crate) const MAX_SUGGESTIONS: usize = 100;

impl Scope for GlobalScope<'_> {
    fn resolve(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        match parts {
            [] => None,
            [name] => self.bare(name, span, sink),
            _ => self.qualified(parts, span, sink),
        }
    }

    fn filter_moves_home(&self, args: &[ModelExpr], predicate: &ModelExpr) -> bool {
        let before = Targets::of(self, args);
        let after = Targets::of(self, args.iter().chain([predicate]));
        // Without references in its arguments the aggregate takes its home from the filter.
        !before.is_empty() && before.home(&self.resolved.graph) != after.home(&self.resolved.graph)
    }
}

impl<'m> GlobalScope<'m> {
    pub(crate) fn new(resolved: &'m ResolvedModel, audience: Audience) -> Self {
        Self::with_suggestions(resolved, audience, MAX_SUGGESTIONS)
    }

    pub(crate) fn with_suggestions(
        resolved: &'m ResolvedModel,
        audience: Audience,
        suggestions: usize,
    ) -> Self {
        Self {
            resolved,
            audience,
            implied: RefCell::default(),
            suggestions: Cell::new(suggestions),
        }
    }

    /// The fields made for undeclared columns, in the order of their ids.
    #[must_use]
    pub fn into_implied(self) -> Vec<Field> {
        self.implied.into_inner()
    }

    /// How many searches for similar names are left.
    pub(crate) fn suggestions_left(&self) -> usize {
        self.suggestions.get()
    }

    /// The model asked.
    #[must_use]
    pub fn resolved(&self) -> &'m ResolvedModel {
        self.resolved
    }

    fn check(&self) -> Check {
        match self.audience {
            Audience::Model => Check::References,
            Audience::Query => Check::QueryNames,
        }
    }

    pub(crate) fn not_found(&self, span: Span) -> NotFound<'m> {
        let left = self.suggestions.get();
        self.suggestions.set(left.saturating_sub(1));
        NotFound {
            resolved: self.resolved,
            check: self.check(),
            span,
            suggest: left > 0,
        }
    }

    fn bare(&self, name: &ast::Ident, span: Span, sink: &mut Diagnostics) -> Option<ModelExpr> {
        let normal = normal(name);
        match self.resolved.names.global_normal(&normal) {
            Some(Global::Metric(id)) => self.metric(id, span, sink),
            Some(other) => {
                sink.push(self.not_found(span).no_value(name, other));
                None
            }
            None => self.unqualified(name, &normal, span, sink),
        }
    }

    fn metric(&self, id: MetricId, span: Span, sink: &mut Diagnostics) -> Option<ModelExpr> {
        let metric = self.resolved.model.metrics.get(id)?;
        if self.audience == Audience::Query {
            let name = metric.name.spelling();
            self.refuse_in_query(
                &name,
                metric.private,
                metric.unusable.as_deref(),
                span,
                sink,
            )?;
        }
        Some(ModelExpr::leaf(
            ModelLeaf::Metric(id, span.into()),
            metric.ty,
        ))
    }

    /// R13: a bare name that is a declared field of exactly one dataset.
    fn unqualified(
        &self,
        name: &ast::Ident,
        normal: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let candidates = self.resolved.names.fields_named(normal);
        if self.resolved.strict {
            sink.push(self.not_found(span).bare(name, candidates));
            return None;
        }
        let [only] = candidates else {
            sink.push(self.not_found(span).bare(name, candidates));
            return None;
        };
        let qualified = self.resolved.model.qualified(*only);
        let message = format!("`{}` is read as the field `{qualified}`", name.text);
        sink.push(
            Diagnostic::new(Code::UnqualifiedField, self.check(), message)
                .at(span, "no metric has this name")
                .help(format!("write `{qualified}`")),
        );
        self.field(*only, Vec::new(), span, sink)
    }

    /// `dataset.field`, or with relationships before it.
    pub(crate) fn qualified(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let [role @ .., dataset, field] = parts else {
            return None;
        };
        if self.resolved.strict && !role.is_empty() {
            sink.push(self.not_found(span).three_parts(parts));
            return None;
        }
        let Some(Global::Dataset(id)) = self.resolved.names.global_normal(&normal(dataset)) else {
            sink.push(self.not_found(span).dataset(dataset, field));
            return None;
        };
        let role = self.role(role, id, span, sink)?;
        let found = self.resolved.names.field_normal(id, &normal(field));
        let field = match found {
            Some(found) => found,
            None => self.undeclared(id, field, span, sink)?,
        };
        self.field(field, role, span, sink)
    }

    /// The dataset of a field, implied ones included.
    pub(crate) fn dataset_of(&self, id: FieldId) -> Option<DatasetId> {
        let fields = &self.resolved.model.fields;
        if let Some(field) = fields.get(id) {
            return Some(field.dataset);
        }
        let at = id.index().checked_sub(fields.len())?;
        self.implied.borrow().get(at).map(|f| f.dataset)
    }

    fn field(
        &self,
        id: FieldId,
        role: Vec<RelationshipId>,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let data = if let Some(field) = self.resolved.model.fields.get(id) {
            if self.audience == Audience::Query {
                let name = self.resolved.model.qualified(id);
                self.refuse_in_query(&name, field.private, field.unusable.as_deref(), span, sink)?;
            }
            field.ty.data
        } else {
            let implied = self.implied.borrow();
            let at = id.index().checked_sub(self.resolved.model.fields.len())?;
            implied.get(at)?.ty.data
        };
        // Also a field that is never NULL reads as NULL where no row is reached.
        let reference = FieldRef {
            field: id,
            role,
            origin: Origin::from(span),
        };
        Some(ModelExpr::leaf(
            ModelLeaf::Field(reference),
            Type::nullable(data),
        ))
    }

    fn refuse_in_query(
        &self,
        name: &str,
        private: bool,
        unusable: Option<&Diagnostic>,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<()> {
        if private {
            let message = format!("`{name}` is private: only the model itself can use it");
            sink.push(
                Diagnostic::new(Code::NameNotFound, self.check(), message)
                    .kind("private")
                    .at(span, "is private")
                    .help("remove `access_modifier: private`, or use a public field or metric that is built on it"),
            );
            return None;
        }
        if let Some(reason) = unusable {
            sink.push(reason.clone().at(span, "used here"));
            return None;
        }
        Some(())
    }

    /// The relationships of a role, checked to lead to `to` hop by hop (R5).
    fn role(
        &self,
        names: &[ast::Ident],
        to: DatasetId,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<Vec<RelationshipId>> {
        let mut role = Vec::with_capacity(names.len());
        let mut at = to;
        for name in names.iter().rev() {
            let global = self.resolved.names.global_normal(&normal(name));
            let id = match global {
                Some(Global::Relationship(Some(id))) => id,
                // Its own fault is reported.
                Some(Global::Relationship(None)) => return None,
                _ => {
                    sink.push(self.not_found(span).relationship(name));
                    return None;
                }
            };
            let relationship = self.resolved.model.relationships.get(id)?;
            if relationship.from != at && relationship.to != at {
                sink.push(self.not_found(span).broken_role(id, at));
                return None;
            }
            at = relationship.other(at);
            role.push(id);
        }
        role.reverse();
        Some(role)
    }

    /// R13: the field of a physical column that no field declares (ruling 25).
    fn undeclared(
        &self,
        dataset: DatasetId,
        name: &ast::Ident,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<FieldId> {
        let ident = ident_of(name);
        let before = self.resolved.model.fields.len();
        let mut implied = self.implied.borrow_mut();
        let known = implied
            .iter()
            .position(|f| f.dataset == dataset && f.name == ident);
        if let Some(at) = known {
            return Some(FieldId::from_index(before + at));
        }
        let is_metric = matches!(self.resolved.names.global(&ident), Some(Global::Metric(_)));
        let physical = self.resolved.physical(dataset, &ident);
        let certain = self.resolved.columns(dataset).is_some();
        let (column, ty) = match physical {
            Some(found) if !self.resolved.strict && !is_metric => found,
            _ => {
                sink.push(self.not_found(span).field(dataset, name));
                return None;
            }
        };
        if !certain
            && self
                .not_found(span)
                .nearest_field(dataset, &name.text)
                .is_some()
        {
            sink.push(self.not_found(span).field(dataset, name));
            return None;
        }
        let dataset_name = self.resolved.model.dataset_name(dataset);
        let message = format!(
            "no field of `{dataset_name}` declares `{}`: it is read as a column of the source",
            spelling(std::slice::from_ref(name))
        );
        sink.push(
            Diagnostic::new(Code::UndeclaredColumn, self.check(), message)
                .at(span, "no field has this name")
                .help(format!(
                    "declare a field `{}` of `{dataset_name}`",
                    ident.spelling()
                )),
        );
        implied.push(Field {
            dataset,
            name: ident,
            expr: Some(ModelExpr::leaf(ModelLeaf::Column(column), ty)),
            ty,
            private: false,
            is_time: false,
            windowed: false,
            implied: true,
            span,
            unusable: None,
        });
        Some(FieldId::from_index(before + implied.len() - 1))
    }
}
