//! The words and signs of a query in any SQL dialect, without comments. It is not parsed: dosic passes it through.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A keyword or an unquoted name.
    Word,
    /// A text in single quotes or dollar quotes.
    Text,
    /// A quoted name.
    Quoted,
    /// One sign.
    Sign(char),
}

/// A token with the bytes it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
}

/// The tokens of a text. What is not closed goes on to the end.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let (kind, length) = next(rest);
        let end = at + length.max(1);
        if let Some(kind) = kind {
            all.push(Token {
                kind,
                range: at..end,
            });
        }
        at = end;
    }
    all
}

/// The first token of a text that is not empty, and its length; blanks and comments are no token.
fn next(rest: &str) -> (Option<Kind>, usize) {
    let first = rest.chars().next().unwrap_or(' ');
    let length_while = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
    match first {
        c if c.is_whitespace() => (None, length_while(char::is_whitespace)),
        '-' if rest.starts_with("--") => (None, rest.find('\n').unwrap_or(rest.len())),
        '/' if rest.starts_with("/*") => (None, comment(rest)),
        '\'' => (Some(Kind::Text), closed(rest, '\'')),
        '"' | '`' => (Some(Kind::Quoted), closed(rest, first)),
        '$' => match dollar_quoted(rest) {
            Some(length) => (Some(Kind::Text), length),
            None => (Some(Kind::Sign('$')), 1),
        },
        c if is_word(c) => (Some(Kind::Word), length_while(is_word)),
        c => (Some(Kind::Sign(c)), c.len_utf8()),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Length of a quoted text; the quote doubled is part of it, which two texts in a row do as well.
fn closed(rest: &str, quote: char) -> usize {
    let body = rest.get(1..).unwrap_or("");
    body.find(quote).map_or(rest.len(), |end| end + 2)
}

/// Length of a block comment, which may hold others.
fn comment(rest: &str) -> usize {
    let mut depth = 0usize;
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        match (before, c) {
            ('/', '*') => {
                depth += 1;
                before = ' ';
            }
            ('*', '/') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
                before = ' ';
            }
            _ => before = c,
        }
    }
    rest.len()
}

/// Length of `$tag$ … $tag$`.
fn dollar_quoted(rest: &str) -> Option<usize> {
    let tag = rest.get(1..)?.find('$')?;
    let open = rest.get(..tag + 2)?;
    if !open.trim_matches('$').chars().all(is_word) {
        return None;
    }
    let body = rest.get(open.len()..)?;
    Some(
        body.find(open)
            .map_or(rest.len(), |end| end + 2 * open.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_hold_no_words() {
        let text = "SELECT a.*, 'x * y' -- z *\n/* b /* c */ * */ FROM \"t*\" $q$ * $q$ é";
        let shown: Vec<_> = tokens(text)
            .into_iter()
            .map(|t| text.get(t.range).unwrap())
            .collect();
        let expected = [
            "SELECT",
            "a",
            ".",
            "*",
            ",",
            "'x * y'",
            "FROM",
            "\"t*\"",
            "$q$ * $q$",
            "é",
        ];
        assert_eq!(shown, expected);
        for open in ["'a", "/* a", "$$ a", "$a", "\"", "$"] {
            assert!(tokens(open).len() <= 2, "{open}");
        }
    }
}
