//! Constants in standard SQL.

use dosic_ir::{CastTarget, DataType, Literal, Type};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;

/// A constant in standard SQL: semantics digest 8.1.
#[must_use]
pub fn standard_literal(literal: &Literal) -> SqlExpr {
    match literal {
        Literal::Null => build::null(),
        Literal::Boolean(true) => build::raw("TRUE"),
        Literal::Boolean(false) => build::raw("FALSE"),
        Literal::Integer(value) => build::integer(*value),
        Literal::Decimal(text) => decimal(text),
        Literal::Float(value) => float(*value),
        Literal::String(text) => build::string(text),
        Literal::Date(text) => build::raw(format!("DATE '{text}'")),
        Literal::Time(text) => build::raw(format!("TIME '{text}'")),
        Literal::DateTime(text) => build::raw(format!("TIMESTAMP '{text}'")),
    }
}

/// A NULL of a type, as standard SQL has it. There is none of a Decimal: any precision that it had would cost digits
/// where it meets another.
pub fn standard_null<D: Dialect + ?Sized>(dialect: &D, ty: Type) -> Option<SqlExpr> {
    let target = match ty.data {
        DataType::String => CastTarget::String(None),
        DataType::Integer => CastTarget::Integer,
        DataType::Float => CastTarget::Float,
        DataType::Boolean => CastTarget::Boolean,
        DataType::Date => CastTarget::Date,
        DataType::Time => CastTarget::Time,
        DataType::DateTime => CastTarget::DateTime,
        DataType::Decimal
        | DataType::DateTimeTz
        | DataType::Null
        | DataType::Opaque
        | DataType::Unknown => return None,
    };
    Some(build::cast(build::null(), dialect.type_name(target)))
}

fn decimal(text: &str) -> SqlExpr {
    match text.strip_prefix('-') {
        Some(digits) => build::unary("-", build::raw(digits)),
        None => build::raw(text),
    }
}

/// An approximate number: an exponent makes it one.
fn float(value: f64) -> SqlExpr {
    if value.is_nan() {
        return build::cast(build::raw("'NaN'"), "DOUBLE PRECISION");
    }
    let size = value.abs();
    let size = if size.is_infinite() {
        build::cast(build::raw("'Infinity'"), "DOUBLE PRECISION")
    } else {
        build::raw(format!("{size:e}"))
    };
    if value.is_sign_negative() {
        build::unary("-", size)
    } else {
        size
    }
}
