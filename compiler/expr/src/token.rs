//! Tokens: what logos makes of the characters, and the words that are reserved (semantics digest 2.3).

use logos::Logos;

/// The kind of a token. Words that only mean something in their place (`FILTER`, `ROWS`, `DATE`, …)
/// are [`Kind::Word`]; the grammar compares their text.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\v]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
#[rustfmt::skip]
pub(crate) enum Kind {
    #[regex("[0-9]+")] Integer,
    #[regex(r"[0-9]+\.[0-9]*|\.[0-9]+")] Decimal,
    #[regex(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)[eE][+-]?[0-9]+")] Float,
    #[regex("[A-Za-z_][A-Za-z0-9_]*")] Word,
    /// From the opening quote on; the lexer finds the end.
    #[token("'")] String,
    #[token("\"")] Quoted,
    #[token("`")] Backticked,
    /// The opening alone; the lexer skips comments.
    #[token("/*")] Comment,
    #[regex(r"\?[0-9]*|\$[A-Za-z0-9_]+|@@?[A-Za-z_][A-Za-z0-9_]*")] Parameter,

    #[token("(")] LeftParen,
    #[token(")")] RightParen,
    #[token("[")] LeftBracket,
    #[token("]")] RightBracket,
    #[token("{")] LeftBrace,
    #[token("}")] RightBrace,
    #[token(",")] Comma,
    #[token(".")] Dot,
    #[token(";")] Semicolon,
    #[token(":")] Colon,
    #[token("::")] DoubleColon,
    #[token("+")] Plus,
    #[token("-")] Minus,
    #[token("*")] Star,
    #[token("/")] Slash,
    #[token("%")] Percent,
    #[token("||")] Concat,
    #[token("=")] Equal,
    #[token("<>")] #[token("!=")] NotEqual,
    #[token("<")] Less,
    #[token("<=")] LessOrEqual,
    #[token(">")] Greater,
    #[token(">=")] GreaterOrEqual,

    // Operators of other languages, kept apart for pointed messages.
    #[token("==")] DoubleEqual,
    #[token("&&")] DoubleAmpersand,
    #[token("<=>")] NullSafeEqual,
    #[token("=>")] #[token(":=")] NamedArgument,
    #[token("->")] #[token("->>")] Arrow,
    #[token("^")] #[token("**")] Power,
    #[token("~")] #[token("~*")] #[token("!~")] #[token("!~*")] #[token("~~")] Tilde,
    #[token("&")] #[token("|")] #[token("<<")] #[token(">>")] #[token("#")] Bitwise,
    #[token("!")] Bang,

    // Reserved words, in the order of the digest.
    #[token("all", ignore(case))] All,
    #[token("and", ignore(case))] And,
    #[token("any", ignore(case))] Any,
    #[token("as", ignore(case))] As,
    #[token("asc", ignore(case))] Asc,
    #[token("between", ignore(case))] Between,
    #[token("by", ignore(case))] By,
    #[token("case", ignore(case))] Case,
    #[token("cast", ignore(case))] Cast,
    #[token("desc", ignore(case))] Desc,
    #[token("distinct", ignore(case))] Distinct,
    #[token("else", ignore(case))] Else,
    #[token("end", ignore(case))] End,
    #[token("escape", ignore(case))] Escape,
    #[token("exists", ignore(case))] Exists,
    #[token("false", ignore(case))] False,
    #[token("from", ignore(case))] From,
    #[token("group", ignore(case))] Group,
    #[token("ilike", ignore(case))] Ilike,
    #[token("in", ignore(case))] In,
    #[token("is", ignore(case))] Is,
    #[token("left", ignore(case))] Left,
    #[token("like", ignore(case))] Like,
    #[token("not", ignore(case))] Not,
    #[token("null", ignore(case))] Null,
    #[token("or", ignore(case))] Or,
    #[token("order", ignore(case))] Order,
    #[token("over", ignore(case))] Over,
    #[token("partition", ignore(case))] Partition,
    #[token("right", ignore(case))] Right,
    #[token("select", ignore(case))] Select,
    #[token("then", ignore(case))] Then,
    #[token("true", ignore(case))] True,
    #[token("values", ignore(case))] Values,
    #[token("when", ignore(case))] When,
    #[token("where", ignore(case))] Where,
    #[token("with", ignore(case))] With,
    #[token("within", ignore(case))] Within,
    #[token("except", ignore(case))] #[token("intersect", ignore(case))] #[token("union", ignore(case))]
    SetOperation,
    /// Reserved, and without a place in the grammar.
    #[token("create", ignore(case))] #[token("cross", ignore(case))] #[token("delete", ignore(case))]
    #[token("drop", ignore(case))] #[token("full", ignore(case))] #[token("having", ignore(case))]
    #[token("inner", ignore(case))] #[token("insert", ignore(case))] #[token("into", ignore(case))]
    #[token("join", ignore(case))] #[token("limit", ignore(case))] #[token("natural", ignore(case))]
    #[token("on", ignore(case))] #[token("outer", ignore(case))] #[token("set", ignore(case))]
    #[token("table", ignore(case))] #[token("update", ignore(case))] #[token("using", ignore(case))]
    Reserved,

