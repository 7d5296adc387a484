//! Time grains of dimensions: `orders.order_date:month` (R6).

use dosic_expr::ast;
use dosic_ir::DatePart;

/// `DATE_TRUNC('part', expr)`, so that typing treats it as if it had been written.
pub(crate) fn truncate(expr: &ast::Expr, part: DatePart) -> ast::Expr {
    let span = expr.span.clone();
    let name = ast::Ident {
        text: "DATE_TRUNC".to_owned(),
        quoted: false,
        span: span.clone(),
    };
    let unit = ast::Expr {
        kind: ast::ExprKind::String(part.name().to_lowercase()),
        span: span.clone(),
    };
    let call = ast::Call {
        name,
        star: false,
        distinct: false,
        args: vec![unit, expr.clone()],
        within_group: None,
        filter: None,
        over: None,
    };
    ast::Expr {
        kind: ast::ExprKind::Call(Box::new(call)),
        span,
    }
}
