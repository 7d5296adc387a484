//! Passes that make a plan cheaper and change no row.
//!
//! Each pass is one file: a unit struct with a name and one method. The driver owns their order and
//! checks the plan after each one in debug and test builds, naming the guilty pass.

mod columns;
mod eliminate_joins;
mod fold_constants;
mod merge_branches;
mod print;
mod prune_columns;
mod push_down_filters;
mod unify;
mod validate;

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::LogicalPlan;

pub use eliminate_joins::EliminateJoins;
pub use fold_constants::FoldConstants;
pub use merge_branches::MergeBranches;
pub use print::print;
pub use prune_columns::PruneColumns;
pub use push_down_filters::PushDownFilters;
pub use validate::validate;

/// A rewrite of a plan that keeps its rows.
pub trait Pass {
    /// The name of the pass, as `--disable-pass` takes it.
    fn name(&self) -> &'static str;

    /// The cheaper plan: the same outputs and the same rows.
    fn run(&self, plan: LogicalPlan) -> LogicalPlan;
}

/// All passes in the order they run.
///
/// - `merge-branches` comes first: it compares branches, which later passes would make differ.
/// - `fold-constants` precedes `push-down-filters`, which then pushes less.
/// - `eliminate-joins` precedes `prune-columns`, which drops what the removed joins needed.
pub const PASSES: &[&dyn Pass] = &[
    &MergeBranches,
    &FoldConstants,
    &PushDownFilters,
    &EliminateJoins,
    &PruneColumns,
];

/// The names of all passes, in the order they run.
pub fn names() -> impl Iterator<Item = &'static str> {
    PASSES.iter().map(|p| p.name())
}

/// Runs every pass that is not disabled; `observe` sees the plan after each one.
///
/// # Errors
/// In debug and test builds `E_INVALID_QUERY/internal` if a pass (or planning) broke the plan.
pub fn optimise(
    mut plan: LogicalPlan,
    is_disabled: &dyn Fn(&str) -> bool,
    observe: &mut dyn FnMut(&'static str, &LogicalPlan),
) -> Result<LogicalPlan, Diagnostic> {
    check(&plan, None)?;
    for pass in PASSES {
        if is_disabled(pass.name()) {
            continue;
        }
        plan = pass.run(plan);
        check(&plan, Some(pass.name()))?;
        observe(pass.name(), &plan);
    }
    Ok(plan)
}

/// Checks the plan after a pass, or after planning.
fn check(plan: &LogicalPlan, pass: Option<&str>) -> Result<(), Diagnostic> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    validate(plan).map_err(|fault| {
        let message = format!("{} broke the plan: {fault}", pass.unwrap_or("planning"));
        let help = match pass {
            Some(pass) => format!("try --disable-pass {pass}, and please report it"),
            None => "please report the model and the query".to_owned(),
        };
        Diagnostic::new(Code::InvalidQuery, Check::Emission, message)
            .kind("internal")
            .help(format!("this is a fault of dosic; {help}"))
    })
}
