//! Wrapper forms of a document, and its root keys (semantics digest 1.1, ruling 5).

use dosic_diagnostics::{Check, Code, Diagnostic, FileId, Span, did_you_mean};

use super::keys::{DOCUMENT, MODEL, ROOT_KEYS};
use super::object::Object;
use super::{Parts, Reader};
use crate::{Entry, Node, NodeKind, SavedQuery, Version};

/// What became of a document.
pub(crate) enum Outcome {
    /// It holds models or saved queries.
    Used,
    /// It holds neither; if a root key looks like a misspelt one, this is the question to ask.
    Unused(Option<String>),
}

/// Reads one document: `{version, semantic_model}` with one or several models, a bare model, or saved queries.
pub(crate) fn read_document(
    reader: &mut Reader<'_>,
    file: FileId,
    document: usize,
    node: Node,
    parts: &mut Parts,
) -> Outcome {
    let NodeKind::Mapping(entries) = node.kind else {
        return Outcome::Unused(None);
    };
    let has = |key: &str| entries.iter().any(|e| e.key.text == key);
    let wrapped = has("semantic_model");
    let bare = has("datasets");
    if !wrapped && !bare && !has("queries") {
        let keys = ["semantic_model", "datasets", "queries"];
        let near = entries.iter().find_map(|e| {
            did_you_mean(&e.key.text, keys).map(|q| format!("`{}`: {q}", e.key.text))
        });
        return Outcome::Unused(near);
    }
    let (root, model) = if wrapped || !bare {
        (entries, None)
    } else {
        let (root, model) = split_bare(entries);
        (root, Some(model))
    };
    let span = node.span;
    let mapping = |entries| Node {
        kind: NodeKind::Mapping(entries),
        span,
    };
    let Some(mut root) = Object::open(reader, mapping(root), &DOCUMENT) else {
        return Outcome::Used;
    };
    let version = read_version(reader, &mut root, wrapped);
    if let Some(entry) = root.take_entry("osi_version") {
        reader.push(
            Diagnostic::new(Code::Ignored, Check::Schema, "`osi_version` has no effect")
                .at(entry.key.span, "ignored")
                .help("the version of the language stands under `version`"),
        );
    }
    let queries = root.list(
        reader,
        "queries",
        "write `queries:` and a list of `- name: …`",
    );
    if let Some((items, _)) = queries {
        parts
            .queries
            .extend(reader.each("queries", items, read_query));
    }
    let mut models = match model {
        Some(entries) => vec![mapping(entries)],
        None if wrapped => wrapped_models(reader, &mut root),
        None => Vec::new(),
    };
    if models.len() == 1 {
        let model = models
            .pop()
            .and_then(|m| reader.model(m, file, version, document));
        parts.models.extend(model);
    } else {
        let read = |reader: &mut Reader<'_>, m| reader.model(m, file, version, document);
        parts
            .models
            .extend(reader.each("semantic_model", models, read));
    }
    reader.report_newer_keys();
    Outcome::Used
}

/// The root keys of a bare model, and the keys of the model itself.
fn split_bare(entries: Vec<Entry>) -> (Vec<Entry>, Vec<Entry>) {
    entries.into_iter().partition(|e| {
        let key = e.key.text.as_str();
        ROOT_KEYS.contains(&key) && !MODEL.known.contains(&key)
    })
}

/// The declared version. A bare model and a file of saved queries need none.
fn read_version(reader: &mut Reader<'_>, root: &mut Object, wrapped: bool) -> Version {
    match root.take("version") {
        Some(node) => reader.declared_version(&node),
        None if wrapped => reader.missing_version(root.anchor),
        None => Version::V0_2Dev,
    }
}

/// The models under `semantic_model`: a list, or one mapping.
fn wrapped_models(reader: &mut Reader<'_>, root: &mut Object) -> Vec<Node> {
    let Some(value) = root.require(reader, "semantic_model") else {
        return Vec::new();
    };
    match value.kind {
        NodeKind::Sequence(models) => {
            if models.is_empty() {
                reader.push(no_models(value.span));
            }
            models
        }
        NodeKind::Mapping(_) => vec![value],
        NodeKind::Scalar(..) => {
            reader.wrong_type(&value, "`semantic_model` must be a list of models", "");
            Vec::new()
        }
    }
}

/// The schema allows an empty list, but nobody means one.
fn no_models(span: Span) -> Diagnostic {
    let message = "`semantic_model` is an empty list, so there is no model here";
    Diagnostic::new(Code::Ignored, Check::Schema, message)
        .kind("no-models")
        .at(span, "no model")
        .help("write `- name: …` and `datasets:` below it")
}

/// One saved query; its clauses stay as they are.
fn read_query(reader: &mut Reader<'_>, node: Node) -> Option<SavedQuery> {
    let path = reader.path.to_string();
    let NodeKind::Mapping(entries) = &node.kind else {
        reader.wrong_type(
            &node,
            &format!("{path} must be a mapping, a saved query"),
            "",
        );
        return None;
    };
    let find = |key: &str| entries.iter().find(|e| e.key.text == key);
    let text = |key: &str| {
        find(key).map(|e| match &e.value.kind {
            NodeKind::Scalar(text, crate::ScalarTag::String) => Ok(text.clone()),
            _ => Err(&e.value),
        })
    };
    let mut description = None;
    match text("description") {
        Some(Ok(found)) => description = Some(found),
        Some(Err(value)) if !value.is_null() => {
            reader.wrong_type(value, &format!("`description` of {path} must be text"), "");
        }
        Some(Err(_)) | None => {}
    }
    let name = match text("name") {
        Some(Ok(name)) => name,
        Some(Err(value)) => {
            reader.wrong_type(value, &format!("`name` of {path} must be text"), "");
            return None;
        }
        None => {
            let at = entries.first().map_or(node.span, |e| e.key.span);
            reader.push(
                Diagnostic::new(
                    Code::Schema,
                    Check::Schema,
                    format!("saved query {path} has no `name`"),
                )
                .kind("missing-key")
                .at(at, "")
                .help("add `name:`"),
            );
            return None;
        }
    };
    Some(SavedQuery {
        name,
        description,
        body: node,
    })
}
