//! Events of the YAML parser → nodes.

use std::borrow::Cow;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, SpannedText};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Marks, Tag};

use super::anchors::{AliasFault, Anchors};
use super::line_reader::written_end;
use super::positions::Positions;
use super::scalar_map::{self, span};
use super::{core_schema, merge, separators};
use crate::{Entry, Node, NodeKind, ScalarTag, unique_keys};

/// What [`super::read`] gives, for any YAML.
pub(super) fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Node> {
    let mut builder = Builder {
        file,
        text,
        positions: Positions::new(text),
        frames: Vec::new(),
        anchors: Anchors::default(),
        cursor: 0,
        documents: Vec::new(),
        diagnostics,
        stopped: false,
    };
    for event in Parser::new_from_str(text) {
        match event {
            Ok((event, marks)) => builder.event(event, marks),
            Err(error) => {
                builder.syntax(&error);
                break;
            }
        }
        if builder.stopped {
            break;
        }
    }
    builder.documents
}

/// A list or mapping that is not finished.
struct Frame {
    collection: Collection,
    /// Its first byte.
    start: usize,
    /// Its last byte so far.
    end: usize,
    /// Whether it ends with a bracket of its own.
    bracketed: bool,
    anchor: usize,
}

impl Frame {
    fn awaits_value(&self) -> bool {
        matches!(&self.collection, Collection::Mapping(m) if m.key.is_some())
    }
}

enum Collection {
    Sequence(Vec<Node>),
    Mapping(PartialMapping),
}

#[derive(Default)]
struct PartialMapping {
    entries: Vec<Entry>,
    merged: Vec<Node>,
    key: Option<Key>,
}

/// A key whose value is not finished.
enum Key {
    Text(SpannedText),
    Merge,
    /// Not a scalar; reported, and its value is dropped.
    Invalid,
}

struct Builder<'t, 'd> {
    file: FileId,
    text: &'t str,
    positions: Positions<'t>,
    frames: Vec<Frame>,
    anchors: Anchors,
    /// Nothing before this byte can belong to the next scalar.
    cursor: usize,
    documents: Vec<Node>,
    diagnostics: &'d mut Diagnostics,
    stopped: bool,
}

