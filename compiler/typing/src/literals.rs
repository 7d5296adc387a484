//! Constants: semantics digest 8.1, 8.3.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{TextRange, TypedLiteral};
use dosic_ir::{DataType, Literal, ModelExpr};

use crate::iso;
use crate::lowering::Lowering;
use crate::reconcile::iso_form;

/// The most digits of an exact number. Beyond it engines round to a float, or fail.
const MAX_DIGITS: usize = 38;

impl Lowering<'_> {
    pub(crate) fn integer(&mut self, digits: &str, span: &TextRange) -> Option<ModelExpr> {
        if let Ok(value) = digits.parse::<i64>() {
            return Some(ModelExpr::literal(Literal::Integer(value)));
        }
        self.exact(digits.trim_start_matches('0').to_owned(), span)
    }

    pub(crate) fn decimal(&mut self, digits: &str, span: &TextRange) -> Option<ModelExpr> {
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            whole => whole,
        };
        let fraction = if fraction.is_empty() { "0" } else { fraction };
        self.exact(format!("{whole}.{fraction}"), span)
    }

    fn exact(&mut self, plain: String, span: &TextRange) -> Option<ModelExpr> {
        let digits = plain.bytes().filter(u8::is_ascii_digit).count();
        if digits > MAX_DIGITS {
            self.syntax_error(
                format!("a number of {digits} digits is not exact on every engine"),
                span,
                format!("more than {MAX_DIGITS} digits"),
                "write a float, such as 1.5e40",
            );
            return None;
        }
        Some(ModelExpr::literal(Literal::Decimal(plain)))
    }

    pub(crate) fn float(&mut self, digits: &str, span: &TextRange) -> Option<ModelExpr> {
        match digits.parse::<f64>() {
            Ok(value) if value.is_finite() => Some(ModelExpr::literal(Literal::Float(value))),
            _ => {
                let fault = self.fault(
                    Code::Syntax,
                    Check::Syntax,
                    "the number does not fit into a 64-bit float",
                    span,
                    "out of range",
                );
                self.refuse(fault)
            }
        }
    }

    pub(crate) fn typed_literal(
        &mut self,
        kind: TypedLiteral,
        text: &str,
        span: &TextRange,
    ) -> Option<ModelExpr> {
        let (name, data, literal) = match kind {
            TypedLiteral::Date => ("DATE", DataType::Date, iso::date(text).map(Literal::Date)),
            TypedLiteral::Time => ("TIME", DataType::Time, iso::time(text).map(Literal::Time)),
            TypedLiteral::Timestamp => {
                let literal = iso::date_time(text).map(Literal::DateTime);
                ("TIMESTAMP", DataType::DateTime, literal)
            }
        };
        if literal.is_none() {
            self.syntax_error(
                format!("`{text}` is no {}", data.name()),
                span,
                "not in the ISO form, or not in the calendar",
                format!("write {name} {}", iso_form(data)),
            );
        }
        literal.map(ModelExpr::literal)
    }

    pub(crate) fn stray_interval(&mut self, span: &TextRange) -> Option<ModelExpr> {
        self.syntax_error(
            "an INTERVAL stands only beside `+` or `-`, with a Date or DateTime on the other side",
            span,
            "an interval is no value of its own",
            "write DATEADD(part, n, x), or `x + INTERVAL '3' MONTH`",
        );
        None
    }
}
