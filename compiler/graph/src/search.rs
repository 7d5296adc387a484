//! Search for paths without repeated datasets (semantics digest 5.2).
//!
//! A search walks states (dataset, phase). States that cannot lead to the target are cut beforehand,
//! so that the walk finds its candidates without exploring dead ends.

use std::collections::BTreeSet;

use dosic_ir::DatasetId;

use crate::{Direction, JoinGraph, MAX_CANDIDATES, Path, Step};

/// Where in a path a state stands: before any step, within the down steps, within the up steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Start,
    Down,
    Up,
}

type State = (DatasetId, Phase);

/// A search for all paths of one kind between two datasets.
pub(crate) struct Search<'g> {
    graph: &'g JoinGraph,
    from: DatasetId,
    to: DatasetId,
    valley: bool,
    /// States from which the target can be reached.
    useful: BTreeSet<State>,
}

impl<'g> Search<'g> {
    /// Paths of up steps only.
    pub(crate) fn up(graph: &'g JoinGraph, from: DatasetId, to: DatasetId) -> Self {
        Self::new(graph, from, to, false)
    }

    /// Paths of at least one down step, then up steps.
    pub(crate) fn valley(graph: &'g JoinGraph, from: DatasetId, to: DatasetId) -> Self {
        Self::new(graph, from, to, true)
    }

    fn new(graph: &'g JoinGraph, from: DatasetId, to: DatasetId, valley: bool) -> Self {
        let mut search = Self {
            graph,
            from,
            to,
            valley,
            useful: BTreeSet::new(),
        };
        search.mark_useful();
        search
    }

    /// Whether some walk leads to the target; a walk without cycles exists then too.
    pub(crate) fn is_possible(&self) -> bool {
        self.useful.contains(&(self.from, Phase::Start))
    }

    /// Every path, in document order of relationships, at most [`MAX_CANDIDATES`].
    pub(crate) fn paths(&self) -> Vec<Path> {
        let mut found = Vec::new();
        if !self.is_possible() {
            return found;
        }
        let mut path: Path = Vec::new();
        let mut stack = vec![self.next((self.from, Phase::Start)).into_iter()];
        while let Some(top) = stack.last_mut() {
            let Some((step, phase)) = top.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            if step.to == self.from || path.iter().any(|s| s.to == step.to) {
                continue;
            }
            path.push(step);
            if step.to == self.to {
                found.push(path.clone());
                path.pop();
                if found.len() == MAX_CANDIDATES {
                    break;
                }
            } else {
                stack.push(self.next((step.to, phase)).into_iter());
            }
        }
        found
    }

    /// Steps that a path may take from a state, with the phase they lead to.
    fn all_next(&self, (dataset, phase): State) -> impl Iterator<Item = (Step, Phase)> {
        let valley = self.valley;
        self.graph.steps_from(dataset).filter_map(move |step| {
            let phase = match (step.direction, phase) {
                (Direction::Up, Phase::Start) if valley => return None,
                (Direction::Up, _) => Phase::Up,
                (Direction::Down, Phase::Start | Phase::Down) if valley => Phase::Down,
                (Direction::Down, _) => return None,
            };
            Some((step, phase))
        })
    }

    fn next(&self, state: State) -> Vec<(Step, Phase)> {
        let useful = |s: &Step, p: Phase| s.to == self.to || self.useful.contains(&(s.to, p));
        self.all_next(state)
            .filter(|(s, p)| useful(s, *p))
            .collect()
    }

    /// Walks forward over all states, then marks backwards those that reach the target.
    fn mark_useful(&mut self) {
        let start = (self.from, Phase::Start);
        let mut seen = BTreeSet::from([start]);
        let mut queue = vec![start];
        let mut edges: Vec<(State, State)> = Vec::new();
        while let Some(state) = queue.pop() {
            if state.0 == self.to {
                continue;
            }
            for (step, phase) in self.all_next(state) {
                let next = (step.to, phase);
                edges.push((next, state));
                if seen.insert(next) {
                    queue.push(next);
                }
            }
        }
        edges.sort_unstable();
        let mut queue: Vec<State> = seen.iter().copied().filter(|s| s.0 == self.to).collect();
        self.useful.extend(queue.iter().copied());
        while let Some(state) = queue.pop() {
            let first = edges.partition_point(|(to, _)| *to < state);
            let into = edges.iter().skip(first).take_while(|(to, _)| *to == state);
            let before: Vec<State> = into.map(|(_, from)| *from).collect();
            queue.extend(before.into_iter().filter(|s| self.useful.insert(*s)));
        }
    }
}
