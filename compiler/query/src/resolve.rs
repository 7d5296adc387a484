//! Request → [`SemanticQuery`], in two steps: every entry is typed against the model's names; then
//! metrics are expanded and what each clause accepts is checked.

use dosic_diagnostics::{Check, Diagnostics, Severity};
use dosic_ir::{DatasetId, SemanticQuery};
use dosic_resolve::{Audience, ResolvedModel};
use dosic_typing::Site;

use crate::finish::Finisher;
use crate::lower::{Column, Lowering, Written};
use crate::order::{WrittenKey, lower_order};
use crate::output::name_columns;
use crate::read_entries::Clause;
use crate::request::QueryRequest;
use crate::scope::{Output, OutputScope, Precedence};
use crate::shape::{Shape, shape_of};
use crate::yaml_name::name_ident;

/// How a query is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryOptions {
    /// Foundation to the letter: the right-hand column of semantics digest 13.
    pub strict: bool,
}

/// A resolved query with the model that its ids are of.
#[derive(Clone, Debug)]
pub struct ResolvedQuery {
    /// The query.
    pub query: SemanticQuery,
    /// The model with the fields that the query implies (R13), if it implies any.
    pub extended: Option<Box<ResolvedModel>>,
}

impl ResolvedQuery {
    /// The model to plan the query with; `base` is the one it was resolved against.
    #[must_use]
    pub fn model<'a>(&'a self, base: &'a ResolvedModel) -> &'a ResolvedModel {
        self.extended.as_deref().unwrap_or(base)
    }
}

/// Everything typed, nothing expanded.
pub(crate) struct Typed {
    pub(crate) shape: Shape,
    pub(crate) home: Option<DatasetId>,
    pub(crate) dimensions: Vec<Column>,
    pub(crate) measures: Vec<Column>,
    pub(crate) fields: Vec<Column>,
    /// Names of dimensions and measures, or of fields.
    pub(crate) names: Vec<String>,
    pub(crate) filters: Vec<Written>,
    pub(crate) having: Vec<Written>,
    pub(crate) order_by: Vec<WrittenKey>,
    pub(crate) limit: Option<u64>,
}

/// Resolves a request against a model (semantics digest 3).
///
/// Reports every fault of shape, syntax, names, levels, windows and predicates' types, with the codes of
/// digest 9. Homes and paths are the planner's, and come before types in the order of checks: so the query is given
/// iff there is no error but of types, to look for those of planning too. It must not be answered then.
#[must_use]
pub fn resolve_query(
    resolved: &ResolvedModel,
    request: &QueryRequest,
    options: &QueryOptions,
) -> (Option<ResolvedQuery>, Diagnostics) {
    let mut sink = Diagnostics::new();
    let scope = resolved.scope(Audience::Query);
    let lowering = Lowering {
        resolved,
        scope: &scope,
        site: if request.fields.is_empty() {
            Site::Groups
        } else {
            Site::Query
        },
        strict: options.strict,
    };
    let typed = type_request(&lowering, request, &mut sink);
    let implied = scope.into_implied();
    let extended = (!implied.is_empty()).then(|| {
        let mut extended = Box::new(resolved.clone());
        extended.add_implied(implied);
        extended
    });
    let model = extended.as_deref().unwrap_or(resolved);
    let query = Finisher::new(&model.model, &mut sink).finish(typed);
    let resolved = query
        .filter(|_| only_of_types(&sink))
        .map(|query| ResolvedQuery { query, extended });
    (resolved, sink)
}

/// Whether there is no error, or none that would make planning report what follows from it.
fn only_of_types(sink: &Diagnostics) -> bool {
    let mut errors = sink.iter().filter(|d| d.severity == Severity::Error);
    errors.all(|d| d.check == Check::QueryTypes)
}

fn type_request(lowering: &Lowering<'_>, request: &QueryRequest, sink: &mut Diagnostics) -> Typed {
    let shape = shape_of(request, sink);
    let mut columns = |items: &[_], clause| -> Vec<Column> {
        items
            .iter()
            .map(|i| lowering.column(i, clause, sink))
            .collect()
    };
    let dimensions = columns(&request.dimensions, Clause::Dimension);
    let measures = columns(&request.measures, Clause::Measure);
    let fields = columns(&request.fields, Clause::Field);
    let shown: Vec<&Column> = match shape {
        Shape::Aggregation => dimensions.iter().chain(&measures).collect(),
        Shape::Scalar => fields.iter().collect(),
    };
    let outputs = outputs_of(&shown, sink);
    let names = outputs.iter().map(|o| o.name.display.clone()).collect();

    let mut named = OutputScope {
        model: lowering.scope,
        names: &lowering.resolved.names,
        outputs: &outputs,
        precedence: Precedence::ModelOnly,
    };
    let mut filters = Vec::new();
    for text in &request.filters {
        filters.extend(lowering.predicate(text, &named, sink));
    }
    named.precedence = Precedence::MetricFirst;
    let mut having = Vec::new();
    for text in &request.having {
        having.extend(lowering.predicate(text, &named, sink));
    }
    named.precedence = Precedence::OutputFirst;
    let order_by = request
        .order_by
        .iter()
        .filter_map(|o| lower_order(lowering, o, &named, sink))
        .collect();
    drop(outputs);
    Typed {
        shape,
        home: home_of(lowering.resolved, request, shape, sink),
        dimensions,
        measures,
        fields,
        names,
        filters,
        having,
        order_by,
        limit: request.limit,
    }
}

fn outputs_of<'a>(shown: &[&'a Column], sink: &mut Diagnostics) -> Vec<Output<'a>> {
    let wanted: Vec<_> = shown.iter().map(|c| (c.name.clone(), c.span)).collect();
    let names = name_columns(&wanted, sink);
    let columns = shown.iter().zip(names);
    columns
        .map(|(c, name)| Output {
            name,
            written: c.written.as_ref(),
            span: c.span,
        })
        .collect()
}

/// The dataset that a scalar query names as its home.
fn home_of(
    resolved: &ResolvedModel,
    request: &QueryRequest,
    shape: Shape,
    sink: &mut Diagnostics,
) -> Option<DatasetId> {
    let name = request.dataset.as_ref()?;
    if shape == Shape::Aggregation {
        sink.push(crate::home::ignored(name.span));
        return None;
    }
    let ident = dosic_resolve::ident_of(&name_ident(&name.text));
    let found = resolved.model.dataset_named(&ident);
    if found.is_none() {
        sink.push(crate::home::unknown(&resolved.model, name));
    }
    found
}
