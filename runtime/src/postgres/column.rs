//! One column of a result: its Arrow type, and its values while a batch fills.

use std::sync::Arc;

use arrow::array::{
    ArrayBuilder, ArrayRef, BinaryBuilder, BooleanBuilder, Date32Builder, Decimal128Array,
    Decimal256Array, Float32Builder, Float64Builder, Int16Builder, Int32Builder, Int64Builder,
    IntervalMonthDayNanoBuilder, StringBuilder, Time64MicrosecondBuilder,
    TimestampMicrosecondBuilder,
};
use arrow::datatypes::{DataType, IntervalMonthDayNano, IntervalUnit, TimeUnit};
use postgres::types::{Kind, Type};

use super::decode::{self, Raw};
use super::numeric::{MAX_DIGITS, Numeric, NumericFault};
use crate::EngineError;

/// Decimals kept in reserve where the first rows show that their number varies.
const RESERVE: u32 = 12;

/// A column being filled.
pub(super) struct Column {
    name: String,
    values: Values,
}

enum Values {
    Bool(BooleanBuilder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Oid(Int64Builder),
    Float32(Float32Builder),
    Float64(Float64Builder),
    Text(StringBuilder),
    Uuid(StringBuilder),
    Jsonb(StringBuilder),
    Bytes(BinaryBuilder),
    Date(Date32Builder),
    Time(Time64MicrosecondBuilder),
    Timestamp(TimestampMicrosecondBuilder, bool),
    Interval(IntervalMonthDayNanoBuilder),
    Numeric {
        values: Vec<Option<Numeric>>,
        /// Precision and scale, once decided.
        form: Option<(u8, u32)>,
    },
}

impl Column {
    /// A column as the server describes it.
    pub(super) fn of(column: &postgres::Column) -> Result<Self, EngineError> {
        let name = column.name().to_owned();
        let values = values_of(column.type_(), column.type_modifier()).ok_or_else(|| {
            EngineError::Unsupported(format!(
                "column `{name}` has the Postgres type `{}`, which has no form here; cast it to text",
                column.type_()
            ))
        })?;
        Ok(Self { name, values })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether its Arrow type depends on its values: a number without declared decimals.
    pub(super) fn is_undecided(&self) -> bool {
        matches!(self.values, Values::Numeric { form: None, .. })
    }

    /// Adds the value at `index` of `row`.
    pub(super) fn push(&mut self, row: &postgres::Row, index: usize) -> Result<(), EngineError> {
        let raw: Option<Raw<'_>> = row
            .try_get(index)
            .map_err(|e| EngineError::Failed(e.to_string()))?;
        self.values.push(raw.as_ref()).map_err(|fault| {
            EngineError::Unsupported(format!("column `{}` holds {fault}", self.name))
        })
    }

    /// Settles the Arrow type from the values so far; `last` says that there are no more.
    pub(super) fn decide(&mut self, last: bool) -> Result<DataType, EngineError> {
        if let Values::Numeric { values, form } = &mut self.values
            && form.is_none()
        {
            *form = Some(decimal_form(values, last).ok_or_else(|| {
                EngineError::Unsupported(format!(
                    "column `{}` holds numbers of more than {MAX_DIGITS} digits; cast it to double precision",
                    self.name
                ))
            })?);
        }
        Ok(self.values.data_type())
    }

    /// The values so far; the column is empty afterwards.
    pub(super) fn take(&mut self) -> Result<ArrayRef, EngineError> {
        let Values::Numeric { values, form } = &mut self.values else {
            return Ok(self.values.finish());
        };
        let (precision, scale) = form.unwrap_or((38, 0));
        decimals(&std::mem::take(values), precision, scale).ok_or_else(|| {
            EngineError::Unsupported(format!(
                "column `{}` holds a number with more digits than its first rows showed; cast it to a fixed \
                 number of decimals",
                self.name
            ))
        })
    }
}

fn values_of(ty: &Type, modifier: i32) -> Option<Values> {
    Some(match *ty {
        Type::BOOL => Values::Bool(BooleanBuilder::new()),
        Type::INT2 => Values::Int16(Int16Builder::new()),
        Type::INT4 => Values::Int32(Int32Builder::new()),
        Type::INT8 => Values::Int64(Int64Builder::new()),
        Type::OID => Values::Oid(Int64Builder::new()),
        Type::FLOAT4 => Values::Float32(Float32Builder::new()),
        Type::FLOAT8 => Values::Float64(Float64Builder::new()),
        Type::TEXT
        | Type::VARCHAR
        | Type::BPCHAR
        | Type::NAME
        | Type::JSON
        | Type::UNKNOWN
        | Type::XML => Values::Text(StringBuilder::new()),
        Type::UUID => Values::Uuid(StringBuilder::new()),
        Type::JSONB => Values::Jsonb(StringBuilder::new()),
        Type::BYTEA => Values::Bytes(BinaryBuilder::new()),
        Type::DATE => Values::Date(Date32Builder::new()),
        Type::TIME => Values::Time(Time64MicrosecondBuilder::new()),
        Type::TIMESTAMP => Values::Timestamp(TimestampMicrosecondBuilder::new(), false),
        Type::TIMESTAMPTZ => Values::Timestamp(
            TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            true,
        ),
        Type::INTERVAL => Values::Interval(IntervalMonthDayNanoBuilder::new()),
        Type::NUMERIC => Values::Numeric {
            values: Vec::new(),
            form: declared_form(modifier),
        },
        ref other => match other.kind() {
            Kind::Enum(_) => Values::Text(StringBuilder::new()),
            Kind::Domain(inner) => return values_of(inner, modifier),
            _ if other.name() == "citext" => Values::Text(StringBuilder::new()),
            _ => return None,
        },
    })
}

/// Precision and scale of `numeric(p, s)`; `None` where there are none or Arrow cannot hold them.
fn declared_form(modifier: i32) -> Option<(u8, u32)> {
    let packed = modifier.checked_sub(4).filter(|m| *m >= 0)?;
    let precision = (packed >> 16) & 0xffff;
    let scale = ((packed & 0x7ff) ^ 1024) - 1024;
    let scale = u32::try_from(scale).ok()?;
    let precision = u8::try_from(precision).ok()?;
    (u32::from(precision) <= MAX_DIGITS && scale <= u32::from(precision))
        .then_some((precision, scale))
}

/// Precision and scale that hold the values so far and, unless these are all, likely later ones.
///
/// Sums keep the decimals of their column, so an equal small number of decimals is a rule of the data;
/// quotients have as many decimals as their size asks for, so they get a reserve. A later value that
/// does not fit is an error, never rounded.
fn decimal_form(values: &[Option<Numeric>], last: bool) -> Option<(u8, u32)> {
    let known = || values.iter().flatten();
    let scale = known().map(|n| n.scale).max().unwrap_or(0);
    let least = known().map(|n| n.scale).min().unwrap_or(0);
    let whole = known().map(|n| n.integer_digits()).max().unwrap_or(0);
    if last {
        let digits = whole + scale;
        return match digits {
            0..=38 => Some((38, scale)),
            39..=MAX_DIGITS => Some((76, scale)),
            _ => None,
        };
    }
    let scale = if scale == least && scale <= 6 {
        scale
    } else {
        scale + RESERVE
    };
    (whole + scale <= MAX_DIGITS).then_some((76, scale))
}

fn decimals(values: &[Option<Numeric>], precision: u8, scale: u32) -> Option<ArrayRef> {
    let arrow_scale = i8::try_from(scale).ok()?;
    let mut wide = Vec::with_capacity(values.len());
    for value in values {
        wide.push(match value {
            Some(numeric) => Some(numeric.at_scale(scale)?),
            None => None,
        });
    }
    if precision <= 38 {
        let mut narrow = Vec::with_capacity(wide.len());
        for value in wide {
            narrow.push(match value {
                Some(value) => Some(value.to_i128()?),
                None => None,
            });
        }
        let array = Decimal128Array::from(narrow)
            .with_precision_and_scale(precision, arrow_scale)
            .ok()?;
        array.validate_decimal_precision(precision).ok()?;
        return Some(Arc::new(array));
    }
    let array = Decimal256Array::from(wide)
        .with_precision_and_scale(precision, arrow_scale)
        .ok()?;
    array.validate_decimal_precision(precision).ok()?;
    Some(Arc::new(array))
}

/// Adds a value, or NULL; `None` bytes that decode to nothing are a fault of the given name.
macro_rules! append {
    ($builder:expr, $raw:expr, $fault:literal, $decode:expr) => {
        match $raw {
            None => $builder.append_null(),
            Some(raw) => $builder.append_value($decode(raw).ok_or($fault)?),
        }
    };
}

impl Values {
    fn push(&mut self, raw: Option<&Raw<'_>>) -> Result<(), &'static str> {
        const MALFORMED: &str = "a value in an unknown form";
        match self {
            Self::Bool(b) => append!(b, raw, "a malformed value", |r: &Raw<'_>| {
                r.exactly::<1>().map(|[byte]| byte != 0)
            }),
            Self::Int16(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(i16::from_be_bytes));
            }
            Self::Int32(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(i32::from_be_bytes));
            }
            Self::Int64(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(i64::from_be_bytes));
            }
            Self::Oid(b) => append!(b, raw, "a malformed value", |r: &Raw<'_>| {
                r.exactly().map(u32::from_be_bytes).map(i64::from)
            }),
            Self::Float32(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(f32::from_be_bytes));
            }
            Self::Float64(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(f64::from_be_bytes));
            }
            Self::Text(b) => append!(b, raw, "text that is not UTF-8", Raw::text),
            Self::Uuid(b) => append!(b, raw, "a malformed value", decode::uuid),
            Self::Jsonb(b) => append!(b, raw, "a malformed value", decode::jsonb),
            Self::Bytes(b) => append!(b, raw, "a malformed value", |r: &Raw<'_>| Some(
                r.0.to_vec()
            )),
            Self::Date(b) => append!(b, raw, "an infinite date", decode::date),
            Self::Time(b) => {
                append!(b, raw, "a malformed value", |r: &Raw<'_>| r
                    .exactly()
                    .map(i64::from_be_bytes));
            }
            Self::Timestamp(b, _) => append!(b, raw, "an infinite timestamp", decode::timestamp),
            Self::Interval(b) => append!(b, raw, "an interval out of range", |r: &Raw<'_>| {
                decode::interval(r).map(|(m, d, n)| IntervalMonthDayNano::new(m, d, n))
            }),
            Self::Numeric { values, .. } => values.push(match raw {
                None => None,
                Some(raw) => Some(Numeric::decode(raw.0).map_err(|fault| match fault {
                    NumericFault::NotFinite => "NaN or an infinity; cast it to double precision",
                    NumericFault::TooLong => {
                        "a number of more than 76 digits; cast it to double precision"
                    }
                    NumericFault::Malformed => MALFORMED,
                })?),
            }),
        }
        Ok(())
    }

    fn data_type(&self) -> DataType {
        match self {
            Self::Bool(_) => DataType::Boolean,
            Self::Int16(_) => DataType::Int16,
            Self::Int32(_) => DataType::Int32,
            Self::Int64(_) | Self::Oid(_) => DataType::Int64,
            Self::Float32(_) => DataType::Float32,
            Self::Float64(_) => DataType::Float64,
            Self::Text(_) | Self::Uuid(_) | Self::Jsonb(_) => DataType::Utf8,
            Self::Bytes(_) => DataType::Binary,
            Self::Date(_) => DataType::Date32,
            Self::Time(_) => DataType::Time64(TimeUnit::Microsecond),
            Self::Timestamp(_, zoned) => {
                DataType::Timestamp(TimeUnit::Microsecond, zoned.then(|| "UTC".into()))
            }
            Self::Interval(_) => DataType::Interval(IntervalUnit::MonthDayNano),
            Self::Numeric { form, .. } => {
                let (precision, scale) = form.unwrap_or((38, 0));
                let scale = i8::try_from(scale).unwrap_or(i8::MAX);
                if precision <= 38 {
                    DataType::Decimal128(precision, scale)
                } else {
                    DataType::Decimal256(precision, scale)
                }
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Self::Bool(b) => b,
            Self::Int16(b) => b,
            Self::Int32(b) => b,
            Self::Int64(b) | Self::Oid(b) => b,
            Self::Float32(b) => b,
            Self::Float64(b) => b,
            Self::Text(b) | Self::Uuid(b) | Self::Jsonb(b) => b,
            Self::Bytes(b) => b,
            Self::Date(b) => b,
            Self::Time(b) => b,
            Self::Timestamp(b, _) => b,
            Self::Interval(b) => b,
            Self::Numeric { .. } => return Arc::new(arrow::array::NullArray::new(0)),
        };
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::datatypes::i256;

    fn numeric(unscaled: i128, scale: u32) -> Option<Numeric> {
        Some(Numeric {
            unscaled: i256::from_i128(unscaled),
            scale,
        })
    }

    #[test]
    fn equal_decimals_stay_and_varying_ones_get_a_reserve() {
        let sums = [numeric(1234, 2), None, numeric(5, 2)];
        assert_eq!(decimal_form(&sums, true), Some((38, 2)));
        assert_eq!(decimal_form(&sums, false), Some((76, 2)));
        let quotients = [numeric(3_333_333_333_333_333, 16), numeric(1, 20)];
        assert_eq!(decimal_form(&quotients, false), Some((76, 32)));
    }

    #[test]
    fn a_later_value_with_more_decimals_is_refused() {
        assert!(decimals(&[numeric(15, 1)], 76, 0).is_none());
        assert!(decimals(&[numeric(20, 1)], 76, 0).is_some());
    }

    #[test]
    fn declared_decimals_are_read_from_the_modifier() {
        assert_eq!(declared_form(((10 << 16) | 2) + 4), Some((10, 2)));
        assert_eq!(declared_form(-1), None);
    }
}
