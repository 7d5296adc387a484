//! Shapes of the query, of the metrics that it names and of the fields that it reads.

use std::collections::BTreeSet;

use dosic_ir::{
    AggregateCall, AggregateFn, DatasetId, FieldId, FrameBound, FrameUnit, Metric, ModelExpr,
    ModelLeaf, OrderTarget, QueryShape, WindowCall, WindowFn,
};

use super::{Seen, Shapes};

pub(super) fn find(seen: &Seen<'_>, shapes: &mut Shapes) {
    let query = seen.query;
    let filters: Vec<&ModelExpr> = query.filters.iter().map(|f| &f.expr).collect();
    let mut exprs: Vec<&ModelExpr> = query.outputs().map(|o| &o.expr).collect();
    match &query.shape {
        QueryShape::Scalar { fields, .. } => {
            shapes.insert("scalar query");
            let reach = fields.iter().flat_map(|f| datasets(seen, &f.expr));
            if reach.collect::<BTreeSet<_>>().len() > 1 {
                shapes.insert("scalar query with steps up");
            }
            if fields.iter().any(|f| f.expr.has_window()) {
                shapes.insert("window in a scalar query");
            }
        }
        QueryShape::Aggregation {
            dimensions,
            measures,
            having,
        } => {
            shapes.insert("aggregation query");
            let dimensions: Vec<&ModelExpr> = dimensions.iter().map(|d| &d.expr).collect();
            match (dimensions.is_empty(), measures.is_empty()) {
                (true, _) => shapes.insert("total"),
                (_, true) => shapes.insert("dimensions alone"),
                _ => false,
            };
            if measures.iter().any(|m| is_finer(&m.expr, &dimensions)) {
                shapes.insert("hidden dimension");
            }
            if measures.iter().any(|m| m.expr.has_window()) {
                shapes.insert("window in a measure");
            }
            for predicate in having {
                shapes.insert(match &predicate.expr {
                    e if e.has_window() => "having by a window",
                    e if e.has_aggregate() => "having by an aggregate",
                    _ => "having by a dimension",
                });
                exprs.push(&predicate.expr);
            }
            if !having.is_empty() && !filters.is_empty() {
                shapes.insert("where and having");
            }
        }
    }
    order(seen, &mut exprs, shapes);
    if !filters.is_empty() {
        shapes.insert("where");
    }
    if filters
        .iter()
        .any(|f| fields(f).iter().any(|f| windowed(seen, *f)))
    {
        shapes.insert("where by a windowed field");
    }
    exprs.extend(filters);
    for expr in &exprs {
        leaves(seen, expr, shapes);
    }
    read_fields(seen, &exprs, shapes);
    texts(seen, shapes);
}

fn order<'s>(seen: &'s Seen<'_>, exprs: &mut Vec<&'s ModelExpr>, shapes: &mut Shapes) {
    let query = seen.query;
    if query.limit.is_some() && !query.order_by.is_empty() {
        shapes.insert("order and limit");
    }
    for key in &query.order_by {
        if key.nulls_first != key.descending {
            shapes.insert("NULLS FIRST where NULL is last by default");
        }
        let expr = match &key.target {
            OrderTarget::Output(at) => query.outputs().nth(*at).map(|o| &o.expr),
            OrderTarget::Expr(expr) => {
                exprs.push(expr);
                if expr.has_window() {
                    shapes.insert("window in order_by");
                }
                Some(expr)
            }
        };
        if expr.is_some_and(ModelExpr::has_aggregate) {
            shapes.insert("order by an aggregate");
        }
    }
}

/// The fields that an expression reads.
fn fields(expr: &ModelExpr) -> BTreeSet<FieldId> {
    let mut found = BTreeSet::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Field(reference) = leaf {
            found.insert(reference.field);
        }
    });
    found
}

fn datasets(seen: &Seen<'_>, expr: &ModelExpr) -> Vec<DatasetId> {
    let fields = fields(expr).into_iter();
    let known = fields.filter_map(|f| seen.model.fields.get(f));
    known.map(|f| f.dataset).collect()
}

fn windowed(seen: &Seen<'_>, field: FieldId) -> bool {
    seen.model.fields.get(field).is_some_and(|f| f.windowed)
}

/// Whether a field stands outside aggregates and windows that is no dimension (4.7.3).
fn is_finer(expr: &ModelExpr, dimensions: &[&ModelExpr]) -> bool {
    if dimensions.contains(&expr) {
        return false;
    }
    matches!(expr.as_leaf(), Some(ModelLeaf::Field(_)))
        || expr.children().iter().any(|e| is_finer(e, dimensions))
}

fn leaves(seen: &Seen<'_>, expr: &ModelExpr, shapes: &mut Shapes) {
    expr.for_each_leaf_deep(&mut |leaf| match leaf {
        ModelLeaf::Aggregate(call) => aggregate(call, shapes),
        ModelLeaf::Window(call) => {
            window(call, shapes);
            let raw = |e: &ModelExpr| !e.has_aggregate() && !fields(e).is_empty();
            let aggregation = matches!(seen.query.shape, QueryShape::Aggregation { .. });
            if aggregation
                && matches!(call.function, WindowFn::Aggregate(_))
                && call.args.iter().any(raw)
            {
                shapes.insert("window over an aggregate aggregated implicitly");
            }
        }
        ModelLeaf::Field(reference) => {
            match reference.role.as_slice() {
                [] => {}
                [_] => drop(shapes.insert("role (R5)")),
                _ => drop(shapes.insert("role of two hops")),
            }
            let mut hops = reference
                .role
                .iter()
                .filter_map(|r| seen.model.relationships.get(*r));
            if hops.any(|r| r.from == r.to) {
                shapes.insert("self-relationship");
            }
        }
        _ => {}
    });
}

