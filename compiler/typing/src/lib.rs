//! Typing: `ast::Expr` → typed `ModelExpr`, names looked up through a [`Scope`].
//!
//! Knows the functions, types and levels of the expression language (semantics digest 6.2, 8), and
//! neither models nor queries: a scope answers what a name means.

use dosic_diagnostics::{Check, Diagnostics, Span, SpannedText};
use dosic_expr::ast;
use dosic_ir::ModelExpr;

/// What names mean where an expression stands.
pub trait Scope {
    /// What `parts` (`a`, `a.b`, `rel.a.b`) means, as an expression with its type; `None` after a diagnostic.
    fn resolve(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr>;
}

/// Where an expression stands, which decides what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A field of a dataset: no aggregate (`E_AGGREGATE_IN_FIELD`).
    Field,
    /// A metric.
    Metric,
    /// A clause of a query; the query stage checks levels itself.
    Query,
}

/// What typing needs to know about one expression.
pub struct Context<'a> {
    /// The text, for places.
    pub text: &'a SpannedText,
    /// Names.
    pub scope: &'a dyn Scope,
    /// Where it stands.
    pub site: Site,
    /// Foundation to the letter: R2, R3, R4 are refused.
    pub strict: bool,
    /// The dialect the text is written in if it is neither OSSIE nor `ANSI_SQL` (R7).
    pub foreign_dialect: Option<&'a str>,
}

impl Context<'_> {
    /// The check under which a fault of syntax, bans, names, types is reported: those of loading, or of queries.
    #[must_use]
    pub fn check(&self, load: Check) -> Check {
        match (self.site, load) {
            (Site::Query, Check::Syntax) => Check::QuerySyntax,
            (Site::Query, Check::Bans) => Check::QueryWindows,
            (Site::Query, Check::References) => Check::QueryNames,
            (Site::Query, Check::Types) => Check::QueryTypes,
            (_, check) => check,
        }
    }
}

/// Types `expr`. Every fault is reported; `None` if there was one that leaves no expression.
#[must_use]
pub fn lower(expr: &ast::Expr, context: &Context<'_>, sink: &mut Diagnostics) -> Option<ModelExpr> {
    let _ = (expr, context, sink);
    None
}
