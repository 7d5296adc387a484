//! Short constructors for SQL expressions: the vocabulary that dialects write their lowerings in.

use crate::ast::{SqlExpr, SqlOrder, TemplatePart};

/// Text printed as it is: a number, a keyword constant, an interval.
pub fn raw(text: impl Into<String>) -> SqlExpr {
    SqlExpr::Raw(text.into())
}

/// A whole number.
#[must_use]
pub fn integer(value: i64) -> SqlExpr {
    if value == i64::MIN {
        // Engines read the digits before the sign, and those alone are beyond 64 bits.
        raw(format!("CAST({value} AS BIGINT)"))
    } else if value < 0 {
        unary("-", raw(value.unsigned_abs().to_string()))
    } else {
        raw(value.to_string())
    }
}

/// A string literal; quotes are doubled, nothing else is special.
#[must_use]
pub fn string(text: &str) -> SqlExpr {
    raw(format!("'{}'", text.replace('\'', "''")))
}

/// `NULL`
#[must_use]
pub fn null() -> SqlExpr {
    raw("NULL")
}

/// `name(args…)`
#[must_use]
pub fn call<const N: usize>(name: &str, args: [SqlExpr; N]) -> SqlExpr {
    call_list(name, args.into())
}

/// `name(args…)`
#[must_use]
pub fn call_list(name: &str, args: Vec<SqlExpr>) -> SqlExpr {
    SqlExpr::Function {
        name: name.to_owned(),
        distinct: false,
        star: false,
        args,
        within_group: Vec::new(),
    }
}

/// `name(DISTINCT args…)` or `name(args…)`
#[must_use]
pub fn aggregate(name: &str, distinct: bool, args: Vec<SqlExpr>) -> SqlExpr {
    SqlExpr::Function {
        name: name.to_owned(),
        distinct,
        star: false,
        args,
        within_group: Vec::new(),
    }
}

/// `name(*)`
#[must_use]
pub fn star_call(name: &str) -> SqlExpr {
    SqlExpr::Function {
        name: name.to_owned(),
        distinct: false,
        star: true,
        args: Vec::new(),
        within_group: Vec::new(),
    }
}

/// `name(fraction) WITHIN GROUP (ORDER BY key [DESC])`
#[must_use]
pub fn within_group(name: &str, fraction: SqlExpr, key: SqlExpr, descending: bool) -> SqlExpr {
    SqlExpr::Function {
        name: name.to_owned(),
        distinct: false,
        star: false,
        args: vec![fraction],
        within_group: vec![SqlOrder {
            expr: key,
            descending,
            nulls_first: None,
        }],
    }
}

/// `left op right`
#[must_use]
pub fn binary(op: &'static str, left: SqlExpr, right: SqlExpr) -> SqlExpr {
    SqlExpr::Binary {
        op,
        left: Box::new(left),
        right: Box::new(right),
    }
}

/// `op operand`
#[must_use]
pub fn unary(op: &'static str, operand: SqlExpr) -> SqlExpr {
    SqlExpr::Unary {
        op,
        operand: Box::new(operand),
    }
}

/// `operand op`
#[must_use]
pub fn postfix(operand: SqlExpr, op: &'static str) -> SqlExpr {
    SqlExpr::Postfix {
        operand: Box::new(operand),
        op,
    }
}

/// `CAST(operand AS target)`
pub fn cast(operand: SqlExpr, target: impl Into<String>) -> SqlExpr {
    SqlExpr::Cast {
        operand: Box::new(operand),
        target: target.into(),
        safe: false,
    }
}

/// `TRY_CAST(operand AS target)`
pub fn try_cast(operand: SqlExpr, target: impl Into<String>) -> SqlExpr {
    SqlExpr::Cast {
        operand: Box::new(operand),
        target: target.into(),
        safe: true,
    }
}

/// `CASE WHEN condition THEN value … [ELSE otherwise] END`
#[must_use]
pub fn case<const N: usize>(whens: [(SqlExpr, SqlExpr); N], otherwise: Option<SqlExpr>) -> SqlExpr {
    SqlExpr::Case {
        operand: None,
        whens: whens.into(),
        otherwise: otherwise.map(Box::new),
    }
}

/// `operand IN (list…)`
#[must_use]
pub fn in_list(operand: SqlExpr, list: Vec<SqlExpr>) -> SqlExpr {
    SqlExpr::In {
        operand: Box::new(operand),
        list,
        negated: false,
    }
}

/// `operand BETWEEN low AND high`
#[must_use]
pub fn between(operand: SqlExpr, low: SqlExpr, high: SqlExpr) -> SqlExpr {
    SqlExpr::Between {
        operand: Box::new(operand),
        low: Box::new(low),
        high: Box::new(high),
        negated: false,
    }
}

/// `operand COLLATE collation`; the collation is printed as it is.
#[must_use]
pub fn collate(operand: SqlExpr, collation: &str) -> SqlExpr {
    SqlExpr::Collate {
        operand: Box::new(operand),
        collation: collation.to_owned(),
    }
}

/// Text with one hole: `before operand after`.
#[must_use]
pub fn around(before: &'static str, operand: SqlExpr, after: &'static str) -> SqlExpr {
    SqlExpr::Template {
        parts: vec![
            TemplatePart::Text(before),
            TemplatePart::Expr(operand),
            TemplatePart::Text(after),
        ],
    }
}

/// Text with two holes: `before first between second after`.
#[must_use]
pub fn around_two(
    before: &'static str,
    first: SqlExpr,
    between: &'static str,
    second: SqlExpr,
    after: &'static str,
) -> SqlExpr {
    SqlExpr::Template {
        parts: vec![
            TemplatePart::Text(before),
            TemplatePart::Expr(first),
            TemplatePart::Text(between),
            TemplatePart::Expr(second),
            TemplatePart::Text(after),
        ],
    }
}
