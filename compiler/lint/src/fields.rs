//! Fields: `W_SHADOWED_COLUMN` and `W_TIME_DATATYPE`.

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::{DatasetId, ExprKind, Field, FieldId, KeyColumn, ModelExpr, ModelLeaf};

use crate::Subject;

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    shadowed(subject, sink);
    times(subject, sink);
}

/// A column of a dataset, by its normal form.
type Column<'a> = (DatasetId, &'a str);

/// A field called as a column is fine if it is that column, or a refinement of it that everybody sees. It is a trap
/// where another field reads the raw column by the same bare name, or where it has nothing to do with the column.
fn shadowed(subject: &Subject<'_>, sink: &mut Diagnostics) {
    let mut readers: BTreeMap<Column<'_>, FieldId> = BTreeMap::new();
    for (id, field, _) in subject.fields() {
        let Some(expr) = &field.expr else { continue };
        if as_column(expr).is_some() {
            // It gives the raw column a name of its own, on purpose.
            continue;
        }
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Column(column) = leaf
                && column != &field.name
            {
                readers
                    .entry((field.dataset, column.normal()))
                    .or_insert(id);
            }
        });
    }
    let keys = key_columns(subject);
    for (_, field, _) in subject.fields() {
        let Some(expr) = &field.expr else { continue };
        if as_column(expr) == Some(field.name.normal()) {
            continue;
        }
        let column = (field.dataset, field.name.normal());
        if let Some(reader) = readers.get(&column) {
            sink.extend(raw_read(subject, field, *reader).into_iter().collect());
        } else if !refines(expr, field.name.normal())
            && (reads(expr, field.name.normal())
                || keys.contains(&column)
                || subject.resolved.has_column(field.dataset, &field.name) == Some(true))
        {
            sink.push(other_meaning(subject, field));
        }
    }
}

fn raw_read(subject: &Subject<'_>, field: &Field, reader: FieldId) -> Option<Diagnostic> {
    let model = &subject.resolved.model;
    let other = model.fields.get(reader)?;
    let dataset = model.datasets.get(field.dataset)?.name.spelling();
    let name = field.name.spelling();
    let message = format!(
        "the field `{dataset}.{}` reads the column `{name}` of the source, not the field `{dataset}.{name}`, which \
         computes something else",
        other.name.spelling()
    );
    Some(
        Diagnostic::new(Code::ShadowedColumn, Check::Lint, message)
            .kind("raw-column")
            .at(other.span, format!("reads the column `{name}`"))
            .at(field.span, "the field of that name")
            .help(format!(
                "write `{dataset}.{name}` to read the field; if the column is meant, name the field otherwise"
            )),
    )
}

fn other_meaning(subject: &Subject<'_>, field: &Field) -> Diagnostic {
    let model = &subject.resolved.model;
    let dataset = model.dataset_name(field.dataset);
    let name = field.name.spelling();
    let message = format!(
        "the field `{dataset}.{name}` has the name of a column of its source, and is something else: who knows the \
         table will take it for the column"
    );
    Diagnostic::new(Code::ShadowedColumn, Check::Lint, message)
        .kind("other-meaning")
        .at(field.span, "also a column of the source")
        .help(format!(
            "give the field a name of its own, or make it the column: `expression: {name}`"
        ))
}

/// The column that an expression is, if it is nothing else.
fn as_column(expr: &ModelExpr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Leaf(ModelLeaf::Column(column)) => Some(column.normal()),
        _ => None,
    }
}

fn reads(expr: &ModelExpr, normal: &str) -> bool {
    expr.any_leaf_deep(&mut |leaf| matches!(leaf, ModelLeaf::Column(c) if c.normal() == normal))
}

/// Whether it is made of that one column alone, such as `CAST(amount AS DECIMAL(10, 2))`.
fn refines(expr: &ModelExpr, normal: &str) -> bool {
    let only = |leaf: &ModelLeaf| matches!(leaf, ModelLeaf::Column(c) if c.normal() == normal);
    reads(expr, normal) && !expr.any_leaf_deep(&mut |leaf| !only(leaf))
}

/// Columns that keys and relationships name.
fn key_columns<'a>(subject: &Subject<'a>) -> BTreeSet<Column<'a>> {
    let model = &subject.resolved.model;
    let mut all = BTreeSet::new();
    let mut add = |dataset, columns: &'a [KeyColumn]| {
        for column in columns {
            if let KeyColumn::Physical(ident) = column {
                all.insert((dataset, ident.normal()));
            }
        }
    };
    for (id, dataset) in model.datasets.enumerate() {
        dataset.keys.iter().for_each(|key| add(id, key));
    }
    for r in model.relationships.iter() {
        add(r.from, &r.from_columns);
        add(r.to, &r.to_columns);
    }
    all
}

fn times(subject: &Subject<'_>, sink: &mut Diagnostics) {
    for (id, field, written) in subject.fields() {
        let declared = written.dimension.and_then(|d| d.is_time) == Some(true);
        let data = field.ty.data;
        if !declared || data.is_temporal() || data.is_open() {
            continue;
        }
        let message = format!(
            "the field `{}` is a time dimension (`is_time: true`) of type {}: time grains such as `:month` cannot be \
             taken of it",
            subject.resolved.model.qualified(id),
            data.name()
        );
        let place = written.datatype.map_or(field.span, |(_, span)| span);
        sink.push(
            Diagnostic::new(Code::TimeDatatype, Check::Lint, message)
                .at(place, format!("this is {}", data.name()))
                .help(
                    "CAST it to DATE or TIMESTAMP and declare that `datatype`; or remove `is_time`",
                ),
        );
    }
}
