//! The SQL of DuckDB 1.5.

mod functions;
mod keywords;

use dosic_diagnostics::Diagnostic;
use dosic_ir::{AggregateFn, ArithmeticOp, CastTarget, DataType, Literal, ScalarFn, Type};
use dosic_sql::aggregates::{Lowered, standard_aggregate};
use dosic_sql::arithmetic::double;
use dosic_sql::ast::SqlExpr;
use dosic_sql::build;
use dosic_sql::cast::{NUMBER, cut, standard_cast, standard_try_cast};
use dosic_sql::dialect::within_32_bits;
use dosic_sql::predicates::Like;
use dosic_sql::{Dialect, Operand};

/// DuckDB.
#[derive(Clone, Copy, Debug, Default)]
pub struct DuckDb;

impl Dialect for DuckDb {
    fn name(&self) -> &'static str {
        "duckdb"
    }

    fn keywords(&self) -> &'static [&'static str] {
        keywords::KEYWORDS
    }

    /// DuckDB has no limit; this one is for the reader.
    fn max_identifier_bytes(&self) -> usize {
        255
    }

    /// A string literal in FROM is a file or glob; the reader follows from its ending.
    fn file_source(&self, path: &str) -> Result<String, Diagnostic> {
        Ok(format!("'{}'", path.replace('\'', "''")))
    }

    /// Small constants stay plain in sums with an operand of unknown type: beside a DECIMAL, 64 bits
    /// carry the whole expression over into 128-bit arithmetic, at many times the cost, and only a
    /// 32-bit column at the very end of its range would need them. An overflow there is an error,
    /// never a wrong number.
    fn wide_integer(&self, constant: &Operand, op: ArithmeticOp, other: DataType) -> SqlExpr {
        let is_sum = matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract);
        let is_small = constant
            .as_integer()
            .is_some_and(|n| i16::try_from(n).is_ok());
        match other {
            DataType::Decimal | DataType::Float => constant.sql.clone(),
            DataType::Unknown if is_sum && is_small => constant.sql.clone(),
            _ => build::cast(constant.sql.clone(), self.type_name(CastTarget::Integer)),
        }
    }

    /// DuckDB prints `1.0` where dosic says `1`.
    fn text(&self, value: &Operand) -> SqlExpr {
        let text = || build::cast(value.sql.clone(), "VARCHAR");
        match value.data() {
            DataType::String => value.sql.clone(),
            DataType::Float => build::call(
                "REGEXP_REPLACE",
                [text(), build::string(r"\.0$"), build::string("")],
            ),
            _ => text(),
        }
    }

    fn like(&self, like: Like) -> Result<SqlExpr, Diagnostic> {
        if like.escape.is_some_and(|c| !c.is_ascii()) {
            return Err(self
                .unsupported("an ESCAPE outside ASCII")
                .help("write another character, such as '!'"));
        }
        let escape = like.escape.map(String::from);
        Ok(like.native(escape))
    }

    /// Counts and positions of 64 bits are fine, if their value is no greater than that of 32 bits.
    fn small_integer(&self, value: &Operand) -> SqlExpr {
        match (value.as_integer(), value.data()) {
            (Some(n), _) => within_32_bits(n, value),
            (None, DataType::Integer) => value.sql.clone(),
            _ => build::cast(value.sql.clone(), self.type_name(CastTarget::Integer)),
        }
    }

    /// Without AT TIME ZONE, which needs the ICU extension.
    fn in_utc(&self, instant: SqlExpr) -> SqlExpr {
        build::call("MAKE_TIMESTAMP", [build::call("EPOCH_US", [instant])])
    }

    /// What is of unknown type may be a double, whose text DuckDB alone ends in `.0`. The engine knows the
    /// type before it runs the statement, and drops the CASE. Text converts to the nearest whole number, half
    /// away from zero; what may be of any type goes through its text, since a double rounds half to even and
    /// a fixed number of decimals is too few.
    fn cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        match (target, value.data()) {
            (CastTarget::String(length), DataType::Unknown | DataType::Opaque) => {
                let mut double = value.clone();
                double.ty.data = DataType::Float;
                let names = ["DOUBLE", "FLOAT"].map(build::string).into();
                let is_double = build::in_list(type_of(value), names);
                let text = build::case([(is_double, self.text(&double))], Some(self.text(value)));
                Ok(cut(text, length))
            }
            (CastTarget::Integer, DataType::String) => {
                Ok(build::cast(value.sql.clone(), self.type_name(target)))
            }
            (CastTarget::Integer, DataType::Unknown | DataType::Opaque) => {
                let whole = |sql| build::cast(sql, self.type_name(target));
                let text = build::cast(value.sql.clone(), "VARCHAR");
                let truth = (is_boolean(value), whole(value.sql.clone()));
                Ok(build::case([truth], Some(whole(text))))
            }
            _ => standard_cast(self, value, target),
        }
    }

    fn text_of_unknown_differs(&self) -> bool {
        true
    }

    fn value_decides_the_type(&self) -> bool {
        true
    }

    fn sums_fill_decimals(&self) -> bool {
        true
    }

    /// A zero of the other's scale is added: unlike CASE, a sum of two decimals keeps the finer scale.
    fn with_scale_of(&self, decimal: SqlExpr, other: SqlExpr) -> SqlExpr {
        let zero = build::binary("-", other.clone(), other);
        let zero = build::call("COALESCE", [zero, build::integer(0)]);
        build::binary("+", decimal, zero)
    }

    /// DuckDB's sums have all the 38 digits that a decimal may have. Beside a finer constant they would leave it
    /// no place, and it would be rounded; a sum of two decimals keeps the finer scale.
    fn with_places(&self, decimal: SqlExpr, places: usize) -> SqlExpr {
        let zero = format!("0.{}", "0".repeat(places));
        build::binary("+", decimal, build::raw(zero))
    }

    /// Only text that every engine takes for a number is converted to one: DuckDB also reads `1_000` and `nan`.
    fn try_cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        let lowered = standard_try_cast(self, value, target)?;
        let to_number = target.data_type().is_numeric();
        let may_be_text = value.data() == DataType::String || value.data().is_open();
        if !to_number || !may_be_text || value.data() == DataType::Null {
            return Ok(lowered);
        }
        let text = build::cast(value.sql.clone(), "VARCHAR");
        let mut converts = build::call("REGEXP_MATCHES", [text.clone(), build::string(NUMBER)]);
        if value.data().is_open() {
            if target == CastTarget::Integer {
                let target = self.type_name(target);
                let truth = build::try_cast(value.sql.clone(), target.clone());
                let number = build::try_cast(text, target);
                return Ok(build::case(
                    [(is_boolean(value), truth), (converts, number)],
                    None,
                ));
            }
            converts = build::binary("OR", is_boolean(value), converts);
        }
        Ok(build::case([(converts, lowered)], None))
    }

    fn scalar(&self, function: ScalarFn, args: &[Operand]) -> Result<SqlExpr, Diagnostic> {
        functions::scalar(*self, function, args)
    }

    fn aggregate(
        &self,
        function: AggregateFn,
        distinct: bool,
        args: &[Operand],
    ) -> Result<Lowered, Diagnostic> {
        match (function, args) {
            (AggregateFn::Median, [x]) => Ok(Lowered::plain(build::call(
                "MEDIAN",
                [double(self, x.clone())],
            ))),
            // DuckDB takes the descending share 0 for the ascending one (1.5.6): it negates the share.
            (AggregateFn::PercentileCont { descending: true }, [x, share]) if is_zero(share) => {
                let largest = AggregateFn::PercentileCont { descending: false };
                standard_aggregate(self, largest, distinct, &[x.clone(), one()])
            }
            // DuckDB refuses an order by a constant.
            (AggregateFn::PercentileDisc { .. }, [x, share]) if is_float(x) => {
                let mut value = x.clone();
                value.sql = build::cast(value.sql, self.type_name(CastTarget::Float));
                value.literal = None;
                self.aggregate(function, distinct, &[value, share.clone()])
            }
            (AggregateFn::PercentileDisc { descending: true }, [x, share]) if is_zero(share) => {
                let largest = AggregateFn::PercentileDisc { descending: false };
                standard_aggregate(self, largest, distinct, &[x.clone(), one()])
            }
            _ => standard_aggregate(self, function, distinct, args),
        }
    }
}

/// Whether a value of unknown type is a Boolean; the engine knows before it runs the statement.
fn is_boolean(value: &Operand) -> SqlExpr {
    build::binary("=", type_of(value), build::string("BOOLEAN"))
}

/// The name of a value's type.
fn type_of(value: &Operand) -> SqlExpr {
    build::call("TYPEOF", [value.sql.clone()])
}

fn is_float(constant: &Operand) -> bool {
    matches!(
        constant.literal,
        Some(Literal::Float(_) | Literal::Decimal(_))
    )
}

fn is_zero(constant: &Operand) -> bool {
    match &constant.literal {
        Some(Literal::Integer(value)) => *value == 0,
        Some(Literal::Decimal(digits)) => digits.chars().all(|c| matches!(c, '0' | '.')),
        Some(Literal::Float(value)) => *value == 0.0,
        _ => false,
    }
}

fn one() -> Operand {
    Operand::new(build::raw("1"), Type::required(DataType::Integer))
}
