//! The state of a session: documents, models, and what was found in them last.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{Position, PublishDiagnosticsParams, TextDocumentIdentifier, Uri};

use crate::documents::Documents;
use crate::publish;
use crate::snapshot::Snapshot;
use crate::text::Encoding;
use crate::workspace::{Models, models};
use crate::{Host, uri};

/// A session with a client.
pub(crate) struct Session<'h> {
    pub(crate) host: &'h dyn Host,
    pub(crate) encoding: Encoding,
    /// Folders of the workspace.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) documents: Documents,
    models: Models,
    states: BTreeMap<PathBuf, State>,
    /// Files came or went since files were grouped last.
    regroup: bool,
    /// What was published last of each file: by its model, the diagnostics, and the version they are about.
    published: BTreeMap<PathBuf, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
}

/// What is known of a model.
#[derive(Debug, Default)]
struct State {
    /// The last check.
    latest: Option<Rc<Snapshot>>,
    /// The last check in which every text could be read; its names serve while a text is broken.
    whole: Option<Rc<Snapshot>>,
    /// Whether a text changed since.
    dirty: bool,
    /// Whether what it found was published.
    published: bool,
}

/// A position in a file of a checked model.
pub(crate) struct Place {
    pub(crate) snapshot: Rc<Snapshot>,
    pub(crate) file: dosic_diagnostics::FileId,
    pub(crate) offset: u32,
}

impl<'h> Session<'h> {
    pub(crate) fn new(host: &'h dyn Host) -> Self {
        Self {
            host,
            encoding: Encoding::default(),
            folders: Vec::new(),
            documents: Documents::default(),
            models: Models::new(),
            states: BTreeMap::new(),
            regroup: false,
            published: BTreeMap::new(),
        }
    }

    /// Files came or went, so that models may.
    pub(crate) fn files_changed(&mut self) {
        self.regroup = true;
    }

    /// The text of a file changed.
    pub(crate) fn text_changed(&mut self, path: &Path) {
        match self.root_of(path) {
            Some(root) => {
                let state = self.states.entry(root).or_default();
                state.dirty = true;
                state.published = false;
            }
            // It may look like a model only now.
            None => self.regroup |= self.host.is_model_file(path),
        }
    }

    /// Everything may have changed, such as the settings of a project.
    pub(crate) fn all_changed(&mut self) {
        self.regroup = true;
        for state in self.states.values_mut() {
            state.dirty = true;
            state.published = false;
        }
    }

    /// The model that a file belongs to.
    pub(crate) fn root_of(&self, path: &Path) -> Option<PathBuf> {
        let own = |(_, files): &(&PathBuf, &Vec<PathBuf>)| files.iter().any(|f| f == path);
        self.models.iter().find(own).map(|(root, _)| root.clone())
    }

    /// Groups files anew if some came or went.
    fn group(&mut self) {
        if !std::mem::take(&mut self.regroup) {
            return;
        }
        let grouped = models(&self.folders, self.documents.texts(), self.host);
        for (root, files) in &grouped {
            if self.models.get(root) != Some(files) {
                let state = self.states.entry(root.clone()).or_default();
                state.dirty = true;
                state.published = false;
            }
        }
        self.states.retain(|root, _| grouped.contains_key(root));
        self.models = grouped;
    }

    /// A model whose check is out of date.
    pub(crate) fn next_stale(&mut self) -> Option<PathBuf> {
        self.group();
        let mut stale = self.states.iter().filter(|(_, s)| s.dirty);
        stale.next().map(|(root, _)| root.clone())
    }

    /// Whether something is to be checked or published.
    pub(crate) fn has_work(&self) -> bool {
        self.regroup || self.states.values().any(|s| s.dirty || !s.published)
    }

    /// Checks a model now.
    pub(crate) fn check(&mut self, root: &Path) {
        let Some(files) = self.models.get(root) else {
            return;
        };
        let unsaved = self.documents.texts();
        // What was removed a moment ago is no fault.
        let there = |p: &&PathBuf| unsaved.contains_key(*p) || p.exists();
        let files: Vec<PathBuf> = files.iter().filter(there).cloned().collect();
        let snapshot = Snapshot::new(self.host.check(&files, unsaved));
        let state = self.states.entry(root.to_owned()).or_default();
        let snapshot = Rc::new(snapshot);
        if snapshot.is_whole() {
            state.whole = Some(Rc::clone(&snapshot));
        }
        state.latest = Some(snapshot);
        state.dirty = false;
        state.published = false;
    }

