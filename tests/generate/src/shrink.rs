//! Makes a failing case smaller, as long as it still fails: first what is taken out whole, then rows, then
//! values.

use dosic_runtime::interpreter::Value;

use crate::case::Case;

/// Up to how many values are tried as NULL one by one.
const MOST_VALUES: usize = 200;

/// The smallest case found step by step for which `fails` still holds.
pub fn shrink(mut case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    loop {
        let smaller = steps(&case)
            .into_iter()
            .filter_map(|step| step.apply(&case))
            .find(|smaller| fails(smaller));
        match smaller {
            Some(smaller) => case = smaller,
            None => return case,
        }
    }
}

/// A list of the query or the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Having,
    Filters,
    OrderBy,
    Measures,
    Dimensions,
    Fields,
}

impl List {
    const ALL: [Self; 6] = [
        Self::Having,
        Self::Filters,
        Self::OrderBy,
        Self::Measures,
        Self::Dimensions,
        Self::Fields,
    ];

    fn of(self, case: &mut Case) -> &mut Vec<String> {
        let query = &mut case.query;
        match self {
            Self::Having => &mut query.having,
            Self::Filters => &mut query.filters,
            Self::OrderBy => &mut query.order_by,
            Self::Measures => &mut query.measures,
            Self::Dimensions => &mut query.dimensions,
            Self::Fields => &mut query.fields,
        }
    }
}

/// One way to make a case smaller.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Without an item of a list of the query.
    Entry(List, usize),
    /// Without a limit.
    Limit,
    Metric(usize),
    Relationship(usize),
    /// Without a dataset that no relationship names; the others keep their order.
    Dataset(usize),
    /// Without a field: dataset, position.
    Field(usize, usize),
    /// Without some rows: dataset, first, count.
    Rows(usize, usize, usize),
    /// With a value NULL: dataset, row, column.
    Null(usize, usize, usize),
}

impl Step {
    /// The smaller case, unless it is one that says something else.
    pub(crate) fn apply(&self, case: &Case) -> Option<Case> {
        let mut smaller = case.clone();
        match *self {
            Self::Entry(list, at) => {
                list.of(&mut smaller).remove(at);
            }
            Self::Limit => smaller.query.limit = None,
            Self::Metric(at) => {
                smaller.metrics.remove(at);
            }
            Self::Relationship(at) => {
                smaller.relationships.remove(at);
            }
            Self::Dataset(at) => {
                smaller.datasets.remove(at);
                for r in &mut smaller.relationships {
                    r.from -= usize::from(r.from > at);
                    r.to -= usize::from(r.to > at);
                }
            }
            Self::Field(dataset, at) => {
                smaller.datasets[dataset].fields.remove(at);
            }
            Self::Rows(dataset, first, count) => {
                smaller.datasets[dataset].rows.drain(first..first + count);
            }
            Self::Null(dataset, row, column) => {
                smaller.datasets[dataset].rows[row][column] = Value::Null;
            }
        }
        (!loses_a_computed_field(&smaller)).then_some(smaller)
    }
}

/// Every step from a case, those that take out most first.
pub(crate) fn steps(case: &Case) -> Vec<Step> {
    let mut all = Vec::new();
    let mut copy = case.clone();
    for list in List::ALL {
        let count = list.of(&mut copy).len();
        all.extend((0..count).rev().map(|at| Step::Entry(list, at)));
    }
    if case.query.limit.is_some() {
        all.push(Step::Limit);
    }
    all.extend((0..case.metrics.len()).rev().map(Step::Metric));
    all.extend((0..case.relationships.len()).rev().map(Step::Relationship));
    for index in (0..case.datasets.len()).rev() {
        let mut edges = case.relationships.iter();
        let used = edges.any(|r| r.from == index || r.to == index);
        if !used && case.datasets.len() > 1 {
            all.push(Step::Dataset(index));
        }
    }
    for (index, dataset) in case.datasets.iter().enumerate() {
        let fields = (0..dataset.fields.len()).rev();
        all.extend(fields.map(|at| Step::Field(index, at)));
        rows(index, dataset.rows.len(), &mut all);
    }
    let values: usize = case
        .datasets
        .iter()
        .map(|d| d.rows.len() * d.columns.len())
        .sum();
    if values <= MOST_VALUES {
        for (index, dataset) in case.datasets.iter().enumerate() {
            for (at, row) in dataset.rows.iter().enumerate() {
                let set = row.iter().enumerate().filter(|(_, v)| !v.is_null());
                all.extend(set.map(|(column, _)| Step::Null(index, at, column)));
            }
        }
    }
    all
}

/// Halves of the rows, then quarters, down to single rows.
fn rows(dataset: usize, count: usize, all: &mut Vec<Step>) {
    let mut size = count;
    while size > 0 {
        for first in (0..count).step_by(size) {
            all.push(Step::Rows(dataset, first, size.min(count - first)));
        }
        size /= 2;
    }
}

/// Whether the query reads a field that is neither declared nor a column any more: it would become an
/// undeclared column.
fn loses_a_computed_field(case: &Case) -> bool {
    let query = case.query_yaml();
    case.datasets.iter().any(|dataset| {
        (0..3).any(|number| {
            let name = format!("f{number}");
            let read = query.contains(&format!("{}.{name}", dataset.name));
            read && !dataset.fields.iter().any(|f| f.name == name)
        })
    })
}
