//! A frame: the rows of one dataset while columns are added to them.
//!
//! A frame grows as expressions ask for columns. Its operators come in three layers, so that the
//! order in which things are asked for does not matter:
//!
//! 1. `base` keeps the dataset's rows as they are: joins upwards, computed fields, windowed fields;
//! 2. `fan` holds the joins of a valley, which repeat rows;
//! 3. `top` is what the query puts on all of that: filters, keys, arguments.
//!
//! A joined dataset is a frame of its own on the right side of its join, so that its fields are
//! computed before the join and are NULL on unmatched rows, even where they are constants.

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_graph::{Direction, Path, Step};
use dosic_ir::plan::{PlanExpr, Rel, Scan};
use dosic_ir::{ColumnId, DatasetId, Expr, FieldId, Ident, KeyColumn, WindowCall};
use rustc_hash::FxHashMap;

use crate::planner::{Planner, Planning};
use crate::windows::Guard;

/// The most datasets joined to one: later stages walk plans by recursion.
const MAX_JOINS: usize = 500;

/// Rows of a dataset with the columns asked for.
pub(crate) struct Frame {
    pub(crate) dataset: DatasetId,
    /// Whether this is the home of what is planned, not a joined dataset.
    pub(crate) is_home: bool,
    /// Numbers the dataset's rows, if asked for.
    pub(crate) row_id: Option<ColumnId>,
    pub(crate) guard: Guard,
    pub(crate) fields: FxHashMap<FieldId, ColumnId>,
    scan: Vec<(ColumnId, Ident)>,
    scanned: FxHashMap<Ident, ColumnId>,
    nodes: Vec<Frame>,
    paths: FxHashMap<Path, usize>,
    base: Vec<Op>,
    fan: Vec<Op>,
    top: Vec<Op>,
}

/// Where an operator is put.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Base,
    Top,
}

/// An operator of a frame.
enum Op {
    /// The join of a node.
    Join {
        node: usize,
        on: Vec<(ColumnId, ColumnId)>,
        unique: bool,
    },
    /// More columns.
    Extend(Vec<(ColumnId, PlanExpr)>),
    Filter(Vec<PlanExpr>),
    Window(Vec<(ColumnId, WindowCall<ColumnId>)>),
}

impl Frame {
    pub(crate) fn new(dataset: DatasetId, is_home: bool) -> Self {
        Self {
            dataset,
            is_home,
            row_id: None,
            guard: Guard::Unset,
            fields: FxHashMap::default(),
            scan: Vec::new(),
            scanned: FxHashMap::default(),
            nodes: Vec::new(),
            paths: FxHashMap::default(),
            base: Vec::new(),
            fan: Vec::new(),
            top: Vec::new(),
        }
    }

    fn ops(&mut self, layer: Layer) -> &mut Vec<Op> {
        match layer {
            Layer::Base => &mut self.base,
            Layer::Top => &mut self.top,
        }
    }

    /// Adds a computed column, beside others that it does not depend on.
    pub(crate) fn extend(&mut self, layer: Layer, column: ColumnId, expr: PlanExpr) {
        let ops = self.ops(layer);
        if let Some(Op::Extend(list)) = ops.last_mut()
            && !expr.any_leaf(&mut |c| list.iter().any(|(d, _)| d == c))
        {
            list.push((column, expr));
            return;
        }
        ops.push(Op::Extend(vec![(column, expr)]));
    }

    /// Adds a window function, beside others that it does not depend on; an equal one is used again.
    pub(crate) fn window(
        &mut self,
        layer: Layer,
        column: ColumnId,
        call: WindowCall<ColumnId>,
    ) -> ColumnId {
        let ops = self.ops(layer);
        if let Some(Op::Window(list)) = ops.last_mut() {
            if let Some((same, _)) = list.iter().find(|(_, c)| *c == call) {
                return *same;
            }
            let defined = |c: &ColumnId| list.iter().any(|(d, _)| d == c);
            if !call.exprs().any(|e| e.any_leaf(&mut |c| defined(c))) {
                list.push((column, call));
                return column;
            }
        }
        ops.push(Op::Window(vec![(column, call)]));
        column
    }

    /// Keeps the rows for which all predicates are TRUE.
    pub(crate) fn filter(&mut self, layer: Layer, predicates: Vec<PlanExpr>) {
        if !predicates.is_empty() {
            self.ops(layer).push(Op::Filter(predicates));
        }
    }

    /// The frame of a dataset that is joined along a path.
    fn node(&mut self, path: &[Step]) -> Option<&mut Self> {
        self.nodes.get_mut(*self.paths.get(path)?)
    }
}

