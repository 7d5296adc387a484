//! Sorting with NULLs placed: semantics digest 3.4.

use std::cmp::Ordering;

use super::Value;

/// How a key sorts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) descending: bool,
    pub(crate) nulls_first: bool,
}

/// The order of two key lists.
pub(crate) fn by_keys(a: &[Value], b: &[Value], placements: &[Placement]) -> Ordering {
    let pairs = a.iter().zip(b).zip(placements);
    pairs
        .map(|((a, b), p)| by_key(a, b, *p))
        .find(|o| o.is_ne())
        .unwrap_or(Ordering::Equal)
}

fn by_key(a: &Value, b: &Value, placement: Placement) -> Ordering {
    match (a.is_null(), b.is_null()) {
        (true, true) => Ordering::Equal,
        (true, false) if placement.nulls_first => Ordering::Less,
        (true, false) => Ordering::Greater,
        (false, true) if placement.nulls_first => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) if placement.descending => b.cmp(a),
        (false, false) => a.cmp(b),
    }
}
