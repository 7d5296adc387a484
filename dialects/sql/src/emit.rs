//! The way in: a plan to the text of one statement.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::LogicalPlan;

use crate::Dialect;
use crate::blocks;
use crate::collation;
use crate::names::{output, spelling};
use crate::printer;
use crate::texts;

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sql {
    /// The text, without a semicolon. The same plan always gives the same bytes.
    pub text: String,
    /// The names of the result's columns as the engine shows them, in order. They are the plan's output names
    /// unless one is too long for the engine (semantics digest 2.2).
    pub columns: Vec<String>,
    /// What may come out otherwise than meant: `W_UNCHECKED_COLLATION`, `W_UNCHECKED_TEXT`.
    pub warnings: Diagnostics,
}

/// The SELECT statement of a plan in a dialect.
///
/// # Errors
/// What the dialect cannot express: `E_UNSUPPORTED_IN_DIALECT` and what its hooks report; `E_SCHEMA` for a source
/// query that is not one statement.
pub fn emit(plan: &LogicalPlan, dialect: &dyn Dialect) -> Result<Sql, Diagnostics> {
    let query = blocks::plan_blocks(plan, dialect)?;
    let text = printer::print(&query, dialect).ok_or_else(too_deep)?;
    let columns = plan
        .outputs
        .iter()
        .map(|o| output(&o.name, dialect))
        .collect();
    let mut warnings = if dialect.sorts_by_collation() {
        collation::unchecked(plan)
    } else {
        Diagnostics::new()
    };
    if dialect.text_of_unknown_differs() {
        warnings.extend(texts::unchecked(plan).into_iter().collect());
    }
    Ok(Sql {
        text,
        columns,
        warnings,
    })
}

/// `CREATE OR REPLACE VIEW name AS` the plan; `name` has up to three parts, given without quotes.
///
/// # Errors
/// Those of [`emit`].
pub fn emit_view(
    name: &[&str],
    plan: &LogicalPlan,
    dialect: &dyn Dialect,
) -> Result<Sql, Diagnostics> {
    let select = emit(plan, dialect)?;
    let parts: Vec<_> = name.iter().map(|part| spelling(part, dialect)).collect();
    let text = format!(
        "CREATE OR REPLACE VIEW {} AS\n{}",
        parts.join("."),
        select.text
    );
    Ok(Sql { text, ..select })
}

fn too_deep() -> Diagnostics {
    Diagnostic::new(
        Code::UnsupportedInDialect,
        Check::Emission,
        "an expression is nested too deep to be written as SQL",
    )
    .help("split it into fields of their own, or shorten the chain of fields that build on each other")
    .into()
}
