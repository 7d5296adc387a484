//! Queries and diagnostics as short text, for snapshots.

use dosic_diagnostics::{Diagnostics, SourceMap};
use dosic_ir::{
    Expr, ExprKind, ModelExpr, ModelLeaf, OrderTarget, QueryShape, SemanticModel, WindowFn,
};
use dosic_resolve::ResolvedModel;

use crate::ResolvedQuery;

pub(super) fn render_diagnostics(sink: Diagnostics, sources: &SourceMap) -> String {
    let mut text = String::new();
    for d in sink.into_sorted() {
        text.push_str(&format!("{}: {}\n", d.full_code(), d.message));
        for label in &d.labels {
            text.push_str(&format!(
                "  at `{}` {}\n",
                sources.slice(label.span),
                label.text
            ));
        }
        if let Some(help) = &d.help {
            text.push_str(&format!("  help: {help}\n"));
        }
    }
    text
}

pub(super) fn render_query(resolved: &ResolvedQuery, base: &ResolvedModel) -> String {
    let model = &resolved.model(base).model;
    let query = &resolved.query;
    let mut lines = Vec::new();
    match &query.shape {
        QueryShape::Aggregation {
            dimensions,
            measures,
            having,
        } => {
            lines.extend(
                dimensions
                    .iter()
                    .map(|o| format!("dimension {} = {}", o.name, expr(model, &o.expr))),
            );
            lines.extend(
                measures
                    .iter()
                    .map(|o| format!("measure {} = {}", o.name, expr(model, &o.expr))),
            );
            lines.extend(
                having
                    .iter()
                    .map(|p| format!("having {}", expr(model, &p.expr))),
            );
        }
        QueryShape::Scalar { home, fields } => {
            lines.extend(home.map(|h| format!("home {}", model.dataset_name(h))));
            lines.extend(
                fields
                    .iter()
                    .map(|o| format!("field {} = {}", o.name, expr(model, &o.expr))),
            );
        }
    }
    lines.extend(
        query
            .filters
            .iter()
            .map(|p| format!("where {}", expr(model, &p.expr))),
    );
    for key in &query.order_by {
        let target = match &key.target {
            OrderTarget::Output(at) => format!("column {at}"),
            OrderTarget::Expr(e) => expr(model, e),
        };
        let direction = if key.descending { "DESC" } else { "ASC" };
        let nulls = if key.nulls_first { "FIRST" } else { "LAST" };
        lines.push(format!("order by {target} {direction} NULLS {nulls}"));
    }
    lines.extend(query.limit.map(|l| format!("limit {l}")));
    lines.join("\n")
}

fn expr(model: &SemanticModel, e: &ModelExpr) -> String {
    let one = |e: &Expr<ModelLeaf>| expr(model, e);
    match &e.kind {
        ExprKind::Leaf(l) => leaf(model, l),
        ExprKind::Literal(l) => format!("{l:?}"),
        ExprKind::Arithmetic(op, a, b) => format!("({} {op:?} {})", one(a), one(b)),
        ExprKind::Compare(op, a, b) => format!("({} {op:?} {})", one(a), one(b)),
        ExprKind::Call(f, _) => format!("{f:?}({})", list(model, &e.children())),
        ExprKind::Cast {
            expr: inner,
            target,
            ..
        } => format!("CAST({} AS {target:?})", one(inner)),
        ExprKind::Logical(op, _) => format!("{op:?}({})", list(model, &e.children())),
        other => {
            let name = format!("{other:?}");
            let name = name.split([' ', '(']).next().unwrap_or("").to_owned();
            format!("{name}({})", list(model, &e.children()))
        }
    }
}

fn list(model: &SemanticModel, all: &[&ModelExpr]) -> String {
    let all: Vec<_> = all.iter().map(|e| expr(model, e)).collect();
    all.join(", ")
}

fn leaf(model: &SemanticModel, leaf: &ModelLeaf) -> String {
    match leaf {
        ModelLeaf::Field(r) => {
            let role: String = r
                .role
                .iter()
                .map(|r| format!("{}.", model.relationship_name(*r)))
                .collect();
            format!("{role}{}", model.qualified(r.field))
        }
        ModelLeaf::Aggregate(call) => {
            let args: Vec<_> = call.args.iter().collect();
            format!("{}({})", call.function.name(), list(model, &args))
        }
        ModelLeaf::Window(call) => {
            let name = match call.function {
                WindowFn::Aggregate(f) => f.name().to_owned(),
                other => format!("{other:?}"),
            };
            let args: Vec<_> = call.args.iter().collect();
            let partition: Vec<_> = call.partition_by.iter().collect();
            let order: Vec<_> = call.order_by.iter().map(|k| &k.expr).collect();
            format!(
                "{name}({}) OVER [{}][{}]",
                list(model, &args),
                list(model, &partition),
                list(model, &order)
            )
        }
        ModelLeaf::Metric(id, _) => format!("unexpanded {id:?}"),
        ModelLeaf::Column(c) => format!("column {c:?}"),
    }
}
