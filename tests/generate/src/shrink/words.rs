//! The words and signs of an expression's text.

use std::ops::Range;

/// A word, a constant or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) range: Range<usize>,
    pub(super) is_name: bool,
}

/// The words of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let offset = |at: usize| characters.get(at).map_or(text.len(), |(o, _)| *o);
    let mut words = Vec::new();
    let mut at = 0;
    while let Some((_, first)) = characters.get(at) {
        let start = at;
        let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
        match first {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '"' | '\'' => {
                at += 1;
                while let Some((_, c)) = characters.get(at) {
                    at += 1;
                    if c == first {
                        if characters.get(at).is_some_and(|(_, next)| next == first) {
                            at += 1;
                        } else {
                            break;
                        }
                    }
                }
            }
            c if part_of_name(*c) => {
                let is_number = c.is_ascii_digit();
                while characters
                    .get(at)
                    .is_some_and(|(_, c)| part_of_name(*c) || (is_number && *c == '.'))
                {
                    at += 1;
                }
            }
            '|' | '<' | '>' | '!' => {
                at += 1;
                if characters
                    .get(at)
                    .is_some_and(|(_, c)| matches!(c, '|' | '=' | '>'))
                {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        let is_name = *first == '"' || first.is_alphabetic() || *first == '_';
        words.push(Word {
            range: offset(start)..offset(at),
            is_name,
        });
    }
    words
}

/// The text of a word.
pub(super) fn text_of<'t>(text: &'t str, word: &Word) -> &'t str {
    text.get(word.range.clone()).unwrap_or_default()
}

/// Where a name stands among dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// Before a dot: a dataset or a relationship.
    Before,
    /// After a dot: a field.
    After,
    /// Alone.
    Alone,
}

/// The text with a name replaced wherever it stands so.
pub(super) fn renamed(text: &str, from: &str, to: &str, positions: &[Position]) -> String {
    let words = words(text);
    let is_dot = |at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .is_some_and(|w| text_of(text, w) == ".")
    };
    let mut out = String::new();
    let mut copied = 0;
    for (at, word) in words.iter().enumerate() {
        let position = if is_dot(Some(at + 1)) {
            Position::Before
        } else if is_dot(at.checked_sub(1)) {
            Position::After
        } else {
            Position::Alone
        };
        if word.is_name && text_of(text, word) == from && positions.contains(&position) {
            out.push_str(text.get(copied..word.range.start).unwrap_or_default());
            out.push_str(to);
            copied = word.range.end;
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Whether a name stands anywhere in a text.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    words(text).iter().any(|w| text_of(text, w) == name)
}
