//! Relationships: to columns that are no key, and between columns of different types.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};
use dosic_document as document;
use dosic_ir::{KeyColumn, Relationship};

use crate::Subject;

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    let written = subject.written_relationships();
    for relationship in subject.resolved.model.relationships.iter() {
        let Some(source) = written.get(&relationship.span) else {
            continue;
        };
        if relationship.to_columns.is_empty() {
            // Its columns have errors.
            continue;
        }
        sink.extend(non_key(subject, relationship, source).into_iter().collect());
        sink.extend(types(subject, relationship, source).into_iter().collect());
    }
}

/// `W_NON_KEY_RELATIONSHIP`. A dataset without any key is `W_ASSUMED_KEY`, under strict `W_MISSING_PRIMARY_KEY`.
fn non_key(
    subject: &Subject<'_>,
    relationship: &Relationship,
    source: &document::Relationship,
) -> Option<Diagnostic> {
    let model = &subject.resolved.model;
    let to = model.datasets.get(relationship.to)?;
    if relationship.to_unique || to.keys.is_empty() {
        return None;
    }
    let name = relationship.name.display();
    let (from_name, to_name) = (
        model.dataset_name(relationship.from),
        model.dataset_name(relationship.to),
    );
    let columns = texts(&source.to_columns);
    let keys: Vec<String> = to
        .keys
        .iter()
        .map(|key| format!("({})", key_names(subject, key)))
        .collect();
    let keys = keys.join(" and ");
    let (kind, message, help) = if relationship.from_unique {
        (
            "backwards",
            format!(
                "the relationship `{name}` is written the wrong way round: `{columns}` is no key of `{to_name}`, and \
                 its other side is a key of `{from_name}`"
            ),
            format!(
                "swap the sides: `from: {to_name}`, `to: {from_name}`, and their columns; `to` is the side with one row"
            ),
        )
    } else {
        (
            "many-to-many",
            format!(
                "the relationship `{name}` leads to `{columns}`, which is no key of `{to_name}`: rows would be joined \
                 many to many, so that no query uses it"
            ),
            format!(
                "join to a key of `{to_name}`, {keys}; or if `{columns}` is unique there, add `unique_keys: [[{columns}]]` to `{to_name}`"
            ),
        )
    };
    Some(
        Diagnostic::new(Code::NonKeyRelationship, Check::Lint, message)
            .kind(kind)
            .at_opt(span_of(&source.to_columns), "no key")
            .at(to.span, format!("the keys are {keys}"))
            .help(help),
    )
}

/// `W_JOIN_KEY_TYPES`: the first pair of columns whose declared types differ.
fn types(
    subject: &Subject<'_>,
    relationship: &Relationship,
    source: &document::Relationship,
) -> Option<Diagnostic> {
    let (from, to) = (relationship.from, relationship.to);
    let pairs = relationship
        .from_columns
        .iter()
        .zip(&relationship.to_columns);
    let (at, a, b) = pairs.enumerate().find_map(|(at, (a, b))| {
        let a = subject.resolved.key_column_type(from, a);
        let b = subject.resolved.key_column_type(to, b);
        (a != b && !a.is_open() && !b.is_open()).then_some((at, a, b))
    })?;
    let (left, right) = (source.from_columns.get(at)?, source.to_columns.get(at)?);
    let message = format!(
        "the relationship `{}` compares `{}`, which is {}, with `{}`, which is {}",
        relationship.name.display(),
        left.text,
        a.name(),
        right.text,
        b.name()
    );
    Some(
        Diagnostic::new(Code::JoinKeyTypes, Check::Lint, message)
            .at(left.span, a.name())
            .at(right.span, b.name())
            .help(
                "the engine converts one side on each row, without an index, or refuses: store both alike, correct \
                 the `datatype` that is wrong, or join on a field that CASTs",
            ),
    )
}

fn key_names(subject: &Subject<'_>, key: &[KeyColumn]) -> String {
    let fields = &subject.resolved.model.fields;
    let names = key.iter().map(|column| match column {
        KeyColumn::Physical(ident) => ident.display(),
        KeyColumn::Field(id) => fields.get(*id).map_or("?", |f| f.name.display()),
    });
    names.collect::<Vec<_>>().join(", ")
}

fn texts(columns: &[SpannedText]) -> String {
    let texts: Vec<&str> = columns.iter().map(|c| c.text.as_str()).collect();
    texts.join(", ")
}

fn span_of(columns: &[SpannedText]) -> Option<Span> {
    let (first, last) = (columns.first()?, columns.last()?);
    Some(first.span.to(last.span))
}
