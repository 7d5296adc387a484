//! Sort keys (semantics digest 3.4).

use dosic_diagnostics::{Diagnostics, SpannedText};
use dosic_expr::ast;
use dosic_ir::Origin;
use dosic_resolve::ident_of;

use crate::lower::{Lowering, Written};
use crate::read::wrong_type;
use crate::read_entries::positional;
use crate::request::RequestOrder;
use crate::scope::{OutputScope, find_output};

/// A sort key before metrics are expanded.
pub(crate) struct WrittenKey {
    pub(crate) target: WrittenTarget,
    pub(crate) descending: bool,
    pub(crate) nulls_first: bool,
    pub(crate) origin: Origin,
}

pub(crate) enum WrittenTarget {
    /// A column of the result.
    Output(usize),
    Expr(Written),
}

/// Parses and types one entry. A bare name is first a column of the result; integers are refused.
pub(crate) fn lower_order(
    lowering: &Lowering<'_>,
    order: &RequestOrder,
    scope: &OutputScope<'_>,
    sink: &mut Diagnostics,
) -> Option<WrittenKey> {
    let text = &order.target;
    let item = lowering.grammar().order_item(text, sink)?;
    refuse_contradiction(order, &item, sink);
    let descending = item.descending || order.descending == Some(true);
    // NULL is the largest value unless the query says where it goes.
    let nulls_first = item.nulls_first.or(order.nulls_first).unwrap_or(descending);
    let target = target(lowering, text, &item.expr, scope, sink)?;
    Some(WrittenKey {
        target,
        descending,
        nulls_first,
        origin: Origin::from(order.span),
    })
}

fn target(
    lowering: &Lowering<'_>,
    text: &SpannedText,
    expr: &ast::Expr,
    scope: &OutputScope<'_>,
    sink: &mut Diagnostics,
) -> Option<WrittenTarget> {
    let span = text.locate(expr.span.clone());
    match &expr.kind {
        ast::ExprKind::Integer(_) => {
            sink.push(positional(span));
            return None;
        }
        ast::ExprKind::Ref(parts) => {
            if let [name] = parts.as_slice()
                && let Some(found) = find_output(scope.outputs, &ident_of(name), span, sink)
            {
                return found.map(WrittenTarget::Output);
            }
        }
        _ => {}
    }
    let expr = lowering.expression(text, expr, scope, sink)?;
    Some(WrittenTarget::Expr(Written {
        expr,
        span: text.span,
    }))
}

/// What is written in the target and beside it must agree.
fn refuse_contradiction(order: &RequestOrder, item: &ast::OrderItem, sink: &mut Diagnostics) {
    let directions = item.descending && order.descending == Some(false);
    let nulls = matches!((item.nulls_first, order.nulls_first), (Some(a), Some(b)) if a != b);
    if directions || nulls {
        let what = if directions {
            "direction"
        } else {
            "place of NULL"
        };
        let message = format!("an order entry gives two contradicting values for the {what}");
        sink.push(wrong_type(order.span, &message, "this entry").help("write it once"));
    }
}
