//! Scalar queries against the tables and against groups of one row; statements without passes.

use dosic_generate::Random;
use dosic_generate::case::{Kind, Query};
use dosic_runtime::interpreter::Value;

use super::bag;
use super::bench::{Bench, Question};
use super::measures::key;
use super::subject::Subject;
use super::text::entries;
use super::{Holds, Stop, Verdict};

/// What a scalar query may say to a dataset above its home that is reached in two ways.
const PATHS: &[&str] = &["E_AMBIGUOUS_PATH"];

/// A scalar query without `where` shows each row of its home once: the columns of the home are those of the table,
/// whatever stands above it beside them.
pub(super) fn a_scalar_query_shows_every_row(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let dataset = &subject.case.datasets[home];
    let column = |expression: &str| dataset.columns.iter().find(|c| c.reference() == expression);
    let fields: Vec<(&str, &str)> = dataset
        .fields
        .iter()
        .filter_map(|f| Some((f.name.as_str(), column(&f.expression)?.name.as_str())))
        .collect();
    if fields.is_empty() {
        return Err(Stop::Inapplicable("no field is a column"));
    }
    let mut shown: Vec<String> = fields
        .iter()
        .map(|(f, _)| format!("{}.{f}", dataset.name))
        .collect();
    let width = shown.len();
    let above = |e: &str| subject.is_above(e, home);
    shown.extend(subject.dimensions(random, home, 1, above)?);
    let answer = bench.ask(&subject.with(Query {
        dataset: Some(dataset.name.clone()),
        fields: entries(&shown, "c"),
        ..Query::default()
    }))?;
    let columns: Vec<String> = fields
        .iter()
        .map(|(_, c)| format!("\"{}\"", c.replace('"', "\"\"")))
        .collect();
    let table = bench.run(&format!(
        "SELECT {} FROM {}",
        columns.join(", "),
        dataset.table
    ))?;
    let own: Vec<Vec<Value>> = answer
        .rows
        .iter()
        .map(|row| row[..width].to_vec())
        .collect();
    match bag::differ(&table, &own) {
        None => Ok(Holds::Rows(own.len())),
        Some(why) => Err(Stop::Broken(format!(
            "the table against the scalar query: {why}\n--- SQL\n{}",
            answer.sql
        ))),
    }
}

/// Grouped by a key of the home, an aggregate of one value is the value: SUM of a number and MAX of anything else give
/// the rows of the scalar query over the home, with the same columns above and the same `where`.
///
/// The key is a column whose values differ in all rows. `where` must be of the home or above, which is all that a
/// scalar query may ask.
pub(super) fn groups_of_a_key_are_rows(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let id = key(subject, home)?;
    let above = |e: &str| subject.is_above(e, home);
    let mut columns = vec![id];
    columns.extend(subject.dimensions(random, home, 0, above)?);
    let (x, kind) = subject.field(random, home, |k| k != Kind::Boolean)?;
    let filters = subject.filters(random, home, above);
    let function = if kind.is_number() { "SUM" } else { "MAX" };
    let grouped = subject.with(Query {
        dimensions: entries(&columns, "g"),
        measures: vec![format!("{function}({x}) AS v0")],
        filters: filters.clone(),
        ..Query::default()
    });
    columns.push(x);
    let scalar = subject.with(Query {
        dataset: Some(subject.case.datasets[home].name.clone()),
        fields: entries(&columns, "c"),
        filters,
        ..Query::default()
    });
    let groups = bench.ask(&grouped)?;
    let rows = bench.ask_changed(&scalar, PATHS)?;
    match bag::differ(&rows.rows, &groups.rows) {
        None => Ok(Holds::Rows(rows.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "rows against groups of the key: {why}\n--- SQL of the rows\n{}\n--- SQL of the groups\n{}",
            rows.sql, groups.sql
        ))),
    }
}

/// Without any pass of the optimiser the rows are the same. No preconditions.
pub(super) fn passes_change_no_rows(
    bench: &mut Bench,
    subject: &Subject,
    _: &mut Random,
) -> Verdict {
    let base: Question = (&subject.case).into();
    let mut bare = base.clone();
    bare.unoptimised = true;
    bench.same(&base, &bare)
}
