//! Grouping columns: the same resolved expression as a dimension entry (semantics digest 3.3).

use dosic_ir::{FieldRef, ModelExpr, ModelLeaf};

/// The dimensions of an aggregation query.
#[derive(Clone, Copy)]
pub(crate) struct Grouping<'a> {
    pub(crate) dimensions: &'a [ModelExpr],
}

impl<'a> Grouping<'a> {
    /// References outside aggregates and windows that are no grouping columns, in the order written.
    pub(crate) fn finer_references<'e>(&self, expr: &'e ModelExpr) -> Vec<&'e FieldRef> {
        let mut found = Vec::new();
        self.collect(expr, &mut found);
        found
    }

    fn collect<'e>(&self, expr: &'e ModelExpr, found: &mut Vec<&'e FieldRef>) {
        if self.contains(expr) {
            return;
        }
        match expr.as_leaf() {
            Some(ModelLeaf::Field(reference)) => found.push(reference),
            Some(_) => {}
            None => expr
                .children()
                .into_iter()
                .for_each(|c| self.collect(c, found)),
        }
    }

    /// Whether the expression is a dimension, types aside: an alias may have a declared type.
    pub(crate) fn contains(&self, expr: &ModelExpr) -> bool {
        self.dimensions.iter().any(|d| d.kind == expr.kind)
    }
}
