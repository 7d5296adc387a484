//! One aggregate at the query's grain: the formula of semantics digest 4.6.
//!
//! Without a step down each home row has one environment: join upwards, filter, group. With steps
//! down it has several, and enters a group once: number the home's rows, join, filter, keep the
//! distinct (row, keys, arguments), group.

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{
    AggregateCall, AggregateFn, ColumnId, DataType, DatasetId, Expr, ExprKind, ModelLeaf, Type,
};

use crate::frame::{Frame, Layer, as_column};
use crate::grouping::Grouping;
use crate::leaves::Leaf;
use crate::planner::{Planner, Planning};

/// Rows at the query's grain.
pub(crate) struct Grouped {
    pub(crate) rel: Rel,
    /// One column a group, in the order of the grouping; equal ones may repeat.
    pub(crate) keys: Vec<ColumnId>,
    /// The aggregate's value; none for the groups alone.
    pub(crate) value: Option<ColumnId>,
}

impl Planner<'_> {
    /// An aggregate by the groups.
    pub(crate) fn branch(&mut self, leaf: &Leaf, grouping: &Grouping) -> Planning<Grouped> {
        let mut references = self.group_references(grouping);
        references.extend(self.filter_references());
        references.extend(self.argument_references(&leaf.call));
        let reached = self.check_argument(leaf);
        let fans_out = self.attach(leaf.home, &references, leaf.call.origin.0)?;
        reached?;
        self.grouped(leaf.home, Some(leaf), grouping, fans_out)
    }

    /// The rows of a home by the groups, aggregated to a leaf or only made distinct.
    pub(crate) fn grouped(
        &mut self,
        home: DatasetId,
        leaf: Option<&Leaf>,
        grouping: &Grouping,
        fans_out: bool,
    ) -> Planning<Grouped> {
        let mut frame = Frame::new(home, true);
        let row_id = (fans_out && leaf.is_some())
            .then(|| self.column("row_id", Type::required(DataType::Integer)));
        frame.row_id = row_id;
        // Keys, filters, arguments: branches of one query then join in the same order, which lets
        // them be merged.
        let values = self.key_values(&mut frame, grouping)?;
        self.filter_rows(&mut frame)?;
        let mut lowered = leaf
            .map(|l| self.lower_call(&mut frame, &l.call))
            .transpose()?;
        let keys: Vec<ColumnId> = grouping
            .groups
            .iter()
            .zip(values)
            .map(|(group, value)| self.as_frame_column(&mut frame, value, &group.name))
            .collect();
        let label = self.label(home, grouping);
        let mut distinct_keys: Vec<ColumnId> = Vec::new();
        for key in &keys {
            if !distinct_keys.contains(key) {
                distinct_keys.push(*key);
            }
        }
        let mut needed = distinct_keys.clone();
        if let (Some(row_id), Some(call)) = (row_id, &mut lowered) {
            needed.insert(0, row_id);
            needed.extend(self.arguments_as_columns(&mut frame, call));
        }
        let mut rel = self.rows(frame)?;
        if row_id.is_some() {
            rel = self.distinct(rel, needed, &label);
        }
        let name = leaf.map_or("", |l| l.name.as_str());
        let aggregates: Vec<_> = lowered
            .map(|call| {
                let ty = call_type(&call);
                (self.column(name, ty), call)
            })
            .into_iter()
            .collect();
        let value = aggregates.first().map(|(c, _)| *c);
        let rel = Rel::Aggregate {
            input: Box::new(rel),
            keys: distinct_keys,
            aggregates,
            label,
        };
        Ok(Grouped { rel, keys, value })
    }

    /// Exactly these columns of an input, each row once.
    fn distinct(&self, input: Rel, columns: Vec<ColumnId>, label: &str) -> Rel {
        let mut seen: Vec<(ColumnId, PlanExpr)> = Vec::new();
        for column in columns {
            if !seen.iter().any(|(c, _)| *c == column) {
                seen.push((column, self.read(column)));
            }
        }
        let project = Rel::Project {
            input: Box::new(input),
            columns: seen,
        };
        Rel::Distinct {
            input: Box::new(project),
            label: format!("{label}_rows"),
        }
    }

    fn lower_call(
        &mut self,
        frame: &mut Frame,
        call: &AggregateCall<ModelLeaf>,
    ) -> Planning<AggregateCall<ColumnId>> {
        let args = call.args.iter().map(|a| self.lower(frame, a, Layer::Base));
        Ok(AggregateCall {
            function: call.function,
            distinct: call.distinct,
            args: args.collect::<Planning<_>>()?,
            origin: call.origin,
        })
    }

    /// Makes each argument a column of the frame; constants stay.
    fn arguments_as_columns(
        &mut self,
        frame: &mut Frame,
        call: &mut AggregateCall<ColumnId>,
    ) -> Vec<ColumnId> {
        let mut columns = Vec::new();
        for arg in &mut call.args {
            if matches!(arg.kind, ExprKind::Literal(_)) {
                continue;
            }
            let column = self.as_frame_column(frame, arg.clone(), "value");
            *arg = Expr::leaf(column, arg.ty);
            columns.push(column);
        }
        columns
    }

    /// Puts all where predicates on the rows.
    pub(crate) fn filter_rows(&mut self, frame: &mut Frame) -> Planning<()> {
        let filters = self.filters.clone();
        let predicates = filters
            .into_iter()
            .map(|f| self.lower(frame, f, Layer::Base));
        let predicates = predicates.collect::<Planning<Vec<_>>>()?;
        frame.filter(Layer::Top, predicates);
        Ok(())
    }

    fn key_values(&mut self, frame: &mut Frame, grouping: &Grouping) -> Planning<Vec<PlanExpr>> {
        grouping
            .groups
            .iter()
            .map(|g| self.lower(frame, &g.expr, Layer::Base))
            .collect()
    }

    /// The column an expression is, or a new one that holds it.
    pub(crate) fn as_frame_column(
        &mut self,
        frame: &mut Frame,
        expr: PlanExpr,
        name: &str,
    ) -> ColumnId {
        as_column(&expr).unwrap_or_else(|| {
            let column = self.column(name, expr.ty);
            frame.extend(Layer::Top, column, expr);
            column
        })
    }

    /// What the rows are: `orders_by_region`, `orders_total`.
    fn label(&self, home: DatasetId, grouping: &Grouping) -> String {
        let home = self.model.dataset_name(home);
        let names: Vec<&str> = grouping
            .groups
            .iter()
            .take(3)
            .map(|g| g.name.as_str())
            .collect();
        if names.is_empty() {
            format!("{home}_total")
        } else {
            format!("{home}_by_{}", names.join("_"))
        }
    }
}

/// The type of an aggregate's value.
fn call_type(call: &AggregateCall<ColumnId>) -> Type {
    use AggregateFn as A;
    let argument = call.args.first().map_or(DataType::Unknown, |a| a.ty.data);
    match call.function {
        A::CountStar | A::Count | A::ApproxCountDistinct => Type::required(DataType::Integer),
        A::Sum | A::Min | A::Max | A::PercentileDisc { .. } => Type::nullable(argument),
        A::Avg
        | A::StddevSamp
        | A::StddevPop
        | A::VarSamp
        | A::VarPop
        | A::Median
        | A::PercentileCont { .. } => Type::nullable(DataType::Float),
    }
}
