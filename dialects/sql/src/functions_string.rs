//! String functions: semantics digest 8.8.

use dosic_diagnostics::Diagnostic;
use dosic_ir::ScalarFn;

use crate::ast::SqlExpr;
use crate::build::{self, integer};
use crate::dialect::Dialect;
use crate::functions::{plain, wrong_arguments};
use crate::operand::{Operand, null_if_any_null};

/// The plain spelling, with guards where engines read a negative count or position in ways of their own.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for arguments that the function does not have.
pub fn standard_string<D: Dialect + ?Sized>(
    dialect: &D,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    use ScalarFn as F;
    Ok(match (function, args) {
        (F::Lower, [_]) => plain("LOWER", args),
        (F::Upper, [_]) => plain("UPPER", args),
        (F::Length, [_]) => plain("LENGTH", args),
        (F::Trim, [_]) => plain("TRIM", args),
        (F::LTrim, [_]) => plain("LTRIM", args),
        (F::RTrim, [_]) => plain("RTRIM", args),
        (F::Left, [s, n]) => build::call("LEFT", [s.sql.clone(), not_negative(dialect, n)]),
        (F::Right, [s, n]) => build::call("RIGHT", [s.sql.clone(), not_negative(dialect, n)]),
        (F::Substring, [s, start]) => {
            build::call("SUBSTRING", [s.sql.clone(), at_least_one(dialect, start)])
        }
        (F::Substring, [s, start, length]) => substring(dialect, s, start, length),
        (F::Replace, [_, _, _]) => plain("REPLACE", args),
        (F::SplitPart, [s, delimiter, n]) => build::call(
            "SPLIT_PART",
            [s.sql.clone(), delimiter.sql.clone(), part(dialect, n)],
        ),
        (F::Position, [needle, s]) => position(needle, s),
        (F::Contains, [s, needle]) => build::binary(">", position(needle, s), integer(0)),
        (F::StartsWith, [s, prefix]) => end_equals("LEFT", s, prefix),
        (F::EndsWith, [s, suffix]) => end_equals("RIGHT", s, suffix),
        (F::RegexpLike, [_, _]) => plain("REGEXP_LIKE", args),
        (F::RegexpExtract, [_, _]) => plain("REGEXP_SUBSTR", args),
        (F::RegexpReplace, [_, _, _]) => plain("REGEXP_REPLACE", args),
        (F::RegexpCount, [_, _]) => plain("REGEXP_COUNT", args),
        _ => return Err(wrong_arguments(dialect, function, args)),
    })
}

/// `POSITION(needle IN s)`
fn position(needle: &Operand, s: &Operand) -> SqlExpr {
    build::around_two("POSITION(", needle.sql.clone(), " IN ", s.sql.clone(), ")")
}

/// `LEFT(s, LENGTH(end)) = end`
fn end_equals(side: &str, s: &Operand, end: &Operand) -> SqlExpr {
    let length = build::call("LENGTH", [end.sql.clone()]);
    let found = build::call(side, [s.sql.clone(), length]);
    build::binary("=", found, end.sql.clone())
}

/// A count of characters, where negative ones count as 0.
fn not_negative<D: Dialect + ?Sized>(dialect: &D, n: &Operand) -> SqlExpr {
    match n.as_integer() {
        Some(..0) => integer(0),
        Some(_) => dialect.small_integer(n),
        None => {
            let is_negative = build::binary("<", n.sql.clone(), integer(0));
            let guarded = build::case([(is_negative, integer(0))], Some(n.sql.clone()));
            dialect.small_integer(&Operand::new(guarded, n.ty))
        }
    }
}

/// A start, where those before the first character mean the first.
fn at_least_one<D: Dialect + ?Sized>(dialect: &D, start: &Operand) -> SqlExpr {
    match start.as_integer() {
        Some(..1) => integer(1),
        Some(_) => dialect.small_integer(start),
        None => {
            let is_before = build::binary("<", start.sql.clone(), integer(1));
            let guarded = build::case([(is_before, integer(1))], Some(start.sql.clone()));
            dialect.small_integer(&Operand::new(guarded, start.ty))
        }
    }
}

/// The characters p with start ≤ p < start + length and 1 ≤ p: the ANSI window.
fn substring<D: Dialect + ?Sized>(
    dialect: &D,
    s: &Operand,
    start: &Operand,
    length: &Operand,
) -> SqlExpr {
    let first = at_least_one(dialect, start);
    let count = match (start.as_integer(), length.as_integer()) {
        (Some(1..), Some(0..)) => dialect.small_integer(length),
        (Some(start), Some(length)) => {
            let before_first = start.min(1).saturating_sub(1);
            let count = before_first.saturating_add(length);
            integer(count.clamp(0, i64::from(i32::MAX)))
        }
        (Some(1..), None) => not_negative(dialect, length),
        _ => {
            let shift = build::call("LEAST", [start.sql.clone(), integer(1)]);
            let shift = build::binary("-", shift, integer(1));
            let count = build::binary("+", shift, length.sql.clone());
            let count = build::call("GREATEST", [count, integer(0)]);
            // LEAST and GREATEST skip NULL, so that a NULL argument needs a guard of its own.
            let count = Operand::new(count, length.ty);
            let value = build::call(
                "SUBSTRING",
                [s.sql.clone(), first, dialect.small_integer(&count)],
            );
            return null_if_any_null(&[start.clone(), length.clone()], value);
        }
    };
    build::call("SUBSTRING", [s.sql.clone(), first, count])
}

/// The number of a part, where 0 means the first.
pub fn part<D: Dialect + ?Sized>(dialect: &D, n: &Operand) -> SqlExpr {
    match n.as_integer() {
        Some(0) => integer(1),
        Some(_) => dialect.small_integer(n),
        None => {
            let is_zero = build::binary("=", n.sql.clone(), integer(0));
            let guarded = build::case([(is_zero, integer(1))], Some(n.sql.clone()));
            dialect.small_integer(&Operand::new(guarded, n.ty))
        }
    }
}
