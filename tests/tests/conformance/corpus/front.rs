//! A case through the front end, with everything that was said on the way.

use std::collections::BTreeSet;

use dosic_compiler::{LoadedModels, Options, QueryRequest, compile, load, read_node};
use dosic_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap};
use dosic_query::{QueryOptions, ResolvedQuery, resolve_query};
use dosic_resolve::ResolvedModel;

use super::case::Case;

/// What the front end makes of a case.
pub(crate) struct Front {
    sources: SourceMap,
    loaded: LoadedModels,
    /// The model that the query is about, and the query; none if either has errors or there is no query.
    chosen: Option<(usize, ResolvedQuery)>,
    /// Everything said of documents, model and query.
    pub(crate) found: Diagnostics,
}

/// Options to compile a case with.
pub(crate) fn options(case: &Case, strict: bool, disabled_passes: BTreeSet<String>) -> Options {
    Options {
        strict,
        disabled_passes,
        ..case.options.clone()
    }
}

impl Front {
    /// Loads the model and resolves the query.
    pub(crate) fn of(case: &Case, options: &Options) -> Self {
        let mut sources = SourceMap::default();
        let files: Vec<_> = case
            .model
            .iter()
            .map(|(name, text)| sources.add(name.clone(), text.clone()))
            .collect();
        let (loaded, found) = load(&sources, &files, options);
        let mut front = Self {
            sources,
            loaded,
            chosen: None,
            found,
        };
        match &case.query {
            Some(query) => front.resolve(query, options),
            None => {
                for model in &front.loaded.models {
                    front.found.extend(model.diagnostics.clone());
                }
            }
        }
        front
    }

    fn resolve(&mut self, text: &str, options: &Options) {
        let file = self.sources.add("query", text);
        let (nodes, found) = read_node(file, text);
        self.found.extend(found);
        let Some(node) = nodes.first() else { return };
        let (request, found) = QueryRequest::from_node(node);
        self.found.extend(found);
        let model = match self.loaded.choose(&request) {
            Ok(model) => model,
            Err(diagnostic) => {
                for model in &self.loaded.models {
                    self.found.extend(model.diagnostics.clone());
                }
                self.found.push(*diagnostic);
                return;
            }
        };
        self.found.extend(model.diagnostics.clone());
        if self.found.has_errors() {
            return;
        }
        let index = self
            .loaded
            .models
            .iter()
            .position(|m| std::ptr::eq(m, model));
        let querying = QueryOptions {
            strict: options.strict,
        };
        let (query, found) = resolve_query(&model.resolved, &request, &querying);
        if found.has_errors() {
            // The compiler also looks for what comes before the errors in the order of checks.
            let (_, found) = compile(&model.resolved, &request, options, &mut |_, _| {});
            self.found.extend(found);
        } else {
            self.found.extend(found);
            self.chosen = index.zip(query);
        }
    }

    /// Model and query, if there are no errors.
    pub(crate) fn chosen(&self) -> Option<(&ResolvedModel, &ResolvedQuery)> {
        let (index, query) = self.chosen.as_ref()?;
        let base = &self.loaded.models.get(*index)?.resolved;
        Some((query.model(base), query))
    }

    /// The first error, by which a user sees what is wrong.
    pub(crate) fn refusal(&self, found: &Diagnostics) -> Option<Refusal> {
        let sorted = found.clone().into_sorted();
        let mut errors = sorted.iter().filter(|d| d.severity == Severity::Error);
        let first = errors.next()?;
        let like_it = errors.filter(|d| d.code == first.code);
        Some(Refusal {
            code: first.code.name(),
            said: self.said(first),
            like_it: std::iter::once(first)
                .chain(like_it)
                .map(|d| self.said(d))
                .collect(),
        })
    }

    /// Message, labels and help.
    fn said(&self, diagnostic: &Diagnostic) -> String {
        dosic_tests::compiling::describe(&self.sources, diagnostic)
    }
}

/// Why a case is refused.
pub(crate) struct Refusal {
    /// The code.
    pub(crate) code: &'static str,
    /// All of it.
    pub(crate) said: String,
    /// It and the other refusals with its code.
    pub(crate) like_it: Vec<String>,
}
