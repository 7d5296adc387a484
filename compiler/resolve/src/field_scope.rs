//! What names mean in the fields of a dataset: semantics digest 1.7 and 2.5.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_expr::ast;
use dosic_ir::{
    DatasetId, Field, FieldId, FieldRef, Ident, MetricId, ModelExpr, ModelLeaf, Origin, Type,
    TypedId,
};
use dosic_typing::Scope;
use rustc_hash::FxHashSet;

use crate::identifier::{ident_of, normal};
use crate::{Global, GlobalScope, ResolvedModel};

/// The scope of one field's expression.
pub(crate) struct FieldScope<'m> {
    pub(crate) global: GlobalScope<'m>,
    pub(crate) site: FieldSite<'m>,
}

/// Where a field's expression stands.
#[derive(Clone, Copy)]
pub(crate) struct FieldSite<'m> {
    pub(crate) resolved: &'m ResolvedModel,
    pub(crate) dataset: DatasetId,
    /// The field itself.
    pub(crate) own: FieldId,
    pub(crate) evidence: &'m Evidence,
}

/// What expressions show about the physical columns of a source that no catalogue lists (1.7).
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// Of every declared field, whether its own expression mentions its bare name.
    pub(crate) fields: Vec<bool>,
    /// Names of metrics that at least two fields of a dataset mention bare: a slip is not made twice.
    pub(crate) metrics: FxHashSet<(DatasetId, MetricId)>,
}

impl Evidence {
    /// Whether a column of the field's name evidently exists.
    pub(crate) fn of_field(&self, field: FieldId) -> bool {
        self.fields.get(field.index()) == Some(&true)
    }
}

/// What a bare name means in a field.
pub(crate) enum Bare {
    Column(Ident, Type),
    Field(FieldId),
    Global(Global),
    Nothing,
}

impl FieldSite<'_> {
    /// What a bare name means: column, then field, then global.
    pub(crate) fn bare(&self, name: &ast::Ident) -> Bare {
        let resolved = self.resolved;
        let normal = normal(name);
        let field = resolved.names.field_normal(self.dataset, &normal);
        if resolved.columns(self.dataset).is_some() {
            let own = field == Some(self.own);
            return match (resolved.physical(self.dataset, &ident_of(name)), field) {
                (Some((column, ty)), _) => Bare::Column(column, ty),
                (None, Some(field)) if !own => Bare::Field(field),
                (None, Some(_)) => Bare::Nothing,
                (None, None) => resolved
                    .names
                    .global_normal(&normal)
                    .map_or(Bare::Nothing, Bare::Global),
            };
        }
        let column = || {
            let ty = resolved.column_type(self.dataset, &normal);
            Bare::Column(ident_of(name), ty)
        };
        match field {
            Some(field) if field == self.own || self.evidence.of_field(field) => column(),
            Some(field) => Bare::Field(field),
            None => match resolved.names.global_normal(&normal) {
                Some(metric @ Global::Metric(id))
                    if !self.evidence.metrics.contains(&(self.dataset, id)) =>
                {
                    Bare::Global(metric)
                }
                _ => column(),
            },
        }
    }

    /// The field a reference means, if it means one; reports nothing.
    pub(crate) fn field_of(&self, parts: &[ast::Ident]) -> Option<FieldId> {
        match parts {
            [name] => match self.bare(name) {
                Bare::Field(field) => Some(field),
                _ => None,
            },
            [.., dataset, field] => {
                let names = &self.resolved.names;
                match names.global_normal(&normal(dataset))? {
                    Global::Dataset(id) => names.field_normal(id, &normal(field)),
                    _ => None,
                }
            }
            [] => None,
        }
    }
}

impl FieldScope<'_> {
    /// Fields made for undeclared columns of other datasets, and searches left.
    pub(crate) fn finish(self) -> (Vec<Field>, usize) {
        let left = self.global.suggestions_left();
        (self.global.into_implied(), left)
    }

    fn own_field(&self, id: FieldId, span: Span) -> Option<ModelExpr> {
        let field = self.site.resolved.model.fields.get(id)?;
        let reference = FieldRef {
            field: id,
            role: Vec::new(),
            origin: Origin::from(span),
        };
        Some(ModelExpr::leaf(ModelLeaf::Field(reference), field.ty))
    }
}

impl Scope for FieldScope<'_> {
    fn resolve(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let site = &self.site;
        let [name] = parts else {
            let expr = self.global.qualified(parts, span, sink)?;
            // A field of the own dataset reads the same row, so it keeps its nullability.
            let own = match expr.as_leaf() {
                Some(ModelLeaf::Field(f)) if f.role.is_empty() => Some(f.field),
                _ => None,
            };
            let field = own.and_then(|f| site.resolved.model.fields.get(f));
            return match field {
                Some(f) if f.dataset == site.dataset => Some(ModelExpr { ty: f.ty, ..expr }),
                _ => Some(expr),
            };
        };
        match site.bare(name) {
            Bare::Column(column, ty) => Some(ModelExpr::leaf(ModelLeaf::Column(column), ty)),
            Bare::Field(id) => self.own_field(id, span),
            Bare::Global(Global::Metric(_)) => {
                let name = ident_of(name).spelling();
                let dataset = site.resolved.model.dataset_name(site.dataset);
                let message = format!("a field names the metric `{name}`, which is an aggregate");
                sink.push(
                    Diagnostic::new(Code::AggregateInField, Check::References, message)
                        .at(span, "a metric")
                        .help(format!(
                            "a field is computed row by row: move the expression to a metric of the model; \
                             if `{name}` is a column of the source, declare a field `{name}` of `{dataset}`"
                        )),
                );
                None
            }
            Bare::Global(global) => {
                sink.push(self.global.not_found(span).no_value(name, global));
                None
            }
            Bare::Nothing => {
                let not_found = self.global.not_found(span);
                sink.push(not_found.column(site.dataset, &ident_of(name)));
                None
            }
        }
    }
}
