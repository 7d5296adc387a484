//! The table of functions: one line a name, semantics digest 6.2 and 8.6 to 8.9, 11.

use dosic_ir::{AggregateFn as A, DataType, DatePart, ScalarFn as S};

use crate::function::{
    Arity, Form, Function, Kind, MANY, ResultRule, Rewrite as R, Tier, WindowName as W,
};
use Kind::{Any, Integer, Number, Text};

/// Every function, aliases included, grouped by subject.
#[must_use]
pub fn functions() -> &'static [Function] {
    FUNCTIONS
}

/// Every name of a function that dosic accepts, for completion and did-you-mean.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    let usable = FUNCTIONS.iter().filter(|f| f.tier != Tier::Deferred);
    usable.map(|f| f.name)
}

/// The function of a name, in any case.
#[must_use]
pub fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|f| f.name.eq_ignore_ascii_case(name))
}

const FLOAT: ResultRule = ResultRule::Fixed(DataType::Float);
const INTEGER: ResultRule = ResultRule::Fixed(DataType::Integer);
const STRING: ResultRule = ResultRule::Fixed(DataType::String);
const BOOLEAN: ResultRule = ResultRule::Fixed(DataType::Boolean);
const SAME: ResultRule = ResultRule::First;
const UNIFIED: ResultRule = ResultRule::Unified;

