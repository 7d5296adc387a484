//! The graph of a model.

use dosic_ir::{DatasetId, IndexVec, Relationship, RelationshipId, TypedId};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use crate::search::Search;
use crate::{Direction, Path, Route, Step};

/// The join graph of a model: a node a dataset, an edge a step that may be walked.
///
/// A relationship gives up to two edges, one each way. N:N relationships and self-relationships give
/// none; the former still connect their datasets.
#[derive(Clone, Debug)]
pub struct JoinGraph {
    steps: DiGraph<DatasetId, Step>,
    components: UnionFind<usize>,
    relationships: IndexVec<RelationshipId, Ends>,
}

#[derive(Clone, Copy, Debug)]
struct Ends {
    from: DatasetId,
    to: DatasetId,
    from_unique: bool,
    to_unique: bool,
}

impl JoinGraph {
    /// The graph of the relationships between `datasets` datasets.
    #[must_use]
    pub fn new(datasets: usize, relationships: &IndexVec<RelationshipId, Relationship>) -> Self {
        let mut steps = DiGraph::with_capacity(datasets, relationships.len() * 2);
        for index in 0..datasets {
            steps.add_node(DatasetId::from_index(index));
        }
        let mut components = UnionFind::new(datasets);
        let mut ends = IndexVec::new();
        // Petgraph lists a node's edges last first, so that reverse order gives document order.
        for r in relationships.iter() {
            ends.push(Ends {
                from: r.from,
                to: r.to,
                from_unique: r.from_unique,
                to_unique: r.to_unique,
            });
            let known = r.from.index() < datasets && r.to.index() < datasets;
            if known && r.from != r.to {
                components.union(r.from.index(), r.to.index());
            }
        }
        for (id, r) in ends.enumerate().rev() {
            let known = r.from.index() < datasets && r.to.index() < datasets;
            if !known || r.from == r.to {
                continue;
            }
            for (start, to) in [(r.from, r.to), (r.to, r.from)] {
                if let Some(direction) = r.direction(start) {
                    let step = Step {
                        relationship: id,
                        to,
                        direction,
                    };
                    steps.add_edge(node(start), node(to), step);
                }
            }
        }
        Self {
            steps,
            components,
            relationships: ends,
        }
    }

    /// How `to` is reached from `from`: semantics digest 5.3.
    #[must_use]
    pub fn route(&self, from: DatasetId, to: DatasetId) -> Route {
        if from == to {
            return Route::Here;
        }
        let mut ups = Search::up(self, from, to).paths();
        match ups.len() {
            1 => return Route::Up(ups.swap_remove(0)),
            2.. => return Route::AmbiguousUp(ups),
            0 => {}
        }
        let mut valleys = Search::valley(self, from, to).paths();
        match valleys.len() {
            1 => Route::Valley(valleys.swap_remove(0)),
            2.. => Route::AmbiguousValley(valleys),
            0 if self.connected(from, to) => Route::Blocked,
            0 => Route::Unconnected,
        }
    }

    /// How `to` is reached from `from` in a role: the relationships named are the last hops, the way to
    /// the first of them follows [`Self::route`] (R5, ruling 23). An empty role is no role.
    #[must_use]
    pub fn route_in_role(&self, from: DatasetId, role: &[RelationshipId], to: DatasetId) -> Route {
        if role.is_empty() {
            return self.route(from, to);
        }
        let Some((start, hops)) = self.role_hops(role, to) else {
            return Route::Blocked;
        };
        let extend = |mut path: Path| {
            path.extend(hops.iter().copied());
            path
        };
        let all = |paths: Vec<Path>| paths.into_iter().map(extend).collect();
        match self.route(from, start) {
            Route::Here => classify(hops),
            Route::Up(path) | Route::Valley(path) => classify(extend(path)),
            Route::AmbiguousUp(paths) => Route::AmbiguousUp(all(paths)),
            Route::AmbiguousValley(paths) => Route::AmbiguousValley(all(paths)),
            other => other,
        }
    }

    /// The dataset a role starts from and its hops to `to`; `None` if the relationships do not form
    /// a chain to `to`, or one of them is N:N. A self-relationship is walked upwards.
    #[must_use]
    pub fn role_hops(&self, role: &[RelationshipId], to: DatasetId) -> Option<(DatasetId, Path)> {
        let mut end = to;
        let mut hops = Vec::with_capacity(role.len());
        for id in role.iter().rev() {
            let ends = self.relationships.get(*id)?;
            let start = match (ends.from == end, ends.to == end) {
                (true, true) | (false, true) => ends.from,
                (true, false) => ends.to,
                (false, false) => return None,
            };
            let direction = if ends.from == ends.to {
                ends.to_unique.then_some(Direction::Up)?
            } else {
                ends.direction(start)?
            };
            hops.push(Step {
                relationship: *id,
                to: end,
                direction,
            });
            end = start;
        }
        hops.reverse();
        Some((end, hops))
    }

    /// Whether relationships of any kind connect the two.
    #[must_use]
    pub fn connected(&self, a: DatasetId, b: DatasetId) -> bool {
        let size = self.steps.node_count();
        a == b
            || (a.index() < size && b.index() < size && self.components.equiv(a.index(), b.index()))
    }

    /// Datasets from which every one of `targets` is reached upwards, in document order.
    #[must_use]
    pub fn below_all(&self, targets: &[DatasetId]) -> Vec<DatasetId> {
        let all = self.steps.node_weights().copied();
        all.filter(|d| targets.iter().all(|t| self.reaches_upwards(*d, *t)))
            .collect()
    }

    /// Whether an up path leads from one to the other, ambiguous or not.
    #[must_use]
    pub fn reaches_upwards(&self, from: DatasetId, to: DatasetId) -> bool {
        from == to || Search::up(self, from, to).is_possible()
    }

    /// Steps that leave a dataset, in document order of their relationships.
    pub(crate) fn steps_from(&self, dataset: DatasetId) -> impl Iterator<Item = Step> {
        let known = dataset.index() < self.steps.node_count();
        known
            .then(|| self.steps.edges(node(dataset)).map(|e| *e.weight()))
            .into_iter()
            .flatten()
    }
}

impl Ends {
    /// The direction of the step that leaves `start`; `None` over an N:N edge (5.1).
    fn direction(&self, start: DatasetId) -> Option<Direction> {
        let (near, far) = if start == self.from {
            (self.from_unique, self.to_unique)
        } else {
            (self.to_unique, self.from_unique)
        };
        match (near, far) {
            (_, true) => Some(Direction::Up),
            (true, false) => Some(Direction::Down),
            (false, false) => None,
        }
    }
}

fn node(id: DatasetId) -> NodeIndex {
    NodeIndex::new(id.index())
}

/// A single path as a route: only up steps, down steps then up steps, or something else.
fn classify(path: Path) -> Route {
    let downs = path
        .iter()
        .take_while(|s| s.direction == Direction::Down)
        .count();
    let ups_only = path
        .iter()
        .skip(downs)
        .all(|s| s.direction == Direction::Up);
    match (downs, ups_only) {
        (_, false) => Route::Blocked,
        (0, true) => Route::Up(path),
        (_, true) => Route::Valley(path),
    }
}
