//! The dialects by name. A new dialect is one line here.

use dosic_diagnostics::{Check, Code, Diagnostic, did_you_mean};
use dosic_sql::Dialect;

/// Every dialect.
const DIALECTS: &[&dyn Dialect] = &[&dosic_duckdb::DuckDb, &dosic_postgres::Postgres];

/// The dialect called so, in any letter case.
///
/// # Errors
/// `E_USAGE` with the names there are.
pub(crate) fn named(name: &str) -> Result<&'static dyn Dialect, Box<Diagnostic>> {
    let found = DIALECTS
        .iter()
        .find(|d| d.name().eq_ignore_ascii_case(name));
    if let Some(dialect) = found {
        return Ok(*dialect);
    }
    let names: Vec<&str> = DIALECTS.iter().map(|d| d.name()).collect();
    let help = did_you_mean(name, names.iter().copied())
        .unwrap_or_else(|| format!("there are {}", names.join(", ")));
    let message = format!("no dialect is called `{name}`");
    Err(Box::new(
        Diagnostic::new(Code::Usage, Check::Run, message)
            .kind("unknown-dialect")
            .help(help),
    ))
}
