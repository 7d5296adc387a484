//! The open documents, with their unsaved text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::Unsaved;
use crate::text::{Encoding, apply};

/// Open documents by path.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    texts: Unsaved,
    heads: BTreeMap<PathBuf, Head>,
}

/// What is known of a document besides its text.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// Its address as the client spells it.
    pub(crate) uri: Uri,
    /// The version of its text.
    pub(crate) version: i32,
}

impl Documents {
    pub(crate) fn open(&mut self, path: PathBuf, uri: Uri, version: i32, text: String) {
        self.texts.insert(path.clone(), text);
        self.heads.insert(path, Head { uri, version });
    }

    /// Applies changes in order. A version that is not newer than the one at hand is stale, and a document that is
    /// not open has no text to change: both are left alone, and `false` is given.
    pub(crate) fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> bool {
        let (Some(text), Some(head)) = (self.texts.get_mut(path), self.heads.get_mut(path)) else {
            return false;
        };
        if version <= head.version {
            return false;
        }
        head.version = version;
        for change in changes {
            apply(text, change, encoding);
        }
        true
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.texts.remove(path);
        self.heads.remove(path);
    }

    pub(crate) fn head(&self, path: &Path) -> Option<&Head> {
        self.heads.get(path)
    }

    /// The texts by path.
    pub(crate) fn texts(&self) -> &Unsaved {
        &self.texts
    }
}
