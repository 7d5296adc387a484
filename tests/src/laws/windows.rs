//! Windows: over measures as operations on the result, of fields as windows of the query.

use std::collections::BTreeMap;

use dosic_generate::Random;
use dosic_generate::case::{Field, Kind, Query};
use dosic_runtime::interpreter::Value;

use super::bag::{self, Distributive};
use super::bench::Bench;
use super::subject::Subject;
use super::text::{entries, paths, rewrite};
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

/// A windowed field of the home is its window written into a scalar query: both see the rows that `where` leaves, the
/// field those of the conjuncts that read nothing but its dataset and what is above (4.8), the query's own window
/// those of all of them (4.9), which are the same here.
///
/// `where` reads no windowed field, whose conjuncts come later. Windows over windowed fields are left out: written into
/// a query they would be nested.
pub(super) fn a_windowed_field_is_its_window(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let windowed: Vec<(usize, &Field)> = subject
        .case
        .datasets
        .iter()
        .enumerate()
        .flat_map(|(at, d)| d.fields.iter().map(move |f| (at, f)))
        .filter(|(_, f)| f.expression.contains(" OVER "))
        .filter(|(_, f)| {
            !paths(&f.expression)
                .iter()
                .any(|p| subject.is_windowed(&p.join(".")))
        })
        .collect();
    let (home, field) = *random
        .maybe(&windowed)
        .ok_or(Stop::Inapplicable("no windowed field"))?;
    let dataset = &subject.case.datasets[home];
    let mut unknown = false;
    let written = rewrite(&field.expression, &mut |path| {
        let [name] = path else { return None };
        dataset.columns.iter().find(|c| c.reference() == *name)?;
        let same = dataset.fields.iter().find(|f| f.expression == *name);
        unknown |= same.is_none();
        same.map(|f| format!("{}.{}", dataset.name, f.name))
    });
    if unknown {
        return Err(Stop::Inapplicable("a column without a field"));
    }
    let above = |e: &str| subject.is_above(e, home) && !subject.is_windowed(e);
    let mut filters = subject.filters(random, home, above);
    filters.push(subject.predicate_above(random, home)?);
    let shown = subject.field(random, home, |_| true)?.0;
    let ask = |column: String| {
        subject.with(Query {
            dataset: Some(dataset.name.clone()),
            fields: entries(&[shown.clone(), column], "c"),
            filters: filters.clone(),
            ..Query::default()
        })
    };
    let by_name = ask(format!("{}.{}", dataset.name, field.name));
    let inline = ask(written);
    bench.ask(&by_name)?;
    bench.same(&(&by_name).into(), &(&inline).into())
}
