//! Functions of dates and times: semantics digest 8.9.

use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};
use dosic_ir::{DatePart, ScalarFn};

use super::{text, whole};
use crate::interpreter::Value;
use crate::interpreter::failure::{Evaluation, Failure};

/// The value of a call of arguments that are not NULL; `None` for functions of another kind.
pub(super) fn call(function: ScalarFn, args: &[Value]) -> Option<Evaluation<Value>> {
    use ScalarFn as F;
    Some(match (function, args) {
        (F::Extract(part), [x]) => extract(part, x),
        (F::DateTrunc(part), [x]) => date_trunc(part, x),
        (F::DateAdd(part), [n, x]) => date_add(part, n, x),
        (F::DateDiff(part), [a, b]) => date_diff(part, a, b),
        (F::ToDate, [s, format]) => parse(s, format).map(|t| Value::Date(t.date())),
        (F::ToTimestamp, [s, format]) => parse(s, format).map(Value::DateTime),
        (F::ToChar, [x, format]) => to_char(x, format),
        _ => return None,
    })
}

/// A date or time as a timestamp; a String is read, for columns of unknown type.
fn moment(x: &Value) -> Evaluation<NaiveDateTime> {
    match x {
        Value::Time(t) => Ok(NaiveDate::default().and_time(*t)),
        Value::String(s) => crate::interpreter::text::datetime(s),
        other => other.as_datetime().ok_or_else(|| other.unfit("a date")),
    }
}

fn out_of_range() -> Failure {
    Failure::runtime("a date is out of range")
}

fn extract(part: DatePart, x: &Value) -> Evaluation<Value> {
    let t = moment(x)?;
    let value: i128 = match part {
        DatePart::Year => t.year().into(),
        DatePart::Quarter => t.quarter().into(),
        DatePart::Month => t.month().into(),
        DatePart::Week => t.iso_week().week().into(),
        DatePart::Day => t.day().into(),
        // Sunday is 0.
        DatePart::DayOfWeek => t.weekday().num_days_from_sunday().into(),
        DatePart::DayOfYear => t.ordinal().into(),
        DatePart::Hour => t.hour().into(),
        DatePart::Minute => t.minute().into(),
        DatePart::Second => t.second().into(),
        // Seconds included.
        DatePart::Millisecond => (t.second() * 1000 + t.nanosecond() / 1_000_000).into(),
    };
    Ok(Value::Integer(value))
}

/// Weeks start on Monday.
fn truncated(part: DatePart, t: NaiveDateTime) -> Evaluation<NaiveDateTime> {
    let day = t.date();
    let start = |date: Option<NaiveDate>| {
        date.map(|d| d.and_time(NaiveTime::MIN))
            .ok_or_else(out_of_range)
    };
    let clock = |hour, minute, second| {
        NaiveTime::from_hms_opt(hour, minute, second)
            .map(|c| day.and_time(c))
            .ok_or_else(out_of_range)
    };
    match part {
        DatePart::Year => start(NaiveDate::from_ymd_opt(day.year(), 1, 1)),
        DatePart::Quarter => start(NaiveDate::from_ymd_opt(
            day.year(),
            3 * (day.quarter() - 1) + 1,
            1,
        )),
        DatePart::Month => start(day.with_day(1)),
        DatePart::Week => {
            let back = u64::from(day.weekday().num_days_from_monday());
            start(day.checked_sub_days(Days::new(back)))
        }
        DatePart::Day => start(Some(day)),
        DatePart::Hour => clock(t.hour(), 0, 0),
        DatePart::Minute => clock(t.hour(), t.minute(), 0),
        DatePart::Second => clock(t.hour(), t.minute(), t.second()),
        DatePart::DayOfWeek | DatePart::DayOfYear | DatePart::Millisecond => {
            Err(Failure::unimplemented(format!("DATE_TRUNC to {part:?}")))
        }
    }
}

/// A Date stays a Date, also when a part of the clock is asked for.
fn date_trunc(part: DatePart, x: &Value) -> Evaluation<Value> {
    match x {
        Value::Date(d) if part.is_day_or_longer() => {
            let start = truncated(part, d.and_time(NaiveTime::MIN))?;
            Ok(Value::Date(start.date()))
        }
        Value::Date(_) => Ok(x.clone()),
        other => Ok(Value::DateTime(truncated(part, moment(other)?)?)),
    }
}

