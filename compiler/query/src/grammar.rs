//! The texts of a request → syntax trees.

use dosic_diagnostics::{Check, Diagnostics, SpannedText};
use dosic_expr::ast;
use dosic_ir::{DatePart, Ident};

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
    /// `expr`
    pub(crate) fn expression(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<ast::Expr> {
        let _ = (self.strict, text, Check::QuerySyntax, sink);
        None
    }

    /// `expr [AS alias]`
    pub(crate) fn aliased(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<Parsed> {
        let expr = self.expression(text, sink)?;
        Some(Parsed { expr, alias: None, grain: None })
    }

    /// `expr [AS alias]`, `dataset.field:grain [AS alias]`
    pub(crate) fn dimension(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<Parsed> {
        self.aliased(text, sink)
    }

    /// `expr [ASC|DESC] [NULLS FIRST|LAST]`
    pub(crate) fn order_item(self, text: &SpannedText, sink: &mut Diagnostics) -> Option<ast::OrderItem> {
        let expr = self.expression(text, sink)?;
        Some(ast::OrderItem { expr, descending: false, nulls_first: None })
    }
}
