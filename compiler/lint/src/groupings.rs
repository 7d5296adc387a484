//! `W_NO_DIMENSION`: metrics that only have a total.
//!
//! A dimension of a metric is a public field of a dataset that all its aggregates reach, which is no window, no key,
//! and not read by the metric itself.

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::{DatasetId, ExprKind, Field, FieldId, KeyColumn, MetricId, ModelLeaf};

use crate::Subject;
use crate::reach::Reach;
use crate::subject::{Owner, listed};

pub(crate) fn check(subject: &Subject<'_>, reach: &Reach, sink: &mut Diagnostics) {
    let mut candidates: BTreeMap<BTreeSet<DatasetId>, BTreeSet<DatasetId>> = BTreeMap::new();
    let mut dimensions: BTreeMap<DatasetId, Vec<FieldId>> = BTreeMap::new();
    for (id, metric, _) in subject.metrics() {
        let Some(homes) = reach.homes(id).filter(|h| !h.open && !h.all.is_empty()) else {
            continue;
        };
        let shared = candidates
            .entry(homes.all.clone())
            .or_insert_with(|| shared_by(&homes.all, reach));
        let read = fields_read(subject, id);
        let grouped = shared.iter().any(|dataset| {
            let fields = dimensions
                .entry(*dataset)
                .or_insert_with(|| dimensions_of(subject, *dataset));
            fields.iter().any(|f| !read.contains(f))
        });
        if grouped {
            continue;
        }
        let names = homes
            .all
            .iter()
            .map(|d| subject.resolved.model.dataset_name(*d));
        let names = listed(names);
        let title = subject.title(Owner::Metric(id));
        let (kind, why, help) = if homes.all.len() > 1 && shared.is_empty() {
            (
                "no-shared-dimension",
                format!("it combines {names}, and no dataset is reached from all of them"),
                "relate them to a dimension that they share, such as a calendar".to_owned(),
            )
        } else {
            (
                "no-dimension",
                format!(
                    "{names} has no public field but keys and what the metric itself reads, and reaches no dataset that has"
                ),
                "declare the fields to group by, or a relationship to a dataset that has some"
                    .to_owned(),
            )
        };
        let message = format!("{title} has a total and nothing else: {why}");
        sink.push(
            Diagnostic::new(Code::NoDimension, Check::Lint, message)
                .kind(kind)
                .at(metric.span, "no dimension groups it")
                .help(help),
        );
    }
}

fn shared_by(homes: &BTreeSet<DatasetId>, reach: &Reach) -> BTreeSet<DatasetId> {
    let all = homes.iter().map(|h| reach.groups_of(*h));
    all.reduce(|a, b| a.intersection(&b).copied().collect())
        .unwrap_or_default()
}

/// Fields that the aggregates of a metric read themselves; those of metrics that it names are left out.
fn fields_read(subject: &Subject<'_>, id: MetricId) -> BTreeSet<FieldId> {
    let mut read = BTreeSet::new();
    let metric = subject.resolved.model.metrics.get(id);
    if let Some(expr) = metric.and_then(|m| m.expr.as_ref()) {
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Field(f) = leaf {
                read.insert(f.field);
            }
        });
    }
    read
}

fn dimensions_of(subject: &Subject<'_>, id: DatasetId) -> Vec<FieldId> {
    let model = &subject.resolved.model;
    let Some(dataset) = model.datasets.get(id) else {
        return Vec::new();
    };
    let keys: BTreeSet<&str> = dataset
        .keys
        .iter()
        .flatten()
        .filter_map(|column| match column {
            KeyColumn::Physical(ident) => Some(ident.normal()),
            KeyColumn::Field(_) => None,
        })
        .collect();
    let is_key = |field: &Field| match field.expr.as_ref().map(|e| &e.kind) {
        Some(ExprKind::Leaf(ModelLeaf::Column(column))) => keys.contains(column.normal()),
        _ => false,
    };
    let is_dimension =
        |f: &Field| !f.private && !f.windowed && !f.implied && f.expr.is_some() && !is_key(f);
    let fields = dataset.fields.iter().copied();
    fields
        .filter(|f| model.fields.get(*f).is_some_and(is_dimension))
        .collect()
}
