//! Numeric functions: semantics digest 8.7.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, DataType, ScalarFn};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::functions::{plain, wrong_arguments};
use crate::operand::{Operand, null_if_any_null};

/// The plain spelling, with the casts and guards that the rules ask for on every engine.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for arguments that the function does not have.
pub fn standard_numeric<D: Dialect + ?Sized>(
    dialect: &D,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    use ScalarFn as F;
    Ok(match (function, args) {
        (F::Abs, [_]) => plain("ABS", args),
        (F::Round, _) => rounded(dialect, "ROUND", args),
        (F::Trunc, _) => rounded(dialect, "TRUNC", args),
        // Engines round through doubles, which hold fewer digits than 64 bits.
        (F::Floor | F::Ceil, [x]) if x.data() == DataType::Integer => whole(dialect, x.sql.clone()),
        (F::Floor, [_]) => whole(dialect, plain("FLOOR", args)),
        (F::Ceil, [_]) => whole(dialect, plain("CEIL", args)),
        (F::Sign, [_]) => whole(dialect, plain("SIGN", args)),
        (F::Log, [base, x]) => {
            let ln = |value: &Operand| dialect.scalar(F::Ln, std::slice::from_ref(value));
            build::binary("/", ln(x)?, ln(base)?)
        }
        (F::Greatest | F::Least, [x]) => x.sql.clone(),
        (F::Greatest, [_, ..]) => extreme(dialect, "GREATEST", args),
        (F::Least, [_, ..]) => extreme(dialect, "LEAST", args),
        _ => match float_function(function) {
            Some(name) => plain(name, args),
            None => return Err(wrong_arguments(dialect, function, args)),
        },
    })
}

/// The usual spelling of a function that takes and gives doubles.
#[must_use]
pub fn float_function(function: ScalarFn) -> Option<&'static str> {
    use ScalarFn as F;
    Some(match function {
        F::Power => "POWER",
        F::Sqrt => "SQRT",
        F::Exp => "EXP",
        F::Ln => "LN",
        F::Log10 => "LOG10",
        F::Sin => "SIN",
        F::Cos => "COS",
        F::Tan => "TAN",
        F::Asin => "ASIN",
        F::Acos => "ACOS",
        F::Atan => "ATAN",
        F::Atan2 => "ATAN2",
        F::Radians => "RADIANS",
        F::Degrees => "DEGREES",
        F::Pi => "PI",
        _ => return None,
    })
}

/// A value as an Integer.
pub fn whole<D: Dialect + ?Sized>(dialect: &D, value: SqlExpr) -> SqlExpr {
    build::cast(value, dialect.type_name(CastTarget::Integer))
}

fn rounded<D: Dialect + ?Sized>(dialect: &D, name: &str, args: &[Operand]) -> SqlExpr {
    match args {
        [x, digits] => build::call(name, [x.sql.clone(), dialect.small_integer(digits)]),
        _ => plain(name, args),
    }
}

/// GREATEST and LEAST of engines skip NULL; dosic's are NULL then.
fn extreme<D: Dialect + ?Sized>(dialect: &D, name: &str, args: &[Operand]) -> SqlExpr {
    let mut values: Vec<SqlExpr> = args.iter().map(|a| a.sql.clone()).collect();
    let all_strings = args.iter().all(|a| a.data() == DataType::String);
    if all_strings && let Some(first) = values.first_mut() {
        *first = dialect.by_code_point(first.clone());
    }
    null_if_any_null(args, build::call_list(name, values))
}
