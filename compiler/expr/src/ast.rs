//! Expressions as written: semantics digest 8.1 with the rulings R2 to R5.

use std::ops::Range;

/// A range of bytes of the expression text.
pub type TextRange = Range<usize>;

/// A node with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: TextRange,
}

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// Without quotes, `""` undoubled.
    pub text: String,
    /// Whether it stood in double quotes.
    pub quoted: bool,
    /// Where.
    pub span: TextRange,
}

/// The kinds of expression. Parentheses leave no node.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum ExprKind {
    /// `12` (any size), digits only.
    Integer(String),
    /// `1.5`, `.5`, `5.` as written.
    Decimal(String),
    /// `1e3` as written.
    Float(String),
    /// `'text'`, quotes undoubled.
    String(String),
    Boolean(bool),
    Null,
    /// `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`
    Typed {
        kind: TypedLiteral,
        text: String,
        text_span: TextRange,
    },
    /// `INTERVAL '3' MONTH`, `INTERVAL '3 months'`, `INTERVAL 3 MONTH` (R4)
    Interval {
        text: String,
        unit: Option<Ident>,
    },
    /// `a`, `a.b`, `a.b.c`, …: at least one part
    Ref(Vec<Ident>),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        op_span: TextRange,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    IsNull {
        operand: Box<Expr>,
        negated: bool,
    },
    /// R4
    IsBoolean {
        operand: Box<Expr>,
        value: bool,
        negated: bool,
    },
    IsDistinct {
        left: Box<Expr>,
        right: Box<Expr>,
        negated: bool,
    },
    Between {
        operand: Box<Expr>,
        low: Box<Expr>,
        high: Box<Expr>,
        negated: bool,
    },
    In {
        operand: Box<Expr>,
        list: Vec<Expr>,
        negated: bool,
    },
    Like {
        operand: Box<Expr>,
        pattern: Box<Expr>,
        escape: Option<(String, TextRange)>,
        case_insensitive: bool,
        negated: bool,
    },
    Case {
        operand: Option<Box<Expr>>,
        whens: Vec<(Expr, Expr)>,
        otherwise: Option<Box<Expr>>,
    },
    Cast {
        operand: Box<Expr>,
        target: TypeName,
        form: CastForm,
    },
    /// `EXTRACT(part FROM x)`
    Extract {
        part: Ident,
        operand: Box<Expr>,
    },
    /// `POSITION(a IN s)`
    Position {
        needle: Box<Expr>,
        haystack: Box<Expr>,
    },
    /// Any other call, window included.
    Call(Box<Call>),
    /// Stands where something could not be parsed; a diagnostic was given.
    Error,
}

/// `name([DISTINCT] args | *) [WITHIN GROUP (ORDER BY …)] [FILTER (WHERE …)] [OVER (…)]`,
/// also `CURRENT_DATE` and its kin without parentheses.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Call {
    pub name: Ident,
    /// `COUNT(*)`
    pub star: bool,
    pub distinct: bool,
    pub args: Vec<Expr>,
    pub within_group: Option<WithinGroup>,
    pub filter: Option<Filter>,
    pub over: Option<Over>,
}

/// `WITHIN GROUP (ORDER BY expr [ASC|DESC])`
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct WithinGroup {
    pub order: OrderItem,
    pub span: TextRange,
}

/// `FILTER (WHERE predicate)` (R3)
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Filter {
    pub predicate: Expr,
    pub span: TextRange,
}

/// `OVER ([PARTITION BY …] [ORDER BY …] [frame])`
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Over {
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<OrderItem>,
    pub frame: Option<Frame>,
    pub span: TextRange,
}

/// `expr [ASC|DESC] [NULLS FIRST|LAST]`
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct OrderItem {
    pub expr: Expr,
    pub descending: bool,
    /// `Some(true)`: NULLS FIRST; `None`: not written.
    pub nulls_first: Option<bool>,
}

/// A frame as written; modes and bounds that are deferred are representable, typing refuses them.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Frame {
    pub unit: FrameUnit,
    pub start: FrameBound,
    /// Absent without BETWEEN.
    pub end: Option<FrameBound>,
    pub span: TextRange,
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameUnit {
    Rows,
    Range,
    Groups,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    UnboundedPreceding,
    /// The offset: an integer literal, or what typing refuses.
    Preceding(Offset),
    CurrentRow,
    Following(Offset),
    UnboundedFollowing,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq)]
pub enum Offset {
    Integer(String, TextRange),
    /// `:name` or `?`
    Parameter(TextRange),
    Expr(Expr),
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypedLiteral {
    Date,
    Time,
    Timestamp,
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Concat,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
}

/// How a cast is written.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastForm {
    Cast,
    TryCast,
    /// `x::type` (R4)
    DoubleColon,
}

/// A type name with its numbers: `DECIMAL(10, 2)`, `DOUBLE PRECISION`.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// Upper case, one space between words.
    pub name: String,
    pub args: Vec<u64>,
    pub span: TextRange,
}

/// `expr [AS alias]`
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Aliased {
    pub expr: Expr,
    pub alias: Option<Ident>,
}

/// `expr[:grain] [AS alias]`, an entry of a query's dimensions.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct DimensionItem {
    pub expr: Expr,
    /// The word after the colon (R6).
    pub grain: Option<Ident>,
    pub alias: Option<Ident>,
}
