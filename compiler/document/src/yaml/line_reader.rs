//! A fast reader for the YAML that models are written in.
//!
//! Nearly every model is block mappings and lists with one-line scalars, flow collections on one line, and
//! block scalars. This reader takes such text line by line, several times as fast as the general parser. It
//! never reports a syntax fault: at the first thing it does not know for certain (an anchor, a tag, a tab, a
//! scalar over several lines, anything that may be wrong) it gives up, and the general parser reads the whole
//! text. A test holds that both give the same nodes.

use dosic_diagnostics::{Diagnostics, FileId, SpannedText};

use super::core_schema;
use super::scalar_map::span;
use crate::{Entry, Node, NodeKind, ScalarTag, unique_keys};

/// Nesting beyond this is left to the general parser, which reports it.
const MAX_DEPTH: usize = 100;

/// The one document of a text, or `None` if the text needs the general parser.
pub(crate) fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    let odd = |b: u8| b < b' ' && b != b'\n';
    if text.bytes().any(odd) || text.contains('\u{feff}') {
        return None;
    }
    let start = if text.starts_with("---\n") { 4 } else { 0 };
    let mut reader = LineReader {
        file,
        text,
        at: start,
        line: start,
        ended: false,
        depth: 0,
        items: Vec::new(),
        entries: Vec::new(),
        found: Diagnostics::new(),
    };
    reader.next_line()?;
    if reader.ended {
        return None;
    }
    let node = reader.block()?;
    if !reader.ended {
        return None;
    }
    diagnostics.extend(reader.found);
    Some(node)
}

pub(super) struct LineReader<'t> {
    pub(super) file: FileId,
    pub(super) text: &'t str,
    /// The next byte to read.
    pub(super) at: usize,
    /// Where the line of that byte begins.
    pub(super) line: usize,
    /// Whether no line with content is left.
    ended: bool,
    depth: usize,
    /// Items of the lists that are open, the innermost last: each list takes its own in one allocation of the right size.
    pub(super) items: Vec<Node>,
    /// Entries of the mappings that are open.
    pub(super) entries: Vec<Entry>,
    found: Diagnostics,
}

