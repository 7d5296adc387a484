//! `where`.

use dosic_generate::Random;
use dosic_generate::case::{Case, Query};
use dosic_runtime::interpreter::Value;

use super::bag::{self, Distributive};
use super::bench::{Bench, Question};
use super::stitching::shuffled;
use super::subject::Subject;
use super::text::{entries, paths};
use super::{Holds, Stop, Verdict};

/// What planning may say to a filter over a dataset that the rest of the query does not reach.
const PATHS: &[&str] = &[
    "E_NO_PATH",
    "E_AMBIGUOUS_PATH",
    "E3012_MN_NO_SAFE_REWRITE",
    "E_FAN_OUT_IN_SCALAR_QUERY",
];

/// A list of predicates is their conjunction: `[p, q]` is `[q, p]`, `(p) AND (q)` and `(q) AND ((p))`, in rows and
/// in whether it is refused. No preconditions.
pub(super) fn where_is_a_conjunction(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = query_home(subject, random);
    let mut filters = subject.case.query.filters.clone();
    while filters.len() < 2 || (filters.len() < 4 && random.percent(20)) {
        filters.push(subject.maker(random, home).predicate());
    }
    let with = |filters: Vec<String>| subject.changed(|case| case.query.filters = filters);
    let order = shuffled(random, filters.len());
    let mut moved: Vec<String> = order.iter().map(|at| filters[*at].clone()).collect();
    if moved == filters {
        moved.reverse();
    }
    let joined = |list: &[String]| {
        let each: Vec<String> = list.iter().map(|p| format!("({p})")).collect();
        each.join(" AND ")
    };
    let half = filters.len() / 2;
    let (front, back) = filters.split_at(half);
    let variants = [
        moved.clone(),
        vec![joined(&filters)],
        vec![format!("({}) AND ({})", joined(back), joined(front))],
    ];
    let base: Question = (&with(filters)).into();
    let mut verdict = Err(Stop::Inapplicable("no variant"));
    for variant in variants {
        // With several faults the order decides which is reported first.
        verdict = Ok(bench.same_or(&base, &(&with(variant)).into(), PATHS)?);
    }
    verdict
}

/// The dataset from whose point of view the case's query is.
fn query_home(subject: &Subject, random: &mut Random) -> usize {
    let query = &subject.case.query;
    let all = query
        .measures
        .iter()
        .chain(&query.fields)
        .chain(&query.dimensions);
    let mentioned = all.flat_map(|e| subject.mentioned(e)).next();
    mentioned.unwrap_or_else(|| subject.any_dataset(random))
}

/// A filter that is true of every row changes nothing: constants, and tautologies over a field, such as
/// `x IS NULL OR x IS NOT NULL`. A row that has no row on the far side has NULL there, of which they are true too,
/// and a row with several on the far side still counts once. It may be in `having` as well, over a count.
///
/// A tautology over a dataset that the query does not mention yet must be reached, else a code says that it is not.
/// Leaves without a home are left out unless the filter is a constant: a mention gives them another.
pub(super) fn a_true_filter_changes_nothing(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let query = &subject.case.query;
    let home = query_home(subject, random);
    if random.percent(20) && !query.measures.is_empty() && query.fields.is_empty() {
        if Subject::any_part(query, |e| subject.is_homeless(e)) {
            return Err(Stop::Inapplicable("a leaf without a home"));
        }
        // A count of another home adds no groups.
        let from = *random.pick(&subject.model.reached(home, true));
        let (x, _) = subject.field(random, from, |_| true)?;
        let test = format!("COUNT({x}) >= 0");
        let changed = subject.changed(|case| case.query.having.push(test));
        bench.ask(&subject.case)?;
        // The count must reach the dimensions too.
        return bench.same_or(&(&subject.case).into(), &(&changed).into(), PATHS);
    }
    if random.percent(12) {
        let constants = [
            "1 = 1",
            "TRUE",
            "NOT FALSE",
            "NULL IS NULL",
            "2 > 1 OR NULL",
            "'a' LIKE '%'",
        ];
        let constant = (*random.pick(&constants)).to_owned();
        let changed = with_filter(subject, random, constant);
        return bench.same(&(&subject.case).into(), &(&changed).into());
    }
    if Subject::any_part(query, |e| subject.is_homeless(e)) {
        return Err(Stop::Inapplicable("a leaf without a home"));
    }
    // What the dimensions or filters read is reached already.
    let read: Vec<String> = query
        .dimensions
        .iter()
        .chain(&query.filters)
        .flat_map(|e| paths(&subject.expanded(e)))
        .filter(|p| p.len() > 1)
        .map(|p| p.join("."))
        .collect();
    let (x, legal) = match random.maybe(&read) {
        Some(x) if random.percent(40) => (x.clone(), &[][..]),
        _ => {
            let from = match random.below(10) {
                0..4 => *random.pick(&subject.ups(home)),
                4..9 => *random.pick(&subject.model.reached(home, true)),
                _ => subject.any_dataset(random),
            };
            (subject.field(random, from, |_| true)?.0, PATHS)
        }
    };
    let tautology = (*random.pick(&[
        "{} IS NULL OR {} IS NOT NULL",
        "COALESCE({} = {}, TRUE)",
        "{} IS NOT DISTINCT FROM {}",
        "NOT ({} IS NULL AND {} IS NOT NULL)",
        "CASE WHEN {} IS NULL THEN TRUE ELSE {} = {} END",
        "({} = {}) IS NULL OR {} = {}",
    ]))
    .replace("{}", &x);
    let changed = with_filter(subject, random, tautology);
    bench.ask(&subject.case)?;
    bench.same_or(&(&subject.case).into(), &(&changed).into(), legal)
}

