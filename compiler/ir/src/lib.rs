//! The intermediate representations of dosic: types only, no passes, no I/O.
//!
//! | IR | file | what holds of it |
//! |---|---|---|
//! | [`SemanticModel`] | `model.rs` | every name is an id; every expression is typed; no unresolved name can be represented |
//! | [`SemanticQuery`] | `query.rs` | metrics are expanded, so none can be represented; every clause is resolved |
//! | [`LogicalPlan`] | `plan.rs` | columns are ids of the plan; no dataset field, relationship or metric can be represented |
//!
//! Expressions are one tree, [`Expr`], over the leaves of their stage: [`ModelLeaf`] in models and
//! queries, [`ColumnId`] in plans. Positions are carried as [`Origin`], which takes part in neither
//! equality nor hashing, so that IR values compare by meaning.

pub mod expr;
pub mod function;
pub mod ids;
pub mod literal;
pub mod model;
pub mod names;
pub mod plan;
pub mod query;
pub mod types;
mod walk;

pub use expr::{
    AggregateCall, ArithmeticOp, CompareOp, Expr, ExprKind, FieldRef, Frame, FrameBound, FrameUnit,
    LogicalOp, ModelExpr, ModelLeaf, SortKey, WindowCall, WindowFn,
};
pub use function::{AggregateFn, DatePart, ScalarFn};
pub use ids::{ColumnId, DatasetId, FieldId, IndexVec, MetricId, RelationshipId, TypedId};
pub use literal::Literal;
pub use model::{
    Dataset, Field, KeyColumn, Metric, Relationship, SemanticModel, Source, UnimplementedExtension,
};
pub use names::{Ident, Origin};
pub use plan::LogicalPlan;
pub use query::{OrderKey, OrderTarget, OutputExpr, Predicate, QueryShape, SemanticQuery};
pub use types::{CastTarget, DataType, Type};
pub use walk::Rewrite;
