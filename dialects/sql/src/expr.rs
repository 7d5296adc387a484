//! `PlanExpr` → `SqlExpr`, asking the dialect wherever engines differ.

use dosic_diagnostics::Diagnostic;
use dosic_ir::expr::{AggregateCall, ExprKind, LogicalOp, SortKey, WindowCall};
use dosic_ir::plan::PlanExpr;
use dosic_ir::{CastTarget, ColumnId, DataType, Literal, ScalarFn, Type};

use crate::aggregates::typed_arguments;
use crate::arithmetic;
use crate::ast::{SqlExpr, SqlOrder};
use crate::build;
use crate::dialect::Dialect;
use crate::functions::null_argument_type;
use crate::operand::Operand;
use crate::predicates::{self, Like};
use crate::size::fits;
use crate::windows;

/// How deep expressions may nest, so that neither this walk nor an engine's parser overflows its stack.
const MAX_DEPTH: usize = 600;

/// How many nodes a function's lowering may have: some repeat an argument, so nesting them multiplies.
const MAX_NODES: usize = 20_000;

/// An expression in the dialect's SQL; `columns` gives the SQL of a column.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for what the dialect cannot express, or what is nested too deeply.
pub fn emit_expr(
    expr: &PlanExpr,
    columns: &dyn Fn(ColumnId) -> SqlExpr,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter {
        columns,
        dialect,
        depth: 0,
    };
    Ok(emitter.operand(expr)?.sql)
}

/// An aggregate in the dialect's SQL.
///
/// # Errors
/// As [`emit_expr`].
pub fn emit_aggregate(
    call: &AggregateCall<ColumnId>,
    columns: &dyn Fn(ColumnId) -> SqlExpr,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter {
        columns,
        dialect,
        depth: 0,
    };
    let args = typed_arguments(dialect, emitter.operands(&call.args)?);
    let lowered = dialect.aggregate(call.function, call.distinct, &args)?;
    Ok(lowered.finish(|call| call))
}

/// A window function with its OVER in the dialect's SQL.
///
/// # Errors
/// As [`emit_expr`].
pub fn emit_window(
    call: &WindowCall<ColumnId>,
    columns: &dyn Fn(ColumnId) -> SqlExpr,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter {
        columns,
        dialect,
        depth: 0,
    };
    let args = emitter.operands(&call.args)?;
    let lowered = windows::window_function(dialect, call.function, args)?;
    let partition_by = call
        .partition_by
        .iter()
        .map(|e| emit_expr(e, columns, dialect))
        .collect::<Result<_, _>>()?;
    let order_by = call
        .order_by
        .iter()
        .map(|k| emit_sort_key(k, columns, dialect))
        .collect::<Result<_, _>>()?;
    Ok(lowered.finish(|function| SqlExpr::Window {
        function: Box::new(function),
        partition_by,
        order_by,
        frame: call.frame.map(windows::frame),
    }))
}

/// A key of ORDER BY: NULL placement written out, Strings by code point, and a constant so that it is
/// no column number.
///
/// # Errors
/// As [`emit_expr`].
pub fn emit_sort_key(
    key: &SortKey<PlanExpr>,
    columns: &dyn Fn(ColumnId) -> SqlExpr,
    dialect: &dyn Dialect,
) -> Result<SqlOrder, Diagnostic> {
    let mut emitter = Emitter {
        columns,
        dialect,
        depth: 0,
    };
    let value = emitter.operand(&key.expr)?;
    let mut expr = value.sql;
    if value.literal.is_some() {
        let target = match value.ty.data {
            DataType::String => CastTarget::String(None),
            DataType::Decimal | DataType::Float => CastTarget::Float,
            DataType::Integer | DataType::Null => CastTarget::Integer,
            DataType::Boolean => CastTarget::Boolean,
            DataType::Time => CastTarget::Time,
            DataType::Date => CastTarget::Date,
            _ => CastTarget::DateTime,
        };
        expr = build::cast(expr, dialect.type_name(target));
    }
    if value.ty.data == DataType::String {
        expr = dialect.by_code_point(expr);
    }
    Ok(SqlOrder {
        expr,
        descending: key.descending,
        nulls_first: Some(key.nulls_first),
    })
}

struct Emitter<'a> {
    columns: &'a dyn Fn(ColumnId) -> SqlExpr,
    dialect: &'a dyn Dialect,
    depth: usize,
}

