//! The parser's state: where it stands in the tokens, how deep it is, and how it reports faults.
//!
//! The grammar is a hand-written Pratt parser over logos tokens. chumsky 0.13 was measured first, with a
//! third of this grammar: 2.4 to 7.8 µs of processor time per small expression, building the parser
//! (0.2 µs) included, where this parser takes 0.3 to 0.9 µs for the whole grammar (10,000 expressions
//! must stay well under 30 ms). In debug builds it overflowed a 2 MiB stack below 100 nested
//! parentheses, where the limit here is [`MAX_DEPTH`].

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};

use crate::ParseOptions;
use crate::ast::{Expr, ExprKind, Ident, TextRange};
use crate::lexer::{LexicalFault, lex};
use crate::token::{Kind, Token};

/// How deep brackets, CASE and operators may nest.
pub(crate) const MAX_DEPTH: u32 = 200;
/// How high a tree may grow: chains such as `a + b + c + …` count as well.
pub(crate) const MAX_HEIGHT: u32 = 256;
/// How many faults of one expression are reported.
const MAX_FAULTS: u32 = 20;

pub(crate) struct Parser<'a> {
    source: &'a SpannedText,
    tokens: Vec<Token>,
    position: usize,
    /// Foundation to the letter: semantics digest 13.
    pub(crate) strict: bool,
    check: Check,
    sink: &'a mut Diagnostics,
    /// How many levels are open.
    pub(crate) depth: u32,
    /// The height of what was parsed so far in the present level.
    pub(crate) height: u32,
    faults: u32,
    /// The token at which a fault was reported or skipping ended; no second one is reported there.
    last_fault: Option<usize>,
    /// Nothing more is read or reported.
    stopped: bool,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        source: &'a SpannedText,
        options: &ParseOptions,
        check: Check,
        sink: &'a mut Diagnostics,
    ) -> Self {
        let mut faults = Vec::new();
        let tokens = lex(&source.text, &mut faults);
        let mut parser = Self {
            source,
            tokens,
            position: 0,
            strict: options.strict,
            check,
            sink,
            depth: 0,
            height: 0,
            faults: 0,
            last_fault: None,
            stopped: false,
        };
        for LexicalFault {
            start,
            end,
            message,
            help,
        } in faults
        {
            parser.complain(start..end, message, help.as_deref().unwrap_or(""));
        }
        parser
    }

    /// Whether parsing was given up.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    // Tokens.

    pub(crate) fn peek_at(&self, ahead: usize) -> Token {
        let end = self.source.text.len();
        let eof = Token {
            kind: Kind::Eof,
            start: end,
            end,
        };
        self.tokens
            .get(self.position + ahead)
            .copied()
            .unwrap_or(eof)
    }

    pub(crate) fn peek(&self) -> Token {
        self.peek_at(0)
    }

    pub(crate) fn kind(&self) -> Kind {
        self.peek().kind
    }

    pub(crate) fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != Kind::Eof {
            self.position += 1;
        }
        token
    }

    pub(crate) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// Whether the token `ahead` is this word, in any case.
    pub(crate) fn word_at(&self, ahead: usize, word: &str) -> bool {
        let token = self.peek_at(ahead);
        token.kind == Kind::Word && self.text(token).eq_ignore_ascii_case(word)
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word_at(0, word);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn text(&self, token: Token) -> &'a str {
        self.slice(token.start..token.end)
    }

    pub(crate) fn slice(&self, range: TextRange) -> &'a str {
        let source: &'a SpannedText = self.source;
        source.text.get(range).unwrap_or("")
    }

    /// The token before this one.
    pub(crate) fn previous(&self) -> Option<Token> {
        let before = self.position.checked_sub(1)?;
        self.tokens.get(before).copied()
    }

    /// From `start` to the end of the last token read.
    pub(crate) fn since(&self, start: usize) -> TextRange {
        start..self.previous().map_or(start, |t| t.end).max(start)
    }

    // Nodes.

    pub(crate) fn node(&self, start: usize, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.since(start),
        }
    }

    /// A node for what could not be parsed.
    pub(crate) fn error(&self, start: usize) -> Expr {
        self.node(start, ExprKind::Error)
    }

    pub(crate) fn ident(&self, token: Token) -> Ident {
        let text = self.text(token);
        let quoted = token.kind == Kind::Quoted;
        Ident {
            text: if quoted {
                unquoted(text)
            } else {
                text.to_owned()
            },
            quoted,
            span: token.start..token.end,
        }
    }

    // Faults.

    /// Reports a fault of syntax. An empty `help` is left out.
    pub(crate) fn complain(&mut self, at: TextRange, message: impl Into<String>, help: &str) {
        self.complain_with(Code::Syntax, at, message, help, None);
    }

    /// Reports a construct that the Foundation defers (semantics digest 11).
    pub(crate) fn deferred(&mut self, at: TextRange, message: impl Into<String>, help: &str) {
        self.complain_with(Code::DeferredKeyRejected, at, message, help, None);
    }

    /// Reports a fault, with a second place that explains it.
    pub(crate) fn complain_with(
        &mut self,
        code: Code,
        at: TextRange,
        message: impl Into<String>,
        help: &str,
        second: Option<(TextRange, &str)>,
    ) {
        if self.stopped || self.faults >= MAX_FAULTS {
            return;
        }
        self.faults += 1;
        // What is deferred in a model's expression is a ban, which is checked after syntax (1.8).
        let check = match (code, self.check) {
            (Code::DeferredKeyRejected, Check::Syntax) => Check::Bans,
            (_, check) => check,
        };
        let mut diagnostic =
            Diagnostic::new(code, check, message).at(self.source.locate(at), "here");
        if let Some((range, label)) = second {
            diagnostic = diagnostic.at(self.source.locate(range), label);
        }
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.sink.push(diagnostic);
    }

    /// Reports that the present token is not what is needed, once for each token.
    pub(crate) fn unexpected(&mut self, needed: &str, opened: Option<(TextRange, &str)>) {
        let token = self.peek();
        let after_string = self
            .previous()
            .is_some_and(|t| t.kind == Kind::String && t.end == token.start);
        let help = if after_string && matches!(token.kind, Kind::Word | Kind::String) {
            "a quote inside a string is written twice, `''`"
        } else {
            ""
        };
        self.unexpected_with(needed, help, opened);
    }

    /// The same where a name could stand: says how a reserved word is used as one.
    pub(crate) fn unexpected_for_name(&mut self, needed: &str) {
        let token = self.peek();
        // These are hardly ever meant as names.
        let structural = matches!(
            token.kind,
            Kind::And
                | Kind::Or
                | Kind::When
                | Kind::Then
                | Kind::Else
                | Kind::End
                | Kind::In
                | Kind::Is
                | Kind::Like
                | Kind::Ilike
                | Kind::Between
        );
        let help = if structural {
            String::new()
        } else {
            self.reserved_help(token)
        };
        self.unexpected_with(needed, &help, None);
    }

    fn unexpected_with(&mut self, needed: &str, help: &str, opened: Option<(TextRange, &str)>) {
        let token = self.peek();
        if self.last_fault == Some(self.position) || token.kind == Kind::Invalid {
            return;
        }
        self.last_fault = Some(self.position);
        let message = format!("expected {needed}, found {}", self.describe(token));
        self.complain_with(Code::Syntax, token.start..token.end, message, help, opened);
    }

    /// Whether a fault was reported at the present token, or skipping ended here.
    pub(crate) fn at_fault(&self) -> bool {
        self.last_fault == Some(self.position)
    }

    /// How to use a reserved word as a name; empty for other tokens.
    pub(crate) fn reserved_help(&self, token: Token) -> String {
        if !token.kind.is_reserved() {
            return String::new();
        }
        let text = self.text(token);
        let upper = text.to_ascii_uppercase();
        format!("{upper} is a reserved word; to use it as a name, write `\"{text}\"`")
    }

    pub(crate) fn describe(&self, token: Token) -> String {
        let mut text: String = self.text(token).chars().take(40).collect();
        if text.len() < token.end - token.start {
            text.push('…');
        }
        match token.kind {
            Kind::Eof => "the end".to_owned(),
            Kind::Word | Kind::Quoted => format!("the name `{text}`"),
            Kind::String => format!("the string `{text}`"),
            Kind::Integer | Kind::Decimal | Kind::Float => format!("the number `{text}`"),
            kind if kind.is_reserved() => format!("the keyword `{}`", text.to_ascii_uppercase()),
            _ => format!("`{text}`"),
        }
    }

    /// Gives up: the rest of the text is not read.
    pub(crate) fn too_deep(&mut self) {
        let token = self.peek();
        self.complain(
            token.start..token.end,
            "this expression is nested too deeply",
            "move parts of it into fields or metrics of their own, and use IN for long chains of OR",
        );
        self.stopped = true;
        self.position = self.tokens.len();
    }

    // Recovery.

    /// Skips to one of `stops` outside of groups, or to what closes the present group.
    pub(crate) fn skip_to(&mut self, stops: &[Kind]) {
        let mut open = 0_usize;
        loop {
            let kind = self.kind();
            let outside = open == 0 && (stops.contains(&kind) || kind.closes());
            if kind == Kind::Eof || outside {
                break;
            }
            if kind.opens() {
                open += 1;
            } else if kind.closes() {
                open -= 1;
            }
            self.bump();
        }
        self.last_fault = Some(self.position);
    }

    /// Skips a group that begins here, with what closes it.
    pub(crate) fn skip_group(&mut self) {
        self.bump();
        self.skip_to(&[]);
        if self.kind().closes() {
            self.bump();
        }
    }

    /// Reads the `)` of the group that `open` began; skips what stands before it.
    pub(crate) fn close(&mut self, open: Token, needed: &str) {
        if self.eat(Kind::RightParen) {
            return;
        }
        let opened = open.start..open.end;
        if self.kind() == Kind::Eof {
            if self.last_fault != Some(self.position) {
                self.last_fault = Some(self.position);
                self.complain(opened, "this `(` is never closed", "close it with `)`");
            }
            return;
        }
        self.unexpected(needed, Some((opened, "opened here")));
        while !matches!(self.kind(), Kind::RightParen | Kind::Eof) {
            self.skip_to(&[]);
            if self.kind() != Kind::RightParen {
                self.bump();
            }
        }
        if !self.eat(Kind::RightParen) {
            self.last_fault = Some(self.position);
        }
    }

    /// Reads the `(` that must follow `after`; the token, or `None` after a report.
    pub(crate) fn open(&mut self, after: &str) -> Option<Token> {
        if self.kind() == Kind::LeftParen {
            return Some(self.bump());
        }
        self.unexpected(&format!("`(` after {after}"), None);
        None
    }
}

/// The text of a quoted token: without its quotes, doubled quotes single.
pub(crate) fn unquoted(token: &str) -> String {
    let mut chars = token.chars();
    let quote = chars.next().unwrap_or('"');
    chars.next_back();
    let inner = chars.as_str();
    if inner.contains(quote) {
        let doubled: String = [quote, quote].iter().collect();
        return inner.replace(&doubled, quote.encode_utf8(&mut [0; 4]));
    }
    inner.to_owned()
}
