//! Where a model names its datasets, fields, metrics and relationships, and what each of these names means.

use dosic_diagnostics::{Check, Diagnostics, Span, SpannedText};
use dosic_document as document;
use dosic_expr::{ParseOptions, ast};
use dosic_ir::{DatasetId, FieldId, Ident, MetricId, RelationshipId, TypedId};

use crate::field_scope::{Bare, FieldSite};
use crate::identifier::{ident_of, normal, referenced};
use crate::reference::for_each_reference;
use crate::variant::is_read;
use crate::{Global, ResolveOptions, ResolvedModel};

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// A dataset.
    Dataset(DatasetId),
    /// A declared field.
    Field(FieldId),
    /// A metric.
    Metric(MetricId),
    /// A relationship.
    Relationship(RelationshipId),
    /// A column of a dataset's source that no field declares, or that the field of its name reads.
    Column(DatasetId, Ident),
}

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// It is declared: `name: orders`.
    Declaration,
    /// It stands alone in YAML: `from: orders`, `primary_key: [id]`.
    Name,
    /// It is part of an expression.
    Expression,
}

/// A name somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Its characters; in YAML the scalar with its quotes.
    pub span: Span,
    /// The whole scalar it stands in.
    pub scalar: Span,
    /// How it is written.
    pub form: Form,
    /// What it means.
    pub meaning: Meaning,
}

/// Every name of a model that means something, in no particular order: declarations, ends and columns of
/// relationships, keys, and names in each expression that can be read, whichever of its dialects is chosen (semantics
/// digest 2.5). `document` and `resolved` are the model before and after [`crate::resolve`] with these options.
#[must_use]
pub fn mentions(
    document: &document::Model,
    resolved: &ResolvedModel,
    options: &ResolveOptions,
) -> Vec<Mention> {
    let mut collector = Collector {
        resolved,
        found: Vec::new(),
    };
    let mut field = 0;
    for (at, dataset) in document.datasets.iter().enumerate() {
        let id = DatasetId::from_index(at);
        collector.whole(&dataset.name, Form::Declaration, Some(Meaning::Dataset(id)));
        for column in dataset
            .primary_key
            .iter()
            .chain(dataset.unique_keys.iter().flatten())
        {
            collector.column(id, column);
        }
        for source in &dataset.fields {
            // Declared fields have the first ids, in document order.
            let own = FieldId::from_index(field);
            field += 1;
            collector.whole(&source.name, Form::Declaration, Some(Meaning::Field(own)));
            let site = FieldSite {
                resolved,
                dataset: id,
                own,
                evidence: &resolved.evidence,
            };
            collector.expression(&source.expression, options, Some(site));
        }
    }
    for relationship in &document.relationships {
        collector.relationship(relationship);
    }
    for (at, metric) in document.metrics.iter().enumerate() {
        let meaning = Meaning::Metric(MetricId::from_index(at));
        collector.whole(&metric.name, Form::Declaration, Some(meaning));
        collector.expression(&metric.expression, options, None);
    }
    collector.found
}

/// The names of an expression that stands outside datasets: in a metric, or in a query.
#[must_use]
pub fn mentions_of_expression(
    resolved: &ResolvedModel,
    text: &SpannedText,
    expr: &ast::Expr,
) -> Vec<Mention> {
    let mut collector = Collector {
        resolved,
        found: Vec::new(),
    };
    for_each_reference(expr, &mut |parts| collector.reference(parts, text, None));
    collector.found
}

/// A name that stands alone where a dataset or metric is asked for.
#[must_use]
pub fn mention_of_name(resolved: &ResolvedModel, text: &SpannedText) -> Option<Mention> {
    let meaning = resolved.names.global(&referenced(text)).and_then(meaning);
    meaning.map(|meaning| Mention {
        span: text.span,
        scalar: text.span,
        form: Form::Name,
        meaning,
    })
}

/// A field's name that stands alone beside that of its dataset.
#[must_use]
pub fn mention_of_field(
    resolved: &ResolvedModel,
    dataset: &SpannedText,
    field: &SpannedText,
) -> Option<Mention> {
    let Some(Global::Dataset(dataset)) = resolved.names.global(&referenced(dataset)) else {
        return None;
    };
    let id = resolved.names.field(dataset, &referenced(field))?;
    Some(Mention {
        span: field.span,
        scalar: field.span,
        form: Form::Name,
        meaning: field_meaning(resolved, id)?,
    })
}

fn meaning(global: Global) -> Option<Meaning> {
    match global {
        Global::Dataset(id) => Some(Meaning::Dataset(id)),
        Global::Metric(id) => Some(Meaning::Metric(id)),
        Global::Relationship(id) => id.map(Meaning::Relationship),
    }
}

