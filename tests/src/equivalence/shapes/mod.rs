//! What an accepted case has that others lack: features of its model, query, rows and plan. A run of the
//! generators must reach all of them ([`SHAPES`]), or it proves less than it seems to.
//!
//! | file | shapes of |
//! |---|---|
//! | `walked.rs` | the plan: relationships that are walked, merges, de-duplication |
//! | `asked.rs` | the query: aggregates, windows, sites, filters, levels of metrics and fields |
//! | `stored.rs` | names, sources and rows |

mod asked;
mod stored;
mod walked;

use std::collections::BTreeSet;

use dosic_ir::{LogicalPlan, SemanticModel, SemanticQuery};
use dosic_runtime::interpreter::Data;

use super::Texts;

/// An accepted case, as far as it came.
pub(super) struct Seen<'a> {
    pub(super) texts: &'a Texts,
    pub(super) data: &'a Data,
    pub(super) model: &'a SemanticModel,
    pub(super) query: &'a SemanticQuery,
    /// The plan before any pass.
    pub(super) plan: &'a LogicalPlan,
}

/// Shapes found so far.
pub(super) type Shapes = BTreeSet<&'static str>;

/// Every shape that the generated cases must reach.
pub const SHAPES: &[&str] = &[
    // The plan.
    "step up",
    "step down",
    "N:1 walked up",
    "1:1 walked",
    "1:N declared backwards and walked",
    "assumed key walked (R12)",
    "composite key walked",
    "unique key beside the primary walked",
    "several steps up",
    "two steps down",
    "bridge",
    "diamond or cycle around the query",
    "distinct pairs over a step down",
    "several leaves merged",
    "three branches merged",
    "branch that adds no groups",
    "window",
    "filter",
    "aggregate",
    "limit",
    "windowed field above the home",
    // The query.
    "scalar query",
    "scalar query with steps up",
    "aggregation query",
    "total",
    "dimensions alone",
    "hidden dimension",
    "role (R5)",
    "role of two hops",
    "self-relationship",
    "order and limit",
    "order by an aggregate",
    "NULLS FIRST where NULL is last by default",
    "where",
    "where by a windowed field",
    "where and having",
    "having by an aggregate",
    "having by a dimension",
    "having by a window",
    "FILTER (R3)",
    "window in a measure",
    "window in order_by",
    "window in a scalar query",
    "window in an aggregate",
    "window over an aggregate aggregated implicitly",
    "windowed field",
    "window of a windowed field",
    "ROWS frame",
    "RANGE frame",
    "RANGE frame with an offset",
    "PARTITION BY",
    "several keys in a window",
    "NULLS FIRST in a window",
    "field of a field",
    "field over another dataset",
    "metric of a metric",
    "metric of a metric of a metric",
    "time grain (R6)",
    "undeclared column (R13)",
    "SUM",
    "COUNT",
    "COUNT(*)",
    "AVG",
    "MIN",
    "MAX",
    "STDDEV",
    "VARIANCE",
    "MEDIAN",
    "PERCENTILE_CONT",
    "PERCENTILE_DISC",
    "APPROX_COUNT_DISTINCT",
    "DISTINCT in an aggregate",
    "window ROW_NUMBER",
    "window RANK",
    "window DENSE_RANK",
    "window NTILE",
    "window PERCENT_RANK",
    "window CUME_DIST",
    "window LAG",
    "window LEAD",
    "window FIRST_VALUE",
    "window LAST_VALUE",
    "window NTH_VALUE",
    "window of an aggregate",
    // Names, sources, rows.
    "quoted name",
    "name with a blank",
    "name that is not English",
    "keyword as a name",
    "names that differ in case alone",
    "name longer than a server keeps",
    "name without its quotes (R14)",
    "query as a source",
    "file as a source (R8)",
    "dataset without a key",
    "strict",
    "no rows in a table",
    "NULL in a key",
    "dangling key",
    "no rows in the answer",
];

/// What a case has.
pub(super) fn shapes(seen: &Seen<'_>, rows: usize) -> Shapes {
    let mut shapes = Shapes::new();
    walked::find(seen, &mut shapes);
    asked::find(seen, &mut shapes);
    stored::find(seen, &mut shapes);
    if rows == 0 {
        shapes.insert("no rows in the answer");
    }
    debug_assert!(shapes.iter().all(|s| SHAPES.contains(s)), "{shapes:?}");
    shapes
}

#[cfg(test)]
mod tests {
    use super::SHAPES;

    #[test]
    fn no_shape_is_listed_twice() {
        let mut names = SHAPES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SHAPES.len());
    }
}
