//! Cases and their parts as proptest strategies.

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::case::Case;
use crate::model::{Model, model};
use crate::query::{case, expression};
use crate::random::Random;
use crate::shrink::{Step, steps};
use crate::sizes::Sizes;

/// Models with rows and queries. Failing cases shrink by structure ([`crate::shrink()`]); a run may need more
/// shrink iterations than proptest's default: set `max_shrink_iters` to some 10,000.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cases {
    pub sizes: Sizes,
}

impl Strategy for Cases {
    type Tree = CaseTree;
    type Value = Case;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(CaseTree::new(case(
            &mut Random::of_runner(runner),
            &self.sizes,
        )))
    }
}

/// A case with the steps that make it smaller, tried in turn.
#[derive(Clone, Debug)]
pub struct CaseTree {
    /// The smallest case that is known to fail.
    failing: Case,
    current: Case,
    untried: std::vec::IntoIter<Step>,
}

impl CaseTree {
    /// The tree of a case that is made already.
    #[must_use]
    pub fn new(case: Case) -> Self {
        Self {
            failing: case.clone(),
            current: case,
            untried: Vec::new().into_iter(),
        }
    }

    fn advance(&mut self) -> bool {
        let failing = &self.failing;
        match self.untried.find_map(|step| step.apply(failing)) {
            Some(next) => {
                self.current = next;
                true
            }
            None => {
                self.current.clone_from(&self.failing);
                false
            }
        }
    }
}

impl ValueTree for CaseTree {
    type Value = Case;

    fn current(&self) -> Case {
        self.current.clone()
    }

    /// The current case fails: goes on from it.
    fn simplify(&mut self) -> bool {
        self.failing.clone_from(&self.current);
        self.untried = steps(&self.failing).into_iter();
        self.advance()
    }

    /// The current case passes: another step from the last that failed, or back to it.
    fn complicate(&mut self) -> bool {
        self.advance()
    }
}

/// Models with rows alone; they do not shrink.
#[derive(Clone, Copy, Debug, Default)]
pub struct Models {
    pub sizes: Sizes,
}

impl Strategy for Models {
    type Tree = Fixed<Model>;
    type Value = Model;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let model = model(&mut Random::of_runner(runner), &self.sizes);
        Ok(Fixed(model))
    }
}

/// Well-typed expressions, as written: measures, predicates, values of rows. They mean something over the model
/// that they come with; they do not shrink.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expressions {
    pub sizes: Sizes,
}

impl Strategy for Expressions {
    type Tree = Fixed<(Model, String)>;
    type Value = (Model, String);

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut random = Random::of_runner(runner);
        let model = model(&mut random, &self.sizes);
        let text = expression(&mut random, &model);
        Ok(Fixed((model, text)))
    }
}

/// A value that does not shrink.
#[derive(Clone, Debug)]
pub struct Fixed<T>(T);

impl<T: Clone + std::fmt::Debug> ValueTree for Fixed<T> {
    type Value = T;

    fn current(&self) -> T {
        self.0.clone()
    }

    fn simplify(&mut self) -> bool {
        false
    }

    fn complicate(&mut self) -> bool {
        false
    }
}
