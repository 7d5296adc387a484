//! CASE, casts, EXTRACT, POSITION, typed literals and INTERVAL.

use crate::ast::{CastForm, Expr, ExprKind, Ident, TypeName, TypedLiteral};
use crate::parser::{Parser, unquoted};
use crate::token::{Kind, Token};

/// The units of INTERVAL literals, singular.
const UNITS: [&str; 10] = [
    "YEAR",
    "QUARTER",
    "MONTH",
    "WEEK",
    "DAY",
    "HOUR",
    "MINUTE",
    "SECOND",
    "MILLISECOND",
    "MICROSECOND",
];

impl Parser<'_> {
    /// `CASE [x] WHEN … THEN … [ELSE …] END`
    pub(crate) fn case(&mut self) -> Expr {
        let case = self.bump();
        let operand = match self.kind() {
            Kind::When | Kind::Else | Kind::End | Kind::Eof => None,
            _ => Some(Box::new(self.expr())),
        };
        self.case_part(Kind::When, "WHEN", case);
        let mut whens = Vec::new();
        while self.eat(Kind::When) {
            let condition = self.expr();
            self.case_part(Kind::Then, "THEN", case);
            if !self.eat(Kind::Then) {
                whens.push((condition, self.error(self.peek().start)));
                continue;
            }
            let value = self.expr();
            self.case_part(Kind::End, "WHEN, ELSE or END", case);
            whens.push((condition, value));
        }
        let otherwise = if self.eat(Kind::Else) {
            let value = Box::new(self.expr());
            self.case_part(Kind::End, "END", case);
            Some(value)
        } else {
            None
        };
        self.eat(Kind::End);
        self.node(
            case.start,
            ExprKind::Case {
                operand,
                whens,
                otherwise,
            },
        )
    }

    /// Reports if the next part of a CASE is not what must follow, and skips to one that may.
    fn case_part(&mut self, needed: Kind, name: &str, case: Token) {
        let kind = self.kind();
        let fits = match needed {
            Kind::End if name == "END" => kind == Kind::End,
            Kind::End => matches!(kind, Kind::When | Kind::Else | Kind::End),
            _ => kind == needed,
        };
        if fits {
            return;
        }
        let opened = case.start..case.end;
        self.unexpected(name, Some((opened, "in this CASE")));
        self.skip_to(&[Kind::When, Kind::Then, Kind::Else]);
        if needed != Kind::Then && self.kind() == Kind::Then {
            self.bump();
            self.skip_to(&[Kind::When, Kind::Else]);
        }
    }

    /// `CAST(x AS type)`, `TRY_CAST(x AS type)`
    pub(crate) fn cast(&mut self, form: CastForm) -> Expr {
        let name = self.bump();
        let Some(open) = self.open("CAST") else {
            return self.error(name.start);
        };
        let operand = Box::new(self.expr());
        if !self.eat(Kind::As) {
            self.unexpected(
                "AS and a type",
                Some((name.start..name.end, "in this cast")),
            );
            self.skip_to(&[]);
            self.close(open, "`)`");
            return self.error(name.start);
        }
        let target = self.type_name();
        self.close(open, "`)`");
        match target {
            Some(target) => self.node(
                name.start,
                ExprKind::Cast {
                    operand,
                    target,
                    form,
                },
            ),
            None => self.error(name.start),
        }
    }

    /// `x::type` (R4), standing at the colons.
    pub(crate) fn double_colon(&mut self, start: usize, operand: Expr) -> Expr {
        let colons = self.bump();
        let before = self.slice(start..colons.start.max(start)).trim_end();
        let Some(target) = self.type_name() else {
            return self.error(start);
        };
        if self.strict {
            let help = format!(
                "write `CAST({before} AS {})`",
                self.slice(target.span.clone())
            );
            self.complain(
                colons.start..target.span.end,
                "`::` is not part of the Foundation's language (strict mode)",
                &help,
            );
        }
        let operand = Box::new(operand);
        let form = CastForm::DoubleColon;
        self.node(
            start,
            ExprKind::Cast {
                operand,
                target,
                form,
            },
        )
    }

    /// A type's name; typing knows which exist.
    fn type_name(&mut self) -> Option<TypeName> {
        let first = self.peek();
        if first.kind != Kind::Word {
            self.unexpected("a type", None);
            return None;
        }
        self.bump();
        let mut name = self.text(first).to_ascii_uppercase();
        let follows = match name.as_str() {
            "DOUBLE" => "PRECISION",
            "CHARACTER" | "CHAR" => "VARYING",
            _ => "",
        };
        if !follows.is_empty() && self.eat_word(follows) {
            name = format!("{name} {follows}");
        }
        let mut args = Vec::new();
        if self.kind() == Kind::LeftParen {
            let open = self.bump();
            args = self.type_arguments();
            self.close(open, "`,` or `)`");
        }
        if matches!(name.as_str(), "TIMESTAMP" | "TIME")
            && self.word_at(1, "TIME")
            && self.word_at(2, "ZONE")
        {
            let with = self.kind() == Kind::With;
            if with || self.word_at(0, "WITHOUT") {
                for _ in 0..3 {
                    self.bump();
                }
                name.push_str(if with {
                    " WITH TIME ZONE"
                } else {
                    " WITHOUT TIME ZONE"
                });
            }
        }
        Some(TypeName {
            name,
            args,
            span: self.since(first.start),
        })
    }

    fn type_arguments(&mut self) -> Vec<u64> {
        let mut args = Vec::new();
        loop {
            let token = self.peek();
            let number = match token.kind {
                Kind::Integer => self.text(token).parse().ok(),
                _ => None,
            };
            let Some(number) = number else {
                self.unexpected("a length or precision", None);
                self.skip_to(&[]);
                return args;
            };
            self.bump();
            args.push(number);
            if !self.eat(Kind::Comma) {
                return args;
            }
        }
    }

    /// `EXTRACT(part FROM x)`
    pub(crate) fn extract(&mut self) -> Expr {
        let name = self.bump();
        let open = self.bump();
        let token = self.peek();
        match token.kind {
            Kind::Word => {}
            Kind::String | Kind::Quoted => {
                let part = unquoted(self.text(token));
                let help = format!("write `EXTRACT({part} FROM …)`, or `DATE_PART('{part}', …)`");
                self.complain(
                    token.start..token.end,
                    "the part stands without quotes",
                    &help,
                );
            }
            _ => {
                self.unexpected("a part of a date, such as MONTH,", None);
                return self.give_up_group(name, open);
            }
        }
        self.bump();
        let part = Ident {
            quoted: false,
            ..self.ident(token)
        };
        if !self.eat(Kind::From) {
            self.unexpected("FROM", Some((name.start..name.end, "of this EXTRACT")));
            return self.give_up_group(name, open);
        }
        let operand = Box::new(self.expr());
        self.close(open, "an operator or `)`");
        self.node(name.start, ExprKind::Extract { part, operand })
    }

    /// `POSITION(a IN s)`
    pub(crate) fn position(&mut self) -> Expr {
        let name = self.bump();
        let open = self.bump();
        let needle = Box::new(self.sum());
        if !self.eat(Kind::In) {
            self.unexpected(
                "IN",
                Some((name.start..name.end, "as in POSITION('a' IN text)")),
            );
            return self.give_up_group(name, open);
        }
        let haystack = Box::new(self.sum());
        self.close(open, "an operator or `)`");
        self.node(name.start, ExprKind::Position { needle, haystack })
    }

    fn give_up_group(&mut self, name: Token, open: Token) -> Expr {
        self.skip_to(&[]);
        self.close(open, "`)`");
        self.error(name.start)
    }

    /// `DATE '…'` and its kin; the string is known to follow.
    pub(crate) fn typed_literal(&mut self, kind: TypedLiteral) -> Expr {
        let name = self.bump();
        let string = self.bump();
        if string.kind == Kind::Quoted {
            self.double_quoted_string(string);
        }
        let text = unquoted(self.text(string));
        let text_span = string.start..string.end;
        self.node(
            name.start,
            ExprKind::Typed {
                kind,
                text,
                text_span,
            },
        )
    }

    /// `INTERVAL '3' MONTH`, `INTERVAL '3 months'`, `INTERVAL 3 MONTH`; the amount is known to follow.
    pub(crate) fn interval(&mut self) -> Expr {
        let name = self.bump();
        let amount = self.bump();
        let text = match amount.kind {
            Kind::String => unquoted(self.text(amount)),
            Kind::Quoted => {
                self.double_quoted_string(amount);
                unquoted(self.text(amount))
            }
            _ => self.text(amount).to_owned(),
        };
        let unit = self.unit();
        if unit.is_none() && matches!(amount.kind, Kind::Integer | Kind::Decimal) {
            self.unexpected("a unit such as MONTH after the number", None);
        }
        if self.strict {
            self.complain(
                self.since(name.start),
                "INTERVAL is not part of the Foundation's language (strict mode)",
                "write DATEADD, such as `DATEADD(month, 3, orders.order_date)`",
            );
        }
        self.node(name.start, ExprKind::Interval { text, unit })
    }

    fn unit(&mut self) -> Option<Ident> {
        let token = self.peek();
        let text = self.text(token);
        let singular = text.strip_suffix(['s', 'S']).unwrap_or(text);
        let known = UNITS
            .iter()
            .any(|u| u.eq_ignore_ascii_case(text) || u.eq_ignore_ascii_case(singular));
        if token.kind != Kind::Word || !known {
            return None;
        }
        self.bump();
        Some(self.ident(token))
    }
}
