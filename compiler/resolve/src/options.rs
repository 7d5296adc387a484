//! What resolution may be told: strictness, dialects, a catalogue, folders of files.

use crate::Catalogue;

/// Options of [`crate::resolve`]. The default is lenient, without catalogue.
#[derive(Clone, Debug, Default)]
pub struct ResolveOptions {
    /// The Foundation to the letter: the right-hand column of semantics digest 13.
    pub strict: bool,
    /// Dialects besides OSSIE and `ANSI_SQL` that may be read, in order of preference, any letter case (1.3).
    pub accept_dialects: Vec<String>,
    /// The physical columns of the sources, if known (1.7).
    pub catalogue: Option<Catalogue>,
    /// Folders outside the model's that file sources may read (R8, ruling 6); prefixes of paths.
    pub allow_files: Vec<String>,
}
