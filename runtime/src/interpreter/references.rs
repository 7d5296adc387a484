//! What expressions refer to.

use dosic_diagnostics::Span;
use dosic_ir::{DatasetId, FieldRef, ModelExpr, ModelLeaf};

use super::paths::Target;
use super::rows::World;

/// A reference to a field, wherever it stands.
#[derive(Clone, Debug)]
pub(crate) struct Reference<'e> {
    pub(crate) target: Target,
    pub(crate) field: &'e FieldRef,
}

impl Reference<'_> {
    pub(crate) fn span(&self) -> Option<Span> {
        self.field.origin.0
    }
}

impl World<'_> {
    /// References in the order of the text, also inside aggregates and windows.
    pub(crate) fn references<'e>(&self, expr: &'e ModelExpr) -> Vec<Reference<'e>> {
        let mut found = Vec::new();
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Field(field) = leaf
                && let Some(target) = self.target(field)
            {
                found.push(Reference { target, field });
            }
        });
        found
    }

    /// The datasets referenced, each once, in the order of the text; for a role where it starts.
    pub(crate) fn members(&self, references: &[Reference<'_>]) -> Vec<DatasetId> {
        let mut members = Vec::new();
        for start in references.iter().filter_map(|r| self.start(r.field)) {
            if !members.contains(&start) {
                members.push(start);
            }
        }
        members
    }
}