impl LineReader<'_> {
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(super) fn line_end(&self, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or(&[]);
        rest.iter()
            .position(|b| *b == b'\n')
            .map_or(self.text.len(), |i| from + i)
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
    }

    fn column(&self) -> usize {
        self.at - self.line
    }

    /// Moves to the first character of the next line with content; `self.at` stands anywhere before it, at most at
    /// the end of a line that is read.
    pub(super) fn next_line(&mut self) -> Option<()> {
        loop {
            self.skip_spaces();
            match self.byte(self.at) {
                None => {
                    self.ended = true;
                    return Some(());
                }
                Some(b'\n') => {
                    self.at += 1;
                    self.line = self.at;
                }
                Some(b'#') => self.at = self.line_end(self.at),
                Some(b'-' | b'.' | b'%') if self.column() == 0 && self.is_marker() => return None,
                Some(_) => return Some(()),
            }
        }
    }

    /// Whether a document marker or directive may stand here, at the beginning of a line.
    fn is_marker(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or("");
        ["---", "...", "%"].iter().any(|m| rest.starts_with(m))
    }

    /// The rest of a line whose value is read must be blank or a comment; moves to the next line.
    pub(super) fn end_line(&mut self) -> Option<()> {
        let before = self.at;
        self.skip_spaces();
        match self.byte(self.at) {
            None | Some(b'\n') => self.next_line(),
            Some(b'#') if self.at > before => self.next_line(),
            Some(_) => None,
        }
    }

    fn is_dash(&self) -> bool {
        self.byte(self.at) == Some(b'-')
            && matches!(self.byte(self.at + 1), None | Some(b' ' | b'\n'))
    }

    /// A mapping or list that begins here.
    fn block(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let (start, column) = (self.at, self.column());
        let (kind, end) = if self.is_dash() {
            self.sequence(column)?
        } else {
            self.mapping(column)?
        };
        self.depth -= 1;
        Some(Node {
            kind,
            span: span(self.file, start, end),
        })
    }

    fn sequence(&mut self, column: usize) -> Option<(NodeKind, usize)> {
        let outer = self.items.len();
        let mut end = self.at;
        loop {
            let dash = self.at;
            self.at += 1;
            self.skip_spaces();
            let value = if self.is_dash() || self.key_end().is_some() {
                self.block()?
            } else {
                self.value(column, dash + 1, false)?
            };
            end = end.max(written_end(&value));
            self.items.push(value);
            if self.ended || self.column() < column {
                break;
            }
            if self.column() > column {
                return None;
            }
            if !self.is_dash() {
                // A list may stand at the column of its key; what follows is the next key.
                break;
            }
        }
        Some((NodeKind::Sequence(self.items.split_off(outer)), end))
    }

    fn mapping(&mut self, column: usize) -> Option<(NodeKind, usize)> {
        let outer = self.entries.len();
        let mut end = self.at;
        loop {
            let start = self.at;
            let colon = self.key_end()?;
            let key = self.verbatim(start, colon);
            self.at = colon + 1;
            let value = self.value(column, colon + 1, true)?;
            end = end.max(colon).max(written_end(&value));
            self.entries.push(Entry { key, value });
            if self.ended || self.column() < column {
                break;
            }
            if self.column() > column {
                return None;
            }
        }
        let entries = self.entries.split_off(outer);
        Some((NodeKind::Mapping(self.unique(entries)), end))
    }

    /// The colon after a key that is a plain word, if such a key stands here.
    pub(super) fn key_end(&self) -> Option<usize> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let word = rest
            .iter()
            .position(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))?;
        let colon = self.at + word;
        let is_key = rest.first()?.is_ascii_alphabetic()
            && self.byte(colon) == Some(b':')
            && matches!(self.byte(colon + 1), None | Some(b' ' | b'\n'));
        is_key.then_some(colon)
    }

    /// The value after a colon or dash; `column` is that of the key or dash, `nothing` where an absent value
    /// counts to stand. Moves to the next line with content.
    fn value(&mut self, column: usize, nothing: usize, of_key: bool) -> Option<Node> {
        self.skip_spaces();
        match self.byte(self.at) {
            None | Some(b'\n' | b'#') => {
                self.next_line()?;
                let deeper = !self.ended && self.column() > column;
                let beside = !self.ended && of_key && self.column() == column && self.is_dash();
                if deeper || beside {
                    return self.block();
                }
                let text = SpannedText::synthetic("", span(self.file, nothing, nothing));
                Some(scalar(text, ScalarTag::Null))
            }
            Some(b'|' | b'>') => self.block_scalar(column),
            Some(b'[' | b'{') => {
                let node = self.flow(MAX_DEPTH.saturating_sub(self.depth))?;
                self.end_line()?;
                Some(node)
            }
            Some(b'\'' | b'"') => {
                let node = self.quoted()?;
                self.end_line()?;
                Some(node)
            }
            Some(_) => self.plain(),
        }
    }

    /// A plain scalar up to the end of its line or a comment.
    fn plain(&mut self) -> Option<Node> {
        let start = self.at;
        self.plain_start()?;
        let bytes = self.text.as_bytes().get(start..)?;
        let mut length = bytes.len();
        let mut last = b' ';
        for (i, byte) in bytes.iter().enumerate() {
            match byte {
                b'\n' => {
                    length = i;
                    break;
                }
                b'#' if last == b' ' => {
                    length = i;
                    break;
                }
                b':' if matches!(bytes.get(i + 1), None | Some(b' ' | b'\n')) => return None,
                _ => last = *byte,
            }
        }
        let written = self.text.get(start..start + length)?;
        let end = start + written.trim_end_matches(' ').len();
        self.at = start + length;
        let node = self.plain_node(start, end);
        self.next_line()?;
        Some(node)
    }

    /// Whether a plain scalar begins here for certain.
    pub(super) fn plain_start(&self) -> Option<()> {
        let sure = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80 || b"_(/.+=<$^~;\\".contains(&b);
        let fine = match self.byte(self.at)? {
            b'-' => self
                .byte(self.at + 1)
                .is_some_and(|b| b.is_ascii_alphanumeric()),
            byte => sure(byte),
        };
        fine.then_some(())
    }

    pub(super) fn plain_node(&self, start: usize, end: usize) -> Node {
        let text = self.verbatim(start, end);
        let tag = core_schema::resolve(&text.text);
        scalar(text, tag)
    }

    pub(super) fn verbatim(&self, start: usize, end: usize) -> SpannedText {
        let whole = span(self.file, start, end);
        let text = self.text.get(start..end).unwrap_or("");
        SpannedText::verbatim(text, whole, whole.start)
    }

    pub(super) fn unique(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        unique_keys::keep_first(entries, &mut self.found)
    }
}

/// The end of a value for what it stands in; a value that is not written has none.
pub(super) fn written_end(node: &Node) -> usize {
    if node.span.start == node.span.end {
        return 0;
    }
    node.span.end as usize
}

pub(super) fn scalar(text: SpannedText, tag: ScalarTag) -> Node {
    let span = text.span;
    Node {
        kind: NodeKind::Scalar(text, tag),
        span,
    }
}
