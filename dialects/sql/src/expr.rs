//! `PlanExpr` → `SqlExpr`, asking the dialect wherever engines differ.

use dosic_diagnostics::Diagnostic;
use dosic_ir::expr::{AggregateCall, ExprKind, LogicalOp, SortKey, WindowCall};
use dosic_ir::plan::PlanExpr;
use dosic_ir::{
    ArithmeticOp, CastTarget, ColumnId, CompareOp, DataType, Ident, Literal, Origin, ScalarFn, Type,
};

use crate::aggregates::typed_arguments;
use crate::arithmetic;
use crate::ast::{SqlExpr, SqlOrder};
use crate::build;
use crate::dialect::Dialect;
use crate::functions::null_argument_type;
use crate::operand::Operand;
use crate::predicates::{self, Like};
use crate::scale::of_one_scale;
use crate::size::fits;
use crate::windows;

/// How deep expressions may nest, so that neither this walk nor an engine's parser overflows its stack.
const MAX_DEPTH: usize = 350;

/// How many nodes a function's lowering may have: some repeat an argument, so nesting them multiplies.
const MAX_NODES: usize = 20_000;

/// What expressions read.
pub trait Columns {
    /// The SQL of a column.
    fn sql(&self, column: ColumnId) -> SqlExpr;

    /// Whether the column is made of sums, which may be as wide as any decimal.
    fn is_sum(&self, column: ColumnId) -> bool {
        let _ = column;
        false
    }
}

impl<F: Fn(ColumnId) -> SqlExpr> Columns for F {
    fn sql(&self, column: ColumnId) -> SqlExpr {
        self(column)
    }
}

/// An expression in the dialect's SQL; `columns` gives the SQL of a column.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for what the dialect cannot express, or what is nested too deeply.
pub fn emit_expr(
    expr: &PlanExpr,
    columns: &dyn Columns,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter::new(columns, dialect);
    Ok(emitter.operand(expr)?.sql)
}

/// An aggregate in the dialect's SQL.
///
/// # Errors
/// As [`emit_expr`].
pub fn emit_aggregate(
    call: &AggregateCall<ColumnId>,
    columns: &dyn Columns,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter::new(columns, dialect);
    let args = typed_arguments(dialect, emitter.operands(&call.args)?);
    let lowered = dialect
        .aggregate(call.function, call.distinct, &args)
        .map_err(|fault| located(fault, call.origin))?;
    Ok(lowered.finish(|call| call))
}

/// A window function with its OVER in the dialect's SQL.
///
/// # Errors
/// As [`emit_expr`].
pub fn emit_window(
    call: &WindowCall<ColumnId>,
    columns: &dyn Columns,
    dialect: &dyn Dialect,
) -> Result<SqlExpr, Diagnostic> {
    let mut emitter = Emitter::new(columns, dialect);
    let mut args = emitter.operands(&call.args)?;
    if let ([value, default], [sql, default_sql]) = (call.args.as_slice(), args.as_mut_slice()) {
        // LAG or LEAD: the default stands where there is no value.
        let pair = [(value, &mut sql.sql), (default, &mut default_sql.sql)];
        of_one_scale(columns, dialect, pair.into_iter());
        if dialect.value_decides_the_type() && windows::differs_in_type(value, default) {
            let value = std::mem::replace(&mut sql.sql, build::null());
            sql.sql = windows::of_both_types(value, default_sql.sql.clone());
            if sql.data() == DataType::Null {
                sql.ty = default_sql.ty;
            }
        }
    }
    let lowered = windows::window_function(dialect, call.function, args)
        .map_err(|fault| located(fault, call.origin))?;
    let partition_by = call
        .partition_by
        .iter()
        .map(|e| emit_expr(e, columns, dialect))
        .collect::<Result<_, _>>()?;
    let mut order_by = call
        .order_by
        .iter()
        .map(|k| emit_sort_key(k, columns, dialect))
        .collect::<Result<Vec<_>, _>>()?;
    if call.frame.is_some_and(windows::counts_values) {
        // Offsets count numbers (semantics digest 6.2). Of a key whose type is unknown, a product makes
        // every engine refuse dates, of which some would count days.
        let keys = order_by.iter_mut().zip(&call.order_by);
        for (key, _) in keys.filter(|(_, k)| k.expr.ty.data == DataType::Unknown) {
            key.expr = build::binary("*", key.expr.clone(), build::raw("1"));
        }
    }
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
    columns: &dyn Columns,
    dialect: &dyn Dialect,
) -> Result<SqlOrder, Diagnostic> {
    let mut emitter = Emitter::new(columns, dialect);
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

/// A fault of an expression, with the place of the innermost part that was written.
fn located(fault: Diagnostic, origin: Origin) -> Diagnostic {
    match fault.span() {
        Some(_) => fault,
        None => fault.at_opt(origin.0, ""),
    }
}

struct Emitter<'a> {
    columns: &'a dyn Columns,
    dialect: &'a dyn Dialect,
    depth: usize,
}

