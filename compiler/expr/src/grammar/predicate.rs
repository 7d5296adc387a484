//! IN, BETWEEN, LIKE and IS, after their left operand.

use crate::ast::{Expr, ExprKind};
use crate::parser::{Parser, unquoted};
use crate::token::Kind;

impl Parser<'_> {
    /// The predicate that begins here; `start` is where its left operand began.
    pub(crate) fn predicate(&mut self, start: usize, operand: Expr) -> Expr {
        let negated = self.eat(Kind::Not);
        let keyword = self.bump();
        let operand = Box::new(operand);
        let kind = match keyword.kind {
            Kind::In => ExprKind::In {
                operand,
                list: self.in_list(),
                negated,
            },
            Kind::Between => {
                let low = Box::new(self.sum());
                if !self.eat(Kind::And) {
                    let between = keyword.start..keyword.end;
                    self.unexpected("AND", Some((between, "of this BETWEEN")));
                    return self.error(start);
                }
                let high = Box::new(self.sum());
                ExprKind::Between {
                    operand,
                    low,
                    high,
                    negated,
                }
            }
            Kind::Is => return self.is_predicate(start, operand),
            like => {
                let pattern = Box::new(self.sum());
                let escape = self.escape();
                let case_insensitive = like == Kind::Ilike;
                ExprKind::Like {
                    operand,
                    pattern,
                    escape,
                    case_insensitive,
                    negated,
                }
            }
        };
        self.node(start, kind)
    }

    fn in_list(&mut self) -> Vec<Expr> {
        if self.kind() != Kind::LeftParen {
            let token = self.peek();
            self.unexpected("a list in parentheses after IN", None);
            // `IN x` is read as a list of one; anything else is left to the caller.
            let one = matches!(
                token.kind,
                Kind::String | Kind::Integer | Kind::Word | Kind::Quoted
            );
            return if one { vec![self.sum()] } else { Vec::new() };
        }
        let open = self.bump();
        if self.kind() == Kind::RightParen {
            self.bump();
            self.complain(
                self.since(open.start),
                "the list of IN is empty",
                "name at least one value; a condition that never holds is FALSE",
            );
            return Vec::new();
        }
        let list = self.list();
        self.close(open, "`,` or `)`");
        list
    }

    /// Expressions with commas between them, up to what closes their group.
    pub(crate) fn list(&mut self) -> Vec<Expr> {
        let mut list = Vec::new();
        loop {
            list.push(self.expr());
            if !matches!(self.kind(), Kind::Comma | Kind::RightParen | Kind::Eof) {
                self.misplaced_in_list();
            }
            if !self.eat(Kind::Comma) {
                return list;
            }
        }
    }

    fn escape(&mut self) -> Option<(String, std::ops::Range<usize>)> {
        if !self.eat(Kind::Escape) {
            return None;
        }
        let token = self.peek();
        match token.kind {
            Kind::String => {}
            Kind::Quoted => self.double_quoted_string(token),
            _ => {
                self.unexpected("a string of one character after ESCAPE", None);
                return None;
            }
        }
        self.bump();
        Some((unquoted(self.text(token)), token.start..token.end))
    }

    fn is_predicate(&mut self, start: usize, operand: Box<Expr>) -> Expr {
        let negated = self.eat(Kind::Not);
        let token = self.peek();
        let kind = match token.kind {
            Kind::Null => {
                self.bump();
                ExprKind::IsNull { operand, negated }
            }
            Kind::True | Kind::False => {
                self.bump();
                let value = token.kind == Kind::True;
                if self.strict {
                    self.strict_is_boolean(start, &operand, value, negated);
                }
                ExprKind::IsBoolean {
                    operand,
                    value,
                    negated,
                }
            }
            Kind::Distinct => {
                self.bump();
                if !self.eat(Kind::From) {
                    self.unexpected("FROM after IS DISTINCT", None);
                    return self.error(start);
                }
                let right = Box::new(self.sum());
                ExprKind::IsDistinct {
                    left: operand,
                    right,
                    negated,
                }
            }
            _ => {
                if self.word_at(0, "UNKNOWN") {
                    self.bump();
                    let at = token.start..token.end;
                    self.complain(
                        at,
                        "IS UNKNOWN is not part of the language",
                        "write IS NULL",
                    );
                } else {
                    self.unexpected("NULL, TRUE, FALSE or DISTINCT FROM after IS", None);
                    if matches!(self.kind(), Kind::Integer | Kind::String | Kind::Word) {
                        self.bump();
                    }
                }
                return self.error(start);
            }
        };
        self.node(start, kind)
    }

    fn strict_is_boolean(&mut self, start: usize, operand: &Expr, value: bool, negated: bool) {
        let (is, instead) = if negated {
            ("IS NOT", "IS DISTINCT FROM")
        } else {
            ("IS", "IS NOT DISTINCT FROM")
        };
        let value = if value { "TRUE" } else { "FALSE" };
        let operand = self.slice(operand.span.clone());
        let help = format!("write `{operand} {instead} {value}`");
        let message =
            format!("{is} {value} is not part of the Foundation's language (strict mode)");
        self.complain(self.since(start), message, &help);
    }
}
