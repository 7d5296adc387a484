//! Metrics, compositions, repeated entries, and rows that count once.

use dosic_generate::Random;
use dosic_generate::case::{Kind, Metric, Query};
use dosic_runtime::interpreter::Value;

use super::bag;
use super::bench::Bench;
use super::subject::Subject;
use super::text::{entries, expression};
use super::{Holds, Stop, Verdict};

/// A metric by its name is its expression in parentheses, to the byte of the SQL: in measures, in `having`, in the
/// expression of another metric. No preconditions.
pub(super) fn a_metric_is_its_expression(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let query = &subject.case.query;
    if query.measures.is_empty() {
        return Err(Stop::Inapplicable("no measures"));
    }
    let at = random.below(query.measures.len());
    let measure = expression(&query.measures[at]).to_owned();
    let named = subject.changed(|case| {
        let inner = Metric {
            name: "inner_metric".to_owned(),
            expression: measure.clone(),
        };
        let outer = Metric {
            name: "outer_metric".to_owned(),
            expression: "inner_metric".to_owned(),
        };
        case.metrics.extend([inner, outer]);
        case.query.measures[at] = format!("outer_metric AS v{at}");
    });
    let inline = named_free(&named, subject, at, &measure);
    // A metric has no grouping columns, and a window over it is its own matter.
    bench.same_sql_or(
        &(&inline).into(),
        &(&named).into(),
        &[
            "E_UNAGGREGATED_FINER_GRAIN_REFERENCE",
            "E_WINDOWED_METRIC_COMPOSITION",
        ],
    )
}

/// The same model, so that nothing but the measure differs.
fn named_free(
    named: &dosic_generate::Case,
    subject: &Subject,
    at: usize,
    measure: &str,
) -> dosic_generate::Case {
    let mut inline = named.clone();
    inline.query.measures[at] = format!("({}) AS v{at}", subject.expanded(measure));
    inline
}

/// A scalar expression over metrics has, in each row, the value computed from theirs: `a / b` divides (NULL by zero),
/// `a + b`, `a - b`, `COALESCE(a, 0)`, also of metrics with different homes and as a metric of its own. And without
/// the metrics beside it, it has the same groups and values.
pub(super) fn a_composition_is_computed_from_its_parts(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let other = if random.percent(40) {
        home
    } else {
        *random.pick(&subject.model.reached(home, true))
    };
    let dimensions = subject.dimensions(random, home, 0, |_| true)?;
    let (x, _) = subject.field(random, home, Kind::is_number)?;
    let (y, _) = subject.field(random, other, Kind::is_number)?;
    let f = *random.pick(&["SUM", "COUNT", "AVG", "MAX"]);
    let g = *random.pick(&["SUM", "COUNT", "MIN", "COUNT"]);
    let operation = *random.pick(&["a / b", "a / b", "a + b", "a - b", "COALESCE(a, 0)"]);
    let composed = operation
        .replace("a /", "ma /")
        .replace("a +", "ma +")
        .replace("a -", "ma -");
    let composed = composed.replace("(a,", "(ma,").replace(" b", " mb");
    let metric = |name: &str, expression: String| Metric {
        name: name.to_owned(),
        expression,
    };
    let mut case = subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        filters: subject.filters(random, home, |_| true),
        ..Query::default()
    });
    case.metrics.extend([
        metric("ma", format!("{f}({x})")),
        metric("mb", format!("{g}({y})")),
        metric("mc", composed.clone()),
    ]);
    let mut ask = |measures: &[&str]| {
        let measures: Vec<String> = measures.iter().map(|m| (*m).to_owned()).collect();
        case.query.measures = entries(&measures, "v");
        case.clone()
    };
    let all = ask(&["ma", "mb", "mc", &composed]);
    let answer = bench.ask(&all)?;
    let keys = dimensions.len();
    let mut expected = Vec::new();
    for row in &answer.rows {
        let (a, b) = (&row[keys], &row[keys + 1]);
        let value = match (operation, a.as_f64(), b.as_f64()) {
            ("COALESCE(a, 0)", None, _) => Value::Integer(0),
            ("COALESCE(a, 0)", Some(_), _) => a.clone(),
            (_, Some(a), Some(b)) => match operation {
                "a / b" if b == 0.0 => Value::Null,
                "a / b" => Value::Float(a / b),
                "a + b" => Value::Float(a + b),
                _ => Value::Float(a - b),
            },
            _ => Value::Null,
        };
        let mut like = row[..keys + 2].to_vec();
        like.extend([value.clone(), value]);
        expected.push(like);
    }
    if let Some(why) = bag::differ(&expected, &answer.rows) {
        return Err(Stop::Broken(format!(
            "{composed} against its parts: {why}\n--- SQL\n{}",
            answer.sql
        )));
    }
    if operation.starts_with("COALESCE") {
        // Alone it has no groups of `b`.
        return Ok(Holds::Rows(answer.rows.len()));
    }
    let alone = bench.ask_changed(&ask(&["mc"]), &[])?;
    let without: Vec<Vec<Value>> = answer
        .rows
        .iter()
        .map(|row| {
            row[..keys]
                .iter()
                .chain(&row[keys + 2..keys + 3])
                .cloned()
                .collect()
        })
        .collect();
    match bag::differ(&without, &alone.rows) {
        None => Ok(Holds::Rows(alone.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "{composed} alone: {why}\n--- SQL\n{}\n--- SQL alone\n{}",
            answer.sql, alone.sql
        ))),
    }
}