impl Emitter<'_> {
    fn operand(&mut self, expr: &PlanExpr) -> Result<Operand, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            let what = format!("an expression nested more than {MAX_DEPTH} deep");
            return Err(self
                .dialect
                .unsupported(&what)
                .help("give its parts names as fields or metrics"));
        }
        self.depth += 1;
        let operand = match &expr.kind {
            ExprKind::Literal(literal) => Ok(self.literal(literal, expr.ty)),
            ExprKind::Negate(x) => self
                .operand(x)
                .map(|x| arithmetic::negate(self.dialect, x, expr.ty)),
            _ => self.sql(expr).map(|sql| Operand::new(sql, expr.ty)),
        };
        self.depth -= 1;
        operand
    }

    fn operands(&mut self, list: &[PlanExpr]) -> Result<Vec<Operand>, Diagnostic> {
        list.iter().map(|e| self.operand(e)).collect()
    }

    fn value(&mut self, expr: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        Ok(self.operand(expr)?.sql)
    }

    fn values(&mut self, list: &[PlanExpr]) -> Result<Vec<SqlExpr>, Diagnostic> {
        list.iter().map(|e| self.value(e)).collect()
    }

    fn literal(&self, literal: &Literal, ty: Type) -> Operand {
        Operand {
            sql: self.dialect.literal(literal),
            ty,
            literal: Some(literal.clone()),
        }
    }

    fn sql(&mut self, expr: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        let dialect = self.dialect;
        Ok(match &expr.kind {
            ExprKind::Leaf(column) => (self.columns)(*column),
            ExprKind::Literal(_) | ExprKind::Negate(_) => self.value(expr)?,
            ExprKind::Arithmetic(op, a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                arithmetic::arithmetic(dialect, *op, a, b, expr.ty)
            }
            ExprKind::Concat(a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                arithmetic::concat(dialect, &a, &b)
            }
            ExprKind::Cast { expr, target, safe } => {
                let x = self.operand(expr)?;
                let sql = if *safe {
                    dialect.try_cast(&x, *target)?
                } else {
                    dialect.cast(&x, *target)?
                };
                self.of_limited_size(sql)?
            }
            ExprKind::Call(function, args) => self.call(*function, args)?,
            ExprKind::Foreign {
                name,
                dialect: written_in,
                args,
            } => self.foreign(name, written_in, args)?,
            ExprKind::Case {
                operand,
                whens,
                otherwise,
            } => self.case(operand.as_deref(), whens, otherwise.as_deref())?,
            _ => self.predicate(expr)?,
        })
    }

    fn predicate(&mut self, expr: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        let dialect = self.dialect;
        Ok(match &expr.kind {
            ExprKind::Not(x) => build::unary("NOT", self.value(x)?),
            ExprKind::Logical(op, list) => self.logical(*op, list)?,
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                predicates::compare(dialect, *op, a, b)
            }
            ExprKind::IsNull { expr, negated } => {
                let test = if *negated { "IS NOT NULL" } else { "IS NULL" };
                build::postfix(self.value(expr)?, test)
            }
            ExprKind::IsBoolean {
                expr,
                value,
                negated,
            } => {
                let test = match (value, negated) {
                    (true, false) => "IS TRUE",
                    (true, true) => "IS NOT TRUE",
                    (false, false) => "IS FALSE",
                    (false, true) => "IS NOT FALSE",
                };
                build::postfix(self.value(expr)?, test)
            }
            ExprKind::IsDistinct {
                left,
                right,
                negated,
            } => {
                let op = if *negated {
                    "IS NOT DISTINCT FROM"
                } else {
                    "IS DISTINCT FROM"
                };
                build::binary(op, self.value(left)?, self.value(right)?)
            }
            ExprKind::Between {
                expr,
                low,
                high,
                negated,
            } => {
                let operands = [self.operand(expr)?, self.operand(low)?, self.operand(high)?];
                predicates::between(dialect, operands, *negated)
            }
            ExprKind::In {
                expr,
                list,
                negated,
            } => SqlExpr::In {
                operand: Box::new(self.value(expr)?),
                list: self.values(list)?,
                negated: *negated,
            },
            ExprKind::Like {
                expr,
                pattern,
                escape,
                case_insensitive,
                negated,
            } => dialect.like(Like {
                operand: self.value(expr)?,
                pattern: self.value(pattern)?,
                escape: *escape,
                case_insensitive: *case_insensitive,
                negated: *negated,
            })?,
            _ => self.value(expr)?,
        })
    }

    fn logical(&mut self, op: LogicalOp, list: &[PlanExpr]) -> Result<SqlExpr, Diagnostic> {
        let (op, neutral) = match op {
            LogicalOp::And => ("AND", "TRUE"),
            LogicalOp::Or => ("OR", "FALSE"),
        };
        let values = self.values(list)?;
        let all = values.into_iter().reduce(|a, b| build::binary(op, a, b));
        Ok(all.unwrap_or_else(|| build::raw(neutral)))
    }

    fn case(
        &mut self,
        operand: Option<&PlanExpr>,
        whens: &[(PlanExpr, PlanExpr)],
        otherwise: Option<&PlanExpr>,
    ) -> Result<SqlExpr, Diagnostic> {
        let operand = operand.map(|e| self.value(e)).transpose()?.map(Box::new);
        let whens = whens
            .iter()
            .map(|(when, then)| Ok((self.value(when)?, self.value(then)?)))
            .collect::<Result<_, Diagnostic>>()?;
        let otherwise = otherwise.map(|e| self.value(e)).transpose()?.map(Box::new);
        Ok(SqlExpr::Case {
            operand,
            whens,
            otherwise,
        })
    }

    fn call(&mut self, function: ScalarFn, args: &[PlanExpr]) -> Result<SqlExpr, Diagnostic> {
        let mut args = self.operands(args)?;
        for (index, arg) in args.iter_mut().enumerate() {
            if arg.data() == DataType::Null
                && let Some(target) = null_argument_type(function, index)
            {
                arg.sql = build::cast(arg.sql.clone(), self.dialect.type_name(target));
                arg.ty.data = target.data_type();
            }
        }
        let sql = self.dialect.scalar(function, &args)?;
        self.of_limited_size(sql)
    }

    /// Lowerings that repeat an argument multiply when they are nested.
    fn of_limited_size(&self, sql: SqlExpr) -> Result<SqlExpr, Diagnostic> {
        if fits(&sql, MAX_NODES) {
            return Ok(sql);
        }
        Err(self
            .dialect
            .unsupported("an expression that needs this much SQL")
            .help("nest fewer function calls and casts in each other"))
    }

    fn foreign(
        &mut self,
        name: &str,
        written_in: &str,
        args: &[PlanExpr],
    ) -> Result<SqlExpr, Diagnostic> {
        if !self.dialect.accepts_foreign(written_in) {
            return Err(self
                .dialect
                .unsupported(&format!("the {written_in} function `{name}`"))
                .help("write it with functions of the expression language"));
        }
        Ok(build::call_list(name, self.values(args)?))
    }
}
