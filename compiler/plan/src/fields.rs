//! Fields and expressions in a frame: `val` of semantics digest 4.2.

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_graph::Route;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{ColumnId, DatasetId, Expr, FieldId, FieldRef, Ident, ModelExpr, ModelLeaf, Type};

use crate::frame::{Frame, Layer, as_column};
use crate::planner::{Planner, Planning};
use crate::references::reference;

/// How many fields may build on each other: each is a level of the plan, which is walked by recursion.
const MAX_DEPTH: usize = 64;

impl Planner<'_> {
    /// The column that holds a field of the frame's own dataset.
    pub(crate) fn field(&mut self, frame: &mut Frame, id: FieldId) -> Planning<ColumnId> {
        if let Some(column) = frame.fields.get(&id) {
            return Ok(*column);
        }
        let model = self.model;
        let Some(field) = model.fields.get(id).filter(|f| f.dataset == frame.dataset) else {
            return self.broken("a field outside its dataset", None);
        };
        let Some(expr) = &field.expr else {
            let unusable = field.unusable.as_deref().cloned().unwrap_or_else(|| {
                let message = format!("field `{}` has no usable expression", model.qualified(id));
                Diagnostic::new(Code::NoUsableDialect, Check::QueryNames, message)
                    .at(field.span, "")
            });
            return self.fail(unusable);
        };
        let column = if let Some(ModelLeaf::Column(ident)) = expr.as_leaf() {
            self.physical(frame, ident, field.ty)
        } else {
            self.depth += 1;
            let value = self.computed(frame, id, expr);
            self.depth -= 1;
            let value = value?;
            match as_column(&value) {
                Some(column) => column,
                None => {
                    let column = self.column(field.name.display(), field.ty);
                    frame.extend(Layer::Base, column, value);
                    column
                }
            }
        };
        frame.fields.insert(id, column);
        Ok(column)
    }

    /// The value of a computed field; fields that build on too many others are refused.
    fn computed(&mut self, frame: &mut Frame, id: FieldId, expr: &ModelExpr) -> Planning<PlanExpr> {
        if self.depth > MAX_DEPTH {
            let span = self.model.fields.get(id).map(|f| f.span);
            let message = format!("fields build on each other more than {MAX_DEPTH} levels deep");
            return self.fail(
                Diagnostic::new(Code::InvalidQuery, Check::Grain, message)
                    .kind("too-deep")
                    .at_opt(span, "this is one level too deep")
                    .help("define the field with fewer steps"),
            );
        }
        if expr.has_window() {
            self.guard(frame)?;
        }
        self.lower(frame, expr, Layer::Base)
    }

    /// The type of a physical column: that of a field that is the column and nothing more.
    pub(crate) fn physical_type(&self, dataset: DatasetId, ident: &Ident) -> Type {
        let model = self.model;
        let Some(dataset) = model.datasets.get(dataset) else {
            return Type::UNKNOWN;
        };
        let fields = dataset.fields.iter().filter_map(|f| model.fields.get(*f));
        fields
            .filter(|f| {
                let leaf = f.expr.as_ref().and_then(Expr::as_leaf);
                matches!(leaf, Some(ModelLeaf::Column(c)) if c == ident)
            })
            .map(|f| f.ty)
            .next()
            .unwrap_or(Type::UNKNOWN)
    }

    /// An expression over the columns of a frame.
    pub(crate) fn lower(
        &mut self,
        frame: &mut Frame,
        expr: &ModelExpr,
        layer: Layer,
    ) -> Planning<PlanExpr> {
        expr.try_map(&mut |leaf, ty| match leaf {
            ModelLeaf::Column(ident) => Ok(Expr::leaf(self.physical(frame, ident, ty), ty)),
            ModelLeaf::Field(field) => Ok(Expr::leaf(self.referenced(frame, field)?, ty)),
            ModelLeaf::Window(call) => {
                let column = self.window(frame, call, ty, layer)?;
                Ok(self.read(column))
            }
            ModelLeaf::Aggregate(call) => self.broken("an aggregate in a row", call.origin.0),
            ModelLeaf::Metric(_, origin) => self.broken("a metric in a row", origin.0),
        })
    }

    /// The column of a field reference: of the frame's dataset, or joined along its path.
    fn referenced(&mut self, frame: &mut Frame, field: &FieldRef) -> Planning<ColumnId> {
        let Some(reference) = reference(self.model, field) else {
            return self.broken("a field", field.origin.0);
        };
        match self.route(frame.dataset, &reference.target) {
            Route::Here => self.field(frame, field.field),
            Route::Up(path) => {
                let node = self.node(frame, &path)?;
                self.field(node, field.field)
            }
            // A joined dataset's own fields look upwards only (5.5); only a home has a valley.
            Route::Valley(path) if frame.is_home => {
                let node = self.node(frame, &path)?;
                self.field(node, field.field)
            }
            route => {
                let diagnostic = self.unreachable(frame.dataset, &reference, &route, None);
                self.fail(diagnostic)
            }
        }
    }
}
