//! Types of values: semantics digest 1.4 and 8.3.

/// The kind of a value. `Unknown` unifies with everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DataType {
    /// Text.
    String,
    /// 64-bit whole number; a SUM of them is unbounded.
    Integer,
    /// Exact decimal number.
    Decimal,
    /// 64-bit floating-point number.
    Float,
    /// Truth value.
    Boolean,
    /// Calendar date.
    Date,
    /// Time of day without zone.
    Time,
    /// Wall-clock timestamp without zone.
    DateTime,
    /// Instant.
    DateTimeTz,
    /// Known, but outside this list.
    Opaque,
    /// Not known: no datatype is declared and no catalogue is at hand.
    Unknown,
    /// The type of the bare literal NULL.
    Null,
}

impl DataType {
    /// Integer, Decimal or Float.
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal | Self::Float)
    }

    /// Date, Time, `DateTime` or `DateTimeTz`.
    #[must_use]
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            Self::Date | Self::Time | Self::DateTime | Self::DateTimeTz
        )
    }

    /// Unknown, Null or Opaque: nothing can be said against it.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Unknown | Self::Null | Self::Opaque)
    }

    /// The spelling of OSI, such as `DateTimeTz`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "String",
            Self::Integer => "Integer",
            Self::Decimal => "Decimal",
            Self::Float => "Float",
            Self::Boolean => "Boolean",
            Self::Date => "Date",
            Self::Time => "Time",
            Self::DateTime => "DateTime",
            Self::DateTimeTz => "DateTimeTz",
            Self::Opaque => "Opaque",
            Self::Unknown => "Unknown",
            Self::Null => "Null",
        }
    }
}

/// A kind with nullability. `nullable: false` is a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// The kind.
    pub data: DataType,
    /// Whether the value can be NULL.
    pub nullable: bool,
}

impl Type {
    /// A kind whose value can be NULL.
    #[must_use]
    pub const fn nullable(data: DataType) -> Self {
        Self {
            data,
            nullable: true,
        }
    }

    /// A kind whose value is never NULL.
    #[must_use]
    pub const fn required(data: DataType) -> Self {
        Self {
            data,
            nullable: false,
        }
    }

    /// Nothing is known.
    pub const UNKNOWN: Self = Self::nullable(DataType::Unknown);
}

/// The target of a CAST: semantics digest 8.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastTarget {
    /// VARCHAR, STRING; with a length, longer text is cut.
    String(Option<u32>),
    /// INTEGER, INT, BIGINT: 64 bits.
    Integer,
    /// DECIMAL(p, s); bare DECIMAL is (38, 0).
    Decimal(u8, u8),
    /// FLOAT, DOUBLE: 64 bits.
    Float,
    /// BOOLEAN.
    Boolean,
    /// DATE.
    Date,
    /// TIME.
    Time,
    /// TIMESTAMP, `TIMESTAMP_NTZ`.
    DateTime,
}

impl CastTarget {
    /// The type a cast to it has.
    #[must_use]
    pub fn data_type(self) -> DataType {
        match self {
            Self::String(_) => DataType::String,
            Self::Integer => DataType::Integer,
            Self::Decimal(..) => DataType::Decimal,
            Self::Float => DataType::Float,
            Self::Boolean => DataType::Boolean,
            Self::Date => DataType::Date,
            Self::Time => DataType::Time,
            Self::DateTime => DataType::DateTime,
        }
    }
}
