//! The strategies keep proptest's contract: what fails shrinks to the smallest case that fails.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use dosic_generate::{Case, Cases, Random, Sizes, case};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

/// The smallest case for which a predicate is true, as a proptest run finds it.
fn smallest(holds: fn(&Case) -> bool) -> Case {
    let config = Config {
        cases: 500,
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..Config::default()
    };
    // The same cases each time: from other ones shrinking may end at a case that is small, but not the smallest.
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let found = runner.run(&Cases::default(), |case| {
        if holds(&case) {
            return Err(TestCaseError::fail("it holds"));
        }
        Ok(())
    });
    match found {
        Err(TestError::Fail(_, case)) => case,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_failing_case_shrinks_to_what_fails() {
    let case = smallest(|case| case.query.measures.iter().any(|m| m.contains("SUM(")));
    assert_eq!(case.datasets.len(), 1, "{case}");
    assert!(case.datasets[0].rows.is_empty(), "{case}");
    assert!(case.relationships.is_empty() && case.metrics.is_empty());
    assert!(case.query.dimensions.is_empty() && case.query.filters.is_empty());
    let [measure] = case.query.measures.as_slice() else {
        panic!("{case}");
    };
    // An argument, a name and nothing else.
    assert!(measure.len() <= "SUM(a.postcode)".len(), "{case}");
}

#[test]
fn rows_shrink_to_those_that_matter() {
    let case = smallest(|case| case.datasets.iter().any(|d| d.rows.len() >= 3));
    let rows: usize = case.datasets.iter().map(|d| d.rows.len()).sum();
    assert_eq!(rows, 3, "{case}");
    let values = case.datasets.iter().flat_map(|d| d.rows.iter().flatten());
    assert!(values.into_iter().all(|v| v.is_null()), "{case}");
}

#[test]
fn any_bytes_give_a_case() {
    for bytes in [&[][..], &[0; 4096], &[255; 4096], &[7, 1, 200, 31]] {
        let case = case(&mut Random::from_bytes(bytes), &Sizes::small());
        assert!(!case.query_yaml().is_empty(), "{case}");
    }
}

#[test]
fn large_cases_have_rows() {
    let sizes = Sizes::large(3000);
    let most = (0..20)
        .map(|n| case(&mut Random::new(1, n), &sizes))
        .flat_map(|c| c.datasets.into_iter().map(|d| d.rows.len()))
        .max();
    assert_eq!(most, Some(3000));
}
