//! `having`, `order_by` and `limit` as operations on the result.

use std::cmp::Ordering;

use dosic_generate::Random;
use dosic_generate::case::Query;
use dosic_runtime::interpreter::Value;

use super::bag;
use super::bench::Bench;
use super::subject::Subject;
use super::text::{alias, entries};
use super::{Holds, Stop, Verdict};

/// `having: h` leaves the rows in which a measure `h` of the same query is TRUE.
///
/// The leaves of `h` must be measures too, since as a measure they would add groups. A window-free `h` is asked
/// beside window-free measures, since windows see what it leaves; a windowed `h` beside any.
pub(super) fn having_filters_the_result(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let dimensions = subject.dimensions(random, home, 1, |_| true)?;
    let (number, _) = subject.field(random, home, dosic_generate::case::Kind::is_number)?;
    let mut measures = vec![format!("COUNT({number})"), subject.aggregate(random, home)?];
    if random.percent(40) {
        let other = *random.pick(&subject.model.reached(home, true));
        measures.push(subject.aggregate(random, other)?);
    }
    let measure = random.pick(&measures).clone();
    let least = random.below(4);
    let test = match random.below(9) {
        0 | 1 => format!("COUNT({number}) > {least}"),
        2 => format!("({measure}) IS NOT NULL"),
        3 => format!("({measure}) IS NULL OR COUNT({number}) % 2 = 0"),
        4 => format!("{} IS NOT NULL", dimensions[0]),
        5 => format!(
            "COUNT({number}) > {least} AND {} IS NOT NULL",
            dimensions[0]
        ),
        6 => format!(
            "RANK() OVER (ORDER BY COUNT({number}) DESC) <= {}",
            least + 1
        ),
        7 => format!(
            "SUM(COUNT({number})) OVER () >= COUNT({number}) * {}",
            least + 1
        ),
        _ => format!(
            "MAX(COUNT({number})) OVER (PARTITION BY {}) = COUNT({number})",
            dimensions[0]
        ),
    };
    if test.contains(" OVER ") && random.percent(50) {
        measures.push(format!(
            "RANK() OVER (ORDER BY COUNT({number}), {})",
            dimensions.join(", ")
        ));
    }
    let mut base = Query {
        dimensions: entries(&dimensions, "g"),
        measures: entries(&measures, "v"),
        filters: subject.filters(random, home, |_| true),
        ..Query::default()
    };
    let mut flagged = base.clone();
    flagged.measures.push(format!("({test}) AS flag"));
    base.having.push(test.clone());
    let flagged = bench.ask(&subject.with(flagged))?;
    let left = bench.ask_changed(&subject.with(base), &[])?;
    let kept: Vec<Vec<Value>> = flagged
        .rows
        .iter()
        .filter_map(|row| {
            let (flag, rest) = row.split_last()?;
            (*flag == Value::Boolean(true)).then(|| rest.to_vec())
        })
        .collect();
    match bag::differ(&kept, &left.rows) {
        None => Ok(Holds::Rows(flagged.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "having {test} against a measure: {why}\n--- SQL with the measure\n{}\n--- SQL with having\n{}",
            flagged.sql, left.sql
        ))),
    }
}

/// `order_by` leaves the rows as they are and sorts them as it says, NULL being the largest value unless the entry
/// says otherwise; `limit` cuts the sorted rows.
///
/// The order is by all columns, so that no two different rows tie; Floats are compared as they are, since no value is
/// computed twice in different orders by one statement.
pub(super) fn order_by_sorts_and_limit_cuts(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let mut query = subject.case.query.clone();
    query.order_by.clear();
    query.limit = None;
    let columns = query
        .dimensions
        .iter()
        .chain(&query.measures)
        .chain(&query.fields);
    let names: Option<Vec<&str>> = columns.map(|e| alias(e)).collect();
    let names: Vec<String> = match names {
        Some(names) => names.into_iter().map(str::to_owned).collect(),
        None => return Err(Stop::Inapplicable("a column without an alias")),
    };
    let unordered = bench.ask(&subject.with(query.clone()))?;
    let order = super::stitching::shuffled(random, names.len());
    let ways: Vec<(usize, bool, Option<bool>)> = order
        .into_iter()
        .map(|column| {
            let nulls = *random.pick(&[None, None, Some(true), Some(false)]);
            (column, random.percent(50), nulls)
        })
        .collect();
    for (column, descending, nulls) in &ways {
        let direction = if *descending {
            " DESC"
        } else {
            *random.pick(&["", " ASC"])
        };
        let nulls = match nulls {
            None => "",
            Some(true) => " NULLS FIRST",
            Some(false) => " NULLS LAST",
        };
        query
            .order_by
            .push(format!("{}{direction}{nulls}", names[*column]));
    }
    let ordered = bench.ask_changed(&subject.with(query.clone()), &[])?;
    let broken = |why: String| {
        Err(Stop::Broken(format!(
            "ordered by {}: {why}\n--- SQL\n{}",
            query.order_by.join(", "),
            ordered.sql
        )))
    };
    if let Some(why) = bag::differ(&unordered.rows, &ordered.rows) {
        return broken(why);
    }
    for pair in ordered.rows.windows(2) {
        let compared = ways.iter().map(|(column, descending, nulls)| {
            let first = nulls.unwrap_or(*descending);
            bag::precedes(&pair[0][*column], &pair[1][*column], *descending, first)
        });
        if compared.into_iter().find(|o| o.is_ne()) == Some(Ordering::Greater) {
            return broken(format!(
                "({}) before ({})",
                bag::line(&pair[0]),
                bag::line(&pair[1])
            ));
        }
    }
    let limit = random.below(ordered.rows.len() + 3);
    query.limit = u64::try_from(limit).ok();
    let cut = bench.ask_changed(&subject.with(query.clone()), &[])?;
    let first = &ordered.rows[..limit.min(ordered.rows.len())];
    match bag::differ_in_order(first, &cut.rows) {
        None => Ok(Holds::Rows(ordered.rows.len())),
        Some(why) => broken(format!("the first {limit} against a limit: {why}")),
    }
}