/// A field that stands for an undeclared column is that column.
fn field_meaning(resolved: &ResolvedModel, id: FieldId) -> Option<Meaning> {
    let field = resolved.model.fields.get(id)?;
    Some(if field.implied {
        Meaning::Column(field.dataset, field.name.clone())
    } else {
        Meaning::Field(id)
    })
}

struct Collector<'m> {
    resolved: &'m ResolvedModel,
    found: Vec<Mention>,
}

impl Collector<'_> {
    fn whole(&mut self, text: &SpannedText, form: Form, meaning: Option<Meaning>) {
        self.found.extend(meaning.map(|meaning| Mention {
            span: text.span,
            scalar: text.span,
            form,
            meaning,
        }));
    }

    /// A column of a key or relationship: of the source if the field of its name reads it, else that field.
    fn column(&mut self, dataset: DatasetId, text: &SpannedText) {
        let ident = referenced(text);
        let field = self.resolved.names.field(dataset, &ident);
        let field = field.filter(|f| !self.resolved.evidence.of_field(*f));
        let meaning = match field {
            Some(field) => field_meaning(self.resolved, field),
            None => self
                .resolved
                .physical(dataset, &ident)
                .map(|_| Meaning::Column(dataset, ident)),
        };
        self.whole(text, Form::Name, meaning);
    }

    fn relationship(&mut self, source: &document::Relationship) {
        let ends = [
            (&source.from, &source.from_columns),
            (&source.to, &source.to_columns),
        ];
        let own = self.resolved.names.global(&referenced(&source.name));
        let own = own.and_then(meaning);
        self.whole(&source.name, Form::Declaration, own);
        for (end, columns) in ends {
            let Some(Global::Dataset(dataset)) = self.resolved.names.global(&referenced(end))
            else {
                continue;
            };
            self.whole(end, Form::Name, Some(Meaning::Dataset(dataset)));
            for column in columns {
                self.column(dataset, column);
            }
        }
    }

    fn expression(
        &mut self,
        expression: &document::Expression,
        options: &ResolveOptions,
        site: Option<FieldSite<'_>>,
    ) {
        let parsing = ParseOptions {
            strict: options.strict,
        };
        for variant in &expression.variants {
            if !is_read(&variant.dialect, options) {
                continue;
            }
            let text = &variant.text;
            // Faults were reported when the model was resolved.
            let mut faults = Diagnostics::new();
            let parsed = dosic_expr::parse(text, &parsing, Check::Syntax, &mut faults);
            if let Some(expr) = parsed {
                for_each_reference(&expr, &mut |parts| self.reference(parts, text, site));
            }
        }
    }

    fn reference(&mut self, parts: &[ast::Ident], text: &SpannedText, site: Option<FieldSite<'_>>) {
        let meanings = match parts {
            [name] => vec![match site {
                Some(site) => self.bare_in_field(name, site),
                None => self.bare(name),
            }],
            [role @ .., dataset, field] => {
                let names = &self.resolved.names;
                let global = |name| names.global_normal(&normal(name)).and_then(meaning);
                let mut all: Vec<_> = role.iter().map(global).collect();
                let home = global(dataset);
                let own = match home {
                    Some(Meaning::Dataset(id)) => self.field(id, field),
                    _ => None,
                };
                all.extend([home, own]);
                all
            }
            [] => return,
        };
        for (part, meaning) in parts.iter().zip(meanings) {
            self.found.extend(meaning.map(|meaning| Mention {
                span: text.locate(part.span.clone()),
                scalar: text.span,
                form: Form::Expression,
                meaning,
            }));
        }
    }

    fn field(&self, dataset: DatasetId, name: &ast::Ident) -> Option<Meaning> {
        match self.resolved.names.field_normal(dataset, &normal(name)) {
            Some(id) => field_meaning(self.resolved, id),
            None => Some(Meaning::Column(dataset, ident_of(name))),
        }
    }

    fn bare_in_field(&self, name: &ast::Ident, site: FieldSite<'_>) -> Option<Meaning> {
        match site.bare(name) {
            Bare::Column(column, _) => Some(Meaning::Column(site.dataset, column)),
            Bare::Field(id) => field_meaning(self.resolved, id),
            Bare::Global(global) => meaning(global),
            Bare::Nothing => None,
        }
    }

    /// A metric, or outside strict mode the only field of that name (R13).
    fn bare(&self, name: &ast::Ident) -> Option<Meaning> {
        let normal = normal(name);
        match self.resolved.names.global_normal(&normal) {
            Some(global) => meaning(global),
            None => match self.resolved.names.fields_named(&normal) {
                [only] if !self.resolved.is_strict() => field_meaning(self.resolved, *only),
                _ => None,
            },
        }
    }
}
