//! JSON text → nodes, with positions.
//!
//! JSON is read by a reader of its own: a YAML reader takes surrogate pairs (`"\ud83d\ude00"`) for two
//! broken characters, and accepts what is no JSON.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, Span, SpannedText};

use crate::yaml::scalar_map::span;
use crate::{Entry, Node, NodeKind, ScalarTag, unique_keys};

/// The value of a JSON text; `None` with `E_SCHEMA/json` if the text is no JSON, `E_SCHEMA/depth` if it nests too deep.
pub(crate) fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    let mut reader = Reader {
        file,
        text,
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
        depth: 0,
        found: Diagnostics::new(),
    };
    let value = reader.document();
    let found = std::mem::take(&mut reader.found);
    diagnostics.extend(found);
    value
        .map_err(|fault| diagnostics.push(fault.diagnostic(&reader)))
        .ok()
}

/// What stops the reader, and where.
struct Fault {
    message: String,
    at: usize,
    kind: &'static str,
}

impl Fault {
    fn diagnostic(self, reader: &Reader<'_>) -> Diagnostic {
        let rest = reader.text.get(self.at..).unwrap_or("");
        let length = rest.chars().next().map_or(0, char::len_utf8);
        let at = span(reader.file, self.at, self.at + length);
        Diagnostic::new(Code::Schema, Check::Yaml, self.message)
            .kind(self.kind)
            .at(at, "here")
    }
}

