//! Windows in measures, having and order_by (semantics digest 6.3 and 6.4).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{
    AggregateCall, AggregateFn, ArithmeticOp, CastTarget, DataType, Expr, ExprKind, Literal,
    ModelExpr, ModelLeaf, ScalarFn, SemanticModel, Type, WindowCall, WindowFn,
};

use crate::grouping::Grouping;

/// Rewrites windows over bare row-level arguments into windows over aggregates at the query's grain.
pub(crate) struct WindowRewrite<'a> {
    pub(crate) grouping: Grouping<'a>,
    /// The grain in words: the names of the dimensions.
    pub(crate) grain: &'a str,
    pub(crate) model: &'a SemanticModel,
    /// The entry that holds the expression, for nodes without a place.
    pub(crate) entry: Span,
}

impl WindowRewrite<'_> {
    /// The rewritten expression. Windows inside aggregates' arguments are left: they see the rows of the home.
    ///
    /// `E_NESTED_WINDOW` for a window inside a window (seen only after metric expansion),
    /// `E_UNSAFE_REAGGREGATION` for a function that cannot be computed in two stages.
    pub(crate) fn rewrite(&self, expr: &ModelExpr, sink: &mut Diagnostics) -> ModelExpr {
        expr.map(&mut |leaf, ty| match leaf {
            ModelLeaf::Window(call) => {
                self.refuse_nested(call, sink);
                self.window(call, ty, sink)
            }
            other => Expr::leaf(other.clone(), ty),
        })
    }

    fn refuse_nested(&self, call: &WindowCall<ModelLeaf>, sink: &mut Diagnostics) {
        let nested = call
            .exprs()
            .any(|e| e.any_leaf(&mut |l| matches!(l, ModelLeaf::Window(_))));
        if nested {
            let message = "a nested window: a window function stands inside another one";
            sink.push(
                Diagnostic::new(Code::NestedWindow, Check::QueryWindows, message)
                    .at(self.place(call), "this window holds another")
                    .help("use a single window, or factor the inner one out into a derived field"),
            );
        }
    }

    fn window(&self, call: &WindowCall<ModelLeaf>, ty: Type, sink: &mut Diagnostics) -> ModelExpr {
        let unchanged = || Expr::leaf(ModelLeaf::Window(Box::new(call.clone())), ty);
        let WindowFn::Aggregate(function) = call.function else {
            return unchanged();
        };
        let row_level = call
            .args
            .iter()
            .any(|a| !self.grouping.finer_references(a).is_empty());
        let aggregated = call.args.iter().any(ModelExpr::has_aggregate);
        if !row_level || aggregated {
            // Mixed arguments are refused with the grain, by the planner.
            return unchanged();
        }
        match function {
            AggregateFn::Sum | AggregateFn::Min | AggregateFn::Max => {
                let inner = aggregate(call, function, ty);
                over(call, function, inner, ty)
            }
            AggregateFn::Count => count(call),
            AggregateFn::Avg => average(call, ty),
            _ => {
                sink.push(self.unsafe_stage(call, function));
                unchanged()
            }
        }
    }

    fn unsafe_stage(&self, call: &WindowCall<ModelLeaf>, function: AggregateFn) -> Diagnostic {
        let name = function.name();
        let nature = match function {
            AggregateFn::StddevSamp
            | AggregateFn::StddevPop
            | AggregateFn::VarSamp
            | AggregateFn::VarPop => "statistical",
            _ => "holistic",
        };
        let source = call
            .args
            .iter()
            .flat_map(|a| self.grouping.finer_references(a))
            .next()
            .map_or_else(String::new, |r| self.model.qualified(r.field));
        let message = format!(
            "`{name}` over a window cannot be computed in two stages: it is {nature}, and `{source}` is \
             aggregated to the grain ({}) first",
            self.grain
        );
        Diagnostic::new(Code::UnsafeReaggregation, Check::Grain, message)
            .at(self.place(call), "needs the rows themselves")
            .help(format!(
                "pre-aggregate with a function of its own, as in MAX({name}({source})) OVER (…), \
                 or compute the window in a field of the dataset"
            ))
    }

    fn place(&self, call: &WindowCall<ModelLeaf>) -> Span {
        call.origin.0.unwrap_or(self.entry)
    }
}

/// `f(args)` at the query's grain.
fn aggregate(call: &WindowCall<ModelLeaf>, function: AggregateFn, ty: Type) -> ModelExpr {
    let inner = AggregateCall {
        function,
        distinct: false,
        args: call.args.clone(),
        origin: call.origin,
    };
    Expr::leaf(ModelLeaf::Aggregate(Box::new(inner)), ty)
}

/// `outer(inner) OVER (…)` with the window of `call`.
fn over(call: &WindowCall<ModelLeaf>, outer: AggregateFn, inner: ModelExpr, ty: Type) -> ModelExpr {
    let window = WindowCall {
        function: WindowFn::Aggregate(outer),
        args: vec![inner],
        ..call.clone()
    };
    Expr::leaf(ModelLeaf::Window(Box::new(window)), ty)
}

/// `SUM(COUNT(x)) OVER (…)`: NULL over an empty frame.
fn sum_of_counts(call: &WindowCall<ModelLeaf>) -> ModelExpr {
    let inner = aggregate(call, AggregateFn::Count, Type::required(DataType::Integer));
    over(
        call,
        AggregateFn::Sum,
        inner,
        Type::nullable(DataType::Integer),
    )
}

/// `COALESCE(SUM(COUNT(x)) OVER (…), 0)`
fn count(call: &WindowCall<ModelLeaf>) -> ModelExpr {
    let args = vec![sum_of_counts(call), Expr::literal(Literal::Integer(0))];
    Expr::new(
        ExprKind::Call(ScalarFn::Coalesce, args),
        Type::required(DataType::Integer),
    )
}

/// `CAST(SUM(SUM(x)) OVER (…) AS FLOAT) / SUM(COUNT(x)) OVER (…)`: NULL without values, as AVG is.
fn average(call: &WindowCall<ModelLeaf>, ty: Type) -> ModelExpr {
    let argument = call.args.first().map_or(DataType::Unknown, |a| a.ty.data);
    let sum_ty = Type::nullable(argument);
    let sum = over(
        call,
        AggregateFn::Sum,
        aggregate(call, AggregateFn::Sum, sum_ty),
        sum_ty,
    );
    let cast = ExprKind::Cast {
        expr: Box::new(sum),
        target: CastTarget::Float,
        safe: false,
    };
    let sum = Expr::new(cast, Type::nullable(DataType::Float));
    Expr::arithmetic(ArithmeticOp::Divide, sum, sum_of_counts(call), ty)
}
