//! `W_AMBIGUOUS_PATH`: datasets that queries cannot name without saying which way.
//!
//! One finding for each dataset that is reached by several paths, at the dataset where they part. It is silent where a
//! saved query, metric or field names one of the relationships: whoever wrote that knows of the roles. Only up paths
//! count; that conformed dimensions are also connected through each of their facts is no fault.

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_graph::{Path, Route};
use dosic_ir::{DatasetId, ModelLeaf, RelationshipId};

use crate::Subject;
use crate::reach::Reach;
use crate::subject::is_named;

/// Pairs that one finding lists.
const MAX_PAIRS: usize = 4;
/// Paths of a pair that it lists.
const MAX_PATHS: usize = 4;

pub(crate) fn check(subject: &Subject<'_>, reach: &Reach, sink: &mut Diagnostics) {
    let named = named_relationships(subject);
    let (homes, _) = reach.all_homes();
    let mut queried: BTreeSet<DatasetId> = BTreeSet::new();
    for home in homes {
        queried.extend(reach.above(home).iter());
    }
    let mut found: BTreeMap<DatasetId, Vec<(DatasetId, Vec<Path>)>> = BTreeMap::new();
    for from in queried {
        for to in meeting_points(reach, from) {
            let Route::AmbiguousUp(paths) = subject.resolved.graph.route(from, to) else {
                continue;
            };
            let told_apart = paths
                .iter()
                .flatten()
                .any(|s| named.contains(&s.relationship));
            if !told_apart && part_at_the_ends(&paths) {
                found.entry(to).or_default().push((from, paths));
            }
        }
    }
    for (to, pairs) in found {
        sink.extend(finding(subject, to, &pairs).into_iter().collect());
    }
}

/// Relationships that a saved query, metric or field names as a role.
fn named_relationships(subject: &Subject<'_>) -> BTreeSet<RelationshipId> {
    let words = subject.query_words();
    let relationships = subject.resolved.model.relationships.enumerate();
    let mut named: BTreeSet<RelationshipId> = relationships
        .filter(|(_, r)| is_named(&words, &r.name))
        .map(|(id, _)| id)
        .collect();
    for (_, expr) in subject.expressions() {
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Field(read) = leaf {
                named.extend(read.role.iter().copied());
            }
        });
    }
    named
}

/// Datasets above `from` into which at least two steps lead from there.
fn meeting_points(reach: &Reach, from: DatasetId) -> Vec<DatasetId> {
    if reach.ups(from).len() < 2 {
        return Vec::new();
    }
    let mut steps: BTreeMap<DatasetId, usize> = BTreeMap::new();
    for dataset in reach.above(from).iter() {
        for to in reach.ups(*dataset) {
            *steps.entry(*to).or_default() += 1;
        }
    }
    let several = steps.into_iter().filter(|(to, n)| *n > 1 && *to != from);
    several.map(|(to, _)| to).collect()
}

/// Whether the paths part at their first dataset and meet at their last: all others are consequences of such ones.
fn part_at_the_ends(paths: &[Path]) -> bool {
    let differ = |step: fn(&Path) -> Option<RelationshipId>| {
        let all: BTreeSet<_> = paths.iter().filter_map(step).collect();
        all.len() > 1
    };
    differ(|p| p.first().map(|s| s.relationship)) && differ(|p| p.last().map(|s| s.relationship))
}

fn finding(
    subject: &Subject<'_>,
    to: DatasetId,
    pairs: &[(DatasetId, Vec<Path>)],
) -> Option<Diagnostic> {
    let model = &subject.resolved.model;
    let dataset = model.datasets.get(to)?;
    let name = dataset.name.display();
    let mut listed: Vec<String> = pairs
        .iter()
        .take(MAX_PAIRS)
        .map(|(from, paths)| {
            let ways: Vec<String> = paths
                .iter()
                .take(MAX_PATHS)
                .map(|p| way(subject, p))
                .collect();
            format!(
                "from `{}` by {}",
                model.dataset_name(*from),
                ways.join(" or ")
            )
        })
        .collect();
    if pairs.len() > MAX_PAIRS {
        listed.push(format!("from {} more datasets", pairs.len() - MAX_PAIRS));
    }
    let message = format!(
        "several join paths lead to `{name}`: {}; a query that names `{name}` beside their metrics is refused until it \
         says which",
        listed.join("; ")
    );
    let (_, paths) = pairs.first()?;
    let mut diagnostic = Diagnostic::new(Code::AmbiguousPathLint, Check::Lint, message)
        .at(dataset.span, "reached in several ways");
    let steps: BTreeSet<RelationshipId> = paths
        .iter()
        .take(MAX_PATHS)
        .filter_map(|p| p.first())
        .map(|s| s.relationship)
        .collect();
    for id in steps {
        let relationship = model.relationships.get(id)?;
        diagnostic = diagnostic.at(relationship.span, "one way begins here");
    }
    Some(diagnostic.help(help(subject, to, paths)))
}

/// A path by the names of its relationships: `` `sold_at` ``.
fn way(subject: &Subject<'_>, path: &Path) -> String {
    let name = |id| subject.resolved.model.relationship_name(id);
    let names: Vec<&str> = path.iter().map(|s| name(s.relationship)).collect();
    format!("`{}`", names.join(", "))
}

fn help(subject: &Subject<'_>, to: DatasetId, paths: &[Path]) -> String {
    let model = &subject.resolved.model;
    let datasets = "declare a dataset of its own for each role, over the same source";
    if subject.resolved.is_strict() {
        return datasets.to_owned();
    }
    let fields = model.datasets.get(to).map(|d| d.fields.as_slice());
    let public = |id: &&dosic_ir::FieldId| model.fields.get(**id).is_some_and(|f| !f.private);
    let field = fields.unwrap_or_default().iter().find(public);
    let field = field.map_or_else(
        || model.dataset_name(to).to_owned(),
        |f| model.qualified(*f),
    );
    let spelt: Vec<String> = paths
        .iter()
        .take(MAX_PATHS)
        .map(|path| {
            let names = path
                .iter()
                .filter_map(|s| model.relationships.get(s.relationship));
            let mut parts: Vec<String> = names.map(|r| r.name.spelling()).collect();
            parts.push(field.clone());
            format!("`{}`", parts.join("."))
        })
        .collect();
    format!(
        "queries say which way by {}; a saved query that does ends this warning; or {datasets}; or remove the \
         relationship that is not meant",
        spelt.join(" or ")
    )
}
