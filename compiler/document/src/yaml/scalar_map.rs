//! Maps the decoded text of a scalar back to its characters in the file, style by style.
//!
//! The scanner gives decoded text and where a scalar begins, but not which character came from
//! where. Each function here walks the raw characters again by the rules of one style and checks
//! every decoded character on the way. Should the two ever disagree, the text maps to the whole
//! scalar: coarser, never wrong.

use dosic_diagnostics::{FileId, Span, SpannedText};

/// A span from byte positions.
pub(crate) fn span(file: FileId, start: usize, end: usize) -> Span {
    let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span::new(file, narrow(start), narrow(end))
}

/// Walks raw and decoded text together and collects runs.
pub(crate) struct Mapper<'t> {
    source: &'t str,
    decoded: &'t str,
    at: usize,
    runs: Vec<(u32, u32)>,
    agrees: bool,
}

impl<'t> Mapper<'t> {
    pub(crate) fn new(source: &'t str, decoded: &'t str) -> Self {
        Self {
            source,
            decoded,
            at: 0,
            runs: Vec::new(),
            agrees: true,
        }
    }

    /// Raw bytes `from..to` stand in the decoded text as they are.
    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        if from >= to {
            return;
        }
        let here = self.decoded.as_bytes().get(self.at..self.at + (to - from));
        if here.is_none() || here != self.source.as_bytes().get(from..to) {
            self.agrees = false;
        }
        self.run(from);
        self.at += to - from;
    }

    /// One decoded character was written with the raw bytes `from..to`.
    pub(crate) fn replace(&mut self, character: char, from: usize, to: usize) {
        let rest = self.decoded.get(self.at..).unwrap_or("");
        self.agrees &= rest.starts_with(character);
        let written = to.saturating_sub(from).max(1);
        for i in 0..character.len_utf8() {
            // A character may be longer decoded than written (`\N`); it must not reach beyond.
            self.run(from + i.min(written - 1));
            self.at += 1;
        }
    }

    fn run(&mut self, from: usize) {
        let (Ok(at), Ok(from)) = (u32::try_from(self.at), u32::try_from(from)) else {
            self.agrees = false;
            return;
        };
        let goes_on = |&(t, f): &(u32, u32)| f.checked_add(at - t) == Some(from);
        if !self.runs.last().is_some_and(goes_on) {
            self.runs.push((at, from));
        }
    }

    fn done(&self) -> bool {
        self.at >= self.decoded.len()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    /// The length of the line break at a position, 0 if there is none.
    fn line_break(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r' | b'\n'), _) => 1,
            _ => 0,
        }
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        at
    }

    /// Folds line breaks at a position, which may begin with blanks, and gives the position after them and
    /// the indentation of the next line; `None` if only blanks stand there.
    fn fold(&mut self, at: usize) -> Option<usize> {
        let first = self.skip_blanks(at);
        let length = self.line_break(first);
        if length == 0 {
            return None;
        }
        let (after, more) = self.empty_lines(first + length);
        if !more {
            self.replace(' ', first, first + length);
        }
        Some(after)
    }

    /// Each empty line from a position on is one decoded line break; gives the start of what follows.
    fn empty_lines(&mut self, mut at: usize) -> (usize, bool) {
        let mut any = false;
        loop {
            at = self.skip_blanks(at);
            let length = self.line_break(at);
            if length == 0 {
                return (at, any);
            }
            self.replace('\n', at, at + length);
            at += length;
            any = true;
        }
    }

    /// The next position, from `at` on, of a byte that `stop` accepts.
    fn find(&self, at: usize, stop: impl Fn(u8) -> bool) -> usize {
        let rest = self.source.as_bytes().get(at..).unwrap_or(&[]);
        rest.iter()
            .position(|b| stop(*b))
            .map_or(self.source.len(), |i| at + i)
    }

    fn runs(self) -> Option<Vec<(u32, u32)>> {
        (self.agrees && self.at == self.decoded.len()).then_some(self.runs)
    }
}

