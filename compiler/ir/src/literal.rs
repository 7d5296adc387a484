//! Constants.

use std::hash::{Hash, Hasher};

use crate::DataType;

/// A constant. Dates and times are ISO text that was checked when it was read.
#[derive(Clone, Debug)]
pub enum Literal {
    /// NULL.
    Null,
    /// TRUE or FALSE.
    Boolean(bool),
    /// Whole number.
    Integer(i64),
    /// Exact decimal in plain notation with at least one digit before the point: `0.50`, `5.0`.
    /// Also a whole number too large for 64 bits.
    Decimal(String),
    /// Floating-point number.
    Float(f64),
    /// Text.
    String(String),
    /// `YYYY-MM-DD`.
    Date(String),
    /// `HH:MM:SS[.ffffff]`.
    Time(String),
    /// `YYYY-MM-DD HH:MM:SS[.ffffff]`.
    DateTime(String),
}

impl Literal {
    /// The type of the constant.
    #[must_use]
    pub fn data_type(&self) -> DataType {
        match self {
            Self::Null => DataType::Null,
            Self::Boolean(_) => DataType::Boolean,
            Self::Integer(_) => DataType::Integer,
            Self::Decimal(_) => DataType::Decimal,
            Self::Float(_) => DataType::Float,
            Self::String(_) => DataType::String,
            Self::Date(_) => DataType::Date,
            Self::Time(_) => DataType::Time,
            Self::DateTime(_) => DataType::DateTime,
        }
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (Self::Decimal(a), Self::Decimal(b))
            | (Self::String(a), Self::String(b))
            | (Self::Date(a), Self::Date(b))
            | (Self::Time(a), Self::Time(b))
            | (Self::DateTime(a), Self::DateTime(b)) => a == b,
            _ => false,
        }
    }
}
impl Eq for Literal {}
impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.data_type().hash(state);
        match self {
            Self::Null => {}
            Self::Boolean(b) => b.hash(state),
            Self::Integer(i) => i.hash(state),
            Self::Float(f) => f.to_bits().hash(state),
            Self::Decimal(s)
            | Self::String(s)
            | Self::Date(s)
            | Self::Time(s)
            | Self::DateTime(s) => s.hash(state),
        }
    }
}
