//! What the rules look at: a model as written and as resolved, and what saved queries name.

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::Span;
use dosic_document as document;
use dosic_document::{Node, NodeKind, SavedQuery};
use dosic_ir::{DatasetId, FieldId, Ident, MetricId, ModelExpr, TypedId};
use dosic_resolve::ResolvedModel;

/// A model to be linted.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// As written.
    pub document: &'a document::Model,
    /// As resolved from `document`.
    pub resolved: &'a ResolvedModel,
    /// The saved queries that stand beside it.
    pub queries: &'a [SavedQuery],
    /// Whether everything of the model is there: false after errors, since what looks unused may only be misspelt.
    pub whole: bool,
}

/// Whose expression it is.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Field(FieldId),
    Metric(MetricId),
}

impl<'a> Subject<'a> {
    /// Every declared field with the way it is written; ids are given in document order.
    pub(crate) fn fields(
        self,
    ) -> impl Iterator<Item = (FieldId, &'a dosic_ir::Field, &'a document::Field)> {
        let written = self.document.datasets.iter().flat_map(|d| &d.fields);
        let resolved = self.resolved.model.fields.enumerate();
        resolved.zip(written).map(|((id, field), w)| (id, field, w))
    }

    /// Every dataset with the way it is written.
    pub(crate) fn datasets(
        self,
    ) -> impl Iterator<Item = (DatasetId, &'a dosic_ir::Dataset, &'a document::Dataset)> {
        let resolved = self.resolved.model.datasets.enumerate();
        let both = resolved.zip(&self.document.datasets);
        both.map(|((id, dataset), w)| (id, dataset, w))
    }

    /// Every metric with the way it is written.
    pub(crate) fn metrics(
        self,
    ) -> impl Iterator<Item = (MetricId, &'a dosic_ir::Metric, &'a document::Metric)> {
        let resolved = self.resolved.model.metrics.enumerate();
        let both = resolved.zip(&self.document.metrics);
        both.map(|((id, metric), w)| (id, metric, w))
    }

    /// Relationships as written, by the place of their name: those of unknown datasets are not in the resolved model.
    pub(crate) fn written_relationships(self) -> BTreeMap<Span, &'a document::Relationship> {
        let all = self.document.relationships.iter();
        all.map(|r| (r.name.span, r)).collect()
    }

    /// Every typed expression, each with its owner.
    pub(crate) fn expressions(self) -> impl Iterator<Item = (Owner, &'a ModelExpr)> {
        let model = &self.resolved.model;
        let fields = model.fields.enumerate();
        let fields = fields.filter_map(|(id, f)| Some((Owner::Field(id), f.expr.as_ref()?)));
        let metrics = model.metrics.enumerate();
        let metrics = metrics.filter_map(|(id, m)| Some((Owner::Metric(id), m.expr.as_ref()?)));
        fields.chain(metrics)
    }

    /// "the field `orders.net`", "the metric `revenue`".
    pub(crate) fn title(self, owner: Owner) -> String {
        let model = &self.resolved.model;
        match owner {
            Owner::Field(id) => format!("the field `{}`", model.qualified(id)),
            Owner::Metric(id) => {
                let name = model.metrics.get(id).map_or("?", |m| m.name.display());
                format!("the metric `{name}`")
            }
        }
    }

    /// Where the owner's name stands.
    pub(crate) fn place(self, owner: Owner) -> Option<Span> {
        let model = &self.resolved.model;
        match owner {
            Owner::Field(id) => model.fields.get(id).map(|f| f.span),
            Owner::Metric(id) => model.metrics.get(id).map(|m| m.span),
        }
    }

    /// The dataset of a field.
    pub(crate) fn dataset_of(self, field: FieldId) -> Option<DatasetId> {
        self.resolved.model.fields.get(field).map(|f| f.dataset)
    }

    /// The words of all saved queries, upper case: what might name a dataset or relationship there. That a word in a
    /// string counts as well keeps a rule silent at most.
    pub(crate) fn query_words(self) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        for query in self.queries {
            let mut open = vec![&query.body];
            while let Some(node) = open.pop() {
                take_words(node, &mut open, &mut words);
            }
        }
        words
    }
}

fn take_words<'n>(node: &'n Node, open: &mut Vec<&'n Node>, words: &mut BTreeSet<String>) {
    match &node.kind {
        NodeKind::Sequence(items) => open.extend(items),
        NodeKind::Mapping(entries) => open.extend(entries.iter().map(|e| &e.value)),
        NodeKind::Scalar(text, _) => {
            let parts = text
                .text
                .split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let parts = parts.filter(|p| !p.is_empty());
            words.extend(parts.map(str::to_uppercase));
            // A quoted name may hold anything.
            let quoted = text.text.split('"').skip(1).step_by(2);
            words.extend(quoted.map(str::to_uppercase));
        }
    }
}

/// Whether saved queries name it.
pub(crate) fn is_named(words: &BTreeSet<String>, name: &Ident) -> bool {
    words.contains(&name.normal().to_uppercase())
}

/// The item of an id in a list that runs parallel to an `IndexVec`.
pub(crate) fn item<I: TypedId, T>(list: &[T], id: I) -> Option<&T> {
    list.get(id.index())
}

/// Names in backticks, the first few of them: "`a`, `b` and 3 more".
pub(crate) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 5;
    let names: Vec<&str> = names.into_iter().collect();
    let shown: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{n}`")).collect();
    let more = names.len().saturating_sub(SHOWN);
    match (shown.split_last(), more) {
        (None, _) => String::new(),
        (Some((only, [])), 0) => only.clone(),
        (Some((last, before)), 0) => format!("{} and {last}", before.join(", ")),
        _ => format!("{} and {more} more", shown.join(", ")),
    }
}
