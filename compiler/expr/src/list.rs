//! Lists on the command line: `--metrics a,b`.

use dosic_diagnostics::SpannedText;

use crate::lexer::lex;
use crate::token::Kind;

/// Splits at commas outside parentheses, brackets, quotes and comments (ruling 3).
///
/// The parts have no blanks around them. A text of blanks has no parts; otherwise an empty part stays
/// (`a,,b` has three), and parsing it reports that it is empty.
#[must_use]
pub fn split_top_level_commas(text: &SpannedText) -> Vec<SpannedText> {
    if text.text.trim().is_empty() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut start = 0;
    let mut open = 0_usize;
    for token in lex(&text.text, &mut Vec::new()) {
        match token.kind {
            Kind::LeftParen | Kind::LeftBracket | Kind::LeftBrace => open += 1,
            Kind::RightParen | Kind::RightBracket | Kind::RightBrace => {
                open = open.saturating_sub(1);
            }
            Kind::Comma | Kind::Eof if open == 0 || token.kind == Kind::Eof => {
                parts.extend(trimmed(text, start, token.start));
                start = token.end;
            }
            _ => {}
        }
    }
    parts
}

fn trimmed(text: &SpannedText, start: usize, end: usize) -> Option<SpannedText> {
    let part = text.text.get(start..end)?;
    let from = start + (part.len() - part.trim_start().len());
    let to = from + part.trim().len();
    text.part(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dosic_diagnostics::{FileId, Span};

    fn split(text: &str) -> Vec<(String, u32)> {
        let text = SpannedText::verbatim(text, Span::new(FileId(0), 0, 999), 0);
        let parts = split_top_level_commas(&text);
        parts.into_iter().map(|p| (p.text, p.span.start)).collect()
    }

    #[test]
    fn commas_outside_of_everything_split() {
        let parts = |list: &[(&str, u32)]| -> Vec<(String, u32)> {
            list.iter().map(|(t, s)| ((*t).to_owned(), *s)).collect()
        };
        assert_eq!(split("a, b"), parts(&[("a", 0), ("b", 3)]));
        assert_eq!(
            split("f(a, b),'x,y',\"p,q\""),
            parts(&[("f(a, b)", 0), ("'x,y'", 8), ("\"p,q\"", 14)])
        );
        assert_eq!(split("a /* , */ ,b"), parts(&[("a /* , */", 0), ("b", 11)]));
        assert_eq!(split("a,,b"), parts(&[("a", 0), ("", 2), ("b", 3)]));
        assert_eq!(split("a,'b,c"), parts(&[("a", 0), ("'b,c", 2)]));
        assert_eq!(split("f(a,b"), parts(&[("f(a,b", 0)]));
        assert_eq!(split(" "), parts(&[]));
    }
}
