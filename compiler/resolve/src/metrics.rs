//! Metrics: parsed, ordered by what they read, typed, and their composition checked.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_document as document;
use dosic_ir::{
    AggregateCall, MetricId, ModelExpr, ModelLeaf, Origin, TypedId, UnimplementedExtension,
};
use dosic_typing::{Context, Site};

use crate::fields::{Parsed, declared_type, first_error, parse, unusable_read};
use crate::global_scope::{Audience, GlobalScope};
use crate::identifier::normal;
use crate::order;
use crate::reference::for_each_reference;
use crate::{Global, ResolveOptions, ResolvedModel};

/// Resolves and types every metric. The metrics of the model are those of the document, in order.
///
/// Most metrics name only metrics before them: those are typed as they come, so that their syntax trees
/// need not be kept. The others wait and are ordered.
pub(crate) fn resolve_metrics(
    document: &document::Model,
    options: &ResolveOptions,
    resolved: &mut ResolvedModel,
    suggestions: &mut usize,
    sink: &mut Diagnostics,
) {
    let mut pass = Pass {
        document,
        resolved,
        suggestions,
        done: vec![None; document.metrics.len()],
    };
    let mut waiting = Vec::new();
    for (at, source) in document.metrics.iter().enumerate() {
        let what = || format!("the metric `{}`", source.name.text);
        let parsed = parse(&source.expression, what, options, sink);
        let reads = dependencies(&parsed, pass.resolved);
        if reads.iter().all(|r| pass.home(*r).is_some()) {
            pass.finish(at, &parsed, false, sink);
        } else {
            waiting.push(Waiting { at, parsed, reads });
        }
    }
    pass.finish_waiting(&waiting, sink);
}

/// A metric that names one which is not typed yet.
struct Waiting<'d> {
    at: usize,
    parsed: Parsed<'d>,
    reads: Vec<usize>,
}

/// The state of the pass.
struct Pass<'a> {
    document: &'a document::Model,
    resolved: &'a mut ResolvedModel,
    suggestions: &'a mut usize,
    /// Of every metric, the home if it is typed or known to be faulty.
    done: Vec<Option<Home>>,
}

