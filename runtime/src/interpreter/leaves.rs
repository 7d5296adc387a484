//! The leaves of a query and their homes: semantics digest 4.3 and 4.4.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::{AggregateCall, DatasetId, ModelExpr, ModelLeaf};

use super::failure::fault;
use super::paths::{finest, unconnected};
use super::references::Reference;
use super::rows::World;

/// An aggregate call with its home; equal ones are one leaf.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) call: AggregateCall<ModelLeaf>,
    pub(crate) home: DatasetId,
    /// Occurs in a measure; other leaves add no groups.
    pub(crate) main: bool,
}

/// An expression over groups with the leaf of each of its aggregate calls.
pub(crate) struct Entry<'q> {
    pub(crate) expr: &'q ModelExpr,
    pub(crate) is_measure: bool,
    pub(crate) leaves: Vec<(AggregateCall<ModelLeaf>, usize)>,
}

impl<'q> Entry<'q> {
    pub(crate) fn new(expr: &'q ModelExpr, is_measure: bool) -> Self {
        Self {
            expr,
            is_measure,
            leaves: Vec::new(),
        }
    }
}

/// Every aggregate call that is not the function of an OVER, wherever it stands (4.3).
fn calls(expr: &ModelExpr) -> Vec<&AggregateCall<ModelLeaf>> {
    let mut found = Vec::new();
    expr.for_each_leaf_deep(&mut |leaf| {
        if let ModelLeaf::Aggregate(call) = leaf {
            found.push(&**call);
        }
    });
    found
}

impl World<'_> {
    /// The references of a leaf's argument list.
    pub(crate) fn argument<'c>(&self, call: &'c AggregateCall<ModelLeaf>) -> Vec<Reference<'c>> {
        call.args.iter().flat_map(|a| self.references(a)).collect()
    }

    /// The leaves of all entries, each entry told its own. `elsewhere` are dimensions and where.
    pub(crate) fn leaves(
        &self,
        entries: &mut [Entry<'_>],
        elsewhere: &[&ModelExpr],
        faults: &mut Diagnostics,
    ) -> Vec<Leaf> {
        let mut everywhere: Vec<&ModelExpr> = elsewhere.to_vec();
        everywhere.extend(entries.iter().map(|e| e.expr));
        let mut leaves: Vec<Leaf> = Vec::new();
        for entry in entries {
            let of_entry = calls(entry.expr);
            for call in &of_entry {
                match self.home(call, &of_entry, &everywhere) {
                    Err(diagnostic) => faults.push(diagnostic),
                    Ok(home) => {
                        let same = |l: &Leaf| l.home == home && l.call == **call;
                        let index = leaves.iter().position(same).unwrap_or(leaves.len());
                        if let Some(leaf) = leaves.get_mut(index) {
                            leaf.main |= entry.is_measure;
                        } else {
                            let call = (*call).clone();
                            let main = entry.is_measure;
                            leaves.push(Leaf { call, home, main });
                        }
                        entry.leaves.push(((*call).clone(), index));
                    }
                }
            }
        }
        leaves
    }

    /// The home of a leaf: 4.4.
    fn home(
        &self,
        call: &AggregateCall<ModelLeaf>,
        same_entry: &[&AggregateCall<ModelLeaf>],
        everywhere: &[&ModelExpr],
    ) -> Result<DatasetId, Diagnostic> {
        let model = self.model;
        let span = call.origin.0;
        // Rules 1 and 2.
        let own = self.members(&self.argument(call));
        if !own.is_empty() {
            return finest(model, &own).ok_or_else(|| match unconnected(model, &own) {
                Some(_) => fault(
                    Code::NoStitchingDimension,
                    Check::Homes,
                    span,
                    "one aggregate over two components",
                ),
                None => fault(
                    Code::AmbiguousMeasureGrain,
                    Check::Homes,
                    span,
                    "no single home",
                ),
            });
        }
        // Rule 3.
        let others: Vec<Reference<'_>> = same_entry.iter().flat_map(|c| self.argument(c)).collect();
        let mut members = self.members(&others);
        if members.is_empty() {
            let all: Vec<Reference<'_>> =
                everywhere.iter().flat_map(|e| self.references(e)).collect();
            members = self.members(&all);
        }
        if members.is_empty() && model.datasets.len() == 1 {
            members.extend(model.datasets.ids());
        }
        finest(model, &members).ok_or_else(|| {
            fault(
                Code::AmbiguousMeasureGrain,
                Check::Homes,
                span,
                "no dataset to count the rows of; write COUNT(dataset.key)",
            )
        })
    }
}
