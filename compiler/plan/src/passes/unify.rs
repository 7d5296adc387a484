//! Unification of two row sets: one plan that gives the rows of both, with the columns of both.
//!
//! Two plans give the same rows if they scan the same source, join the same datasets in the same
//! way and filter alike. A join upwards keeps every row, so one that only one side has is kept;
//! columns that only one side has are added. Below a `Distinct` (planning makes one only over a row
//! id, keys and arguments) added columns are arguments, which the row id decides, so that they
//! split no row.

use std::collections::BTreeMap;

use dosic_ir::plan::{PlanExpr, Rel, Scan};
use dosic_ir::{ColumnId, Expr, WindowCall};

use super::columns::renamed;

/// For each column of the second plan the column of the unified plan that holds its value.
pub(super) type Columns = BTreeMap<ColumnId, ColumnId>;

/// How many comparisons of operators one unification may cost. Joins are tried in several orders;
/// plans of equal rows unify in about as many comparisons as they have operators.
const BUDGET: usize = 20_000;

/// The unified plan and the columns of `b` in it, or `None` if the rows differ (or that is too
/// costly to find out, in which case both plans are kept).
pub(super) fn unified(a: &Rel, b: &Rel) -> Option<(Rel, Columns)> {
    let mut names = Names {
        columns: Columns::new(),
        named: Vec::new(),
        budget: BUDGET,
    };
    let rel = unify(a, b, &mut names)?;
    Some((rel, names.columns))
}

/// The columns so far. Failed attempts are taken back to a mark: no column is named twice.
struct Names {
    columns: Columns,
    named: Vec<ColumnId>,
    budget: usize,
}

impl Names {
    fn insert(&mut self, theirs: ColumnId, ours: ColumnId) {
        if self.columns.insert(theirs, ours).is_none() {
            self.named.push(theirs);
        }
    }

    fn mark(&self) -> usize {
        self.named.len()
    }

    fn back_to(&mut self, mark: usize) {
        for column in self.named.drain(mark.min(self.named.len())..) {
            self.columns.remove(&column);
        }
    }

    fn of(&self, theirs: ColumnId) -> ColumnId {
        *self.columns.get(&theirs).unwrap_or(&theirs)
    }
}

fn unify(a: &Rel, b: &Rel, names: &mut Names) -> Option<Rel> {
    names.budget = names.budget.checked_sub(1)?;
    match (a, b) {
        (Rel::Scan(a), Rel::Scan(b)) => scans(a, b, names),
        (
            Rel::RowId { input: a, column },
            Rel::RowId {
                input: b,
                column: theirs,
            },
        ) => {
            let input = Box::new(unify(a, b, names)?);
            names.insert(*theirs, *column);
            Some(Rel::RowId {
                input,
                column: *column,
            })
        }
        (
            Rel::Filter {
                input: a,
                predicates,
            },
            Rel::Filter {
                input: b,
                predicates: theirs,
            },
        ) => {
            let input = Box::new(unify(a, b, names)?);
            let theirs: Vec<PlanExpr> = theirs.iter().map(|p| renamed(p, &names.columns)).collect();
            let same =
                theirs.len() == predicates.len() && theirs.iter().all(|p| predicates.contains(p));
            same.then(|| Rel::Filter {
                input,
                predicates: predicates.clone(),
            })
        }
        (Rel::Distinct { input: a, label }, Rel::Distinct { input: b, .. }) => {
            let input = Box::new(unify(a, b, names)?);
            Some(Rel::Distinct {
                input,
                label: label.clone(),
            })
        }
        (
            Rel::Project { input: a, columns },
            Rel::Project {
                input: b,
                columns: theirs,
            },
        ) => {
            let input = unify(a, b, names)?;
            Some(projects(input, columns, theirs, names))
        }
        (Rel::Join { .. }, _) | (_, Rel::Join { .. }) => joins(a, b, names),
        (Rel::Project { input, columns }, _) => {
            // Only the first computes columns: the second's pass by.
            let input = unify(input, b, names)?;
            Some(projects(input, columns, &passing(b), names))
        }
        (_, Rel::Project { input, columns }) => {
            let input = unify(a, input, names)?;
            Some(projects(input, &passing(a), columns, names))
        }
        (
            Rel::Window { input: a, calls },
            Rel::Window {
                input: b,
                calls: theirs,
            },
        ) => {
            let input = Box::new(unify(a, b, names)?);
            Some(windows(input, calls, theirs, names))
        }
        (Rel::Unit, Rel::Unit) => Some(Rel::Unit),
        _ => None,
    }
}

fn scans(a: &Scan, b: &Scan, names: &mut Names) -> Option<Rel> {
    if a.source != b.source || a.label != b.label {
        return None;
    }
    let mut columns = a.columns.clone();
    for (column, ident) in &b.columns {
        match columns.iter().find(|(_, i)| i == ident) {
            Some((same, _)) => {
                names.insert(*column, *same);
            }
            None => columns.push((*column, ident.clone())),
        }
    }
    Some(Rel::Scan(Scan {
        columns,
        ..a.clone()
    }))
}

