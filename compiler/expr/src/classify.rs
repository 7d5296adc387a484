//! What the words of an expression are, for whoever colours them.

use std::ops::Range;

use crate::lexer::lex;
use crate::token::{Kind, is_called_bare};

/// What a word is. Names are not told: only a model knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// A name that is called.
    Function,
    /// A reserved word.
    Keyword,
    /// A text.
    String,
    /// A number.
    Number,
}

/// The words of an expression that are no names, in order, with their bytes; faults are skipped.
#[must_use]
pub fn classify(text: &str) -> Vec<(TokenClass, Range<usize>)> {
    let tokens = lex(text, &mut Vec::new());
    let next = tokens.iter().skip(1).map(|t| Some(t.kind));
    let next = next.chain(std::iter::repeat(None));
    let classes = tokens.iter().zip(next).filter_map(|(token, next)| {
        let range = token.start..token.end;
        let is_call = next == Some(Kind::LeftParen);
        let class = match token.kind {
            Kind::Integer | Kind::Decimal | Kind::Float => TokenClass::Number,
            Kind::String => TokenClass::String,
            Kind::Word if is_call || is_called_bare(text.get(range.clone())?) => {
                TokenClass::Function
            }
            Kind::Cast if is_call => TokenClass::Function,
            kind if kind.is_reserved() => TokenClass::Keyword,
            _ => return None,
        };
        Some((class, range))
    });
    classes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_names() {
        let text = "CASE WHEN \"a\" = 'b c' THEN SUM(x) / 2.5 ELSE current_date END";
        let found: Vec<_> = classify(text)
            .into_iter()
            .map(|(class, range)| (class, text.get(range).unwrap()))
            .collect();
        use TokenClass as T;
        assert_eq!(
            found,
            [
                (T::Keyword, "CASE"),
                (T::Keyword, "WHEN"),
                (T::String, "'b c'"),
                (T::Keyword, "THEN"),
                (T::Function, "SUM"),
                (T::Number, "2.5"),
                (T::Keyword, "ELSE"),
                (T::Function, "current_date"),
                (T::Keyword, "END"),
            ]
        );
        assert_eq!(classify("'open"), []);
    }
}
