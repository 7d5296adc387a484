//! SQL expressions before printing: what dialect hooks give back.
//!
//! Names are raw; the printer quotes them by the dialect's keywords and writes parentheses by precedence.

/// A SQL expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SqlExpr {
    /// `table.name`, unquoted spellings.
    Column { table: Option<String>, name: String },
    /// A literal or keyword constant, printed as it is: `'it''s'`, `NULL`, `DATE '2024-01-01'`.
    Raw(String),
    /// `-x`, `NOT x`
    Unary {
        op: &'static str,
        operand: Box<SqlExpr>,
    },
    /// `a op b` with op such as `+`, `=`, `AND`, `||`, `IS NOT DISTINCT FROM`, `~`
    Binary {
        op: &'static str,
        left: Box<SqlExpr>,
        right: Box<SqlExpr>,
    },
    /// `x IS NULL` and any other postfix test
    Postfix {
        operand: Box<SqlExpr>,
        op: &'static str,
    },
    /// `f([DISTINCT] args [ORDER BY …])`; `args` empty with `star` is `f(*)`
    Function {
        name: String,
        distinct: bool,
        star: bool,
        args: Vec<SqlExpr>,
        within_group: Vec<SqlOrder>,
    },
    /// Arguments separated by words, such as `EXTRACT(YEAR FROM x)`, `POSITION(a IN b)`: printed text with holes.
    Template { parts: Vec<TemplatePart> },
    /// `CAST(x AS t)`, `TRY_CAST(x AS t)`
    Cast {
        operand: Box<SqlExpr>,
        target: String,
        safe: bool,
    },
    Between {
        operand: Box<SqlExpr>,
        low: Box<SqlExpr>,
        high: Box<SqlExpr>,
        negated: bool,
    },
    In {
        operand: Box<SqlExpr>,
        list: Vec<SqlExpr>,
        negated: bool,
    },
    /// op: `LIKE`, `ILIKE`, `NOT LIKE`, `NOT ILIKE`
    Like {
        op: &'static str,
        operand: Box<SqlExpr>,
        pattern: Box<SqlExpr>,
        escape: Option<String>,
    },
    Case {
        operand: Option<Box<SqlExpr>>,
        whens: Vec<(SqlExpr, SqlExpr)>,
        otherwise: Option<Box<SqlExpr>>,
    },
    /// `x COLLATE "C"`
    Collate {
        operand: Box<SqlExpr>,
        collation: String,
    },
    /// `f(…) OVER (…)`
    Window {
        function: Box<SqlExpr>,
        partition_by: Vec<SqlExpr>,
        order_by: Vec<SqlOrder>,
        frame: Option<String>,
    },
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TemplatePart {
    Text(&'static str),
    Expr(SqlExpr),
}

/// One key of an ORDER BY.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SqlOrder {
    pub expr: SqlExpr,
    pub descending: bool,
    /// `None` leaves the placement out (inside WITHIN GROUP).
    pub nulls_first: Option<bool>,
}
