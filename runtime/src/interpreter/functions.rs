//! Scalar functions: semantics digest 8.7 to 8.9. Every one is NULL on a NULL argument but COALESCE and NULLIF.

mod numeric;
mod regex;
mod string;
mod temporal;

use dosic_ir::{ModelExpr, ScalarFn};

use super::Value;
use super::expression::{Scope, evaluate};
use super::failure::{Evaluation, Failure};

/// The value of a call.
pub(crate) fn call(function: ScalarFn, args: &[ModelExpr], scope: &dyn Scope) -> Evaluation<Value> {
    let mut values = Vec::with_capacity(args.len());
    for arg in args {
        let value = evaluate(arg, scope)?;
        // The first value that is not NULL ends COALESCE.
        if function == ScalarFn::Coalesce && !value.is_null() {
            return Ok(value);
        }
        values.push(value);
    }
    match (function, values.as_slice()) {
        (ScalarFn::Coalesce, _) => Ok(Value::Null),
        (ScalarFn::NullIf, [a, b]) => Ok(match a.compare(b)? {
            Some(order) if order.is_eq() => Value::Null,
            _ => a.clone(),
        }),
        (_, values) if values.iter().any(Value::is_null) => Ok(Value::Null),
        (ScalarFn::Greatest, values) => Ok(values.iter().max().cloned().unwrap_or(Value::Null)),
        (ScalarFn::Least, values) => Ok(values.iter().min().cloned().unwrap_or(Value::Null)),
        (ScalarFn::CurrentDate, _) => Ok(Value::Date(scope.now().date())),
        (ScalarFn::CurrentTime, _) => Ok(Value::Time(scope.now().time())),
        (ScalarFn::CurrentTimestamp, _) => Ok(Value::DateTime(scope.now())),
        (function, values) => numeric::call(function, values)
            .or_else(|| string::call(function, values))
            .or_else(|| regex::call(function, values))
            .or_else(|| temporal::call(function, values))
            .unwrap_or_else(|| Err(Failure::unimplemented(format!("{function:?}")))),
    }
}

/// An argument that must be text.
fn text(value: &Value) -> Evaluation<&str> {
    match value {
        Value::String(s) => Ok(s),
        other => Err(other.unfit("text")),
    }
}

/// An argument that must be a whole number.
fn whole(value: &Value) -> Evaluation<i64> {
    match value {
        Value::Integer(i) => {
            i64::try_from(*i).map_err(|_| Failure::runtime(format!("{i} is too large")))
        }
        other => Err(other.unfit("a whole number")),
    }
}

/// A length or count as a value.
fn count(n: usize) -> Value {
    Value::Integer(i128::try_from(n).unwrap_or(i128::MAX))
}
