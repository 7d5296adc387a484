//! Lint rules: what is allowed in a model, and likely to be wrong in it.
//!
//! `dosic check` calls [`lint`] after a model is resolved; compiling never does. Each rule has a code of its own in
//! the table of `dosic-diagnostics` and a page in `docs/codes`. No rule refuses anything. Every rule looks things up in
//! maps or walks each expression once, so that no rule is quadratic in the size of a model.
//!
//! | file | rules |
//! |---|---|
//! | `datasets.rs` | unused, unreachable and keyless datasets |
//! | `relationships.rs` | relationships to columns that are no key, join keys of different types |
//! | `paths.rs` | several paths to a dataset |
//! | `groupings.rs` | metrics that no dimension groups |
//! | `fields.rs` | fields that shadow a column, time dimensions of another type |
//! | `metrics.rs` | one expression or one synonym for two metrics |
//! | `descriptions.rs` | metrics and datasets without a description |
//! | `expressions.rs` | comparisons with NULL, LIKE, divisions, averages, functions |
//! | `windows.rs` | windows whose order leaves ties |
//! | `sources.rs` | queries as sources: `SELECT *`, functions |
//! | `functions.rs` | the lists of functions that are not deterministic or not safe |
//! | `allow.rs`, `comments.rs` | comments `# dosic: allow(rule) because …` |
//!
//! `subject.rs` holds what the rules look at, `reach.rs` which datasets a metric is computed from and reaches,
//! `sql_tokens.rs` the words of a source query.

mod allow;
mod comments;
mod datasets;
mod descriptions;
mod expressions;
mod fields;
mod functions;
mod groupings;
mod metrics;
mod paths;
mod reach;
mod relationships;
mod sources;
mod sql_tokens;
mod subject;
mod windows;

use dosic_diagnostics::Diagnostics;

pub use allow::Allowances;
pub use subject::Subject;

use reach::Reach;

/// Runs every rule over one model.
///
/// Gives warnings and advice in no particular order, all of them: whoever prints them leaves out those that are off by
/// default (`Code::is_off_by_default`) or that settings and comments silence. Rules about what nothing refers to are
/// left out where [`Subject::whole`] is false.
#[must_use]
pub fn lint(subject: &Subject<'_>) -> Diagnostics {
    let mut sink = Diagnostics::new();
    expressions::check(subject, &mut sink);
    windows::check(subject, &mut sink);
    sources::check(subject, &mut sink);
    fields::check(subject, &mut sink);
    metrics::check(subject, &mut sink);
    descriptions::check(subject, &mut sink);
    relationships::check(subject, &mut sink);
    if subject.whole {
        let reach = Reach::of(subject.resolved);
        datasets::check(subject, &reach, &mut sink);
        paths::check(subject, &reach, &mut sink);
        groupings::check(subject, &reach, &mut sink);
    }
    sink
}
