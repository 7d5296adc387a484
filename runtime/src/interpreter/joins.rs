//! The rows that a step leads to: semantics digest 5.1 and 7.2.
//!
//! By definition they are found by comparing a row with every row of the other side ([`World::search`]). Since a
//! query asks for each of its rows, the rows of a side are also kept by their key values, once for each step; the
//! definition decides wherever values of unlike kinds meet.

use std::collections::BTreeMap;
use std::rc::Rc;

use dosic_ir::{DatasetId, KeyColumn};

use super::Value;
use super::failure::Evaluation;
use super::paths::Step;
use super::rows::{RowId, World};

/// The rows of one side of a relationship by the values of its columns.
pub(crate) struct Index {
    /// Rows without NULL in a column.
    rows: BTreeMap<Vec<Value>, Vec<usize>>,
    /// What the values of each column are; `None` where there are none but NULL.
    kinds: Vec<Option<Kind>>,
}

/// Kinds whose values all compare with each other, in one order. A Float stands apart from exact numbers: it may
/// equal two that differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boolean,
    Exact,
    Float,
    String,
    Time,
    Moment,
}

fn kind(value: &Value) -> Option<Kind> {
    Some(match value {
        Value::Null => return None,
        Value::Boolean(_) => Kind::Boolean,
        Value::Integer(_) | Value::Decimal(_) => Kind::Exact,
        Value::Float(_) => Kind::Float,
        Value::String(_) => Kind::String,
        Value::Time(_) => Kind::Time,
        Value::Date(_) | Value::DateTime(_) => Kind::Moment,
    })
}

impl Index {
    /// The rows with these key values; `None` if the index cannot say.
    fn equal_to(&self, key: &[Value]) -> Option<Vec<usize>> {
        let fits = |(value, known): (&Value, &Option<Kind>)| {
            value.is_null() || known.is_none() || kind(value) == *known
        };
        key.iter()
            .zip(&self.kinds)
            .all(fits)
            .then(|| self.rows.get(key).cloned().unwrap_or_default())
    }
}

impl World<'_> {
    /// The rows at the far end of a step whose columns equal those of a row pairwise, all non-NULL.
    pub(crate) fn matching(
        &self,
        near: DatasetId,
        row: RowId,
        step: Step,
    ) -> Evaluation<Vec<usize>> {
        let Some(edge) = self.model.relationships.get(step.relationship) else {
            return Ok(Vec::new());
        };
        // From the `from` side to the `to` side, or back; a self-relationship is walked upwards.
        let (ours, theirs) = if edge.from == near {
            (&edge.from_columns, &edge.to_columns)
        } else {
            (&edge.to_columns, &edge.from_columns)
        };
        let key = self.key(near, ours, row)?;
        let index = self.index(step, theirs)?;
        match index.as_ref().as_ref().and_then(|i| i.equal_to(&key)) {
            Some(found) => Ok(found),
            None => self.search(&key, step.to, theirs),
        }
    }

    /// `matching` by definition: each row of the far side is compared.
    fn search(
        &self,
        key: &[Value],
        far: DatasetId,
        columns: &[KeyColumn],
    ) -> Evaluation<Vec<usize>> {
        let mut found = Vec::new();
        for row in self.rows(far)? {
            let other = self.key(far, columns, Some(row))?;
            let mut equal = true;
            for (a, b) in key.iter().zip(&other) {
                equal &= a.compare(b)?.is_some_and(std::cmp::Ordering::is_eq);
            }
            if equal {
                found.push(row);
            }
        }
        Ok(found)
    }

    /// The index of the far side of a step, built when first asked for; `None` if a column mixes kinds.
    fn index(&self, step: Step, columns: &[KeyColumn]) -> Evaluation<Rc<Option<Index>>> {
        if let Some(known) = self.indexes.borrow().get(&step) {
            return Ok(Rc::clone(known));
        }
        let built = Rc::new(self.build_index(step.to, columns)?);
        self.indexes.borrow_mut().insert(step, Rc::clone(&built));
        Ok(built)
    }

    fn build_index(&self, far: DatasetId, columns: &[KeyColumn]) -> Evaluation<Option<Index>> {
        let mut rows: BTreeMap<Vec<Value>, Vec<usize>> = BTreeMap::new();
        let mut kinds: Vec<Option<Kind>> = vec![None; columns.len()];
        for row in self.rows(far)? {
            let key = self.key(far, columns, Some(row))?;
            for (known, value) in kinds.iter_mut().zip(&key) {
                let this = kind(value);
                if this.is_some() && known.is_some() && this != *known {
                    return Ok(None);
                }
                *known = known.or(this);
            }
            if !key.iter().any(Value::is_null) {
                rows.entry(key).or_default().push(row);
            }
        }
        Ok(Some(Index { rows, kinds }))
    }
}
