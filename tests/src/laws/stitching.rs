//! Measures beside each other.

use std::collections::BTreeSet;

use dosic_generate::Random;
use dosic_generate::case::Query;
use dosic_runtime::interpreter::Value;

use super::bag;
use super::bench::Bench;
use super::subject::Subject;
use super::text::entries;
use super::{Holds, Stop, Verdict};

/// Two measures in one query are the full outer merge of the two queries with one measure each, NULL keys being
/// equal: the groups are all groups of either, and each measure has its own values; where it lacks a group, it has
/// the value that it has over no rows. So a second measure, of whatever home, changes no value of the first and
/// removes none of its groups.
///
/// Where both are accepted alone, they are accepted together, unless no dimensions connect their homes. Windows are
/// left out, since they see the groups of all measures.
pub(super) fn measures_stand_beside_each_other(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let dimensions = subject.dimensions(random, home, 0, |_| true)?;
    // Rather two homes that both reach the dimensions.
    let wanted: BTreeSet<usize> = dimensions
        .iter()
        .flat_map(|d| subject.mentioned(d))
        .collect();
    let reaches = |from: &usize| {
        let reached = subject.model.reached(*from, true);
        wanted.iter().all(|d| reached.contains(d))
    };
    let others: Vec<usize> = (0..subject.case.datasets.len())
        .filter(|d| *d != home && reaches(d))
        .collect();
    let other = if random.percent(20) {
        home
    } else {
        random.maybe(&others).copied().unwrap_or(home)
    };
    let mut first = subject.aggregate(random, home)?;
    if random.percent(25) {
        first = format!("{first} IS NULL");
    }
    let second = subject.aggregate(random, other)?;
    let filters = subject.filters(random, home, |_| true);
    let ask = |measures: &[&String], filters: &[String], dimensions: &[String]| {
        let measures: Vec<String> = measures.iter().map(|m| (*m).clone()).collect();
        subject.with(Query {
            dimensions: entries(dimensions, "g"),
            measures: entries(&measures, "v"),
            filters: filters.to_vec(),
            ..Query::default()
        })
    };
    let ours = bench.ask(&ask(&[&first], &filters, &dimensions))?;
    let theirs = bench.ask(&ask(&[&second], &filters, &dimensions))?;
    let legal: &[&str] = if dimensions.is_empty() {
        &["E3013_NO_STITCHING_DIMENSION"]
    } else {
        &[]
    };
    let both = bench.ask_changed(&ask(&[&first, &second], &filters, &dimensions), legal)?;
    let nothing = ["1 = 0".to_owned()];
    let mut empty = Vec::new();
    for measure in [&first, &second] {
        let answer = bench.ask_changed(&ask(&[measure], &nothing, &[]), &[])?;
        empty.push(answer.value()?.clone());
    }
    let keys = dimensions.len();
    let grouped = |rows: &[Vec<Value>]| bag::by_key(rows, keys).map_err(Stop::Broken);
    let (left, right) = (grouped(&ours.rows)?, grouped(&theirs.rows)?);
    let all: BTreeSet<&Vec<Value>> = left.keys().chain(right.keys()).collect();
    let merged: Vec<Vec<Value>> = all
        .into_iter()
        .map(|key| {
            let mut row = key.clone();
            for (side, none) in [&left, &right].into_iter().zip(&empty) {
                let value = side.get(key).and_then(|v| v.first());
                row.push(value.unwrap_or(none).clone());
            }
            row
        })
        .collect();
    match bag::differ(&merged, &both.rows) {
        None => Ok(Holds::Rows(both.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "merged against together: {why}\n--- SQL of the first\n{}\n--- of the second\n{}\n--- of both\n{}",
            ours.sql, theirs.sql, both.sql
        ))),
    }
}

/// The order of dimensions, measures and fields is the order of columns and nothing else.
///
/// Left out: queries without a measure that has a home, and scalar queries that do not name theirs. There the first
/// mention decides between datasets linked 1:1 (4.9, 4.10).
pub(super) fn order_of_columns_is_free(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let query = &subject.case.query;
    if Subject::any_part(query, |e| subject.is_homeless(e)) {
        return Err(Stop::Inapplicable("a leaf without a home"));
    }
    let has_home = query.dataset.is_some() || query.measures.iter().any(|m| subject.has_leaf(m));
    if !has_home {
        return Err(Stop::Inapplicable("the first mention decides"));
    }
    let (mut dimensions, mut measures, mut fields) = (
        shuffled(random, query.dimensions.len()),
        shuffled(random, query.measures.len()),
        shuffled(random, query.fields.len()),
    );
    if [&dimensions, &measures, &fields]
        .iter()
        .all(|o| o.len() < 2)
    {
        return Err(Stop::Inapplicable("one column of a kind"));
    }
    for order in [&mut dimensions, &mut measures, &mut fields] {
        if order.len() > 1 && order.is_sorted() {
            order.reverse();
        }
    }
    let pick =
        |list: &[String], order: &[usize]| order.iter().map(|at| list[*at].clone()).collect();
    let changed = subject.changed(|case| {
        case.query.dimensions = pick(&query.dimensions, &dimensions);
        case.query.measures = pick(&query.measures, &measures);
        case.query.fields = pick(&query.fields, &fields);
    });
    let answer = bench.ask(&subject.case)?;
    let moved = bench.ask_changed(&changed, &[])?;
    let width = dimensions.len();
    let columns: Vec<usize> = dimensions
        .iter()
        .copied()
        .chain(measures.iter().map(|m| m + width))
        .chain(fields.iter().copied())
        .collect();
    let expected: Vec<Vec<Value>> = answer
        .rows
        .iter()
        .map(|row| columns.iter().map(|c| row[*c].clone()).collect())
        .collect();
    match bag::differ(&expected, &moved.rows) {
        None => Ok(Holds::Rows(moved.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "columns in another order: {why}\n--- SQL\n{}\n--- SQL when moved\n{}",
            answer.sql, moved.sql
        ))),
    }
}

/// Positions in random order.
pub(super) fn shuffled(random: &mut Random, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, random.below(at + 1));
    }
    order
}