fn aggregate(call: &AggregateCall<ModelLeaf>, shapes: &mut Shapes) {
    shapes.insert(match call.function {
        AggregateFn::Sum => "SUM",
        AggregateFn::Count => "COUNT",
        AggregateFn::CountStar => "COUNT(*)",
        AggregateFn::Avg => "AVG",
        AggregateFn::Min => "MIN",
        AggregateFn::Max => "MAX",
        AggregateFn::StddevSamp | AggregateFn::StddevPop => "STDDEV",
        AggregateFn::VarSamp | AggregateFn::VarPop => "VARIANCE",
        AggregateFn::Median => "MEDIAN",
        AggregateFn::PercentileCont { .. } => "PERCENTILE_CONT",
        AggregateFn::PercentileDisc { .. } => "PERCENTILE_DISC",
        AggregateFn::ApproxCountDistinct => "APPROX_COUNT_DISTINCT",
    });
    if call.distinct {
        shapes.insert("DISTINCT in an aggregate");
    }
    if call.args.iter().any(ModelExpr::has_window) {
        shapes.insert("window in an aggregate");
    }
}

fn window(call: &WindowCall<ModelLeaf>, shapes: &mut Shapes) {
    shapes.insert(match call.function {
        WindowFn::Aggregate(_) => "window of an aggregate",
        WindowFn::RowNumber => "window ROW_NUMBER",
        WindowFn::Rank => "window RANK",
        WindowFn::DenseRank => "window DENSE_RANK",
        WindowFn::Ntile(_) => "window NTILE",
        WindowFn::PercentRank => "window PERCENT_RANK",
        WindowFn::CumeDist => "window CUME_DIST",
        WindowFn::Lag(_) => "window LAG",
        WindowFn::Lead(_) => "window LEAD",
        WindowFn::FirstValue => "window FIRST_VALUE",
        WindowFn::LastValue => "window LAST_VALUE",
        WindowFn::NthValue(_) => "window NTH_VALUE",
    });
    if !call.partition_by.is_empty() {
        shapes.insert("PARTITION BY");
    }
    if call.order_by.len() > 1 {
        shapes.insert("several keys in a window");
    }
    if call.order_by.iter().any(|k| k.nulls_first && !k.descending) {
        shapes.insert("NULLS FIRST in a window");
    }
    if let Some(frame) = call.frame {
        let offset =
            |b: FrameBound| matches!(b, FrameBound::Preceding(_) | FrameBound::Following(_));
        shapes.insert(match frame.unit {
            FrameUnit::Rows => "ROWS frame",
            FrameUnit::Range if offset(frame.start) || offset(frame.end) => {
                "RANGE frame with an offset"
            }
            FrameUnit::Range => "RANGE frame",
        });
    }
}

/// Fields that are read, and what they read.
fn read_fields(seen: &Seen<'_>, exprs: &[&ModelExpr], shapes: &mut Shapes) {
    let mut open: Vec<FieldId> = exprs.iter().flat_map(|e| fields(e)).collect();
    let mut known = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(field) = seen.model.fields.get(id).filter(|_| known.insert(id)) else {
            continue;
        };
        if field.implied {
            shapes.insert("undeclared column (R13)");
        }
        let Some(expr) = &field.expr else {
            continue;
        };
        leaves(seen, expr, shapes);
        if expr.has_window() {
            shapes.insert("windowed field");
        }
        for other in fields(expr) {
            let dataset = seen.model.fields.get(other).map(|f| f.dataset);
            shapes.insert(if dataset == Some(field.dataset) {
                "field of a field"
            } else {
                "field over another dataset"
            });
            if expr.has_window() && windowed(seen, other) {
                shapes.insert("window of a windowed field");
            }
            open.push(other);
        }
    }
}

/// What is gone from the resolved query: metrics are expanded, grains and filters are rewritten.
fn texts(seen: &Seen<'_>, shapes: &mut Shapes) {
    let texts = seen.texts;
    if texts.query.contains("FILTER (WHERE") || texts.model.contains("FILTER (WHERE") {
        shapes.insert("FILTER (R3)");
    }
    let grains = ["month", "year", "quarter", "week", "day"];
    let ends = |grain| {
        let colon = format!(":{grain}");
        texts.query.contains(&format!("{colon} AS")) || texts.query.contains(&format!("{colon}'"))
    };
    if grains.into_iter().any(ends) {
        shapes.insert("time grain (R6)");
    }
    for metric in seen.model.metrics.iter() {
        if texts.query.contains(metric.name.display()) {
            match depth(seen, metric) {
                0 | 1 => {}
                2 => drop(shapes.insert("metric of a metric")),
                _ => drop(shapes.insert("metric of a metric of a metric")),
            }
        }
    }
}

/// 1 for a metric of aggregates, one more for each metric below.
fn depth(seen: &Seen<'_>, metric: &Metric) -> usize {
    let mut below = 0;
    if let Some(expr) = &metric.expr {
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Metric(id, _) = leaf {
                let other = seen.model.metrics.get(*id);
                below = below.max(other.map_or(0, |m| depth(seen, m)));
            }
        });
    }
    below + 1
}
