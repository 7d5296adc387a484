//! The logical plan: a tree of relational operators over columns of its own.
//!
//! - A [`ColumnId`] is defined by exactly one operator and means the same value wherever it is visible.
//! - Every expression refers to columns of its operator's inputs only.
//! - Joins are equi-joins over columns; the right side of a join is never correlated.
//! - A plan gives the right rows without any pass. The column table may hold columns that passes removed.
//! - Names of columns are hints for SQL emission; only `outputs` are names of the result.

use crate::{AggregateCall, ColumnId, Expr, Ident, IndexVec, SortKey, Source, Type, WindowCall};

/// An expression over columns of a plan.
pub type PlanExpr = Expr<ColumnId>;

/// A whole plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogicalPlan {
    /// Every column of the plan.
    pub columns: IndexVec<ColumnId, ColumnInfo>,
    /// The operator that gives the result.
    pub root: Rel,
    /// Columns of the result in order, with their names; a column may stand more than once.
    pub outputs: Vec<Output>,
}

/// What is known of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// A hint for naming it in SQL, such as `region`; not unique.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A column of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its name, exactly as shown; unique.
    pub name: String,
    /// The column.
    pub column: ColumnId,
}

/// A relational operator with its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rel {
    /// One row without columns: the input of constants.
    Unit,
    /// Rows of a source.
    Scan(Scan),
    /// Rows for which every predicate is TRUE.
    Filter {
        /// Rows.
        input: Box<Rel>,
        /// Conjuncts, at least one.
        predicates: Vec<PlanExpr>,
    },
    /// Exactly the columns given. `(c, Leaf(c))` passes a column through; any other id is defined here.
    Project {
        /// Rows.
        input: Box<Rel>,
        /// Columns.
        columns: Vec<(ColumnId, PlanExpr)>,
    },
    /// LEFT JOIN on equality of columns (NULL equals nothing): columns of left, then of right, which are NULL where nothing matches.
    Join {
        /// Rows that are all kept.
        left: Box<Rel>,
        /// Rows to find.
        right: Box<Rel>,
        /// Pairs (left column, right column), at least one.
        on: Vec<(ColumnId, ColumnId)>,
        /// Whether at most one right row matches (a step up); a step down may match many.
        unique: bool,
    },
    /// The input with a number that identifies its row within this statement (ruling 19).
    RowId {
        /// Rows.
        input: Box<Rel>,
        /// The number.
        column: ColumnId,
    },
    /// Distinct rows; NULL equals NULL.
    Distinct {
        /// Rows.
        input: Box<Rel>,
        /// What the rows are, for naming: `customer_status_pairs`.
        label: String,
    },
    /// One row per distinct key tuple (NULL equals NULL); without keys exactly one row. Columns: keys, then aggregates.
    Aggregate {
        /// Rows.
        input: Box<Rel>,
        /// Grouping columns of the input.
        keys: Vec<ColumnId>,
        /// Aggregates; none means the distinct keys.
        aggregates: Vec<(ColumnId, AggregateCall<ColumnId>)>,
        /// What the rows are, for naming: `orders_by_region`.
        label: String,
    },
    /// The NULL-safe merge of branches on their keys: R1, rulings 17 and 18. Columns: keys, then leaves.
    Merge(Merge),
    /// The input with window functions. Columns: those of the input, then the calls.
    Window {
        /// Rows.
        input: Box<Rel>,
        /// Window functions, none of which refers to another of this operator.
        calls: Vec<(ColumnId, WindowCall<ColumnId>)>,
    },
    /// Rows in order.
    Sort {
        /// Rows.
        input: Box<Rel>,
        /// Keys, most significant first; at least one.
        keys: Vec<SortKey<PlanExpr>>,
    },
    /// At most so many rows.
    Limit {
        /// Rows.
        input: Box<Rel>,
        /// How many.
        count: u64,
    },
}

/// Rows of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The source.
    pub source: Source,
    /// The dataset's name, for naming the alias.
    pub label: String,
    /// Columns read.
    pub columns: Vec<(ColumnId, Ident)>,
}

/// The merge of aggregated branches: a row per key tuple that occurs in a branch that adds groups.
/// Without keys: exactly one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Keys, defined here.
    pub keys: Vec<ColumnId>,
    /// Branches, at least two.
    pub branches: Vec<Branch>,
    /// What the rows are, for naming: `merged`.
    pub label: String,
}

/// One aggregated input of a merge. Its rows are unique in its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Rows.
    pub input: Rel,
    /// As many as the merge's keys, in the same order.
    pub keys: Vec<ColumnId>,
    /// Values it gives.
    pub leaves: Vec<MergeLeaf>,
    /// Whether its key tuples are groups of the result (ruling 18).
    pub adds_groups: bool,
}