impl Pass<'_> {
    fn home(&self, at: usize) -> Option<Home> {
        self.done.get(at).copied().flatten()
    }

    fn finish_waiting(&mut self, waiting: &[Waiting<'_>], sink: &mut Diagnostics) {
        let mut position = vec![None; self.done.len()];
        for (i, metric) in waiting.iter().enumerate() {
            if let Some(slot) = position.get_mut(metric.at) {
                *slot = Some(i);
            }
        }
        let among = |reads: &[usize]| reads.iter().filter_map(|r| *position.get(*r)?).collect();
        let dependencies: Vec<Vec<usize>> = waiting.iter().map(|w| among(&w.reads)).collect();
        let order = order::order(&dependencies);
        let mut cyclic = vec![false; waiting.len()];
        for cycle in &order.cycles {
            let members: Vec<usize> = cycle
                .iter()
                .filter_map(|i| Some(waiting.get(*i)?.at))
                .collect();
            sink.push(cycle_fault(&members, self.document, self.resolved));
            for i in cycle {
                if let Some(flag) = cyclic.get_mut(*i) {
                    *flag = true;
                }
            }
        }
        for i in order.sequence {
            if let Some(metric) = waiting.get(i) {
                self.finish(
                    metric.at,
                    &metric.parsed,
                    cyclic.get(i) == Some(&true),
                    sink,
                );
            }
        }
    }

    /// Types a metric, all that it names being typed, and records what came out.
    fn finish(&mut self, at: usize, parsed: &Parsed<'_>, cyclic: bool, sink: &mut Diagnostics) {
        let Some(source) = self.document.metrics.get(at) else {
            return;
        };
        let id = MetricId::from_index(at);
        let typed = type_metric(source, parsed, self.resolved, self.suggestions, sink);
        let usable = typed.and_then(|expr| {
            if cyclic {
                return Err(Box::new(cycle_fault(&[at], self.document, self.resolved)));
            }
            unusable_read(&expr, self.resolved).map_or(Ok(expr), Err)
        });
        let home = usable
            .as_ref()
            .map_or(Home::None, |expr| self.home_of(expr));
        if let Ok(expr) = &usable {
            check_composition(source, expr, self.resolved, sink);
            if home == Home::Homeless && self.resolved.model.datasets.len() > 1 {
                sink.push(homeless(source, expr, self.resolved));
            }
        }
        if let Some(slot) = self.done.get_mut(at) {
            *slot = Some(home);
        }
        let windowed = usable
            .as_ref()
            .is_ok_and(|expr| is_windowed(expr, self.resolved));
        let Some(metric) = self.resolved.model.metrics.get_mut(id) else {
            return;
        };
        match usable {
            Ok(expr) => {
                let what = || format!("the metric `{}`", source.name.text);
                metric.ty = declared_type(source.datatype, expr.ty, what, sink);
                metric.windowed = windowed;
                metric.expr = Some(expr);
            }
            Err(reason) => metric.unusable = Some(reason),
        }
    }

    fn home_of(&self, expr: &ModelExpr) -> Home {
        let mut home = Home::None;
        expr.for_each_leaf_deep(&mut |leaf| {
            let found = match leaf {
                ModelLeaf::Aggregate(call) if names_dataset(call) => Home::Named,
                ModelLeaf::Aggregate(_) => Home::Homeless,
                ModelLeaf::Metric(id, _) => self.home(id.index()).unwrap_or(Home::None),
                _ => Home::None,
            };
            home = home.max(found);
        });
        home
    }
}

/// The metrics that an expression names.
fn dependencies(parsed: &Parsed<'_>, resolved: &ResolvedModel) -> Vec<usize> {
    let mut reads = Vec::new();
    if let Parsed::Expr(expr, _) = parsed {
        for_each_reference(expr, &mut |parts| {
            let [name] = parts else { return };
            if let Some(Global::Metric(id)) = resolved.names.global_normal(&normal(name)) {
                reads.push(id.index());
            }
        });
    }
    reads
}

fn type_metric(
    source: &document::Metric,
    parsed: &Parsed<'_>,
    resolved: &mut ResolvedModel,
    suggestions: &mut usize,
    sink: &mut Diagnostics,
) -> Result<ModelExpr, Box<Diagnostic>> {
    let (expr, chosen) = match parsed {
        Parsed::Expr(expr, chosen) => (expr, *chosen),
        Parsed::Unusable(reason) => return Err(reason.clone()),
    };
    let mut own = Diagnostics::new();
    let scope = GlobalScope::with_suggestions(resolved, Audience::Model, *suggestions);
    let context = Context {
        text: chosen.text,
        scope: &scope,
        site: Site::Metric,
        strict: resolved.strict,
        foreign_dialect: chosen.foreign.filter(|_| !resolved.strict),
    };
    let typed = dosic_typing::lower(expr, &context, &mut own);
    *suggestions = scope.suggestions_left();
    let implied = scope.into_implied();
    let what = || format!("the metric `{}`", source.name.text);
    let outcome = typed.ok_or_else(|| first_error(&own, what, chosen.text));
    sink.extend(own);
    resolved.add_implied(implied);
    outcome
}

/// Whether it holds a window function outside aggregates, metrics expanded.
fn is_windowed(expr: &ModelExpr, resolved: &ResolvedModel) -> bool {
    expr.any_leaf(&mut |leaf| match leaf {
        ModelLeaf::Window(_) => true,
        ModelLeaf::Metric(id, _) => resolved.model.metrics.get(*id).is_some_and(|m| m.windowed),
        _ => false,
    })
}

