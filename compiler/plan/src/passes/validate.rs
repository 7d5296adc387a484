//! What holds of every plan (the head of `dosic_ir::plan`), checked.

use dosic_ir::plan::{Merge, PlanExpr, Rel};
use dosic_ir::{ColumnId, LogicalPlan};

use super::columns::Columns;

/// Checks a plan.
///
/// # Errors
/// A sentence that says what is broken: a column that is defined twice, not visible, or unknown; a
/// join or merge whose columns do not pair; an operator that lacks what it needs.
pub fn validate(plan: &LogicalPlan) -> Result<(), String> {
    let mut validator = Validator {
        plan,
        defined: Columns::new(),
    };
    let visible = validator.rel(&plan.root)?;
    for output in &plan.outputs {
        if !visible.contains(&output.column) {
            return Err(format!(
                "output `{}` reads {:?}, which the root does not give",
                output.name, output.column
            ));
        }
    }
    let mut names: Vec<&str> = plan.outputs.iter().map(|o| o.name.as_str()).collect();
    names.sort_unstable();
    if names
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a == b))
    {
        return Err("two outputs share a name".to_owned());
    }
    Ok(())
}

struct Validator<'p> {
    plan: &'p LogicalPlan,
    defined: Columns,
}

impl Validator<'_> {
    /// The columns an operator gives, or what is broken in or below it.
    fn rel(&mut self, rel: &Rel) -> Result<Columns, String> {
        match rel {
            Rel::Unit => Ok(Columns::new()),
            Rel::Scan(scan) => self.define(scan.columns.iter().map(|(c, _)| *c)),
            Rel::Filter { input, predicates } => {
                let visible = self.rel(input)?;
                some(predicates, "a filter without predicates")?;
                predicates
                    .iter()
                    .try_for_each(|p| reads(p, &visible, "a filter"))?;
                Ok(visible)
            }
            Rel::Project { input, columns } => {
                let visible = self.rel(input)?;
                let mut given = Columns::new();
                for (column, expr) in columns {
                    reads(expr, &visible, "a projection")?;
                    if expr.as_leaf() != Some(column) {
                        self.define(std::iter::once(*column))?;
                    }
                    if !given.insert(*column) {
                        return Err(format!("a projection gives {column:?} twice"));
                    }
                }
                Ok(given)
            }
            Rel::Join {
                left, right, on, ..
            } => {
                let left = self.rel(left)?;
                let right = self.rel(right)?;
                some(on, "a join on nothing")?;
                for (l, r) in on {
                    has(*l, &left, "a join's left side")?;
                    has(*r, &right, "a join's right side")?;
                }
                Ok(left.union(&right).copied().collect())
            }
            Rel::RowId { input, column } => {
                let mut visible = self.rel(input)?;
                visible.extend(self.define(std::iter::once(*column))?);
                Ok(visible)
            }
            Rel::Distinct { input, .. } | Rel::Limit { input, .. } => self.rel(input),
            Rel::Sort { input, keys } => {
                let visible = self.rel(input)?;
                some(keys, "a sort without keys")?;
                keys.iter()
                    .try_for_each(|k| reads(&k.expr, &visible, "a sort"))?;
                Ok(visible)
            }
            Rel::Aggregate {
                input,
                keys,
                aggregates,
                ..
            } => {
                let visible = self.rel(input)?;
                keys.iter()
                    .try_for_each(|k| has(*k, &visible, "a grouping key"))?;
                for arg in aggregates.iter().flat_map(|(_, call)| &call.args) {
                    reads(arg, &visible, "an aggregate")?;
                }
                let mut given = self.define(aggregates.iter().map(|(c, _)| *c))?;
                given.extend(keys);
                if given.len() != keys.len() + aggregates.len() {
                    return Err("an aggregation repeats a key".to_owned());
                }
                Ok(given)
            }
            Rel::Merge(merge) => self.merge(merge),
            Rel::Window { input, calls } => {
                let mut visible = self.rel(input)?;
                for expr in calls.iter().flat_map(|(_, call)| call.exprs()) {
                    reads(expr, &visible, "a window")?;
                }
                visible.extend(self.define(calls.iter().map(|(c, _)| *c))?);
                Ok(visible)
            }
        }
    }

    fn merge(&mut self, merge: &Merge) -> Result<Columns, String> {
        if merge.branches.len() < 2 {
            return Err("a merge of fewer than two branches".to_owned());
        }
        if !merge.branches.iter().any(|b| b.adds_groups) && !merge.keys.is_empty() {
            return Err("a merge in which no branch adds groups".to_owned());
        }
        for branch in &merge.branches {
            let visible = self.rel(&branch.input)?;
            if branch.keys.len() != merge.keys.len() {
                return Err("a branch with other keys than its merge".to_owned());
            }
            branch
                .keys
                .iter()
                .try_for_each(|k| has(*k, &visible, "a branch's key"))?;
            branch
                .leaves
                .iter()
                .try_for_each(|l| has(l.source, &visible, "a branch's leaf"))?;
        }
        let leaves = merge
            .branches
            .iter()
            .flat_map(|b| b.leaves.iter().map(|l| l.column));
        self.define(merge.keys.iter().copied().chain(leaves))
    }

    /// Notes columns as defined here and nowhere else.
    fn define(&mut self, columns: impl Iterator<Item = ColumnId>) -> Result<Columns, String> {
        let mut given = Columns::new();
        for column in columns {
            if self.plan.columns.get(column).is_none() {
                return Err(format!("{column:?} is not in the column table"));
            }
            if !self.defined.insert(column) {
                return Err(format!("{column:?} is defined twice"));
            }
            given.insert(column);
        }
        Ok(given)
    }
}

fn some<T>(list: &[T], what: &str) -> Result<(), String> {
    if list.is_empty() {
        Err(what.to_owned())
    } else {
        Ok(())
    }
}

fn has(column: ColumnId, visible: &Columns, what: &str) -> Result<(), String> {
    if visible.contains(&column) {
        Ok(())
    } else {
        Err(format!(
            "{what} reads {column:?}, which is not visible there"
        ))
    }
}

fn reads(expr: &PlanExpr, visible: &Columns, what: &str) -> Result<(), String> {
    let mut result = Ok(());
    expr.for_each_leaf(&mut |c| {
        if result.is_ok() {
            result = has(*c, visible, what);
        }
    });
    result
}
