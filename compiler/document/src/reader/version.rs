//! Versions of OSI (semantics digest 1.1).

use dosic_diagnostics::{Check, Code, Diagnostic, Span, nearest};

use super::Reader;
use crate::{Node, NodeKind, ScalarTag, Version};

/// Known versions, newest first.
const KNOWN: &[(&str, Version)] = &[
    ("0.2.0.dev0", Version::V0_2Dev),
    ("0.1.2", Version::V0_1),
    ("0.1.1", Version::V0_1),
    ("0.1.0", Version::V0_1),
    ("0.1", Version::V0_1),
    ("1.0", Version::V1_0),
];

/// The version to write in new documents.
pub(crate) const NEWEST: &str = "0.2.0.dev0";

impl Reader<'_> {
    /// Reads a declared version. A number counts as its text; an unknown version is `E_UNSUPPORTED_VERSION` and
    /// read as the newest, so that the rest of the document is checked too.
    pub(super) fn declared_version(&mut self, node: &Node) -> Version {
        let text = match &node.kind {
            NodeKind::Scalar(text, tag) if !matches!(tag, ScalarTag::Boolean(_)) => &text.text,
            _ => {
                self.wrong_type(node, "`version` must be text", &write_newest());
                return Version::V0_2Dev;
            }
        };
        if let Some((_, version)) = KNOWN.iter().find(|(name, _)| name == text) {
            self.declared = Some(*version);
            return *version;
        }
        self.push(
            Diagnostic::new(
                Code::UnsupportedVersion,
                Check::Version,
                format!("version `{text}` of OSI is unknown"),
            )
            .at(node.span, "unknown version")
            .help(suggestion(text)),
        );
        Version::V0_2Dev
    }

    /// Warns that a document with `semantic_model` has no version, and gives the one it is read as.
    pub(super) fn missing_version(&mut self, at: Span) -> Version {
        self.push(
            Diagnostic::new(
                Code::MissingVersion,
                Check::Version,
                "this document has no `version` and is read as 1.0",
            )
            .at(at, "")
            .help(write_newest()),
        );
        Version::V1_0
    }

    /// Notes a key that came with 0.2.0.dev0.
    pub(super) fn newer_key(&mut self, at: Span) {
        if matches!(self.declared, Some(Version::V0_1 | Version::V1_0)) {
            let (first, count) = self.newer.unwrap_or((at, 0));
            self.newer = Some((first, count + 1));
        }
    }

    /// One warning for all keys newer than the declared version.
    pub(super) fn report_newer_keys(&mut self) {
        let Some((first, count)) = self.newer.take() else {
            return;
        };
        let times = match count {
            1 => String::new(),
            n => format!(" ({n} times in this document)"),
        };
        self.push(
            Diagnostic::new(
                Code::NewerKey,
                Check::Schema,
                format!("key `datatype` is newer than the document's version{times}"),
            )
            .at(first, "since 0.2.0.dev0")
            .help(write_newest()),
        );
    }
}

fn write_newest() -> String {
    format!("write `version: \"{NEWEST}\"`")
}

fn suggestion(text: &str) -> String {
    let names = || KNOWN.iter().map(|(name, _)| *name);
    let longer = names().find(|n| !text.is_empty() && n.starts_with(text));
    let list: Vec<&str> = names().collect();
    let known = format!("known versions are {}", list.join(", "));
    // Short versions are all alike; nearness says nothing about them.
    let near = nearest(text, names()).filter(|_| text.len() > 5);
    match longer.or(near) {
        Some(near) => format!("did you mean `{near}`? {known}"),
        None => known,
    }
}
