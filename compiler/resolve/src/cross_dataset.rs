//! References of fields to other datasets: semantics digest 5.5.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_graph::{Direction, Path, Route};
use dosic_ir::{DatasetId, Field, FieldRef, ModelLeaf, RelationshipId};
use rustc_hash::FxHashMap;

use crate::ResolvedModel;

/// Checks that every field of another dataset that a field reads is reached by one up path.
pub(crate) fn check(resolved: &ResolvedModel, sink: &mut Diagnostics) {
    let mut routes: FxHashMap<(DatasetId, DatasetId), Route> = FxHashMap::default();
    for field in resolved.model.fields.iter() {
        let Some(expr) = &field.expr else { continue };
        expr.for_each_leaf_deep(&mut |leaf| {
            let ModelLeaf::Field(read) = leaf else { return };
            let target = resolved.model.fields.get(read.field);
            let Some(to) = target.map(|t| t.dataset) else {
                return;
            };
            if to == field.dataset && read.role.is_empty() {
                return;
            }
            if read.role.is_empty() {
                let key = (field.dataset, to);
                let route = routes
                    .entry(key)
                    .or_insert_with(|| resolved.graph.route(key.0, key.1));
                sink_fault(resolved, field, read, to, route, sink);
            } else {
                let route = resolved.graph.route_in_role(field.dataset, &read.role, to);
                sink_fault(resolved, field, read, to, &route, sink);
            }
        });
    }
}

fn sink_fault(
    resolved: &ResolvedModel,
    field: &Field,
    read: &FieldRef,
    to: DatasetId,
    route: &Route,
    sink: &mut Diagnostics,
) {
    let read_name = resolved.model.qualified(read.field);
    let to_name = resolved.model.dataset_name(to);
    let from_name = resolved.model.dataset_name(field.dataset);
    let reads = || {
        format!(
            "the field `{from_name}.{}` reads `{read_name}`",
            field.name.spelling()
        )
    };
    let (code, message, help) = match route {
        Route::Here | Route::Up(_) => return,
        Route::AmbiguousUp(paths) => (
            Code::AmbiguousPath,
            format!("{}, and several paths lead from `{from_name}` to `{to_name}`: {}", reads(), listed(resolved, paths)),
            ambiguous_help(resolved, read, paths),
        ),
        Route::Valley(_) | Route::AmbiguousValley(_) if goes_down(route) => (
            Code::UnaggregatedFinerGrainReference,
            format!("{}, but one row of `{from_name}` has many rows of `{to_name}`, and nothing makes them an aggregate", reads()),
            format!("aggregate it in a metric, such as SUM({read_name}), or read a coarser dataset"),
        ),
        Route::Valley(_) | Route::AmbiguousValley(_) | Route::Blocked => (
            Code::MnNoSafeRewrite,
            format!("{}, but `{from_name}` and `{to_name}` are connected only many to many", reads()),
            "a field reads datasets that are reached upwards: add a key, a bridge dataset or a shared dimension, and use a metric; the semi-join form is deferred".to_owned(),
        ),
        Route::Unconnected => (
            Code::NoPath,
            format!("{}, but there is no path from `{from_name}` to `{to_name}`", reads()),
            format!("add a relationship from `{from_name}` to `{to_name}`"),
        ),
    };
    sink.push(
        Diagnostic::new(code, Check::CrossDataset, message)
            .at_opt(read.origin.0, format!("a field of `{to_name}`"))
            .at(field.span, format!("in this field of `{from_name}`"))
            .help(help),
    );
}

/// Whether a candidate is made of down steps alone.
fn goes_down(route: &Route) -> bool {
    let down = |path: &Path| path.iter().all(|step| step.direction == Direction::Down);
    match route {
        Route::Valley(path) => down(path),
        Route::AmbiguousValley(paths) => paths.iter().any(down),
        _ => false,
    }
}

/// Paths by the names of their relationships: `a` or `b, c`.
fn listed(resolved: &ResolvedModel, paths: &[Path]) -> String {
    let name = |id: RelationshipId| resolved.model.relationship_name(id);
    let one = |path: &Path| {
        let names: Vec<&str> = path.iter().map(|s| name(s.relationship)).collect();
        format!("`{}`", names.join(", "))
    };
    let all: Vec<String> = paths.iter().map(one).collect();
    all.join(" or ")
}

/// The ways out of several paths: naming the relationships (R5), or a dataset for each role.
fn ambiguous_help(resolved: &ResolvedModel, read: &FieldRef, paths: &[Path]) -> String {
    let datasets = "declare a dataset of its own for each role, over the same source (path hints are deferred)";
    if resolved.strict {
        return datasets.to_owned();
    }
    let read_name = resolved.model.qualified(read.field);
    let spelt = paths.iter().map(|path| {
        let mut parts: Vec<String> = path
            .iter()
            .filter_map(|s| resolved.model.relationships.get(s.relationship))
            .map(|r| r.name.spelling())
            .collect();
        parts.push(read_name.clone());
        format!("`{}`", parts.join("."))
    });
    let spelt: Vec<String> = spelt.collect();
    format!("say which way: write {}; or {datasets}", spelt.join(" or "))
}
