//! Text → tokens. Finds the ends of strings, quoted names and comments, and reports what is no token.

use logos::Logos;

use crate::token::{Kind, Token};

/// A fault of the characters themselves.
pub(crate) struct LexicalFault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Splits `text` into tokens; the last one is always [`Kind::Eof`].
pub(crate) fn lex(text: &str, faults: &mut Vec<LexicalFault>) -> Vec<Token> {
    let mut lexing = Lexing {
        text,
        tokens: Vec::with_capacity(text.len() / 4 + 2),
        faults,
    };
    let mut lexer = Kind::lexer(text);
    while let Some(found) = lexer.next() {
        let span = lexer.span();
        let end = match found {
            Ok(kind) => lexing.token(kind, span.start, span.end),
            Err(()) => lexing.stray(span.start),
        };
        lexer.bump(end.saturating_sub(span.end));
    }
    let end = text.len();
    lexing.push(Kind::Eof, end, end);
    lexing.tokens
}

struct Lexing<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    faults: &'a mut Vec<LexicalFault>,
}

impl Lexing<'_> {
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token { kind, start, end });
    }

    fn fault(&mut self, start: usize, end: usize, message: String, help: impl Into<String>) {
        self.faults.push(LexicalFault {
            start,
            end,
            message,
            help: Some(help.into()).filter(|h: &String| !h.is_empty()),
        });
    }

    /// Takes one token that logos found, and gives where it really ends.
    fn token(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        match kind {
            Kind::String => self.quoted(kind, '\'', start),
            Kind::Quoted => self.quoted(kind, '"', start),
            Kind::Backticked => {
                let end = self.quoted(Kind::Quoted, '`', start);
                let message = "names are not quoted with backticks".to_owned();
                self.fault(start, end, message, "write the name in double quotes");
                end
            }
            Kind::Comment => self.comment(start),
            Kind::Integer | Kind::Decimal | Kind::Float => self.number(kind, start, end),
            _ => {
                self.push(kind, start, end);
                end
            }
        }
    }

    /// A quoted text from its opening quote at `start`; a doubled quote stands for itself.
    fn quoted(&mut self, kind: Kind, quote: char, start: usize) -> usize {
        let mut chars = self.rest(start + 1).char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
                let end = start + 1 + at + 1;
                self.push(kind, start, end);
                return end;
            }
        }
        let end = self.text.len();
        let (what, help) = match quote {
            '\'' => (
                "string",
                "close it with `'`; a quote inside is written twice, `''`",
            ),
            _ => ("quoted name", "close it with the same quote"),
        };
        self.fault(start, end, format!("this {what} is never closed"), help);
        self.push(Kind::Invalid, start, end);
        end
    }

    fn comment(&mut self, start: usize) -> usize {
        if let Some(length) = self.rest(start + 2).find("*/") {
            return start + 2 + length + 2;
        }
        let end = self.text.len();
        let message = "this comment is never closed".to_owned();
        self.fault(start, end, message, "close it with `*/`");
        self.push(Kind::Invalid, start, end);
        end
    }

    /// A number, which no letter may follow directly.
    fn number(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        let whole = end + self.word_length(end);
        if whole == end {
            self.push(kind, start, end);
            return end;
        }
        let text = self.part(start, whole).to_owned();
        // `orders.1st` begins with what looks like a decimal.
        let text = text.trim_start_matches('.').to_owned();
        let help = if text.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
            "write digits without separators".to_owned()
        } else {
            format!("a name that begins with a digit is written in double quotes: `\"{text}\"`")
        };
        let message = format!("`{text}` is neither a number nor a name");
        self.fault(start, whole, message, help);
        self.push(Kind::Invalid, start, whole);
        whole
    }

    /// A character that begins no token.
    fn stray(&mut self, start: usize) -> usize {
        let Some(c) = self.rest(start).chars().next() else {
            return self.text.len();
        };
        if c.is_alphanumeric() {
            return self.foreign_word(start);
        }
        let end = self.stray_end(start, c);
        let (message, help) = match c {
            '‘' | '’' | '‚' | '“' | '”' | '„' | '«' | '»' => (
                format!("typographic quotation mark `{c}`"),
                "strings take straight single quotes `'`, quoted names straight double quotes `\"`",
            ),
            c if c.is_whitespace() || c.is_control() => (
                format!("invisible character U+{:04X}", u32::from(c)),
                "remove it, or write a plain space",
            ),
            c => (format!("unexpected character `{c}`"), ""),
        };
        self.fault(start, end, message, help);
        self.push(Kind::Invalid, start, end);
        end
    }

    /// Where a stray character ends; typographic quotes take what they enclose.
    fn stray_end(&self, start: usize, c: char) -> usize {
        let end = start + c.len_utf8();
        let close: &[char] = match c {
            '‘' | '’' | '‚' => &['‘', '’'],
            '“' | '”' | '„' => &['“', '”'],
            _ => return end,
        };
        let rest = self.rest(end);
        let closing = rest.char_indices().find(|(_, c)| close.contains(c));
        closing.map_or(end, |(at, c)| end + at + c.len_utf8())
    }

    /// A word with letters beyond ASCII, which may have begun in the token before.
    fn foreign_word(&mut self, at: usize) -> usize {
        let joins = |t: &mut Token| t.end == at && (t.kind == Kind::Word || t.kind.is_reserved());
        let start = self.tokens.pop_if(joins).map_or(at, |t| t.start);
        let end = at + self.word_length(at);
        let text = self.part(start, end).to_owned();
        let message = format!("`{text}` has letters that an unquoted name cannot have");
        let help = format!("write it in double quotes: `\"{text}\"`");
        self.fault(start, end, message, help);
        self.push(Kind::Invalid, start, end);
        end
    }

    fn rest(&self, start: usize) -> &str {
        self.text.get(start..).unwrap_or("")
    }

    fn part(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or("")
    }

    /// How many bytes of letters, digits and underscores stand from `start` on.
    fn word_length(&self, start: usize) -> usize {
        let rest = self.rest(start);
        rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len())
    }
}
