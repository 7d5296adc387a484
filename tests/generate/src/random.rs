//! The source of random choices: proptest's generator of numbers, however it is fed.
//!
//! A choice reads few bytes (two, or four of large numbers), and zeros choose what is plain: the first of the
//! items, no rarity. So a fuzzer's input goes far, and an input that ends (proptest gives zeros from there on)
//! ends in plain cases.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// A source of random choices.
#[derive(Clone, Debug)]
pub struct Random(TestRng);

impl Random {
    /// The source of one case of a run: the same everywhere for the same seed.
    #[must_use]
    pub fn new(seed: u64, case: u64) -> Self {
        let mut bytes = [0; 32];
        for (to, from) in bytes
            .iter_mut()
            .zip([seed.to_le_bytes(), case.to_le_bytes()].concat())
        {
            *to = from;
        }
        Self(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// A source that takes its choices from bytes, then from zeros without end: what a fuzzer mutates.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(TestRng::from_seed(RngAlgorithm::PassThrough, bytes))
    }

    /// A source of a proptest run, of its own.
    pub fn of_runner(runner: &mut TestRunner) -> Self {
        Self(runner.new_rng())
    }

    /// A number below `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX).max(1);
        let drawn = if limit <= 1 << 12 {
            let mut two = [0; 2];
            self.0.fill_bytes(&mut two);
            u32::from(u16::from_le_bytes(two))
        } else {
            self.0.next_u32()
        };
        usize::try_from(drawn % limit).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below((high + 1).saturating_sub(low))
    }

    /// True in so many of a hundred cases, never on zeros (unless it is always).
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) + share >= 100
    }

    /// One of the items, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// One of the items, if there are any.
    pub fn maybe<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| self.pick(items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_have_run_out_choose_what_is_plain() {
        let mut random = Random::from_bytes(&[7, 0]);
        assert_eq!(random.below(10), 7);
        assert_eq!(random.below(10), 0);
        assert!(!random.percent(99));
        assert!(random.percent(100));
        assert_eq!(*random.pick(&["first", "second"]), "first");
    }

    #[test]
    fn a_seed_and_a_case_give_the_same_choices() {
        let draw = |seed, case| -> Vec<usize> {
            let mut random = Random::new(seed, case);
            (0..20).map(|_| random.below(1000)).collect()
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 1));
    }
}
