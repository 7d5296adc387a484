//! Steps, paths and the choice among them, by naive search: semantics digest 5.

use std::collections::BTreeSet;

use dosic_ir::{DatasetId, RelationshipId, SemanticModel};

/// The direction of a step (5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Direction {
    Up,
    Down,
}

/// One step, with the dataset it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) relationship: RelationshipId,
    pub(crate) to: DatasetId,
    pub(crate) direction: Direction,
}

pub(crate) type Path = Vec<Step>;

/// A dataset in a role: the relationships named are the last hops to it (R5, ruling 23).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) role: Vec<RelationshipId>,
    pub(crate) dataset: DatasetId,
}

/// The outcomes of 5.3.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// A path of up steps, possibly none.
    Up(Path),
    /// At least one down step, then up steps.
    Valley(Path),
    /// Several paths of the preferred kind.
    Ambiguous,
    /// Connected in another way only.
    Blocked,
    Unconnected,
}

/// Which way a step over an edge leads (5.1): up if the far columns are unique, else down if the near
/// ones are, else it is N:N and never walked.
fn step_from(model: &SemanticModel, id: RelationshipId, start: DatasetId) -> Option<Step> {
    let edge = model.relationships.get(id)?;
    let (to, near_unique, far_unique) = if edge.from == start {
        (edge.to, edge.from_unique, edge.to_unique)
    } else if edge.to == start {
        (edge.from, edge.to_unique, edge.from_unique)
    } else {
        return None;
    };
    let direction = match (near_unique, far_unique) {
        (_, true) => Direction::Up,
        (true, false) => Direction::Down,
        (false, false) => return None,
    };
    Some(Step {
        relationship: id,
        to,
        direction,
    })
}

/// All paths without repeated datasets (5.2). Self-relationships are never walked.
fn all_paths(model: &SemanticModel, from: DatasetId, to: DatasetId) -> Vec<Path> {
    let mut found = Vec::new();
    let mut open: Vec<Path> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let end = path.last().map_or(from, |s| s.to);
        if end == to {
            found.push(path);
            continue;
        }
        for (id, edge) in model.relationships.enumerate() {
            let Some(step) = step_from(model, id, end).filter(|_| edge.from != edge.to) else {
                continue;
            };
            if step.to != from && path.iter().all(|s| s.to != step.to) {
                let mut longer = path.clone();
                longer.push(step);
                open.push(longer);
            }
        }
    }
    found
}

fn is_up(path: &[Step]) -> bool {
    path.iter().all(|s| s.direction == Direction::Up)
}

/// `d+ u*`, or `u*`: no step down after a step up.
fn is_up_or_valley(path: &[Step]) -> bool {
    path.windows(2).all(
        |w| !matches!(w, [a, b] if a.direction == Direction::Up && b.direction == Direction::Down),
    )
}

/// Whether relationships of any kind connect two datasets.
pub(crate) fn connected(model: &SemanticModel, a: DatasetId, b: DatasetId) -> bool {
    let mut reached = BTreeSet::from([a]);
    loop {
        let before = reached.len();
        for edge in model.relationships.iter() {
            if reached.contains(&edge.from) || reached.contains(&edge.to) {
                reached.extend([edge.from, edge.to]);
            }
        }
        if reached.len() == before {
            return reached.contains(&b);
        }
    }
}

/// Whether at least one up path leads from one to the other.
pub(crate) fn reaches_up(model: &SemanticModel, from: DatasetId, to: DatasetId) -> bool {
    all_paths(model, from, to).iter().any(|p| is_up(p))
}

/// The first member from which every other is reachable by an up path (4.4 rule 1).
pub(crate) fn finest(model: &SemanticModel, members: &[DatasetId]) -> Option<DatasetId> {
    let all_from = |home: &DatasetId| members.iter().all(|m| reaches_up(model, *home, *m));
    members.iter().copied().find(all_from)
}

/// Two members that nothing connects.
pub(crate) fn unconnected(
    model: &SemanticModel,
    members: &[DatasetId],
) -> Option<(DatasetId, DatasetId)> {
    let pairs = members
        .iter()
        .flat_map(|a| members.iter().map(move |b| (*a, *b)));
    pairs.into_iter().find(|(a, b)| !connected(model, *a, *b))
}

/// The table of 5.3 for a target without a role.
fn choose_plain(model: &SemanticModel, home: DatasetId, target: DatasetId) -> Choice {
    let paths = all_paths(model, home, target);
    let ups: Vec<&Path> = paths.iter().filter(|p| is_up(p)).collect();
    match *ups.as_slice() {
        [only] => return Choice::Up(only.clone()),
        [_, _, ..] => return Choice::Ambiguous,
        [] => {}
    }
    let valleys: Vec<&Path> = paths.iter().filter(|p| is_up_or_valley(p)).collect();
    match *valleys.as_slice() {
        [only] => Choice::Valley(only.clone()),
        [_, _, ..] => Choice::Ambiguous,
        [] if connected(model, home, target) => Choice::Blocked,
        [] => Choice::Unconnected,
    }
}

/// The path from a home to a target: 5.3, with the last hops fixed by the role (ruling 23).
pub(crate) fn choose(model: &SemanticModel, home: DatasetId, target: &Target) -> Choice {
    if target.role.is_empty() {
        return choose_plain(model, home, target.dataset);
    }
    let Some((start, hops)) = role_hops(model, target) else {
        return Choice::Blocked;
    };
    match choose_plain(model, home, start) {
        Choice::Up(mut path) | Choice::Valley(mut path) => {
            path.extend(hops);
            if is_up(&path) {
                Choice::Up(path)
            } else if is_up_or_valley(&path) {
                Choice::Valley(path)
            } else {
                Choice::Blocked
            }
        }
        other => other,
    }
}

/// The dataset from which the named hops of a role start, and the hops. A self-relationship is walked upwards.
fn role_hops(model: &SemanticModel, target: &Target) -> Option<(DatasetId, Path)> {
    let mut start = target.dataset;
    let mut hops = Path::new();
    for id in target.role.iter().rev() {
        let edge = model.relationships.get(*id)?;
        let near = if edge.to == start {
            edge.from
        } else if edge.from == start {
            edge.to
        } else {
            return None;
        };
        let step = if edge.from == edge.to {
            let direction = Direction::Up;
            edge.to_unique.then_some(Step {
                relationship: *id,
                to: start,
                direction,
            })?
        } else {
            step_from(model, *id, near)?
        };
        hops.insert(0, step);
        start = near;
    }
    Some((start, hops))
}

/// The dataset whose rows a reference starts from: its own, or where its role starts.
pub(crate) fn start_of(model: &SemanticModel, target: &Target) -> DatasetId {
    role_hops(model, target).map_or(target.dataset, |(start, _)| start)
}
