//! The join graph: datasets joined by relationships, and the paths between them.
//!
//! Semantics digest 5.1 to 5.3. Knows nothing of queries or SQL.

use dosic_ir::{DatasetId, IndexVec, Relationship, RelationshipId};

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards a side whose join columns are unique: at most one row.
    Up,
    /// The reverse: any number of rows.
    Down,
}

/// One step of a join path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The relationship walked.
    pub relationship: RelationshipId,
    /// The dataset it leads to.
    pub to: DatasetId,
    /// Up or down.
    pub direction: Direction,
}

/// Steps from a home outwards.
pub type Path = Vec<Step>;

/// How one dataset is reached from another (5.3). Ambiguous variants hold every candidate, at most [`MAX_CANDIDATES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// It is the same dataset.
    Here,
    /// The only path of up steps.
    Up(Path),
    /// Several paths of up steps.
    AmbiguousUp(Vec<Path>),
    /// No up path, and the only valley: down steps, then up steps (possibly none).
    Valley(Path),
    /// No up path, several valleys.
    AmbiguousValley(Vec<Path>),
    /// Connected, but neither upwards nor by a valley.
    Blocked,
    /// In another component.
    Unconnected,
}

/// How many candidate paths a route lists.
pub const MAX_CANDIDATES: usize = 16;

/// The join graph of a model.
#[derive(Clone, Debug)]
pub struct JoinGraph {}

impl JoinGraph {
    /// The graph of the relationships between `datasets` datasets.
    #[must_use]
    pub fn new(datasets: usize, relationships: &IndexVec<RelationshipId, Relationship>) -> Self {
        let _ = (datasets, relationships);
        Self {}
    }

    /// How `to` is reached from `from`.
    #[must_use]
    pub fn route(&self, from: DatasetId, to: DatasetId) -> Route {
        let _ = (from, to);
        Route::Unconnected
    }
}
