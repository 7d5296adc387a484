//! Functions of numbers: semantics digest 8.7.

use bigdecimal::num_traits::ToPrimitive;
use bigdecimal::{BigDecimal, RoundingMode, Signed, Zero};
use dosic_ir::ScalarFn;

use super::whole;
use crate::interpreter::Value;
use crate::interpreter::arithmetic::bounded;
use crate::interpreter::failure::{Evaluation, Failure};

/// The value of a call of arguments that are not NULL; `None` for functions of another kind.
pub(super) fn call(function: ScalarFn, args: &[Value]) -> Option<Evaluation<Value>> {
    use ScalarFn as F;
    Some(match (function, args) {
        (F::Abs, [x]) => abs(x),
        (F::Sign, [x]) => sign(x),
        (F::Round, [x]) => rounded(x, 0, RoundingMode::HalfUp),
        (F::Trunc, [x]) => rounded(x, 0, RoundingMode::Down),
        (F::Round, [x, digits]) => digits_of(x, digits, RoundingMode::HalfUp),
        (F::Trunc, [x, digits]) => digits_of(x, digits, RoundingMode::Down),
        (F::Floor, [x]) => whole_number(x, RoundingMode::Floor),
        (F::Ceil, [x]) => whole_number(x, RoundingMode::Ceiling),
        (F::Power, [x, y]) => power(x, y),
        (F::Sqrt, [x]) => within(x, f64::sqrt, |x| x >= 0.0),
        (F::Exp, [x]) => double(x, f64::exp),
        (F::Ln, [x]) => within(x, f64::ln, |x| x > 0.0),
        (F::Log10, [x]) => within(x, f64::log10, |x| x > 0.0),
        (F::Log, [base, x]) => logarithm(base, x),
        (F::Sin, [x]) => within(x, f64::sin, f64::is_finite),
        (F::Cos, [x]) => within(x, f64::cos, f64::is_finite),
        (F::Tan, [x]) => within(x, f64::tan, f64::is_finite),
        (F::Asin, [x]) => within(x, f64::asin, |x| (-1.0..=1.0).contains(&x)),
        (F::Acos, [x]) => within(x, f64::acos, |x| (-1.0..=1.0).contains(&x)),
        (F::Atan, [x]) => double(x, f64::atan),
        (F::Atan2, [y, x]) => double(y, |y| y.atan2(x.as_f64().unwrap_or(f64::NAN))),
        (F::Radians, [x]) => double(x, f64::to_radians),
        (F::Degrees, [x]) => double(x, f64::to_degrees),
        (F::Pi, []) => Ok(Value::Float(std::f64::consts::PI)),
        _ => return None,
    })
}

fn abs(x: &Value) -> Evaluation<Value> {
    match x {
        Value::Integer(i) => bounded(i.checked_abs(), *i),
        Value::Decimal(d) => Ok(Value::Decimal(d.abs())),
        Value::Float(f) => Ok(Value::Float(f.abs())),
        other => Err(other.unfit("a number")),
    }
}

fn sign(x: &Value) -> Evaluation<Value> {
    let sign = match x {
        Value::Float(f) if *f == 0.0 || f.is_nan() => 0,
        Value::Float(f) => {
            if *f > 0.0 {
                1
            } else {
                -1
            }
        }
        other => {
            let exact = other.as_decimal().ok_or_else(|| other.unfit("a number"))?;
            i128::from(exact.is_positive()) - i128::from(exact.is_negative())
        }
    };
    Ok(Value::Integer(sign))
}

fn digits_of(x: &Value, digits: &Value, mode: RoundingMode) -> Evaluation<Value> {
    // No number of the digest has more digits, on either side of its point.
    rounded(x, whole(digits)?.clamp(-400, 400), mode)
}

/// To so many digits after the point, or before it if negative; the kind stays.
fn rounded(x: &Value, digits: i64, mode: RoundingMode) -> Evaluation<Value> {
    match x {
        Value::Integer(_) if digits >= 0 => Ok(x.clone()),
        Value::Integer(i) => {
            let rounded = BigDecimal::from(*i).with_scale_round(digits, mode);
            bounded(rounded.to_i128(), *i)
        }
        Value::Decimal(d) => Ok(Value::Decimal(d.with_scale_round(digits, mode))),
        Value::Float(f) => {
            let power = 10_f64.powi(i32::try_from(digits).unwrap_or(0));
            let scaled = f * power;
            if !scaled.is_finite() {
                return Ok(x.clone());
            }
            if power == 0.0 {
                return Ok(Value::Float(0.0));
            }
            let whole = if mode == RoundingMode::Down {
                scaled.trunc()
            } else {
                scaled.round()
            };
            Ok(Value::Float(whole / power))
        }
        other => Err(other.unfit("a number")),
    }
}

fn whole_number(x: &Value, mode: RoundingMode) -> Evaluation<Value> {
    let whole = match x {
        Value::Float(f) if mode == RoundingMode::Floor => f.floor().to_i64(),
        Value::Float(f) => f.ceil().to_i64(),
        other => other
            .as_decimal()
            .and_then(|d| d.with_scale_round(0, mode).to_i64()),
    };
    whole
        .map(|i| Value::Integer(i128::from(i)))
        .ok_or_else(|| x.unfit("a number in range"))
}

fn double(x: &Value, function: impl Fn(f64) -> f64) -> Evaluation<Value> {
    within(x, function, |_| true)
}

/// A negative number has only whole powers.
fn power(x: &Value, y: &Value) -> Evaluation<Value> {
    let y = y.as_f64().ok_or_else(|| y.unfit("a number"))?;
    let is_whole = y.is_nan() || y.fract() == 0.0;
    within(x, |x| x.powf(y), |x| x >= 0.0 || is_whole)
}

/// Fails outside the domain; NaN stays NaN.
fn within(
    x: &Value,
    function: impl Fn(f64) -> f64,
    domain: impl Fn(f64) -> bool,
) -> Evaluation<Value> {
    match x.as_f64() {
        None => Err(x.unfit("a number")),
        Some(x) if x.is_nan() || domain(x) => Ok(Value::Float(function(x))),
        Some(x) => Err(Failure::runtime(format!("{x} is outside the domain"))),
    }
}

fn logarithm(base: &Value, x: &Value) -> Evaluation<Value> {
    match (base.as_f64(), x.as_f64()) {
        (Some(base), Some(x)) if base.is_nan() || x.is_nan() => Ok(Value::Float(base * x)),
        (Some(base), Some(x)) if base > 0.0 && x > 0.0 && !(base - 1.0).is_zero() => {
            Ok(Value::Float(x.ln() / base.ln()))
        }
        _ => Err(Failure::runtime("a logarithm outside its domain")),
    }
}
