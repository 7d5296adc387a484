//! The size of SQL expressions, which lowerings that repeat an argument multiply.

use crate::ast::{SqlExpr, SqlOrder, TemplatePart};

/// Whether an expression has at most `limit` nodes. Looks at no more of them than that.
#[must_use]
pub(crate) fn fits(expr: &SqlExpr, limit: usize) -> bool {
    let mut open = vec![expr];
    let mut seen = 0;
    while let Some(next) = open.pop() {
        seen += 1;
        if seen > limit {
            return false;
        }
        push_children(next, &mut open);
    }
    true
}

/// Pushes the direct operands of an expression.
pub(crate) fn push_children<'a>(expr: &'a SqlExpr, open: &mut Vec<&'a SqlExpr>) {
    let keys = |order: &'a [SqlOrder]| order.iter().map(|k| &k.expr);
    match expr {
        SqlExpr::Column { .. } | SqlExpr::Raw(_) => {}
        SqlExpr::Unary { operand, .. }
        | SqlExpr::Postfix { operand, .. }
        | SqlExpr::Cast { operand, .. }
        | SqlExpr::Collate { operand, .. } => open.push(operand),
        SqlExpr::Binary { left, right, .. } => open.extend([&**left, &**right]),
        SqlExpr::Function {
            args, within_group, ..
        } => {
            open.extend(args);
            open.extend(keys(within_group));
        }
        SqlExpr::Template { parts } => open.extend(parts.iter().filter_map(|p| match p {
            TemplatePart::Expr(e) => Some(e),
            TemplatePart::Text(_) => None,
        })),
        SqlExpr::Between {
            operand, low, high, ..
        } => open.extend([&**operand, &**low, &**high]),
        SqlExpr::In { operand, list, .. } => {
            open.push(operand);
            open.extend(list);
        }
        SqlExpr::Like {
            operand, pattern, ..
        } => open.extend([&**operand, &**pattern]),
        SqlExpr::Case {
            operand,
            whens,
            otherwise,
        } => {
            open.extend(operand.as_deref());
            open.extend(whens.iter().flat_map(|(w, t)| [w, t]));
            open.extend(otherwise.as_deref());
        }
        SqlExpr::Window {
            function,
            partition_by,
            order_by,
            ..
        } => {
            open.push(function);
            open.extend(partition_by);
            open.extend(keys(order_by));
        }
    }
}
