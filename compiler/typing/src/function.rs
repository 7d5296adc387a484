//! What the table of functions says about one function.

use dosic_ir::{AggregateFn, DataType, DatePart, ScalarFn};

/// How firmly the expression language asks for a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Every implementation has it.
    Required,
    /// An implementation should have it.
    Recommended,
    /// It may still change.
    Experimental,
    /// The Foundation defers it; dosic refuses it (semantics digest 11).
    Deferred,
}

/// A function of the expression language: semantics digest 6.2 and 8.6 to 8.9.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name, upper case. Aliases are functions of their own.
    pub name: &'static str,
    /// The parameters as a person writes them, `x [, digits]`.
    pub parameters: &'static str,
    /// How firmly it is asked for.
    pub tier: Tier,
    pub(crate) arity: Arity,
    pub(crate) form: Form,
}

impl Function {
    /// The call as a person writes it: `ROUND(x [, digits])`.
    #[must_use]
    pub fn signature(&self) -> String {
        let over = if self.is_window() { " OVER (…)" } else { "" };
        match self.form {
            Form::OrderedSet { .. } => {
                format!("{}(p) WITHIN GROUP (ORDER BY x)", self.name)
            }
            _ => format!("{}({}){over}", self.name, self.parameters),
        }
    }

    /// Whether it is an aggregate.
    #[must_use]
    pub fn is_aggregate(&self) -> bool {
        matches!(
            self.form,
            Form::Aggregate { .. } | Form::OrderedSet { .. } | Form::ApproxPercentile
        )
    }

    /// Whether it is another name of a function; it may take fewer arguments.
    #[must_use]
    pub fn is_alias_of(&self, other: &Self) -> bool {
        self.form == other.form
    }

    /// Whether some argument may be of a type.
    #[must_use]
    pub fn takes(&self, data: DataType) -> bool {
        use Rewrite as R;
        let kinds: &[Kind] = match self.form {
            Form::Scalar { kinds, .. } => kinds,
            Form::Aggregate { kind, .. } => &[kind],
            Form::OrderedSet { continuous: false } => &[Kind::Any],
            Form::OrderedSet { continuous: true } | Form::ApproxPercentile => &[Kind::Number],
            Form::Window(name) => name.kinds(),
            Form::Deferred => &[],
            Form::Rewrite(R::If | R::Nvl2 | R::Concat) => &[Kind::Any],
            Form::Rewrite(R::ZeroIfNull | R::NullIfZero | R::Modulo) => &[Kind::Number],
            Form::Rewrite(R::Extract(DatePart::DayOfYear)) => &[Kind::Calendar],
            Form::Rewrite(R::Extract(part)) if part.is_day_or_longer() => &[Kind::Calendar],
            Form::Rewrite(R::Extract(_) | R::DatePart) => &[Kind::Clock],
            Form::Rewrite(R::DateTrunc | R::DateDiff | R::ToChar) => &[Kind::Calendar],
            Form::Rewrite(R::DateAdd) => &[Kind::Calendar, Kind::Integer],
            Form::Rewrite(R::ToDate | R::ToTimestamp) => &[Kind::Text],
        };
        kinds.iter().any(|kind| kind.accepts(data))
    }

    /// Whether it is a window function only: meaningless without OVER.
    #[must_use]
    pub fn is_window(&self) -> bool {
        matches!(self.form, Form::Window(_))
    }
}

/// The fewest and the most arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arity {
    pub(crate) min: usize,
    pub(crate) max: usize,
}

/// No upper limit.
pub(crate) const MANY: usize = usize::MAX;

/// How a call becomes an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A scalar function; the last kind repeats.
    Scalar {
        function: ScalarFn,
        kinds: &'static [Kind],
        result: ResultRule,
    },
    /// A function that is defined by other expressions, or takes a word as argument.
    Rewrite(Rewrite),
    /// An aggregate of one argument.
    Aggregate { function: AggregateFn, kind: Kind },
    /// `PERCENTILE_CONT`, `PERCENTILE_DISC`: `(p) WITHIN GROUP (ORDER BY x)`.
    OrderedSet { continuous: bool },
    /// `APPROX_PERCENTILE(x, p)`.
    ApproxPercentile,
    /// A window function that is no aggregate.
    Window(WindowName),
    /// Refused.
    Deferred,
}

/// What an argument may be. A type that is not known is always accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Any,
    Number,
    Integer,
    Text,
    /// Date, `DateTime` or `DateTimeTz`.
    Calendar,
    /// Anything with a time of day: Calendar or Time.
    Clock,
}

impl Kind {
    /// Whether a value of a type can stand here.
    pub(crate) fn accepts(self, data: DataType) -> bool {
        if data.is_open() {
            return true;
        }
        match self {
            Self::Any => true,
            Self::Number => data.is_numeric(),
            Self::Integer => data == DataType::Integer,
            Self::Text => data == DataType::String,
            Self::Calendar => data.is_temporal() && data != DataType::Time,
            Self::Clock => data.is_temporal(),
        }
    }

    /// The words for a message.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Any => "a value",
            Self::Number => "a number",
            Self::Integer => "an Integer",
            Self::Text => "a String",
            Self::Calendar => "a Date or DateTime",
            Self::Clock => "a Date, Time or DateTime",
        }
    }
}

/// The type of a scalar function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultRule {
    Fixed(DataType),
    /// As the first argument.
    First,
    /// All arguments unify.
    Unified,
}

/// Functions without a variant of their own in the intermediate representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewrite {
    If,
    Nvl2,
    ZeroIfNull,
    NullIfZero,
    Concat,
    Modulo,
    /// `YEAR(x)` and its kin.
    Extract(DatePart),
    DatePart,
    DateTrunc,
    DateAdd,
    DateDiff,
    ToDate,
    ToTimestamp,
    ToChar,
}

/// Window functions that are no aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowName {
    RowNumber,
    Rank,
    DenseRank,
    Ntile,
    PercentRank,
    CumeDist,
    Lag,
    Lead,
    FirstValue,
    LastValue,
    NthValue,
}

impl WindowName {
    /// What the arguments may be that vary from row to row.
    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Lag | Self::Lead | Self::FirstValue | Self::LastValue | Self::NthValue => {
                &[Kind::Any]
            }
            Self::RowNumber
            | Self::Rank
            | Self::DenseRank
            | Self::Ntile
            | Self::PercentRank
            | Self::CumeDist => &[],
        }
    }
}
