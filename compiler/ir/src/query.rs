//! The semantic query, fully resolved: semantics digest 3 and 4.
//!
//! - Metrics are expanded: no leaf is `ModelLeaf::Metric` or `ModelLeaf::Column`.
//! - Shape, sites and predicate levels are checked (3.1, 3.3); homes and paths are not: they are planned.
//! - Aliases of measures and dimensions in having and `order_by` are replaced by what they name.

use crate::{DatasetId, ModelExpr, Origin};

/// A resolved query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SemanticQuery {
    /// Aggregation or scalar.
    pub shape: QueryShape,
    /// Where predicates, split at top-level AND.
    pub filters: Vec<Predicate>,
    /// Order keys.
    pub order_by: Vec<OrderKey>,
    /// At most so many rows.
    pub limit: Option<u64>,
}

/// What the rows of the result are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryShape {
    /// One row per distinct tuple of dimension values.
    Aggregation {
        /// Row-level expressions without aggregates and inline windows.
        dimensions: Vec<OutputExpr>,
        /// Expressions over aggregates, windows, grouping columns.
        measures: Vec<OutputExpr>,
        /// Having predicates, split at top-level AND.
        having: Vec<Predicate>,
    },
    /// One row per row of the home.
    Scalar {
        /// The home, if the query names it.
        home: Option<DatasetId>,
        /// Row-level expressions, windows allowed.
        fields: Vec<OutputExpr>,
    },
}

/// A column of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputExpr {
    /// Its name in the result: alias or default (2.6); unique.
    pub name: String,
    /// What it is.
    pub expr: ModelExpr,
    /// Where it was written.
    pub origin: Origin,
}

/// A predicate; rows are kept where it is TRUE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Boolean expression.
    pub expr: ModelExpr,
    /// Where it was written.
    pub origin: Origin,
}

/// One key of the outer ORDER BY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderKey {
    /// What to order by.
    pub target: OrderTarget,
    /// DESC
    pub descending: bool,
    /// NULLS FIRST; written out, the default is `descending`.
    pub nulls_first: bool,
    /// Where it was written.
    pub origin: Origin,
}

/// What an order key names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderTarget {
    /// A column of the result: dimensions first, then measures (or fields), counted from 0.
    Output(usize),
    /// Any expression that the shape allows.
    Expr(ModelExpr),
}

impl SemanticQuery {
    /// Columns of the result in order.
    pub fn outputs(&self) -> impl Iterator<Item = &OutputExpr> {
        let (first, second): (&[OutputExpr], &[OutputExpr]) = match &self.shape {
            QueryShape::Aggregation {
                dimensions,
                measures,
                ..
            } => (dimensions, measures),
            QueryShape::Scalar { fields, .. } => (fields, &[]),
        };
        first.iter().chain(second)
    }
}
