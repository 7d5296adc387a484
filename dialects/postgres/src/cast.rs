//! CAST with what Postgres lacks, and TRY_CAST by guards: semantics digest 8.4.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType};
use dosic_sql::ast::SqlExpr;
use dosic_sql::build::{self, integer, raw, string};
use dosic_sql::cast::{NUMBER, standard_cast};
use dosic_sql::{Dialect, Operand};

use crate::Postgres;
use crate::functions::numeric;

/// Text that is a truth value on every engine.
const TRUTH_VALUES: [&str; 10] = ["true", "false", "t", "f", "yes", "no", "y", "n", "1", "0"];

/// `CAST(value AS target)`.
pub(crate) fn cast(
    postgres: Postgres,
    value: &Operand,
    target: CastTarget,
) -> Result<SqlExpr, Diagnostic> {
    let name = || postgres.type_name(target);
    Ok(match (target, value.data()) {
        // Booleans convert to 32 bits only.
        (CastTarget::Integer | CastTarget::Decimal(..) | CastTarget::Float, DataType::Boolean) => {
            build::cast(build::cast(value.sql.clone(), "INTEGER"), name())
        }
        (
            CastTarget::Integer,
            DataType::String
            | DataType::Float
            | DataType::Decimal
            | DataType::Unknown
            | DataType::Opaque,
        ) => build::cast(rounded(numeric(value)), name()),
        // Only the text of a double has all of its digits.
        (CastTarget::Decimal(..), DataType::Float | DataType::Unknown | DataType::Opaque)
            if value.literal.is_none() =>
        {
            build::cast(build::cast(value.sql.clone(), "VARCHAR"), name())
        }
        (CastTarget::Boolean, DataType::Unknown | DataType::Opaque) => {
            let from_text = build::cast(json_text(value), name());
            build::case([(is_number(value), is_not_zero(value))], Some(from_text))
        }
        _ => standard_cast(&postgres, value, target)?,
    })
}

/// `TRY_CAST(value AS target)`: the cast where a test of the text, and of the number's size, says that
/// it cannot fail. CASE keeps that order, which AND does not.
pub(crate) fn try_cast(
    postgres: Postgres,
    value: &Operand,
    target: CastTarget,
) -> Result<SqlExpr, Diagnostic> {
    let plain = cast(postgres, value, target)?;
    let is_text = matches!(
        value.data(),
        DataType::String | DataType::Unknown | DataType::Opaque
    );
    match target {
        CastTarget::String(_) => return Ok(plain),
        CastTarget::Date | CastTarget::Time | CastTarget::DateTime if is_text => {
            let what = format!("TRY_CAST to {}", postgres.type_name(target));
            return Err(postgres
                .unsupported(&what)
                .help("use CAST, or give the field a datatype if it is a date already"));
        }
        CastTarget::Date | CastTarget::Time | CastTarget::DateTime => return Ok(plain),
        _ if matches!(value.data(), DataType::Boolean | DataType::Null) => return Ok(plain),
        _ => {}
    }
    if !is_text {
        return Ok(sized(value, target, plain));
    }
    let mut text = value.clone();
    text.ty.data = DataType::String;
    if value.data() != DataType::String || value.is_constant() {
        // A constant would be converted where it stands, before CASE could test it.
        text.sql = build::cast(text.sql, "VARCHAR");
        text.literal = None;
    }
    let is_unknown = value.data() != DataType::String;
    if target == CastTarget::Boolean {
        let lower = build::call("LOWER", [text.sql.clone()]);
        let known = TRUTH_VALUES.iter().map(|v| string(v)).collect();
        let known = build::in_list(lower, known);
        let converted = build::cast(text.sql, postgres.type_name(target));
        return Ok(if is_unknown {
            let number = (is_number(value), is_not_zero(value));
            build::case([number, (known, converted)], None)
        } else {
            build::case([(known, converted)], None)
        });
    }
    let is_numeric_text = build::binary("~", text.sql.clone(), string(NUMBER));
    let converted = cast(postgres, &text, target)?;
    let converted = sized(&text, target, converted);
    let number = (is_numeric_text, converted);
    Ok(if is_unknown {
        let truth = |word, n| (build::binary("=", json(value), string(word)), integer(n));
        build::case([number, truth("true", 1), truth("false", 0)], None)
    } else {
        build::case([number], None)
    })
}

/// A value of unknown type as the text of its JSON, which tells numbers and truth values from texts that
/// look the same: those are in quotes.
fn json(value: &Operand) -> SqlExpr {
    build::cast(build::call("TO_JSON", [value.sql.clone()]), "VARCHAR")
}

/// Whether a value of unknown type is a number.
fn is_number(value: &Operand) -> SqlExpr {
    build::binary("~", json(value), string(r"^-?\d"))
}

/// Whether a value of unknown type, which is a number where this is asked, is not zero.
fn is_not_zero(value: &Operand) -> SqlExpr {
    build::binary("<>", build::cast(json_text(value), "NUMERIC"), integer(0))
}

/// The text of a value of unknown type, by way of JSON: unlike that of a cast, Postgres does not compute it
/// ahead for a constant, where a branch of CASE that is never taken could fail.
fn json_text(value: &Operand) -> SqlExpr {
    build::around("(TO_JSON(", value.sql.clone(), ") #>> '{}')")
}

/// The conversion of a number where it is within the range of the target.
fn sized(value: &Operand, target: CastTarget, converted: SqlExpr) -> SqlExpr {
    let exact = numeric(value);
    let fits = match target {
        CastTarget::Integer => build::between(
            rounded(exact),
            raw(i64::MIN.to_string()),
            raw(i64::MAX.to_string()),
        ),
        CastTarget::Decimal(precision, scale) => {
            let digits = usize::from(precision.saturating_sub(scale));
            let limit = format!("1{}", "0".repeat(digits));
            let scaled = build::call("ROUND", [exact, integer(i64::from(scale))]);
            build::binary("<", build::call("ABS", [scaled]), raw(limit))
        }
        CastTarget::Float if value.data() != DataType::Float => {
            let size = build::call("ABS", [exact.clone()]);
            let in_range = build::between(size, raw("1e-307"), raw("1.7976931348623157e308"));
            let zero = build::binary("=", exact, integer(0));
            build::binary("OR", in_range, zero)
        }
        _ => return converted,
    };
    build::case([(fits, converted)], None)
}

fn rounded(value: SqlExpr) -> SqlExpr {
    build::call("ROUND", [value])
}
