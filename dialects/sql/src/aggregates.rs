//! Aggregate functions: semantics digest 8.6.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{AggregateFn, CastTarget, DataType};

use crate::arithmetic::double;
use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::operand::Operand;

/// An aggregate as the engine spells it: the call, which OVER may follow, and the cast of its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// The call.
    pub call: SqlExpr,
    /// The type that its result is cast to, if it has another.
    pub cast: Option<String>,
}

impl Lowered {
    /// A call whose result is right as it is.
    #[must_use]
    pub fn plain(call: SqlExpr) -> Self {
        Self { call, cast: None }
    }

    /// The call over a window, if any, with its cast around.
    #[must_use]
    pub fn finish(self, over: impl FnOnce(SqlExpr) -> SqlExpr) -> SqlExpr {
        let value = over(self.call);
        match self.cast {
            Some(target) => build::cast(value, target),
            None => value,
        }
    }
}

/// Aggregates in standard SQL.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for arguments that the function does not have.
pub fn standard_aggregate<D: Dialect + ?Sized>(
    dialect: &D,
    function: AggregateFn,
    distinct: bool,
    args: &[Operand],
) -> Result<Lowered, Diagnostic> {
    let call = match (function, args) {
        (AggregateFn::CountStar, []) => build::star_call("COUNT"),
        (AggregateFn::ApproxCountDistinct, [x]) => {
            build::aggregate("COUNT", true, vec![x.sql.clone()])
        }
        (AggregateFn::Min | AggregateFn::Max, [x]) => {
            build::call(function.name(), [ordered(dialect, x)])
        }
        (AggregateFn::Median, [x]) => build::within_group(
            "PERCENTILE_CONT",
            build::raw("0.5"),
            double(dialect, x.clone()),
            false,
        ),
        (AggregateFn::PercentileCont { descending }, [x, fraction]) => build::within_group(
            function.name(),
            fraction.sql.clone(),
            double(dialect, x.clone()),
            descending,
        ),
        (AggregateFn::PercentileDisc { descending }, [x, fraction]) => build::within_group(
            function.name(),
            fraction.sql.clone(),
            ordered(dialect, x),
            descending,
        ),
        (
            AggregateFn::Count
            | AggregateFn::Sum
            | AggregateFn::Avg
            | AggregateFn::StddevSamp
            | AggregateFn::StddevPop
            | AggregateFn::VarSamp
            | AggregateFn::VarPop,
            [x],
        ) => build::aggregate(function.name(), distinct, vec![x.sql.clone()]),
        _ => {
            let what = format!("{} of {} arguments", function.name(), args.len());
            return Err(dialect.unsupported(&what));
        }
    };
    Ok(Lowered::plain(call))
}

/// A value whose order matters.
pub fn ordered<D: Dialect + ?Sized>(dialect: &D, x: &Operand) -> SqlExpr {
    match x.data() {
        DataType::String => dialect.by_code_point(x.sql.clone()),
        _ => x.sql.clone(),
    }
}

/// The arguments of an aggregate or window function. A bare NULL gets a type that every one takes, and
/// a value that is a text constant its own: engines do not type either by themselves.
pub(crate) fn typed_arguments<D: Dialect + ?Sized>(
    dialect: &D,
    mut args: Vec<Operand>,
) -> Vec<Operand> {
    for (index, arg) in args.iter_mut().enumerate() {
        let target = match arg.data() {
            DataType::Null => CastTarget::Integer,
            DataType::String | DataType::Unknown if index == 0 && is_text_constant(arg) => {
                CastTarget::String(None)
            }
            _ => continue,
        };
        arg.sql = build::cast(arg.sql.clone(), dialect.type_name(target));
        arg.ty.data = target.data_type();
    }
    args
}

/// Whether the SQL is a text constant, as written or in place of a column that is one.
fn is_text_constant(arg: &Operand) -> bool {
    matches!(&arg.sql, SqlExpr::Raw(text) if text.starts_with('\''))
}
