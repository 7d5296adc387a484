//! Equality that ignores positions.

use crate::ast::{Expr, ExprKind, FrameBound, Ident, Offset, OrderItem};

/// Whether two expressions differ in nothing but the places of their parts.
#[must_use]
pub fn equal_modulo_spans(a: &Expr, b: &Expr) -> bool {
    let (mut a, mut b) = (a.clone(), b.clone());
    clear(&mut a);
    clear(&mut b);
    a == b
}

fn clear(expr: &mut Expr) {
    expr.span = 0..0;
    match &mut expr.kind {
        ExprKind::Integer(_)
        | ExprKind::Decimal(_)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Boolean(_)
        | ExprKind::Null
        | ExprKind::Error => {}
        ExprKind::Typed { text_span, .. } => *text_span = 0..0,
        ExprKind::Interval { unit, .. } => clear_idents(unit),
        ExprKind::Ref(parts) => clear_idents(parts),
        ExprKind::Unary { operand, .. }
        | ExprKind::IsNull { operand, .. }
        | ExprKind::IsBoolean { operand, .. } => clear(operand),
        ExprKind::Binary {
            op_span,
            left,
            right,
            ..
        } => {
            *op_span = 0..0;
            clear(left);
            clear(right);
        }
        ExprKind::IsDistinct { left, right, .. } => {
            clear(left);
            clear(right);
        }
        ExprKind::Between {
            operand, low, high, ..
        } => {
            clear(operand);
            clear(low);
            clear(high);
        }
        ExprKind::In { operand, list, .. } => {
            clear(operand);
            list.iter_mut().for_each(clear);
        }
        ExprKind::Like {
            operand,
            pattern,
            escape,
            ..
        } => {
            clear(operand);
            clear(pattern);
            if let Some((_, span)) = escape {
                *span = 0..0;
            }
        }
        ExprKind::Case {
            operand,
            whens,
            otherwise,
        } => {
            operand.iter_mut().chain(otherwise).for_each(|e| clear(e));
            for (condition, value) in whens {
                clear(condition);
                clear(value);
            }
        }
        ExprKind::Cast {
            operand, target, ..
        } => {
            clear(operand);
            target.span = 0..0;
        }
        ExprKind::Extract { part, operand } => {
            part.span = 0..0;
            clear(operand);
        }
        ExprKind::Position { needle, haystack } => {
            clear(needle);
            clear(haystack);
        }
        ExprKind::Call(call) => clear_call(call),
    }
}

fn clear_call(call: &mut crate::ast::Call) {
    call.name.span = 0..0;
    call.args.iter_mut().for_each(clear);
    if let Some(within) = &mut call.within_group {
        within.span = 0..0;
        clear_order(&mut within.order);
    }
    if let Some(filter) = &mut call.filter {
        filter.span = 0..0;
        clear(&mut filter.predicate);
    }
    let Some(over) = &mut call.over else { return };
    over.span = 0..0;
    over.partition_by.iter_mut().for_each(clear);
    over.order_by.iter_mut().for_each(clear_order);
    if let Some(frame) = &mut over.frame {
        frame.span = 0..0;
        clear_bound(&mut frame.start);
        frame.end.iter_mut().for_each(clear_bound);
    }
}

fn clear_bound(bound: &mut FrameBound) {
    match bound {
        FrameBound::Preceding(offset) | FrameBound::Following(offset) => match offset {
            Offset::Integer(_, span) | Offset::Parameter(span) => *span = 0..0,
            Offset::Expr(expr) => clear(expr),
        },
        FrameBound::UnboundedPreceding
        | FrameBound::CurrentRow
        | FrameBound::UnboundedFollowing => {}
    }
}

fn clear_order(item: &mut OrderItem) {
    clear(&mut item.expr);
}

fn clear_idents<'a>(idents: impl IntoIterator<Item = &'a mut Ident>) {
    for ident in idents {
        ident.span = 0..0;
    }
}
