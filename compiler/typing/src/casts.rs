//! CAST, `TRY_CAST` and `::`: semantics digest 8.4.

use dosic_diagnostics::{Check, Code, did_you_mean};
use dosic_expr::ast::{CastForm, Expr, TypeName};
use dosic_ir::{CastTarget, DataType, ExprKind as K, ModelExpr, Type};

use crate::lowering::{Lowering, Operand, words};

/// Names of types, with the target each means before its numbers are looked at.
const TYPES: &[(&str, CastTarget)] = &[
    ("VARCHAR", CastTarget::String(None)),
    ("STRING", CastTarget::String(None)),
    ("TEXT", CastTarget::String(None)),
    ("CHARACTER VARYING", CastTarget::String(None)),
    ("INTEGER", CastTarget::Integer),
    ("INT", CastTarget::Integer),
    ("BIGINT", CastTarget::Integer),
    ("DECIMAL", CastTarget::Decimal(38, 0)),
    ("NUMERIC", CastTarget::Decimal(38, 0)),
    ("FLOAT", CastTarget::Float),
    ("DOUBLE", CastTarget::Float),
    ("DOUBLE PRECISION", CastTarget::Float),
    ("BOOLEAN", CastTarget::Boolean),
    ("BOOL", CastTarget::Boolean),
    ("DATE", CastTarget::Date),
    ("TIME", CastTarget::Time),
    ("TIMESTAMP", CastTarget::DateTime),
    ("TIMESTAMP_NTZ", CastTarget::DateTime),
    ("DATETIME", CastTarget::DateTime),
];

const MAX_PRECISION: u64 = 38;

impl Lowering<'_> {
    pub(crate) fn cast(
        &mut self,
        operand: &Expr,
        target: &TypeName,
        form: CastForm,
    ) -> Option<ModelExpr> {
        let operand = self.operand(operand);
        let target = self.cast_target(target);
        Some(self.cast_to(operand?, target?, form == CastForm::TryCast))
    }

    /// A cast, or `E_TYPE` if no value of the operand's type can be converted.
    pub(crate) fn cast_to(
        &mut self,
        operand: Operand,
        target: CastTarget,
        safe: bool,
    ) -> ModelExpr {
        let (from, to) = (operand.data(), target.data_type());
        if !is_possible(from, to) {
            let message = format!("{} cannot be cast to {}", words(from), words(to));
            self.type_error(message, &operand);
        }
        let number = matches!(to, DataType::Decimal | DataType::Float);
        let expr = if from == DataType::Boolean && number {
            // Not every engine casts a Boolean straight to these.
            cast_node(operand.expr, CastTarget::Integer, false)
        } else {
            operand.expr
        };
        cast_node(expr, target, safe)
    }

    fn cast_target(&mut self, name: &TypeName) -> Option<CastTarget> {
        let Some((_, target)) = TYPES.iter().find(|(n, _)| *n == name.name) else {
            let message = format!("`{}` is no type of the expression language", name.name);
            let fault = self.fault(
                Code::Syntax,
                Check::Syntax,
                message,
                &name.span,
                "unknown type",
            );
            let known = did_you_mean(&name.name, TYPES.iter().map(|(n, _)| *n));
            let help = known.unwrap_or_else(|| {
                "one of VARCHAR, INTEGER, DECIMAL(p, s), DOUBLE, BOOLEAN, DATE, TIME, TIMESTAMP"
                    .to_owned()
            });
            return self.refuse(fault.help(help));
        };
        match (*target, name.args.as_slice()) {
            (CastTarget::Decimal(..), args) => self.decimal_target(name, args),
            (target, []) => Some(target),
            (CastTarget::String(_), [length]) if *length >= 1 => u32::try_from(*length)
                .ok()
                .map(|n| CastTarget::String(Some(n))),
            _ => self.bad_type_numbers(name, "write the type without numbers"),
        }
    }

    fn decimal_target(&mut self, name: &TypeName, args: &[u64]) -> Option<CastTarget> {
        let (precision, scale) = match args {
            [] => {
                let fault = self
                    .fault(
                        Code::DecimalScale,
                        Check::Lint,
                        format!("{} without a scale keeps no decimals", name.name),
                        &name.span,
                        "means DECIMAL(38, 0)",
                    )
                    .help("write the scale that is meant, as in DECIMAL(18, 2)");
                self.sink.push(fault);
                return Some(CastTarget::Decimal(38, 0));
            }
            [precision] => (*precision, 0),
            [precision, scale] => (*precision, *scale),
            _ => (0, 0),
        };
        let fits = (1..=MAX_PRECISION).contains(&precision) && scale <= precision;
        match (u8::try_from(precision), u8::try_from(scale)) {
            (Ok(precision), Ok(scale)) if fits => Some(CastTarget::Decimal(precision, scale)),
            _ => self.bad_type_numbers(
                name,
                "write DECIMAL(p, s) with 1 to 38 digits, s of them decimals",
            ),
        }
    }

    fn bad_type_numbers<T>(&mut self, name: &TypeName, help: &str) -> Option<T> {
        let message = format!("`{}` does not take these numbers", name.name);
        let fault = self.fault(Code::Syntax, Check::Syntax, message, &name.span, "");
        self.refuse(fault.help(help))
    }
}

fn cast_node(expr: ModelExpr, target: CastTarget, safe: bool) -> ModelExpr {
    let ty = Type {
        data: target.data_type(),
        nullable: safe || expr.ty.nullable,
    };
    let kind = K::Cast {
        expr: Box::new(expr),
        target,
        safe,
    };
    ModelExpr::new(kind, ty)
}

/// Whether some value of the first type can become one of the second.
fn is_possible(from: DataType, to: DataType) -> bool {
    use DataType as D;
    if from.is_open() || from == to || to == D::String || from == D::String {
        return true;
    }
    let number_like = |d: D| d.is_numeric() || d == D::Boolean;
    match from {
        D::Integer | D::Decimal | D::Float | D::Boolean => number_like(to),
        D::Date => to == D::DateTime,
        D::DateTime | D::DateTimeTz => matches!(to, D::Date | D::Time | D::DateTime),
        _ => false,
    }
}
