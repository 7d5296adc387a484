//! What a query uses, directly and through metrics and fields: what of it cannot be used or should be warned about.

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{FieldId, Metric, MetricId, ModelExpr, ModelLeaf, SemanticModel};

/// Fields and metrics in use.
#[derive(Default)]
pub(crate) struct Uses {
    fields: BTreeSet<FieldId>,
    metrics: BTreeSet<MetricId>,
    pending: Vec<Pending>,
}

#[derive(Clone, Copy)]
enum Pending {
    Field(FieldId, Span),
    Metric(MetricId, Span),
}

impl Uses {
    /// Adds what an expression as written names; `span` is its entry.
    pub(crate) fn add(&mut self, expr: &ModelExpr, span: Span) {
        let pending = &mut self.pending;
        expr.for_each_leaf_deep(&mut |leaf| match leaf {
            ModelLeaf::Field(f) => {
                pending.push(Pending::Field(f.field, f.origin.0.unwrap_or(span)));
            }
            ModelLeaf::Metric(id, origin) => {
                pending.push(Pending::Metric(*id, origin.0.unwrap_or(span)));
            }
            _ => {}
        });
    }

    /// Follows definitions to the end and reports what of them is unusable (semantics digest 1.3) or
    /// carries an extension that is not honoured (R15), each once, at the place of the query that led there.
    pub(crate) fn report(mut self, model: &SemanticModel, sink: &mut Diagnostics) {
        self.pending.reverse();
        while let Some(next) = self.pending.pop() {
            match next {
                Pending::Field(id, span) if self.fields.insert(id) => {
                    self.report_field(model, id, span, sink);
                }
                Pending::Metric(id, span) if self.metrics.insert(id) => {
                    self.report_metric(model, id, span, sink);
                }
                _ => {}
            }
        }
    }

    fn report_field(
        &mut self,
        model: &SemanticModel,
        id: FieldId,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let Some(field) = model.fields.get(id) else {
            return;
        };
        match (&field.unusable, &field.expr) {
            (Some(reason), _) => sink.push(Diagnostic::clone(reason).at(span, "used here")),
            (None, Some(expr)) => self.add_at(expr, span),
            (None, None) => sink.push(without_expression(&model.qualified(id), span)),
        }
    }

    fn report_metric(
        &mut self,
        model: &SemanticModel,
        id: MetricId,
        span: Span,
        sink: &mut Diagnostics,
    ) {
        let Some(metric) = model.metrics.get(id) else {
            return;
        };
        if !metric.extensions.is_empty() {
            sink.push(not_honoured(metric, span));
        }
        match (&metric.unusable, &metric.expr) {
            (Some(reason), _) => sink.push(Diagnostic::clone(reason).at(span, "used here")),
            (None, Some(expr)) => self.add_at(expr, span),
            (None, None) => sink.push(without_expression(metric.name.display(), span)),
        }
    }

    /// Adds what a definition names, at the place of the query that led to it.
    fn add_at(&mut self, expr: &ModelExpr, span: Span) {
        let pending = &mut self.pending;
        expr.for_each_leaf_deep(&mut |leaf| match leaf {
            ModelLeaf::Field(f) => pending.push(Pending::Field(f.field, span)),
            ModelLeaf::Metric(id, _) => pending.push(Pending::Metric(*id, span)),
            _ => {}
        });
    }
}

fn without_expression(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` has no expression that dosic can use");
    Diagnostic::new(Code::NoUsableDialect, Check::QueryNames, message).at(span, "used here")
}

fn not_honoured(metric: &Metric, span: Span) -> Diagnostic {
    let name = metric.name.display();
    let listed: Vec<String> = metric
        .extensions
        .iter()
        .map(|e| match e.keys.as_slice() {
            [] => e.vendor.clone(),
            keys => format!("{} ({})", e.vendor, keys.join(", ")),
        })
        .collect();
    let message = format!(
        "the metric `{name}` carries extensions that dosic does not implement and that may change its meaning: {}",
        listed.join("; ")
    );
    let found =
        Diagnostic::new(Code::ExtensionNotHonoured, Check::Lint, message).at(span, "used here");
    let place = metric.extensions.first().map(|e| e.span);
    found
        .at_opt(place, "not honoured")
        .help("say what the extension does in the metric's expression")
}

/// The lint for an ad-hoc aggregate whose home depends on the rest of the query (ruling 28): neither it nor
/// any other aggregate or metric of the entry names a dataset.
pub(crate) fn lint_homeless(
    model: &SemanticModel,
    written: &ModelExpr,
    span: Span,
    sink: &mut Diagnostics,
) {
    if model.datasets.len() < 2 {
        return;
    }
    let mut homeless = Vec::new();
    let mut homes = false;
    written.for_each_leaf_deep(&mut |leaf| match leaf {
        ModelLeaf::Metric(..) => homes = true,
        ModelLeaf::Aggregate(call) if call.args.iter().any(|a| a.any_leaf_deep(&mut |_| true)) => {
            homes = true;
        }
        ModelLeaf::Aggregate(call) => homeless.push(call),
        _ => {}
    });
    if homes {
        return;
    }
    for call in homeless {
        let message = format!(
            "which dataset's rows this {} takes depends on the rest of the query",
            call.function.name()
        );
        sink.push(
            Diagnostic::new(Code::HomelessCount, Check::Lint, message)
                .at(call.origin.0.unwrap_or(span), "names no dataset")
                .help("write COUNT(dataset.key)"),
        );
    }
}
