//! The walk over the syntax tree.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_expr::ast::{Expr, ExprKind as A, Ident, TextRange, UnaryOp};
use dosic_ir::{DataType, ExprKind as K, Literal, ModelExpr, Origin, ScalarFn, Type};

use crate::Context;

/// Types `expr`; see [`crate::lower`].
pub(crate) fn lower(
    expr: &Expr,
    context: &Context<'_>,
    sink: &mut Diagnostics,
) -> Option<ModelExpr> {
    let mut lowering = Lowering {
        context,
        sink,
        aggregate: None,
        in_window: false,
        banned: false,
    };
    let lowered = lowering.expr(expr);
    lowered.filter(|_| !lowering.banned)
}

/// The state of the walk.
pub(crate) struct Lowering<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) sink: &'a mut Diagnostics,
    /// The aggregate whose arguments are being walked.
    pub(crate) aggregate: Option<&'static str>,
    /// Whether arguments, PARTITION BY or ORDER BY of a window are being walked.
    pub(crate) in_window: bool,
    /// Whether something stood where it may not; then there is no expression.
    pub(crate) banned: bool,
}

/// A typed expression and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) expr: ModelExpr,
    pub(crate) span: TextRange,
}

impl Operand {
    pub(crate) fn data(&self) -> DataType {
        self.expr.ty.data
    }

    pub(crate) fn boxed(self) -> Box<ModelExpr> {
        Box::new(self.expr)
    }

    /// The text, if it is a String literal.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.expr.kind {
            K::Literal(Literal::String(text)) => Some(text),
            _ => None,
        }
    }
}

/// Whether one of several values can be NULL.
pub(crate) fn any_nullable<'e>(exprs: impl IntoIterator<Item = &'e ModelExpr>) -> bool {
    exprs.into_iter().any(|e| e.ty.nullable)
}

/// A call of a scalar function with its type.
pub(crate) fn call(function: ScalarFn, args: Vec<ModelExpr>, ty: Type) -> ModelExpr {
    ModelExpr::new(K::Call(function, args), ty)
}

