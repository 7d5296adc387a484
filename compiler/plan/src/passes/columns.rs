//! Columns of plans: which ones an expression reads, and their replacement.

use std::collections::{BTreeMap, BTreeSet};

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{AggregateCall, ColumnId, Expr, SortKey, WindowCall};

/// A set of columns.
pub(super) type Columns = BTreeSet<ColumnId>;

/// Adds what an expression reads.
pub(super) fn read_by(expr: &PlanExpr, into: &mut Columns) {
    expr.for_each_leaf(&mut |c| {
        into.insert(*c);
    });
}

/// Adds what a window function reads.
pub(super) fn read_by_window(call: &WindowCall<ColumnId>, into: &mut Columns) {
    call.exprs().for_each(|e| read_by(e, into));
}

/// Whether an expression reads only the columns of a set.
pub(super) fn reads_only(expr: &PlanExpr, set: &Columns) -> bool {
    !expr.any_leaf(&mut |c| !set.contains(c))
}

/// The same expression over other columns; those without a replacement stay.
pub(super) fn renamed(expr: &PlanExpr, names: &BTreeMap<ColumnId, ColumnId>) -> PlanExpr {
    expr.map(&mut |c, ty| Expr::leaf(*names.get(c).unwrap_or(c), ty))
}

/// The same expression with columns replaced by expressions; those without one stay.
pub(super) fn substituted(expr: &PlanExpr, values: &BTreeMap<ColumnId, PlanExpr>) -> PlanExpr {
    expr.map(&mut |c, ty| {
        let value = values.get(c).cloned();
        value.unwrap_or_else(|| Expr::leaf(*c, ty))
    })
}

/// The same operators with every expression rewritten.
pub(super) fn map_exprs(rel: Rel, f: &dyn Fn(PlanExpr) -> PlanExpr) -> Rel {
    let rel = rel.map_inputs(&mut |input| map_exprs(input, f));
    match rel {
        Rel::Filter { input, predicates } => Rel::Filter {
            input,
            predicates: predicates.into_iter().map(f).collect(),
        },
        Rel::Project { input, columns } => Rel::Project {
            input,
            columns: columns.into_iter().map(|(c, e)| (c, f(e))).collect(),
        },
        Rel::Aggregate {
            input,
            keys,
            aggregates,
            label,
        } => {
            let call = |a: AggregateCall<ColumnId>| AggregateCall {
                args: a.args.into_iter().map(f).collect(),
                ..a
            };
            let aggregates = aggregates.into_iter().map(|(c, a)| (c, call(a))).collect();
            Rel::Aggregate {
                input,
                keys,
                aggregates,
                label,
            }
        }
        Rel::Window { input, calls } => {
            let key = |k: SortKey<PlanExpr>| SortKey {
                expr: f(k.expr),
                ..k
            };
            let call = |w: WindowCall<ColumnId>| WindowCall {
                args: w.args.into_iter().map(f).collect(),
                partition_by: w.partition_by.into_iter().map(f).collect(),
                order_by: w.order_by.into_iter().map(key).collect(),
                ..w
            };
            Rel::Window {
                input,
                calls: calls.into_iter().map(|(c, w)| (c, call(w))).collect(),
            }
        }
        Rel::Sort { input, keys } => {
            let keys = keys
                .into_iter()
                .map(|k| SortKey {
                    expr: f(k.expr),
                    ..k
                })
                .collect();
            Rel::Sort { input, keys }
        }
        other => other,
    }
}