const FUNCTIONS: &[Function] = &[
    // Aggregates (8.6).
    aggregate("SUM", A::Sum, Number),
    aggregate("COUNT", A::Count, Any),
    aggregate("AVG", A::Avg, Number),
    aggregate("MIN", A::Min, Any),
    aggregate("MAX", A::Max, Any),
    aggregate("STDDEV", A::StddevSamp, Number),
    aggregate("STDDEV_SAMP", A::StddevSamp, Number),
    aggregate("STDDEV_POP", A::StddevPop, Number),
    aggregate("VARIANCE", A::VarSamp, Number),
    aggregate("VAR_SAMP", A::VarSamp, Number),
    aggregate("VAR_POP", A::VarPop, Number),
    aggregate("MEDIAN", A::Median, Number),
    form(
        "PERCENTILE_CONT",
        "p",
        (1, 1),
        Form::OrderedSet { continuous: true },
    ),
    form(
        "PERCENTILE_DISC",
        "p",
        (1, 1),
        Form::OrderedSet { continuous: false },
    ),
    aggregate("APPROX_COUNT_DISTINCT", A::ApproxCountDistinct, Any).recommended(),
    form("APPROX_PERCENTILE", "x, p", (2, 2), Form::ApproxPercentile).recommended(),
    // Window functions (6.2).
    window("ROW_NUMBER", "", (0, 0), W::RowNumber),
    window("RANK", "", (0, 0), W::Rank),
    window("DENSE_RANK", "", (0, 0), W::DenseRank),
    window("NTILE", "n", (1, 1), W::Ntile),
    window("PERCENT_RANK", "", (0, 0), W::PercentRank),
    window("CUME_DIST", "", (0, 0), W::CumeDist),
    window("LAG", "x [, offset [, default]]", (1, 3), W::Lag),
    window("LEAD", "x [, offset [, default]]", (1, 3), W::Lead),
    window("FIRST_VALUE", "x", (1, 1), W::FirstValue),
    window("LAST_VALUE", "x", (1, 1), W::LastValue),
    window("NTH_VALUE", "x, n", (2, 2), W::NthValue),
    // Numbers (8.7).
    scalar("ABS", "x", (1, 1), &[Number], S::Abs, SAME),
    scalar(
        "ROUND",
        "x [, digits]",
        (1, 2),
        &[Number, Integer],
        S::Round,
        SAME,
    ),
    scalar(
        "TRUNC",
        "x [, digits]",
        (1, 2),
        &[Number, Integer],
        S::Trunc,
        SAME,
    ),
    scalar(
        "TRUNCATE",
        "x [, digits]",
        (1, 2),
        &[Number, Integer],
        S::Trunc,
        SAME,
    ),
    scalar("FLOOR", "x", (1, 1), &[Number], S::Floor, INTEGER),
    scalar("CEIL", "x", (1, 1), &[Number], S::Ceil, INTEGER),
    scalar("CEILING", "x", (1, 1), &[Number], S::Ceil, INTEGER),
    scalar("SIGN", "x", (1, 1), &[Number], S::Sign, INTEGER),
    rewrite("MOD", "a, b", (2, 2), R::Modulo),
    scalar("POWER", "x, y", (2, 2), &[Number], S::Power, FLOAT),
    scalar("SQRT", "x", (1, 1), &[Number], S::Sqrt, FLOAT),
    scalar("EXP", "x", (1, 1), &[Number], S::Exp, FLOAT),
    scalar("LN", "x", (1, 1), &[Number], S::Ln, FLOAT),
    scalar("LOG", "base, x", (2, 2), &[Number], S::Log, FLOAT),
    scalar("LOG10", "x", (1, 1), &[Number], S::Log10, FLOAT),
    scalar("SIN", "x", (1, 1), &[Number], S::Sin, FLOAT).recommended(),
    scalar("COS", "x", (1, 1), &[Number], S::Cos, FLOAT).recommended(),
    scalar("TAN", "x", (1, 1), &[Number], S::Tan, FLOAT).recommended(),
    scalar("ASIN", "x", (1, 1), &[Number], S::Asin, FLOAT).recommended(),
    scalar("ACOS", "x", (1, 1), &[Number], S::Acos, FLOAT).recommended(),
    scalar("ATAN", "x", (1, 1), &[Number], S::Atan, FLOAT).recommended(),
    scalar("ATAN2", "y, x", (2, 2), &[Number], S::Atan2, FLOAT).recommended(),
    scalar("RADIANS", "x", (1, 1), &[Number], S::Radians, FLOAT).recommended(),
    scalar("DEGREES", "x", (1, 1), &[Number], S::Degrees, FLOAT).recommended(),
    scalar("PI", "", (0, 0), &[], S::Pi, FLOAT).recommended(),
    // Conditions and comparison (8.7).
    scalar(
        "GREATEST",
        "a, b, …",
        (2, MANY),
        &[Any],
        S::Greatest,
        UNIFIED,
    ),
    scalar("LEAST", "a, b, …", (2, MANY), &[Any], S::Least, UNIFIED),
    scalar("NULLIF", "a, b", (2, 2), &[Any], S::NullIf, UNIFIED),
    scalar("COALESCE", "a, …", (1, MANY), &[Any], S::Coalesce, UNIFIED),
    scalar("IFNULL", "a, b", (2, 2), &[Any], S::Coalesce, UNIFIED),
    scalar("NVL", "a, b", (2, 2), &[Any], S::Coalesce, UNIFIED),
    rewrite("IF", "condition, a, b", (3, 3), R::If),
    rewrite("IFF", "condition, a, b", (3, 3), R::If),
    rewrite("NVL2", "x, a, b", (3, 3), R::Nvl2),
    rewrite("ZEROIFNULL", "x", (1, 1), R::ZeroIfNull),
    rewrite("NULLIFZERO", "x", (1, 1), R::NullIfZero),
    // Strings (8.8).
    rewrite("CONCAT", "a, …", (1, MANY), R::Concat),
    scalar("LENGTH", "s", (1, 1), &[Text], S::Length, INTEGER),
    scalar("LOWER", "s", (1, 1), &[Text], S::Lower, STRING),
    scalar("UPPER", "s", (1, 1), &[Text], S::Upper, STRING),
    scalar("TRIM", "s", (1, 1), &[Text], S::Trim, STRING),
    scalar("LTRIM", "s", (1, 1), &[Text], S::LTrim, STRING),
    scalar("RTRIM", "s", (1, 1), &[Text], S::RTrim, STRING),
    scalar("LEFT", "s, n", (2, 2), &[Text, Integer], S::Left, STRING),
    scalar("RIGHT", "s, n", (2, 2), &[Text, Integer], S::Right, STRING),
    scalar(
        "SUBSTRING",
        "s, start [, length]",
        (2, 3),
        &[Text, Integer],
        S::Substring,
        STRING,
    ),
    scalar(
        "REPLACE",
        "s, from, to",
        (3, 3),
        &[Text],
        S::Replace,
        STRING,
    ),
    scalar(
        "SPLIT_PART",
        "s, delimiter, n",
        (3, 3),
        &[Text, Text, Integer],
        S::SplitPart,
        STRING,
    ),
    scalar(
        "POSITION",
        "needle, s",
        (2, 2),
        &[Text],
        S::Position,
        INTEGER,
    ),
    scalar(
        "CHARINDEX",
        "needle, s",
        (2, 2),
        &[Text],
        S::Position,
        INTEGER,
    ),
    scalar("CONTAINS", "s, part", (2, 2), &[Text], S::Contains, BOOLEAN),
    scalar(
        "STARTSWITH",
        "s, prefix",
        (2, 2),
        &[Text],
        S::StartsWith,
        BOOLEAN,
    ),
    scalar(
        "ENDSWITH",
        "s, suffix",
        (2, 2),
        &[Text],
        S::EndsWith,
        BOOLEAN,
    ),
    scalar(
        "REGEXP_LIKE",
        "s, pattern",
        (2, 2),
        &[Text],
        S::RegexpLike,
        BOOLEAN,
    ),
    scalar(
        "REGEXP_EXTRACT",
        "s, pattern",
        (2, 2),
        &[Text],
        S::RegexpExtract,
        STRING,
    )
    .recommended(),
    scalar(
        "REGEXP_REPLACE",
        "s, pattern, replacement",
        (3, 3),
        &[Text],
        S::RegexpReplace,
        STRING,
    )
    .recommended(),
    scalar(
        "REGEXP_COUNT",
        "s, pattern",
        (2, 2),
        &[Text],
        S::RegexpCount,
        INTEGER,
    )
    .recommended(),
    // Dates and times (8.9).
    now("CURRENT_DATE", S::CurrentDate, DataType::Date),
    now("CURRENT_TIME", S::CurrentTime, DataType::Time),
    now("CURRENT_TIMESTAMP", S::CurrentTimestamp, DataType::DateTime),
    rewrite("YEAR", "x", (1, 1), R::Extract(DatePart::Year)),
    rewrite("QUARTER", "x", (1, 1), R::Extract(DatePart::Quarter)),
    rewrite("MONTH", "x", (1, 1), R::Extract(DatePart::Month)),
    rewrite("DAY", "x", (1, 1), R::Extract(DatePart::Day)),
    rewrite("DAYOFYEAR", "x", (1, 1), R::Extract(DatePart::DayOfYear)),
    rewrite("HOUR", "x", (1, 1), R::Extract(DatePart::Hour)),
    rewrite("MINUTE", "x", (1, 1), R::Extract(DatePart::Minute)),
    rewrite("SECOND", "x", (1, 1), R::Extract(DatePart::Second)),
    rewrite("DATE_PART", "'part', x", (2, 2), R::DatePart),
    rewrite("DATE_TRUNC", "'part', x", (2, 2), R::DateTrunc),
    rewrite("DATEADD", "part, n, x", (3, 3), R::DateAdd),
    rewrite("DATEDIFF", "part, from, to", (3, 3), R::DateDiff),
    rewrite("TO_DATE", "s [, 'format']", (1, 2), R::ToDate),
    rewrite("TO_TIMESTAMP", "s [, 'format']", (1, 2), R::ToTimestamp),
    rewrite("TO_CHAR", "x, 'format'", (2, 2), R::ToChar).experimental(),
    // Deferred by the Foundation (11).
    deferred("EXISTS_IN"),
    deferred("NOT_EXISTS_IN"),
    deferred("ATTR"),
    deferred("UNSAFE"),
    deferred("AGG"),
    deferred("GRAIN_AGG"),
];

