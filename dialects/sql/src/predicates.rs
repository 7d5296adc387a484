//! Comparisons, LIKE and the other tests.

use dosic_diagnostics::Diagnostic;
use dosic_ir::{CompareOp, DataType};

use crate::ast::SqlExpr;
use crate::build;
use crate::dialect::Dialect;
use crate::operand::Operand;

/// `x [NOT] LIKE pattern [ESCAPE c]` and ILIKE.
#[derive(Clone, Debug)]
pub struct Like {
    /// The text.
    pub operand: SqlExpr,
    /// The pattern.
    pub pattern: SqlExpr,
    /// The escape character; without one, none escapes.
    pub escape: Option<char>,
    /// ILIKE
    pub case_insensitive: bool,
    /// NOT
    pub negated: bool,
}

impl Like {
    /// The engine's own LIKE or ILIKE, with the escape printed as given.
    #[must_use]
    pub fn native(self, escape: Option<String>) -> SqlExpr {
        let op = match (self.case_insensitive, self.negated) {
            (false, false) => "LIKE",
            (false, true) => "NOT LIKE",
            (true, false) => "ILIKE",
            (true, true) => "NOT ILIKE",
        };
        SqlExpr::Like {
            op,
            operand: Box::new(self.operand),
            pattern: Box::new(self.pattern),
            escape,
        }
    }
}

/// LIKE as it is, and ILIKE as LIKE of lower case.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for ILIKE with a letter as escape character, which lower case would change.
pub fn standard_like<D: Dialect + ?Sized>(
    dialect: &D,
    mut like: Like,
) -> Result<SqlExpr, Diagnostic> {
    if like.case_insensitive {
        if like.escape.is_some_and(char::is_alphabetic) {
            return Err(dialect.unsupported("ILIKE with a letter as its escape character"));
        }
        like.operand = build::call("LOWER", [like.operand]);
        like.pattern = build::call("LOWER", [like.pattern]);
        like.case_insensitive = false;
    }
    let escape = like.escape.map(String::from);
    Ok(like.native(escape))
}

/// `IS [NOT] TRUE`, `IS [NOT] FALSE`
pub(crate) fn boolean_test(value: bool, negated: bool) -> &'static str {
    match (value, negated) {
        (true, false) => "IS TRUE",
        (true, true) => "IS NOT TRUE",
        (false, false) => "IS FALSE",
        (false, true) => "IS NOT FALSE",
    }
}

/// `a op b`; Strings in order by code point.
pub(crate) fn compare<D: Dialect + ?Sized>(
    dialect: &D,
    op: CompareOp,
    left: Operand,
    right: Operand,
) -> SqlExpr {
    let sign = match op {
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "<>",
        CompareOp::Less => "<",
        CompareOp::LessOrEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterOrEqual => ">=",
    };
    let (mut a, mut b) = (left.sql.clone(), right.sql.clone());
    if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
        match ordered_string(&[&left, &right]) {
            Some(0) => a = dialect.by_code_point(a),
            Some(_) => b = dialect.by_code_point(b),
            None => {}
        }
    }
    build::binary(sign, a, b)
}

/// `x [NOT] BETWEEN low AND high`; Strings in order by code point.
pub(crate) fn between<D: Dialect + ?Sized>(
    dialect: &D,
    [x, low, high]: [Operand; 3],
    negated: bool,
) -> SqlExpr {
    let x_is_ordered = |bound: &Operand| ordered_string(&[&x, bound]) == Some(0);
    let bound = |b: &Operand| match ordered_string(&[&x, b]) {
        Some(1) => dialect.by_code_point(b.sql.clone()),
        _ => b.sql.clone(),
    };
    let (low_sql, high_sql) = (bound(&low), bound(&high));
    let operand = if x_is_ordered(&low) || x_is_ordered(&high) {
        dialect.by_code_point(x.sql.clone())
    } else {
        x.sql.clone()
    };
    SqlExpr::Between {
        operand: Box::new(operand),
        low: Box::new(low_sql),
        high: Box::new(high_sql),
        negated,
    }
}

/// Which of the operands carries the collation of an order over Strings: the first that is known to be
/// a String and no constant. Constants alone say nothing about an operand of unknown type, which may
/// be a date beside `'2024-01-01'`.
pub(crate) fn ordered_string(operands: &[&Operand]) -> Option<usize> {
    let is_string = |o: &&&Operand| o.data() == DataType::String;
    let column = operands
        .iter()
        .position(|o| o.data() == DataType::String && !o.is_constant());
    let all = operands.iter().filter(is_string).count() == operands.len();
    column.or(if all { Some(0) } else { None })
}
