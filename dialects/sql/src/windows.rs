//! Window functions: semantics digest 6.2.

use dosic_diagnostics::Diagnostic;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{DataType, ExprKind, Frame, FrameBound, FrameUnit, WindowFn};

use crate::aggregates::{Lowered, typed_arguments};
use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::operand::Operand;

/// The greatest offset that every engine takes.
const LONGEST: u64 = 2_147_483_647;

/// The call before OVER.
pub(crate) fn window_function<D: Dialect + ?Sized>(
    dialect: &D,
    function: WindowFn,
    args: Vec<Operand>,
) -> Result<Lowered, Diagnostic> {
    let args = typed_arguments(dialect, args);
    // Engines take 32 bits; no partition is longer.
    let number = |n: u64| build::raw(n.min(LONGEST).to_string());
    let values = || args.iter().map(|a| a.sql.clone());
    let call = match function {
        WindowFn::Aggregate(aggregate) => return dialect.aggregate(aggregate, false, &args),
        WindowFn::RowNumber => build::call("ROW_NUMBER", []),
        WindowFn::Rank => build::call("RANK", []),
        WindowFn::DenseRank => build::call("DENSE_RANK", []),
        WindowFn::PercentRank => build::call("PERCENT_RANK", []),
        WindowFn::CumeDist => build::call("CUME_DIST", []),
        WindowFn::Ntile(buckets) => build::call("NTILE", [number(buckets)]),
        WindowFn::Lag(offset) => offset_call("LAG", offset, values().collect()),
        WindowFn::Lead(offset) => offset_call("LEAD", offset, values().collect()),
        WindowFn::FirstValue => build::call_list("FIRST_VALUE", values().collect()),
        WindowFn::LastValue => build::call_list("LAST_VALUE", values().collect()),
        WindowFn::NthValue(position) => {
            build::call_list("NTH_VALUE", values().chain([number(position)]).collect())
        }
    };
    Ok(Lowered::plain(call))
}

/// `LAG(x)`, `LAG(x, offset)`, `LAG(x, offset, default)`
fn offset_call(name: &str, offset: u64, mut args: Vec<SqlExpr>) -> SqlExpr {
    if offset != 1 || args.len() > 1 {
        args.insert(
            1.min(args.len()),
            build::raw(offset.min(LONGEST).to_string()),
        );
    }
    build::call_list(name, args)
}

/// Whether LAG or LEAD may have a default of another type than its value. A constant beside a value of unknown
/// type has the type that is meant, and a number fits every kind of number that is as wide.
pub(crate) fn differs_in_type(value: &PlanExpr, default: &PlanExpr) -> bool {
    use DataType as D;
    let is_constant = |e: &PlanExpr| matches!(e.kind, ExprKind::Literal(_));
    match (value.ty.data, default.ty.data) {
        (_, D::Null) => false,
        (D::Decimal, D::Decimal) => !is_constant(default) || is_constant(value),
        (D::Unknown, _) => !is_constant(default),
        (D::Decimal | D::Float, D::Integer) => false,
        (value, default) => value != default,
    }
}

/// A value of the type that it and another have in common.
pub(crate) fn of_both_types(value: SqlExpr, other: SqlExpr) -> SqlExpr {
    build::case([(build::raw("TRUE"), value)], Some(other))
}

/// Whether a frame's bounds are offsets of the order key's value, not of rows.
pub(crate) fn counts_values(frame: Frame) -> bool {
    let is_offset = |bound| matches!(bound, FrameBound::Preceding(_) | FrameBound::Following(_));
    frame.unit == FrameUnit::Range && (is_offset(frame.start) || is_offset(frame.end))
}

/// `ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`
pub(crate) fn frame(frame: Frame) -> String {
    let unit = match frame.unit {
        FrameUnit::Rows => "ROWS",
        FrameUnit::Range => "RANGE",
    };
    format!(
        "{unit} BETWEEN {} AND {}",
        bound(frame.start),
        bound(frame.end)
    )
}

fn bound(bound: FrameBound) -> String {
    match bound {
        FrameBound::UnboundedPreceding => "UNBOUNDED PRECEDING".to_owned(),
        FrameBound::Preceding(rows) => format!("{rows} PRECEDING"),
        FrameBound::CurrentRow => "CURRENT ROW".to_owned(),
        FrameBound::Following(rows) => format!("{rows} FOLLOWING"),
        FrameBound::UnboundedFollowing => "UNBOUNDED FOLLOWING".to_owned(),
    }
}