impl Builder<'_, '_> {
    fn event(&mut self, event: Event<'_>, marks: Marks) {
        match event {
            Event::DocumentStart(explicit) => {
                self.anchors.clear();
                if explicit {
                    self.cursor = self.positions.byte(marks.end.index());
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                let has_properties = anchor > 0 || tag.is_some();
                let value = self.scalar(text, style, has_properties, marks);
                let tag = self.tag(&value, style, tag);
                let node = Node {
                    span: value.span,
                    kind: NodeKind::Scalar(value, tag),
                };
                self.finished(node, anchor);
            }
            Event::SequenceStart(anchor, tag) => {
                self.open(Collection::Sequence(Vec::new()), anchor, tag, marks);
            }
            Event::MappingStart(anchor, tag) => {
                let mapping = Collection::Mapping(PartialMapping::default());
                self.open(mapping, anchor, tag, marks);
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(marks),
            Event::Alias(anchor) => self.alias(anchor, marks),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
    }

    fn open(
        &mut self,
        collection: Collection,
        anchor: usize,
        tag: Option<Cow<'_, Tag>>,
        marks: Marks,
    ) {
        let begin = self.positions.byte(marks.start.index());
        let start = if anchor > 0 || tag.is_some() {
            separators::after_properties(self.text, begin)
        } else {
            begin
        };
        // The mark of a list at the column of its key stands behind its first dash.
        let is_value = self.frames.last().is_some_and(Frame::awaits_value);
        let start = match collection {
            Collection::Sequence(_) if is_value => {
                separators::first_dash(self.text, self.cursor, start)
            }
            Collection::Sequence(_) | Collection::Mapping(_) => start,
        };
        let bracket = matches!(self.text.as_bytes().get(start), Some(b'[' | b'{'));
        let bracketed = bracket && self.positions.byte(marks.end.index()) > start;
        if let Some(tag) = tag {
            let wanted = match collection {
                Collection::Sequence(_) => "seq",
                Collection::Mapping(_) => "map",
            };
            let known = is_plain_tag(&tag) || (tag.is_yaml_core_schema() && tag.suffix == wanted);
            if !known {
                self.unknown_tag(&tag, begin, start);
            }
        }
        if bracketed {
            self.cursor = self.cursor.max(start + 1);
        }
        self.frames.push(Frame {
            collection,
            start,
            end: start,
            bracketed,
            anchor,
        });
        if self.frames.len() > crate::MAX_DEPTH {
            let at = span(self.file, start, start + 1);
            let limit = crate::MAX_DEPTH;
            self.stop("depth", &format!("values nest deeper than {limit}"), at);
        }
    }

    fn close(&mut self, marks: Marks) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let mut end = frame.end;
        if frame.bracketed {
            end = self.positions.byte(marks.start.index()) + 1;
            self.cursor = self.cursor.max(end);
        }
        let kind = match frame.collection {
            Collection::Sequence(items) => NodeKind::Sequence(items),
            Collection::Mapping(mapping) => {
                let mut entries = unique_keys::keep_first(mapping.entries, self.diagnostics);
                if !mapping.merged.is_empty() {
                    merge::merge(&mut entries, mapping.merged, self.diagnostics);
                }
                NodeKind::Mapping(entries)
            }
        };
        let span = span(self.file, frame.start, end);
        self.finished(Node { kind, span }, frame.anchor);
    }

    /// Takes a finished node: keeps it under its anchor and gives it to what it stands in.
    fn finished(&mut self, node: Node, anchor: usize) {
        if anchor > 0 && !self.anchors.define(anchor, &node) {
            self.too_many(node.span);
        }
        self.place(node);
    }

    fn place(&mut self, node: Node) {
        let Some(frame) = self.frames.last_mut() else {
            self.documents.push(node);
            return;
        };
        frame.end = frame.end.max(written_end(&node));
        match &mut frame.collection {
            Collection::Sequence(items) => items.push(node),
            Collection::Mapping(mapping) => match mapping.key.take() {
                None => mapping.key = Some(key(node, self.text, self.diagnostics)),
                Some(Key::Text(key)) => mapping.entries.push(Entry { key, value: node }),
                Some(Key::Merge) => mapping.merged.push(node),
                Some(Key::Invalid) => {}
            },
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        has_properties: bool,
        marks: Marks,
    ) -> SpannedText {
        // The scanner's strings have room to spare; most scalars are short, and kept for long.
        let text = text.as_ref().to_owned();
        let begin = self.positions.byte(marks.start.index());
        let end = self.positions.byte(marks.end.index());
        let start = if has_properties {
            separators::after_properties(self.text, begin)
        } else {
            begin
        };
        let value = match style {
            ScalarStyle::Plain if text.is_empty() => {
                // Nothing is written; the marks are those of what stands before or after it.
                let at = if has_properties { end } else { begin };
                let at = at + usize::from(self.text.as_bytes().get(at) == Some(&b':'));
                SpannedText::synthetic(text, span(self.file, at, at))
            }
            ScalarStyle::Plain => scalar_map::plain(self.file, self.text, start, end, text),
            ScalarStyle::SingleQuoted => {
                scalar_map::quoted(self.file, self.text, start, false, text)
            }
            ScalarStyle::DoubleQuoted => {
                scalar_map::quoted(self.file, self.text, start, true, text)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                match separators::block_header(self.text, self.cursor) {
                    Some(header) => {
                        let literal = style == ScalarStyle::Literal;
                        scalar_map::block(self.file, self.text, header, literal, text)
                    }
                    None => SpannedText::synthetic(text, span(self.file, start, end)),
                }
            }
        };
        self.cursor = self.cursor.max(value.span.end as usize);
        value
    }

    /// What a scalar is: by its tag, else by its style and text.
    fn tag(
        &mut self,
        value: &SpannedText,
        style: ScalarStyle,
        tag: Option<Cow<'_, Tag>>,
    ) -> ScalarTag {
        let implicit = if style == ScalarStyle::Plain {
            core_schema::resolve(&value.text)
        } else {
            ScalarTag::String
        };
        let Some(tag) = tag else {
            return implicit;
        };
        if is_plain_tag(&tag) {
            return ScalarTag::String;
        }
        let wanted = if tag.is_yaml_core_schema() {
            tag.suffix.as_str()
        } else {
            ""
        };
        let meant = core_schema::resolve(&value.text);
        match (wanted, meant) {
            ("str", _) => ScalarTag::String,
            ("null", ScalarTag::Null)
            | ("bool", ScalarTag::Boolean(_))
            | ("int", ScalarTag::Integer)
            | ("float", ScalarTag::Float) => meant,
            ("float", ScalarTag::Integer) => ScalarTag::Float,
            _ => {
                let (start, end) = (value.span.start as usize, value.span.end as usize);
                self.unknown_tag(&tag, start, end);
                implicit
            }
        }
    }

    fn alias(&mut self, anchor: usize, marks: Marks) {
        let start = self.positions.byte(marks.start.index());
        let end = self.positions.byte(marks.end.index());
        self.cursor = self.cursor.max(end);
        let at = span(self.file, start, end);
        match self.anchors.copy(anchor, self.frames.len()) {
            Ok(mut node) => {
                // The node keeps its own places inside, and stands where the alias does for those around it.
                if let Some(frame) = self.frames.last_mut() {
                    frame.end = frame.end.max(end);
                }
                if matches!(node.kind, NodeKind::Sequence(_) | NodeKind::Mapping(_)) {
                    node.span = at;
                }
                self.place_alias(node);
            }
            Err(AliasFault::NotFinished) => {
                let message = "an alias stands inside the value that its anchor names, or in another document";
                self.fault("alias", message, at);
                let text = SpannedText::synthetic("", at);
                self.place(Node {
                    kind: NodeKind::Scalar(text, ScalarTag::Null),
                    span: at,
                });
            }
            Err(AliasFault::TooDeep) => {
                let limit = crate::MAX_DEPTH;
                self.stop("depth", &format!("values nest deeper than {limit}"), at);
            }
            Err(AliasFault::TooMany) => self.too_many(at),
        }
    }

    /// Places a copied node without moving the end of its frame to where the original stands.
    fn place_alias(&mut self, node: Node) {
        let end = self.frames.last().map(|f| f.end);
        self.place(node);
        if let (Some(frame), Some(end)) = (self.frames.last_mut(), end) {
            frame.end = end;
        }
    }

    fn syntax(&mut self, error: &ScanError) {
        let start = self.positions.byte(error.marker().index());
        let rest = self.text.get(start..).unwrap_or("");
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let at = span(self.file, start, start + length);
        let info = error.info();
        if info == "recursion limit exceeded" {
            let limit = crate::MAX_DEPTH;
            self.stop("depth", &format!("values nest deeper than {limit}"), at);
            return;
        }
        let mut diagnostic = Diagnostic::new(
            Code::Schema,
            Check::Yaml,
            format!("this is not well-formed YAML: {info}"),
        )
        .kind("yaml")
        .at(at, "here");
        if let Some(help) = syntax_help(info).filter(|_| length > 0) {
            diagnostic = diagnostic.help(help);
        }
        self.diagnostics.push(diagnostic);
    }

    fn unknown_tag(&mut self, tag: &Tag, start: usize, end: usize) {
        let at = span(self.file, start, end);
        let message = format!("the YAML tag `{tag}` is unknown, or does not fit its value");
        self.fault("tag", &message, at);
    }

    fn too_many(&mut self, at: dosic_diagnostics::Span) {
        let message = "aliases repeat more values than a file may hold";
        self.stop("alias", message, at);
    }

    fn stop(&mut self, kind: &'static str, message: &str, at: dosic_diagnostics::Span) {
        self.stopped = true;
        self.fault(kind, message, at);
    }

    fn fault(&mut self, kind: &'static str, message: &str, at: dosic_diagnostics::Span) {
        self.diagnostics.push(
            Diagnostic::new(Code::Schema, Check::Yaml, message)
                .kind(kind)
                .at(at, ""),
        );
    }
}

/// The key that a node in key position is.
fn key(node: Node, source: &str, diagnostics: &mut Diagnostics) -> Key {
    match node.kind {
        NodeKind::Scalar(text, ScalarTag::String) if text.text == "<<" => {
            // Only a plain `<<` merges; quoted, it is a key like any other.
            let (start, end) = (text.span.start as usize, text.span.end as usize);
            if source.get(start..end) == Some("<<") {
                Key::Merge
            } else {
                Key::Text(text)
            }
        }
        NodeKind::Scalar(text, _) => Key::Text(text),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
            diagnostics.push(
                Diagnostic::new(Code::Schema, Check::Yaml, "a key must be text")
                    .kind("key-type")
                    .at(node.span, "a list or mapping as key")
                    .help("text that begins with `{` or `[` must be quoted"),
            );
            Key::Invalid
        }
    }
}

/// The tag `!`, which says no more than that a scalar is text.
fn is_plain_tag(tag: &Tag) -> bool {
    tag.handle.is_empty() && tag.suffix == "!"
}

fn syntax_help(info: &str) -> Option<&'static str> {
    if info.contains("mapping values are not allowed") {
        Some("quote the text if it contains `: `, or check the indentation")
    } else if info.contains("tab") {
        Some("indent with spaces")
    } else if info.contains("unexpected character") || info.contains("node content") {
        Some("quote the text; it begins with a character that means something in YAML")
    } else if info.contains("did not find expected key") || info.contains("simple key") {
        Some("check the indentation and the `:` of this line and the one before")
    } else if info.contains("end of stream") {
        Some("a quote is opened here and never closed")
    } else {
        None
    }
}