impl Lowering<'_> {
    /// Types one expression and keeps its place.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<ModelExpr> {
        let origin = Origin::from(self.locate(&expr.span));
        self.kind(expr).map(|lowered| lowered.at(origin))
    }

    fn kind(&mut self, expr: &Expr) -> Option<ModelExpr> {
        match &expr.kind {
            A::Integer(digits) => self.integer(digits, &expr.span),
            A::Decimal(digits) => self.decimal(digits, &expr.span),
            A::Float(digits) => self.float(digits, &expr.span),
            A::String(text) => Some(ModelExpr::literal(Literal::String(text.clone()))),
            A::Boolean(value) => Some(ModelExpr::literal(Literal::Boolean(*value))),
            A::Null => Some(ModelExpr::literal(Literal::Null)),
            A::Typed {
                kind,
                text,
                text_span,
            } => self.typed_literal(*kind, text, text_span),
            A::Interval { .. } => self.stray_interval(&expr.span),
            A::Ref(parts) => self.reference(parts, &expr.span),
            A::Unary { op, operand } => self.unary(*op, operand),
            A::Binary {
                op,
                op_span,
                left,
                right,
            } => self.binary(*op, op_span, left, right),
            A::IsNull { operand, negated } => {
                let inner = self.expr(operand)?;
                let kind = K::IsNull {
                    expr: Box::new(inner),
                    negated: *negated,
                };
                Some(ModelExpr::new(kind, Type::required(DataType::Boolean)))
            }
            A::IsBoolean {
                operand,
                value,
                negated,
            } => self.is_boolean(operand, *value, *negated),
            A::IsDistinct {
                left,
                right,
                negated,
            } => self.is_distinct(left, right, *negated),
            A::Between {
                operand,
                low,
                high,
                negated,
            } => self.between([operand, low, high], *negated),
            A::In {
                operand,
                list,
                negated,
            } => self.in_list(operand, list, *negated),
            A::Like {
                operand,
                pattern,
                escape,
                case_insensitive,
                negated,
            } => self.like(
                [operand, pattern],
                escape.as_ref(),
                *case_insensitive,
                *negated,
            ),
            A::Case {
                operand,
                whens,
                otherwise,
            } => self.case(operand.as_deref(), whens, otherwise.as_deref()),
            A::Cast {
                operand,
                target,
                form,
            } => self.cast(operand, target, *form),
            A::Extract { part, operand } => self.extract(part, operand),
            A::Position { needle, haystack } => self.position(needle, haystack),
            A::Call(call) => self.call(call, &expr.span),
            A::Error => None,
        }
    }

    /// Types one expression and keeps its place.
    pub(crate) fn operand(&mut self, expr: &Expr) -> Option<Operand> {
        let lowered = self.expr(expr)?;
        Some(Operand {
            expr: lowered,
            span: expr.span.clone(),
        })
    }

    /// Types all, also after one that fails.
    pub(crate) fn operands<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<Vec<Operand>> {
        let lowered: Vec<_> = exprs.into_iter().map(|e| self.operand(e)).collect();
        lowered.into_iter().collect()
    }

    /// Types two, also if the first fails.
    pub(crate) fn pair(&mut self, left: &Expr, right: &Expr) -> Option<(Operand, Operand)> {
        let left = self.operand(left);
        let right = self.operand(right);
        left.zip(right)
    }

    fn reference(&mut self, parts: &[Ident], span: &TextRange) -> Option<ModelExpr> {
        let place = self.locate(span);
        let expr = self.context.scope.resolve(parts, place, self.sink)?;
        self.check_reference_level(&expr, parts, span);
        Some(expr)
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Option<ModelExpr> {
        let inner = self.operand(operand)?;
        match op {
            UnaryOp::Not => {
                self.expect_boolean(&inner, "NOT");
                let ty = Type {
                    data: DataType::Boolean,
                    nullable: inner.expr.ty.nullable,
                };
                Some(ModelExpr::new(K::Not(inner.boxed()), ty))
            }
            UnaryOp::Plus | UnaryOp::Minus => {
                let sign = if op == UnaryOp::Plus { "+" } else { "-" };
                if !inner.data().is_open() && !inner.data().is_numeric() {
                    let message = format!("`{sign}` takes a number, not {}", words(inner.data()));
                    self.type_error(message, &inner);
                }
                if op == UnaryOp::Plus {
                    return Some(inner.expr);
                }
                let ty = inner.expr.ty;
                Some(ModelExpr::new(K::Negate(inner.boxed()), ty))
            }
        }
    }

    // Reporting.

    /// The place in the file of a range of the expression.
    pub(crate) fn locate(&self, range: &TextRange) -> Span {
        self.context.text.locate(range.clone())
    }

    /// A diagnostic with its primary place; the check is that of loading or of queries.
    pub(crate) fn fault(
        &self,
        code: Code,
        check: Check,
        message: impl Into<String>,
        range: &TextRange,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, self.context.check(check), message).at(self.locate(range), label)
    }

    /// Reports a fault that leaves no expression.
    pub(crate) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.sink.push(diagnostic);
        None
    }

    /// Reports something that may not stand where it stands; the walk goes on.
    pub(crate) fn ban(&mut self, diagnostic: Diagnostic) {
        self.banned = true;
        self.sink.push(diagnostic);
    }

    /// Reports wrong syntax that the grammar lets through; the walk goes on.
    pub(crate) fn syntax_error(
        &mut self,
        message: impl Into<String>,
        range: &TextRange,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        let fault = self.fault(Code::Syntax, Check::Syntax, message, range, label);
        self.ban(fault.help(help));
    }

    /// Reports an operand of the wrong type, named under it.
    pub(crate) fn type_error(&mut self, message: impl Into<String>, operand: &Operand) {
        let fault = self.type_fault(message, operand);
        self.sink.push(fault);
    }

    /// [`Self::type_error`] to which help can still be added.
    pub(crate) fn type_fault(&self, message: impl Into<String>, operand: &Operand) -> Diagnostic {
        let label = format!("this is {}", words(operand.data()));
        self.fault(Code::Type, Check::Types, message, &operand.span, label)
    }

    /// Reports an operand that is known not to be Boolean.
    pub(crate) fn expect_boolean(&mut self, operand: &Operand, taker: &str) {
        let data = operand.data();
        if !data.is_open() && data != DataType::Boolean {
            let message = format!("{taker} takes a Boolean, not {}", words(data));
            self.type_error(message, operand);
        }
    }
}

/// A type in a sentence: `an Integer`, `NULL`.
pub(crate) fn words(data: DataType) -> String {
    match data {
        DataType::Integer | DataType::Opaque | DataType::Unknown => format!("an {}", data.name()),
        DataType::Null => "NULL".to_owned(),
        _ => format!("a {}", data.name()),
    }
}

/// Names as written, for messages.
pub(crate) fn spelling(parts: &[Ident]) -> String {
    let part = |p: &Ident| {
        if p.quoted {
            format!("\"{}\"", p.text.replace('"', "\"\""))
        } else {
            p.text.clone()
        }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(".")
}
