//! What an accepted case has that others lack: features of its model, query, rows and plan.

use std::collections::BTreeSet;

use dosic_ir::{LogicalPlan, SemanticModel, SemanticQuery};
use dosic_runtime::interpreter::Data;

use super::Texts;

/// An accepted case, as far as it came.
#[allow(dead_code, reason = "most is read by shapes to come")]
pub(super) struct Seen<'a> {
    pub(super) texts: &'a Texts,
    pub(super) data: &'a Data,
    pub(super) model: &'a SemanticModel,
    pub(super) query: &'a SemanticQuery,
    /// The plan before any pass.
    pub(super) plan: &'a LogicalPlan,
}

/// Operators and columns of plans, by how they print, with what they are a sign of.
const MARKS: &[(&str, &str)] = &[
    ("Merge(", "several leaves merged"),
    ("Distinct {", "distinct pairs over a step down"),
    ("unique: false", "step down"),
    ("unique: true", "step up"),
    ("Window {", "window"),
    ("Filter {", "filter"),
    ("Aggregate {", "aggregate"),
    ("Limit {", "limit"),
    ("in_scope", "windowed field above the home"),
];

/// Every shape that the generated cases must reach.
pub const SHAPES: &[&str] = &[
    "several leaves merged",
    "distinct pairs over a step down",
    "step down",
    "step up",
    "window",
    "filter",
    "aggregate",
    "limit",
    "windowed field above the home",
    "scalar query",
    "aggregation query",
];

/// What a plan and query have that others lack.
pub(super) fn shapes(seen: &Seen<'_>) -> BTreeSet<&'static str> {
    let plan = seen.plan;
    let text = format!("{plan:?}");
    let marked = MARKS.iter().filter(|(mark, _)| text.contains(mark));
    let mut shapes: BTreeSet<&'static str> = marked.map(|(_, shape)| *shape).collect();
    shapes.insert(match seen.query.shape {
        dosic_ir::QueryShape::Scalar { .. } => "scalar query",
        dosic_ir::QueryShape::Aggregation { .. } => "aggregation query",
    });
    shapes
}