    /// The up-to-date check of the model that a document belongs to.
    pub(crate) fn snapshot(&mut self, path: &Path) -> Option<Rc<Snapshot>> {
        self.group();
        let root = self.root_of(path)?;
        if self.states.get(&root).is_none_or(|s| s.dirty) {
            self.check(&root);
        }
        self.states.get(&root)?.latest.clone()
    }

    /// The last check of a document's model in which every text could be read.
    pub(crate) fn whole(&self, path: &Path) -> Option<Rc<Snapshot>> {
        let root = self.root_of(path)?;
        self.states.get(&root)?.whole.clone()
    }

    /// The up-to-date checks of all models.
    pub(crate) fn snapshots(&mut self) -> Vec<Rc<Snapshot>> {
        while let Some(root) = self.next_stale() {
            self.check(&root);
        }
        self.states
            .values()
            .filter_map(|s| s.latest.clone())
            .collect()
    }

    /// The checked file of a document.
    pub(crate) fn file(
        &mut self,
        document: &TextDocumentIdentifier,
    ) -> Option<(Rc<Snapshot>, dosic_diagnostics::FileId)> {
        let path = uri::path_of(&document.uri)?;
        let snapshot = self.snapshot(&path)?;
        let file = snapshot.file(&path)?;
        Some((snapshot, file))
    }

    /// A position of a document in its checked file.
    pub(crate) fn place(
        &mut self,
        document: &TextDocumentIdentifier,
        position: Position,
    ) -> Option<Place> {
        let (snapshot, file) = self.file(document)?;
        let offset = snapshot.offset(file, position, self.encoding);
        Some(Place {
            snapshot,
            file,
            offset,
        })
    }

    /// The address of a file, as the client spells it where it is open.
    pub(crate) fn uri_of(&self, path: &Path) -> Option<Uri> {
        let open = self.documents.head(path).map(|h| h.uri.clone());
        open.or_else(|| uri::of_path(path))
    }

    /// What is to be published: the findings of models checked since, and nothing for files that no longer have any.
    pub(crate) fn take_news(&mut self) -> Vec<PublishDiagnosticsParams> {
        if self.states.values().all(|s| s.published) && !self.has_orphans() {
            return Vec::new();
        }
        let mut all: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        let mut current = BTreeSet::new();
        for (root, state) in &mut self.states {
            let Some(snapshot) = &state.latest else {
                continue;
            };
            state.published = !state.dirty;
            current.extend(self.models.get(root).into_iter().flatten().cloned());
            for (path, found) in publish::by_file(snapshot, self.encoding, self.host) {
                all.entry(path).or_default().extend(found);
            }
        }
        let earlier: BTreeSet<PathBuf> = self.published.keys().cloned().collect();
        current.extend(all.keys().cloned());
        let mut messages = Vec::new();
        for path in earlier.union(&current) {
            let found = all.remove(path).unwrap_or_default();
            let version = self.documents.head(path).map(|h| h.version);
            let is_news = match self.published.get(path) {
                Some(last) => *last != (version, found.clone()),
                None => version.is_some() || !found.is_empty(),
            };
            if !is_news {
                continue;
            }
            let Some(uri) = self.uri_of(path) else {
                continue;
            };
            if current.contains(path) {
                self.published
                    .insert(path.clone(), (version, found.clone()));
            } else {
                self.published.remove(path);
            }
            messages.push(PublishDiagnosticsParams::new(uri, found, version));
        }
        messages
    }

    /// Whether something stands published of a file that belongs to no model now.
    fn has_orphans(&self) -> bool {
        let gone = |path: &PathBuf| {
            let in_model = self.models.values().any(|files| files.contains(path));
            !in_model
                && self
                    .published
                    .get(path)
                    .is_some_and(|(_, found)| !found.is_empty())
        };
        self.published.keys().any(gone)
    }
}