/// A dimension, measure or field written twice is a column twice, and changes nothing else.
pub(super) fn repeated_entries_repeat_columns(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let query = &subject.case.query;
    let lists = [
        query.dimensions.len(),
        query.measures.len(),
        query.fields.len(),
    ];
    let usable: Vec<usize> = (0..3).filter(|l| lists[*l] > 0).collect();
    let list = *random
        .maybe(&usable)
        .ok_or(Stop::Inapplicable("no entries"))?;
    let at = random.below(lists[list]);
    let changed = subject.changed(|case| {
        let list = match list {
            0 => &mut case.query.dimensions,
            1 => &mut case.query.measures,
            _ => &mut case.query.fields,
        };
        let again = format!("{} AS again", expression(&list[at]));
        list.push(again);
    });
    let answer = bench.ask(&subject.case)?;
    let twice = bench.ask_changed(&changed, &[])?;
    let (source, target) = match list {
        0 => (at, lists[0]),
        1 => (lists[0] + at, lists[0] + lists[1]),
        _ => (at, lists[2]),
    };
    let expected: Vec<Vec<Value>> = answer
        .rows
        .iter()
        .map(|row| {
            let mut row = row.clone();
            row.insert(target, row[source].clone());
            row
        })
        .collect();
    match bag::differ(&expected, &twice.rows) {
        None => Ok(Holds::Rows(twice.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "an entry twice: {why}\n--- SQL\n{}\n--- SQL with the entry twice\n{}",
            answer.sql, twice.sql
        ))),
    }
}

/// A row of the home enters each group at most once, whatever is joined for grouping and filtering: of a column whose
/// values differ in all rows, `COUNT`, `SUM` and `AVG` are what they are of `DISTINCT` values.
///
/// The column is a key of one column, which generated rows do not repeat.
pub(super) fn a_row_counts_once(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let id = key(subject, home)?;
    let function = *random.pick(&["COUNT", "SUM", "AVG"]);
    let measures = [
        format!("{function}({id})"),
        format!("{function}(DISTINCT {id})"),
    ];
    // Rather across steps down.
    let far = |e: &str| !subject.is_above(e, home);
    let dimensions = match subject.dimensions(random, home, 1, far) {
        Ok(far) => far,
        Err(_) => subject.dimensions(random, home, 0, |_| true)?,
    };
    let filters = subject.filters(random, home, |_| true);
    let answer = bench.ask(&subject.with(Query {
        dimensions: entries(&dimensions, "g"),
        measures: entries(&measures, "v"),
        filters,
        ..Query::default()
    }))?;
    let keys = dimensions.len();
    let (mut once, mut distinct) = (Vec::new(), Vec::new());
    for row in &answer.rows {
        once.push(row[..=keys].to_vec());
        distinct.push(
            row[..keys]
                .iter()
                .chain(&row[keys + 1..])
                .cloned()
                .collect::<Vec<Value>>(),
        );
    }
    match bag::differ(&once, &distinct) {
        None => Ok(Holds::Rows(answer.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "{function}: {why}\n--- SQL\n{}",
            answer.sql
        ))),
    }
}

/// The field of a dataset's key of one column.
pub(super) fn key(subject: &Subject, dataset: usize) -> Result<String, Stop> {
    let known = &subject.case.datasets[dataset];
    let of_role = |role| known.columns.iter().find(|c| c.role == role);
    let column = of_role("id").map(dosic_generate::case::Column::reference);
    let field = known
        .fields
        .iter()
        .find(|f| Some(&f.expression) == column.as_ref());
    match field {
        Some(field) if of_role("k").is_none() => Ok(format!("{}.{}", known.name, field.name)),
        _ => Err(Stop::Inapplicable("no key of one column")),
    }
}
