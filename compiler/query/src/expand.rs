//! Metric expansion by substitution (semantics digest 4.3), with its work bounded.

use std::collections::BTreeMap;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{Expr, MetricId, ModelExpr, ModelLeaf, SemanticModel, Type};

/// Most nodes of one expanded expression. Metrics that share metrics can double at every level.
const MAX_NODES: usize = 100_000;
/// Deepest expanded expression: later stages recurse over it.
const MAX_DEPTH: usize = 320;

/// Size of an expression with its metrics expanded.
#[derive(Clone, Copy, Default)]
struct Extent {
    nodes: usize,
    depth: usize,
}

/// Expands metrics, each once.
#[derive(Default)]
pub(crate) struct Expander {
    done: BTreeMap<MetricId, Expansion>,
}

#[derive(Clone)]
enum Expansion {
    /// Being expanded: seen again only in a cycle, which model resolution has refused.
    Open,
    /// It has no expression, or is too large; the reason is reported where it is used.
    Broken(Option<Extent>),
    Ready(ModelExpr, Extent),
}

impl Expander {
    /// `expr` with every metric replaced by its expression; `None` after a diagnostic, or if a metric
    /// has no usable expression (the caller reports that).
    pub(crate) fn expand(
        &mut self,
        model: &SemanticModel,
        expr: &ModelExpr,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        for metric in metrics_of(expr) {
            self.prepare(model, metric);
        }
        let extent = self.extent(expr);
        if too_large(extent) {
            sink.push(refuse(extent, span));
            return None;
        }
        self.substitute(expr)
    }

    /// Expands a metric after all that it reads, without recursion over the metric graph.
    fn prepare(&mut self, model: &SemanticModel, metric: MetricId) {
        let mut stack = vec![metric];
        while let Some(&top) = stack.last() {
            let Some(expr) = model.metrics.get(top).and_then(|m| m.expr.as_ref()) else {
                self.done.insert(top, Expansion::Broken(None));
                stack.pop();
                continue;
            };
            match self.done.get(&top) {
                None => {
                    self.done.insert(top, Expansion::Open);
                    let unseen = |m: &MetricId| !self.done.contains_key(m);
                    stack.extend(metrics_of(expr).into_iter().filter(unseen));
                }
                Some(Expansion::Open) => {
                    let expansion = self.finish(expr);
                    self.done.insert(top, expansion);
                    stack.pop();
                }
                Some(Expansion::Ready(..) | Expansion::Broken(_)) => {
                    stack.pop();
                }
            }
        }
    }

    fn finish(&self, expr: &ModelExpr) -> Expansion {
        let extent = self.extent(expr);
        if too_large(extent) {
            return Expansion::Broken(Some(extent));
        }
        match self.substitute(expr) {
            Some(expr) => Expansion::Ready(expr, extent),
            None => Expansion::Broken(None),
        }
    }

    fn substitute(&self, expr: &ModelExpr) -> Option<ModelExpr> {
        let mut replace = |leaf: &ModelLeaf, ty: Type| self.substitute_leaf(leaf, ty).ok_or(());
        expr.try_map(&mut replace).ok()
    }

    fn substitute_leaf(&self, leaf: &ModelLeaf, ty: Type) -> Option<ModelExpr> {
        let mut replace = |leaf: &ModelLeaf, ty: Type| self.substitute_leaf(leaf, ty).ok_or(());
        let leaf = match leaf {
            ModelLeaf::Metric(id, _) => {
                let Some(Expansion::Ready(expr, _)) = self.done.get(id) else {
                    return None;
                };
                // A declared datatype is trusted, so the type is the metric's, not the expression's.
                return Some(Expr { ty, ..expr.clone() });
            }
            ModelLeaf::Aggregate(call) => {
                ModelLeaf::Aggregate(Box::new(call.try_map(&mut replace).ok()?))
            }
            ModelLeaf::Window(call) => {
                ModelLeaf::Window(Box::new(call.try_map(&mut replace).ok()?))
            }
            ModelLeaf::Column(_) | ModelLeaf::Field(_) => leaf.clone(),
        };
        Some(Expr::leaf(leaf, ty))
    }

    fn extent(&self, expr: &ModelExpr) -> Extent {
        let mut inner: Vec<&ModelExpr> = expr.children();
        match expr.as_leaf() {
            Some(ModelLeaf::Metric(id, _)) => {
                return match self.done.get(id) {
                    Some(Expansion::Ready(_, extent) | Expansion::Broken(Some(extent))) => *extent,
                    _ => Extent::default(),
                };
            }
            Some(ModelLeaf::Aggregate(call)) => inner.extend(&call.args),
            Some(ModelLeaf::Window(call)) => inner.extend(call.exprs()),
            _ => {}
        }
        let mut all = Extent { nodes: 1, depth: 0 };
        for part in inner {
            let part = self.extent(part);
            all.nodes = all.nodes.saturating_add(part.nodes);
            all.depth = all.depth.max(part.depth);
        }
        all.depth += 1;
        all
    }
}

fn too_large(extent: Extent) -> bool {
    extent.nodes > MAX_NODES || extent.depth > MAX_DEPTH
}

fn refuse(extent: Extent, span: Span) -> Diagnostic {
    let (message, label) = if extent.depth > MAX_DEPTH {
        (
            "the metrics build on each other too deeply",
            format!("more than {MAX_DEPTH} levels when written out"),
        )
    } else {
        (
            "the metrics repeat each other too often",
            format!("more than {MAX_NODES} operations when written out"),
        )
    };
    Diagnostic::new(Code::InvalidQuery, Check::QueryNames, message)
        .kind("expansion-too-large")
        .at(span, label)
        .help("define the metric with fewer steps")
}

/// The metrics that an expression names, in order, also inside windows.
pub(crate) fn metrics_of(expr: &ModelExpr) -> Vec<MetricId> {
    let mut found = Vec::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Metric(id, _) = leaf {
            found.push(*id);
        }
    });
    found
}
