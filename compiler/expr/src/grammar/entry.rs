//! Whole texts. Each must be used up to its end.

use dosic_diagnostics::{Check, Diagnostics, SpannedText};

use crate::ParseOptions;
use crate::ast::{Aliased, DimensionItem, Expr, Ident, OrderItem};
use crate::parser::Parser;
use crate::token::Kind;

/// Parses an expression (semantics digest 8.1).
///
/// Every fault is reported to `sink` with `check`; the tree then stands for what could be read, with
/// [`crate::ast::ExprKind::Error`] where nothing could. `None` if the text is empty, or nested too deeply.
/// Codes: `E_SYNTAX`, and `E_DEFERRED_KEY_REJECTED` for what the Foundation defers.
#[must_use]
pub fn parse(
    text: &SpannedText,
    options: &ParseOptions,
    check: Check,
    sink: &mut Diagnostics,
) -> Option<Expr> {
    whole(text, options, check, sink, |parser| parser.expr())
}

/// Parses `e [ASC|DESC] [NULLS FIRST|LAST]` (semantics digest 3.2); otherwise as [`parse`].
#[must_use]
pub fn parse_order_item(
    text: &SpannedText,
    options: &ParseOptions,
    check: Check,
    sink: &mut Diagnostics,
) -> Option<OrderItem> {
    whole(text, options, check, sink, |parser| parser.order_item())
}

/// Parses `expr [AS alias]`, the AS outside all parentheses (semantics digest 3.2); otherwise as [`parse`].
#[must_use]
pub fn parse_aliased(
    text: &SpannedText,
    options: &ParseOptions,
    check: Check,
    sink: &mut Diagnostics,
) -> Option<Aliased> {
    whole(text, options, check, sink, |parser| {
        let expr = parser.expr();
        let alias = parser.alias();
        Aliased { expr, alias }
    })
}

/// Parses `expr[:grain] [AS alias]` (semantics digest 3.2 and R6); otherwise as [`parse`].
///
/// The grain is any word; which grains exist is the caller's to know. In strict mode it is `E_SYNTAX`.
#[must_use]
pub fn parse_dimension(
    text: &SpannedText,
    options: &ParseOptions,
    check: Check,
    sink: &mut Diagnostics,
) -> Option<DimensionItem> {
    whole(text, options, check, sink, |parser| {
        let expr = parser.expr();
        let grain = parser.grain(&expr);
        let alias = parser.alias();
        DimensionItem { expr, grain, alias }
    })
}

fn whole<T>(
    text: &SpannedText,
    options: &ParseOptions,
    check: Check,
    sink: &mut Diagnostics,
    rule: impl FnOnce(&mut Parser<'_>) -> T,
) -> Option<T> {
    let mut parser = Parser::new(text, options, check, sink);
    if parser.kind() == Kind::Eof {
        let help = "write a value, such as orders.amount";
        parser.complain(0..text.text.len(), "the expression is empty", help);
        return None;
    }
    let found = rule(&mut parser);
    parser.end();
    (!parser.stopped()).then_some(found)
}

impl Parser<'_> {
    fn alias(&mut self) -> Option<Ident> {
        if !self.eat(Kind::As) {
            return None;
        }
        let token = self.peek();
        match token.kind {
            Kind::Word | Kind::Quoted => {}
            Kind::String => {
                let name = crate::parser::unquoted(self.text(token)).replace('"', "\"\"");
                let help = format!("write `\"{name}\"`");
                self.complain(
                    token.start..token.end,
                    "an alias is a name, not a string",
                    &help,
                );
            }
            kind if kind.is_reserved() => self.unexpected_for_name("a name after AS"),
            _ => {
                self.unexpected("a name after AS", None);
                return None;
            }
        }
        self.bump();
        Some(self.ident(token))
    }

    fn grain(&mut self, expr: &Expr) -> Option<Ident> {
        if self.kind() != Kind::Colon {
            return None;
        }
        let colon = self.bump();
        let token = self.peek();
        if token.kind != Kind::Word {
            self.unexpected("a time grain such as month after `:`", None);
            return None;
        }
        self.bump();
        if self.strict {
            let expr = self.slice(expr.span.clone());
            let help = format!("write `DATE_TRUNC('{}', {expr})`", self.text(token));
            let message = "time grains are not part of the Foundation's language (strict mode)";
            self.complain(colon.start..token.end, message, &help);
        }
        Some(self.ident(token))
    }

    /// Reports what stands after the end of a whole text.
    fn end(&mut self) {
        let token = self.peek();
        let at = token.start..token.end;
        match token.kind {
            Kind::Eof => {}
            _ if self.at_fault() => {}
            Kind::SetOperation => self.set_operation(token),
            Kind::RightParen => self.complain(
                at,
                "this `)` closes nothing",
                "remove it, or open it with `(`",
            ),
            Kind::Semicolon => self.complain(at, "an expression ends without `;`", "remove it"),
            Kind::Comma => {
                self.complain(
                    at,
                    "one expression is needed, and `,` begins another",
                    "remove the rest",
                );
            }
            Kind::As => self.complain(
                at,
                "an alias cannot stand here",
                "the name is given by its own key",
            ),
            Kind::Colon => {
                let help = "time grains stand only in a query's dimensions; elsewhere write DATE_TRUNC('month', x)";
                self.complain(at, "unexpected `:`", help);
            }
            Kind::From | Kind::Where | Kind::Group | Kind::Order => {
                let message = format!(
                    "an expression has no {} clause",
                    self.text(token).to_ascii_uppercase()
                );
                let help = "write the value alone: datasets are named in references, such as orders.amount";
                self.complain(at, message, help);
            }
            _ => self.unexpected("an operator or the end", None),
        }
    }
}
