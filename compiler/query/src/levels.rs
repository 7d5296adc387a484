//! What each clause accepts: row-level values, aggregates, windows (semantics digest 3.3).

use dosic_diagnostics::{Check, Code, Diagnostic, Span};
use dosic_ir::{ModelExpr, ModelLeaf, SemanticModel};

use crate::grouping::Grouping;

/// An expression before and after metric expansion.
pub(crate) struct Levelled<'a> {
    /// As written, with metrics.
    pub(crate) written: &'a ModelExpr,
    /// With metrics expanded.
    pub(crate) expanded: &'a ModelExpr,
    /// The entry.
    pub(crate) span: Span,
    pub(crate) model: &'a SemanticModel,
}

impl Levelled<'_> {
    /// A dimension is a row-level expression; windowed fields are allowed.
    pub(crate) fn in_dimension(&self) -> Option<Diagnostic> {
        if self.expanded.has_aggregate() {
            let message = format!(
                "a dimension cannot be an aggregate, and {} is one",
                self.aggregate_name()
            );
            return Some(
                self.fault(Code::AggregateInDimension, message, "aggregated")
                    .help("put it under measures; a dimension is a row-level value to group by"),
            );
        }
        self.expanded.has_window().then(|| {
            self.fault(Code::WindowInDimension, "a dimension cannot hold a window function", "a window")
                .help("put it under measures, or declare a windowed field of the dataset and group by that")
        })
    }

    /// A column or sort key of a scalar query holds no aggregate. `clause` is `fields` or `order_by`.
    pub(crate) fn in_scalar(&self, clause: &str) -> Option<Diagnostic> {
        if !self.expanded.has_aggregate() {
            return None;
        }
        let name = self.aggregate_name();
        let message = format!(
            "a scalar query gives one row per row, and {name} in `{clause}` is an aggregate"
        );
        Some(
            self.fault(Code::AggregateInScalarQuery, message, "aggregated").help(
                "convert it to an aggregation query: put the aggregate under `measures` and the rest under `dimensions`",
            ),
        )
    }

    /// A where predicate is row-level.
    pub(crate) fn in_where(&self) -> Option<Diagnostic> {
        if self.expanded.has_window() {
            let message =
                "a window function cannot be used in Where: windows are computed after it";
            return Some(
                self.fault(Code::WindowInWhere, message, "computed after Where").help(
                    "filter with Having (the Qualify of SQL), read a windowed field of the dataset instead, \
                     or filter in a subquery that is a dataset's source",
                ),
            );
        }
        if !self.expanded.has_aggregate() {
            return None;
        }
        let row_level = self
            .expanded
            .any_leaf(&mut |l| matches!(l, ModelLeaf::Field(_)));
        if row_level {
            return Some(self.mixed("Where"));
        }
        let message = format!(
            "{} is an aggregate, which Where cannot filter by",
            self.aggregate_name()
        );
        Some(
            self.fault(Code::AggregateInWhere, message, "an aggregate in Where")
                .help(
                    "Where filters rows before they are aggregated; put the predicate under Having",
                ),
        )
    }

    /// A having predicate is on aggregates, windows and grouping columns.
    pub(crate) fn in_having(&self, grouping: Grouping<'_>) -> Option<Diagnostic> {
        let finer = grouping.finer_references(self.expanded);
        let reference = finer.first()?;
        let aggregated = self.expanded.has_aggregate() || self.expanded.has_window();
        if aggregated {
            return Some(self.mixed("Having"));
        }
        let name = self.model.qualified(reference.field);
        let message =
            format!("`{name}` in Having is a row-level value that the query does not group by");
        Some(
            Diagnostic::new(Code::NonAggregateInHaving, Check::PredicateLevels, message)
                .at(reference.origin.0.unwrap_or(self.span), "a row-level value")
                .help(format!(
                    "put the predicate under Where, or add `{name}` to the dimensions"
                )),
        )
    }

    fn mixed(&self, clause: &str) -> Diagnostic {
        let message = format!("one predicate of {clause} mixes row-level and aggregate references");
        self.fault(Code::MixedPredicateLevel, message, "both levels").help(
            "split it into two entries: the row-level part under Where, the aggregate part under Having",
        )
    }

    fn fault(&self, code: Code, message: impl Into<String>, label: &str) -> Diagnostic {
        Diagnostic::new(code, Check::PredicateLevels, message).at(self.span, label)
    }

    /// What is aggregated, for messages: the metric, or the function.
    fn aggregate_name(&self) -> String {
        let mut found = None;
        self.written.for_each_leaf_deep(&mut |leaf| {
            let name = match leaf {
                ModelLeaf::Metric(id, _) => self
                    .model
                    .metrics
                    .get(*id)
                    .map(|m| format!("`{}`", m.name.display())),
                ModelLeaf::Aggregate(call) => Some(format!("`{}`", call.function.name())),
                _ => None,
            };
            if found.is_none() {
                found = name;
            }
        });
        found.unwrap_or_else(|| "this".to_owned())
    }
}
