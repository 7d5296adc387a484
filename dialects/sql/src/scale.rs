//! Decimals of several scales in one result: `CASE WHEN … THEN 0.005 ELSE SUM(x) END`.
//!
//! The result has the scale of the finest. An engine whose sums are as wide as any decimal may be has no digits
//! left for it and would cut the constant, so that values beside finer constants are brought to their scale first.

use dosic_ir::expr::ExprKind;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{ArithmeticOp, Literal, ScalarFn};

use crate::ast::SqlExpr;
use crate::dialect::Dialect;
use crate::expr::Columns;
use crate::sums::may_be_decimal;

/// Values that are alternatives of one result, each with its expression, in one scale.
pub(crate) fn of_one_scale<'e>(
    columns: &dyn Columns,
    dialect: &dyn Dialect,
    values: impl Iterator<Item = (&'e PlanExpr, &'e mut SqlExpr)>,
) {
    let mut values: Vec<_> = values.map(|(e, sql)| (e, places(e), sql)).collect();
    beside_each_other(columns, dialect, &mut values);
    let most = values.iter().map(|(_, p, _)| *p).max().unwrap_or(0);
    for (expr, own, sql) in values {
        if own < most && is_open(expr) {
            let plain = std::mem::replace(sql, crate::build::raw("NULL"));
            *sql = dialect.with_places(plain, most);
        }
    }
}

/// Gives each sum the scale of what it stands beside, which only the engine knows.
fn beside_each_other(
    columns: &dyn Columns,
    dialect: &dyn Dialect,
    values: &mut [(&PlanExpr, usize, &mut SqlExpr)],
) {
    if !dialect.sums_fill_decimals() {
        return;
    }
    let mut open: Vec<SqlExpr> = Vec::new();
    for (expr, _, sql) in values.iter() {
        if is_open(expr) && !open.contains(*sql) {
            open.push((*sql).clone());
        }
    }
    if open.len() < 2 {
        return;
    }
    for (expr, _, sql) in values.iter_mut() {
        if is_open(expr) && expr.any_leaf(&mut |c| columns.is_sum(*c)) {
            let own = (*sql).clone();
            let others = open.iter().filter(|other| **other != own);
            **sql = others.fold(own.clone(), |value, other| {
                dialect.with_scale_of(value, other.clone())
            });
        }
    }
}

/// Whether an expression may be a decimal whose scale is that of its columns.
fn is_open(expr: &PlanExpr) -> bool {
    may_be_decimal(expr) && !matches!(expr.kind, ExprKind::Literal(_))
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