const fn form(
    name: &'static str,
    parameters: &'static str,
    arity: (usize, usize),
    form: Form,
) -> Function {
    Function {
        name,
        parameters,
        tier: Tier::Required,
        arity: Arity {
            min: arity.0,
            max: arity.1,
        },
        form,
    }
}

const fn aggregate(name: &'static str, function: A, kind: Kind) -> Function {
    form(name, "x", (1, 1), Form::Aggregate { function, kind })
}

const fn window(
    name: &'static str,
    parameters: &'static str,
    arity: (usize, usize),
    function: W,
) -> Function {
    form(name, parameters, arity, Form::Window(function))
}

const fn scalar(
    name: &'static str,
    parameters: &'static str,
    arity: (usize, usize),
    kinds: &'static [Kind],
    function: S,
    result: ResultRule,
) -> Function {
    let scalar = Form::Scalar {
        function,
        kinds,
        result,
    };
    form(name, parameters, arity, scalar)
}

const fn now(name: &'static str, function: S, data: DataType) -> Function {
    scalar(name, "", (0, 0), &[], function, ResultRule::Fixed(data))
}

const fn rewrite(
    name: &'static str,
    parameters: &'static str,
    arity: (usize, usize),
    rewrite: R,
) -> Function {
    form(name, parameters, arity, Form::Rewrite(rewrite))
}

const fn deferred(name: &'static str) -> Function {
    let mut function = form(name, "…", (0, MANY), Form::Deferred);
    function.tier = Tier::Deferred;
    function
}

impl Function {
    const fn recommended(mut self) -> Self {
        self.tier = Tier::Recommended;
        self
    }

    const fn experimental(mut self) -> Self {
        self.tier = Tier::Experimental;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_upper_case_and_unique() {
        let mut names: Vec<_> = functions().iter().map(|f| f.name).collect();
        assert!(names.iter().all(|n| *n == n.to_uppercase()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), functions().len());
    }

    #[test]
    fn a_function_knows_which_types_it_takes() {
        let takes = |name, data| find_function(name).is_some_and(|f| f.takes(data));
        assert!(takes("ABS", DataType::Decimal) && !takes("ABS", DataType::String));
        assert!(takes("LEFT", DataType::String) && takes("LEFT", DataType::Integer));
        assert!(takes("HOUR", DataType::Time) && !takes("YEAR", DataType::Time));
        assert!(takes("LAG", DataType::Boolean) && !takes("RANK", DataType::Integer));
        assert!(takes("MOD", DataType::Float) && !takes("PI", DataType::Float));
    }

    #[test]
    fn names_are_found_in_any_case_and_deferred_ones_are_not_offered() {
        assert_eq!(
            find_function("nullIfZero").map(|f| f.name),
            Some("NULLIFZERO")
        );
        assert!(find_function("AGG").is_some());
        assert!(function_names().all(|n| n != "AGG"));
    }
}
