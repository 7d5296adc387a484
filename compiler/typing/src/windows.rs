//! Window functions: semantics digest 6.2.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{Call, Expr, ExprKind as A, OrderItem, Over, TextRange};
use dosic_ir::{
    AggregateFn, DataType, Frame, ModelExpr, ModelLeaf, Origin, SortKey, Type, WindowCall, WindowFn,
};

use crate::Site;
use crate::function::{Form, Function, WindowName};
use crate::lowering::{Lowering, Operand, any_nullable};

/// Function, arguments and type, before the window itself is looked at.
type Windowed = (WindowFn, Vec<ModelExpr>, Type);

impl Lowering<'_> {
    pub(crate) fn window(
        &mut self,
        call: &Call,
        function: &Function,
        over: &Over,
        span: &TextRange,
    ) -> Option<ModelExpr> {
        self.check_window_level(function, span);
        let supported = self.check_window_function(call, function, over, span);
        let outer = std::mem::replace(&mut self.in_window, true);
        let windowed = if supported {
            self.windowed(call, function, span)
        } else {
            self.unsupported_window(call, function, span);
            None
        };
        let partition = self.operands(&over.partition_by);
        let keys = self.operands(over.order_by.iter().map(|o| &o.expr));
        self.in_window = outer;
        let frame = over
            .frame
            .as_ref()
            .map(|f| self.frame(f, over, keys.as_deref()));

        let (window_fn, args, ty) = windowed?;
        let (partition, keys) = (partition?, keys?);
        let frame = match frame {
            None => None,
            Some(frame) => Some(frame?),
        };
        let leaf = WindowCall {
            function: window_fn,
            args,
            partition_by: partition.into_iter().map(|o| o.expr).collect(),
            order_by: sort_keys(&over.order_by, keys),
            frame,
            origin: Origin::from(self.locate(span)),
        };
        let ty = framed_type(window_fn, frame, ty);
        Some(ModelExpr::leaf(ModelLeaf::Window(Box::new(leaf)), ty))
    }

    /// What can be said of function and window without their expressions. Gives whether the
    /// function is one of windows at all; if not, that is still to be reported.
    fn check_window_function(
        &mut self,
        call: &Call,
        function: &Function,
        over: &Over,
        span: &TextRange,
    ) -> bool {
        // The parser reports FILTER with OVER (ruling 21).
        self.banned |= call.filter.is_some();
        if call.distinct || !is_supported(function) {
            return false;
        }
        if let Form::Window(name) = function.form {
            self.check_window_clauses(name, function, over, span);
        }
        true
    }

    /// Refuses a function that is none of windows: where groups are computed from rows that it would have to see
    /// again, because of that (semantics digest 5.6, 6.3), else because not every engine has it (6.2).
    fn unsupported_window(&mut self, call: &Call, function: &Function, span: &TextRange) {
        let what = if call.distinct {
            "DISTINCT"
        } else {
            function.name
        };
        let sorted = call.within_group.iter().map(|w| &w.order.expr);
        let args = self.operands(call.args.iter().chain(sorted));
        let grouped = matches!(self.context.site, Site::Metric | Site::Groups);
        let of_rows = args.is_some_and(|args| {
            let field = |o: &Operand| o.expr.any_leaf(&mut |l| matches!(l, ModelLeaf::Field(_)));
            args.iter().any(field) && !args.iter().any(|o| o.expr.has_aggregate())
        });
        let fault = if grouped && of_rows && self.aggregate.is_none() {
            let message = format!(
                "{what} over a window cannot be computed in two stages: it is holistic, and its argument is \
                 aggregated to the grain of the query first"
            );
            let check = match self.context.site {
                Site::Metric => Check::Bans,
                _ => Check::Grain,
            };
            self.fault(Code::UnsafeReaggregation, check, message, span, "needs the rows themselves")
                .help("aggregate without OVER, or pre-aggregate and use SUM, COUNT, AVG, MIN or MAX over the result")
        } else {
            let message = format!("{what} over a window does not exist on every engine");
            self.fault(Code::UnsupportedWindow, Check::Bans, message, span, "")
                .help("aggregate without OVER, or use SUM, COUNT, AVG, MIN or MAX")
        };
        self.ban(fault);
    }

    fn check_window_clauses(
        &mut self,
        name: WindowName,
        function: &Function,
        over: &Over,
        span: &TextRange,
    ) {
        if over.order_by.is_empty() {
            let fault = self.fault(
                Code::WindowNeedsOrder,
                Check::Bans,
                format!("{} needs an ORDER BY in its window", function.name),
                &over.span,
                "rows have no order here",
            );
            self.ban(fault.help("write OVER (… ORDER BY x)"));
        }
        let values = matches!(
            name,
            WindowName::FirstValue | WindowName::LastValue | WindowName::NthValue
        );
        match &over.frame {
            Some(frame) if !values => self.syntax_error(
                format!("{} takes no frame", function.name),
                &frame.span,
                "has no effect",
                "leave the frame out",
            ),
            None if matches!(name, WindowName::LastValue | WindowName::NthValue) => {
                let lint = self.fault(
                    Code::FrameDefault,
                    Check::Lint,
                    format!("{} looks no further than the current row", function.name),
                    span,
                    "default frame",
                );
                self.sink.push(lint.help(
                    "for the whole partition add ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
                ));
            }
            _ => {}
        }
    }

    fn windowed(&mut self, call: &Call, function: &Function, span: &TextRange) -> Option<Windowed> {
        let Form::Window(name) = function.form else {
            let aggregation = self.aggregation(call, function, span)?;
            let args = aggregation.args.into_iter().map(|a| a.expr).collect();
            return Some((
                WindowFn::Aggregate(aggregation.function),
                args,
                aggregation.ty,
            ));
        };
        if call.star || call.within_group.is_some() {
            self.syntax_error(
                format!("{} takes neither `*` nor WITHIN GROUP", function.name),
                span,
                "",
                format!("write {}", function.signature()),
            );
            return None;
        }
        if !self.check_arity(call, function, span) {
            self.walk_arguments(call, function);
            return None;
        }
        let count = Type::required(DataType::Integer);
        let share = Type::required(DataType::Float);
        match name {
            WindowName::RowNumber => Some((WindowFn::RowNumber, Vec::new(), count)),
            WindowName::Rank => Some((WindowFn::Rank, Vec::new(), count)),
            WindowName::DenseRank => Some((WindowFn::DenseRank, Vec::new(), count)),
            WindowName::PercentRank => Some((WindowFn::PercentRank, Vec::new(), share)),
            WindowName::CumeDist => Some((WindowFn::CumeDist, Vec::new(), share)),
            WindowName::Ntile => {
                let buckets = self.count_literal(call.args.first()?, 1, "the number of buckets")?;
                Some((WindowFn::Ntile(buckets), Vec::new(), count))
            }
            WindowName::Lag | WindowName::Lead => self.offset_function(call, name, function.name),
            WindowName::FirstValue => {
                let value = self.expr(call.args.first()?)?;
                let ty = value.ty;
                Some((WindowFn::FirstValue, vec![value], ty))
            }
            WindowName::LastValue => {
                let value = self.expr(call.args.first()?)?;
                let ty = value.ty;
                Some((WindowFn::LastValue, vec![value], ty))
            }
            WindowName::NthValue => {
                let value = self.expr(call.args.first()?);
                let position = self.count_literal(call.args.get(1)?, 1, "the position");
                let (value, position) = value.zip(position)?;
                let ty = Type::nullable(value.ty.data);
                Some((WindowFn::NthValue(position), vec![value], ty))
            }
        }
    }

    /// LAG and LEAD: `(x [, offset [, default]])`.
    fn offset_function(&mut self, call: &Call, which: WindowName, name: &str) -> Option<Windowed> {
        let value = self.operand(call.args.first()?);
        let offset = match call.args.get(1) {
            Some(offset) => self.count_literal(offset, 0, "the offset"),
            None => Some(1),
        };
        let default = self.operands(call.args.get(2));
        let (value, offset) = value.zip(offset)?;
        let mut operands = vec![value];
        operands.extend(default?);
        let data = self.reconcile(&mut operands, format_args!("value and default of {name}"));
        // Without a default the rows at the edge have none.
        let nullable = operands.len() < 2 || any_nullable(operands.iter().map(|o| &o.expr));
        let function = match which {
            WindowName::Lag => WindowFn::Lag(offset),
            _ => WindowFn::Lead(offset),
        };
        let args = operands.into_iter().map(|o| o.expr).collect();
        Some((function, args, Type { data, nullable }))
    }

    /// An argument that must be an unsigned whole literal.
    fn count_literal(&mut self, expr: &Expr, least: u64, what: &str) -> Option<u64> {
        let value = match &expr.kind {
            A::Integer(digits) => digits.parse().ok(),
            _ => None,
        };
        // Engines hold it in a signed 64-bit integer.
        let value = value.filter(|v: &u64| *v >= least && i64::try_from(*v).is_ok());
        if value.is_none() {
            let message = format!("{what} must be a whole literal of at least {least}");
            let fault = self.fault(Code::Type, Check::Types, message, &expr.span, "");
            self.ban(fault);
        }
        value
    }
}

/// Whether an aggregate or window function exists over windows on every engine.
fn is_supported(function: &Function) -> bool {
    match function.form {
        Form::Aggregate { function, .. } => !matches!(
            function,
            AggregateFn::Median | AggregateFn::ApproxCountDistinct
        ),
        Form::Window(_) => true,
        _ => false,
    }
}

/// Keys with their NULL placement written out: NULL is the largest value (3.4).
fn sort_keys(items: &[OrderItem], keys: Vec<Operand>) -> Vec<SortKey<ModelExpr>> {
    let keys = items.iter().zip(keys);
    keys.map(|(item, key)| SortKey {
        expr: key.expr,
        descending: item.descending,
        nulls_first: item.nulls_first.unwrap_or(item.descending),
    })
    .collect()
}

/// A frame that is written can be empty, and then has no first or last value.
fn framed_type(function: WindowFn, frame: Option<Frame>, ty: Type) -> Type {
    match (function, frame) {
        (WindowFn::FirstValue | WindowFn::LastValue, Some(_)) => Type::nullable(ty.data),
        _ => ty,
    }
}
