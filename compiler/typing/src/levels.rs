//! What may not stand inside what: semantics digest 3.3, 4.3, 6.1.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{Ident, TextRange};
use dosic_ir::ModelExpr;

use crate::lowering::{Lowering, spelling};
use crate::{Function, Site};

impl Lowering<'_> {
    /// Checks an aggregate that is written out (not as the function of a window).
    pub(crate) fn check_aggregate_level(&mut self, function: &Function, span: &TextRange) {
        if self.context.site == Site::Field {
            // The outermost one is enough: what stands in it is only there because of it.
            if self.aggregate.is_none() {
                self.aggregate_in_field(&format!("`{}` is an aggregate", function.name), span);
            }
        } else if let Some(outer) = self.aggregate {
            let message = format!("`{}` stands inside the aggregate `{outer}`", function.name);
            self.nested_aggregate(message, span);
        }
    }

    /// Checks what a name stands for: metrics, and in queries the expressions of metrics and aliases.
    pub(crate) fn check_reference_level(
        &mut self,
        expr: &ModelExpr,
        parts: &[Ident],
        span: &TextRange,
    ) {
        let name = spelling(parts);
        if expr.has_aggregate() {
            if self.context.site == Site::Field {
                self.aggregate_in_field(&format!("`{name}` is a metric"), span);
            } else if let Some(outer) = self.aggregate {
                let message =
                    format!("`{name}` is a metric and stands inside the aggregate `{outer}`");
                self.nested_aggregate(message, span);
            }
        }
        if self.in_window && expr.has_window() {
            let message = format!("`{name}` is windowed and stands inside a window");
            let fault = self.fault(
                Code::WindowedMetricComposition,
                Check::Bans,
                message,
                span,
                "this is computed by a window function",
            );
            let fault = fault.help(
                "composition of windowed metrics is deferred (§10); factor the inner window into a derived field",
            );
            self.ban(fault);
        }
    }

    /// Checks a window that is written out.
    pub(crate) fn check_window_level(&mut self, function: &Function, span: &TextRange) {
        if !self.in_window {
            return;
        }
        let message = format!("nested window: `{}` stands inside a window", function.name);
        let fault = self.fault(
            Code::NestedWindow,
            Check::Bans,
            message,
            span,
            "inner window",
        );
        let fault = fault.help(
            "an expression computes a single window; factor the inner one into a derived field and refer to that",
        );
        self.ban(fault);
    }

    fn aggregate_in_field(&mut self, what: &str, span: &TextRange) {
        let message = format!("{what}, and a field is computed row by row");
        let fault = self.fault(
            Code::AggregateInField,
            Check::Bans,
            message,
            span,
            "aggregates rows",
        );
        let fault = fault.help(
            "move the expression to the model's top-level metrics, or add OVER (…) for a window",
        );
        self.ban(fault);
    }

    fn nested_aggregate(&mut self, message: String, span: &TextRange) {
        let fault = self.fault(
            Code::NestedAggregation,
            Check::Bans,
            message,
            span,
            "inner aggregate",
        );
        let fault = fault.help(
            "write the single-step form, one aggregate over a row-level expression; aggregating per row first is deferred (§10)",
        );
        self.ban(fault);
    }
}
