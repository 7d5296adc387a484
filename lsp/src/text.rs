//! Lines, and positions: the protocol counts characters of a line in UTF-16 units or, if agreed on, in bytes.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

/// What a column of the protocol counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Units of UTF-16, which every client knows.
    #[default]
    Utf16,
    /// Bytes of UTF-8.
    Utf8,
}

/// Where the lines of a text begin. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Self { starts }
    }

    /// The position of a byte; inside a character, that of the character.
    pub(crate) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = offset.min(text.len());
        let line = self
            .starts
            .partition_point(|s| *s <= offset)
            .saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let mut end = offset;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = text.get(start..end).unwrap_or("");
        let column = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        Position::new(count(line), count(column))
    }

    /// The range of a span of bytes.
    pub(crate) fn range(&self, text: &str, start: usize, end: usize, encoding: Encoding) -> Range {
        Range::new(
            self.position(text, start, encoding),
            self.position(text, end.max(start), encoding),
        )
    }

    /// The byte of a position. A column beyond its line is the line's end, a line beyond the text the text's end; a
    /// position inside a character is its start.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else {
            return text.len();
        };
        let mut left = position.character as usize;
        let mut at = start;
        for character in text.get(start..).unwrap_or("").chars() {
            let width = match encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
            };
            if matches!(character, '\n' | '\r') || width > left {
                break;
            }
            left -= width;
            at += character.len_utf8();
        }
        at
    }
}

/// The text after a change: a range is replaced, or without one the whole.
pub(crate) fn apply(
    text: &mut String,
    change: &TextDocumentContentChangeEvent,
    encoding: Encoding,
) {
    let Some(range) = change.range else {
        text.clone_from(&change.text);
        return;
    };
    let lines = Lines::new(text);
    let start = lines.offset(text, range.start, encoding);
    let end = lines.offset(text, range.end, encoding);
    text.replace_range(start.min(end)..end.max(start), &change.text);
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a: é😀x\r\nb\rc: 1\n";

    #[test]
    fn columns_count_what_was_agreed_on() {
        let lines = Lines::new(TEXT);
        let x = TEXT.find('x').unwrap();
        for (encoding, column) in [(Encoding::Utf16, 6), (Encoding::Utf8, 9)] {
            let position = lines.position(TEXT, x, encoding);
            assert_eq!(position, Position::new(0, column));
            assert_eq!(lines.offset(TEXT, position, encoding), x);
        }
        for (offset, _) in TEXT.char_indices().filter(|(_, c)| *c != '\n') {
            for encoding in [Encoding::Utf16, Encoding::Utf8] {
                let position = lines.position(TEXT, offset, encoding);
                assert_eq!(lines.offset(TEXT, position, encoding), offset);
            }
        }
    }

    #[test]
    fn positions_that_are_nowhere_are_drawn_in() {
        let lines = Lines::new(TEXT);
        let offset =
            |line, column| lines.offset(TEXT, Position::new(line, column), Encoding::Utf16);
        assert_eq!(offset(0, 99), TEXT.find('\r').unwrap());
        assert_eq!(offset(99, 0), TEXT.len());
        assert_eq!(offset(0, 5), TEXT.find('😀').unwrap());
        assert_eq!(
            lines.position(TEXT, 999, Encoding::Utf8),
            Position::new(3, 0)
        );
    }

    #[test]
    fn changes_replace_ranges_or_everything() {
        let change = |range, text: &str| TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_owned(),
        };
        let range = |a, b, c, d| Some(Range::new(Position::new(a, b), Position::new(c, d)));
        let mut text = TEXT.to_owned();
        apply(&mut text, &change(range(0, 3, 0, 6), "ü"), Encoding::Utf16);
        assert_eq!(text, "a: üx\r\nb\rc: 1\n");
        apply(&mut text, &change(range(2, 99, 1, 0), ""), Encoding::Utf16);
        assert_eq!(text, "a: üx\r\n\n");
        apply(&mut text, &change(None, "new"), Encoding::Utf16);
        assert_eq!(text, "new");
    }
}
