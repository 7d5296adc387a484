//! `+ - * / %` and unary minus: semantics digest 8.5.

use bigdecimal::{BigDecimal, Zero};
use dosic_ir::ArithmeticOp;

use super::Value;
use super::failure::{Evaluation, Failure};

/// `-x`
pub(crate) fn negate(x: &Value) -> Evaluation<Value> {
    match x {
        Value::Null => Ok(Value::Null),
        Value::Integer(i) => bounded(i.checked_neg(), *i),
        Value::Decimal(d) => Ok(Value::Decimal(-d.clone())),
        Value::Float(f) => Ok(Value::Float(-f)),
        other => Err(other.unfit("a number")),
    }
}

/// The widest kind of the operands; `/` is always Float. A zero divisor gives NULL.
pub(crate) fn arithmetic(op: ArithmeticOp, a: &Value, b: &Value) -> Evaluation<Value> {
    use Value as V;
    match (a, b) {
        (V::Null, _) | (_, V::Null) => Ok(V::Null),
        _ if op == ArithmeticOp::Divide => {
            let (x, y) = (double(a)?, double(b)?);
            Ok(if y == 0.0 { V::Null } else { V::Float(x / y) })
        }
        (V::Integer(x), V::Integer(y)) => integers(op, *x, *y),
        (V::Float(_), _) | (_, V::Float(_)) => Ok(doubles(op, double(a)?, double(b)?)),
        _ => {
            let x = a.as_decimal().ok_or_else(|| a.unfit("a number"))?;
            let y = b.as_decimal().ok_or_else(|| b.unfit("a number"))?;
            Ok(decimals(op, &x, &y))
        }
    }
}

fn double(x: &Value) -> Evaluation<f64> {
    x.as_f64().ok_or_else(|| x.unfit("a number"))
}

fn integers(op: ArithmeticOp, x: i128, y: i128) -> Evaluation<Value> {
    let result = match op {
        ArithmeticOp::Add => x.checked_add(y),
        ArithmeticOp::Subtract => x.checked_sub(y),
        ArithmeticOp::Multiply => x.checked_mul(y),
        // The sign of the dividend.
        ArithmeticOp::Modulo | ArithmeticOp::Divide if y == 0 => return Ok(Value::Null),
        ArithmeticOp::Modulo | ArithmeticOp::Divide => x.checked_rem(y),
    };
    bounded(result, if is_small(x) { y } else { x })
}

fn is_small(i: i128) -> bool {
    i64::try_from(i).is_ok()
}

/// An Integer computed from `operand`, the largest one. Integers are of 64 bits (8.3); only a SUM, and what is
/// computed from a large one, goes beyond.
pub(crate) fn bounded(result: Option<i128>, operand: i128) -> Evaluation<Value> {
    result
        .filter(|r| is_small(*r) || !is_small(operand))
        .map(Value::Integer)
        .ok_or_else(overflow)
}

fn decimals(op: ArithmeticOp, x: &BigDecimal, y: &BigDecimal) -> Value {
    Value::Decimal(match op {
        ArithmeticOp::Add => x + y,
        ArithmeticOp::Subtract => x - y,
        ArithmeticOp::Multiply => x * y,
        ArithmeticOp::Modulo | ArithmeticOp::Divide if y.is_zero() => return Value::Null,
        ArithmeticOp::Modulo | ArithmeticOp::Divide => x % y,
    })
}

fn doubles(op: ArithmeticOp, x: f64, y: f64) -> Value {
    Value::Float(match op {
        ArithmeticOp::Add => x + y,
        ArithmeticOp::Subtract => x - y,
        ArithmeticOp::Multiply => x * y,
        ArithmeticOp::Modulo | ArithmeticOp::Divide if y == 0.0 => return Value::Null,
        ArithmeticOp::Modulo | ArithmeticOp::Divide => x % y,
    })
}

fn overflow() -> Failure {
    Failure::runtime("a whole number is too large")
}
