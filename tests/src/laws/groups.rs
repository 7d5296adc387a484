//! A group against a filter, and a filter against an argument.

use dosic_generate::Random;
use dosic_generate::case::Query;
use dosic_runtime::interpreter::Value;

use super::bag;
use super::bench::Bench;
use super::subject::Subject;
use super::text::entries;
use super::{Holds, Stop, Verdict};

/// How many groups of a result are asked for one by one.
const SAMPLE: usize = 3;

/// The measures of a group are the measures without dimensions where each dimension is the group's value:
/// `d IS NOT DISTINCT FROM 'x'`, or `d IS NULL`. Of any aggregates, compositions, homes and paths: what groups rows
/// across a bridge is the same question as which rows have such a far row. A leaf that lacks the group has its value
/// over no rows in both.
///
/// No windowed field may be read anywhere, since `where` decides which rows it sees, and no measure may read a
/// dimension. Values must have exact literals, so Floats are left out.
pub(super) fn a_group_is_what_a_filter_leaves(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let plain = |e: &str| !subject.is_windowed(e);
    let dimensions = subject.dimensions(random, home, 1, plain)?;
    let filters = subject.filters(random, home, plain);
    let mut measures = vec![subject.aggregate(random, home)?];
    if random.percent(40) {
        let other = *random.pick(&subject.model.reached(home, true));
        measures.push(subject.aggregate(random, other)?);
    }
    let grouped = subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        measures: entries(&measures, "v"),
        filters: filters.clone(),
        ..Query::default()
    });
    let groups = bench.ask(&grouped)?;
    if groups.rows.is_empty() {
        return Err(Stop::Inapplicable("no groups"));
    }
    let mut seen = 0;
    for _ in 0..SAMPLE {
        let row = random.pick(&groups.rows);
        let (key, values) = row.split_at(dimensions.len());
        let tests: Option<Vec<String>> =
            dimensions.iter().zip(key).map(|(d, v)| is(d, v)).collect();
        let Some(tests) = tests else {
            continue;
        };
        let alone = subject.with(Query {
            measures: entries(&measures, "v"),
            filters: filters.iter().cloned().chain(tests).collect(),
            ..Query::default()
        });
        let alone = bench.ask_changed(&alone, &[])?;
        seen += 1;
        if let Some(why) = bag::differ(&[values.to_vec()], &alone.rows) {
            return Err(Stop::Broken(format!(
                "the group ({}) against its filter: {why}\n--- SQL of the groups\n{}\n--- SQL of the filter\n{}",
                bag::line(key),
                groups.sql,
                alone.sql
            )));
        }
    }
    if seen == 0 {
        return Err(Stop::Inapplicable("no literal of a group"));
    }
    Ok(Holds::Rows(seen))
}

/// The test that an expression has a value, if the value can be written exactly.
fn is(expression: &str, value: &Value) -> Option<String> {
    let literal = match value {
        Value::Null => return Some(format!("({expression}) IS NULL")),
        Value::Boolean(true) => "TRUE".to_owned(),
        Value::Boolean(false) => "FALSE".to_owned(),
        Value::Integer(_) | Value::Decimal(_) => value.text(),
        Value::String(s) => format!("'{}'", s.replace('\'', "''")),
        Value::Date(_) => format!("DATE '{}'", value.text()),
        Value::Float(_) | Value::Time(_) | Value::DateTime(_) => return None,
    };
    Some(format!("({expression}) IS NOT DISTINCT FROM {literal}"))
}

/// `AGG(x)` where `p` is `AGG(CASE WHEN p THEN x END)`, and `AGG(x) FILTER (WHERE p)`, in every group that `p` leaves.
/// The groups that only the unfiltered query has hold the value over no rows.
///
/// `p` must be of the home or above, by datasets that do not reach the home in turn: over a step down `where` asks
/// about some far row, and CASE is not legal; a dataset linked 1:1 would become the home, being mentioned first. No
/// windowed field may be read anywhere, since `where` decides which rows it sees.
pub(super) fn where_is_case_in_the_argument(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let p = subject.predicate_above(random, home)?;
    let twins = |d: &usize| *d != home && subject.ups(*d).contains(&home);
    if subject.mentioned(&p).iter().any(twins) {
        return Err(Stop::Inapplicable("datasets linked 1:1"));
    }
    if subject.has_role(&p) {
        return Err(Stop::Inapplicable("a role"));
    }
    let plain = |e: &str| !subject.is_windowed(e);
    let dimensions = subject.dimensions(random, home, 0, plain)?;
    let filters = subject.filters(random, home, plain);
    let function = *random.pick(&[
        "SUM",
        "COUNT",
        "AVG",
        "MIN",
        "MAX",
        "COUNT(DISTINCT",
        "MEDIAN",
    ]);
    let number = !matches!(function, "COUNT" | "COUNT(DISTINCT");
    let (x, _) = subject.field(random, home, |k| k.is_number() || !number)?;
    let open = if function.contains('(') {
        format!("{function} ")
    } else {
        format!("{function}(")
    };
    let ask = |measure: String, filters: Vec<String>, dimensions: &[String]| {
        subject.with(Query {
            dimensions: entries(dimensions, "g"),
            measures: vec![format!("{measure} AS v0")],
            filters,
            ..Query::default()
        })
    };
    let inside = if random.percent(30) && !subject.case.strict {
        format!("{open}{x}) FILTER (WHERE {p})")
    } else {
        format!("{open}CASE WHEN {p} THEN {x} END)")
    };
    let mut narrow = filters.clone();
    narrow.push(p);
    let with_case = bench.ask(&ask(inside, filters, &dimensions))?;
    let filtered = bench.ask_changed(&ask(format!("{open}{x})"), narrow, &dimensions), &[])?;
    let none = ask(format!("{open}{x})"), vec!["1 = 0".to_owned()], &[]);
    let none = bench.ask_changed(&none, &[])?.value()?.clone();
    let keys = dimensions.len();
    let grouped = |rows: &[Vec<Value>]| bag::by_key(rows, keys).map_err(Stop::Broken);
    let (all, mut left) = (grouped(&with_case.rows)?, grouped(&filtered.rows)?);
    let expected: Vec<Vec<Value>> = all
        .keys()
        .map(|key| {
            let value = left.remove(key).and_then(|v| v.first().cloned());
            key.iter()
                .cloned()
                .chain([value.unwrap_or(none.clone())])
                .collect()
        })
        .collect();
    let why = match left.keys().next() {
        Some(key) => Some(format!(
            "the group ({}) only where filtered",
            bag::line(key)
        )),
        None => bag::differ(&expected, &with_case.rows),
    };
    match why {
        None => Ok(Holds::Rows(filtered.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "where against CASE: {why}\n--- SQL with CASE\n{}\n--- SQL with where\n{}",
            with_case.sql, filtered.sql
        ))),
    }
}