fn with_filter(subject: &Subject, random: &mut Random, filter: String) -> Case {
    subject.changed(|case| {
        let at = random.below(case.query.filters.len() + 1);
        case.query.filters.insert(at, filter);
    })
}

/// The rows of which `p` is true, those of which `NOT (p)` is, and those of which `p IS NULL` is, are all rows once:
/// SUM, COUNT, MIN and MAX of the three results roll up to the whole, group by group, and the rows of three scalar
/// queries are those of the whole.
///
/// `p` must be of the home or above: over a step down `where` asks whether some far row passes, which may be true of
/// both `p` and `NOT (p)`. No windowed field may be read anywhere, since `where` decides which rows it sees.
pub(super) fn a_predicate_and_its_opposites_part_the_rows(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let home = subject.any_dataset(random);
    let p = subject.predicate_above(random, home)?;
    let plain = |e: &str| !subject.is_windowed(e);
    let scalar = random.percent(30);
    let filters = subject.filters(random, home, |e| {
        plain(e) && (!scalar || subject.is_above(e, home))
    });
    let (function, whole) = if scalar {
        let mut fields = vec![subject.field(random, home, |_| true)?.0];
        fields.extend(
            subject.dimensions(random, home, 0, |d| plain(d) && subject.is_above(d, home))?,
        );
        let query = Query {
            dataset: Some(subject.case.datasets[home].name.clone()),
            fields: entries(&fields, "c"),
            filters,
            ..Query::default()
        };
        (None, query)
    } else {
        let all = [
            Distributive::Sum,
            Distributive::Count,
            Distributive::Min,
            Distributive::Max,
        ];
        let (function, measure) = subject.distributive(random, home, &all)?;
        let dimensions = subject.dimensions(random, home, 0, plain)?;
        let query = Query {
            dimensions: entries(&dimensions, "g"),
            measures: vec![format!("{measure} AS v0")],
            filters,
            ..Query::default()
        };
        (Some(function), query)
    };
    let keys = whole.dimensions.len();
    let mut parts: Vec<Vec<Value>> = Vec::new();
    let mut statements = String::new();
    let whole_rows = bench.ask(&subject.with(whole.clone()))?;
    for test in [p.clone(), format!("NOT ({p})"), format!("({p}) IS NULL")] {
        let mut part = whole.clone();
        part.filters.push(test);
        let legal: &[&str] = &["E_AMBIGUOUS_PATH"];
        let answer = bench.ask_changed(&subject.with(part), legal)?;
        parts.extend(answer.rows);
        statements.push_str(&answer.sql);
        statements.push('\n');
    }
    let parts = function.map_or(parts.clone(), |f| f.roll_up(&parts, keys));
    match bag::differ(&whole_rows.rows, &parts) {
        None => Ok(Holds::Rows(whole_rows.rows.len())),
        Some(why) => Err(Stop::Broken(format!(
            "parts by {p} against the whole: {why}\n--- SQL of the whole\n{}\n--- SQL of the parts\n{statements}",
            whole_rows.sql
        ))),
    }
}
