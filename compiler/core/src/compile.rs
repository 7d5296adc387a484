//! One query through the pipeline.

use dosic_diagnostics::{Check, Diagnostics};
use dosic_graph::JoinGraph;
use dosic_ir::{LogicalPlan, RelationshipId, SemanticModel, SemanticQuery};
use dosic_plan::{Planned, key_check, passes};
use dosic_resolve::ResolvedModel;

use crate::{Options, QueryRequest};

/// What a query became.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The plan after all passes.
    pub plan: LogicalPlan,
    /// For each join whose key is an assumption (R12), a plan that gives a row iff the data break it
    /// (ruling 24).
    pub key_checks: Vec<KeyCheck>,
}

/// A check of an assumed key.
#[derive(Clone, Debug)]
pub struct KeyCheck {
    /// The relationship walked.
    pub relationship: RelationshipId,
    /// A plan that gives the repeated key values, one row if there are any and none otherwise.
    pub plan: LogicalPlan,
}

/// Sees the plan as planned (`plan`) and after each pass.
pub type Trace<'t> = &'t mut dyn FnMut(&'static str, &LogicalPlan);

/// Compiles a request against a resolved model.
///
/// Gives the plan iff there is no error, and every diagnostic of the query and plan stages.
#[must_use]
pub fn compile(
    model: &ResolvedModel,
    request: &QueryRequest,
    options: &Options,
    trace: Trace<'_>,
) -> (Option<Compiled>, Diagnostics) {
    let (query, mut sink) = dosic_query::resolve_query(model, request, &options.querying());
    let Some(query) = query else {
        return (None, sink);
    };
    let model = query.model(model);
    if sink.has_errors() {
        // Types are wrong. The faults of planning come before them, so look for those too.
        let query = &query.query;
        let (_, planning) = dosic_plan::plan(&model.model, &model.graph, query, options.planning());
        sink.extend(planning);
        return (None, sink);
    }
    let (compiled, planning) =
        compile_query(&model.model, &model.graph, &query.query, options, trace);
    sink.extend(planning);
    (compiled, sink)
}

/// Compiles a resolved query: planning and passes.
#[must_use]
pub fn compile_query(
    model: &SemanticModel,
    graph: &JoinGraph,
    query: &SemanticQuery,
    options: &Options,
    trace: Trace<'_>,
) -> (Option<Compiled>, Diagnostics) {
    let (planned, mut sink) = dosic_plan::plan(model, graph, query, options.planning());
    let Some(Planned { plan, assumed_keys }) = planned else {
        return (None, sink);
    };
    trace("plan", &plan);
    let disabled = |name: &str| options.disabled_passes.contains(name);
    let plan = match passes::optimise(plan, &disabled, trace) {
        Ok(plan) => plan,
        Err(diagnostic) => {
            sink.push(diagnostic);
            return (None, sink);
        }
    };
    let mut key_checks = Vec::new();
    for relationship in assumed_keys {
        let (plan, found) = key_check(model, graph, relationship);
        // What a key reads was checked when the query was planned.
        debug_assert!(found.iter().all(|d| d.check == Check::Lint), "{found:?}");
        key_checks.extend(plan.map(|plan| KeyCheck { relationship, plan }));
    }
    (Some(Compiled { plan, key_checks }), sink)
}
