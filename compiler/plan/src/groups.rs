//! The groups of a query without aggregates: semantics digest 4.10.

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::DatasetId;

use crate::branch::Grouped;
use crate::grouping::{Grouping, first_span};
use crate::planner::{Planner, Planning};
use crate::references::Reference;

impl Planner<'_> {
    /// The distinct tuples of the grouping columns.
    pub(crate) fn groups_alone(&mut self, grouping: &Grouping) -> Planning<Grouped> {
        let references = self.group_references(grouping);
        let candidates = self.candidates(&references);
        let home = match self.finest(&candidates) {
            Some(home) => home,
            None => self.bridge(&candidates, &references)?,
        };
        let mut all = references;
        all.extend(self.filter_references());
        let fans_out = self.attach(home, &all, None)?;
        self.grouped(home, None, grouping, fans_out)
    }

    /// The only dataset from which all candidates are reached upwards.
    fn bridge(
        &mut self,
        candidates: &[DatasetId],
        references: &[Reference],
    ) -> Planning<DatasetId> {
        let span = first_span(references);
        if candidates.is_empty() {
            return self.fail(
                Diagnostic::new(
                    Code::InvalidQuery,
                    Check::Homes,
                    "the dimensions refer to no dataset, so there are no rows to group",
                )
                .at_opt(span, "")
                .help("add a dimension that is a field, or a measure"),
            );
        }
        let below = self.graph.below_all(candidates);
        let names = self.names(candidates);
        match *below.as_slice() {
            [bridge] => Ok(bridge),
            [_, _, ..] => {
                let bridges = self.names(&below);
                self.fail(
                    Diagnostic::new(
                        Code::AmbiguousPath,
                        Check::Paths,
                        format!("{names} are linked through each of {bridges}"),
                    )
                    .at_opt(span, "which of them decides the combinations?")
                    .help("add a measure of the dataset that is meant, such as COUNT(dataset.key)"),
                )
            }
            [] => match self.unconnected(candidates) {
                Some((a, b)) => {
                    let names = self.names(&[a, b]);
                    self.fail(
                        Diagnostic::new(
                            Code::NoPath,
                            Check::Paths,
                            format!("no path connects {names}"),
                        )
                        .at_opt(span, "")
                        .help("declare a relationship that links them, or ask for them in separate queries"),
                    )
                }
                None => self.fail(
                    Diagnostic::new(
                        Code::MnNoSafeRewrite,
                        Check::Paths,
                        format!("no dataset says which values of {names} belong together"),
                    )
                    .at_opt(span, "")
                    .help("add a bridge dataset with relationships to each of them, or a shared dimension"),
                ),
            },
        }
    }
}
