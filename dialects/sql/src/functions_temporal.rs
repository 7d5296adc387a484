//! Date and time functions: semantics digest 8.9.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType, DatePart, Literal, ScalarFn};

use crate::ast::SqlExpr;
use crate::build;
use crate::cast::wall_clock;
use crate::dialect::Dialect;
use crate::functions::{plain, wrong_arguments};
use crate::functions_numeric::whole;
use crate::operand::Operand;

/// Dates and times with EXTRACT, `DATE_TRUNC` and intervals; the difference of dates by arithmetic.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for arguments that the function does not have.
pub fn standard_temporal<D: Dialect + ?Sized>(
    dialect: &D,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    use ScalarFn as F;
    Ok(match (function, args) {
        (F::CurrentDate, []) => build::raw("CURRENT_DATE"),
        // The SQL names without LOCAL give values with a zone.
        (F::CurrentTime, []) => build::raw("LOCALTIME"),
        (F::CurrentTimestamp, []) => build::raw("LOCALTIMESTAMP"),
        (F::Extract(part), [x]) => whole(dialect, extract(part, part_source(dialect, part, x))),
        (F::DateTrunc(part), [x]) => date_trunc(dialect, part, x),
        (F::DateAdd(part), [n, x]) => date_add(dialect, part, n, x),
        (F::DateDiff(part), [from, to]) => date_diff(dialect, part, from, to),
        (F::ToDate, [_, _]) => plain("TO_DATE", args),
        (F::ToTimestamp, [_, _]) => plain("TO_TIMESTAMP", args),
        (F::ToChar, [_, _]) => plain("TO_CHAR", args),
        _ => return Err(wrong_arguments(dialect, function, args)),
    })
}

/// `EXTRACT(part FROM x)`
#[must_use]
pub fn extract(part: DatePart, x: SqlExpr) -> SqlExpr {
    let before = match part {
        DatePart::Year => "EXTRACT(YEAR FROM ",
        DatePart::Quarter => "EXTRACT(QUARTER FROM ",
        DatePart::Month => "EXTRACT(MONTH FROM ",
        DatePart::Week => "EXTRACT(WEEK FROM ",
        DatePart::Day => "EXTRACT(DAY FROM ",
        DatePart::DayOfWeek => "EXTRACT(DOW FROM ",
        DatePart::DayOfYear => "EXTRACT(DOY FROM ",
        DatePart::Hour => "EXTRACT(HOUR FROM ",
        DatePart::Minute => "EXTRACT(MINUTE FROM ",
        DatePart::Second => "EXTRACT(SECOND FROM ",
        DatePart::Millisecond => "EXTRACT(MILLISECONDS FROM ",
    };
    build::around(before, x, ")")
}

/// What a part is taken of: a date has no time of day until it is a timestamp, nor is a column of
/// unknown type sure to have one (ruling 26).
#[must_use]
pub fn part_source<D: Dialect + ?Sized>(dialect: &D, part: DatePart, x: &Operand) -> SqlExpr {
    let is_time_part = matches!(
        part,
        DatePart::Hour | DatePart::Minute | DatePart::Second | DatePart::Millisecond
    );
    match x.data() {
        DataType::DateTimeTz => wall_clock(dialect, x).sql,
        DataType::String => timestamp(dialect, x),
        DataType::Date | DataType::Unknown | DataType::Opaque if is_time_part => {
            timestamp(dialect, x)
        }
        _ => x.sql.clone(),
    }
}

/// A value as a timestamp without zone. A time of day stays one.
#[must_use]
pub fn timestamp<D: Dialect + ?Sized>(dialect: &D, x: &Operand) -> SqlExpr {
    let is_timestamp = matches!(x.literal, Some(Literal::DateTime(_)));
    match x.data() {
        DataType::DateTimeTz => wall_clock(dialect, x).sql,
        DataType::Time => x.sql.clone(),
        DataType::DateTime if is_timestamp => x.sql.clone(),
        _ => {
            let target = dialect.type_name(CastTarget::DateTime);
            match &x.sql {
                SqlExpr::Cast { target: given, .. } if *given == target => x.sql.clone(),
                _ => build::cast(x.sql.clone(), target),
            }
        }
    }
}

/// `DATE_TRUNC('unit', x)`
#[must_use]
pub fn truncated(part: DatePart, x: SqlExpr) -> SqlExpr {
    build::call("DATE_TRUNC", [unit_name(part), x])
}

/// `'month'`
#[must_use]
pub fn unit_name(part: DatePart) -> SqlExpr {
    build::string(&part.name().to_ascii_lowercase())
}

fn date_trunc<D: Dialect + ?Sized>(dialect: &D, part: DatePart, x: &Operand) -> SqlExpr {
    if x.data() != DataType::Date {
        return truncated(part, timestamp(dialect, x));
    }
    if !part.is_day_or_longer() {
        return x.sql.clone();
    }
    let target = dialect.type_name(CastTarget::Date);
    build::cast(truncated(part, timestamp(dialect, x)), target)
}

