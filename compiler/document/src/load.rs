//! Loads all files of a run.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, SourceMap, Span};

use crate::assemble::assemble;
use crate::reader::{Outcome, Parts, Reader, read_document};
use crate::{Documents, Node, NodeKind, ScalarTag, json, yaml};

/// How to load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Hold the model to the Foundation's letter: a model may not stand in several documents (R10).
    pub strict: bool,
}

/// Loads `files` in order: models, their parts in several files joined, and saved queries (semantics digest
/// 1.1 to 1.5). A file whose name ends in `.json` is JSON, any other YAML. What cannot be read is left out.
///
/// Errors: `E_SCHEMA` with its kinds, `E_UNSUPPORTED_VERSION`, `E_DEFERRED_KEY_REJECTED`,
/// `E_INVALID_RELATIONSHIP` (column lists of unequal length), `E_NAME_COLLISION` (models and saved queries).
/// Warnings: `W_UNUSED_FILE`, `W_MISSING_VERSION`, `W_NEWER_KEY`, `W_TYPE_ALIAS`, `W_MISSING_DIALECT`,
/// `W_EXTENSION_INVALID_JSON`, `W_IGNORED`.
#[must_use]
pub fn load(
    sources: &SourceMap,
    files: &[FileId],
    options: &LoadOptions,
) -> (Documents, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut parts = Parts::default();
    let mut document = 0;
    for file in files {
        let Some(source) = sources.get(*file) else {
            continue;
        };
        load_file(
            *file,
            &source.name,
            &source.text,
            &mut document,
            &mut parts,
            &mut diagnostics,
        );
    }
    report_query_collisions(&parts, &mut diagnostics);
    let models = assemble(parts.models, options.strict, &mut diagnostics);
    let documents = Documents {
        models,
        queries: parts.queries,
    };
    (documents, diagnostics)
}

/// The values of a query file: all documents of a YAML text, or the one of a JSON text. Faults are those of
/// [`load`] for syntax and duplicate keys.
#[must_use]
pub fn read_node(file: FileId, text: &str) -> (Vec<Node>, Diagnostics) {
    // JSON with surrogate pairs is no YAML, and a YAML flow mapping is no JSON: what looks like JSON is tried as JSON.
    let mut as_json = Diagnostics::new();
    let looks_like_json = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with(['{', '[']);
    if looks_like_json && let Some(node) = json::read(file, text, &mut as_json) {
        return (vec![node], as_json);
    }
    let mut diagnostics = Diagnostics::new();
    let nodes = yaml::read(file, text, &mut diagnostics);
    if looks_like_json && nodes.is_empty() {
        return (nodes, as_json);
    }
    (nodes, diagnostics)
}

fn load_file(
    file: FileId,
    name: &str,
    text: &str,
    document: &mut usize,
    parts: &mut Parts,
    diagnostics: &mut Diagnostics,
) {
    let mut found = Diagnostics::new();
    let is_json = name.to_ascii_lowercase().ends_with(".json");
    let nodes = if is_json {
        json::read(file, text, &mut found).into_iter().collect()
    } else {
        yaml::read(file, text, &mut found)
    };
    let broken = found.iter().any(|d| d.kind != Some("duplicate-key"));
    let (mut used, mut near) = (false, None);
    let mut unused_documents = Vec::new();
    for node in nodes {
        *document += 1;
        let span = node.span;
        let empty = matches!(node.kind, NodeKind::Scalar(_, ScalarTag::Null));
        let mut reader = Reader::new(&mut found);
        match read_document(&mut reader, file, *document, node, parts) {
            Outcome::Used => used = true,
            Outcome::Unused(question) => {
                if !empty {
                    unused_documents.push((span, question.clone()));
                }
                near = near.or(question);
            }
        }
    }
    if used || broken {
        for (span, near) in unused_documents {
            found.push(unused_document(span, near));
        }
        diagnostics.extend(found);
    } else {
        // The file belongs to something else; what else is wrong with it is no business of ours.
        diagnostics.push(unused_file(file, name, near));
    }
}

fn unused_file(file: FileId, name: &str, near: Option<String>) -> Diagnostic {
    let help = near.unwrap_or_else(|| {
        "a model file has `semantic_model:` or `datasets:` at its root, saved queries stand under `queries:`".to_owned()
    });
    Diagnostic::new(
        Code::UnusedFile,
        Check::Schema,
        format!("{name} holds no model and is skipped"),
    )
    .at(Span::new(file, 0, 0), "")
    .help(help)
}

fn unused_document(span: Span, near: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::Ignored,
        Check::Schema,
        "this document of the file holds no model and is skipped",
    )
    .at(Span::new(span.file, span.start, span.start), "");
    match near {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

fn report_query_collisions(parts: &Parts, diagnostics: &mut Diagnostics) {
    let mut seen = std::collections::BTreeMap::new();
    for query in &parts.queries {
        let name = &query.name;
        // They are looked up without letter case.
        if let Some(first) = seen.insert(name.text.to_ascii_lowercase(), name.span) {
            diagnostics.push(
                Diagnostic::new(
                    Code::NameCollision,
                    Check::Names,
                    format!("saved query `{}` is defined twice", name.text),
                )
                .at(name.span, "second definition")
                .at(first, "first definition")
                .help("rename one of the two"),
            );
        }
    }
}
