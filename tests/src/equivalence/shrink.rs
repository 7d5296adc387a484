//! Makes a failing case smaller, as long as it still fails: first what is taken out whole, then rows.

use crate::generate::Case;
use dosic_runtime::interpreter::Value;

/// The smallest case found by taking parts out one by one for which `fails` still holds.
pub fn shrink(mut case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    loop {
        let next = simpler(&case).into_iter().find(|c| fails(c));
        match next {
            Some(smaller) => case = smaller,
            None => return case,
        }
    }
}

/// The case without the item at each position of a list.
fn without<T: Clone>(
    case: &Case,
    list: impl Fn(&mut Case) -> &mut Vec<T>,
    simpler: &mut Vec<Case>,
) {
    let mut copy = case.clone();
    for index in (0..list(&mut copy).len()).rev() {
        let mut smaller = case.clone();
        list(&mut smaller).remove(index);
        simpler.push(smaller);
    }
}

fn simpler(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    without(case, |c| &mut c.query.having, &mut all);
    without(case, |c| &mut c.query.filters, &mut all);
    without(case, |c| &mut c.query.order_by, &mut all);
    without(case, |c| &mut c.query.measures, &mut all);
    without(case, |c| &mut c.query.dimensions, &mut all);
    without(case, |c| &mut c.query.fields, &mut all);
    if case.query.limit.is_some() {
        let mut smaller = case.clone();
        smaller.query.limit = None;
        all.push(smaller);
    }
    without(case, |c| &mut c.metrics, &mut all);
    without(case, |c| &mut c.relationships, &mut all);
    // A dataset that nothing refers to; the others keep their positions.
    for index in (0..case.datasets.len()).rev() {
        let used = case
            .relationships
            .iter()
            .any(|r| r.from == index || r.to == index);
        if !used && case.datasets.len() > 1 {
            let mut smaller = case.clone();
            smaller.datasets.remove(index);
            for r in &mut smaller.relationships {
                r.from -= usize::from(r.from > index);
                r.to -= usize::from(r.to > index);
            }
            all.push(smaller);
        }
    }
    for index in 0..case.datasets.len() {
        // A field that is used would become an undeclared column.
        without(case, |c| &mut c.datasets[index].fields, &mut all);
        without(case, |c| &mut c.datasets[index].rows, &mut all);
    }
    for index in 0..case.datasets.len() {
        nulls(case, index, &mut all);
    }
    all.retain(|smaller| !loses_a_computed_field(smaller));
    all
}

/// Whether the query reads a field that is neither declared nor a column any more.
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

/// The case with one value NULL instead.
fn nulls(case: &Case, index: usize, all: &mut Vec<Case>) {
    for (r, row) in case.datasets[index].rows.iter().enumerate() {
        for (v, value) in row.iter().enumerate() {
            if !value.is_null() {
                let mut smaller = case.clone();
                smaller.datasets[index].rows[r][v] = Value::Null;
                all.push(smaller);
            }
        }
    }
}
