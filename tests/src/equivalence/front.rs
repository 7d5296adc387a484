//! A case through the front end: what the interpreter and the planner both start from.

use dosic_compiler::{LoadedModels, Options, QueryRequest, ResolvedModel, load, read_node};
use dosic_diagnostics::{Code, Diagnostic, Diagnostics, Severity, SourceMap};
use dosic_query::{QueryOptions, ResolvedQuery, resolve_query};

use super::Texts;

/// What the front end makes of a case.
pub(super) struct Front {
    /// The model and query, if nothing is wrong with them.
    pub(super) accepted: Option<Accepted>,
    /// All that it reports, in order.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A model and query without errors.
pub(super) struct Accepted {
    loaded: LoadedModels,
    pub(super) query: ResolvedQuery,
}

impl Accepted {
    pub(super) fn model(&self) -> &ResolvedModel {
        self.query.model(&self.loaded.models[0].resolved)
    }
}

/// The first error of diagnostics in order.
pub(super) fn first_error(sorted: &[Diagnostic]) -> Option<&Diagnostic> {
    sorted.iter().find(|d| d.severity == Severity::Error)
}

impl Front {
    /// The code by which the front end refuses; an empty text is no query, only shrinking makes one.
    pub(super) fn code(&self) -> Code {
        first_error(&self.diagnostics).map_or(Code::InvalidQuery, |d| d.code)
    }
}

/// Reads and resolves the texts.
pub(super) fn front(texts: &Texts, options: &Options) -> Front {
    let mut sources = SourceMap::default();
    let file = sources.add("model.yaml", texts.model.clone());
    let (loaded, mut sink) = load(&sources, &[file], options);
    for model in &loaded.models {
        sink.extend(model.diagnostics.clone());
    }
    let file = sources.add("query.yaml", texts.query.clone());
    let (nodes, found) = read_node(file, &texts.query);
    sink.extend(found);
    let mut query = None;
    if !sink.has_errors()
        && let (Some(node), Some(model)) = (nodes.first(), loaded.models.first())
    {
        let (request, found) = QueryRequest::from_node(node);
        sink.extend(found);
        let options = QueryOptions {
            strict: options.strict,
        };
        let (resolved, found) = resolve_query(&model.resolved, &request, &options);
        sink.extend(found);
        query = resolved;
    }
    let fine = !sink.has_errors();
    Front {
        accepted: query
            .filter(|_| fine)
            .map(|query| Accepted { loaded, query }),
        diagnostics: Diagnostics::into_sorted(sink),
    }
}