    /// Characters that form no token; a diagnostic was given.
    Invalid,
    /// The end of the text.
    Eof,
}

impl Kind {
    /// Whether it is a reserved word.
    pub(crate) fn is_reserved(self) -> bool {
        (Self::All as u8..=Self::Reserved as u8).contains(&(self as u8))
    }

    /// Whether it opens a group that [`Kind::closes`] ends.
    pub(crate) fn opens(self) -> bool {
        matches!(
            self,
            Self::LeftParen | Self::LeftBracket | Self::LeftBrace | Self::Case
        )
    }

    /// Whether it ends a group.
    pub(crate) fn closes(self) -> bool {
        matches!(
            self,
            Self::RightParen | Self::RightBracket | Self::RightBrace | Self::End
        )
    }
}

/// A token: its kind and its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Whether `word` is a function that is called without parentheses: unquoted, it never reaches what has such a name.
#[must_use]
pub fn is_called_bare(word: &str) -> bool {
    ["CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(word))
}

/// Whether `word` is a reserved word, which must be quoted to be a name (semantics digest 2.3), or means a function
/// wherever it stands.
#[must_use]
pub fn is_reserved_word(word: &str) -> bool {
    if is_called_bare(word) {
        return true;
    }
    let mut lexer = Kind::lexer(word);
    matches!(lexer.next(), Some(Ok(kind)) if kind.is_reserved()) && lexer.slice() == word
}

/// Whether `name` may never name anything, quoted or not (semantics digest 2.3).
#[must_use]
pub fn is_forbidden_name(name: &str) -> bool {
    ["GRAIN", "FILTER", "QUERY_FILTER"]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_digest_is_reserved_in_any_case() {
        let words = "ALL AND ANY AS ASC BETWEEN BY CASE CAST CREATE CROSS DELETE DESC DISTINCT DROP \
            ELSE END ESCAPE EXCEPT EXISTS FALSE FROM FULL GROUP HAVING ILIKE IN INNER INSERT INTERSECT \
            INTO IS JOIN LEFT LIKE LIMIT NATURAL NOT NULL ON OR ORDER OUTER OVER PARTITION RIGHT SELECT \
            SET TABLE THEN TRUE UNION UPDATE USING VALUES WHEN WHERE WITH WITHIN";
        for word in words.split_whitespace() {
            assert!(is_reserved_word(word), "{word}");
            assert!(is_reserved_word(&word.to_lowercase()), "{word}");
        }
        // A metric of that name would silently be the day of today.
        assert!(is_reserved_word("current_date"));
        for word in [
            "date", "filter", "rank", "value", "orders", "inn", "a b", "",
        ] {
            assert!(!is_reserved_word(word), "{word}");
        }
    }
}
