//! Groups and their total.

use dosic_generate::Random;
use dosic_generate::case::Query;

use super::bag::{self, Distributive};
use super::bench::Bench;
use super::subject::Subject;
use super::text::entries;
use super::{Holds, Stop, Verdict};

const ALL: [Distributive; 4] = [
    Distributive::Sum,
    Distributive::Count,
    Distributive::Min,
    Distributive::Max,
];

/// What planning may say to dimensions that the home does not reach, or reaches in two ways.
const PATHS: &[&str] = &[
    "E_NO_PATH",
    "E_AMBIGUOUS_PATH",
    "E3012_MN_NO_SAFE_REWRITE",
    "E_UNAGGREGATED_FINER_GRAIN_REFERENCE",
];

/// The total over the groups of SUM, COUNT, MIN and MAX is the measure without dimensions, under the same `where`.
///
/// For SUM and COUNT the dimensions must be of the home or above, since over a step down a row may be in several
/// groups. MIN and MAX do not mind; every row is in some group. Where the groups are accepted, so is the total.
pub(super) fn groups_sum_to_the_total(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let (function, measure) = subject.distributive(random, home, &ALL)?;
    let dimensions = subject.dimensions(random, home, 1, |d| {
        function.is_idempotent() || subject.is_above(d, home)
    })?;
    let filters = subject.filters(random, home, |_| true);
    let measures = vec![format!("{measure} AS v0")];
    let total = subject.with(Query {
        measures: measures.clone(),
        filters: filters.clone(),
        ..Query::default()
    });
    let grouped = subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        measures,
        filters,
        ..Query::default()
    });
    let groups = bench.ask(&grouped)?;
    let total = bench.ask_changed(&total, &[])?;
    total.value()?;
    let rolled = function.roll_up(&groups.rows, 0);
    // No group at all is the empty total.
    let rolled = if rolled.is_empty() {
        vec![vec![function.of(std::iter::empty())]]
    } else {
        rolled
    };
    match bag::differ(&rolled, &total.rows) {
        None => Ok(Holds::Rows(groups.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "{} groups against their total: {why}\n--- SQL of the groups\n{}\n--- SQL of the total\n{}",
            groups.rows.len(),
            groups.sql,
            total.sql
        ))),
    }
}

/// A dimension of the home or above only splits groups: rolled up, SUM, COUNT, MIN and MAX are what they were, in
/// the same groups. What it adds is a join that neither repeats nor loses rows.
///
/// The other dimensions and `where` may be anything, steps down included: a row has one value of the dimension,
/// so it is in as many groups as before. One path to the dimension is needed, else the code says so.
pub(super) fn a_dimension_from_above_splits_groups(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let (function, measure) = subject.distributive(random, home, &ALL)?;
    let mut dimensions = subject.dimensions(random, home, 0, |_| true)?;
    let from_above = (0..6)
        .map(|_| subject.maker(random, home).dimension())
        .find(|d| subject.is_above(d, home) && !subject.mentioned(d).contains(&home));
    let added = match from_above {
        Some(added) => added,
        None => subject.field(random, home, |_| true)?.0,
    };
    let filters = subject.filters(random, home, |_| true);
    let measures = vec![format!("{measure} AS v0")];
    let keys = dimensions.len();
    let base = subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        measures: measures.clone(),
        filters: filters.clone(),
        ..Query::default()
    });
    dimensions.push(added);
    let split = subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        measures,
        filters,
        ..Query::default()
    });
    let base = bench.ask(&base)?;
    let split = bench.ask_changed(&split, PATHS)?;
    let mut rolled = function.roll_up(&split.rows, keys);
    if keys == 0 && rolled.is_empty() {
        rolled.push(vec![function.of(std::iter::empty())]);
    }
    match bag::differ(&base.rows, &rolled) {
        None => Ok(Holds::Rows(split.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "split and rolled up: {why}\n--- SQL\n{}\n--- SQL with the dimension\n{}",
            base.sql, split.sql
        ))),
    }
}
