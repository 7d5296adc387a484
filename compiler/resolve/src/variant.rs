//! The choice among an expression's dialects (semantics digest 1.3), and parsing.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_document::Expression;
use dosic_expr::{ParseOptions, ast};

use crate::ResolveOptions;

/// Dialects that are no SQL and never parsed.
const NEVER_PARSED: [&str; 3] = ["MDX", "TABLEAU", "MAQL"];

/// The variant that was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen<'d> {
    /// Its text.
    pub(crate) text: &'d SpannedText,
    /// Its dialect if it is neither OSSIE nor `ANSI_SQL`.
    pub(crate) foreign: Option<&'d str>,
}

/// Chooses OSSIE, `ANSI_SQL`, or the first accepted dialect, in this order, whatever the target is.
pub(crate) fn choose<'d>(
    expression: &'d Expression,
    options: &ResolveOptions,
) -> Option<Chosen<'d>> {
    let find = |dialect: &str| {
        let is = |d: &str| d.eq_ignore_ascii_case(dialect);
        expression.variants.iter().find(|v| is(&v.dialect))
    };
    if let Some(variant) = find("OSSIE").or_else(|| find("ANSI_SQL")) {
        return Some(Chosen {
            text: &variant.text,
            foreign: None,
        });
    }
    let accepted = options.accept_dialects.iter().filter(|d| is_parsed(d));
    let variant = accepted.into_iter().find_map(|d| find(d))?;
    Some(Chosen {
        text: &variant.text,
        foreign: Some(&variant.dialect),
    })
}

/// Whether a variant of a dialect may be read at all.
pub(crate) fn is_read(dialect: &str, options: &ResolveOptions) -> bool {
    let is = |d: &str| d.eq_ignore_ascii_case(dialect);
    let accepted = options.accept_dialects.iter().any(|d| is(d));
    is("OSSIE") || is("ANSI_SQL") || accepted && is_parsed(dialect)
}

fn is_parsed(dialect: &str) -> bool {
    !NEVER_PARSED.iter().any(|n| n.eq_ignore_ascii_case(dialect))
}

/// The fault of using an expression that has no variant to read; `what` is such as "the metric `x`".
pub(crate) fn no_usable_dialect(what: &str, expression: &Expression) -> Diagnostic {
    let found: Vec<&str> = expression
        .variants
        .iter()
        .map(|v| v.dialect.as_str())
        .collect();
    let message = format!(
        "{what} offers no dialect that is read here: it has {}, and OSSIE or ANSI_SQL is accepted",
        found.join(", ")
    );
    let place = expression.variants.first().and_then(|v| v.dialect_span);
    let help = match found.iter().find(|d| is_parsed(d)) {
        Some(dialect) => format!(
            "add a variant in OSSIE or ANSI_SQL, or accept `{dialect}` with --accept-dialect {dialect}"
        ),
        None => "add a variant in OSSIE or ANSI_SQL".to_owned(),
    };
    Diagnostic::new(Code::NoUsableDialect, Check::QueryNames, message)
        .at(place.unwrap_or(expression.span), "not read")
        .help(help)
}

/// The same as advice, given when the model is loaded.
pub(crate) fn lint_of(fault: &Diagnostic) -> Diagnostic {
    let mut lint = Diagnostic::new(
        Code::NoUsableDialectLint,
        Check::Lint,
        fault.message.clone(),
    );
    lint.labels.clone_from(&fault.labels);
    lint.help.clone_from(&fault.help);
    lint
}

/// Parses the chosen text; `None` after a diagnostic.
pub(crate) fn parse(chosen: Chosen<'_>, strict: bool, sink: &mut Diagnostics) -> Option<ast::Expr> {
    dosic_expr::parse(chosen.text, &ParseOptions { strict }, Check::Syntax, sink)
}
