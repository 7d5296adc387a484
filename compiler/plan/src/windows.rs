//! Windowed fields and the rows they see: semantics digest 4.8 rule 2.
//!
//! A windowed field of dataset D is computed over the rows of D that satisfy every where predicate
//! that reads no windowed field and only D or datasets above it. In the home these rows are
//! filtered first: the others are dropped by where anyway. In a joined dataset all rows must stay
//! joinable, so the rows that where drops are put into partitions of their own and get NULL; they
//! are seen where a cycle or a self-relationship leads back to the filtered dataset.

use dosic_graph::Route;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{
    ColumnId, CompareOp, DataType, Expr, ExprKind, Literal, ModelExpr, ModelLeaf, Type, WindowCall,
    WindowFn,
};

use crate::frame::{Frame, Layer};
use crate::planner::{Planner, Planning};
use crate::references::references;

/// Whether a frame's windows already see the right rows.
#[derive(Clone, Copy)]
pub(crate) enum Guard {
    /// Not yet asked.
    Unset,
    /// The rows are right as they are.
    Ready,
    /// This column tells rows that windows see (1) from others (0).
    Partition(ColumnId),
}

impl Planner<'_> {
    /// Makes the windows of a frame see the right rows.
    pub(crate) fn guard(&mut self, frame: &mut Frame) -> Planning<()> {
        if !matches!(frame.guard, Guard::Unset) {
            return Ok(());
        }
        frame.guard = Guard::Ready;
        let mut predicates = Vec::new();
        for filter in self.plain_filters.clone() {
            if self.is_above(frame, filter) {
                predicates.push(self.lower(frame, filter, Layer::Base)?);
            }
        }
        if predicates.is_empty() {
            return Ok(());
        }
        if frame.is_home {
            frame.filter(Layer::Base, predicates);
        } else {
            let column = self.column("in_scope", Type::required(DataType::Integer));
            frame.extend(Layer::Base, column, in_scope(predicates));
            frame.guard = Guard::Partition(column);
        }
        Ok(())
    }

    /// Whether a predicate reads only the frame's dataset and datasets above it, each reached in one way.
    fn is_above(&mut self, frame: &Frame, filter: &ModelExpr) -> bool {
        let references = references(self.model, filter);
        references.iter().all(|r| {
            let route = self.route(frame.dataset, &r.target);
            matches!(route, Route::Here | Route::Up(_))
        })
    }

    /// The column of a window function over the rows of a frame.
    pub(crate) fn window(
        &mut self,
        frame: &mut Frame,
        call: &WindowCall<ModelLeaf>,
        ty: Type,
        layer: Layer,
    ) -> Planning<ColumnId> {
        if layer == Layer::Base {
            self.guard(frame)?;
        }
        let mut lowered = call.try_map(&mut |leaf, ty| {
            let expr = Expr::leaf(leaf.clone(), ty);
            self.lower(frame, &expr, layer)
        })?;
        if let (Layer::Base, Guard::Partition(column)) = (layer, frame.guard) {
            lowered.partition_by.insert(0, self.read(column));
        }
        let column = self.column(window_name(call.function), ty);
        let column = frame.window(layer, column, lowered);
        let (Layer::Base, Guard::Partition(scope)) = (layer, frame.guard) else {
            return Ok(column);
        };
        let seen = self.column(window_name(call.function), Type::nullable(ty.data));
        let value = within_scope(self.read(scope), self.read(column));
        frame.extend(layer, seen, value);
        Ok(seen)
    }
}

/// `CASE WHEN scope = 1 THEN value END`
fn within_scope(scope: PlanExpr, value: PlanExpr) -> PlanExpr {
    let ty = Type::nullable(value.ty.data);
    let one = Box::new(Expr::literal(Literal::Integer(1)));
    let is_in = ExprKind::Compare(CompareOp::Equal, Box::new(scope), one);
    let is_in = Expr::new(is_in, Type::required(DataType::Boolean));
    Expr::new(
        ExprKind::Case {
            operand: None,
            whens: vec![(is_in, value)],
            otherwise: None,
        },
        ty,
    )
}

/// `CASE WHEN predicates THEN 1 ELSE 0 END`
fn in_scope(predicates: Vec<PlanExpr>) -> PlanExpr {
    let whens = vec![(Expr::all(predicates), Expr::literal(Literal::Integer(1)))];
    let otherwise = Some(Box::new(Expr::literal(Literal::Integer(0))));
    let kind = ExprKind::Case {
        operand: None,
        whens,
        otherwise,
    };
    Expr::new(kind, Type::required(DataType::Integer))
}

/// A name hint for a window function's column.
pub(crate) fn window_name(function: WindowFn) -> String {
    let name = match function {
        WindowFn::Aggregate(aggregate) => aggregate.name().to_lowercase(),
        WindowFn::RowNumber => "row_number".to_owned(),
        WindowFn::Rank => "rank".to_owned(),
        WindowFn::DenseRank => "dense_rank".to_owned(),
        WindowFn::Ntile(_) => "ntile".to_owned(),
        WindowFn::PercentRank => "percent_rank".to_owned(),
        WindowFn::CumeDist => "cume_dist".to_owned(),
        WindowFn::Lag(_) => "lag".to_owned(),
        WindowFn::Lead(_) => "lead".to_owned(),
        WindowFn::FirstValue => "first_value".to_owned(),
        WindowFn::LastValue => "last_value".to_owned(),
        WindowFn::NthValue(_) => "nth_value".to_owned(),
    };
    format!("{name}_window")
}
