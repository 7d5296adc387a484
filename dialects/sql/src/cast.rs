//! CAST and TRY_CAST: semantics digest 8.4.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::operand::Operand;

/// `CAST(value AS target)` with dosic's rounding, cutting and truth values.
///
/// # Errors
/// None by itself; dialects may give `E_UNSUPPORTED_IN_DIALECT`.
pub fn standard_cast<D: Dialect + ?Sized>(
    dialect: &D,
    value: &Operand,
    target: CastTarget,
) -> Result<SqlExpr, Diagnostic> {
    Ok(match target {
        CastTarget::String(length) => text(dialect, value, length),
        CastTarget::Integer => integer(dialect, value),
        CastTarget::Boolean => boolean(dialect, value),
        CastTarget::Date | CastTarget::Time | CastTarget::DateTime => {
            plain(dialect, &wall_clock(dialect, value), target)
        }
        CastTarget::Decimal(..) | CastTarget::Float => plain(dialect, value, target),
    })
}

/// Text that TRY_CAST takes for a number, with an exponent that no power of ten overflows. Engines also
/// read `1_000`, `nan` or `infinity`, each a different choice of them.
pub const NUMBER: &str = r"^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?\s*$";

/// As [`standard_cast`], with the engine's TRY_CAST around each step.
///
/// # Errors
/// None by itself; dialects may give `E_UNSUPPORTED_IN_DIALECT`.
pub fn standard_try_cast<D: Dialect + ?Sized>(
    dialect: &D,
    value: &Operand,
    target: CastTarget,
) -> Result<SqlExpr, Diagnostic> {
    let cast = dialect.cast(value, target)?;
    // Every value has a text.
    if let CastTarget::String(_) = target {
        return Ok(cast);
    }
    Ok(all_safe(cast, &value.sql))
}

/// The casts of a lowering, down to its operand, turned into TRY_CASTs.
fn all_safe(lowered: SqlExpr, operand: &SqlExpr) -> SqlExpr {
    if lowered == *operand {
        return lowered;
    }
    match lowered {
        SqlExpr::Cast {
            operand: inner,
            target,
            ..
        } => build::try_cast(all_safe(*inner, operand), target),
        SqlExpr::Function {
            name,
            distinct,
            star,
            args,
            within_group,
        } => SqlExpr::Function {
            name,
            distinct,
            star,
            args: args.into_iter().map(|a| all_safe(a, operand)).collect(),
            within_group,
        },
        other => other,
    }
}

/// The cast with nothing around it.
pub fn plain<D: Dialect + ?Sized>(dialect: &D, value: &Operand, target: CastTarget) -> SqlExpr {
    build::cast(value.sql.clone(), dialect.type_name(target))
}

/// An instant becomes the time in UTC; anything else is left alone.
pub(crate) fn wall_clock<D: Dialect + ?Sized>(dialect: &D, value: &Operand) -> Operand {
    let mut value = value.clone();
    if value.data() == DataType::DateTimeTz {
        value.sql = dialect.in_utc(value.sql);
        value.ty.data = DataType::DateTime;
    }
    value
}

fn text<D: Dialect + ?Sized>(dialect: &D, value: &Operand, length: Option<u32>) -> SqlExpr {
    let text = match value.data() {
        // A cast that is asked for is written, also where the value is text already.
        DataType::String => plain(dialect, value, CastTarget::String(None)),
        _ => dialect.text(value),
    };
    cut(text, length)
}

/// Text cut to a length, if there is one.
#[must_use]
pub fn cut(text: SqlExpr, length: Option<u32>) -> SqlExpr {
    match length {
        // No text is longer than 32 bits can say, and engines take no greater number.
        Some(n) => build::call("LEFT", [text, build::integer(i64::from(n.min(LONGEST)))]),
        None => text,
    }
}

/// The greatest number that engines take where they want 32 bits.
const LONGEST: u32 = i32::MAX.unsigned_abs();

/// Rounds half away from zero, also where the engine's own cast rounds half to even.
fn integer<D: Dialect + ?Sized>(dialect: &D, value: &Operand) -> SqlExpr {
    let target = dialect.type_name(CastTarget::Integer);
    let value = match value.data() {
        DataType::Integer | DataType::Boolean | DataType::Null => value.sql.clone(),
        // A declared Decimal may be a double: ratios often are.
        DataType::Float | DataType::Decimal => build::call("ROUND", [value.sql.clone()]),
        _ => {
            let decimal = dialect.type_name(CastTarget::Decimal(38, 10));
            build::call("ROUND", [build::cast(value.sql.clone(), decimal)])
        }
    };
    build::cast(value, target)
}

fn boolean<D: Dialect + ?Sized>(dialect: &D, value: &Operand) -> SqlExpr {
    if value.data().is_numeric() {
        return build::binary("<>", value.sql.clone(), build::integer(0));
    }
    plain(dialect, value, CastTarget::Boolean)
}
