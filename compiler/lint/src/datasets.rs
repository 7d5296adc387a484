//! Datasets that nothing uses or reaches, and datasets without a key where one matters.

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{AggregateFn, DatasetId, ModelLeaf};

use crate::Subject;
use crate::reach::{Reach, datasets_read};
use crate::subject::{Owner, is_named};

pub(crate) fn check(subject: &Subject<'_>, reach: &Reach, sink: &mut Diagnostics) {
    uses(subject, reach, sink);
    keys(subject, reach, sink);
}

/// `W_UNUSED_DATASET` and `W_UNREACHABLE_DATASET`.
fn uses(subject: &Subject<'_>, reach: &Reach, sink: &mut Diagnostics) {
    let model = &subject.resolved.model;
    if model.metrics.is_empty() && model.relationships.is_empty() && subject.queries.is_empty() {
        // A model that only lists tables.
        return;
    }
    let related: BTreeSet<DatasetId> = model
        .relationships
        .iter()
        .flat_map(|r| [r.from, r.to])
        .collect();
    // What such a relationship leads to is not reached for that reason, which `W_NON_KEY_RELATIONSHIP` gives.
    let many_to_many: BTreeSet<DatasetId> = model
        .relationships
        .iter()
        .filter(|r| !r.from_unique && !r.to_unique)
        .flat_map(|r| [r.from, r.to])
        .collect();
    let words = subject.query_words();
    let (homes, depends) = reach.all_homes();
    let mut read = homes.clone();
    for (owner, expr) in subject.expressions() {
        let own = match owner {
            Owner::Field(id) => subject.dataset_of(id),
            Owner::Metric(_) => None,
        };
        let others = datasets_read(expr, model).into_iter();
        read.extend(others.filter(|d| Some(*d) != own));
    }
    let mut reached = BTreeSet::new();
    for home in &homes {
        reached.extend(reach.groups_of(*home));
    }
    for (id, dataset, _) in subject.datasets() {
        if read.contains(&id) || is_named(&words, &dataset.name) {
            continue;
        }
        let name = dataset.name.display();
        if !related.contains(&id) {
            sink.push(unused(name, dataset.span));
        } else if !homes.is_empty()
            && !depends
            && !reached.contains(&id)
            && !many_to_many.contains(&id)
        {
            sink.push(unreachable(name, dataset.span));
        }
    }
}

fn unused(name: &str, span: Span) -> Diagnostic {
    let message = format!(
        "nothing uses the dataset `{name}`: no relationship, metric, field of another dataset or saved query names it"
    );
    Diagnostic::new(Code::UnusedDataset, Check::Lint, message)
        .at(span, "joined to nothing, measured by nothing")
        .help(format!(
            "add the relationship that was forgotten, or a metric over `{name}`; else remove it"
        ))
}

fn unreachable(name: &str, span: Span) -> Diagnostic {
    let message = format!(
        "no metric reaches the dataset `{name}`: none is computed from it, and none can be grouped by its fields"
    );
    Diagnostic::new(Code::UnreachableDataset, Check::Lint, message)
        .at(span, "related, but to no metric's dataset")
        .help(format!(
            "relate `{name}` to a dataset that metrics are computed from, or define a metric over it"
        ))
}

/// `W_MISSING_PRIMARY_KEY`. Outside strict mode a relationship to such a dataset is `W_ASSUMED_KEY` already.
fn keys(subject: &Subject<'_>, reach: &Reach, sink: &mut Diagnostics) {
    let model = &subject.resolved.model;
    let keyless: BTreeSet<DatasetId> = subject
        .datasets()
        .filter(|(_, _, w)| w.primary_key.is_empty() && w.unique_keys.is_empty())
        .map(|(id, _, _)| id)
        .collect();
    if keyless.is_empty() {
        return;
    }
    let mut because: BTreeMap<DatasetId, (String, Option<Span>)> = BTreeMap::new();
    if subject.resolved.is_strict() {
        for r in model
            .relationships
            .iter()
            .filter(|r| keyless.contains(&r.to))
        {
            let reason = format!("the relationship `{}` leads to it", r.name.display());
            because.entry(r.to).or_insert((reason, Some(r.span)));
        }
    }
    for (id, metric, _) in subject.metrics() {
        let Some(expr) = &metric.expr else { continue };
        expr.for_each_leaf_deep(&mut |leaf| {
            let ModelLeaf::Aggregate(call) = leaf else {
                return;
            };
            if call.function != AggregateFn::Count || call.distinct {
                return;
            }
            let home = reach.home(&call.args, subject.resolved);
            if let Some(home) = home.filter(|h| keyless.contains(h)) {
                let reason = format!("{} counts its rows", subject.title(Owner::Metric(id)));
                let place = call.origin.0.or(Some(metric.span));
                because.entry(home).or_insert((reason, place));
            }
        });
    }
    for (id, (reason, place)) in because {
        let Some(dataset) = model.datasets.get(id) else {
            continue;
        };
        let name = dataset.name.display();
        let message = format!(
            "the dataset `{name}` declares no key, and {reason}: nothing says what one row is, nor that it occurs once"
        );
        sink.push(
            Diagnostic::new(Code::MissingPrimaryKey, Check::Lint, message)
                .at(dataset.span, "declares no key")
                .at_opt(place, "matters here")
                .help(format!(
                    "add `primary_key: [column, …]` to `{name}`: the columns that tell its rows apart"
                )),
        );
    }
}
