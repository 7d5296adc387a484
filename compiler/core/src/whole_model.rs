//! The queries that stand for a whole model: a view a dataset, a total a metric (ruling 5).

use dosic_diagnostics::SpannedText;
use dosic_ir::{
    DatasetId, Expr, FieldRef, MetricId, ModelLeaf, Origin, OutputExpr, QueryShape, SemanticModel,
    SemanticQuery,
};
use dosic_query::{RequestItem, RequestedValue};

use crate::QueryRequest;

/// The scalar query over all public, usable fields of a dataset; `None` if it has none.
#[must_use]
pub fn view_query(model: &SemanticModel, dataset: DatasetId) -> Option<SemanticQuery> {
    let mut fields: Vec<OutputExpr> = Vec::new();
    for id in &model.datasets.get(dataset)?.fields {
        let Some(field) = model.fields.get(*id) else {
            continue;
        };
        if field.private || field.implied || field.expr.is_none() {
            continue;
        }
        let origin = Origin::from(field.span);
        let reference = FieldRef {
            field: *id,
            role: Vec::new(),
            origin,
        };
        let expr = Expr::leaf(ModelLeaf::Field(reference), field.ty);
        fields.push(OutputExpr {
            name: field.name.display().to_owned(),
            expr,
            origin,
        });
    }
    if fields.is_empty() {
        return None;
    }
    let shape = QueryShape::Scalar {
        home: Some(dataset),
        fields,
    };
    Some(SemanticQuery {
        shape,
        filters: Vec::new(),
        order_by: Vec::new(),
        limit: None,
    })
}

/// The request for a metric at its total; `None` only for an id of another model.
#[must_use]
pub fn total_request(model: &SemanticModel, metric: MetricId) -> Option<QueryRequest> {
    let metric = model.metrics.get(metric)?;
    let name = SpannedText::synthetic(metric.name.spelling(), metric.span);
    let what = RequestedValue::Expression(name);
    let item = RequestItem {
        what,
        alias: None,
        span: metric.span,
    };
    Some(QueryRequest {
        measures: vec![item],
        ..QueryRequest::default()
    })
}
