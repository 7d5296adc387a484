//! Planning: `SemanticModel` + `SemanticQuery` → `LogicalPlan`, and the passes that make it cheaper.
//!
//! Knows nothing of dialects. What meaning needs (fan-out, chasm, bridge, stitch) is done here, so
//! that a plan is right without any pass.
//!
//! | file | holds | semantics digest |
//! |---|---|---|
//! | `planner.rs` | what all of planning shares: model, columns, diagnostics, routes | |
//! | `references.rs` | which datasets an expression reads, and in which roles | 4.4, 4.5 |
//! | `leaves.rs` | the aggregates of a query and their homes | 4.3, 4.4 |
//! | `targets.rs` | the paths from a home to all it must reach, or the error | 4.5, 5.3 |
//! | `frame.rs` | one dataset's rows while columns are added: scan, joins, computed fields, windows | 4.2 |
//! | `fields.rs` | fields and expressions in a frame | 4.2, 5.5 |
//! | `windows.rs` | windowed fields and the rows they see | 4.8 |
//! | `branch.rs` | one aggregate at the query's grain | 4.6 |
//! | `groups.rs` | the groups of a query without aggregates | 4.10 |
//! | `grouping.rs` | grouping columns, and what they fix | 3.3, 4.7 |
//! | `aggregation.rs` | branches merged, measures, having, windows, order, limit | 4.7, 4.8 |
//! | `scalar.rs` | a scalar query | 4.9 |
//! | `key_check.rs` | assumed keys, checked on the data | 13 (R12) |

mod aggregation;
mod branch;
mod fields;
mod frame;
mod grouping;
mod groups;
mod key_check;
mod leaves;
pub mod passes;
mod planner;
mod references;
mod scalar;
mod targets;
mod windows;

use dosic_diagnostics::Diagnostics;
use dosic_graph::JoinGraph;
use dosic_ir::{LogicalPlan, QueryShape, RelationshipId, SemanticModel, SemanticQuery};

pub use key_check::key_check;
use planner::Planner;

/// What planning may offer.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanOptions {
    /// Foundation to the letter: remedies that it lacks (R5) are not offered.
    pub strict: bool,
}

/// A plan and what it relies on.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The plan, before any pass.
    pub plan: LogicalPlan,
    /// Relationships walked whose `to` side declares no key (R12), in document order.
    pub assumed_keys: Vec<RelationshipId>,
}

/// Plans a query.
///
/// Gives the plan, or nothing and at least one error: `E_AMBIGUOUS_MEASURE_GRAIN`,
/// `E3013_NO_STITCHING_DIMENSION`, `E_AMBIGUOUS_PATH`, `E_NO_PATH`, `E3012_MN_NO_SAFE_REWRITE`,
/// `E_UNAGGREGATED_FINER_GRAIN_REFERENCE`, `E_FAN_OUT_IN_SCALAR_QUERY` (semantics digest 5.6).
/// `W_ASSUMED_KEY` comes with every relationship whose key is assumed.
#[must_use]
pub fn plan(
    model: &SemanticModel,
    graph: &JoinGraph,
    query: &SemanticQuery,
    options: PlanOptions,
) -> (Option<Planned>, Diagnostics) {
    let mut planner = Planner::new(model, graph, query, options);
    let planned = match &query.shape {
        QueryShape::Aggregation {
            dimensions,
            measures,
            having,
        } => aggregation::plan(&mut planner, query, dimensions, measures, having),
        QueryShape::Scalar { home, fields } => scalar::plan(&mut planner, query, *home, fields),
    };
    planner.finish(planned.ok())
}
