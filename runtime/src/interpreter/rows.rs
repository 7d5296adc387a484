//! Rows, steps between them, and the values of fields: semantics digest 4.2 and 4.8 rule 2.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use chrono::NaiveDateTime;
use dosic_diagnostics::{Check, Code};
use dosic_ir::{
    DatasetId, FieldId, FieldRef, KeyColumn, ModelExpr, ModelLeaf, SemanticModel, WindowCall,
};

use super::expression::{Scope, evaluate, holds};
use super::failure::{Evaluation, Failure, fault};
use super::joins::Index;
use super::paths::{Choice, Direction, Path, Step, Target, choose, start_of};
use super::{Data, Table, Value, window};

/// A row, by its position in its source; `None` is ⊥, no row.
pub(crate) type RowId = Option<usize>;

/// The values of a window function by row; rows that are missing have NULL.
type WindowValues = BTreeMap<usize, Value>;

/// What everything is evaluated over.
pub(crate) struct World<'a> {
    pub(crate) model: &'a SemanticModel,
    pub(crate) data: &'a Data,
    pub(crate) now: NaiveDateTime,
    /// Conjuncts of where.
    pub(crate) filters: Vec<&'a ModelExpr>,
    choices: RefCell<BTreeMap<(DatasetId, Target), Choice>>,
    pub(crate) indexes: RefCell<BTreeMap<Step, Rc<Option<Index>>>>,
    windows: RefCell<Vec<(DatasetId, WindowCall<ModelLeaf>, WindowValues)>>,
    /// Whether a window has given values that depend on the order of rows with equal keys.
    pub(crate) undetermined: Cell<bool>,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        model: &'a SemanticModel,
        data: &'a Data,
        now: NaiveDateTime,
        filters: Vec<&'a ModelExpr>,
    ) -> Self {
        Self {
            model,
            data,
            now,
            filters,
            choices: RefCell::default(),
            indexes: RefCell::default(),
            windows: RefCell::default(),
            undetermined: Cell::default(),
        }
    }

    fn table(&self, dataset: DatasetId) -> Evaluation<&'a Table> {
        self.data.get(&dataset).ok_or_else(|| {
            let name = self.model.dataset_name(dataset);
            Failure::runtime(format!("there are no rows of `{name}`"))
        })
    }

    /// `rows(D)`: every row with an identity of its own, its position.
    pub(crate) fn rows(&self, dataset: DatasetId) -> Evaluation<std::ops::Range<usize>> {
        Ok(0..self.table(dataset)?.rows.len())
    }

    /// What a field reference asks for.
    pub(crate) fn target(&self, field: &FieldRef) -> Option<Target> {
        let dataset = self.model.fields.get(field.field)?.dataset;
        Some(Target {
            role: field.role.clone(),
            dataset,
        })
    }

    /// The dataset whose rows a reference starts from.
    pub(crate) fn start(&self, field: &FieldRef) -> Option<DatasetId> {
        Some(start_of(self.model, &self.target(field)?))
    }

    /// The choice of 5.3, remembered.
    pub(crate) fn choice(&self, home: DatasetId, target: &Target) -> Choice {
        let key = (home, target.clone());
        if let Some(known) = self.choices.borrow().get(&key) {
            return known.clone();
        }
        let choice = choose(self.model, home, target);
        self.choices.borrow_mut().insert(key, choice.clone());
        choice
    }

    /// The columns of one end of a relationship, on one row.
    pub(crate) fn key(
        &self,
        dataset: DatasetId,
        columns: &[KeyColumn],
        row: RowId,
    ) -> Evaluation<Vec<Value>> {
        let value = |column: &KeyColumn| match column {
            KeyColumn::Physical(name) => self.column(dataset, name, row),
            KeyColumn::Field(field) => self.val(*field, row),
        };
        columns.iter().map(value).collect()
    }

    /// `up(r, e)`: the row at the unique side, or ⊥. Where the data break the key, the first match.
    fn up(&self, near: DatasetId, row: RowId, step: Step) -> Evaluation<RowId> {
        if row.is_none() {
            return Ok(None);
        }
        Ok(self.matching(near, row, step)?.first().copied())
    }

    /// `down(r, e)`: all rows of the other side, or \[⊥\] if there is none.
    fn down(&self, near: DatasetId, row: RowId, step: Step) -> Evaluation<Vec<RowId>> {
        let found = if row.is_none() {
            Vec::new()
        } else {
            self.matching(near, row, step)?
        };
        Ok(if found.is_empty() {
            vec![None]
        } else {
            found.into_iter().map(Some).collect()
        })
    }

    /// The rows that one step leads to: one, or for a step down as many as there are.
    pub(crate) fn step(&self, near: DatasetId, row: RowId, step: Step) -> Evaluation<Vec<RowId>> {
        match step.direction {
            Direction::Up => Ok(vec![self.up(near, row, step)?]),
            Direction::Down => self.down(near, row, step),
        }
    }

    /// A physical column of a row.
    fn column(&self, dataset: DatasetId, name: &dosic_ir::Ident, row: RowId) -> Evaluation<Value> {
        let table = self.table(dataset)?;
        let Some(position) = table.position(name) else {
            let dataset = self.model.dataset_name(dataset);
            return Err(Failure::runtime(format!(
                "`{dataset}` has no column {name:?}"
            )));
        };
        let row = row.and_then(|r| table.rows.get(r));
        Ok(row
            .and_then(|r| r.get(position))
            .cloned()
            .unwrap_or(Value::Null))
    }

    /// `val(D.f, r)`: the field's expression on the row; NULL on ⊥, even for a constant expression.
    pub(crate) fn val(&self, field: FieldId, row: RowId) -> Evaluation<Value> {
        let Some(known) = self.model.fields.get(field) else {
            return Err(Failure::runtime("a field of another model"));
        };
        let (Some(row), Some(expr)) = (row, &known.expr) else {
            return Ok(Value::Null);
        };
        evaluate(expr, &self.on_row(known.dataset, row))
    }

    /// The place that is one row of a dataset: fields of it and of datasets above it.
    pub(crate) fn on_row(&self, dataset: DatasetId, row: usize) -> OnRow<'_> {
        OnRow {
            world: self,
            dataset,
            row,
        }
    }

    /// The values of a window function in a field of a dataset, or in an aggregate's argument: it sees the
    /// rows that satisfy every conjunct that reads no windowed field and only D or datasets above D (4.8.2).
    fn window_value(
        &self,
        dataset: DatasetId,
        call: &WindowCall<ModelLeaf>,
        row: usize,
    ) -> Evaluation<Value> {
        let known = |(d, c, values): &(DatasetId, WindowCall<ModelLeaf>, WindowValues)| {
            (*d == dataset && c == call).then(|| values.get(&row).cloned().unwrap_or(Value::Null))
        };
        if let Some(value) = self.windows.borrow().iter().find_map(known) {
            return Ok(value);
        }
        let seen = self.seen_by_windows(dataset)?;
        let on_row = |index: usize, expr: &ModelExpr| match seen.get(index) {
            Some(row) => evaluate(expr, &self.on_row(dataset, *row)),
            None => Ok(Value::Null),
        };
        let values = window::compute(call, seen.len(), &on_row, &self.undetermined)?;
        let values: WindowValues = seen.iter().copied().zip(values).collect();
        let value = values.get(&row).cloned().unwrap_or(Value::Null);
        self.windows
            .borrow_mut()
            .push((dataset, call.clone(), values));
        Ok(value)
    }

    /// The rows that windows over a dataset see: 4.8 rule 2.
    fn seen_by_windows(&self, dataset: DatasetId) -> Evaluation<Vec<usize>> {
        let counts = |f: &&&ModelExpr| !self.reads_windowed_field(f) && self.is_above(dataset, f);
        let conjuncts: Vec<&ModelExpr> = self.filters.iter().filter(counts).copied().collect();
        let mut seen = Vec::new();
        for row in self.rows(dataset)? {
            let mut kept = true;
            for conjunct in &conjuncts {
                kept &= holds(conjunct, &self.on_row(dataset, row))?;
            }
            if kept {
                seen.push(row);
            }
        }
        Ok(seen)
    }

    /// Whether all that an expression refers to is a dataset or above it, reached in one way.
    fn is_above(&self, dataset: DatasetId, expr: &ModelExpr) -> bool {
        !expr.any_leaf_deep(&mut |leaf| match leaf {
            ModelLeaf::Field(field) => !self
                .target(field)
                .is_some_and(|t| matches!(self.choice(dataset, &t), Choice::Up(_))),
            _ => false,
        })
    }

    /// Whether an expression reads a windowed field, directly or through other fields.
    fn reads_windowed_field(&self, expr: &ModelExpr) -> bool {
        expr.any_leaf_deep(&mut |leaf| match leaf {
            ModelLeaf::Field(field) => self.model.fields.get(field.field).is_some_and(|f| {
                f.expr
                    .as_ref()
                    .is_some_and(|e| e.has_window() || self.reads_windowed_field(e))
            }),
            _ => false,
        })
    }
}

