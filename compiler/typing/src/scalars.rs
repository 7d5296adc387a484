//! Calls of scalar functions, and functions that are defined by other expressions: semantics
//! digest 8.7, 8.8.

use dosic_expr::ast::{Call, Expr, TextRange};
use dosic_ir::{
    ArithmeticOp, CastTarget, DataType, ExprKind as K, Literal, ModelExpr, ScalarFn, Type,
};

use crate::function::{Form, Function, Kind, ResultRule, Rewrite};
use crate::lowering::{self, Lowering, Operand, any_nullable};
use crate::operators::concat;

/// Each argument of CONCAT makes the tree one level higher, and later stages walk it recursively.
const MAX_CONCAT: usize = 200;

impl Lowering<'_> {
    pub(crate) fn scalar_call(
        &mut self,
        call: &Call,
        function: &Function,
        span: &TextRange,
    ) -> Option<ModelExpr> {
        let clean = self.check_scalar_clauses(call, function, span);
        if !clean || !self.check_arity(call, function, span) {
            self.walk_arguments(call, function);
            return None;
        }
        match function.form {
            Form::Scalar {
                function: scalar,
                kinds,
                result,
            } => {
                let operands = self.operands(&call.args)?;
                Some(self.scalar(function.name, scalar, kinds, result, operands))
            }
            Form::Rewrite(rewrite) => self.rewrite(call, function, rewrite),
            _ => None,
        }
    }

    /// Refuses what only aggregates and windows have.
    fn check_scalar_clauses(&mut self, call: &Call, function: &Function, span: &TextRange) -> bool {
        let name = function.name;
        let mut clean = true;
        let clauses = [
            (call.star, span, "`*` is an argument of COUNT only"),
            (call.distinct, span, "DISTINCT stands in aggregates only"),
        ];
        for (written, place, message) in clauses {
            if written {
                self.syntax_error(
                    message,
                    place,
                    format!("{name} is no aggregate"),
                    "leave it out",
                );
                clean = false;
            }
        }
        let spans = [
            (
                call.within_group.as_ref().map(|w| &w.span),
                "WITHIN GROUP",
                "no aggregate",
            ),
            (
                call.filter.as_ref().map(|f| &f.span),
                "FILTER",
                "no aggregate",
            ),
            (
                call.over.as_ref().map(|o| &o.span),
                "OVER",
                "no aggregate and no window function",
            ),
        ];
        for (place, clause, what) in spans {
            if let Some(place) = place {
                let message = format!("`{name}` is {what} and takes no {clause}");
                self.syntax_error(message, place, "", "leave it out");
                clean = false;
            }
        }
        clean
    }

    fn scalar(
        &mut self,
        name: &str,
        function: ScalarFn,
        kinds: &[Kind],
        result: ResultRule,
        mut operands: Vec<Operand>,
    ) -> ModelExpr {
        let last = kinds.last().copied().unwrap_or(Kind::Any);
        for (i, operand) in operands.iter().enumerate() {
            let kind = kinds.get(i).copied().unwrap_or(last);
            self.expect_kind(kind, operand, format_args!("{name} takes"));
        }
        self.check_regex(function, &operands);
        let first = operands.first().map_or(DataType::Unknown, Operand::data);
        let data = match result {
            ResultRule::Fixed(data) => data,
            ResultRule::First => first,
            ResultRule::Unified => {
                self.reconcile(&mut operands, format_args!("the arguments of {name}"))
            }
        };
        let mut exprs = operands.iter().map(|o| &o.expr);
        let nullable = match function {
            ScalarFn::Coalesce => exprs.all(|e| e.ty.nullable),
            ScalarFn::NullIf | ScalarFn::RegexpExtract => true,
            _ => any_nullable(exprs),
        };
        let args = operands.into_iter().map(|o| o.expr).collect();
        lowering::call(function, args, Type { data, nullable })
    }

    /// `POSITION(needle IN s)`.
    pub(crate) fn position(&mut self, needle: &Expr, haystack: &Expr) -> Option<ModelExpr> {
        let (needle, haystack) = self.pair(needle, haystack)?;
        let result = ResultRule::Fixed(DataType::Integer);
        let operands = vec![needle, haystack];
        Some(self.scalar(
            "POSITION",
            ScalarFn::Position,
            &[Kind::Text],
            result,
            operands,
        ))
    }

    fn rewrite(&mut self, call: &Call, function: &Function, rewrite: Rewrite) -> Option<ModelExpr> {
        let name = function.name;
        match rewrite {
            Rewrite::If => {
                let [condition, yes, no] = self.arguments(call)?;
                self.expect_boolean(&condition, name);
                Some(self.choice(condition.expr, yes, no, name))
            }
            Rewrite::Nvl2 => {
                let [value, yes, no] = self.arguments(call)?;
                let test = K::IsNull {
                    expr: value.boxed(),
                    negated: true,
                };
                let test = ModelExpr::new(test, Type::required(DataType::Boolean));
                Some(self.choice(test, yes, no, name))
            }
            Rewrite::ZeroIfNull | Rewrite::NullIfZero => {
                let [value] = self.arguments(call)?;
                self.expect_kind(Kind::Number, &value, format_args!("{name} takes"));
                let (scalar, nullable) = match rewrite {
                    Rewrite::ZeroIfNull => (ScalarFn::Coalesce, false),
                    _ => (ScalarFn::NullIf, true),
                };
                let data = value.data();
                let zero = ModelExpr::literal(Literal::Integer(0));
                let args = vec![value.expr, zero];
                Some(lowering::call(scalar, args, Type { data, nullable }))
            }
            Rewrite::Concat => self.concat_call(call),
            Rewrite::Modulo => {
                let [left, right] = self.arguments(call)?;
                let place = call.name.span.clone();
                Some(self.arithmetic_of(ArithmeticOp::Modulo, &place, left, right))
            }
            Rewrite::Extract(part) => {
                let [operand] = self.arguments(call)?;
                Some(self.extract_of(part, operand, name))
            }
            Rewrite::DatePart => self.date_part(call, function),
            Rewrite::DateTrunc => self.date_trunc(call, function),
            Rewrite::DateAdd => self.date_add_call(call, function),
            Rewrite::DateDiff => self.date_diff(call, function),
            Rewrite::ToDate => self.date_of_text(call, ScalarFn::ToDate, CastTarget::Date, name),
            Rewrite::ToTimestamp => {
                self.date_of_text(call, ScalarFn::ToTimestamp, CastTarget::DateTime, name)
            }
            Rewrite::ToChar => self.text_of_date(call, name),
        }
    }

    /// The arguments, whose number was checked.
    fn arguments<const N: usize>(&mut self, call: &Call) -> Option<[Operand; N]> {
        self.operands(&call.args)?.try_into().ok()
    }

    /// `CASE WHEN test THEN yes ELSE no END`.
    fn choice(&mut self, test: ModelExpr, yes: Operand, no: Operand, name: &str) -> ModelExpr {
        let mut branches = [yes, no];
        let data = self.reconcile(&mut branches, format_args!("the values of {name}"));
        let nullable = any_nullable(branches.iter().map(|b| &b.expr));
        let [yes, no] = branches;
        let kind = K::Case {
            operand: None,
            whens: vec![(test, yes.expr)],
            otherwise: Some(no.boxed()),
        };
        ModelExpr::new(kind, Type { data, nullable })
    }

    /// `CONCAT(a, …)` is `a || …`; of one argument, its text.
    fn concat_call(&mut self, call: &Call) -> Option<ModelExpr> {
        if call.args.len() > MAX_CONCAT {
            let message = format!("CONCAT takes at most {MAX_CONCAT} arguments");
            let place = call.name.span.clone();
            self.syntax_error(message, &place, "too many", "join some of them in fields");
            return None;
        }
        let mut operands = self.operands(&call.args)?.into_iter();
        let first = operands.next()?;
        let mut rest = operands.peekable();
        if rest.peek().is_none() {
            return Some(if first.data() == DataType::String {
                first.expr
            } else {
                self.cast_to(first, CastTarget::String(None), false)
            });
        }
        Some(rest.fold(first.expr, |joined, next| concat(joined, next.expr)))
    }
}
