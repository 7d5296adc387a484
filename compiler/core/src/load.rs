//! Loading: documents read, models resolved, each with its own diagnostics.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, SourceMap};
use dosic_document::{Documents, SavedQuery};
use dosic_resolve::ResolvedModel;

use crate::{Options, QueryRequest};

/// A model that was resolved, and what was found in doing so.
#[derive(Clone, Debug)]
pub struct LoadedModel {
    /// The model. It must not be planned while `diagnostics` hold errors.
    pub resolved: ResolvedModel,
    /// What its resolution reported.
    pub diagnostics: Diagnostics,
}

/// Everything of a run's files.
#[derive(Clone, Debug, Default)]
pub struct LoadedModels {
    /// As written.
    pub documents: Documents,
    /// Models in the order of `documents.models`.
    pub models: Vec<LoadedModel>,
}

/// Loads and resolves all models of `files` (semantics digest 1.8, ruling 8).
///
/// Gives what could be read and the diagnostics of reading; those of resolution stand with each model,
/// so that a broken model spoils only itself (1.5).
#[must_use]
pub fn load(
    sources: &SourceMap,
    files: &[FileId],
    options: &Options,
) -> (LoadedModels, Diagnostics) {
    let (documents, diagnostics) = dosic_document::load(sources, files, &options.loading());
    let resolving = options.resolving();
    let resolve = |model| {
        let (resolved, diagnostics) = dosic_resolve::resolve(model, &resolving);
        LoadedModel {
            resolved,
            diagnostics,
        }
    };
    let models = documents.models.iter().map(resolve).collect();
    (LoadedModels { documents, models }, diagnostics)
}

impl LoadedModels {
    /// The model a request asks for: the one it names, or the only one.
    ///
    /// # Errors
    /// `E_INVALID_QUERY` if there is none, or several and the request names none of them.
    pub fn choose(&self, request: &QueryRequest) -> Result<&LoadedModel, Box<Diagnostic>> {
        let names: Vec<&str> = self
            .models
            .iter()
            .map(|m| m.resolved.model.name.as_str())
            .collect();
        let index = request.choose_model(&names)?;
        self.models.get(index).ok_or_else(|| {
            let message = "no model is loaded";
            Box::new(Diagnostic::new(
                Code::InvalidQuery,
                Check::QueryKeys,
                message,
            ))
        })
    }

    /// The saved query of a name, if there is one; letter case does not count.
    #[must_use]
    pub fn saved_query(&self, name: &str) -> Option<&SavedQuery> {
        self.documents
            .queries
            .iter()
            .find(|q| q.name.text.eq_ignore_ascii_case(name))
    }
}
