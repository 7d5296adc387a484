//! Paths that a reference names.

use dosic_generate::Random;
use dosic_generate::case::Query;

use super::bench::Bench;
use super::subject::Subject;
use super::text::{entries, rewrite};
use super::{Stop, Verdict};

/// `relationship.dataset.field` is `dataset.field` where no other relationship leads up to the dataset (R5), in any of
/// the places that mention it, beside others that do not.
///
/// The dataset must be above the home, and not the home itself, of which no relationship leads to its own row. No
/// windowed field may be read: which filters decide its rows is told by paths (4.8). `--strict` knows no roles.
pub(super) fn a_role_is_its_only_path(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let case = &subject.case;
    if case.strict {
        return Err(Stop::Inapplicable("strict"));
    }
    let home = subject.any_dataset(random);
    let edges = || case.relationships.iter().zip(&subject.model.unique);
    let only = |dataset: usize| {
        let into = |(r, (from, to)): &(&_, &(bool, bool))| {
            let r: &dosic_generate::case::Relationship = r;
            (r.to == dataset && *to) || (r.from == dataset && *from)
        };
        let mut found = edges().filter(into);
        match (found.next(), found.next()) {
            (Some((r, _)), None) if r.to == dataset && r.from != dataset => Some(r.name.clone()),
            _ => None,
        }
    };
    let ups: Vec<(usize, String)> = subject
        .ups(home)
        .into_iter()
        .filter(|d| *d != home)
        .filter_map(|d| Some((d, only(d)?)))
        .collect();
    let (dataset, role) = random
        .maybe(&ups)
        .ok_or(Stop::Inapplicable("no such role"))?
        .clone();
    let plain = |e: &str| !subject.is_windowed(e) && !subject.has_role(e);
    let mut dimensions = subject.dimensions(random, home, 0, plain)?;
    dimensions.push(subject.field(random, dataset, |_| true)?.0);
    let filters = subject.filters(random, home, plain);
    let (own, _) = subject.field(random, home, |_| true)?;
    let ask = |dimensions: &[String], filters: Vec<String>| {
        subject.with(Query {
            dimensions: entries(dimensions, "g"),
            measures: vec![format!("COUNT({own}) AS v0")],
            filters,
            ..Query::default()
        })
    };
    let base = ask(&dimensions, filters.clone());
    let name = &case.datasets[dataset].name;
    let mut named = |text: &String| {
        rewrite(text, &mut |path| match path {
            [dataset, _] if dataset == name && random.percent(70) => {
                Some(format!("{role}.{}", path.join(".")))
            }
            _ => None,
        })
    };
    let dimensions: Vec<String> = dimensions.iter().map(&mut named).collect();
    let filters = filters.iter().map(&mut named).collect();
    bench.same(&(&base).into(), &(&ask(&dimensions, filters)).into())
}
