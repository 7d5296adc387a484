//! Files, spans, and the map from decoded text back to the file it was written in.

use std::ops::Range;
use std::sync::OnceLock;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A half-open range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end` of `file`.
    #[must_use]
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self {
            file,
            start,
            end: end.max(start),
        }
    }

    /// The smallest span that covers both, which must be of one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Offset and length in bytes.
    #[must_use]
    pub fn offset_len(self) -> (usize, usize) {
        (self.start as usize, (self.end - self.start) as usize)
    }
}

/// One source: a file that was read, or a text that was given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// What a person calls it: a path, or `<--where>`.
    pub name: String,
    /// The whole text, exactly as read.
    pub text: String,
    /// Where each line but the first begins; made when a place is first asked for.
    lines: OnceLock<Vec<usize>>,
}

impl SourceFile {
    /// The number of the line of an offset, from 0, and where that line begins.
    fn line_of(&self, offset: usize) -> (usize, usize) {
        let ends = || self.text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = self.lines.get_or_init(|| ends().collect());
        let number = starts.partition_point(|start| *start <= offset);
        let start = number.checked_sub(1).and_then(|before| starts.get(before));
        (number, start.copied().unwrap_or(0))
    }
}

/// All sources of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a source and gives its id. Texts of 4 GiB and more are cut by the caller.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile {
            name: name.into(),
            text: text.into(),
            lines: OnceLock::new(),
        });
        id
    }

    /// The source of an id, if it is one of this map.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The characters a span covers; empty if it lies outside its file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column (both from 1, columns in characters) of the start of a span.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Some(file) = self.get(span.file) else {
            return (1, 1);
        };
        let mut end = (span.start as usize).min(file.text.len());
        while !file.text.is_char_boundary(end) {
            end -= 1;
        }
        let (line, start) = file.line_of(end);
        let before = file.text.get(start..end).unwrap_or("");
        (line + 1, before.chars().count() + 1)
    }

    /// Every source, in the order added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(&self.files)
    }
}

/// Text decoded from a file (a YAML scalar, a JSON string), with the way back to its characters.
///
/// A plain scalar is one run; folded, literal and escaped scalars are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedText {
    /// The decoded text.
    pub text: String,
    /// Where the whole scalar stands, quotes included.
    pub span: Span,
    map: Map,
}

/// How decoded text lies in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Map {
    /// Nobody wrote it.
    Synthetic,
    /// Byte for byte from an offset on. Nearly all texts are like this, and need no allocation for it.
    Verbatim(u32),
    /// Runs `(offset in text, offset in file)`, ascending; between two starts both advance by bytes.
    Runs(Box<[(u32, u32)]>),
}

impl SpannedText {
    /// Text that stands in the file byte for byte, starting at `start`; `span` is the whole scalar.
    #[must_use]
    pub fn verbatim(text: impl Into<String>, span: Span, start: u32) -> Self {
        Self {
            text: text.into(),
            span,
            map: Map::Verbatim(start),
        }
    }

    /// Text that is decoded run by run; `runs` are `(offset in text, offset in file)`, ascending.
    #[must_use]
    pub fn mapped(text: impl Into<String>, span: Span, runs: Vec<(u32, u32)>) -> Self {
        Self {
            text: text.into(),
            span,
            map: if runs.is_empty() {
                Map::Synthetic
            } else {
                Map::Runs(runs.into_boxed_slice())
            },
        }
    }

    /// Text that nobody wrote: every range maps to the whole of `span`.
    #[must_use]
    pub fn synthetic(text: impl Into<String>, span: Span) -> Self {
        Self {
            text: text.into(),
            span,
            map: Map::Synthetic,
        }
    }

    /// Whether nobody wrote it.
    #[must_use]
    pub fn is_synthetic(&self) -> bool {
        self.map == Map::Synthetic
    }

    /// The place in the file of a byte range of the decoded text, never outside the scalar.
    #[must_use]
    pub fn locate(&self, range: Range<usize>) -> Span {
        if self.map == Map::Synthetic {
            return self.span;
        }
        let start = self.position(range.start);
        let end = if range.end > range.start {
            self.position(range.end - 1) + 1
        } else {
            start
        };
        let clamp = |p: u32| p.clamp(self.span.start, self.span.end);
        Span::new(self.span.file, clamp(start), clamp(end.max(start)))
    }

    /// A part of this text, itself with the way back; `None` if the range splits a character.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Option<Self> {
        let text = self.text.get(range.clone())?.to_owned();
        let span = self.locate(range.clone());
        Some(match &self.map {
            Map::Synthetic => Self::synthetic(text, span),
            Map::Verbatim(_) => Self::verbatim(text, span, self.position(range.start)),
            Map::Runs(all) => {
                let from = u32::try_from(range.start).unwrap_or(u32::MAX);
                let mut runs = vec![(0, self.position(range.start))];
                let later = all
                    .iter()
                    .filter(|(t, _)| *t > from && (*t as usize) < range.end);
                runs.extend(later.map(|&(t, f)| (t - from, f)));
                Self::mapped(text, span, runs)
            }
        })
    }

    fn position(&self, offset: usize) -> u32 {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        match &self.map {
            Map::Synthetic => self.span.start,
            Map::Verbatim(start) => start.saturating_add(offset),
            Map::Runs(runs) => {
                let after = runs.partition_point(|&(t, _)| t <= offset);
                match after.checked_sub(1).and_then(|i| runs.get(i)) {
                    Some(&(t, f)) => f.saturating_add(offset - t),
                    None => self.span.start,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escaped_scalar_maps_each_run() {
        // File: `"a\tb"` at 10; decoded `a<tab>b`.
        let span = Span::new(FileId(0), 10, 16);
        let text = SpannedText::mapped("a\tb", span, vec![(0, 11), (1, 12), (2, 14)]);
        assert_eq!(text.locate(2..3), Span::new(FileId(0), 14, 15));
        assert_eq!(text.locate(0..3), Span::new(FileId(0), 11, 15));
        let part = text.part(2..3).unwrap();
        assert_eq!(part.locate(0..1), Span::new(FileId(0), 14, 15));
    }

    #[test]
    fn line_and_column_count_characters() {
        let mut map = SourceMap::default();
        let id = map.add("m.yaml", "é: 1\nüx: 2");
        let at = |start| map.line_column(Span::new(id, start, start));
        assert_eq!(at(8), (2, 2));
        assert_eq!((at(0), at(5), at(6)), ((1, 1), (1, 5), (2, 1)));
        // Inside a character, and behind the end.
        assert_eq!((at(7), at(99)), ((2, 1), (2, 6)));
    }
}
