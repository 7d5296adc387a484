//! Makes a failing case smaller, as long as it still fails: first what is taken out whole, then rows, then parts
//! of expressions, then values and names.

mod rename;
mod simplify;
mod words;

use dosic_runtime::interpreter::Value;

use crate::case::Case;
use words::mentions;

/// Up to how many values are tried one by one.
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

/// A list of the query.
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

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Query(List, usize),
    Metric(usize),
    /// Dataset, position.
    Field(usize, usize),
}

impl Place {
    fn of(self, case: &mut Case) -> &mut String {
        match self {
            Self::Query(list, at) => &mut list.of(case)[at],
            Self::Metric(at) => &mut case.metrics[at].expression,
            Self::Field(dataset, at) => &mut case.datasets[dataset].fields[at].expression,
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
    /// Without a column that nothing reads: dataset, position.
    Column(usize, usize),
    /// With a shorter expression.
    Text(Place, String),
    /// With a table for a query over it, or for a file.
    Table(usize),
    /// Without keys beside the primary.
    Keys(usize),
    /// With a value NULL: dataset, row, column.
    Null(usize, usize, usize),
    /// With a name that is plain.
    Rename(rename::Name),
}

impl Step {
    /// The smaller case, unless it is one that says something else.
    pub(crate) fn apply(&self, case: &Case) -> Option<Case> {
        let mut smaller = case.clone();
        match self {
            Self::Entry(list, at) => {
                list.of(&mut smaller).remove(*at);
            }
            Self::Limit => smaller.query.limit = None,
            Self::Metric(at) => {
                smaller.metrics.remove(*at);
            }
            Self::Relationship(at) => {
                smaller.relationships.remove(*at);
            }
            Self::Dataset(at) => {
                smaller.datasets.remove(*at);
                for r in &mut smaller.relationships {
                    r.from -= usize::from(r.from > *at);
                    r.to -= usize::from(r.to > *at);
                }
            }
            Self::Field(dataset, at) if is_missed(case, *dataset, *at) => return None,
            Self::Field(dataset, at) => {
                smaller.datasets[*dataset].fields.remove(*at);
            }
            Self::Rows(dataset, first, count) => {
                let rows = &mut smaller.datasets[*dataset].rows;
                rows.drain(*first..first + count);
            }
            Self::Column(dataset, at) => {
                let dataset = &mut smaller.datasets[*dataset];
                dataset.columns.remove(*at);
                for row in &mut dataset.rows {
                    row.remove(*at);
                }
            }
            Self::Text(place, text) => place.of(&mut smaller).clone_from(text),
            Self::Table(dataset) => {
                smaller.datasets[*dataset].through_query = false;
                smaller.datasets[*dataset].through_file = false;
            }
            Self::Keys(dataset) => smaller.datasets[*dataset].keys.truncate(1),
            Self::Null(dataset, row, column) => {
                smaller.datasets[*dataset].rows[*row][*column] = Value::Null;
            }
            Self::Rename(name) => name.plain(&mut smaller)?,
        }
        Some(smaller)
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
    for (index, dataset) in case.datasets.iter().enumerate().rev() {
        let mut edges = case.relationships.iter();
        let used = edges.any(|r| r.from == index || r.to == index);
        if !used && case.datasets.len() > 1 {
            all.push(Step::Dataset(index));
        }
        let fields = (0..dataset.fields.len()).rev();
        all.extend(fields.map(|at| Step::Field(index, at)));
        rows(index, dataset.rows.len(), &mut all);
    }
    expressions(&mut copy, &mut all);
    for (index, dataset) in case.datasets.iter().enumerate() {
        if dataset.through_query || dataset.through_file {
            all.push(Step::Table(index));
        }
        if dataset.keys.len() > 1 {
            all.push(Step::Keys(index));
        }
        // The first stays: a table has a column.
        let unread = (1..dataset.columns.len()).rev();
        let unread = unread.filter(|at| !is_read(case, index, *at));
        all.extend(unread.map(|at| Step::Column(index, at)));
    }
    all.extend(rename::names(case).into_iter().map(Step::Rename));
    values(case, &mut all);
    all
}

fn expressions(case: &mut Case, all: &mut Vec<Step>) {
    let mut places = Vec::new();
    for list in List::ALL {
        let count = list.of(case).len();
        places.extend((0..count).map(|at| Place::Query(list, at)));
    }
    places.extend((0..case.metrics.len()).map(Place::Metric));
    for (index, dataset) in case.datasets.iter().enumerate() {
        let computed = dataset.fields.iter().enumerate();
        let computed = computed.filter(|(_, f)| f.expression != f.name);
        places.extend(computed.map(|(at, _)| Place::Field(index, at)));
    }
    for place in places {
        let texts = simplify::shorter(place.of(case));
        all.extend(texts.into_iter().map(|text| Step::Text(place, text)));
    }
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

fn values(case: &Case, all: &mut Vec<Step>) {
    let sizes = case.datasets.iter().map(|d| d.rows.len() * d.columns.len());
    if sizes.sum::<usize>() > MOST_VALUES {
        return;
    }
    for (index, dataset) in case.datasets.iter().enumerate() {
        for (at, row) in dataset.rows.iter().enumerate() {
            let set = row.iter().enumerate().filter(|(_, v)| !v.is_null());
            all.extend(set.map(|(column, _)| Step::Null(index, at, column)));
        }
    }
}

/// Whether a field is read that a column cannot stand in for: it would become an undeclared column (R13) that
/// is not there.
fn is_missed(case: &Case, dataset: usize, field: usize) -> bool {
    let known = &case.datasets[dataset];
    let field = &known.fields[field];
    field.name != field.expression && texts(case).any(|text| mentions(text, &field.name))
}

/// Whether a column is read by anything.
fn is_read(case: &Case, dataset: usize, column: usize) -> bool {
    let name = case.datasets[dataset].columns[column].reference();
    let keys = case.datasets[dataset].keys.iter().flatten();
    let edges = case.relationships.iter();
    let edges = edges.flat_map(|r| r.from_columns.iter().chain(&r.to_columns));
    keys.chain(edges).any(|key| *key == name) || texts(case).any(|text| mentions(text, &name))
}

/// Every expression of a case.
fn texts(case: &Case) -> impl Iterator<Item = &String> {
    let query = &case.query;
    let lists = [
        &query.having,
        &query.filters,
        &query.order_by,
        &query.measures,
        &query.dimensions,
        &query.fields,
    ];
    let metrics = case.metrics.iter().map(|m| &m.expression);
    let fields = case.datasets.iter().flat_map(|d| &d.fields);
    lists
        .into_iter()
        .flatten()
        .chain(metrics)
        .chain(fields.map(|f| &f.expression))
}

/// Every expression of a case, to change.
fn texts_mut(case: &mut Case) -> impl Iterator<Item = &mut String> {
    let query = &mut case.query;
    let lists = [
        &mut query.having,
        &mut query.filters,
        &mut query.order_by,
        &mut query.measures,
        &mut query.dimensions,
        &mut query.fields,
    ];
    let metrics = case.metrics.iter_mut().map(|m| &mut m.expression);
    let fields = case.datasets.iter_mut().flat_map(|d| &mut d.fields);
    lists
        .into_iter()
        .flatten()
        .chain(metrics)
        .chain(fields.map(|f| &mut f.expression))
}
