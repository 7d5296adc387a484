//! Values, their order and their text: semantics digest 7.2, 8.3 and 8.4.

use std::cmp::Ordering;

use bigdecimal::BigDecimal;
use bigdecimal::num_traits::ToPrimitive;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime, Timelike};
use dosic_ir::DataType;

use super::failure::{Evaluation, Failure};

/// A value. `Eq` and `Ord` are those of grouping and sorting (7.2): NULL equals NULL and is the largest
/// value, 1 equals 1.0, NaN equals NaN and is the largest number. SQL's `=` is [`Value::compare`].
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Null,
    Boolean(bool),
    /// 64-bit in columns and literals; a SUM may be larger.
    Integer(i128),
    /// Exact.
    Decimal(BigDecimal),
    Float(f64),
    String(String),
    Date(NaiveDate),
    Time(NaiveTime),
    DateTime(NaiveDateTime),
}

impl Value {
    /// Whether it is NULL.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// A Boolean, or NULL of `None`.
    pub(crate) fn truth(value: Option<bool>) -> Self {
        value.map_or(Self::Null, Self::Boolean)
    }

    /// The three-valued truth of a Boolean (7.2).
    pub(crate) fn as_truth(&self) -> Evaluation<Option<bool>> {
        match self {
            Self::Null => Ok(None),
            Self::Boolean(b) => Ok(Some(*b)),
            other => Err(other.unfit("a Boolean")),
        }
    }

    /// The number as a double; `None` if it is no number.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "the nearest double is meant")]
            Self::Integer(i) => Some(*i as f64),
            Self::Decimal(d) => d.to_f64(),
            Self::Float(f) => Some(*f),
            _ => None,
        }
    }

    /// The number exactly, if it is an Integer or Decimal.
    pub(crate) fn as_decimal(&self) -> Option<BigDecimal> {
        match self {
            Self::Integer(i) => Some(BigDecimal::from(*i)),
            Self::Decimal(d) => Some(d.clone()),
            _ => None,
        }
    }

    /// A Date or `DateTime` as a timestamp.
    pub(crate) fn as_datetime(&self) -> Option<NaiveDateTime> {
        match self {
            Self::Date(d) => Some(d.and_time(NaiveTime::MIN)),
            Self::DateTime(t) => Some(*t),
            _ => None,
        }
    }

    /// The value as one of a wider type (8.3), which branches of several types come to; else as it is.
    pub(crate) fn widened(self, to: DataType) -> Self {
        let wide = match (&self, to) {
            (Self::Date(_), DataType::DateTime) => self.as_datetime().map(Self::DateTime),
            (Self::Integer(_) | Self::Decimal(_), DataType::Float) => {
                self.as_f64().map(Self::Float)
            }
            (Self::Integer(_), DataType::Decimal) => self.as_decimal().map(Self::Decimal),
            _ => None,
        };
        wide.unwrap_or(self)
    }

    /// The error of a value of the wrong kind; typing leaves it to columns of unknown type.
    pub(crate) fn unfit(&self, wanted: &str) -> Failure {
        Failure::runtime(format!("`{}` is not {wanted}", self.text()))
    }

    /// SQL's comparison: `None` if either is NULL (7.2), an error for kinds that have no common order (8.3).
    ///
    /// # Errors
    /// A runtime failure for unlike kinds.
    pub fn compare(&self, other: &Self) -> Result<Option<Ordering>, Failure> {
        use Value as V;
        match (self, other) {
            (V::Null, _) | (_, V::Null) => Ok(None),
            // A String beside a value of a column whose type is not known is read as that kind.
            (V::String(s), V::Date(_) | V::DateTime(_)) => {
                V::DateTime(super::text::datetime(s)?).compare(other)
            }
            (V::Date(_) | V::DateTime(_), V::String(s)) => {
                self.compare(&V::DateTime(super::text::datetime(s)?))
            }
            (a, b) if a.kind() == b.kind() => Ok(Some(a.cmp(b))),
            (a, b) => Err(Failure::runtime(format!(
                "`{}` and `{}` cannot be compared",
                a.text(),
                b.text()
            ))),
        }
    }

    /// Kinds that are compared with each other.
    fn kind(&self) -> u8 {
        match self {
            Self::Boolean(_) => 0,
            Self::Integer(_) | Self::Decimal(_) | Self::Float(_) => 1,
            Self::String(_) => 2,
            Self::Time(_) => 3,
            Self::Date(_) | Self::DateTime(_) => 4,
            Self::Null => 5,
        }
    }

    /// The text of a value (8.4); NULL, which has none, is shown as `NULL`.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Null => "NULL".to_owned(),
            Self::Boolean(b) => b.to_string(),
            Self::Integer(i) => i.to_string(),
            Self::Decimal(d) => d.to_plain_string(),
            Self::Float(f) => f.to_string(),
            Self::String(s) => s.clone(),
            Self::Date(d) => d.format("%Y-%m-%d").to_string(),
            Self::Time(t) => clock(*t),
            Self::DateTime(t) => format!("{} {}", t.format("%Y-%m-%d"), clock(t.time())),
        }
    }
}

/// `HH:MM:SS`, with as many digits of a fraction as it needs.
fn clock(time: NaiveTime) -> String {
    let whole = time.format("%H:%M:%S").to_string();
    let micros = time.nanosecond() / 1000;
    if micros == 0 {
        return whole;
    }
    let fraction = format!("{micros:06}");
    format!("{whole}.{}", fraction.trim_end_matches('0'))
}

fn numbers(a: &Value, b: &Value) -> Option<Ordering> {
    if let (Some(a), Some(b)) = (a.as_decimal(), b.as_decimal()) {
        return Some(a.cmp(&b));
    }
    let (a, b) = (a.as_f64()?, b.as_f64()?);
    Some(match (a.is_nan(), b.is_nan()) {
        (false, false) => a.partial_cmp(&b)?,
        (a, b) => a.cmp(&b),
    })
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let same_kind = match (self, other) {
            (Self::Boolean(a), Self::Boolean(b)) => Some(a.cmp(b)),
            // By code point, which is the order of UTF-8 bytes.
            (Self::String(a), Self::String(b)) => Some(a.cmp(b)),
            (Self::Time(a), Self::Time(b)) => Some(a.cmp(b)),
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(b)),
            (a, b) => match (a.as_datetime(), b.as_datetime()) {
                (Some(a), Some(b)) => Some(a.cmp(&b)),
                _ => numbers(a, b),
            },
        };
        same_kind.unwrap_or_else(|| self.kind().cmp(&other.kind()))
    }
}
impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Value {}