/// One row of a dataset.
pub(crate) struct OnRow<'w> {
    world: &'w World<'w>,
    dataset: DatasetId,
    row: usize,
}

impl Scope for OnRow<'_> {
    fn leaf(&self, leaf: &ModelLeaf) -> Evaluation<Value> {
        let world = self.world;
        match leaf {
            ModelLeaf::Column(name) => world.column(self.dataset, name, Some(self.row)),
            ModelLeaf::Field(field) => {
                let path = world.up_path(self.dataset, field)?;
                let (mut row, mut near) = (Some(self.row), self.dataset);
                for step in path {
                    row = world.up(near, row, step)?;
                    near = step.to;
                }
                world.val(field.field, row)
            }
            ModelLeaf::Window(call) => world.window_value(self.dataset, call, self.row),
            ModelLeaf::Metric(..) | ModelLeaf::Aggregate(_) => {
                Err(Failure::runtime("an aggregate on a single row"))
            }
        }
    }

    fn now(&self) -> NaiveDateTime {
        self.world.now
    }
}

impl World<'_> {
    /// The unique up path from a dataset to what a field of it refers to (5.5).
    fn up_path(&self, dataset: DatasetId, field: &FieldRef) -> Evaluation<Path> {
        let target = self.target(field);
        let code = match target.map(|t| self.choice(dataset, &t)) {
            Some(Choice::Up(path)) => return Ok(path),
            Some(Choice::Ambiguous) => Code::AmbiguousPath,
            Some(Choice::Unconnected) => Code::NoPath,
            _ => Code::MnNoSafeRewrite,
        };
        let message = format!(
            "`{}` is not one value a row of `{}`",
            self.model.qualified(field.field),
            self.model.dataset_name(dataset)
        );
        let diagnostic = fault(code, Check::Paths, field.origin.0, message);
        Err(Failure::refused(diagnostic))
    }
}
