//! The passes of resolution, in order.

use std::sync::Arc;

use dosic_diagnostics::Diagnostics;
use dosic_document as document;
use dosic_graph::JoinGraph;
use dosic_ir::{DataType, Dataset, Field, Metric, Type, TypedId};
use rustc_hash::FxHashMap;

use crate::field_scope::Evidence;
use crate::fields::{Declared, resolve_fields};
use crate::global_scope::MAX_SUGGESTIONS;
use crate::identifier::{Kind, declared};
use crate::keys::KeyColumns;
use crate::metrics::{extensions, resolve_metrics};
use crate::names::{Global, field_collision};
use crate::{ResolveOptions, ResolvedModel, cross_dataset, relationships, source};

/// Resolves and types a model: semantics digest 1.8 from names on, ruling 8.
///
/// A model always comes back. What has errors in it keeps its name and its id, so that the rest
/// resolves; it must not be planned while the diagnostics hold errors.
#[must_use]
pub fn resolve(
    document: &document::Model,
    options: &ResolveOptions,
) -> (ResolvedModel, Diagnostics) {
    let mut sink = Diagnostics::new();
    let mut resolved = ResolvedModel::new(&document.name.text, options.strict);
    let fields: usize = document.datasets.iter().map(|d| d.fields.len()).sum();
    let globals = document.datasets.len() + document.relationships.len() + document.metrics.len();
    resolved.names.reserve(globals, fields);

    let fields = declare_datasets(document, options, &mut resolved, &mut sink);
    let relationships = relationships::declare(document, &mut resolved, &mut sink);
    declare_metrics(document, &mut resolved, &mut sink);

    let mut suggestions = MAX_SUGGESTIONS;
    let evidence = resolve_fields(&fields, options, &mut resolved, &mut suggestions, &mut sink);
    resolve_keys(document, &evidence, &mut resolved, &mut sink);
    let keyless: Vec<bool> = document.datasets.iter().map(declares_no_key).collect();
    relationships::resolve_columns(
        &relationships,
        &keyless,
        &evidence,
        &mut resolved,
        &mut sink,
    );
    let model = &resolved.model;
    resolved.graph = JoinGraph::new(model.datasets.len(), &model.relationships);
    cross_dataset::check(&resolved, &mut sink);
    resolve_metrics(
        document,
        options,
        &mut resolved,
        &mut suggestions,
        &mut sink,
    );
    resolved.evidence = Arc::new(evidence);
    (resolved, sink)
}

fn declares_no_key(dataset: &document::Dataset) -> bool {
    dataset.primary_key.is_empty() && dataset.unique_keys.is_empty()
}

/// Enters datasets and their fields, expressions left open.
fn declare_datasets<'d>(
    document: &'d document::Model,
    options: &ResolveOptions,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) -> Vec<Declared<'d>> {
    let mut fields = Vec::new();
    for dataset in &document.datasets {
        let name = declared(&dataset.name, Kind::Dataset, options.strict, sink);
        let source = source::resolve(&dataset.source, name.display(), options, sink);
        let id = resolved.names.open_dataset(dataset.fields.len());
        resolved
            .names
            .enter(&name, Global::Dataset(id), dataset.name.span, sink);
        let catalogue = options.catalogue.as_ref();
        resolved
            .catalogue
            .push(catalogue.and_then(|c| c.columns_of(&name)));
        resolved.column_types.push(FxHashMap::default());

        let mut ids = Vec::with_capacity(dataset.fields.len());
        for source in &dataset.fields {
            let field_name = declared(&source.name, Kind::Field, options.strict, sink);
            let explicit = source.dimension.and_then(|d| d.is_time);
            let temporal = source.datatype.is_some_and(|(data, _)| data.is_temporal());
            let field = resolved.model.fields.push(Field {
                dataset: id,
                name: field_name.clone(),
                expr: None,
                ty: declared_or_unknown(source.datatype),
                private: source.private,
                is_time: explicit.unwrap_or(temporal),
                windowed: false,
                implied: false,
                span: source.name.span,
                unusable: None,
            });
            if let Some(first) = resolved.names.enter_field(id, &field_name, field) {
                let place = resolved
                    .model
                    .fields
                    .get(first)
                    .map_or(source.name.span, |f| f.span);
                sink.push(field_collision(
                    name.display(),
                    &field_name,
                    source.name.span,
                    place,
                ));
            }
            ids.push(field);
            fields.push(Declared {
                id: field,
                dataset: id,
                source,
            });
        }
        resolved.model.datasets.push(Dataset {
            name,
            source,
            fields: ids,
            keys: Vec::new(),
            span: dataset.name.span,
        });
    }
    fields
}

fn declared_or_unknown(datatype: Option<(DataType, dosic_diagnostics::Span)>) -> Type {
    datatype.map_or(Type::UNKNOWN, |(data, _)| Type::nullable(data))
}

/// Enters metrics, expressions left open.
fn declare_metrics(
    document: &document::Model,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) {
    for source in &document.metrics {
        let name = declared(&source.name, Kind::Metric, resolved.strict, sink);
        let id = resolved.model.metrics.push(Metric {
            name: name.clone(),
            expr: None,
            ty: declared_or_unknown(source.datatype),
            private: source.private,
            windowed: false,
            extensions: extensions(source),
            span: source.name.span,
            unusable: None,
        });
        resolved
            .names
            .enter(&name, Global::Metric(id), source.name.span, sink);
    }
}

fn resolve_keys(
    document: &document::Model,
    evidence: &Evidence,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) {
    for (at, dataset) in document.datasets.iter().enumerate() {
        let id = dosic_ir::DatasetId::from_index(at);
        let keys = KeyColumns { resolved, evidence }.of_dataset(id, dataset, sink);
        if let Some(slot) = resolved.model.datasets.get_mut(id) {
            slot.keys = keys;
        }
    }
}