/// All columns of an operator as a projection that passes them on. Types do not matter for names.
fn passing(rel: &Rel) -> Vec<(ColumnId, PlanExpr)> {
    let columns = rel.output_columns().into_iter();
    columns
        .map(|c| (c, Expr::leaf(c, dosic_ir::Type::UNKNOWN)))
        .collect()
}

/// The columns of both projections over the unified input.
fn projects(
    input: Rel,
    ours: &[(ColumnId, PlanExpr)],
    theirs: &[(ColumnId, PlanExpr)],
    names: &mut Names,
) -> Rel {
    let mut columns = ours.to_vec();
    for (column, expr) in theirs {
        let expr = renamed(expr, &names.columns);
        // A column that is passed on keeps the name it has in the input.
        let column_name = match expr.as_leaf() {
            Some(read) => *read,
            None => *column,
        };
        let same = columns
            .iter()
            .find(|(c, e)| same_value(*c, e, column_name, &expr));
        match same {
            Some((same, _)) => {
                names.insert(*column, *same);
            }
            None => {
                names.insert(*column, column_name);
                columns.push((column_name, expr));
            }
        }
    }
    Rel::Project {
        input: Box::new(input),
        columns,
    }
}

/// Whether two projected columns hold the same value; the type of a bare read does not matter.
fn same_value(a: ColumnId, a_expr: &PlanExpr, b: ColumnId, b_expr: &PlanExpr) -> bool {
    match (a_expr.as_leaf(), b_expr.as_leaf()) {
        (Some(x), Some(y)) => x == y,
        _ => a == b || a_expr == b_expr,
    }
}

/// Unifies a join with whatever the other side is.
fn joins(a: &Rel, b: &Rel, names: &mut Names) -> Option<Rel> {
    let mark = names.mark();
    if let Some(both) = same_join(a, b, names) {
        return Some(both);
    }
    names.back_to(mark);
    if let Rel::Join {
        left,
        right,
        on,
        unique: true,
    } = b
    {
        if let Some(left) = unify(a, left, names) {
            let on = on.iter().map(|(l, r)| (names.of(*l), *r)).collect();
            let (left, right) = (Box::new(left), right.clone());
            return Some(Rel::Join {
                left,
                right,
                on,
                unique: true,
            });
        }
        names.back_to(mark);
    }
    if let Rel::Join {
        left,
        right,
        on,
        unique: true,
    } = a
    {
        let left = Box::new(unify(left, b, names)?);
        let (right, on) = (right.clone(), on.clone());
        return Some(Rel::Join {
            left,
            right,
            on,
            unique: true,
        });
    }
    if let Rel::Project { input, columns } = a {
        let input = unify(input, b, names)?;
        return Some(projects(input, columns, &passing(b), names));
    }
    if let Rel::Project { input, columns } = b {
        let input = unify(a, input, names)?;
        return Some(projects(input, &passing(a), columns, names));
    }
    None
}

/// Two joins with the same right side on the same columns.
fn same_join(a: &Rel, b: &Rel, names: &mut Names) -> Option<Rel> {
    let Rel::Join {
        left,
        right,
        on,
        unique,
    } = a
    else {
        return None;
    };
    let Rel::Join {
        left: their_left,
        right: their_right,
        on: their_on,
        unique: theirs,
    } = b
    else {
        return None;
    };
    if unique != theirs || on.len() != their_on.len() {
        return None;
    }
    let right = Box::new(unify(right, their_right, names)?);
    let left = Box::new(unify(left, their_left, names)?);
    let mut pairs = on.iter().zip(their_on);
    let same = pairs.all(|((l, r), (x, y))| *l == names.of(*x) && *r == names.of(*y));
    same.then(|| Rel::Join {
        left,
        right,
        on: on.clone(),
        unique: *unique,
    })
}

/// The window functions of both over the unified input.
fn windows(
    input: Box<Rel>,
    ours: &[(ColumnId, WindowCall<ColumnId>)],
    theirs: &[(ColumnId, WindowCall<ColumnId>)],
    names: &mut Names,
) -> Rel {
    let mut calls = ours.to_vec();
    for (column, call) in theirs {
        let renamed_call = call
            .try_map(&mut |c, ty| Ok::<_, std::convert::Infallible>(Expr::leaf(names.of(*c), ty)));
        let call = match renamed_call {
            Ok(call) => call,
            Err(never) => match never {},
        };
        match calls.iter().find(|(_, c)| *c == call) {
            Some((same, _)) => {
                names.insert(*column, *same);
            }
            None => calls.push((*column, call)),
        }
    }
    Rel::Window { input, calls }
}