/// Each kind of expression has a function of its own, and the dispatch between them holds no values:
/// the stack that a level of nesting takes stays small.
impl<'a> Emitter<'a> {
    fn new(columns: &'a dyn Columns, dialect: &'a dyn Dialect) -> Self {
        Self {
            columns,
            dialect,
            depth: 0,
        }
    }

    fn operand(&mut self, expr: &PlanExpr) -> Result<Operand, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let operand = match &expr.kind {
            ExprKind::Literal(literal) => Ok(self.literal(literal, expr.ty)),
            ExprKind::Negate(x) => self.negate(x, expr.ty),
            // All that it can give is NULL. Engines type a CASE of bare NULLs as text, which unifies with
            // nothing; the bare NULL does with everything.
            ExprKind::Case { .. } | ExprKind::Call(..) if expr.ty.data == DataType::Null => {
                Ok(self.literal(&Literal::Null, expr.ty))
            }
            // What passes make of a CASE of which no branch with a value is left.
            ExprKind::Case {
                whens, otherwise, ..
            } if whens.iter().all(|(_, value)| is_null(value))
                && otherwise.as_deref().is_none_or(is_null) =>
            {
                match self.dialect.typed_null(expr.ty) {
                    Some(null) => Ok(Operand::new(null, expr.ty)),
                    None => self.computed(expr),
                }
            }
            _ => self.computed(expr),
        };
        self.depth -= 1;
        operand.map_err(|fault| located(fault, expr.origin))
    }

    fn too_deep(&self) -> Diagnostic {
        let what = format!("an expression nested more than {MAX_DEPTH} deep");
        self.dialect
            .unsupported(&what)
            .help("give its parts names as fields or metrics")
    }

    fn operands(&mut self, list: &[PlanExpr]) -> Result<Vec<Operand>, Diagnostic> {
        let mut operands = Vec::with_capacity(list.len());
        for expr in list {
            operands.push(self.operand(expr)?);
        }
        Ok(operands)
    }

    fn value(&mut self, expr: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        self.operand(expr).map(|operand| operand.sql)
    }

    fn values(&mut self, list: &[PlanExpr]) -> Result<Vec<SqlExpr>, Diagnostic> {
        let mut values = Vec::with_capacity(list.len());
        for expr in list {
            values.push(self.value(expr)?);
        }
        Ok(values)
    }

    fn literal(&self, literal: &Literal, ty: Type) -> Operand {
        Operand {
            sql: self.dialect.literal(literal),
            ty,
            literal: Some(literal.clone()),
        }
    }

    fn negate(&mut self, x: &PlanExpr, ty: Type) -> Result<Operand, Diagnostic> {
        let x = self.operand(x)?;
        Ok(arithmetic::negate(self.dialect, x, ty))
    }

    fn computed(&mut self, expr: &PlanExpr) -> Result<Operand, Diagnostic> {
        let sql = self.sql(expr);
        sql.map(|sql| Operand::new(sql, expr.ty))
    }

    fn sql(&mut self, expr: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        match &expr.kind {
            ExprKind::Leaf(column) => Ok(self.columns.sql(*column)),
            ExprKind::Literal(_) | ExprKind::Negate(_) => self.value(expr),
            ExprKind::Arithmetic(op, a, b) => self.arithmetic(*op, a, b, expr.ty),
            ExprKind::Concat(a, b) => self.concat(a, b),
            ExprKind::Cast { expr, target, safe } => self.cast(expr, *target, *safe),
            ExprKind::Call(function, args) => self.call(*function, args),
            ExprKind::Foreign {
                name,
                dialect,
                args,
            } => self.foreign(name, dialect, args),
            ExprKind::Case {
                operand,
                whens,
                otherwise,
            } => self.case(operand.as_deref(), whens, otherwise.as_deref()),
            ExprKind::Not(x) => self.not(x),
            ExprKind::Logical(op, list) => self.logical(*op, list),
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::IsNull { expr, negated } => {
                let test = if *negated { "IS NOT NULL" } else { "IS NULL" };
                self.test(expr, test)
            }
            ExprKind::IsBoolean {
                expr,
                value,
                negated,
            } => self.test(expr, predicates::boolean_test(*value, *negated)),
            ExprKind::IsDistinct {
                left,
                right,
                negated,
            } => self.is_distinct(left, right, *negated),
            ExprKind::Between {
                expr,
                low,
                high,
                negated,
            } => self.between([expr, low, high], *negated),
            ExprKind::In {
                expr,
                list,
                negated,
            } => self.in_list(expr, list, *negated),
            ExprKind::Like { .. } => self.like(&expr.kind),
        }
    }

    fn arithmetic(
        &mut self,
        op: ArithmeticOp,
        a: &PlanExpr,
        b: &PlanExpr,
        ty: Type,
    ) -> Result<SqlExpr, Diagnostic> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(arithmetic::arithmetic(self.dialect, op, a, b, ty))
    }

    fn concat(&mut self, a: &PlanExpr, b: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(arithmetic::concat(self.dialect, &a, &b))
    }

    fn cast(
        &mut self,
        expr: &PlanExpr,
        target: CastTarget,
        safe: bool,
    ) -> Result<SqlExpr, Diagnostic> {
        let x = self.operand(expr)?;
        let sql = if safe {
            self.dialect.try_cast(&x, target)
        } else {
            self.dialect.cast(&x, target)
        };
        self.of_limited_size(sql?)
    }

    fn not(&mut self, x: &PlanExpr) -> Result<SqlExpr, Diagnostic> {
        Ok(build::unary("NOT", self.value(x)?))
    }

    fn compare(
        &mut self,
        op: CompareOp,
        a: &PlanExpr,
        b: &PlanExpr,
    ) -> Result<SqlExpr, Diagnostic> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(predicates::compare(self.dialect, op, a, b))
    }

    fn test(&mut self, x: &PlanExpr, test: &'static str) -> Result<SqlExpr, Diagnostic> {
        Ok(build::postfix(self.value(x)?, test))
    }

    fn is_distinct(
        &mut self,
        left: &PlanExpr,
        right: &PlanExpr,
        negated: bool,
    ) -> Result<SqlExpr, Diagnostic> {
        let op = if negated {
            "IS NOT DISTINCT FROM"
        } else {
            "IS DISTINCT FROM"
        };
        Ok(build::binary(op, self.value(left)?, self.value(right)?))
    }

    fn between(&mut self, operands: [&PlanExpr; 3], negated: bool) -> Result<SqlExpr, Diagnostic> {
        let [x, low, high] = operands;
        let operands = [self.operand(x)?, self.operand(low)?, self.operand(high)?];
        Ok(predicates::between(self.dialect, operands, negated))
    }

    fn in_list(
        &mut self,
        x: &PlanExpr,
        list: &[PlanExpr],
        negated: bool,
    ) -> Result<SqlExpr, Diagnostic> {
        Ok(SqlExpr::In {
            operand: Box::new(self.value(x)?),
            list: self.values(list)?,
            negated,
        })
    }

    fn like(&mut self, kind: &ExprKind<ColumnId>) -> Result<SqlExpr, Diagnostic> {
        let ExprKind::Like {
            expr,
            pattern,
            escape,
            case_insensitive,
            negated,
        } = kind
        else {
            return Err(self.dialect.unsupported("this predicate"));
        };
        let like = Like {
            operand: self.value(expr)?,
            pattern: self.value(pattern)?,
            escape: *escape,
            case_insensitive: *case_insensitive,
            negated: *negated,
        };
        self.dialect.like(like)
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
        let operand = self.optional(operand)?;
        let mut sql_whens = Vec::with_capacity(whens.len());
        for (when, then) in whens {
            sql_whens.push((self.value(when)?, self.value(then)?));
        }
        let last = otherwise;
        let mut otherwise = self.optional(otherwise)?;
        let results = whens.iter().map(|(_, then)| then).chain(last);
        let values = sql_whens
            .iter_mut()
            .map(|(_, then)| then)
            .chain(otherwise.as_deref_mut());
        of_one_scale(self.columns, self.dialect, results.zip(values));
        Ok(SqlExpr::Case {
            operand,
            whens: sql_whens,
            otherwise,
        })
    }

    fn optional(&mut self, expr: Option<&PlanExpr>) -> Result<Option<Box<SqlExpr>>, Diagnostic> {
        match expr {
            Some(expr) => Ok(Some(Box::new(self.value(expr)?))),
            None => Ok(None),
        }
    }

    fn call(&mut self, function: ScalarFn, args: &[PlanExpr]) -> Result<SqlExpr, Diagnostic> {
        let exprs = args;
        let mut args = self.operands(args)?;
        if let ScalarFn::Coalesce | ScalarFn::Greatest | ScalarFn::Least = function {
            let values = args.iter_mut().map(|a| &mut a.sql);
            of_one_scale(self.columns, self.dialect, exprs.iter().zip(values));
        }
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
        // What was written in quotes is not known any more: only names that need them get some.
        let lower = !name.bytes().any(|b| b.is_ascii_uppercase());
        let is_plain = Ident::is_regular(name) && !(lower && self.dialect.is_keyword(name));
        let args = self.values(args)?;
        Ok(if is_plain {
            build::call_list(name, args)
        } else {
            build::call_list(&self.dialect.quote(name), args)
        })
    }
}

/// Whether an expression is NULL whatever it reads.
fn is_null(expr: &PlanExpr) -> bool {
    expr.ty.data == DataType::Null
}
