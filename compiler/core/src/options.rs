//! What a caller may choose.

use std::collections::BTreeSet;

use dosic_document::LoadOptions;
use dosic_plan::PlanOptions;
use dosic_query::QueryOptions;
use dosic_resolve::{Catalogue, ResolveOptions};

/// Options of a run. The default is lenient, without catalogue, with every pass.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The Foundation to the letter: the right-hand column of semantics digest 13.
    pub strict: bool,
    /// Dialects besides OSSIE and `ANSI_SQL` that may be read, in order of preference (1.3).
    pub accept_dialects: Vec<String>,
    /// The physical columns of the sources, if known (1.7).
    pub catalogue: Option<Catalogue>,
    /// Folders outside the model's that file sources may read (ruling 6).
    pub allow_files: Vec<String>,
    /// Passes not to run, by name ([`crate::pass_names`]).
    pub disabled_passes: BTreeSet<String>,
}

impl Options {
    pub(crate) fn loading(&self) -> LoadOptions {
        LoadOptions {
            strict: self.strict,
        }
    }

    /// What resolution needs of them.
    #[must_use]
    pub fn resolving(&self) -> ResolveOptions {
        ResolveOptions {
            strict: self.strict,
            accept_dialects: self.accept_dialects.clone(),
            catalogue: self.catalogue.clone(),
            allow_files: self.allow_files.clone(),
        }
    }

    pub(crate) fn querying(&self) -> QueryOptions {
        QueryOptions {
            strict: self.strict,
        }
    }

    pub(crate) fn planning(&self) -> PlanOptions {
        PlanOptions {
            strict: self.strict,
        }
    }
}
