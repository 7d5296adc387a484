//! The texts of a request → syntax trees.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText, did_you_mean};
use dosic_expr::{ParseOptions, ast};
use dosic_ir::{DatePart, Ident};
use dosic_resolve::ident_of;

use crate::request::quoted_list;

/// Time grains of dimensions (R6).
const GRAINS: [(&str, DatePart); 7] = [
    ("year", DatePart::Year),
    ("quarter", DatePart::Quarter),
    ("month", DatePart::Month),
    ("week", DatePart::Week),
    ("day", DatePart::Day),
    ("hour", DatePart::Hour),
    ("minute", DatePart::Minute),
];

/// Reads texts strictly or not.
#[derive(Clone, Copy)]
pub(crate) struct Grammar {
    pub(crate) strict: bool,
}

/// An entry of a list: an expression with its alias and, in dimensions, its time grain.
pub(crate) struct Parsed {
    pub(crate) expr: ast::Expr,
    pub(crate) alias: Option<Ident>,
    pub(crate) grain: Option<DatePart>,
}

impl Grammar {
    fn options(self) -> ParseOptions {
        ParseOptions {
            strict: self.strict,
        }
    }

    /// `expr`
    pub(crate) fn expression(
        self,
        text: &SpannedText,
        sink: &mut Diagnostics,
    ) -> Option<ast::Expr> {
        dosic_expr::parse(text, &self.options(), Check::QuerySyntax, sink)
    }

    /// `expr [AS alias]`
    pub(crate) fn aliased(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<Parsed> {
        let item = dosic_expr::parse_aliased(text, &self.options(), Check::QuerySyntax, sink)?;
        let alias = item.alias.as_ref().map(ident_of);
        Some(Parsed {
            expr: item.expr,
            alias,
            grain: None,
        })
    }

    /// `expr [AS alias]`, `dataset.field:grain [AS alias]`
    pub(crate) fn dimension(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<Parsed> {
        let item = dosic_expr::parse_dimension(text, &self.options(), Check::QuerySyntax, sink)?;
        let alias = item.alias.as_ref().map(ident_of);
        let mut expr = item.expr;
        let mut grain = None;
        if let Some(word) = &item.grain {
            grain = grain_of(&word.text);
            if grain.is_none() {
                sink.push(unknown_grain(&word.text, text.locate(word.span.clone())));
                expr.kind = ast::ExprKind::Error;
            }
        }
        Some(Parsed { expr, alias, grain })
    }

    /// `expr [ASC|DESC] [NULLS FIRST|LAST]`
    pub(crate) fn order_item(
        self,
        text: &SpannedText,
        sink: &mut Diagnostics,
    ) -> Option<ast::OrderItem> {
        dosic_expr::parse_order_item(text, &self.options(), Check::QuerySyntax, sink)
    }
}

fn grain_of(word: &str) -> Option<DatePart> {
    let mut grains = GRAINS.iter();
    grains
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|(_, part)| *part)
}

fn unknown_grain(word: &str, span: Span) -> Diagnostic {
    let names = GRAINS.map(|(name, _)| name);
    let help = did_you_mean(word, names);
    Diagnostic::new(
        Code::Syntax,
        Check::QuerySyntax,
        format!("`{word}` is no time grain"),
    )
    .at(span, "unknown time grain")
    .help(help.unwrap_or_else(|| format!("the grains are {}", quoted_list(&names))))
}