fn date_add<D: Dialect + ?Sized>(dialect: &D, part: DatePart, n: &Operand, x: &Operand) -> SqlExpr {
    let start = match x.data() {
        DataType::Date | DataType::DateTime => x.sql.clone(),
        _ => timestamp(dialect, x),
    };
    let (factor, unit) = match part {
        DatePart::Quarter => (3, "month"),
        DatePart::Week => (7, "day"),
        DatePart::Year => (1, "year"),
        DatePart::Month => (1, "month"),
        DatePart::Hour => (1, "hour"),
        DatePart::Minute => (1, "minute"),
        DatePart::Second => (1, "second"),
        DatePart::Millisecond => (1, "millisecond"),
        DatePart::Day | DatePart::DayOfWeek | DatePart::DayOfYear => (1, "day"),
    };
    let sum = match n.as_integer() {
        Some(n) => {
            let sign = if n < 0 { "-" } else { "+" };
            let size = u128::from(n.unsigned_abs()) * factor;
            build::binary(sign, start, build::raw(format!("INTERVAL '{size} {unit}'")))
        }
        None => {
            let count = match n.data() {
                DataType::Integer => n.sql.clone(),
                _ => whole(dialect, n.sql.clone()),
            };
            let interval = build::raw(format!("INTERVAL '{factor} {unit}'"));
            build::binary("+", start, build::binary("*", count, interval))
        }
    };
    if x.data() == DataType::Date && part.is_day_or_longer() {
        return build::cast(sum, dialect.type_name(CastTarget::Date));
    }
    sum
}

/// The boundaries of the unit that are crossed from `from` to `to`.
fn date_diff<D: Dialect + ?Sized>(
    dialect: &D,
    part: DatePart,
    from: &Operand,
    to: &Operand,
) -> SqlExpr {
    let years = || difference(dialect, DatePart::Year, from, to);
    let finer = |factor: i64, part: DatePart| {
        let coarse = build::binary("*", build::integer(factor), years());
        build::binary("+", coarse, difference(dialect, part, from, to))
    };
    let count = match part {
        DatePart::Year => years(),
        DatePart::Quarter => finer(4, DatePart::Quarter),
        DatePart::Month => finer(12, DatePart::Month),
        DatePart::Week => {
            let days = days_between(dialect, &monday(dialect, from), &monday(dialect, to));
            build::binary("/", days, build::integer(7))
        }
        DatePart::Hour => seconds_between(dialect, part, 3600, from, to),
        DatePart::Minute => seconds_between(dialect, part, 60, from, to),
        DatePart::Second | DatePart::Millisecond => seconds_between(dialect, part, 1, from, to),
        DatePart::Day | DatePart::DayOfWeek | DatePart::DayOfYear => {
            return days_between(dialect, from, to);
        }
    };
    whole(dialect, count)
}

/// `EXTRACT(part FROM to) - EXTRACT(part FROM from)`
fn difference<D: Dialect + ?Sized>(
    dialect: &D,
    part: DatePart,
    from: &Operand,
    to: &Operand,
) -> SqlExpr {
    let value = |x: &Operand| extract(part, part_source(dialect, part, x));
    build::binary("-", value(to), value(from))
}

/// The Monday of the week of a value, as a timestamp.
fn monday<D: Dialect + ?Sized>(dialect: &D, x: &Operand) -> Operand {
    let mut monday = x.clone();
    monday.sql = truncated(DatePart::Week, timestamp(dialect, x));
    monday.ty.data = DataType::DateTime;
    monday.literal = None;
    monday
}

/// `CAST(to AS DATE) - CAST(from AS DATE)`
fn days_between<D: Dialect + ?Sized>(dialect: &D, from: &Operand, to: &Operand) -> SqlExpr {
    let date = |x: &Operand| {
        let x = wall_clock(dialect, x);
        match x.data() {
            DataType::Date => x.sql,
            _ => build::cast(x.sql, dialect.type_name(CastTarget::Date)),
        }
    };
    build::binary("-", date(to), date(from))
}

/// The difference in whole units of so many seconds.
fn seconds_between<D: Dialect + ?Sized>(
    dialect: &D,
    part: DatePart,
    seconds: i64,
    from: &Operand,
    to: &Operand,
) -> SqlExpr {
    let epoch = |x: &Operand| {
        let start = truncated(part, timestamp(dialect, x));
        build::around("EXTRACT(EPOCH FROM ", start, ")")
    };
    let difference = build::binary("-", epoch(to), epoch(from));
    if seconds == 1 {
        difference
    } else {
        build::binary("/", difference, build::integer(seconds))
    }
}
