//! One mapping as an object: its keys are checked when it is opened and taken one by one.

use dosic_diagnostics::{Check, Code, Diagnostic, Span, SpannedText, did_you_mean};

use super::Reader;
use super::keys::ObjectShape;
use crate::{Entry, Node, NodeKind, ScalarTag};

/// A mapping of a known shape, with known keys only.
pub(crate) struct Object {
    pub(crate) shape: &'static ObjectShape,
    entries: Vec<Entry>,
    /// Where a message about the whole object points: its name, else its first key, else itself.
    pub(crate) anchor: Span,
    /// ``metric `revenue` ``, or `metric` with its path; made when first needed.
    name: Option<String>,
}

impl Object {
    /// Opens a node as an object of a shape. Deferred and unknown keys are reported and dropped; `None` (reported)
    /// if the node is no mapping.
    pub(crate) fn open(
        reader: &mut Reader<'_>,
        node: Node,
        shape: &'static ObjectShape,
    ) -> Option<Self> {
        let NodeKind::Mapping(mut entries) = node.kind else {
            let path = reader.path.to_string();
            let noun = shape.noun;
            reader.wrong_type(&node, &format!("{path} must be a mapping, a {noun}"), "");
            return None;
        };
        let name = entries.iter().find(|e| e.key.text == "name");
        let first = entries.first().map_or(node.span, |e| e.key.span);
        let mut object = Self {
            shape,
            entries: Vec::new(),
            anchor: name.map_or(first, |e| e.value.span),
            name: None,
        };
        let fine = |e: &Entry| shape.known.contains(&e.key.text.as_str());
        if !entries.iter().all(fine) {
            let name = name.and_then(|e| name_of(&e.value)).map(str::to_owned);
            object.name = name;
            for entry in entries.extract_if(.., |e| !fine(e)) {
                object.refuse(reader, &entry);
            }
            object.name = None;
        }
        object.entries = entries;
        Some(object)
    }

    fn refuse(&self, reader: &mut Reader<'_>, entry: &Entry) {
        let key = entry.key.text.as_str();
        let title = self.title(reader);
        if self.shape.deferred.contains(&key) {
            reader.push(
                Diagnostic::new(
                    Code::DeferredKeyRejected,
                    Check::DeferredKeys,
                    format!("key `{key}` in {title} is deferred by the Foundation (§10)"),
                )
                .at(entry.key.span, "deferred")
                .help(deferred_help(self.shape.noun, key)),
            );
            return;
        }
        let known = self.shape.known.iter().copied();
        let help = did_you_mean(key, known).unwrap_or_else(|| {
            let list = self.shape.known.join(", ");
            format!("known keys: {list}")
        });
        reader.push(
            Diagnostic::new(
                Code::Schema,
                Check::Schema,
                format!("unknown key `{key}` in {title}"),
            )
            .kind("unknown-key")
            .at(entry.key.span, "unknown key")
            .help(help),
        );
    }

    /// What a message calls the object: noun, name and path.
    pub(crate) fn title(&self, reader: &Reader<'_>) -> String {
        let noun = self.shape.noun;
        let in_entries = self.entries.iter().find(|e| e.key.text == "name");
        let name = self
            .name
            .as_deref()
            .or_else(|| in_entries.and_then(|e| name_of(&e.value)));
        let path = reader.path.to_string();
        match (name, path.is_empty()) {
            (Some(name), true) => format!("{noun} `{name}`"),
            (Some(name), false) => format!("{noun} `{name}` ({path})"),
            (None, true) => format!("the {noun}"),
            (None, false) => format!("the {noun} at {path}"),
        }
    }

