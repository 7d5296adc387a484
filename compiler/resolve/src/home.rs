//! The home of an aggregate by its references: semantics digest 4.4, rule 1.

use dosic_graph::JoinGraph;
use dosic_ir::{DatasetId, ModelExpr, ModelLeaf, RelationshipId};

use crate::GlobalScope;

/// The datasets that expressions refer to, each with its role, in the order written.
pub(crate) struct Targets<'e> {
    all: Vec<(&'e [RelationshipId], DatasetId)>,
}

impl<'e> Targets<'e> {
    pub(crate) fn of(
        scope: &GlobalScope<'_>,
        exprs: impl IntoIterator<Item = &'e ModelExpr>,
    ) -> Self {
        let mut all = Vec::new();
        for expr in exprs {
            expr.for_each_leaf_deep(&mut |leaf| {
                let ModelLeaf::Field(read) = leaf else { return };
                let Some(dataset) = scope.dataset_of(read.field) else {
                    return;
                };
                let target = (read.role.as_slice(), dataset);
                if !all.contains(&target) {
                    all.push(target);
                }
            });
        }
        Self { all }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first dataset from which every target is reached upwards.
    pub(crate) fn home(&self, graph: &JoinGraph) -> Option<DatasetId> {
        let start = |(role, dataset): &(&[RelationshipId], DatasetId)| {
            graph.role_hops(role, *dataset).map(|(start, _)| start)
        };
        let reached = |home: DatasetId| {
            let up = |(role, to): &(&[RelationshipId], DatasetId)| {
                graph.route_in_role(home, role, *to).is_upwards()
            };
            self.all.iter().all(up)
        };
        self.all
            .iter()
            .filter_map(start)
            .find(|home| reached(*home))
    }
}
