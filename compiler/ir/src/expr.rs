//! Typed expressions: one tree over the leaves of its stage.

use crate::{
    AggregateFn, CastTarget, FieldId, Ident, Literal, MetricId, Origin, RelationshipId, ScalarFn,
    Type,
};

/// A typed expression whose leaves are `L`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr<L> {
    /// What it is.
    pub kind: ExprKind<L>,
    /// Its type.
    pub ty: Type,
    /// Where it was written, if a person wrote it.
    pub origin: Origin,
}

/// The kinds of expression that are the same at every stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind<L> {
    /// What the stage refers to.
    Leaf(L),
    /// A constant.
    Literal(Literal),
    /// `-x`
    Negate(Box<Expr<L>>),
    /// `NOT x`
    Not(Box<Expr<L>>),
    /// `a + b`; division is true division and NULL by zero, `%` is NULL by zero
    Arithmetic(ArithmeticOp, Box<Expr<L>>, Box<Expr<L>>),
    /// `a || b`
    Concat(Box<Expr<L>>, Box<Expr<L>>),
    /// `a < b`
    Compare(CompareOp, Box<Expr<L>>, Box<Expr<L>>),
    /// `a AND b AND …`, at least two operands
    Logical(LogicalOp, Vec<Expr<L>>),
    /// `x IS [NOT] NULL`
    IsNull {
        /// The operand.
        expr: Box<Expr<L>>,
        /// IS NOT NULL
        negated: bool,
    },
    /// `x IS [NOT] TRUE`, `x IS [NOT] FALSE`
    IsBoolean {
        /// The operand.
        expr: Box<Expr<L>>,
        /// TRUE or FALSE
        value: bool,
        /// IS NOT
        negated: bool,
    },
    /// `a IS [NOT] DISTINCT FROM b`
    IsDistinct {
        /// Left operand.
        left: Box<Expr<L>>,
        /// Right operand.
        right: Box<Expr<L>>,
        /// IS NOT DISTINCT FROM
        negated: bool,
    },
    /// `x [NOT] BETWEEN low AND high`
    Between {
        /// The operand.
        expr: Box<Expr<L>>,
        /// Lower bound, included.
        low: Box<Expr<L>>,
        /// Upper bound, included.
        high: Box<Expr<L>>,
        /// NOT BETWEEN
        negated: bool,
    },
    /// `x [NOT] IN (a, …)`
    In {
        /// The operand.
        expr: Box<Expr<L>>,
        /// At least one.
        list: Vec<Expr<L>>,
        /// NOT IN
        negated: bool,
    },
    /// `x [NOT] LIKE pattern [ESCAPE c]`; without ESCAPE no character escapes
    Like {
        /// The operand.
        expr: Box<Expr<L>>,
        /// The pattern.
        pattern: Box<Expr<L>>,
        /// The escape character.
        escape: Option<char>,
        /// ILIKE
        case_insensitive: bool,
        /// NOT LIKE
        negated: bool,
    },
    /// `CASE [operand] WHEN … THEN … [ELSE …] END`
    Case {
        /// The compared value of the simple form.
        operand: Option<Box<Expr<L>>>,
        /// At least one WHEN and THEN.
        whens: Vec<(Expr<L>, Expr<L>)>,
        /// ELSE; absent is NULL.
        otherwise: Option<Box<Expr<L>>>,
    },
    /// `CAST(x AS t)`, `TRY_CAST(x AS t)`
    Cast {
        /// The operand.
        expr: Box<Expr<L>>,
        /// The target.
        target: CastTarget,
        /// TRY_CAST: NULL where the value cannot be converted
        safe: bool,
    },
    /// A scalar function.
    Call(ScalarFn, Vec<Expr<L>>),
    /// A function that dosic does not know, passed through to the engine it was written for (R7).
    Foreign {
        /// The name as written.
        name: String,
        /// The accepted dialect the expression was written in, upper case.
        dialect: String,
        /// The arguments.
        args: Vec<Expr<L>>,
    },
}

/// `+ - * / %`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ArithmeticOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// `= <> < <= > >=`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// `AND`, `OR`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LogicalOp {
    And,
    Or,
}

/// One key of an ORDER BY, with its NULL placement written out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortKey<E> {
    /// The key.
    pub expr: E,
    /// DESC
    pub descending: bool,
    /// NULLS FIRST; the default is `descending` (NULL is the largest value).
    pub nulls_first: bool,
}

/// An aggregate over the rows of its home (or of a plan's input).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AggregateCall<L> {
    /// The function.
    pub function: AggregateFn,
    /// DISTINCT: with Count, Sum and Avg only
    pub distinct: bool,
    /// Arguments as [`AggregateFn`] says; none for `COUNT(*)`.
    pub args: Vec<Expr<L>>,
    /// Where it was written.
    pub origin: Origin,
}

/// A function over a window.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowCall<L> {
    /// The function.
    pub function: WindowFn,
    /// Arguments: of the aggregate, or the value (and default) of offset and value functions.
    pub args: Vec<Expr<L>>,
    /// PARTITION BY
    pub partition_by: Vec<Expr<L>>,
    /// ORDER BY
    pub order_by: Vec<SortKey<Expr<L>>>,
    /// The frame, if written.
    pub frame: Option<Frame>,
    /// Where it was written.
    pub origin: Origin,
}

/// A window function: semantics digest 6.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum WindowFn {
    Aggregate(AggregateFn),
    RowNumber,
    Rank,
    DenseRank,
    /// Number of buckets, at least 1.
    Ntile(u64),
    PercentRank,
    CumeDist,
    /// Offset; arguments `(x)` or `(x, default)`.
    Lag(u64),
    /// Offset; arguments `(x)` or `(x, default)`.
    Lead(u64),
    FirstValue,
    LastValue,
    /// Position, at least 1.
    NthValue(u64),
}

/// A window frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// ROWS or RANGE
    pub unit: FrameUnit,
    /// First row.
    pub start: FrameBound,
    /// Last row.
    pub end: FrameBound,
}

/// `ROWS`, `RANGE`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FrameUnit {
    Rows,
    Range,
}

/// A bound of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FrameBound {
    UnboundedPreceding,
    Preceding(u64),
    CurrentRow,
    Following(u64),
    UnboundedFollowing,
}

/// An expression of a model or query.
pub type ModelExpr = Expr<ModelLeaf>;

/// What model and query expressions refer to.
///
/// Typing guarantees the levels: a field's expression holds no `Metric` and no `Aggregate`; an
/// aggregate's arguments hold no `Metric` and no `Aggregate` outside a window; a query's
/// expressions hold no `Metric` (they are expanded) and no `Column`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ModelLeaf {
    /// A physical column of the field's own dataset; in field expressions only.
    Column(Ident),
    /// A field.
    Field(FieldRef),
    /// A metric; in metric expressions only.
    Metric(MetricId, Origin),
    /// An aggregate: a *leaf* in the digest's words.
    Aggregate(Box<AggregateCall<ModelLeaf>>),
    /// A window function.
    Window(Box<WindowCall<ModelLeaf>>),
}

/// A reference to a field, possibly in a role.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FieldRef {
    /// The field.
    pub field: FieldId,
    /// The named last hops to the field's dataset, from the home outwards (R5, ruling 23); empty if the path is searched.
    pub role: Vec<RelationshipId>,
    /// Where it was written.
    pub origin: Origin,
}