/// Month ends clamp. A Date stays a Date in steps of a day or longer.
fn date_add(part: DatePart, n: &Value, x: &Value) -> Evaluation<Value> {
    let n = whole(n)?;
    let t = moment(x)?;
    let months = |each: i64| {
        let n = n.checked_mul(each)?;
        let size = Months::new(u32::try_from(n.unsigned_abs()).ok()?);
        if n < 0 {
            t.checked_sub_months(size)
        } else {
            t.checked_add_months(size)
        }
    };
    let seconds = |each: i64| {
        let delta = TimeDelta::try_seconds(n.checked_mul(each)?)?;
        t.checked_add_signed(delta)
    };
    let moved = match part {
        DatePart::Year => months(12),
        DatePart::Quarter => months(3),
        DatePart::Month => months(1),
        DatePart::Week => seconds(7 * 86_400),
        DatePart::Day => seconds(86_400),
        DatePart::Hour => seconds(3600),
        DatePart::Minute => seconds(60),
        DatePart::Second => seconds(1),
        DatePart::DayOfWeek | DatePart::DayOfYear | DatePart::Millisecond => {
            return Err(Failure::unimplemented(format!("DATEADD of {part:?}")));
        }
    };
    let moved = moved.ok_or_else(out_of_range)?;
    Ok(match x {
        Value::Date(_) if part.is_day_or_longer() => Value::Date(moved.date()),
        _ => Value::DateTime(moved),
    })
}

/// Boundaries of the unit crossed from a to b.
fn date_diff(part: DatePart, a: &Value, b: &Value) -> Evaluation<Value> {
    let (a, b) = (moment(a)?, moment(b)?);
    let months = |t: NaiveDateTime| i64::from(t.year()) * 12 + i64::from(t.month0());
    let quarters = |t: NaiveDateTime| i64::from(t.year()) * 4 + i64::from(t.quarter());
    let seconds = |unit: DatePart| -> Evaluation<i64> {
        Ok((truncated(unit, b)? - truncated(unit, a)?).num_seconds())
    };
    let crossed = match part {
        DatePart::Year => i64::from(b.year()) - i64::from(a.year()),
        DatePart::Quarter => quarters(b) - quarters(a),
        DatePart::Month => months(b) - months(a),
        DatePart::Week => seconds(DatePart::Week)? / (7 * 86_400),
        DatePart::Day => seconds(DatePart::Day)? / 86_400,
        DatePart::Hour => seconds(DatePart::Hour)? / 3600,
        DatePart::Minute => seconds(DatePart::Minute)? / 60,
        DatePart::Second => seconds(DatePart::Second)?,
        DatePart::DayOfWeek | DatePart::DayOfYear | DatePart::Millisecond => {
            return Err(Failure::unimplemented(format!("DATEDIFF of {part:?}")));
        }
    };
    Ok(Value::Integer(crossed.into()))
}

/// The tokens of 8.9 with what `chrono` calls them; longer ones before those they begin with.
const TOKENS: &[(&str, &str)] = &[
    ("YYYY", "%Y"),
    ("YY", "%y"),
    ("MONTH", "%B"),
    ("MON", "%b"),
    ("MM", "%m"),
    ("MI", "%M"),
    ("DAY", "%A"),
    ("DD", "%d"),
    ("DY", "%a"),
    ("HH24", "%H"),
    ("HH12", "%I"),
    ("HH", "%I"),
    ("SS", "%S"),
    ("AM", "%p"),
    ("PM", "%p"),
];

fn chrono_format(format: &str) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        let token = TOKENS
            .iter()
            .find_map(|(token, name)| Some((rest.strip_prefix(token)?, *name)));
        if let Some((after, name)) = token {
            out.push_str(name);
            rest = after;
        } else {
            out.push_str(if c == '%' { "%" } else { "" });
            out.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or("");
        }
    }
    out
}

fn to_char(x: &Value, format: &Value) -> Evaluation<Value> {
    let format = chrono_format(text(format)?);
    Ok(Value::String(moment(x)?.format(&format).to_string()))
}

fn parse(s: &Value, format: &Value) -> Evaluation<NaiveDateTime> {
    let (s, format) = (text(s)?, chrono_format(text(format)?));
    NaiveDateTime::parse_from_str(s, &format)
        .or_else(|_| NaiveDate::parse_from_str(s, &format).map(|d| d.and_time(NaiveTime::MIN)))
        .map_err(|_| Failure::runtime(format!("`{s}` does not have the format")))
}
