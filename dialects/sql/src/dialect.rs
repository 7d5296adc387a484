//! What an engine is asked: small questions, each with a standard SQL answer.
//!
//! A dialect overrides the answers in which its engine differs and inherits the rest. Nothing outside
//! a dialect's crate asks which dialect it is.

use std::borrow::Cow;

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::{AggregateFn, ArithmeticOp, CastTarget, DataType, Literal, ScalarFn, Type};

use crate::aggregates::{Lowered, standard_aggregate};
use crate::ast::SqlExpr;
use crate::build;
use crate::cast::{standard_cast, standard_try_cast};
use crate::functions::standard_scalar;
use crate::keywords::KEYWORDS;
use crate::literal::{standard_literal, standard_null};
use crate::operand::Operand;
use crate::predicates::{Like, standard_like};

/// An engine's SQL.
pub trait Dialect: Sync {
    /// Its name, lower case: `duckdb`.
    fn name(&self) -> &'static str;

    /// The keywords of the engine, lower case and sorted, of any category.
    fn keywords(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a name spelt like this must be quoted, although it has a regular form (ruling 14).
    fn is_keyword(&self, word: &str) -> bool {
        let word = if word.bytes().any(|b| b.is_ascii_uppercase()) {
            Cow::Owned(word.to_ascii_lowercase())
        } else {
            Cow::Borrowed(word)
        };
        let found = |list: &[&str]| list.binary_search(&&*word).is_ok();
        found(self.keywords()) || found(KEYWORDS)
    }

    /// How many bytes an identifier may have; engines cut longer ones in silence.
    fn max_identifier_bytes(&self) -> usize {
        128
    }

    /// An identifier in quotes.
    fn quote(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    /// Whether functions of that dialect of expressions (`SNOWFLAKE`, upper case) can be passed through to the engine (R7).
    fn accepts_foreign(&self, dialect: &str) -> bool {
        dialect.eq_ignore_ascii_case(self.name())
    }

    /// What stands in FROM for a file or glob (R8).
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT` where the engine reads no files.
    fn file_source(&self, path: &str) -> Result<String, Diagnostic> {
        Err(self
            .unsupported(&format!("the file source `{path}`"))
            .help("load the file into a table and name the table as the source"))
    }

    /// The diagnostic for what the engine cannot express.
    fn unsupported(&self, what: &str) -> Diagnostic {
        Diagnostic::new(
            Code::UnsupportedInDialect,
            Check::Emission,
            format!("{what} cannot be expressed in {}", self.name()),
        )
    }

    /// The type that a cast target names.
    fn type_name(&self, target: CastTarget) -> String {
        match target {
            CastTarget::String(_) => "VARCHAR".to_owned(),
            CastTarget::Integer => "BIGINT".to_owned(),
            CastTarget::Decimal(precision, scale) => format!("DECIMAL({precision}, {scale})"),
            CastTarget::Float => "DOUBLE PRECISION".to_owned(),
            CastTarget::Boolean => "BOOLEAN".to_owned(),
            CastTarget::Date => "DATE".to_owned(),
            CastTarget::Time => "TIME".to_owned(),
            CastTarget::DateTime => "TIMESTAMP".to_owned(),
        }
    }

    /// A constant.
    fn literal(&self, literal: &Literal) -> SqlExpr {
        standard_literal(literal)
    }

    /// A NULL of a type, for what can be nothing else although others rely on its type; `None` where the dialect
    /// has none that does no harm.
    fn typed_null(&self, ty: Type) -> Option<SqlExpr> {
        standard_null(self, ty)
    }

    /// An integer constant beside an operand of kind `other` in `+ - * %`: 64 bits wide (ruling 20).
    fn wide_integer(&self, constant: &Operand, op: ArithmeticOp, other: DataType) -> SqlExpr {
        let _ = op;
        match other {
            DataType::Decimal | DataType::Float => constant.sql.clone(),
            _ => build::cast(constant.sql.clone(), self.type_name(CastTarget::Integer)),
        }
    }

    /// `a % b`, NULL where b is 0, with the sign of a. `divisor` is already guarded against 0.
    fn modulo(&self, dividend: &Operand, divisor: &Operand, result: Type) -> SqlExpr {
        let _ = result;
        build::binary("%", dividend.sql.clone(), divisor.sql.clone())
    }

    /// The text of a value: semantics digest 8.4.
    fn text(&self, value: &Operand) -> SqlExpr {
        match value.data() {
            DataType::String => value.sql.clone(),
            _ => build::cast(value.sql.clone(), self.type_name(CastTarget::String(None))),
        }
    }

    /// `CAST(value AS target)`.
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT`.
    fn cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        standard_cast(self, value, target)
    }

    /// `TRY_CAST(value AS target)`: NULL where the value cannot be converted.
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT`.
    fn try_cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        standard_try_cast(self, value, target)
    }

    /// LIKE and ILIKE; no character escapes unless `like.escape` says so.
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT`.
    fn like(&self, like: Like) -> Result<SqlExpr, Diagnostic> {
        standard_like(self, like)
    }

    /// A decimal that stands beside others in one result, of which the finest has so many decimal places.
    fn with_places(&self, decimal: SqlExpr, places: usize) -> SqlExpr {
        let _ = places;
        decimal
    }

    /// Whether the default of LAG and LEAD is converted to the type of the value, even where that loses digits.
    fn value_decides_the_type(&self) -> bool {
        false
    }

    /// Whether a sum of decimals has all the digits that a decimal may have, so that it has no place for a finer
    /// scale than its own.
    fn sums_fill_decimals(&self) -> bool {
        false
    }

    /// A decimal with the scale of another one, if that is finer. It is asked only where
    /// [`Self::sums_fill_decimals`] says so.
    fn with_scale_of(&self, decimal: SqlExpr, other: SqlExpr) -> SqlExpr {
        let _ = other;
        decimal
    }

    /// A String as an operand of an order (`<`, MIN, ORDER BY): compared by code point.
    fn by_code_point(&self, string: SqlExpr) -> SqlExpr {
        string
    }

    /// Whether [`Self::text`] of an operand of unknown type may be another than that of a known one (semantics digest 8.4).
    fn text_of_unknown_differs(&self) -> bool {
        false
    }

    /// Whether the order of a String that is not sent [`Self::by_code_point`] is that of the database's collation.
    fn sorts_by_collation(&self) -> bool {
        false
    }

    /// A count, position or number of digits as a function's argument: some engines want 32 bits.
    ///
    /// A constant beyond them means the same as their limit, since no text and no number is so long.
    fn small_integer(&self, value: &Operand) -> SqlExpr {
        match value.as_integer() {
            Some(n) => within_32_bits(n, value),
            None => build::cast(value.sql.clone(), "INTEGER"),
        }
    }

    /// An instant as the wall-clock time in UTC.
    fn in_utc(&self, instant: SqlExpr) -> SqlExpr {
        build::call("TIMEZONE", [build::string("UTC"), instant])
    }

    /// A scalar function; `args` are those that [`ScalarFn`] names.
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT`.
    fn scalar(&self, function: ScalarFn, args: &[Operand]) -> Result<SqlExpr, Diagnostic> {
        standard_scalar(self, function, args)
    }

    /// An aggregate function; `args` are those that [`AggregateFn`] names.
    ///
    /// # Errors
    /// `E_UNSUPPORTED_IN_DIALECT`.
    fn aggregate(
        &self,
        function: AggregateFn,
        distinct: bool,
        args: &[Operand],
    ) -> Result<Lowered, Diagnostic> {
        standard_aggregate(self, function, distinct, args)
    }

    /// The NULL of a leaf in branches that lack it; `None` if the engine must be told the type by an
    /// example of the column (ruling 17).
    fn absent_leaf(&self, ty: Type) -> Option<SqlExpr> {
        let _ = ty;
        Some(build::null())
    }

    /// The one value of a leaf in the group of a merge; `marker` is not NULL in the rows of the
    /// leaf's branch (ruling 17).
    fn merge_leaf(&self, leaf: SqlExpr, ty: Type, marker: SqlExpr) -> SqlExpr {
        match ty.data {
            DataType::Boolean => build::call("BOOL_OR", [leaf]),
            DataType::Opaque => build::around_two(
                "(ARRAY_AGG(",
                leaf,
                ") FILTER (WHERE ",
                marker,
                " IS NOT NULL))[1]",
            ),
            _ => build::call("MAX", [leaf]),
        }
    }
}

/// A whole number, or the limit of 32 bits that it exceeds.
#[must_use]
pub fn within_32_bits(n: i64, value: &Operand) -> SqlExpr {
    match i32::try_from(n) {
        Ok(_) => value.sql.clone(),
        // -2^31 has no counterpart, and some engines negate.
        Err(_) => build::integer(i64::from(i32::MAX) * n.signum()),
    }
}
