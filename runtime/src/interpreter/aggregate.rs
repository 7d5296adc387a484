//! Aggregates over a bag: semantics digest 7.1 and 8.6.

use std::collections::BTreeSet;

use bigdecimal::BigDecimal;
use bigdecimal::num_traits::ToPrimitive;
use dosic_ir::{AggregateFn, ArithmeticOp};

use super::Value;
use super::arithmetic::arithmetic;
use super::failure::{Evaluation, Failure};

/// The value of an aggregate over a bag of argument lists. NULL inputs are skipped; only COUNT(*) counts rows.
pub(crate) fn aggregate(
    function: AggregateFn,
    distinct: bool,
    bag: &[Vec<Value>],
) -> Evaluation<Value> {
    use AggregateFn as F;
    if function == F::CountStar {
        return Ok(count(bag.len()));
    }
    let mut values: Vec<Value> = bag
        .iter()
        .filter_map(|args| args.first())
        .filter(|v| !v.is_null())
        .cloned()
        .collect();
    if distinct || function == F::ApproxCountDistinct {
        values = values
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
    }
    let share = || bag.iter().find_map(|args| args.get(1)).cloned();
    match function {
        F::CountStar | F::Count | F::ApproxCountDistinct => Ok(count(values.len())),
        F::Sum => sum(&values),
        F::Avg => average(&values),
        F::Min => Ok(values.into_iter().min().unwrap_or(Value::Null)),
        F::Max => Ok(values.into_iter().max().unwrap_or(Value::Null)),
        F::StddevSamp => deviation(&values, 1, f64::sqrt),
        F::StddevPop => deviation(&values, 0, f64::sqrt),
        F::VarSamp => deviation(&values, 1, |v| v),
        F::VarPop => deviation(&values, 0, |v| v),
        F::Median => interpolated(values, 0.5, false),
        F::PercentileCont { descending } => match share().and_then(|p| p.as_f64()) {
            Some(p) => interpolated(values, p, descending),
            None => Ok(Value::Null),
        },
        F::PercentileDisc { descending } => match share().and_then(|p| p.as_f64()) {
            Some(p) => Ok(discrete(values, p, descending)),
            None => Ok(Value::Null),
        },
    }
}

fn count(n: usize) -> Value {
    Value::Integer(i128::try_from(n).unwrap_or(i128::MAX))
}

/// The same kind as the values.
fn sum(values: &[Value]) -> Evaluation<Value> {
    let mut total = Value::Null;
    for value in values {
        total = match (total, value) {
            (Value::Null, value) if value.as_f64().is_some() => value.clone(),
            // Unbounded, unlike `+`.
            (Value::Integer(a), Value::Integer(b)) => Value::Integer(a.saturating_add(*b)),
            (total, value) => arithmetic(ArithmeticOp::Add, &total, value)?,
        };
    }
    if total.is_null() && !values.is_empty() {
        return Err(Failure::runtime("a SUM of what are no numbers"));
    }
    Ok(total)
}

/// Float; exact before the division where the values are.
fn average(values: &[Value]) -> Evaluation<Value> {
    let total = sum(values)?;
    let Some(n) = i64::try_from(values.len()).ok().filter(|n| *n > 0) else {
        return Ok(Value::Null);
    };
    let mean = match total.as_decimal() {
        Some(exact) => (exact / BigDecimal::from(n)).to_f64(),
        None => total.as_f64().zip(n.to_f64()).map(|(t, n)| t / n),
    };
    Ok(mean.map_or(Value::Null, Value::Float))
}

fn doubles(values: &[Value]) -> Evaluation<Vec<f64>> {
    values
        .iter()
        .map(|v| v.as_f64().ok_or_else(|| v.unfit("a number")))
        .collect()
}

/// The variance with n - `less` degrees of freedom; NULL if there are none.
fn deviation(values: &[Value], less: usize, of: impl Fn(f64) -> f64) -> Evaluation<Value> {
    let values = doubles(values)?;
    let n = values.len().to_f64().unwrap_or(f64::NAN);
    let Some(freedom) = values.len().checked_sub(less).filter(|f| *f > 0) else {
        return Ok(Value::Null);
    };
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    let variance = squares / freedom.to_f64().unwrap_or(f64::NAN);
    Ok(Value::Float(of(variance)))
}

fn sorted(mut values: Vec<Value>, descending: bool) -> Vec<Value> {
    values.sort();
    if descending {
        values.reverse();
    }
    values
}

/// Linear interpolation at position p × (n - 1).
fn interpolated(values: Vec<Value>, p: f64, descending: bool) -> Evaluation<Value> {
    let values = doubles(&sorted(values, descending))?;
    let last = values.len().saturating_sub(1).to_f64().unwrap_or(0.0);
    let position = p * last;
    let at = |position: f64| position.to_usize().and_then(|i| values.get(i)).copied();
    let (Some(low), Some(high)) = (at(position.floor()), at(position.ceil())) else {
        return Ok(Value::Null);
    };
    Ok(Value::Float(
        low + (high - low) * (position - position.floor()),
    ))
}

/// The first value whose cumulative share is at least p.
fn discrete(values: Vec<Value>, p: f64, descending: bool) -> Value {
    let values = sorted(values, descending);
    let n = values.len().to_f64().unwrap_or(0.0);
    let rank = (p * n).ceil().to_usize().unwrap_or(0);
    values
        .get(rank.saturating_sub(1))
        .cloned()
        .unwrap_or(Value::Null)
}
