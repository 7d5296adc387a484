//! What other languages have and this one has not: recognised, so that the message can say what to write.

use crate::ast::Expr;
use crate::grammar::operators::Power;
use crate::parser::{Parser, unquoted};
use crate::token::{Kind, Token};

/// Words that are operators elsewhere, with what to write here.
const WORD_OPERATORS: [(&str, &str); 9] = [
    ("RLIKE", "write REGEXP_LIKE(text, pattern)"),
    ("REGEXP", "write REGEXP_LIKE(text, pattern)"),
    ("SIMILAR", "write REGEXP_LIKE(text, pattern)"),
    ("GLOB", "write LIKE with `%` and `_`"),
    ("MOD", "write `%`"),
    ("DIV", "write FLOOR(a / b)"),
    ("XOR", "write `<>` between the two conditions"),
    ("OVERLAPS", "compare the ends of the two ranges"),
    ("MATCH", "write REGEXP_LIKE(text, pattern)"),
];

impl Parser<'_> {
    // Between operands.

    /// What to write instead of the word that stands here as an operator.
    pub(crate) fn foreign_operator(&self) -> Option<&'static str> {
        WORD_OPERATORS
            .iter()
            .find(|(word, _)| self.word_at(0, word))
            .map(|(_, help)| *help)
    }

    /// Reports the operator that stands here, which the language lacks.
    pub(crate) fn complain_about_operator(&mut self) {
        let token = self.peek();
        let help = match token.kind {
            Kind::Invalid => return,
            Kind::Power => "write POWER(x, y)",
            Kind::Tilde => "write REGEXP_LIKE(text, pattern), or LIKE",
            Kind::Bitwise => "the language has no operators on bits",
            _ => self.foreign_operator().unwrap_or(""),
        };
        let message = format!("there is no operator `{}`", self.text(token));
        self.complain(token.start..token.end, message, help);
    }

    /// Reports an operator that has another spelling here.
    pub(crate) fn foreign_spelling(&mut self, token: Token) {
        let help = match token.kind {
            Kind::DoubleEqual => "equality is one `=`",
            Kind::DoubleAmpersand => "write AND",
            Kind::NullSafeEqual => "write IS NOT DISTINCT FROM",
            _ => return,
        };
        let message = format!("there is no operator `{}`", self.text(token));
        self.complain(token.start..token.end, message, help);
    }

    // After an operand.

    /// `x[1]`, standing at the bracket.
    pub(crate) fn brackets(&mut self) {
        let start = self.peek().start;
        self.skip_group();
        let help = "the language has no arrays and no structures; prepare the value in a dataset whose \
            source is a query";
        self.complain(self.since(start), "`[ ]` is not part of the language", help);
    }

    /// `x -> 'key'`, standing at the arrow.
    pub(crate) fn json_arrow(&mut self) {
        let arrow = self.bump();
        let help = "the language reads no JSON and has no lambdas; prepare the value in a dataset \
            whose source is a query";
        let message = format!("there is no operator `{}`", self.text(arrow));
        self.complain(arrow.start..arrow.end, message, help);
        self.level(Power::Unary);
    }

    /// `AT TIME ZONE z`, `COLLATE c`: reported and read, if one stands here.
    pub(crate) fn foreign_suffix(&mut self) -> bool {
        let start = self.peek().start;
        if self.word_at(0, "AT") && self.word_at(1, "TIME") {
            self.bump();
            self.bump();
            self.eat_word("ZONE");
            self.level(Power::Unary);
            let help = "times are read in UTC; convert them in a dataset whose source is a query";
            self.complain(
                self.since(start),
                "AT TIME ZONE is not part of the language",
                help,
            );
            return true;
        }
        if self.word_at(0, "COLLATE") {
            self.bump();
            if matches!(self.kind(), Kind::Word | Kind::Quoted | Kind::String) {
                self.bump();
            }
            let help = "leave it out: texts compare by code point on every engine";
            self.complain(
                self.since(start),
                "COLLATE is not part of the language",
                help,
            );
            return true;
        }
        false
    }

    /// `dataset{role=x}`, standing at the brace.
    pub(crate) fn role_qualifier(&mut self) {
        let start = self.peek().start;
        self.skip_group();
        self.deferred(
            self.since(start),
            "role qualifiers are deferred by the Foundation (§10)",
            "name the path: `relationship.dataset.field`",
        );
    }

    // In place of an operand.

    /// Words that begin something foreign; `None` if this one does not.
    pub(crate) fn foreign_word(&mut self, word: Token) -> Option<Expr> {
        let next = self.peek_at(1).kind;
        let is = |name: &str| self.word_at(0, name);
        let grouping = is("GROUPING") && self.word_at(1, "SETS");
        let called = is("ROLLUP") || is("CUBE") || is("PIVOT") || is("UNPIVOT");
        if grouping || (called && next == Kind::LeftParen) {
            self.bump();
            if grouping {
                self.bump();
            }
            let at = self.since(word.start);
            if self.kind() == Kind::LeftParen {
                self.skip_group();
            }
            let name = self.slice(at.clone()).to_ascii_uppercase();
            let help = "ask one query for each level of grouping";
            self.deferred(
                at,
                format!("{name} is deferred by the Foundation (§10)"),
                help,
            );
            return Some(self.error(word.start));
        }
        if is("ARRAY") && next == Kind::LeftBracket {
            self.bump();
            self.brackets();
            return Some(self.error(word.start));
        }
        None
    }

    /// `E'…'` and other strings with a letter before them: reported and read.
    pub(crate) fn prefixed_string(&mut self, word: Token) -> bool {
        let string = self.peek_at(1);
        if string.kind != Kind::String || string.start != word.end {
            return false;
        }
        self.bump();
        self.bump();
        let help = "write the text between single quotes; nothing is escaped but `'`, as `''`";
        self.complain(word.start..word.end, "strings have no prefix", help);
        true
    }

    /// A string that was written in double quotes, where only a string can stand.
    pub(crate) fn double_quoted_string(&mut self, token: Token) {
        let text = unquoted(self.text(token));
        let help = format!("write `'{}'`", text.replace('\'', "''"));
        let message = "strings take single quotes; double quotes are for names";
        self.complain(token.start..token.end, message, &help);
    }

    /// What can never begin an operand: reported and read. False if the token is none of these.
    pub(crate) fn foreign_operand(&mut self) -> bool {
        let token = self.peek();
        let at = token.start..token.end;
        match token.kind {
            Kind::Select | Kind::With | Kind::Values => {
                self.bump();
                self.skip_to(&[]);
                let help =
                    "reference fields and metrics by name; a dataset's source may be a query";
                self.complain(
                    at,
                    "subqueries are not part of the expression language",
                    help,
                );
            }
            Kind::Exists => {
                self.bump();
                if self.kind() == Kind::LeftParen {
                    self.skip_group();
                }
                let help = "filter on a field of the related dataset; its rows are found by the relationship";
                self.complain(at, "EXISTS is not part of the expression language", help);
            }
            Kind::Any | Kind::All if self.peek_at(1).kind == Kind::LeftParen => {
                self.bump();
                self.skip_group();
                let message = format!("{} is not part of the language", self.text(token));
                self.complain(at, message, "write IN with a list of values");
            }
            Kind::LeftBracket => self.brackets(),
            Kind::LeftBrace => {
                self.skip_group();
                let help = "expressions hold no templates; write the value itself";
                self.complain(
                    self.since(token.start),
                    "`{ }` is not part of the language",
                    help,
                );
            }
            Kind::Parameter | Kind::Colon => self.parameter(token),
            // Between two operands it is an operator that lacks the first of them.
            Kind::Star if !self.begins_operand_at(1) => {
                self.bump();
                let help = "it stands only in COUNT(*), and between two factors";
                self.complain(at, "`*` is no value", help);
            }
            _ => return false,
        }
        true
    }

    fn parameter(&mut self, token: Token) {
        self.bump();
        let name = self.peek();
        if token.kind == Kind::Colon && name.start == token.end && name.kind == Kind::Word {
            self.bump();
        }
        let at = self.since(token.start);
        let message = format!(
            "parameters such as `{}` are not part of the language",
            self.slice(at.clone())
        );
        self.complain(at, message, "write the value itself");
    }

    // In lists and calls.

    /// `name => value`, `name := value`: reported and passed over up to the value.
    pub(crate) fn named_argument(&mut self) {
        let token = self.peek();
        let named = matches!(token.kind, Kind::Word | Kind::Quoted)
            && self.peek_at(1).kind == Kind::NamedArgument;
        if named {
            self.bump();
            self.bump();
            let help = "give the arguments by their position";
            self.complain(self.since(token.start), "arguments have no names", help);
        }
    }

    /// Reports a token that stands where `,` or `)` must, and skips to the next one of these.
    pub(crate) fn misplaced_in_list(&mut self) {
        let token = self.peek();
        let at = token.start..token.end;
        match token.kind {
            Kind::From => {
                let help = "such as SUBSTRING(text, 1, 3) and TRIM(text)";
                self.complain(at, "arguments are separated by commas, not FROM", help);
            }
            Kind::Order => {
                let help = "no aggregate of the language depends on the order of rows";
                self.complain(at, "ORDER BY does not stand among arguments", help);
            }
            Kind::SetOperation => self.set_operation(token),
            Kind::Word if self.ignore_nulls() => return,
            _ => self.unexpected("an operator, `,` or `)`", None),
        }
        self.skip_to(&[Kind::Comma]);
    }

    /// UNION, EXCEPT, INTERSECT
    pub(crate) fn set_operation(&mut self, token: Token) {
        let message = format!(
            "{} is not part of the expression language",
            self.text(token).to_ascii_uppercase()
        );
        let help = "combine conditions with AND and OR; a dataset's source may be a query";
        self.complain(token.start..token.end, message, help);
    }

    // In windows.

    /// `IGNORE NULLS`, `RESPECT NULLS`: reported and read, if one stands here.
    pub(crate) fn ignore_nulls(&mut self) -> bool {
        let start = self.peek().start;
        let found =
            (self.word_at(0, "IGNORE") || self.word_at(0, "RESPECT")) && self.word_at(1, "NULLS");
        if found {
            self.bump();
            self.bump();
            let at = self.since(start);
            let message = format!(
                "{} is not part of the language",
                self.slice(at.clone()).to_ascii_uppercase()
            );
            self.complain(
                at,
                message,
                "leave NULLs out with CASE, or order them with NULLS FIRST or LAST",
            );
        }
        found
    }

    pub(crate) fn named_window(&mut self, name: Token) {
        let help = "write the window out: OVER (PARTITION BY … ORDER BY …)";
        self.complain(name.start..name.end, "there are no named windows", help);
    }

    /// `PARTITION BY … EXCLUDING …`: reported and passed over.
    pub(crate) fn excluding(&mut self) {
        let after = self.previous().is_some_and(|t| {
            t.kind == Kind::Word && self.text(t).eq_ignore_ascii_case("EXCLUDING")
        });
        let names = matches!(self.kind(), Kind::Word | Kind::Quoted);
        let frame = ["ROWS", "RANGE", "GROUPS"]
            .iter()
            .any(|w| self.word_at(0, w));
        if !(self.word_at(0, "EXCLUDING") || (after && names && !frame)) {
            return;
        }
        let token = self.peek();
        self.skip_to(&[Kind::Order]);
        self.deferred(
            token.start..token.end,
            "PARTITION BY … EXCLUDING is deferred by the Foundation (§10)",
            "list the partition's columns",
        );
    }

    /// `EXCLUDE …` after a frame: reported and passed over.
    pub(crate) fn exclude(&mut self) {
        if !self.word_at(0, "EXCLUDE") {
            return;
        }
        let start = self.peek().start;
        self.skip_to(&[]);
        let at = self.since(start);
        self.complain(at, "EXCLUDE is not part of the language", "leave it out");
    }
}
