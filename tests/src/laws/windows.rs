//! Windows over measures as operations on the result.

use std::collections::BTreeMap;

use dosic_generate::Random;
use dosic_generate::case::{Kind, Query};
use dosic_runtime::interpreter::Value;

use super::bag::{self, Distributive};
use super::bench::Bench;
use super::subject::Subject;
use super::text::entries;
use super::{Holds, Stop, Verdict};

/// A window over measures is computed from the rows of the result: totals over all of it or over a partition, ranks
/// and running totals are those of the columns beside them. `where` and a window-free `having` come before.
///
/// The inner measures are columns of the result too, so that both see the same groups.
pub(super) fn windows_see_the_result(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let dimensions = subject.dimensions(random, home, 1, |_| true)?;
    let other = if random.percent(60) {
        home
    } else {
        *random.pick(&subject.model.reached(home, true))
    };
    let (number, _) = subject.field(random, home, |k| k == Kind::Integer)?;
    let count = format!("COUNT({})", subject.field(random, other, |_| true)?.0);
    let partition = random.pick(&dimensions).clone();
    let all = dimensions.join(", ");
    let measures = vec![
        format!("SUM({number})"),
        count.clone(),
        format!("SUM(SUM({number})) OVER ()"),
        format!("MAX({count}) OVER (PARTITION BY {partition})"),
        format!("RANK() OVER (ORDER BY {count} DESC)"),
        format!(
            "SUM({count}) OVER (ORDER BY {all} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
        ),
    ];
    let mut query = Query {
        dimensions: entries(&dimensions, "g"),
        measures: entries(&measures, "v"),
        filters: subject.filters(random, home, |_| true),
        ..Query::default()
    };
    if random.percent(40) {
        query.having.push(format!("{count} > {}", random.below(3)));
    }
    let answer = bench.ask(&subject.with(query))?;
    let keys = dimensions.len();
    let by = dimensions.iter().position(|d| *d == partition).unwrap_or(0);
    let column = |at: usize| answer.rows.iter().map(move |row| &row[keys + at]);
    let total = Distributive::Sum.of(column(0));
    let mut most: BTreeMap<&Value, Value> = BTreeMap::new();
    for row in &answer.rows {
        let entry = most.entry(&row[by]).or_insert(Value::Null);
        *entry = Distributive::Max.of([&*entry, &row[keys + 1]].into_iter());
    }
    let mut sorted: Vec<&Vec<Value>> = answer.rows.iter().collect();
    sorted.sort_by(|a, b| a[..keys].cmp(&b[..keys]));
    let mut running = Value::Integer(0);
    let mut expected = Vec::new();
    for row in sorted {
        running = Distributive::Count.of([&running, &row[keys + 1]].into_iter());
        let ahead = column(1).filter(|other| **other > row[keys + 1]).count();
        let mut like = row[..keys + 2].to_vec();
        like.push(total.clone());
        like.push(most.get(&row[by]).cloned().unwrap_or(Value::Null));
        like.push(Value::Integer(i128::try_from(ahead + 1).unwrap_or(0)));
        like.push(running.clone());
        expected.push(like);
    }
    match bag::differ(&expected, &answer.rows) {
        None => Ok(Holds::Rows(answer.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "windows against the columns: {why}\n--- SQL\n{}",
            answer.sql
        ))),
    }
}
