//! Steps, paths and what a search for one answers.

use dosic_ir::{DatasetId, RelationshipId};

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

/// How many candidate paths a route lists.
pub const MAX_CANDIDATES: usize = 16;

/// How one dataset is reached from another (semantics digest 5.3).
///
/// Ambiguous variants hold every candidate, at most [`MAX_CANDIDATES`].
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

impl Route {
    /// Whether an up path exists (or none is needed), ambiguous or not.
    #[must_use]
    pub fn is_upwards(&self) -> bool {
        matches!(self, Self::Here | Self::Up(_) | Self::AmbiguousUp(_))
    }
}
