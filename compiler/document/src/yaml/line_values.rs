//! Quoted scalars, flow collections and block scalars for the fast reader.

use super::line_reader::{LineReader, scalar};
use super::scalar_map::{self, span};
use crate::{Entry, Node, NodeKind, ScalarTag};

impl LineReader<'_> {
    /// A quoted scalar on one line.
    pub(super) fn quoted(&mut self) -> Option<Node> {
        let start = self.at;
        let double = self.byte(start) == Some(b'"');
        let text = if double {
            self.double_quoted()?
        } else {
            self.single_quoted()?
        };
        let text = scalar_map::quoted(self.file, self.text, start, double, text);
        Some(scalar(text, ScalarTag::String))
    }

    fn single_quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let from = self.at + 1;
            let length = self.find(from, |b| b == b'\'')?;
            text.push_str(self.text.get(from..from + length)?);
            self.at = from + length + 1;
            if self.byte(self.at) != Some(b'\'') {
                return Some(text);
            }
            text.push('\'');
        }
    }

    fn double_quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        self.at += 1;
        loop {
            let from = self.at;
            let length = self.find(from, |b| matches!(b, b'"' | b'\\'))?;
            text.push_str(self.text.get(from..from + length)?);
            self.at = from + length + 1;
            if self.byte(from + length) == Some(b'"') {
                return Some(text);
            }
            text.push(match self.byte(self.at)? {
                b'"' => '"',
                b'\\' => '\\',
                b'/' => '/',
                b'n' => '\n',
                b't' => '\t',
                _ => return None,
            });
            self.at += 1;
        }
    }

    /// How far it is to a byte on the same line.
    fn find(&self, from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
        let rest = self.text.as_bytes().get(from..)?;
        let length = rest.iter().position(|b| wanted(*b) || *b == b'\n')?;
        (rest.get(length) != Some(&b'\n')).then_some(length)
    }

    /// A flow collection on one line.
    pub(super) fn flow(&mut self, levels: usize) -> Option<Node> {
        let levels = levels.checked_sub(1)?;
        let start = self.at;
        let is_mapping = self.byte(start) == Some(b'{');
        let close = if is_mapping { b'}' } else { b']' };
        let (items, entries) = (self.items.len(), self.entries.len());
        self.at += 1;
        self.skip_spaces();
        if self.byte(self.at) == Some(close) {
            self.at += 1;
        } else {
            loop {
                self.skip_spaces();
                if is_mapping {
                    let entry = self.flow_entry(levels)?;
                    self.entries.push(entry);
                } else {
                    let item = self.flow_value(levels)?;
                    self.items.push(item);
                }
                self.skip_spaces();
                let next = self.byte(self.at)?;
                self.at += 1;
                if next == close {
                    break;
                }
                if next != b',' {
                    return None;
                }
            }
        }
        let kind = if is_mapping {
            let entries = self.entries.split_off(entries);
            NodeKind::Mapping(self.unique(entries))
        } else {
            NodeKind::Sequence(self.items.split_off(items))
        };
        Some(Node {
            kind,
            span: span(self.file, start, self.at),
        })
    }

    fn flow_entry(&mut self, levels: usize) -> Option<Entry> {
        let colon = self.key_end()?;
        let key = self.verbatim(self.at, colon);
        self.at = colon + 1;
        self.skip_spaces();
        let value = self.flow_value(levels)?;
        Some(Entry { key, value })
    }

    fn flow_value(&mut self, levels: usize) -> Option<Node> {
        match self.byte(self.at)? {
            b'[' | b'{' => self.flow(levels),
            b'\'' | b'"' => self.quoted(),
            _ => self.flow_plain(),
        }
    }

    /// A plain scalar that ends at a comma or bracket.
    fn flow_plain(&mut self) -> Option<Node> {
        let start = self.at;
        self.plain_start()?;
        let bytes = self.text.as_bytes().get(start..)?;
        let mut last = b' ';
        let mut length = None;
        for (i, byte) in bytes.iter().enumerate() {
            match byte {
                b',' | b']' | b'}' => {
                    length = Some(i);
                    break;
                }
                b'[' | b'{' | b'\n' => return None,
                b'#' if last == b' ' => return None,
                b':' if !bytes.get(i + 1).is_some_and(|b| is_inside(*b)) => return None,
                _ => last = *byte,
            }
        }
        let length = length?;
        let written = self.text.get(start..start + length)?;
        self.at = start + length;
        Some(self.plain_node(start, start + written.trim_end_matches(' ').len()))
    }

    /// A literal or folded block scalar with lines of one indentation (a literal one may indent further), whose header is `|`, `|-`, `>`
    /// or `>-`.
    pub(super) fn block_scalar(&mut self, column: usize) -> Option<Node> {
        let header = self.at;
        let literal = self.byte(header) == Some(b'|');
        let strip = self.byte(header + 1) == Some(b'-');
        self.at += if strip { 2 } else { 1 };
        if self.byte(self.at) != Some(b'\n') {
            return None;
        }
        self.at += 1;
        self.line = self.at;
        self.skip_spaces();
        let indent = self.at - self.line;
        if indent <= column || matches!(self.byte(self.at), None | Some(b'\n')) {
            return None;
        }
        let text = self.block_lines(column, indent, literal, strip)?;
        let text = scalar_map::block(self.file, self.text, header, literal, text);
        self.next_line()?;
        Some(scalar(text, ScalarTag::String))
    }

    /// The decoded lines; `self.at` stands at the first character of the first, and after it at a line that is not of it.
    fn block_lines(
        &mut self,
        column: usize,
        indent: usize,
        literal: bool,
        strip: bool,
    ) -> Option<String> {
        let mut text = String::new();
        // Line breaks since the last line with content.
        let mut breaks = 0;
        loop {
            let end = self.line_end(self.at);
            let first = breaks == 0 && text.is_empty();
            if !first {
                push_breaks(&mut text, breaks, literal);
            }
            text.push_str(self.text.get(self.at..end)?);
            // A last line without a line break has rules of its own.
            self.byte(end)?;
            self.at = end + 1;
            self.line = self.at;
            breaks = 1;
            loop {
                let line = self.line;
                while self.at - line < indent && self.byte(self.at) == Some(b' ') {
                    self.at += 1;
                }
                if self.byte(self.at) != Some(b'\n') {
                    break;
                }
                self.at += 1;
                self.line = self.at;
                breaks += 1;
            }
            let ends = self.byte(self.at).is_none() || self.at - self.line < indent;
            if ends {
                break;
            }
            if !literal && self.byte(self.at) == Some(b' ') {
                return None;
            }
        }
        if self.at - self.line > column && self.byte(self.at).is_some() {
            return None;
        }
        if !strip {
            text.push('\n');
        }
        Some(text)
    }
}

fn push_breaks(text: &mut String, breaks: usize, literal: bool) {
    let newlines = if literal { breaks } else { breaks - 1 };
    if newlines == 0 {
        text.push(' ');
    }
    for _ in 0..newlines {
        text.push('\n');
    }
}

/// Whether a colon before this byte belongs to a plain scalar in a flow collection.
fn is_inside(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b',' | b'[' | b']' | b'{' | b'}')
}
