//! Expressions: semantics digest 7.2 and 8.5, with three-valued logic.

use std::cmp::Ordering;

use dosic_ir::{CompareOp, Expr, ExprKind, LogicalOp, ModelExpr, ModelLeaf};

use super::failure::{Evaluation, Failure};
use super::{Value, arithmetic, cast, functions, like, text};

/// What the leaves of an expression are worth at some place.
pub(crate) trait Scope {
    /// The value of a whole node, where the place knows one: a grouping column (3.3).
    fn known(&self, _: &ModelExpr) -> Option<Value> {
        None
    }

    /// The value of a leaf.
    fn leaf(&self, leaf: &ModelLeaf) -> Evaluation<Value>;

    /// What CURRENT_TIMESTAMP is: an input of the evaluation (8.9).
    fn now(&self) -> chrono::NaiveDateTime;
}

/// The value of an expression.
pub(crate) fn evaluate(expr: &ModelExpr, scope: &dyn Scope) -> Evaluation<Value> {
    use ExprKind as K;
    if let Some(value) = scope.known(expr) {
        return Ok(value);
    }
    let one = |e: &ModelExpr| evaluate(e, scope);
    match &expr.kind {
        K::Leaf(leaf) => scope.leaf(leaf),
        K::Literal(l) => text::literal(l),
        K::Negate(e) => arithmetic::negate(&one(e)?),
        K::Not(e) => Ok(Value::truth(one(e)?.as_truth()?.map(|b| !b))),
        K::Arithmetic(op, a, b) => arithmetic::arithmetic(*op, &one(a)?, &one(b)?),
        K::Concat(a, b) => Ok(match (one(a)?, one(b)?) {
            (Value::Null, _) | (_, Value::Null) => Value::Null,
            (a, b) => Value::String(a.text() + &b.text()),
        }),
        K::Compare(op, a, b) => Ok(Value::truth(compare(*op, &one(a)?, &one(b)?)?)),
        K::Logical(op, parts) => logical(*op, parts, scope),
        K::IsNull { expr, negated } => Ok(Value::Boolean(one(expr)?.is_null() != *negated)),
        K::IsBoolean {
            expr,
            value,
            negated,
        } => {
            let is = one(expr)?.as_truth()? == Some(*value);
            Ok(Value::Boolean(is != *negated))
        }
        K::IsDistinct {
            left,
            right,
            negated,
        } => {
            let (a, b) = (one(left)?, one(right)?);
            let same = match a.compare(&b)? {
                Some(order) => order == Ordering::Equal,
                None => a.is_null() && b.is_null(),
            };
            Ok(Value::Boolean(same == *negated))
        }
        K::Between {
            expr,
            low,
            high,
            negated,
        } => {
            let (x, low, high) = (one(expr)?, one(low)?, one(high)?);
            let above = compare(CompareOp::GreaterOrEqual, &x, &low)?;
            let below = compare(CompareOp::LessOrEqual, &x, &high)?;
            Ok(Value::truth(negate_if(*negated, and(above, below))))
        }
        K::In {
            expr,
            list,
            negated,
        } => {
            let x = one(expr)?;
            let mut found = Some(false);
            for item in list {
                found = or(found, compare(CompareOp::Equal, &x, &one(item)?)?);
            }
            Ok(Value::truth(negate_if(*negated, found)))
        }
        K::Like {
            expr,
            pattern,
            escape,
            case_insensitive,
            negated,
        } => {
            let matched = match (one(expr)?, one(pattern)?) {
                (Value::Null, _) | (_, Value::Null) => None,
                (Value::String(s), Value::String(p)) => {
                    Some(like::like(&s, &p, *escape, *case_insensitive)?)
                }
                (s, _) => return Err(s.unfit("text")),
            };
            Ok(Value::truth(negate_if(*negated, matched)))
        }
        K::Case {
            operand,
            whens,
            otherwise,
        } => {
            let value = case(operand.as_deref(), whens, otherwise.as_deref(), scope)?;
            Ok(value.widened(expr.ty.data))
        }
        K::Cast { expr, target, safe } => match cast::cast(&one(expr)?, *target) {
            Err(Failure::Runtime(_)) if *safe => Ok(Value::Null),
            other => other,
        },
        K::Call(function, args) => {
            Ok(functions::call(*function, args, scope)?.widened(expr.ty.data))
        }
        K::Foreign { name, .. } => Err(Failure::unimplemented(format!(
            "the function `{name}` of another dialect"
        ))),
    }
}

/// Whether a predicate is TRUE: FALSE and NULL drop the row.
pub(crate) fn holds(predicate: &ModelExpr, scope: &dyn Scope) -> Evaluation<bool> {
    Ok(evaluate(predicate, scope)?.as_truth()? == Some(true))
}

/// CASE: the simple form compares with `=`, so that NULL never matches (8.7).
fn case(
    operand: Option<&ModelExpr>,
    whens: &[(ModelExpr, ModelExpr)],
    otherwise: Option<&ModelExpr>,
    scope: &dyn Scope,
) -> Evaluation<Value> {
    let operand = operand.map(|o| evaluate(o, scope)).transpose()?;
    for (when, then) in whens {
        let taken = match &operand {
            Some(x) => compare(CompareOp::Equal, x, &evaluate(when, scope)?)? == Some(true),
            None => holds(when, scope)?,
        };
        if taken {
            return evaluate(then, scope);
        }
    }
    otherwise.map_or(Ok(Value::Null), |e| evaluate(e, scope))
}

fn compare(op: CompareOp, a: &Value, b: &Value) -> Evaluation<Option<bool>> {
    Ok(a.compare(b)?.map(|order| match op {
        CompareOp::Equal => order.is_eq(),
        CompareOp::NotEqual => order.is_ne(),
        CompareOp::Less => order.is_lt(),
        CompareOp::LessOrEqual => order.is_le(),
        CompareOp::Greater => order.is_gt(),
        CompareOp::GreaterOrEqual => order.is_ge(),
    }))
}

fn logical(op: LogicalOp, parts: &[Expr<ModelLeaf>], scope: &dyn Scope) -> Evaluation<Value> {
    let mut all = Some(op == LogicalOp::And);
    for part in parts {
        let value = evaluate(part, scope)?.as_truth()?;
        all = match op {
            LogicalOp::And => and(all, value),
            LogicalOp::Or => or(all, value),
        };
    }
    Ok(Value::truth(all))
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

fn negate_if(negated: bool, value: Option<bool>) -> Option<bool> {
    value.map(|v| v != negated)
}