/// A value of a branch in the merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeLeaf {
    /// The merged column, defined by the merge.
    pub column: ColumnId,
    /// The branch's column.
    pub source: ColumnId,
    /// Whether it is 0 rather than NULL where the branch lacks the key tuple.
    pub zero_if_absent: bool,
}

impl LogicalPlan {
    /// The name hint of a column; empty for an id of another plan.
    #[must_use]
    pub fn column_name(&self, id: ColumnId) -> &str {
        self.columns.get(id).map_or("", |c| c.name.as_str())
    }

    /// The type of a column.
    #[must_use]
    pub fn column_type(&self, id: ColumnId) -> Type {
        self.columns.get(id).map_or(Type::UNKNOWN, |c| c.ty)
    }
}

impl Rel {
    /// The columns it gives, in order.
    #[must_use]
    pub fn output_columns(&self) -> Vec<ColumnId> {
        match self {
            Self::Unit => Vec::new(),
            Self::Scan(scan) => scan.columns.iter().map(|(c, _)| *c).collect(),
            Self::Filter { input, .. }
            | Self::Distinct { input, .. }
            | Self::Sort { input, .. }
            | Self::Limit { input, .. } => input.output_columns(),
            Self::Project { columns, .. } => columns.iter().map(|(c, _)| *c).collect(),
            Self::Join { left, right, .. } => {
                let mut all = left.output_columns();
                all.extend(right.output_columns());
                all
            }
            Self::RowId { input, column } => {
                let mut all = input.output_columns();
                all.push(*column);
                all
            }
            Self::Aggregate {
                keys, aggregates, ..
            } => keys
                .iter()
                .copied()
                .chain(aggregates.iter().map(|(c, _)| *c))
                .collect(),
            Self::Merge(merge) => {
                let leaves = merge
                    .branches
                    .iter()
                    .flat_map(|b| b.leaves.iter().map(|l| l.column));
                merge.keys.iter().copied().chain(leaves).collect()
            }
            Self::Window { input, calls } => {
                let mut all = input.output_columns();
                all.extend(calls.iter().map(|(c, _)| *c));
                all
            }
        }
    }

    /// Its inputs, left to right.
    #[must_use]
    pub fn inputs(&self) -> Vec<&Self> {
        match self {
            Self::Unit | Self::Scan(_) => Vec::new(),
            Self::Filter { input, .. }
            | Self::Project { input, .. }
            | Self::RowId { input, .. }
            | Self::Distinct { input, .. }
            | Self::Aggregate { input, .. }
            | Self::Window { input, .. }
            | Self::Sort { input, .. }
            | Self::Limit { input, .. } => vec![input],
            Self::Join { left, right, .. } => vec![left, right],
            Self::Merge(merge) => merge.branches.iter().map(|b| &b.input).collect(),
        }
    }

    /// The same operator with each input replaced.
    #[must_use]
    pub fn map_inputs(self, replace: &mut dyn FnMut(Self) -> Self) -> Self {
        let mut one = |input: Box<Self>| Box::new(replace(*input));
        match self {
            Self::Unit | Self::Scan(_) => self,
            Self::Filter { input, predicates } => Self::Filter {
                input: one(input),
                predicates,
            },
            Self::Project { input, columns } => Self::Project {
                input: one(input),
                columns,
            },
            Self::RowId { input, column } => Self::RowId {
                input: one(input),
                column,
            },
            Self::Distinct { input, label } => Self::Distinct {
                input: one(input),
                label,
            },
            Self::Aggregate {
                input,
                keys,
                aggregates,
                label,
            } => Self::Aggregate {
                input: one(input),
                keys,
                aggregates,
                label,
            },
            Self::Window { input, calls } => Self::Window {
                input: one(input),
                calls,
            },
            Self::Sort { input, keys } => Self::Sort {
                input: one(input),
                keys,
            },
            Self::Limit { input, count } => Self::Limit {
                input: one(input),
                count,
            },
            Self::Join {
                left,
                right,
                on,
                unique,
            } => {
                let left = one(left);
                Self::Join {
                    left,
                    right: one(right),
                    on,
                    unique,
                }
            }
            Self::Merge(merge) => {
                let branch = |b: Branch| Branch {
                    input: replace(b.input),
                    ..b
                };
                let branches = merge.branches.into_iter().map(branch).collect();
                Self::Merge(Merge { branches, ..merge })
            }
        }
    }
}
