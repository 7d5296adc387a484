//! The names an expression mentions, before they are looked up.

use dosic_expr::ast::{Call, Expr, ExprKind, FrameBound, Ident, Offset};

/// Calls `visit` with every reference, in the order written. The depth of expressions is bounded by
/// the parser.
pub(crate) fn for_each_reference<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a [Ident])) {
    use ExprKind as K;
    match &expr.kind {
        K::Ref(parts) => visit(parts),
        K::Integer(_)
        | K::Decimal(_)
        | K::Float(_)
        | K::String(_)
        | K::Boolean(_)
        | K::Null
        | K::Typed { .. }
        | K::Interval { .. }
        | K::Error => {}
        K::Unary { operand, .. }
        | K::IsNull { operand, .. }
        | K::IsBoolean { operand, .. }
        | K::Cast { operand, .. }
        | K::Extract { operand, .. } => for_each_reference(operand, visit),
        K::Binary { left, right, .. } | K::IsDistinct { left, right, .. } => {
            for_each_reference(left, visit);
            for_each_reference(right, visit);
        }
        K::Between {
            operand, low, high, ..
        } => {
            for part in [operand, low, high] {
                for_each_reference(part, visit);
            }
        }
        K::In { operand, list, .. } => {
            for_each_reference(operand, visit);
            all(list, visit);
        }
        K::Like {
            operand, pattern, ..
        } => {
            for_each_reference(operand, visit);
            for_each_reference(pattern, visit);
        }
        K::Case {
            operand,
            whens,
            otherwise,
        } => {
            all(operand.as_deref(), visit);
            all(whens.iter().flat_map(|(when, then)| [when, then]), visit);
            all(otherwise.as_deref(), visit);
        }
        K::Position { needle, haystack } => {
            for_each_reference(needle, visit);
            for_each_reference(haystack, visit);
        }
        K::Call(call) => in_call(call, visit),
    }
}

fn all<'a>(exprs: impl IntoIterator<Item = &'a Expr>, visit: &mut dyn FnMut(&'a [Ident])) {
    for expr in exprs {
        for_each_reference(expr, visit);
    }
}

fn in_call<'a>(call: &'a Call, visit: &mut dyn FnMut(&'a [Ident])) {
    all(&call.args, visit);
    all(call.within_group.as_ref().map(|w| &w.order.expr), visit);
    all(call.filter.as_ref().map(|f| &f.predicate), visit);
    if let Some(over) = &call.over {
        all(&over.partition_by, visit);
        all(over.order_by.iter().map(|o| &o.expr), visit);
        if let Some(frame) = &over.frame {
            for bound in std::iter::once(&frame.start).chain(&frame.end) {
                if let FrameBound::Preceding(Offset::Expr(e))
                | FrameBound::Following(Offset::Expr(e)) = bound
                {
                    for_each_reference(e, visit);
                }
            }
        }
    }
}
