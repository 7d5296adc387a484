//! The reference interpreter: semantics digest 4 to 8, executable, over rows in memory.
//!
//! It evaluates a resolved query by definition, row by row, and never plans. Each function says which
//! section it is; none is faster than its section reads.
//!
//! | file | section |
//! |---|---|
//! | `rows.rs` | 4.2 rows, steps, values of fields; 4.8 rule 2 windowed fields |
//! | `joins.rs` | 5.1 the rows that a step leads to |
//! | `leaves.rs` | 4.3 leaves; 4.4 homes |
//! | `environments.rs` | 4.5 attaching targets; 4.6 pairs |
//! | `aggregation.rs` | 4.6 leaves' values; 4.7 composition; 4.8 order of evaluation; 4.10 leafless queries |
//! | `scalar.rs` | 4.9 scalar queries |
//! | `paths.rs` | 5 cardinality, paths, ambiguity |
//! | `window.rs` | 6.2 window functions |
//! | `aggregate.rs` | 7.1 and 8.6 aggregates |
//! | `expression.rs`, `arithmetic.rs`, `like.rs`, `cast.rs`, `functions/` | 7.2 and 8 expressions |
//! | `order.rs` | 3.4 ORDER BY |

mod aggregate;
mod aggregation;
mod arithmetic;
mod cast;
mod data;
mod environments;
mod expression;
mod failure;
mod functions;
mod joins;
mod leaves;
mod like;
mod order;
mod paths;
mod references;
mod rows;
mod scalar;
mod text;
mod value;
mod window;

use chrono::NaiveDateTime;
use dosic_ir::{QueryShape, SemanticModel, SemanticQuery};

pub use bigdecimal::BigDecimal;
pub use chrono;
pub use data::{Answer, Data, Table};
pub use failure::Failure;
pub use value::Value;

/// Evaluates a query over the rows of a model; `now` is what CURRENT_TIMESTAMP gives.
///
/// # Errors
/// [`Failure::Refused`] with the codes of the plan stage (homes, paths, grain); [`Failure::Runtime`] for
/// values that cannot be computed; [`Failure::Unimplemented`] for what the interpreter lacks.
pub fn interpret(
    model: &SemanticModel,
    query: &SemanticQuery,
    data: &Data,
    now: NaiveDateTime,
) -> Result<Answer, Failure> {
    let filters = query.filters.iter().map(|f| &f.expr).collect();
    let world = rows::World::new(model, data, now, filters);
    match &query.shape {
        QueryShape::Aggregation {
            dimensions,
            measures,
            having,
        } => aggregation::evaluate_aggregation(&world, query, dimensions, measures, having),
        QueryShape::Scalar { home, fields } => {
            scalar::evaluate_scalar(&world, query, *home, fields)
        }
    }
}
