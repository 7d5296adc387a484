//! What a document or workspace declares.

use dosic_diagnostics::{FileId, Span, SpannedText};
use dosic_document as document;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, OneOf, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolParams,
};

use crate::session::Session;
use crate::snapshot::Snapshot;
use crate::text::Encoding;

/// How many symbols of a workspace are given at most.
const MANY: usize = 500;

/// Answers `textDocument/documentSymbol`: models with their datasets, fields, relationships and metrics; saved queries.
pub(crate) fn document_symbols(
    session: &mut Session<'_>,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let (snapshot, file) = session.file(&params.text_document)?;
    let outline = Outline {
        snapshot: &snapshot,
        file,
        encoding: session.encoding,
    };
    Some(DocumentSymbolResponse::Nested(outline.symbols()))
}

struct Outline<'s> {
    snapshot: &'s Snapshot,
    file: FileId,
    encoding: Encoding,
}

impl Outline<'_> {
    fn symbols(&self) -> Vec<DocumentSymbol> {
        let documents = &self.snapshot.checked.loaded.documents;
        let mut all = Vec::new();
        for model in &documents.models {
            let children = self.of_model(model);
            let name_is_here = model.name.span.file == self.file;
            if name_is_here {
                all.extend(self.symbol(&model.name, None, SymbolKind::MODULE, children));
            } else {
                // A part of a model whose name stands in another file.
                all.extend(children);
            }
        }
        for query in &documents.queries {
            all.extend(self.symbol(&query.name, Some("query"), SymbolKind::EVENT, Vec::new()));
        }
        all
    }

    fn of_model(&self, model: &document::Model) -> Vec<DocumentSymbol> {
        let mut all = Vec::new();
        for dataset in &model.datasets {
            let fields = dataset.fields.iter();
            let fields = fields.filter_map(|f| {
                let detail = f.datatype.map(|(data, _)| data.name());
                self.symbol(&f.name, detail, SymbolKind::FIELD, Vec::new())
            });
            let children = fields.collect();
            all.extend(self.symbol(&dataset.name, Some("dataset"), SymbolKind::CLASS, children));
        }
        for relationship in &model.relationships {
            let detail = format!("{} → {}", relationship.from.text, relationship.to.text);
            let name = &relationship.name;
            all.extend(self.symbol(name, Some(&detail), SymbolKind::INTERFACE, Vec::new()));
        }
        for metric in &model.metrics {
            let detail = metric.datatype.map_or("metric", |(data, _)| data.name());
            all.extend(self.symbol(&metric.name, Some(detail), SymbolKind::FUNCTION, Vec::new()));
        }
        all
    }

    /// A symbol of this file; its range is its name with those of its children, as far as they stand here.
    fn symbol(
        &self,
        name: &SpannedText,
        detail: Option<&str>,
        kind: SymbolKind,
        children: Vec<DocumentSymbol>,
    ) -> Option<DocumentSymbol> {
        if name.span.file != self.file {
            return None;
        }
        let own = self.snapshot.range(name.span, self.encoding);
        let mut range = own;
        for child in &children {
            range.start = range.start.min(child.range.start);
            range.end = range.end.max(child.range.end);
        }
        #[allow(deprecated, reason = "the field is there and must be given")]
        Some(DocumentSymbol {
            name: shown(name),
            detail: detail.map(str::to_owned),
            kind,
            tags: None,
            deprecated: None,
            range,
            selection_range: own,
            children: (!children.is_empty()).then_some(children),
        })
    }
}

/// A client refuses a symbol without a name.
fn shown(name: &SpannedText) -> String {
    if name.text.trim().is_empty() {
        "(without a name)".to_owned()
    } else {
        name.text.clone()
    }
}

/// Answers `workspace/symbol`: what has the letters of the query in its name, in this order, whatever their case.
pub(crate) fn workspace_symbols(
    session: &mut Session<'_>,
    params: WorkspaceSymbolParams,
) -> Vec<WorkspaceSymbol> {
    let mut all = Vec::new();
    for snapshot in session.snapshots() {
        for model in &snapshot.checked.loaded.documents.models {
            let mut add = |name: &SpannedText, kind, container: &str| {
                if all.len() < MANY && matches(&name.text, &params.query) {
                    let found = symbol(session, &snapshot, name, kind, container);
                    all.extend(found);
                }
            };
            let own = &model.name.text;
            for dataset in &model.datasets {
                add(&dataset.name, SymbolKind::CLASS, own);
                for field in &dataset.fields {
                    add(&field.name, SymbolKind::FIELD, &dataset.name.text);
                }
            }
            for relationship in &model.relationships {
                add(&relationship.name, SymbolKind::INTERFACE, own);
            }
            for metric in &model.metrics {
                add(&metric.name, SymbolKind::FUNCTION, own);
            }
        }
    }
    all
}

fn symbol(
    session: &Session<'_>,
    snapshot: &Snapshot,
    name: &SpannedText,
    kind: SymbolKind,
    container: &str,
) -> Option<WorkspaceSymbol> {
    let span: Span = name.span;
    let uri = session.uri_of(snapshot.path(span.file)?)?;
    let range = snapshot.range(span, session.encoding);
    Some(WorkspaceSymbol {
        name: shown(name),
        kind,
        tags: None,
        container_name: Some(container.to_owned()),
        location: OneOf::Left(Location::new(uri, range)),
        data: None,
    })
}

fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    let mut wanted = query.chars().flat_map(char::to_lowercase);
    wanted.all(|w| letters.any(|l| l == w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_match_in_order() {
        assert!(matches("order_amount", "orAm"));
        assert!(matches("order_amount", ""));
        assert!(!matches("order_amount", "amor"));
    }
}
