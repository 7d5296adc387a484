//! Which datasets an expression reads, and in which roles.

use std::collections::BTreeSet;

use dosic_diagnostics::Span;
use dosic_ir::{DatasetId, FieldId, FieldRef, ModelExpr, ModelLeaf, RelationshipId, SemanticModel};

use crate::planner::Planner;

/// A dataset in a role: what an environment must hold (4.5). An empty role means the path is searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) dataset: DatasetId,
    pub(crate) role: Vec<RelationshipId>,
}

/// A reference that asks for a target.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) target: Target,
    pub(crate) field: FieldId,
    pub(crate) span: Option<Span>,
}

/// References in the order written, those inside aggregates and windows included.
pub(crate) fn references(model: &SemanticModel, expr: &ModelExpr) -> Vec<Reference> {
    let mut found = Vec::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Field(field) = leaf {
            found.extend(reference(model, field));
        }
    });
    found
}

/// The reference that a field reference makes; `None` only for a field of another model.
pub(crate) fn reference(model: &SemanticModel, field: &FieldRef) -> Option<Reference> {
    let dataset = model.fields.get(field.field)?.dataset;
    let target = Target {
        dataset,
        role: field.role.clone(),
    };
    Some(Reference {
        target,
        field: field.field,
        span: field.origin.0,
    })
}

impl Planner<'_> {
    /// The datasets that may be the home of an expression with these references: for a role, the
    /// dataset its first relationship starts from (ruling 23). In the order written, each once.
    pub(crate) fn candidates(&self, references: &[Reference]) -> Vec<DatasetId> {
        let mut all = Vec::new();
        for reference in references {
            let Target { dataset, role } = &reference.target;
            let start = self
                .graph
                .role_hops(role, *dataset)
                .map_or(*dataset, |(start, _)| start);
            if !all.contains(&start) {
                all.push(start);
            }
        }
        all
    }

    /// The first candidate from which every other is reached upwards (4.4 rule 1).
    pub(crate) fn finest(&mut self, candidates: &[DatasetId]) -> Option<DatasetId> {
        candidates.iter().copied().find(|home| {
            candidates.iter().all(|c| {
                self.route(
                    *home,
                    &Target {
                        dataset: *c,
                        role: Vec::new(),
                    },
                )
                .is_upwards()
            })
        })
    }

    /// Two candidates that no relationships connect.
    pub(crate) fn unconnected(&self, candidates: &[DatasetId]) -> Option<(DatasetId, DatasetId)> {
        let (first, rest) = candidates.split_first()?;
        rest.iter()
            .find(|d| !self.graph.connected(*first, **d))
            .map(|d| (*first, *d))
    }

    /// Dataset names as a list for messages: `orders`, `returns`.
    pub(crate) fn names(&self, datasets: &[DatasetId]) -> String {
        let names: Vec<String> = datasets
            .iter()
            .map(|d| format!("`{}`", self.model.dataset_name(*d)))
            .collect();
        names.join(", ")
    }
}

/// Whether a windowed field is read, directly or by a field that is.
pub(crate) fn reads_windowed_field(model: &SemanticModel, expr: &ModelExpr) -> bool {
    let mut seen = BTreeSet::new();
    let mut queue: Vec<FieldId> = references(model, expr).iter().map(|r| r.field).collect();
    while let Some(id) = queue.pop() {
        let Some(field) = model.fields.get(id).filter(|_| seen.insert(id)) else {
            continue;
        };
        if field.windowed {
            return true;
        }
        if let Some(expr) = &field.expr {
            queue.extend(references(model, expr).iter().map(|r| r.field));
        }
    }
    false
}
