//! Typing: `ast::Expr` → typed `ModelExpr`, names looked up through a [`Scope`].
//!
//! Knows the functions, types and levels of the expression language (semantics digest 6.2, 8), and
//! neither models nor queries: a scope answers what a name means.
//!
//! | file | holds |
//! |---|---|
//! | `catalogue.rs`, `function.rs` | the table of functions, and what it says of each |
//! | `lowering.rs` | the walk over the syntax tree, one arm a kind of expression |
//! | `operators.rs`, `conditions.rs` | arithmetic and `\|\|`; comparisons, predicates and CASE |
//! | `reconcile.rs` | values side by side come to one type; text beside a date is a date |
//! | `literals.rs`, `iso.rs`, `intervals.rs` | constants |
//! | `casts.rs` | names of types, and which casts are possible |
//! | `calls.rs`, `scalars.rs`, `dates.rs` | calls of scalar functions and their rewrites |
//! | `aggregates.rs`, `windows.rs`, `frames.rs` | calls of aggregates and windows |
//! | `levels.rs` | what may not stand inside what |
//! | `regexes.rs`, `alternatives.rs`, `formats.rs` | patterns and date formats that mean the same on every engine |

mod aggregates;
mod alternatives;
mod calls;
mod casts;
mod catalogue;
mod conditions;
mod dates;
mod formats;
mod frames;
mod function;
mod intervals;
mod iso;
mod levels;
mod literals;
mod lowering;
mod operators;
mod predicate;
mod reconcile;
mod regexes;
mod scalars;
mod synonyms;
mod windows;

pub use catalogue::{find_function, function_names, functions};
pub use function::{Function, Tier};
pub use predicate::check_predicate;

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

    /// Whether `predicate` as part of an aggregate's argument would give the aggregate over `args`
    /// another home than it has without it (`E_AMBIGUOUS_MEASURE_GRAIN`, ruling 21). A scope
    /// without datasets keeps the default, no.
    fn filter_moves_home(&self, args: &[ModelExpr], predicate: &ModelExpr) -> bool {
        let _ = (args, predicate);
        false
    }
}

/// Where an expression stands, which decides what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// A field of a dataset: no aggregate (`E_AGGREGATE_IN_FIELD`).
    Field,
    /// A metric.
    Metric,
    /// A clause of a scalar query; the query stage checks levels itself.
    Query,
    /// A clause of an aggregation query, whose windows see groups.
    Groups,
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
            (Site::Query | Site::Groups, Check::Syntax) => Check::QuerySyntax,
            (Site::Query | Site::Groups, Check::Bans) => Check::QueryWindows,
            (Site::Query | Site::Groups, Check::References) => Check::QueryNames,
            (Site::Query | Site::Groups, Check::Types) => Check::QueryTypes,
            (_, check) => check,
        }
    }
}

/// Types `expr`: semantics digest 6.2 and 8, levels of 6.1.
///
/// Every fault is reported, and the walk never stops at the first one. Gives `None` if a fault
/// leaves no expression: a name or function that is unknown, wrong syntax, or something that may
/// not stand where it stands. After `E_TYPE` alone there is an expression, whose type may be
/// Unknown, so that later checks can still look at it; a caller goes on only without errors.
/// Depth of recursion is bounded by the parser's limit on nesting.
#[must_use]
pub fn lower(expr: &ast::Expr, context: &Context<'_>, sink: &mut Diagnostics) -> Option<ModelExpr> {
    lowering::lower(expr, context, sink)
}