fn spanned(text: String, whole: Span, runs: Option<Vec<(u32, u32)>>) -> SpannedText {
    match runs.as_deref() {
        None => SpannedText::synthetic(text, whole),
        Some([]) => SpannedText::verbatim(text, whole, whole.start),
        Some([(0, start)]) => SpannedText::verbatim(text, whole, *start),
        Some(_) => SpannedText::mapped(text, whole, runs.unwrap_or_default()),
    }
}

/// A plain scalar at bytes `start..end`: line breaks are folded.
pub(crate) fn plain(
    file: FileId,
    source: &str,
    start: usize,
    end: usize,
    text: String,
) -> SpannedText {
    let whole = span(file, start, end);
    if source.get(start..end) == Some(text.as_str()) {
        return SpannedText::verbatim(text, whole, whole.start);
    }
    let mut mapper = Mapper::new(source, &text);
    let mut at = start;
    while at < end {
        let next = mapper.find(at, is_space).min(end);
        mapper.copy(at, next);
        at = next;
        if at < end {
            at = mapper.fold(at).unwrap_or_else(|| {
                let after = mapper.skip_blanks(at).min(end);
                mapper.copy(at, after);
                after
            });
        }
    }
    let runs = mapper.runs();
    spanned(text, whole, runs)
}

/// A quoted scalar whose opening quote stands at `start`.
pub(crate) fn quoted(
    file: FileId,
    source: &str,
    start: usize,
    double: bool,
    text: String,
) -> SpannedText {
    let (quote, special): (u8, &[char]) = if double {
        (b'"', &['"', '\\'])
    } else {
        (b'\'', &['\''])
    };
    let inside = start + 1;
    let end = inside + text.len();
    if !text.contains(special)
        && source.as_bytes().get(end) == Some(&quote)
        && source.get(inside..end) == Some(text.as_str())
    {
        let whole = span(file, start, end + 1);
        return SpannedText::verbatim(text, whole, whole.start + 1);
    }
    let mut mapper = Mapper::new(source, &text);
    let close = walk_quoted(&mut mapper, inside, quote, double);
    let runs = mapper.runs();
    let whole = span(file, start, (close + 1).min(source.len()));
    spanned(text, whole, runs)
}

/// Walks to the closing quote and gives its position.
fn walk_quoted(mapper: &mut Mapper<'_>, inside: usize, quote: u8, double: bool) -> usize {
    let mut at = inside;
    loop {
        let next = mapper.find(at, |b| b == quote || (double && b == b'\\') || is_space(b));
        mapper.copy(at, next);
        at = next;
        match mapper.byte(at) {
            None => return at,
            Some(b) if b == quote => {
                if double || mapper.byte(at + 1) != Some(quote) {
                    return at;
                }
                mapper.replace('\'', at, at + 2);
                at += 2;
            }
            Some(b'\\') if double => at = escape(mapper, at),
            Some(_) => {
                at = mapper.fold(at).unwrap_or_else(|| {
                    let after = mapper.skip_blanks(at);
                    mapper.copy(at, after);
                    after
                });
            }
        }
    }
}

/// One escape at a backslash; gives the position after it.
fn escape(mapper: &mut Mapper<'_>, at: usize) -> usize {
    let length = mapper.line_break(at + 1);
    if length > 0 {
        // An escaped line break joins two lines; empty lines after it still count.
        return mapper.empty_lines(at + 1 + length).0;
    }
    let digits = match mapper.byte(at + 1) {
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => 0,
    };
    let after = at + 2 + digits;
    match mapper
        .decoded
        .get(mapper.at..)
        .and_then(|r| r.chars().next())
    {
        Some(c) => mapper.replace(c, at, after),
        None => mapper.agrees = false,
    }
    after
}

