//! Datatypes and time grains.

use dosic_generate::Random;
use dosic_generate::case::{Column, Kind, Query};

use super::bench::Bench;
use super::subject::Subject;
use super::text::entries;
use super::{Stop, Verdict};

/// Declaring the datatypes of columns changes no rows.
///
/// Dates keep theirs: what DATE_TRUNC gives for a column of unknown type is left open. So do computed numbers that are
/// not whole: a Decimal may turn out a Float. With the datatypes known
/// a value that is used as what it is not is found, with a code; without, the engine finds it or converts it.
pub(super) fn datatypes_change_no_rows(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let declare = |share: &mut dyn FnMut() -> bool| {
        subject.changed(|case| {
            for (columns, field) in case.datasets.iter_mut().flat_map(|d| {
                let columns = d.columns.clone();
                d.fields.iter_mut().map(move |f| (columns.clone(), f))
            }) {
                let exact = !matches!(field.kind, Kind::Decimal | Kind::Float);
                let column = |c: &Column| c.reference() == field.expression;
                let may_be = exact || columns.iter().any(column);
                let must_be = matches!(field.kind, Kind::Date | Kind::DateTime) && field.declared;
                field.declared = must_be || (may_be && share());
            }
        })
    };
    let all = declare(&mut || true);
    let none = declare(&mut || false);
    let some = declare(&mut || random.percent(50));
    // What the engine converts without a word when it is not known.
    const FOUND: &[&str] = &["E_TYPE"];
    bench.same_or(&(&none).into(), &(&some).into(), FOUND)?;
    bench.same_or(&(&none).into(), &(&all).into(), FOUND)
}

/// `dataset.field:month` is `DATE_TRUNC('month', dataset.field)` to the byte of the SQL, for every grain, as a
/// dimension beside any measure (R6).
///
/// The short form is no Foundation, so the model is read without `--strict`.
pub(super) fn a_time_grain_is_date_trunc(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let with_dates: Vec<usize> = subject
        .model
        .reached(home, true)
        .into_iter()
        .filter(|d| {
            subject.case.datasets[*d]
                .fields
                .iter()
                .any(|f| f.kind == Kind::Date)
        })
        .collect();
    let dataset = *random
        .maybe(&with_dates)
        .ok_or(Stop::Inapplicable("no dates"))?;
    let (date, _) = subject.field(random, dataset, |k| k == Kind::Date)?;
    let grain = *random.pick(&["year", "quarter", "month", "week", "day"]);
    let measure = subject.aggregate(random, home)?;
    let filters = subject.filters(random, home, |_| true);
    let ask = |form: String| {
        let mut case = subject.with(Query {
            filters: filters.clone(),
            ..Query::default()
        });
        case.strict = false;
        case.query.dimensions = entries(&[form], "g");
        case.query.measures = vec![format!("{measure} AS v0")];
        case
    };
    let long = ask(format!("DATE_TRUNC('{grain}', {date})"));
    let short = ask(format!("{date}:{grain}"));
    bench.ask(&long)?;
    bench.same_sql(&(&long).into(), &(&short).into())
}