impl Planner<'_> {
    /// A physical column of a frame's dataset.
    pub(crate) fn physical(
        &mut self,
        frame: &mut Frame,
        ident: &Ident,
        ty: dosic_ir::Type,
    ) -> ColumnId {
        if let Some(column) = frame.scanned.get(ident) {
            return *column;
        }
        let column = self.column(ident.display(), ty);
        frame.scan.push((column, ident.clone()));
        frame.scanned.insert(ident.clone(), column);
        column
    }

    /// The column of a key or relationship.
    pub(crate) fn key_column(&mut self, frame: &mut Frame, key: &KeyColumn) -> Planning<ColumnId> {
        match key {
            KeyColumn::Physical(ident) => {
                let ty = self.physical_type(frame.dataset, ident);
                Ok(self.physical(frame, ident, ty))
            }
            KeyColumn::Field(field) => self.field(frame, *field),
        }
    }

    /// The frame of the dataset at the end of a path, joined if it is not yet.
    pub(crate) fn node<'f>(
        &mut self,
        frame: &'f mut Frame,
        path: &[Step],
    ) -> Planning<&'f mut Frame> {
        for length in 1..=path.len() {
            let prefix = path.get(..length).unwrap_or(path);
            if !frame.paths.contains_key(prefix) {
                self.join(frame, prefix)?;
            }
        }
        match frame.node(path) {
            Some(node) => Ok(node),
            None => self.broken("a join path", None),
        }
    }

    /// Joins the dataset at the end of a path whose other steps are joined.
    fn join(&mut self, frame: &mut Frame, path: &[Step]) -> Planning<()> {
        let Some((step, parent)) = path.split_last() else {
            return Ok(());
        };
        let Some(relationship) = self.model.relationships.get(step.relationship) else {
            return self.broken("a relationship", None);
        };
        self.walk(step.relationship)?;
        if frame.nodes.len() >= MAX_JOINS {
            let name = self.model.dataset_name(frame.dataset);
            let message = format!("more than {MAX_JOINS} datasets are joined to `{name}`");
            return self.fail(
                Diagnostic::new(Code::InvalidQuery, Check::Grain, message)
                    .kind("too-large")
                    .help("ask for fewer dimensions at once"),
            );
        }
        let from_to = match parent.last() {
            Some(last) => last.to == relationship.from,
            None => frame.dataset == relationship.from,
        } && step.to == relationship.to;
        let (near, far) = if from_to {
            (&relationship.from_columns, &relationship.to_columns)
        } else {
            (&relationship.to_columns, &relationship.from_columns)
        };
        let mut child = Frame::new(step.to, false);
        let mut on = Vec::with_capacity(near.len());
        for (near, far) in near.iter().zip(far) {
            let left = match parent {
                [] => self.key_column(frame, near)?,
                _ => match frame.node(parent) {
                    Some(parent) => self.key_column(parent, near)?,
                    None => return self.broken("a join path", None),
                },
            };
            on.push((left, self.key_column(&mut child, far)?));
        }
        let node = frame.nodes.len();
        frame.nodes.push(child);
        frame.paths.insert(path.to_vec(), node);
        let op = Op::Join {
            node,
            on,
            unique: step.direction == Direction::Up,
        };
        // Everything past a step down depends on it, so it stays behind it.
        if path.iter().any(|s| s.direction == Direction::Down) {
            frame.fan.push(op);
        } else {
            frame.base.push(op);
        }
        Ok(())
    }

    /// The relational operators of a frame.
    pub(crate) fn rows(&mut self, frame: Frame) -> Planning<Rel> {
        let Some(dataset) = self.model.datasets.get(frame.dataset) else {
            return self.broken("a dataset", None);
        };
        let mut rel = Rel::Scan(Scan {
            source: dataset.source.clone(),
            label: dataset.name.display().to_owned(),
            columns: frame.scan,
        });
        if let Some(column) = frame.row_id {
            rel = Rel::RowId {
                input: Box::new(rel),
                column,
            };
        }
        let mut nodes: Vec<Option<Frame>> = frame.nodes.into_iter().map(Some).collect();
        for layer in [frame.base, frame.fan, frame.top] {
            for op in joins_first(layer) {
                rel = match op {
                    Op::Join { node, on, unique } => {
                        let Some(right) = nodes.get_mut(node).and_then(Option::take) else {
                            return self.broken("a join", None);
                        };
                        let right = Box::new(self.rows(right)?);
                        Rel::Join {
                            left: Box::new(rel),
                            right,
                            on,
                            unique,
                        }
                    }
                    Op::Extend(new) => self.extended(rel, new),
                    Op::Filter(predicates) => Rel::Filter {
                        input: Box::new(rel),
                        predicates,
                    },
                    Op::Window(calls) => Rel::Window {
                        input: Box::new(rel),
                        calls,
                    },
                };
            }
        }
        Ok(rel)
    }

    /// All columns of an input, and more.
    pub(crate) fn extended(&self, input: Rel, new: Vec<(ColumnId, PlanExpr)>) -> Rel {
        let passed = input
            .output_columns()
            .into_iter()
            .map(|c| (c, self.read(c)));
        let columns = passed.chain(new).collect();
        Rel::Project {
            input: Box::new(input),
            columns,
        }
    }
}

/// Moves each join before the computed columns that it does not join on: one FROM clause then holds
/// all joins, and the computed columns stand in one select list above it.
fn joins_first(ops: Vec<Op>) -> Vec<Op> {
    let mut ordered: Vec<Op> = Vec::with_capacity(ops.len());
    for op in ops {
        let mut place = ordered.len();
        if let Op::Join { on, .. } = &op {
            while let Some(Op::Extend(list)) = place.checked_sub(1).and_then(|i| ordered.get(i)) {
                if on
                    .iter()
                    .any(|(left, _)| list.iter().any(|(c, _)| c == left))
                {
                    break;
                }
                place -= 1;
            }
        }
        ordered.insert(place, op);
    }
    ordered
}

/// The column an expression reads, if it is nothing more.
pub(crate) fn as_column(expr: &PlanExpr) -> Option<ColumnId> {
    Expr::as_leaf(expr).copied()
}
