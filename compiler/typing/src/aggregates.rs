//! Calls of aggregates: semantics digest 7.1, 8.6, R2, R3.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{Call, Expr, ExprKind as A, TextRange};
use dosic_ir::{
    AggregateCall, AggregateFn, DataType, ExprKind as K, Literal, ModelExpr, ModelLeaf, Origin,
    Type,
};

use crate::function::{Form, Function, Kind};
use crate::lowering::{Lowering, Operand};

/// An aggregate with its arguments as [`AggregateFn`] says, and its type.
pub(crate) struct Aggregation {
    pub(crate) function: AggregateFn,
    pub(crate) args: Vec<Operand>,
    pub(crate) ty: Type,
}

impl Lowering<'_> {
    pub(crate) fn aggregate_call(
        &mut self,
        call: &Call,
        function: &'static Function,
        span: &TextRange,
    ) -> Option<ModelExpr> {
        self.check_aggregate_level(function, span);
        let outer = self.aggregate.replace(function.name);
        let aggregation = self.aggregation(call, function, span);
        let predicate = call.filter.as_ref().map(|f| self.operand(&f.predicate));
        self.aggregate = outer;
        let mut aggregation = aggregation?;
        if let Some(predicate) = predicate {
            self.apply_filter(&mut aggregation, predicate?);
        }
        let removes_doubles = matches!(
            aggregation.function,
            AggregateFn::Count | AggregateFn::Sum | AggregateFn::Avg
        );
        let leaf = AggregateCall {
            function: aggregation.function,
            // MIN and MAX are the same with and without DISTINCT.
            distinct: call.distinct && removes_doubles,
            args: aggregation.args.into_iter().map(|a| a.expr).collect(),
            origin: Origin::from(self.locate(span)),
        };
        let leaf = ModelLeaf::Aggregate(Box::new(leaf));
        Some(ModelExpr::leaf(leaf, aggregation.ty))
    }

    /// Function and arguments of an aggregate, whether or not it is the function of a window.
    pub(crate) fn aggregation(
        &mut self,
        call: &Call,
        function: &Function,
        span: &TextRange,
    ) -> Option<Aggregation> {
        if !self.check_aggregate_clauses(call, function, span) {
            self.walk_arguments(call, function);
            return None;
        }
        if call.star {
            return Some(Aggregation {
                function: AggregateFn::CountStar,
                args: Vec::new(),
                ty: Type::required(DataType::Integer),
            });
        }
        match function.form {
            Form::Aggregate {
                function: aggregate,
                kind,
            } => {
                let operand = self.operand(call.args.first()?)?;
                self.expect_kind(kind, &operand, format_args!("{} takes", function.name));
                Some(Aggregation {
                    function: aggregate,
                    ty: aggregate_type(aggregate, operand.data()),
                    args: vec![operand],
                })
            }
            Form::OrderedSet { continuous } => {
                let order = &call.within_group.as_ref()?.order;
                let descending = order.descending;
                let aggregate = if continuous {
                    AggregateFn::PercentileCont { descending }
                } else {
                    AggregateFn::PercentileDisc { descending }
                };
                self.percentile(aggregate, &order.expr, call.args.first()?, function.name)
            }
            Form::ApproxPercentile => {
                let aggregate = AggregateFn::PercentileCont { descending: false };
                let (value, share) = (call.args.first()?, call.args.get(1)?);
                self.percentile(aggregate, value, share, function.name)
            }
            _ => None,
        }
    }

    fn percentile(
        &mut self,
        aggregate: AggregateFn,
        value: &Expr,
        share: &Expr,
        name: &str,
    ) -> Option<Aggregation> {
        let value = self.operand(value);
        let share = self.share(share, name);
        let (value, share) = value.zip(share)?;
        let kind = match aggregate {
            AggregateFn::PercentileDisc { .. } => Kind::Any,
            _ => Kind::Number,
        };
        self.expect_kind(kind, &value, format_args!("{name} takes"));
        Some(Aggregation {
            function: aggregate,
            ty: aggregate_type(aggregate, value.data()),
            args: vec![value, share],
        })
    }

    /// The share of a percentile: a literal from 0 to 1.
    fn share(&mut self, expr: &Expr, name: &str) -> Option<Operand> {
        let value = match &expr.kind {
            A::Integer(digits) | A::Decimal(digits) | A::Float(digits) => digits.parse().ok(),
            _ => None,
        };
        if value.is_some_and(|v: f64| (0.0..=1.0).contains(&v)) {
            return self.operand(expr);
        }
        let message = format!("the share of {name} must be a literal from 0 to 1");
        let fault = self.fault(Code::Type, Check::Types, message, &expr.span, "");
        self.refuse(fault.help("write the share, as in 0.95"))
    }

    /// Checks `*`, DISTINCT, the number of arguments and WITHIN GROUP.
    fn check_aggregate_clauses(
        &mut self,
        call: &Call,
        function: &Function,
        span: &TextRange,
    ) -> bool {
        let name = function.name;
        let is_count = matches!(
            function.form,
            Form::Aggregate {
                function: AggregateFn::Count,
                ..
            }
        );
        if call.star && (!is_count || call.distinct) {
            self.syntax_error(
                "`*` stands in COUNT(*) only",
                span,
                "counts no rows",
                format!("write {}, or COUNT(*)", function.signature()),
            );
            return false;
        }
        if call.distinct && !takes_distinct(function) {
            self.syntax_error(
                format!("{name} takes no DISTINCT"),
                span,
                "",
                "DISTINCT stands in COUNT, SUM, AVG, MIN and MAX; leave it out",
            );
            return false;
        }
        let ordered = matches!(function.form, Form::OrderedSet { .. });
        match &call.within_group {
            Some(group) if !ordered => {
                self.syntax_error(
                    format!("{name} takes no WITHIN GROUP"),
                    &group.span,
                    "",
                    "WITHIN GROUP stands after PERCENTILE_CONT and PERCENTILE_DISC; leave it out",
                );
                false
            }
            None if ordered => {
                self.syntax_error(
                    format!("{name} needs WITHIN GROUP"),
                    span,
                    "over which values?",
                    format!("write {}", function.signature()),
                );
                false
            }
            _ => call.star || self.check_arity(call, function, span),
        }
    }

    /// FILTER (R3): the argument becomes a CASE, since aggregates skip NULL.
    fn apply_filter(&mut self, aggregation: &mut Aggregation, predicate: Operand) {
        self.expect_boolean(&predicate, "FILTER");
        let args: Vec<ModelExpr> = aggregation.args.iter().map(|a| a.expr.clone()).collect();
        if self.context.scope.filter_moves_home(&args, &predicate.expr) {
            let fault = self.fault(
                Code::AmbiguousMeasureGrain,
                Check::Homes,
                "the FILTER reads a finer dataset than the aggregate",
                &predicate.span,
                "would repeat the rows that are aggregated",
            );
            self.ban(fault.help("aggregate a field of the finer dataset, or filter the query"));
        }
        let value = if aggregation.args.is_empty() {
            aggregation.function = AggregateFn::Count;
            ModelExpr::literal(Literal::Integer(1))
        } else {
            aggregation.args.swap_remove(0).expr
        };
        let span = predicate.span.clone();
        let ty = Type::nullable(value.ty.data);
        let kind = K::Case {
            operand: None,
            whens: vec![(predicate.expr, value)],
            otherwise: None,
        };
        let expr = ModelExpr::new(kind, ty);
        // Only the first argument is aggregated; a share stays behind it.
        aggregation.args.insert(0, Operand { expr, span });
    }
}

fn takes_distinct(function: &Function) -> bool {
    matches!(
        function.form,
        Form::Aggregate {
            function: AggregateFn::Count
                | AggregateFn::Sum
                | AggregateFn::Avg
                | AggregateFn::Min
                | AggregateFn::Max,
            ..
        }
    )
}

/// The type of an aggregate: counts are never NULL, all others are over no rows (7.1).
fn aggregate_type(function: AggregateFn, argument: DataType) -> Type {
    match function {
        AggregateFn::CountStar | AggregateFn::Count | AggregateFn::ApproxCountDistinct => {
            Type::required(DataType::Integer)
        }
        AggregateFn::Sum
        | AggregateFn::Min
        | AggregateFn::Max
        | AggregateFn::PercentileDisc { .. } => Type::nullable(argument),
        _ => Type::nullable(DataType::Float),
    }
}
