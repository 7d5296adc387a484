//! An emitted operand with what is known of its value.

use dosic_ir::{DataType, Literal, Type};

use crate::ast::SqlExpr;
use crate::build;

/// An argument of an operator or function: its SQL, its type, and its value if it is a constant.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The SQL.
    pub sql: SqlExpr,
    /// The type; often unknown.
    pub ty: Type,
    /// The constant it is. `-1` is a constant too.
    pub literal: Option<Literal>,
}

impl Operand {
    /// An operand that is no constant.
    #[must_use]
    pub fn new(sql: SqlExpr, ty: Type) -> Self {
        Self {
            sql,
            ty,
            literal: None,
        }
    }

    /// Its kind.
    #[must_use]
    pub fn data(&self) -> DataType {
        self.ty.data
    }

    /// Whether it is a constant other than NULL.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.literal.is_some() && self.data() != DataType::Null
    }

    /// The whole number it is.
    #[must_use]
    pub fn as_integer(&self) -> Option<i64> {
        match self.literal {
            Some(Literal::Integer(value)) => Some(value),
            _ => None,
        }
    }

    /// The text it is.
    #[must_use]
    pub fn as_string(&self) -> Option<&str> {
        match &self.literal {
            Some(Literal::String(text)) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a number other than zero, so that dividing by it is safe.
    #[must_use]
    pub fn is_nonzero_number(&self) -> bool {
        match &self.literal {
            Some(Literal::Integer(value)) => *value != 0,
            Some(Literal::Float(value)) => *value != 0.0,
            Some(Literal::Decimal(text)) => text.chars().any(|c| ('1'..='9').contains(&c)),
            _ => false,
        }
    }

    /// Whether it can be NULL.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.ty.nullable && !self.is_constant()
    }

    /// `sql IS NULL`
    #[must_use]
    pub fn is_null(&self) -> SqlExpr {
        build::postfix(self.sql.clone(), "IS NULL")
    }
}

/// NULL if one of the operands is, else the value: `CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE value END`.
///
/// For engine functions that skip a NULL argument where dosic's give NULL.
#[must_use]
pub fn null_if_any_null(operands: &[Operand], value: SqlExpr) -> SqlExpr {
    let test = operands
        .iter()
        .filter(|o| o.is_nullable())
        .map(Operand::is_null)
        .reduce(|a, b| build::binary("OR", a, b));
    match test {
        Some(test) => build::case([(test, build::null())], Some(value)),
        None => value,
    }
}
