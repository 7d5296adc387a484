//! Targets attached to home rows: semantics digest 4.5 and 4.6.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use dosic_diagnostics::{Check, Code, Diagnostics};
use dosic_ir::{DatasetId, ModelExpr, ModelLeaf};

use super::Value;
use super::expression::{Scope, evaluate, holds};
use super::failure::{Evaluation, Failure, fault};
use super::paths::{Choice, Direction, Path, Target};
use super::references::Reference;
use super::rows::{RowId, World};

/// The tree of paths from a home (4.5), as the set of its nodes: every prefix of every path.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    home: DatasetId,
    paths: BTreeMap<Target, Path>,
}

/// An environment: for each node of the tree, named by its path from the home, a row or ⊥.
type Environment = BTreeMap<Path, RowId>;

/// The tuple of dimension values. Tuples are equal as groups are: NULL equals NULL.
pub(crate) type Key = Vec<Value>;

impl World<'_> {
    /// The tree that reaches all targets, with a fault for each that cannot be reached (5.3), and for down
    /// steps that do not form one chain.
    pub(crate) fn tree(
        &self,
        home: DatasetId,
        references: &[Reference<'_>],
        faults: &mut Diagnostics,
    ) -> Tree {
        let mut paths: BTreeMap<Target, Path> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut chain = Path::new();
        for reference in references {
            if !seen.insert(reference.target.clone()) {
                continue;
            }
            let code = match self.choice(home, &reference.target) {
                Choice::Up(path) => {
                    paths.insert(reference.target.clone(), path);
                    continue;
                }
                Choice::Valley(path) => {
                    let downs: Path = path
                        .iter()
                        .copied()
                        .filter(|s| s.direction == Direction::Down)
                        .collect();
                    paths.insert(reference.target.clone(), path);
                    if downs.starts_with(&chain) {
                        chain = downs;
                        continue;
                    }
                    if chain.starts_with(&downs) {
                        continue;
                    }
                    Code::MnNoSafeRewrite
                }
                Choice::Ambiguous => Code::AmbiguousPath,
                Choice::Blocked => Code::MnNoSafeRewrite,
                Choice::Unconnected => Code::NoPath,
            };
            let message = format!(
                "from `{}` to `{}`",
                self.model.dataset_name(home),
                self.model.dataset_name(reference.target.dataset)
            );
            faults.push(fault(code, Check::Paths, reference.span(), message));
        }
        Tree { home, paths }
    }

    /// `envs(h)`: an up step extends every environment by one row or ⊥, a down step replaces each by one
    /// per row below.
    fn environments(&self, tree: &Tree, row: usize) -> Evaluation<Vec<Environment>> {
        let mut nodes: BTreeSet<(usize, &[super::paths::Step])> = BTreeSet::new();
        for path in tree.paths.values() {
            for length in 1..=path.len() {
                nodes.extend(path.get(..length).map(|prefix| (length, prefix)));
            }
        }
        let mut all = vec![Environment::from([(Path::new(), Some(row))])];
        for (_, node) in nodes {
            let Some((step, parent)) = node.split_last() else {
                continue;
            };
            let near = parent.last().map_or(tree.home, |s| s.to);
            let mut next = Vec::new();
            for environment in all {
                let from = environment.get(parent).copied().flatten();
                for to in self.step(near, from, *step)? {
                    let mut extended = environment.clone();
                    extended.insert(node.to_vec(), to);
                    next.push(extended);
                }
            }
            all = next;
        }
        Ok(all)
    }

    /// `pairs`: for each home row the set of keys of its environments in which every where predicate is
    /// TRUE. Per row, equal keys collapse to one.
    pub(crate) fn pairs(
        &self,
        tree: &Tree,
        dimensions: &[&ModelExpr],
    ) -> Evaluation<Vec<(usize, Key)>> {
        let mut pairs = Vec::new();
        for row in self.rows(tree.home)? {
            let mut keys: BTreeSet<Key> = BTreeSet::new();
            for environment in self.environments(tree, row)? {
                let place = InEnvironment {
                    world: self,
                    tree,
                    environment: &environment,
                };
                let mut kept = true;
                for filter in &self.filters {
                    kept &= holds(filter, &place)?;
                }
                if kept {
                    let key: Evaluation<Key> =
                        dimensions.iter().map(|d| evaluate(d, &place)).collect();
                    keys.insert(key?);
                }
            }
            pairs.extend(keys.into_iter().map(|key| (row, key)));
        }
        Ok(pairs)
    }
}

/// An environment as a place of evaluation.
struct InEnvironment<'w> {
    world: &'w World<'w>,
    tree: &'w Tree,
    environment: &'w Environment,
}

impl Scope for InEnvironment<'_> {
    fn leaf(&self, leaf: &ModelLeaf) -> Evaluation<Value> {
        let ModelLeaf::Field(field) = leaf else {
            return Err(Failure::runtime("no row-level expression"));
        };
        let target = self.world.target(field);
        let path = target.and_then(|t| self.tree.paths.get(&t));
        let row = path.and_then(|p| self.environment.get(p));
        match row {
            Some(row) => self.world.val(field.field, *row),
            None => Err(Failure::runtime("a reference outside the tree of paths")),
        }
    }

    fn now(&self) -> NaiveDateTime {
        self.world.now
    }
}
