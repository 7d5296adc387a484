//! The closed enumerations of functions: semantics digest 8.6 to 8.9.
//!
//! Spellings that mean the same are one variant (`NVL` is `Coalesce`, `CHARINDEX` is `Position`), and
//! functions that are defined by an operator or CASE (`IF`, `NVL2`, `ZEROIFNULL`) have none: typing
//! turns them into that.

/// A unit of DATEADD, DATEDIFF, `DATE_TRUNC` and EXTRACT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DatePart {
    /// Calendar year.
    Year,
    /// Quarter, 1 to 4.
    Quarter,
    /// Month, 1 to 12.
    Month,
    /// ISO week; weeks start on Monday.
    Week,
    /// Day of the month.
    Day,
    /// Sunday 0 to Saturday 6; EXTRACT only.
    DayOfWeek,
    /// 1 to 366; EXTRACT only.
    DayOfYear,
    /// Hour.
    Hour,
    /// Minute.
    Minute,
    /// Whole second.
    Second,
    /// Milliseconds with the seconds included; EXTRACT only.
    Millisecond,
}

impl DatePart {
    /// The spelling in the expression language, upper case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Year => "YEAR",
            Self::Quarter => "QUARTER",
            Self::Month => "MONTH",
            Self::Week => "WEEK",
            Self::Day => "DAY",
            Self::DayOfWeek => "DAYOFWEEK",
            Self::DayOfYear => "DAYOFYEAR",
            Self::Hour => "HOUR",
            Self::Minute => "MINUTE",
            Self::Second => "SECOND",
            Self::Millisecond => "MILLISECOND",
        }
    }

    /// Whether the unit is a day or longer (so that it keeps a Date a Date).
    #[must_use]
    pub fn is_day_or_longer(self) -> bool {
        matches!(
            self,
            Self::Year | Self::Quarter | Self::Month | Self::Week | Self::Day
        )
    }
}

/// A scalar function. The comment gives the arguments; every one is NULL on a NULL argument but Coalesce and NullIf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScalarFn {
    /// `(x)`
    Abs,
    /// `(x)` or `(x, digits)`; half away from zero
    Round,
    /// `(x)` or `(x, digits)`; towards zero
    Trunc,
    /// `(x)` → Integer
    Floor,
    /// `(x)` → Integer
    Ceil,
    /// `(x)` → Integer
    Sign,
    /// `(x, y)` → Float
    Power,
    /// `(x)` → Float
    Sqrt,
    /// `(x)` → Float
    Exp,
    /// `(x)` → Float
    Ln,
    /// `(base, x)` → Float
    Log,
    /// `(x)` → Float
    Log10,
    /// `(x)` → Float
    Sin,
    /// `(x)` → Float
    Cos,
    /// `(x)` → Float
    Tan,
    /// `(x)` → Float
    Asin,
    /// `(x)` → Float
    Acos,
    /// `(x)` → Float
    Atan,
    /// `(y, x)` → Float
    Atan2,
    /// `(x)` → Float
    Radians,
    /// `(x)` → Float
    Degrees,
    /// `()` → Float
    Pi,
    /// `(a, b, …)`; NULL if any is NULL
    Greatest,
    /// `(a, b, …)`; NULL if any is NULL
    Least,
    /// `(a, b)`
    NullIf,
    /// `(a, …)`
    Coalesce,
    /// `(s)`
    Lower,
    /// `(s)`
    Upper,
    /// `(s)` → Integer, code points
    Length,
    /// `(s)`; U+0020 only
    Trim,
    /// `(s)`
    LTrim,
    /// `(s)`
    RTrim,
    /// `(s, n)`; n < 0 gives ''
    Left,
    /// `(s, n)`; n < 0 gives ''
    Right,
    /// `(s, start)` or `(s, start, length)`; the ANSI window
    Substring,
    /// `(s, from, to)`
    Replace,
    /// `(s, delimiter, n)`
    SplitPart,
    /// `(needle, s)` → Integer
    Position,
    /// `(s, part)` → Boolean
    Contains,
    /// `(s, prefix)` → Boolean
    StartsWith,
    /// `(s, suffix)` → Boolean
    EndsWith,
    /// `(s, pattern)` → Boolean; matches somewhere
    RegexpLike,
    /// `(s, pattern)`; first match, NULL if none
    RegexpExtract,
    /// `(s, pattern, replacement)`; all matches
    RegexpReplace,
    /// `(s, pattern)` → Integer
    RegexpCount,
    /// `()` → Date
    CurrentDate,
    /// `()` → Time
    CurrentTime,
    /// `()` → `DateTime`
    CurrentTimestamp,
    /// `(x)` → Integer
    Extract(DatePart),
    /// `(x)` → Date for a Date, else `DateTime`
    DateTrunc(DatePart),
    /// `(n, x)` → Date for a Date and a unit of a day or longer, else `DateTime`
    DateAdd(DatePart),
    /// `(a, b)` → Integer: boundaries of the unit crossed from a to b
    DateDiff(DatePart),
    /// `(s, format)` → Date; the format is a literal of checked tokens
    ToDate,
    /// `(s, format)` → `DateTime`
    ToTimestamp,
    /// `(x, format)` → String
    ToChar,
}

/// An aggregate function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AggregateFn {
    /// `COUNT(*)`: no argument
    CountStar,
    /// `COUNT([DISTINCT] x)`
    Count,
    /// `SUM([DISTINCT] x)`
    Sum,
    /// `AVG([DISTINCT] x)` → Float
    Avg,
    /// `MIN(x)`
    Min,
    /// `MAX(x)`
    Max,
    /// `STDDEV`, `STDDEV_SAMP`
    StddevSamp,
    /// `STDDEV_POP`
    StddevPop,
    /// `VARIANCE`, `VAR_SAMP`
    VarSamp,
    /// `VAR_POP`
    VarPop,
    /// `MEDIAN(x)` → Float, interpolated
    Median,
    /// `PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY x [DESC])`, `APPROX_PERCENTILE(x, p)`: arguments `(x, p)`, p a literal
    PercentileCont {
        /// ORDER BY x DESC
        descending: bool,
    },
    /// `PERCENTILE_DISC(p) WITHIN GROUP (ORDER BY x [DESC])`: arguments `(x, p)`
    PercentileDisc {
        /// ORDER BY x DESC
        descending: bool,
    },
    /// `APPROX_COUNT_DISTINCT(x)`: exact on every target
    ApproxCountDistinct,
}

impl AggregateFn {
    /// Whether its value over the empty bag is 0 rather than NULL (semantics digest 7.1).
    #[must_use]
    pub fn is_zero_on_empty(self) -> bool {
        matches!(
            self,
            Self::CountStar | Self::Count | Self::ApproxCountDistinct
        )
    }

    /// The spelling, upper case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CountStar | Self::Count => "COUNT",
            Self::Sum => "SUM",
            Self::Avg => "AVG",
            Self::Min => "MIN",
            Self::Max => "MAX",
            Self::StddevSamp => "STDDEV_SAMP",
            Self::StddevPop => "STDDEV_POP",
            Self::VarSamp => "VAR_SAMP",
            Self::VarPop => "VAR_POP",
            Self::Median => "MEDIAN",
            Self::PercentileCont { .. } => "PERCENTILE_CONT",
            Self::PercentileDisc { .. } => "PERCENTILE_DISC",
            Self::ApproxCountDistinct => "APPROX_COUNT_DISTINCT",
        }
    }
}
