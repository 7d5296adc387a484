//! `+ - * / %`, unary minus and `||`: semantics digest 8.5.

use dosic_ir::{ArithmeticOp, CastTarget, DataType, Literal, Type};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::operand::Operand;

/// `a op b`.
pub(crate) fn arithmetic<D: Dialect + ?Sized>(
    dialect: &D,
    op: ArithmeticOp,
    left: Operand,
    right: Operand,
    result: Type,
) -> SqlExpr {
    let left = typed_null(dialect, left);
    let right = typed_null(dialect, right);
    let sign = match op {
        ArithmeticOp::Divide => return divide(dialect, left, right),
        ArithmeticOp::Modulo => return modulo(dialect, left, right, result),
        ArithmeticOp::Add => "+",
        ArithmeticOp::Subtract => "-",
        ArithmeticOp::Multiply => "*",
    };
    let (left, right) = widened(dialect, op, left, right);
    build::binary(sign, left.sql, right.sql)
}

/// `-x`.
pub(crate) fn negate<D: Dialect + ?Sized>(dialect: &D, x: Operand, ty: Type) -> Operand {
    if let Some(Literal::Integer(value)) = x.literal
        && let Some(value) = value.checked_neg()
    {
        let literal = Literal::Integer(value);
        let sql = dialect.literal(&literal);
        return Operand {
            sql,
            ty,
            literal: Some(literal),
        };
    }
    let x = typed_null(dialect, x);
    Operand {
        sql: build::unary("-", x.sql),
        ty,
        literal: x.literal.filter(|l| *l != Literal::Null),
    }
}

/// `a || b` of the texts.
pub(crate) fn concat<D: Dialect + ?Sized>(dialect: &D, left: &Operand, right: &Operand) -> SqlExpr {
    build::binary("||", dialect.text(left), dialect.text(right))
}

/// True division: both as doubles, and NULL for a zero divisor.
fn divide<D: Dialect + ?Sized>(dialect: &D, left: Operand, right: Operand) -> SqlExpr {
    if right.is_nonzero_number() {
        return build::binary("/", double(dialect, left), right.sql);
    }
    let divisor = build::call("NULLIF", [double(dialect, right), build::integer(0)]);
    // The divisor is a double, so a number above it need not be one.
    let dividend = if left.is_constant() && left.data() != DataType::String {
        left.sql
    } else {
        double(dialect, left)
    };
    build::binary("/", dividend, divisor)
}

fn modulo<D: Dialect + ?Sized>(
    dialect: &D,
    left: Operand,
    mut right: Operand,
    result: Type,
) -> SqlExpr {
    let zero_is_possible = !right.is_nonzero_number();
    let (left, widened_right) = widened(dialect, ArithmeticOp::Modulo, left, right);
    right = widened_right;
    if zero_is_possible {
        right.sql = build::call("NULLIF", [right.sql, build::integer(0)]);
    }
    dialect.modulo(&left, &right, result)
}

/// A value as a double.
pub fn double<D: Dialect + ?Sized>(dialect: &D, value: Operand) -> SqlExpr {
    let target = dialect.type_name(CastTarget::Float);
    match &value.sql {
        SqlExpr::Cast { target: given, .. } if *given == target => value.sql,
        // A quotient is a double already.
        SqlExpr::Binary { op: "/", .. } => value.sql,
        _ => build::cast(value.sql, target),
    }
}

/// One integer constant of the two operands made 64 bits wide; the sum is then as wide.
fn widened<D: Dialect + ?Sized>(
    dialect: &D,
    op: ArithmeticOp,
    mut left: Operand,
    mut right: Operand,
) -> (Operand, Operand) {
    if left.as_integer().is_some() {
        left.sql = dialect.wide_integer(&left, op, right.data());
    } else if right.as_integer().is_some() {
        right.sql = dialect.wide_integer(&right, op, left.data());
    }
    (left, right)
}

/// A bare NULL beside another fits every operator, and engines then ask which one is meant.
fn typed_null<D: Dialect + ?Sized>(dialect: &D, mut value: Operand) -> Operand {
    if value.data() == DataType::Null {
        value.sql = build::cast(value.sql, dialect.type_name(CastTarget::Integer));
        value.ty.data = DataType::Integer;
    }
    value
}