/// A literal or folded block scalar whose `|` or `>` stands at `header`.
pub(crate) fn block(
    file: FileId,
    source: &str,
    header: usize,
    literal: bool,
    text: String,
) -> SpannedText {
    let mut mapper = Mapper::new(source, &text);
    let header_end = mapper.find(header, |b| b == b'\r' || b == b'\n');
    let first = header_end + mapper.line_break(header_end);
    let indent = block_indent(&mapper, first);
    let end = walk_block(&mut mapper, first, indent, literal).unwrap_or(header + 1);
    let runs = mapper.runs();
    spanned(text, span(file, header, end), runs)
}

/// The indentation that was taken away: what the first line with content has more in the file than decoded.
fn block_indent(mapper: &Mapper<'_>, first: usize) -> usize {
    let content = mapper.decoded.trim_start_matches('\n');
    let skipped = mapper.decoded.len() - content.len();
    let mut at = first;
    for _ in 0..skipped {
        let end = mapper.find(at, |b| b == b'\r' || b == b'\n');
        at = end + mapper.line_break(end);
    }
    let raw = mapper.find(at, |b| b != b' ') - at;
    let kept = content.len() - content.trim_start_matches(' ').len();
    raw.saturating_sub(kept)
}

/// Walks the lines of a block scalar; gives the end of its last line with content.
fn walk_block(
    mapper: &mut Mapper<'_>,
    first: usize,
    indent: usize,
    literal: bool,
) -> Option<usize> {
    let has_content = mapper.decoded.contains(|c| c != '\n');
    // Line breaks that are read and not yet known to be content, folded, or chomped.
    let mut breaks: Vec<usize> = Vec::new();
    let mut last_content = None;
    let mut last_was_indented = false;
    let mut line = first;
    loop {
        let limit = if has_content { indent } else { usize::MAX };
        let at = line + spaces(mapper, line, limit);
        let length = mapper.line_break(at);
        if length > 0 {
            breaks.push(at);
            line = at + length;
            continue;
        }
        let ends = at >= mapper.source.len() || at - line < indent || mapper.done();
        if ends || !has_content || (indent == 0 && is_document_marker(mapper.source, at)) {
            break;
        }
        let indented = matches!(mapper.byte(at), Some(b' ' | b'\t'));
        let folds = !literal && last_content.is_some() && !last_was_indented && !indented;
        emit_breaks(mapper, &breaks, folds);
        breaks.clear();
        last_was_indented = indented;
        let end = mapper.find(at, |b| b == b'\r' || b == b'\n');
        mapper.copy(at, end);
        last_content = Some(end);
        let length = mapper.line_break(end);
        if length == 0 {
            break;
        }
        breaks.push(end);
        line = end + length;
    }
    let mut tail = breaks.into_iter();
    let fallback = last_content.unwrap_or(first).min(mapper.source.len());
    while !mapper.done() && mapper.agrees {
        let at = tail.next().unwrap_or(fallback);
        mapper.replace('\n', at, at + 1);
    }
    last_content
}

/// Line breaks before a line with content: the first is folded into a space, or into the empty lines after it.
fn emit_breaks(mapper: &mut Mapper<'_>, breaks: &[usize], folds: bool) {
    match breaks {
        [only] if folds => mapper.replace(' ', *only, *only + 1),
        [_, rest @ ..] if folds => rest.iter().for_each(|b| mapper.replace('\n', *b, *b + 1)),
        all => all.iter().for_each(|b| mapper.replace('\n', *b, *b + 1)),
    }
}

fn spaces(mapper: &Mapper<'_>, line: usize, limit: usize) -> usize {
    let rest = mapper.source.as_bytes().get(line..).unwrap_or(&[]);
    rest.iter().take(limit).take_while(|b| **b == b' ').count()
}

fn is_document_marker(source: &str, at: usize) -> bool {
    let rest = source.get(at..).unwrap_or("");
    ["---", "..."].iter().any(|marker| {
        rest.strip_prefix(marker)
            .is_some_and(|r| r.is_empty() || r.starts_with([' ', '\t', '\r', '\n']))
    })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}