struct Reader<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
    depth: usize,
    found: Diagnostics,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Node, Fault> {
        let value = self.value()?;
        self.skip_space();
        if self.at < self.text.len() {
            return Err(self.expected("the end of the file"));
        }
        Ok(value)
    }

    fn value(&mut self) -> Result<Node, Fault> {
        self.skip_space();
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.nested(start, Self::object),
            Some(b'[') => self.nested(start, Self::array),
            Some(b'"') => {
                let text = self.string()?;
                Ok(scalar(text, ScalarTag::String))
            }
            Some(b't') => self.word("true", ScalarTag::Boolean(true)),
            Some(b'f') => self.word("false", ScalarTag::Boolean(false)),
            Some(b'n') => self.word("null", ScalarTag::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.expected("a value")),
        }
    }

    fn nested(
        &mut self,
        start: usize,
        read: fn(&mut Self) -> Result<NodeKind, Fault>,
    ) -> Result<Node, Fault> {
        if self.depth >= crate::MAX_DEPTH {
            let limit = crate::MAX_DEPTH;
            return Err(Fault {
                message: format!("values nest deeper than {limit}"),
                at: start,
                kind: "depth",
            });
        }
        self.depth += 1;
        self.at += 1;
        let kind = read(self)?;
        self.depth -= 1;
        Ok(Node {
            kind,
            span: self.from(start),
        })
    }

    fn array(&mut self) -> Result<NodeKind, Fault> {
        let mut items = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(NodeKind::Sequence(items));
        }
        loop {
            items.push(self.value()?);
            self.skip_space();
            if self.take(b']') {
                return Ok(NodeKind::Sequence(items));
            }
            if !self.take(b',') {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn object(&mut self) -> Result<NodeKind, Fault> {
        let mut entries = Vec::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(NodeKind::Mapping(entries));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key in double quotes"));
            }
            let key = self.string()?;
            self.skip_space();
            if !self.take(b':') {
                return Err(self.expected("`:`"));
            }
            let value = self.value()?;
            entries.push(Entry { key, value });
            self.skip_space();
            if self.take(b'}') {
                let entries = unique_keys::keep_first(entries, &mut self.found);
                return Ok(NodeKind::Mapping(entries));
            }
            if !self.take(b',') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }

    fn word(&mut self, word: &str, tag: ScalarTag) -> Result<Node, Fault> {
        let start = self.at;
        if !self.text.get(start..).unwrap_or("").starts_with(word) {
            return Err(self.expected("a value"));
        }
        self.at += word.len();
        Ok(self.verbatim(start, tag))
    }

    fn number(&mut self) -> Result<Node, Fault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') && self.digits() == 0 {
            return Err(self.expected("a digit"));
        }
        let mut tag = ScalarTag::Integer;
        if self.take(b'.') {
            tag = ScalarTag::Float;
            if self.digits() == 0 {
                return Err(self.expected("a digit"));
            }
        }
        if self.take(b'e') || self.take(b'E') {
            tag = ScalarTag::Float;
            let _ = self.take(b'+') || self.take(b'-');
            if self.digits() == 0 {
                return Err(self.expected("a digit"));
            }
        }
        Ok(self.verbatim(start, tag))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    /// A string whose opening quote is the next byte.
    fn string(&mut self) -> Result<SpannedText, Fault> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        let mut runs = Vec::new();
        loop {
            let from = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            if self.at > from {
                runs.push((narrow(text.len()), narrow(from)));
                text.push_str(self.text.get(from..self.at).unwrap_or(""));
            }
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    let from = self.at;
                    let character = self.escape()?;
                    // An escape is never shorter than its character in UTF-8, so no run reaches beyond it.
                    runs.push((narrow(text.len()), narrow(from)));
                    text.push(character);
                }
                Some(_) => return Err(self.fault("a control character in a string; escape it")),
                None => {
                    self.at = start;
                    return Err(self.fault("this string is never closed"));
                }
            }
        }
        self.at += 1;
        let whole = self.from(start);
        Ok(match runs.as_slice() {
            [] => SpannedText::verbatim(text, whole, whole.start + 1),
            [(0, first)] if text.len() + 2 == self.at - start => {
                SpannedText::verbatim(text, whole, *first)
            }
            _ => SpannedText::mapped(text, whole, runs),
        })
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += 1;
        let letter = self.peek();
        self.at += 1;
        let character = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => {
                self.at = start;
                return Err(self.fault("an unknown escape; a backslash itself is written `\\\\`"));
            }
        };
        Ok(character)
    }

    fn unicode(&mut self, start: usize) -> Result<char, Fault> {
        let first = self.hex(start)?;
        let code = if (0xd800..0xdc00).contains(&first) {
            let pair = self.text.get(self.at..).unwrap_or("").starts_with("\\u");
            if !pair {
                self.at = start;
                return Err(self.fault("half of a surrogate pair"));
            }
            self.at += 2;
            let second = self.hex(start)?;
            if !(0xdc00..0xe000).contains(&second) {
                self.at = start;
                return Err(self.fault("half of a surrogate pair"));
            }
            0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        } else {
            first
        };
        char::from_u32(code).ok_or_else(|| {
            self.at = start;
            self.fault("half of a surrogate pair")
        })
    }

    fn hex(&mut self, start: usize) -> Result<u32, Fault> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let mut value = 0;
        for digit in digits.unwrap_or(b"?") {
            let Some(digit) = char::from(*digit).to_digit(16) else {
                self.at = start;
                return Err(self.fault("`\\u` needs four hexadecimal digits"));
            };
            value = value * 16 + digit;
        }
        self.at += 4;
        Ok(value)
    }

    fn verbatim(&self, start: usize, tag: ScalarTag) -> Node {
        let whole = self.from(start);
        let text = self.text.get(start..self.at).unwrap_or("");
        scalar(SpannedText::verbatim(text, whole, whole.start), tag)
    }

    fn expected(&self, what: &str) -> Fault {
        self.fault(&format!("{what} is expected"))
    }

    fn fault(&self, what: &str) -> Fault {
        Fault {
            message: format!("this is not well-formed JSON: {what}"),
            at: self.at,
            kind: "json",
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn from(&self, start: usize) -> Span {
        span(self.file, start, self.at)
    }
}

fn scalar(text: SpannedText, tag: ScalarTag) -> Node {
    let span = text.span;
    Node {
        kind: NodeKind::Scalar(text, tag),
        span,
    }
}

fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