/// Refuses a metric that names a windowed one, in whatever way (6.4).
fn check_composition(
    source: &document::Metric,
    expr: &ModelExpr,
    resolved: &ResolvedModel,
    sink: &mut Diagnostics,
) {
    expr.for_each_leaf_deep(&mut |leaf| {
        let ModelLeaf::Metric(id, Origin(place)) = leaf else { return };
        let Some(inner) = resolved.model.metrics.get(*id).filter(|m| m.windowed) else {
            return;
        };
        let message = format!(
            "the metric `{}` is built on `{}`, which holds a window function: composition of windowed metrics is deferred (§10)",
            source.name.text,
            inner.name.display()
        );
        sink.push(
            Diagnostic::new(Code::WindowedMetricComposition, Check::WindowComposition, message)
                .at_opt(*place, "a windowed metric")
                .at(inner.span, "defined with a window here")
                .help("write the whole expression in one metric, or put the window into a derived field of a dataset and aggregate that field"),
        );
    });
}

/// What decides the home of a metric's aggregates (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Home {
    /// No aggregate.
    None,
    /// Aggregates, but none names a dataset.
    Homeless,
    /// An aggregate that names a dataset.
    Named,
}

fn names_dataset(call: &AggregateCall<ModelLeaf>) -> bool {
    let field = |leaf: &ModelLeaf| matches!(leaf, ModelLeaf::Field(_));
    call.args.iter().any(|a| a.any_leaf_deep(&mut |l| field(l)))
}

fn homeless(source: &document::Metric, expr: &ModelExpr, resolved: &ResolvedModel) -> Diagnostic {
    let mut place = None;
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Aggregate(call) = leaf {
            place = place.or(call.origin.0);
        }
    });
    let message = format!(
        "the rows that the metric `{}` counts depend on the query that uses it",
        source.name.text
    );
    let example = resolved
        .model
        .datasets
        .iter()
        .find_map(|d| d.fields.first());
    let example = example.map_or_else(
        || "dataset.key".to_owned(),
        |f| resolved.model.qualified(*f),
    );
    Diagnostic::new(Code::HomelessCount, Check::Lint, message)
        .at(place.unwrap_or(source.name.span), "names no dataset")
        .help(format!(
            "write COUNT(dataset.key), such as COUNT({example})"
        ))
}

fn cycle_fault(
    cycle: &[usize],
    document: &document::Model,
    resolved: &ResolvedModel,
) -> Diagnostic {
    let members: Vec<&document::Metric> = cycle
        .iter()
        .filter_map(|i| document.metrics.get(*i))
        .collect();
    let places: Vec<(String, Span)> = members
        .iter()
        .map(|m| (m.name.text.clone(), m.name.span))
        .collect();
    let fault = order::cycle_fault(Code::MetricCycle, "metrics", &places);
    let of_field = cycle.iter().find_map(|i| {
        let metric = resolved.model.metrics.get(MetricId::from_index(*i))?;
        let field = resolved.names.fields_named(metric.name.normal()).first()?;
        Some(resolved.model.qualified(*field))
    });
    fault.help(match of_field {
        Some(field) => format!("a bare name is a metric: for the field write `{field}`"),
        None => "break the cycle: define one of them by aggregates".to_owned(),
    })
}

/// Extensions of a metric, which dosic does not implement whatever the vendor (R15).
pub(crate) fn extensions(metric: &document::Metric) -> Vec<UnimplementedExtension> {
    metric
        .extensions
        .iter()
        .map(|extension| {
            let data: Result<serde_json::Map<String, serde_json::Value>, _> =
                serde_json::from_str(&extension.data.text);
            UnimplementedExtension {
                vendor: extension.vendor.text.clone(),
                keys: data
                    .map(|d| d.keys().cloned().collect())
                    .unwrap_or_default(),
                span: extension.vendor.span,
            }
        })
        .collect()
}
