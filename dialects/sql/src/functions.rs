//! Scalar functions in standard SQL: semantics digest 8.7 to 8.9.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CastTarget, ScalarFn};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::functions_numeric::standard_numeric;
use crate::functions_string::standard_string;
use crate::functions_temporal::standard_temporal;
use crate::operand::Operand;

/// The kinds of function, each with a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// Of numbers: digest 8.7.
    Numeric,
    /// NULLIF and COALESCE, which take any type.
    Conditional,
    /// Of strings: digest 8.8.
    String,
    /// Of dates and times: digest 8.9.
    Temporal,
}

/// The kind of a function.
#[must_use]
pub fn kind(function: ScalarFn) -> FunctionKind {
    use ScalarFn as F;
    match function {
        F::NullIf | F::Coalesce => FunctionKind::Conditional,
        F::Lower
        | F::Upper
        | F::Length
        | F::Trim
        | F::LTrim
        | F::RTrim
        | F::Left
        | F::Right
        | F::Substring
        | F::Replace
        | F::SplitPart
        | F::Position
        | F::Contains
        | F::StartsWith
        | F::EndsWith
        | F::RegexpLike
        | F::RegexpExtract
        | F::RegexpReplace
        | F::RegexpCount => FunctionKind::String,
        F::CurrentDate
        | F::CurrentTime
        | F::CurrentTimestamp
        | F::Extract(_)
        | F::DateTrunc(_)
        | F::DateAdd(_)
        | F::DateDiff(_)
        | F::ToDate
        | F::ToTimestamp
        | F::ToChar => FunctionKind::Temporal,
        _ => FunctionKind::Numeric,
    }
}

/// A scalar function in standard SQL, or in the spelling that most engines share.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for arguments that the function does not have.
pub fn standard_scalar<D: Dialect + ?Sized>(
    dialect: &D,
    function: ScalarFn,
    args: &[Operand],
) -> Result<SqlExpr, Diagnostic> {
    match kind(function) {
        FunctionKind::Numeric => standard_numeric(dialect, function, args),
        FunctionKind::String => standard_string(dialect, function, args),
        FunctionKind::Temporal => standard_temporal(dialect, function, args),
        FunctionKind::Conditional => {
            let name = if function == ScalarFn::NullIf {
                "NULLIF"
            } else {
                "COALESCE"
            };
            Ok(plain(name, args))
        }
    }
}

/// `name(args…)`, the arguments as they are.
#[must_use]
pub fn plain(name: &str, args: &[Operand]) -> SqlExpr {
    build::call_list(name, args.iter().map(|a| a.sql.clone()).collect())
}

/// The diagnostic for arguments that a function does not have; typing lets none through.
pub fn wrong_arguments<D: Dialect + ?Sized>(
    dialect: &D,
    function: ScalarFn,
    args: &[Operand],
) -> Diagnostic {
    dialect.unsupported(&format!("{function:?} of {} arguments", args.len()))
}

/// The type that a bare NULL is given as an argument, since engines ask which function of the name is
/// meant. None where any type is taken.
pub(crate) fn null_argument_type(function: ScalarFn, index: usize) -> Option<CastTarget> {
    use ScalarFn as F;
    let text = CastTarget::String(None);
    Some(match (function, index) {
        (F::Greatest | F::Least | F::NullIf | F::Coalesce, _) => return None,
        (F::Round | F::Trunc | F::Left | F::Right | F::Substring, 1..)
        | (F::SplitPart, 2)
        | (F::DateAdd(_), 0) => CastTarget::Integer,
        (F::ToChar, 0) => CastTarget::DateTime,
        (F::ToDate | F::ToTimestamp | F::ToChar, _) => text,
        _ => match kind(function) {
            FunctionKind::Numeric | FunctionKind::Conditional => CastTarget::Float,
            FunctionKind::String => text,
            FunctionKind::Temporal => CastTarget::DateTime,
        },
    })
}
