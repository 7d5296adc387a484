//! Arithmetic, `||` and the choice among operators: semantics digest 8.5, R4.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{BinaryOp as B, Expr, ExprKind as A, TextRange};
use dosic_ir::{ArithmeticOp, CompareOp, DataType, ExprKind as K, LogicalOp, ModelExpr, Type};

use crate::lowering::{Lowering, Operand, any_nullable, words};
use crate::reconcile::unify;

impl Lowering<'_> {
    pub(crate) fn binary(
        &mut self,
        op: B,
        op_span: &TextRange,
        left: &Expr,
        right: &Expr,
    ) -> Option<ModelExpr> {
        match op {
            B::And => self.logical(LogicalOp::And, B::And, [left, right]),
            B::Or => self.logical(LogicalOp::Or, B::Or, [left, right]),
            B::Equal => self.compare(CompareOp::Equal, left, right),
            B::NotEqual => self.compare(CompareOp::NotEqual, left, right),
            B::Less => self.compare(CompareOp::Less, left, right),
            B::LessOrEqual => self.compare(CompareOp::LessOrEqual, left, right),
            B::Greater => self.compare(CompareOp::Greater, left, right),
            B::GreaterOrEqual => self.compare(CompareOp::GreaterOrEqual, left, right),
            B::Concat => {
                let (left, right) = self.pair(left, right)?;
                Some(concat(left.expr, right.expr))
            }
            B::Multiply => self.arithmetic(ArithmeticOp::Multiply, op_span, left, right),
            B::Divide => self.arithmetic(ArithmeticOp::Divide, op_span, left, right),
            B::Modulo => self.arithmetic(ArithmeticOp::Modulo, op_span, left, right),
            B::Add | B::Subtract => self.add(op, op_span, left, right),
        }
    }

    /// `+` and `-`, also between a date and an interval.
    fn add(&mut self, op: B, op_span: &TextRange, left: &Expr, right: &Expr) -> Option<ModelExpr> {
        let subtract = op == B::Subtract;
        match (&left.kind, &right.kind) {
            (_, A::Interval { text, unit }) => {
                self.add_interval(left, (text, unit.as_ref()), &right.span, subtract)
            }
            (A::Interval { text, unit }, _) if !subtract => {
                self.add_interval(right, (text, unit.as_ref()), &left.span, false)
            }
            _ if subtract => self.arithmetic(ArithmeticOp::Subtract, op_span, left, right),
            _ => self.arithmetic(ArithmeticOp::Add, op_span, left, right),
        }
    }

    fn arithmetic(
        &mut self,
        op: ArithmeticOp,
        op_span: &TextRange,
        left: &Expr,
        right: &Expr,
    ) -> Option<ModelExpr> {
        let (left, right) = self.pair(left, right)?;
        Some(self.arithmetic_of(op, op_span, left, right))
    }

    /// Arithmetic on typed operands; `op_span` is where a fault of both is shown.
    pub(crate) fn arithmetic_of(
        &mut self,
        op: ArithmeticOp,
        op_span: &TextRange,
        left: Operand,
        right: Operand,
    ) -> ModelExpr {
        let fits = self.check_arithmetic(op, op_span, &left, &right);
        let divides = matches!(op, ArithmeticOp::Divide | ArithmeticOp::Modulo);
        let data = match op {
            ArithmeticOp::Divide => DataType::Float,
            _ if !fits => DataType::Unknown,
            _ => unify(left.data(), right.data()).unwrap_or(DataType::Unknown),
        };
        // A zero divisor gives NULL (8.10).
        let nullable = divides || any_nullable([&left.expr, &right.expr]);
        ModelExpr::arithmetic(op, left.expr, right.expr, Type { data, nullable })
    }

    /// Reports operands that are known to be no numbers.
    fn check_arithmetic(
        &mut self,
        op: ArithmeticOp,
        op_span: &TextRange,
        left: &Operand,
        right: &Operand,
    ) -> bool {
        let (a, b) = (left.data(), right.data());
        let additive = matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract);
        if additive && (a.is_temporal() && b.is_numeric() || a.is_numeric() && b.is_temporal()) {
            self.date_plus_number(op_span, left, right);
            return false;
        }
        let mut fits = true;
        for operand in [left, right] {
            let data = operand.data();
            if data.is_open() || data.is_numeric() {
                continue;
            }
            fits = false;
            let message = format!("`{}` takes numbers, not {}", symbol(op), words(data));
            let mut fault = self.type_fault(message, operand);
            if data == DataType::String && op == ArithmeticOp::Add {
                fault = fault.help("join texts with `||`");
            } else if a.is_temporal() && b.is_temporal() && op == ArithmeticOp::Subtract {
                fault = fault.help("write DATEDIFF(day, from, to)");
            }
            self.sink.push(fault);
        }
        fits
    }

    fn date_plus_number(&mut self, op_span: &TextRange, left: &Operand, right: &Operand) {
        let message = format!(
            "{} and {} cannot be added or subtracted",
            words(left.data()),
            words(right.data())
        );
        let fault = self
            .fault(
                Code::Syntax,
                Check::Types,
                message,
                op_span,
                "no unit is given",
            )
            .at(
                self.locate(&left.span),
                format!("this is {}", words(left.data())),
            )
            .at(
                self.locate(&right.span),
                format!("this is {}", words(right.data())),
            )
            .help("write DATEADD(day, n, x), with the unit that is meant");
        self.ban(fault);
    }
}

/// `a || b`: non-strings by their text.
pub(crate) fn concat(left: ModelExpr, right: ModelExpr) -> ModelExpr {
    let ty = Type {
        data: DataType::String,
        nullable: any_nullable([&left, &right]),
    };
    ModelExpr::new(K::Concat(Box::new(left), Box::new(right)), ty)
}

fn symbol(op: ArithmeticOp) -> &'static str {
    match op {
        ArithmeticOp::Add => "+",
        ArithmeticOp::Subtract => "-",
        ArithmeticOp::Multiply => "*",
        ArithmeticOp::Divide => "/",
        ArithmeticOp::Modulo => "%",
    }
}
