//! What the server asks of the program that runs it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dosic_compiler::{LoadedModels, Options};
use dosic_diagnostics::{Code, Diagnostic, SourceMap};
use dosic_ir::MetricId;

/// Texts that an editor holds, by path; each stands for the file of its path, whether there is one or not.
pub type Unsaved = BTreeMap<PathBuf, String>;

/// The compiler as the program around it calls it.
pub trait Host {
    /// The files below a folder that may belong to models, in the order in which they are read.
    fn model_files(&self, folder: &Path) -> Vec<PathBuf>;

    /// Whether a path has the form of a model's file.
    fn is_model_file(&self, path: &Path) -> bool;

    /// Reads, loads and checks files as one run, texts of `unsaved` before those of the disk.
    fn check(&self, files: &[PathBuf], unsaved: &Unsaved) -> Checked;

    /// The SQL that a metric becomes at its total.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    fn metric_sql(
        &self,
        checked: &Checked,
        model: usize,
        metric: MetricId,
    ) -> Result<String, String>;

    /// The address of the page that says what a code means, if there is one.
    fn page(&self, code: Code) -> Option<String>;
}

/// What a run over some files gave.
#[derive(Debug, Default)]
pub struct Checked {
    /// The texts, each under its path.
    pub sources: SourceMap,
    /// What was loaded.
    pub loaded: LoadedModels,
    /// How it was loaded.
    pub options: Options,
    /// Everything that was found, sorted.
    pub findings: Vec<Finding>,
}

/// A diagnostic, and the file it is about where it has no place in one.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The file that could not be read.
    pub file: Option<PathBuf>,
}