    /// Whether a key stands there with a value.
    pub(crate) fn has(&self, key: &str) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|e| e.key.text == key && !e.value.is_null())
    }

    /// Takes the value of a key with the key's place; `null` counts as absent.
    pub(crate) fn take_entry(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|e| e.key.text == key)?;
        if self.entries.get(at).is_some_and(|e| e.value.is_null()) {
            return None;
        }
        Some(self.entries.swap_remove(at))
    }

    /// Takes the value of a key; `null` counts as absent.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node> {
        self.take_entry(key).map(|e| e.value)
    }

    /// Takes the value of a required key; reported if it is absent.
    pub(crate) fn require(&mut self, reader: &mut Reader<'_>, key: &str) -> Option<Node> {
        let value = self.take(key);
        if value.is_none() {
            self.missing(reader, key);
        }
        value
    }

    pub(crate) fn missing(&self, reader: &mut Reader<'_>, key: &str) {
        let title = self.title(reader);
        let null = self.entries.iter().find(|e| e.key.text == key);
        let (at, label) = match null {
            Some(entry) => (entry.key.span, "this is empty"),
            None => (self.anchor, ""),
        };
        let message = format!("{title} has no `{key}`");
        reader.push(
            Diagnostic::new(Code::Schema, Check::Schema, message)
                .kind("missing-key")
                .at(at, label)
                .help(format!("add `{key}:`")),
        );
    }

    /// Takes text; reported if the value is no text.
    pub(crate) fn text(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
    ) -> Option<SpannedText> {
        let value = self.take(key)?;
        self.as_text(reader, key, value)
    }

    /// Takes text that must be there.
    pub(crate) fn required_text(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
    ) -> Option<SpannedText> {
        let value = self.require(reader, key)?;
        self.as_text(reader, key, value)
    }

    /// A value as text; reported if it is none.
    pub(crate) fn as_text(
        &self,
        reader: &mut Reader<'_>,
        key: &str,
        value: Node,
    ) -> Option<SpannedText> {
        match value.kind {
            NodeKind::Scalar(text, ScalarTag::String) => Some(text),
            _ => {
                let title = self.title(reader);
                let help = text_help(&value);
                reader.wrong_type(&value, &format!("`{key}` of {title} must be text"), &help);
                None
            }
        }
    }

    /// Takes the items of a list, empty if the key is absent; reported if the value is no list.
    pub(crate) fn list(
        &mut self,
        reader: &mut Reader<'_>,
        key: &str,
        help: &str,
    ) -> Option<(Vec<Node>, Span)> {
        let value = self.take(key)?;
        match value.kind {
            NodeKind::Sequence(items) => Some((items, value.span)),
            _ => {
                let title = self.title(reader);
                reader.wrong_type(&value, &format!("`{key}` of {title} must be a list"), help);
                None
            }
        }
    }

    /// Takes a list of texts; items that are none are reported and dropped.
    pub(crate) fn texts(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
        help: &str,
    ) -> Option<(Vec<SpannedText>, Span)> {
        let (items, span) = self.list(reader, key, help)?;
        Some((self.text_items(reader, key, items), span))
    }

    /// The texts of a list's items; items that are none are reported and dropped.
    pub(crate) fn text_items(
        &self,
        reader: &mut Reader<'_>,
        key: &str,
        items: Vec<Node>,
    ) -> Vec<SpannedText> {
        let mut texts = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            match item.kind {
                NodeKind::Scalar(text, ScalarTag::String) => texts.push(text),
                _ => {
                    let title = self.title(reader);
                    let help = text_help(&item);
                    let message = format!("`{key}[{i}]` of {title} must be text");
                    reader.wrong_type(&item, &message, &help);
                }
            }
        }
        texts
    }
}

/// The name to call an object by, if it has one.
fn name_of(value: &Node) -> Option<&str> {
    value
        .as_text()
        .filter(|name| !name.is_empty() && !value.is_null())
}

/// How to write as text what is not text.
pub(crate) fn text_help(value: &Node) -> String {
    match &value.kind {
        NodeKind::Scalar(text, tag) if *tag != ScalarTag::Null => {
            format!("write it in quotes: \"{}\"", text.text)
        }
        NodeKind::Mapping(_) => "text that looks like a mapping must be quoted".to_owned(),
        NodeKind::Scalar(..) | NodeKind::Sequence(_) => String::new(),
    }
}

fn deferred_help(noun: &str, key: &str) -> String {
    match (noun, key) {
        ("dataset", "metrics") => {
            "define the metric at the top level, under `metrics:` of the model".to_owned()
        }
        ("dataset", "filter" | "filters") => "make `source` a query with a WHERE clause".to_owned(),
        ("metric", "filter" | "named_filter" | "named_filters") => {
            "put the condition into the expression: SUM(CASE WHEN … THEN … END)".to_owned()
        }
        ("relationship", "cardinality") => {
            "declare `primary_key` or `unique_keys`; the cardinality follows from them".to_owned()
        }
        ("dataset", "role") => {
            "leave it out; a bridge is recognised by its relationships".to_owned()
        }
        _ => format!("leave `{key}` out; no version of the language gives it a meaning yet"),
    }
}
