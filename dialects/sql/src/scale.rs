//! Decimals of several scales in one result: `CASE WHEN … THEN 0.005 ELSE SUM(x) END`.
//!
//! The result has the scale of the finest. An engine whose sums are as wide as any decimal may be has no digits
//! left for it and would cut the constant, so that values beside finer constants are brought to their scale first.

use dosic_ir::expr::ExprKind;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{ArithmeticOp, DataType, Literal, ScalarFn};

use crate::ast::SqlExpr;
use crate::dialect::Dialect;

/// Values that are alternatives of one result, each with its expression, in one scale.
pub(crate) fn of_one_scale<'e>(
    dialect: &dyn Dialect,
    values: impl Iterator<Item = (&'e PlanExpr, &'e mut SqlExpr)>,
) {
    let values: Vec<_> = values.map(|(e, sql)| (e, places(e), sql)).collect();
    let most = values.iter().map(|(_, p, _)| *p).max().unwrap_or(0);
    for (expr, own, sql) in values {
        let is_open = matches!(expr.ty.data, DataType::Decimal | DataType::Unknown);
        if own < most && is_open && !matches!(expr.kind, ExprKind::Literal(_)) {
            let plain = std::mem::replace(sql, crate::build::raw("NULL"));
            *sql = dialect.with_places(plain, most);
        }
    }
}

/// How many decimal places the constants in an expression give it, at least.
fn places(expr: &PlanExpr) -> usize {
    let finest = |all: &mut dyn Iterator<Item = &PlanExpr>| all.map(places).max().unwrap_or(0);
    match &expr.kind {
        ExprKind::Literal(Literal::Decimal(digits)) => {
            digits.split_once('.').map_or(0, |(_, after)| after.len())
        }
        ExprKind::Negate(x) => places(x),
        ExprKind::Arithmetic(ArithmeticOp::Multiply, a, b) => places(a) + places(b),
        ExprKind::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract, a, b) => {
            places(a).max(places(b))
        }
        ExprKind::Case {
            whens, otherwise, ..
        } => finest(
            &mut whens
                .iter()
                .map(|(_, then)| then)
                .chain(otherwise.as_deref()),
        ),
        ExprKind::Call(
            ScalarFn::Coalesce | ScalarFn::Greatest | ScalarFn::Least | ScalarFn::Abs,
            args,
        ) => finest(&mut args.iter()),
        ExprKind::Call(ScalarFn::NullIf, args) => finest(&mut args.iter().take(1)),
        _ => 0,
    }
}
