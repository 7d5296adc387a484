//! The shape of a query (semantics digest 3.1).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};

use crate::request::QueryRequest;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Aggregation,
    Scalar,
}

/// The shape of a request, or its fault: `E_MIXED_QUERY_SHAPE`, `E_EMPTY_AGGREGATION_QUERY`, `E_EMPTY_SCALAR_QUERY`.
pub(crate) fn shape_of(request: &QueryRequest, sink: &mut Diagnostics) -> Shape {
    let grouped = request.dimensions.first().or(request.measures.first());
    match (request.fields.first(), grouped) {
        (Some(field), Some(grouped)) => {
            let message = "a query has either Dimensions and Measures or Fields, not both";
            sink.push(
                fault(
                    Code::MixedQueryShape,
                    message,
                    Some(field.span),
                    "Fields ask for a scalar query",
                )
                .at(
                    grouped.span,
                    "Dimensions and Measures ask for an aggregation query",
                )
                .help(
                    "for one row per group move the fields to the dimensions; \
                         for one row per row (a scalar query) keep Fields alone",
                ),
            );
            Shape::Aggregation
        }
        (Some(field), None) => {
            refuse_having(request, field.span, sink);
            Shape::Scalar
        }
        (None, Some(_)) => Shape::Aggregation,
        (None, None) if request.fields_given => {
            let message = "a scalar query needs at least one entry in Fields";
            sink.push(
                fault(Code::EmptyScalarQuery, message, request.span, "no fields")
                    .help("add `fields: [dataset.field]`"),
            );
            Shape::Scalar
        }
        (None, None) => {
            let message = "a query needs at least one entry in Dimensions or Measures; either list alone is fine";
            sink.push(
                fault(
                    Code::EmptyAggregationQuery,
                    message,
                    request.span,
                    "asks for nothing",
                )
                .help("add `measures: [metric]`, `dimensions: [dataset.field]`, or both"),
            );
            Shape::Aggregation
        }
    }
}

fn refuse_having(request: &QueryRequest, fields: Span, sink: &mut Diagnostics) {
    let Some(having) = request.having.first() else {
        return;
    };
    let message = "Having belongs to a query with Dimensions and Measures; one with Fields is scalar and has no groups";
    sink.push(
        fault(
            Code::MixedQueryShape,
            message,
            Some(having.span),
            "filters groups",
        )
        .at(fields, "Fields ask for a scalar query")
        .help("put the predicate under Where"),
    );
}

fn fault(code: Code, message: &str, span: Option<Span>, label: &str) -> Diagnostic {
    Diagnostic::new(code, Check::QueryShape, message).at_opt(span, label)
}
