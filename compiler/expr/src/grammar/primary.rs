//! Literals, references, parentheses, and what follows an operand directly (`::`, `[ ]`, …).

use crate::ast::{Call, CastForm, Expr, ExprKind, Ident, TypedLiteral};
use crate::parser::{Parser, unquoted};
use crate::token::{Kind, Token, is_called_bare};

impl Parser<'_> {
    /// An operand without operators around it.
    pub(crate) fn primary(&mut self) -> Expr {
        let start = self.peek().start;
        let mut expr = self.atom();
        loop {
            match self.kind() {
                Kind::DoubleColon => {
                    self.height += 1;
                    if self.height > crate::parser::MAX_HEIGHT {
                        self.too_deep();
                        return expr;
                    }
                    expr = self.double_colon(start, expr);
                }
                Kind::LeftBracket => {
                    self.brackets();
                    expr = self.error(start);
                }
                Kind::Arrow => {
                    self.json_arrow();
                    expr = self.error(start);
                }
                Kind::Word if self.foreign_suffix() => expr = self.error(start),
                _ => return expr,
            }
        }
    }

    fn atom(&mut self) -> Expr {
        let token = self.peek();
        match token.kind {
            Kind::Integer => self.literal(ExprKind::Integer),
            Kind::Decimal => self.literal(ExprKind::Decimal),
            Kind::Float => self.literal(ExprKind::Float),
            Kind::String => self.literal(|text| ExprKind::String(unquoted(&text))),
            Kind::True => self.literal(|_| ExprKind::Boolean(true)),
            Kind::False => self.literal(|_| ExprKind::Boolean(false)),
            Kind::Null => self.literal(|_| ExprKind::Null),
            Kind::Word => self.word(token),
            Kind::Quoted => self.reference(),
            Kind::Left | Kind::Right if self.peek_at(1).kind == Kind::LeftParen => {
                self.bump();
                let name = self.ident(token);
                self.call(name)
            }
            Kind::Case => self.case(),
            Kind::Cast => self.cast(CastForm::Cast),
            Kind::LeftParen => self.parenthesised(),
            Kind::Invalid => {
                self.bump();
                self.error(token.start)
            }
            _ => self.missing_operand(),
        }
    }

    fn literal(&mut self, kind: impl FnOnce(String) -> ExprKind) -> Expr {
        let token = self.bump();
        let kind = kind(self.text(token).to_owned());
        self.node(token.start, kind)
    }

    /// What begins with a word that is not reserved.
    fn word(&mut self, token: Token) -> Expr {
        let text = self.text(token);
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match self.peek_at(1).kind {
            Kind::Dot => return self.reference(),
            Kind::LeftParen if is("EXTRACT") => return self.extract(),
            Kind::LeftParen if is("POSITION") => return self.position(),
            Kind::LeftParen if is("TRY_CAST") => return self.cast(CastForm::TryCast),
            Kind::String | Kind::Quoted if is("INTERVAL") => return self.interval(),
            Kind::Integer | Kind::Decimal if is("INTERVAL") => return self.interval(),
            Kind::String | Kind::Quoted => {
                let kind = match () {
                    () if is("DATE") => Some(TypedLiteral::Date),
                    () if is("TIME") => Some(TypedLiteral::Time),
                    () if is("TIMESTAMP") || is("TIMESTAMP_NTZ") => Some(TypedLiteral::Timestamp),
                    () => None,
                };
                if let Some(kind) = kind {
                    return self.typed_literal(kind);
                }
                if self.prefixed_string(token) {
                    return self.error(token.start);
                }
            }
            _ => {}
        }
        if let Some(error) = self.foreign_word(token) {
            return error;
        }
        let without_parentheses =
            self.peek_at(1).kind != Kind::LeftParen && is_called_bare(self.text(token));
        if without_parentheses {
            self.bump();
            let call = Call::new(self.ident(token));
            return self.node(token.start, ExprKind::Call(Box::new(call)));
        }
        self.reference()
    }

    /// `a`, `a.b`, …; or a call, when a parenthesis follows.
    fn reference(&mut self) -> Expr {
        let first = self.bump();
        let mut parts = vec![self.ident(first)];
        loop {
            if self.kind() == Kind::LeftBrace {
                self.role_qualifier();
            }
            if !self.eat(Kind::Dot) {
                break;
            }
            match self.part_after_dot() {
                Some(part) => parts.push(part),
                None => return self.error(first.start),
            }
        }
        if self.kind() == Kind::LeftParen {
            return self.call_of(first.start, parts);
        }
        self.node(first.start, ExprKind::Ref(parts))
    }

    fn part_after_dot(&mut self) -> Option<Ident> {
        let token = self.peek();
        match token.kind {
            Kind::Word | Kind::Quoted => {}
            Kind::Star => {
                self.bump();
                let help = "name the columns one by one; rows are counted with COUNT(*)";
                self.complain(token.start..token.end, "`*` stands for no value", help);
                return None;
            }
            kind if kind.is_reserved() => {
                let message = format!("{} after a dot", self.describe(token));
                let help = self.reserved_help(token);
                self.complain(token.start..token.end, message, &help);
            }
            _ => {
                self.unexpected("a name after the dot", None);
                return None;
            }
        }
        self.bump();
        Some(self.ident(token))
    }

    /// A call; functions have a name of one part.
    fn call_of(&mut self, start: usize, mut parts: Vec<Ident>) -> Expr {
        if parts.len() > 1 {
            let help = "write the function's name alone";
            self.complain(
                self.since(start),
                "a function's name has no qualifier",
                help,
            );
        }
        match parts.pop() {
            Some(name) => self.call(name),
            None => self.error(start),
        }
    }

    fn parenthesised(&mut self) -> Expr {
        let open = self.bump();
        if self.kind() == Kind::RightParen {
            self.bump();
            let help = "write a value between them";
            self.complain(self.since(open.start), "the parentheses are empty", help);
            return self.error(open.start);
        }
        let expr = self.expr();
        if self.kind() == Kind::Comma {
            let comma = self.peek();
            self.complain(
                comma.start..comma.end,
                "a list is no value",
                "lists stand only after IN and in calls; compare columns one by one, joined with AND",
            );
            self.skip_to(&[]);
            self.close(open, "`)`");
            return self.error(open.start);
        }
        self.close(open, "an operator or `)`");
        expr
    }

    /// Reports that an operand is missing here. Tokens that cannot follow one are passed over.
    fn missing_operand(&mut self) -> Expr {
        let token = self.peek();
        if self.foreign_operand() {
            return self.error(token.start);
        }
        self.unexpected_for_name("an expression");
        let skipped = matches!(
            token.kind,
            Kind::Reserved
                | Kind::All
                | Kind::Any
                | Kind::Order
                | Kind::Group
                | Kind::Partition
                | Kind::Where
                | Kind::Left
                | Kind::Right
                | Kind::Within
        );
        if skipped {
            self.bump();
        }
        self.error(token.start)
    }
}
