//! The SQL of Postgres 15.

mod cast;
mod functions;
mod keywords;
mod patterns;

use dosic_diagnostics::Diagnostic;
use dosic_ir::{AggregateFn, CastTarget, DataType, Literal, ScalarFn, Type};
use dosic_sql::aggregates::{Lowered, standard_aggregate};
use dosic_sql::ast::SqlExpr;
use dosic_sql::build;
use dosic_sql::literal::{standard_literal, standard_null};
use dosic_sql::predicates::Like;
use dosic_sql::{Dialect, Operand};

/// Postgres.
#[derive(Clone, Copy, Debug, Default)]
pub struct Postgres;

impl Dialect for Postgres {
    fn name(&self) -> &'static str {
        "postgres"
    }

    fn keywords(&self) -> &'static [&'static str] {
        keywords::KEYWORDS
    }

    fn max_identifier_bytes(&self) -> usize {
        63
    }

    fn accepts_foreign(&self, dialect: &str) -> bool {
        ["POSTGRES", "POSTGRESQL"]
            .iter()
            .any(|name| dialect.eq_ignore_ascii_case(name))
    }

    fn type_name(&self, target: CastTarget) -> String {
        match target {
            CastTarget::String(_) => "VARCHAR".to_owned(),
            CastTarget::Integer => "BIGINT".to_owned(),
            CastTarget::Decimal(precision, scale) => format!("NUMERIC({precision}, {scale})"),
            CastTarget::Float => "DOUBLE PRECISION".to_owned(),
            CastTarget::Boolean => "BOOLEAN".to_owned(),
            CastTarget::Date => "DATE".to_owned(),
            CastTarget::Time => "TIME".to_owned(),
            CastTarget::DateTime => "TIMESTAMP".to_owned(),
        }
    }

    /// A number with an exponent is exact here until it is cast.
    fn literal(&self, literal: &Literal) -> SqlExpr {
        match literal {
            Literal::Float(value) if value.is_finite() => {
                build::cast(standard_literal(literal), self.type_name(CastTarget::Float))
            }
            _ => standard_literal(literal),
        }
    }

    /// There is no `%` of doubles.
    fn modulo(&self, dividend: &Operand, divisor: &Operand, result: Type) -> SqlExpr {
        let exact = |x: &Operand| match x.data() {
            DataType::Integer => x.sql.clone(),
            _ => functions::numeric(x),
        };
        let remainder = build::binary("%", exact(dividend), exact(divisor));
        match result.data {
            DataType::Float => build::cast(remainder, self.type_name(CastTarget::Float)),
            _ => remainder,
        }
    }

    fn cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        cast::cast(*self, value, target)
    }

    fn try_cast(&self, value: &Operand, target: CastTarget) -> Result<SqlExpr, Diagnostic> {
        cast::try_cast(*self, value, target)
    }

    /// The backslash escapes unless the escape is said to be none.
    fn like(&self, like: Like) -> Result<SqlExpr, Diagnostic> {
        let escape = like.escape.map(String::from).unwrap_or_default();
        Ok(like.native(Some(escape)))
    }

    fn by_code_point(&self, string: SqlExpr) -> SqlExpr {
        build::collate(string, "\"C\"")
    }

    fn sorts_by_collation(&self) -> bool {
        true
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
        use AggregateFn as F;
        if let ([x], F::Min | F::Max) = (args, function)
            && x.data() == DataType::Boolean
        {
            let name = if function == F::Min {
                "BOOL_AND"
            } else {
                "BOOL_OR"
            };
            return Ok(Lowered::plain(build::call(name, [x.sql.clone()])));
        }
        let mut lowered = standard_aggregate(self, function, distinct, args)?;
        // Of integers and decimals these give NUMERIC.
        if matches!(
            function,
            F::Avg | F::StddevSamp | F::StddevPop | F::VarSamp | F::VarPop
        ) {
            lowered.cast = Some(self.type_name(CastTarget::Float));
        }
        Ok(lowered)
    }

    /// A bare NULL would be text.
    fn typed_null(&self, ty: Type) -> Option<SqlExpr> {
        let target = match ty.data {
            DataType::Decimal => "NUMERIC",
            DataType::DateTimeTz => "TIMESTAMP WITH TIME ZONE",
            _ => return standard_null(self, ty),
        };
        Some(build::cast(build::null(), target))
    }

    /// UNION ALL unifies types branch by branch.
    fn absent_leaf(&self, ty: Type) -> Option<SqlExpr> {
        match ty.data {
            DataType::Null => Some(build::null()),
            _ => self.typed_null(ty),
        }
    }
}
