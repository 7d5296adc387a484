//! Names made plain.

use super::texts_mut;
use super::words::{Position, renamed};
use crate::case::Case;
use crate::names::written;

/// A name that is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Dataset(usize),
    Table(usize),
    Relationship(usize),
    Metric(usize),
    /// Dataset, position.
    Field(usize, usize),
    /// Dataset, position.
    Column(usize, usize),
}

const DATASETS: [&str; 6] = ["a", "b", "c", "d", "e", "g"];

/// Names that have a plainer one.
pub(super) fn names(case: &Case) -> Vec<Name> {
    let mut all = Vec::new();
    for (index, dataset) in case.datasets.iter().enumerate() {
        all.push(Name::Dataset(index));
        all.push(Name::Table(index));
        all.extend((0..dataset.fields.len()).map(|at| Name::Field(index, at)));
        all.extend((0..dataset.columns.len()).map(|at| Name::Column(index, at)));
    }
    all.extend((0..case.relationships.len()).map(Name::Relationship));
    all.extend((0..case.metrics.len()).map(Name::Metric));
    all
}

impl Name {
    /// Gives what it names a plain name, everywhere; `None` if it has it or another has.
    pub(super) fn plain(self, case: &mut Case) -> Option<()> {
        match self {
            Self::Dataset(at) => {
                let to = (*DATASETS.get(at)?).to_owned();
                let taken = case.datasets.iter().any(|d| d.name == to);
                let dataset = &mut case.datasets[at];
                let from = changed(&mut dataset.name, &to, taken)?;
                dataset.bare = false;
                everywhere(case, &from, &to, &[Position::Before]);
                if case.query.dataset.as_ref() == Some(&from) {
                    case.query.dataset = Some(to);
                }
            }
            Self::Table(at) => {
                let to = format!("t{at}");
                let taken = case.datasets.iter().any(|d| d.table == to);
                changed(&mut case.datasets[at].table, &to, taken)?;
            }
            Self::Relationship(at) => {
                let to = format!("r{at}");
                let taken = case.relationships.iter().any(|r| r.name == to);
                let from = changed(&mut case.relationships[at].name, &to, taken)?;
                everywhere(case, &from, &to, &[Position::Before]);
            }
            Self::Metric(at) => {
                let to = format!("metric_{at}");
                let taken = case.metrics.iter().any(|m| m.name == to);
                let from = changed(&mut case.metrics[at].name, &to, taken)?;
                everywhere(case, &from, &to, &[Position::Alone]);
            }
            Self::Field(dataset, at) => field(case, dataset, at)?,
            Self::Column(dataset, at) => column(case, dataset, at)?,
        }
        Some(())
    }
}

fn field(case: &mut Case, dataset: usize, at: usize) -> Option<()> {
    let known = &mut case.datasets[dataset];
    let column = known
        .columns
        .iter()
        .find(|c| c.reference() == known.fields[at].expression);
    // A column's field is called like it; another by its place.
    let to = column.map_or_else(|| format!("f{at}"), |c| c.reference());
    let taken = known.fields.iter().any(|f| f.name == to);
    let field = &mut known.fields[at];
    field.bare = false;
    let from = changed(&mut field.name, &to, taken)?;
    everywhere(case, &from, &to, &[Position::After]);
    Some(())
}

fn column(case: &mut Case, dataset: usize, at: usize) -> Option<()> {
    let known = &mut case.datasets[dataset];
    let column = &mut known.columns[at];
    let to = column.role.to_owned();
    if to.is_empty() {
        return None;
    }
    let from = written(&column.name);
    let taken = from == to || known.columns.iter().any(|c| c.name == to);
    let mut name = known.columns[at].name.clone();
    changed(&mut name, &to, taken)?;
    known.columns[at].name = name;
    for key in known.keys.iter_mut().flatten() {
        replace(key, &from, &to);
    }
    for field in &mut known.fields {
        field.expression = renamed(&field.expression, &from, &to, &[Position::Alone]);
        if field.name == from {
            field.name.clone_from(&to);
            field.bare = false;
        }
    }
    for r in &mut case.relationships {
        for (end, columns) in [(r.from, &mut r.from_columns), (r.to, &mut r.to_columns)] {
            for name in columns.iter_mut().filter(|_| end == dataset) {
                replace(name, &from, &to);
            }
        }
    }
    everywhere(case, &from, &to, &[Position::After]);
    Some(())
}

fn replace(name: &mut String, from: &str, to: &str) {
    if name == from {
        to.clone_into(name);
    }
}

/// Sets a name, if it is another and free; gives what it was.
fn changed(name: &mut String, to: &str, taken: bool) -> Option<String> {
    if taken || name == to {
        return None;
    }
    Some(std::mem::replace(name, to.to_owned()))
}

fn everywhere(case: &mut Case, from: &str, to: &str, positions: &[Position]) {
    for text in texts_mut(case) {
        *text = renamed(text, from, to, positions);
    }
}
