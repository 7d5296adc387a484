//! Checks of assumed keys on the data: ruling 24.

use dosic_diagnostics::Diagnostics;
use dosic_graph::JoinGraph;
use dosic_ir::plan::{Output, Rel};
use dosic_ir::{
    AggregateCall, AggregateFn, CompareOp, DataType, Expr, ExprKind, Literal, LogicalPlan, Origin,
    QueryShape, RelationshipId, SemanticModel, SemanticQuery, Type,
};

use crate::PlanOptions;
use crate::frame::Frame;
use crate::planner::{Planner, Planning};

/// A plan that gives one row if the `to` side of a relationship repeats a key value, and none if it
/// does not: `GROUP BY key HAVING COUNT(*) > 1 LIMIT 1`. NULL keys match nothing and do not count.
#[must_use]
pub fn key_check(
    model: &SemanticModel,
    graph: &JoinGraph,
    relationship: RelationshipId,
) -> (Option<LogicalPlan>, Diagnostics) {
    let shape = QueryShape::Scalar {
        home: None,
        fields: Vec::new(),
    };
    let query = SemanticQuery {
        shape,
        filters: Vec::new(),
        order_by: Vec::new(),
        limit: None,
    };
    let mut planner = Planner::new(model, graph, &query, PlanOptions::default());
    let checked = planner.check_key(relationship);
    let (planned, sink) = planner.finish(checked.ok());
    (planned.map(|p| p.plan), sink)
}

impl Planner<'_> {
    fn check_key(&mut self, relationship: RelationshipId) -> Planning<(Rel, Vec<Output>)> {
        let Some(relationship) = self.model.relationships.get(relationship) else {
            return self.broken("a relationship", None);
        };
        let mut frame = Frame::new(relationship.to, true);
        let mut keys = Vec::new();
        for key in &relationship.to_columns {
            keys.push(self.key_column(&mut frame, key)?);
        }
        let boolean = Type::required(DataType::Boolean);
        let known = keys.iter().map(|k| {
            let kind = ExprKind::IsNull {
                expr: Box::new(self.read(*k)),
                negated: true,
            };
            Expr::new(kind, boolean)
        });
        let predicates = known.collect();
        let input = Rel::Filter {
            input: Box::new(self.rows(frame)?),
            predicates,
        };
        let count = self.column("repeated", Type::required(DataType::Integer));
        let call = AggregateCall {
            function: AggregateFn::CountStar,
            distinct: false,
            args: Vec::new(),
            origin: Origin::NONE,
        };
        let label = format!("{}_keys", self.model.dataset_name(relationship.to));
        let grouped = Rel::Aggregate {
            input: Box::new(input),
            keys: keys.clone(),
            aggregates: vec![(count, call)],
            label,
        };
        let one = Expr::literal(Literal::Integer(1));
        let compare = ExprKind::Compare(
            CompareOp::Greater,
            Box::new(self.read(count)),
            Box::new(one),
        );
        let predicates = vec![Expr::new(compare, boolean)];
        let repeated = Rel::Filter {
            input: Box::new(grouped),
            predicates,
        };
        let root = Rel::Limit {
            input: Box::new(repeated),
            count: 1,
        };
        let mut outputs: Vec<Output> = Vec::new();
        for (index, column) in keys.into_iter().enumerate() {
            outputs.push(Output {
                name: format!("key_{}", index + 1),
                column,
            });
        }
        outputs.push(Output {
            name: "repeated".to_owned(),
            column: count,
        });
        Ok((root, outputs))
    }
}
