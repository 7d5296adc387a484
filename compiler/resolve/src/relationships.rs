//! Relationships: ends, columns and cardinality (semantics digest 5.1, R12).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_document as document;
use dosic_ir::{DatasetId, Relationship, RelationshipId};

use crate::ResolvedModel;
use crate::field_scope::Evidence;
use crate::identifier::{Kind, declared};
use crate::keys::{KeyColumns, Owner, contain_key, end, repeated};
use crate::names::Global;

/// Enters the relationships whose ends exist, without their columns; gives each one's id, if it has one.
pub(crate) fn declare<'d>(
    document: &'d document::Model,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) -> Vec<(RelationshipId, &'d document::Relationship)> {
    let mut all = Vec::with_capacity(document.relationships.len());
    for source in &document.relationships {
        let name = declared(&source.name, Kind::Relationship, resolved.strict, sink);
        let from = end(resolved, name.display(), &source.from, sink);
        let to = end(resolved, name.display(), &source.to, sink);
        let id = from.zip(to).map(|(from, to)| {
            resolved.model.relationships.push(Relationship {
                name: name.clone(),
                from,
                to,
                from_columns: Vec::new(),
                to_columns: Vec::new(),
                from_unique: false,
                to_unique: false,
                assumed_key: false,
                span: source.name.span,
            })
        });
        resolved
            .names
            .enter(&name, Global::Relationship(id), source.name.span, sink);
        all.extend(id.map(|id| (id, source)));
    }
    all
}

/// Resolves the columns of the relationships, and what they say about cardinality. A relationship whose
/// columns have faults joins nothing.
pub(crate) fn resolve_columns(
    declared: &[(RelationshipId, &document::Relationship)],
    keyless: &[bool],
    evidence: &Evidence,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) {
    for (id, source) in declared {
        let Some(relationship) = resolved.model.relationships.get(*id) else {
            continue;
        };
        let (from, to) = (relationship.from, relationship.to);
        let columns = KeyColumns { resolved, evidence };
        let owner = Owner::Relationship(relationship.name.display());
        let from_columns = columns.all(from, &source.from_columns, owner, sink);
        let to_columns = columns.all(to, &source.to_columns, owner, sink);
        let (Some(from_columns), Some(to_columns)) = (from_columns, to_columns) else {
            continue;
        };
        let pairs: Vec<_> = from_columns.iter().zip(&to_columns).collect();
        if let Some((first, second)) = repeated(&pairs) {
            sink.push(repeated_pair(relationship, source, first, second));
            continue;
        }
        let unique = |dataset: DatasetId, columns: &[_]| {
            let keys = resolved.model.datasets.get(dataset).map(|d| &d.keys);
            keys.is_some_and(|keys| contain_key(columns, keys))
        };
        let from_unique = unique(from, &from_columns);
        let to_unique = unique(to, &to_columns);
        // An assumed key never makes a 1:1 (ruling 24).
        let assumed_key = !resolved.strict && is_keyless(keyless, to) && !from_unique;
        if assumed_key {
            sink.push(assumed(relationship, source, resolved));
        }
        if let Some(slot) = resolved.model.relationships.get_mut(*id) {
            slot.from_columns = from_columns;
            slot.to_columns = to_columns;
            slot.from_unique = from_unique;
            slot.to_unique = to_unique || assumed_key;
            slot.assumed_key = assumed_key;
        }
    }
}

/// A pair twice says nothing new, so that another one was meant.
fn repeated_pair(
    relationship: &Relationship,
    source: &document::Relationship,
    first: usize,
    second: usize,
) -> Diagnostic {
    let text = |columns: &[SpannedText]| columns.get(second).map_or("", |c| &c.text).to_owned();
    let place = |index: usize| source.from_columns.get(index).map(|c| c.span);
    let message = format!(
        "the relationship `{}` pairs `{}` with `{}` twice",
        relationship.name.display(),
        text(&source.from_columns),
        text(&source.to_columns)
    );
    Diagnostic::new(Code::InvalidRelationship, Check::RelationshipEnds, message)
        .kind("repeated-pair")
        .at_opt(place(second), "second time")
        .at_opt(place(first), "first time")
        .help("name the columns that were meant, or remove the pair")
}

fn is_keyless(keyless: &[bool], dataset: DatasetId) -> bool {
    use dosic_ir::TypedId;
    keyless.get(dataset.index()) == Some(&true)
}

fn assumed(
    relationship: &Relationship,
    source: &document::Relationship,
    resolved: &ResolvedModel,
) -> Diagnostic {
    let to = resolved.model.dataset_name(relationship.to);
    let columns: Vec<&str> = source.to_columns.iter().map(|c| c.text.as_str()).collect();
    let columns = columns.join(", ");
    let message = format!(
        "the relationship `{}` is read as N:1: the dataset `{to}` declares no key, so {columns} is taken for one",
        relationship.name.display()
    );
    let dataset = resolved.model.datasets.get(relationship.to);
    Diagnostic::new(Code::AssumedKey, Check::Lint, message)
        .at(source.to.span, "declares no key")
        .at_opt(dataset.map(|d| d.span), "this dataset")
        .help(format!("add `primary_key: [{columns}]` to `{to}`"))
}
