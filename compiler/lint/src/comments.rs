//! Finds comments `# dosic: …` in YAML, and the lines that each is about.
//!
//! The text is read line by line, by indentation, as people read it: no comment is part of what the loader gives.

use std::ops::Range;

/// What such a comment begins with, behind `#` and blanks.
const MARK: &str = "dosic:";

/// A comment and what it is about; all ranges are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// The comment from its `#` to the end of the line.
    pub(crate) range: Range<usize>,
    /// What stands behind `dosic:`.
    pub(crate) body: Range<usize>,
    /// The thing it is about: its own line, or the next one with content, and all that is indented below. Empty where
    /// nothing follows.
    pub(crate) about: Range<usize>,
}

/// A line that holds something.
struct Line<'t> {
    range: Range<usize>,
    /// Text without blanks at its ends.
    text: &'t str,
    indent: usize,
}

impl Line<'_> {
    fn is_comment(&self) -> bool {
        self.text.starts_with('#')
    }

    fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }
}

/// Every comment `# dosic: …` of a text.
pub(crate) fn comments(text: &str) -> Vec<Comment> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines = lines(text);
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(offset) = comment_start(line.text) else {
            continue;
        };
        let Some(body) = line.text.get(offset + 1..) else {
            continue;
        };
        let Some(rest) = body.trim_start().strip_prefix(MARK) else {
            continue;
        };
        let target = if line.is_comment() {
            let later = lines.iter().enumerate().skip(at + 1);
            later
                .into_iter()
                .find(|(_, l)| !l.is_comment())
                .map(|(t, _)| t)
        } else {
            Some(at)
        };
        let end = line.range.end;
        found.push(Comment {
            range: line.range.start + offset..end,
            body: end - rest.len()..end,
            about: target.map_or(end..end, |t| block(&lines, t)),
        });
    }
    found
}

/// The line, and the lines that are indented below it.
fn block(lines: &[Line<'_>], at: usize) -> Range<usize> {
    let Some(first) = lines.get(at) else {
        return 0..0;
    };
    let mut end = first.range.end;
    for line in lines.iter().skip(at + 1).filter(|l| !l.is_comment()) {
        // A list may stand as far left as its key.
        let is_below = line.indent > first.indent
            || (line.indent == first.indent && line.is_item() && !first.is_item());
        if !is_below {
            break;
        }
        end = line.range.end;
    }
    first.range.start..end
}

/// Lines with content. Those of block scalars are left out, but for the end of what they belong to.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut all: Vec<Line<'_>> = Vec::new();
    let mut start = 0;
    // The indentation of the line whose block scalar is open.
    let mut scalar: Option<usize> = None;
    for whole in text.split_inclusive('\n') {
        let trimmed = whole.trim();
        let indent = whole.len() - whole.trim_start().len();
        let begin = start + indent;
        start += whole.len();
        if trimmed.is_empty() {
            continue;
        }
        let range = begin..begin + trimmed.len();
        if scalar.is_some_and(|outer| indent > outer) {
            if let Some(line) = all.last_mut() {
                line.range.end = range.end;
            }
            continue;
        }
        scalar = opens_scalar(trimmed).then_some(indent);
        all.push(Line {
            range,
            text: trimmed,
            indent,
        });
    }
    all
}

/// Whether a line ends in the header of a block scalar, such as `expression: >-`.
fn opens_scalar(line: &str) -> bool {
    let content = comment_start(line)
        .and_then(|at| line.get(..at))
        .unwrap_or(line);
    let last = content.split_whitespace().next_back().unwrap_or("");
    let mut chars = last.chars();
    let header = matches!(chars.next(), Some('|' | '>'));
    header && chars.all(|c| matches!(c, '+' | '-') || c.is_ascii_digit()) && last != content
}

/// Where the comment of a line begins: a `#` at its start or after a blank, outside quotes.
fn comment_start(line: &str) -> Option<usize> {
    let mut quote: Option<char> = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open && !(open == '"' && before == '\\') => quote = None,
            Some(_) => {}
            // A quote inside a plain scalar (`it's`) opens nothing.
            None if matches!(c, '"' | '\'')
                && (before.is_whitespace() || "[{,:".contains(before)) =>
            {
                quote = Some(c);
            }
            None if c == '#' && before.is_whitespace() => return Some(at),
            None => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, &str)> {
        let all = comments(text).into_iter();
        all.map(|c| (text.get(c.body).unwrap(), text.get(c.about).unwrap()))
            .collect()
    }

    #[test]
    fn a_comment_is_about_what_follows_or_its_own_line() {
        let text = "metrics:\n  # dosic: one\n  # more\n\n  - name: a\n    expression: >-\n      # dosic: no\n      x\n  \
                    - {name: b} # dosic: two\n  - name: c\n    note: '# dosic: no'\n# dosic: three\n";
        let expected = [
            (
                " one",
                "- name: a\n    expression: >-\n      # dosic: no\n      x",
            ),
            (" two", "- {name: b} # dosic: two"),
            (" three", ""),
        ];
        assert_eq!(found(text), expected);
    }

    #[test]
    fn a_list_may_stand_as_far_left_as_its_key() {
        let text = "fields: # dosic: x\n- a\n- b\nmetrics: []\n";
        assert_eq!(found(text), [(" x", "fields: # dosic: x\n- a\n- b")]);
    }

    #[test]
    fn what_is_no_comment_is_left_alone() {
        for text in [
            "a: \"x # dosic: y\"",
            "a: it's#dosic: y",
            "# about dosic: y",
            "a: |\n  # dosic: y",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(found("a: it's # dosic: y").len(), 1);
    }
}
