//! The model of the tests, and ways to ask it.

use dosic_diagnostics::{Diagnostics, Severity, SourceMap};
use dosic_document::{LoadOptions, load, read_node};
use dosic_resolve::{ResolveOptions, ResolvedModel, resolve};

use super::render::{render_diagnostics, render_query};
use crate::{QueryOptions, QueryRequest, resolve_query};

pub(super) const SHOP: &str = r#"
semantic_model:
- name: shop
  datasets:
  - name: customers
    source: customers
    primary_key: [id]
    fields:
    - {name: id, expression: id, datatype: Integer}
    - {name: region, expression: region, datatype: String}
    - {name: segment, expression: segment, datatype: String}
    - {name: credit, expression: credit, datatype: Decimal}
    - {name: secret, expression: secret, access_modifier: private}
  - name: orders
    source: orders
    primary_key: [id]
    fields:
    - {name: id, expression: id, datatype: Integer}
    - {name: customer_id, expression: customer_id, datatype: Integer}
    - {name: status, expression: status, datatype: String}
    - {name: amount, expression: amount, datatype: Decimal}
    - {name: order_date, expression: order_date, datatype: Date}
    - {name: is_open, expression: "status = 'open'", datatype: Boolean}
    - {name: nth, expression: ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY order_date)}
    - {name: region, expression: region, datatype: String}
    - name: odd
      expression: {dialects: [{dialect: MDX, expression: "[Odd]"}]}
  relationships:
  - {name: buyer, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
  metrics:
  - {name: revenue, expression: SUM(orders.amount)}
  - {name: order_count, expression: COUNT(orders.id)}
  - {name: average_order, expression: revenue / order_count}
  - {name: revenue_rank, expression: RANK() OVER (ORDER BY revenue DESC)}
  - {name: running, expression: SUM(orders.amount) OVER (ORDER BY orders.order_date)}
  - {name: hidden, expression: SUM(customers.credit), access_modifier: private}
  - {name: odd_total, expression: SUM(orders.odd)}
  - {name: "\"Total Credit\"", expression: hidden}
  - name: grown
    expression: SUM(orders.amount)
    custom_extensions: [{vendor_name: ACME, data: '{"cumulative": true}'}]
"#;

pub(super) fn model(text: &str, strict: bool) -> ResolvedModel {
    let mut sources = SourceMap::default();
    let file = sources.add("model.yaml", text);
    let (documents, found) = load(&sources, &[file], &LoadOptions { strict });
    refuse_errors(&found);
    let options = ResolveOptions {
        strict,
        ..ResolveOptions::default()
    };
    let (resolved, found) = resolve(documents.models.first().unwrap(), &options);
    refuse_errors(&found);
    resolved
}

fn refuse_errors(found: &Diagnostics) {
    let errors: Vec<_> = found
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

pub(super) fn request(yaml: &str) -> (QueryRequest, Diagnostics, SourceMap) {
    let mut sources = SourceMap::default();
    sources.add("model.yaml", SHOP);
    let file = sources.add("query.yaml", yaml);
    let (nodes, mut sink) = read_node(file, yaml);
    let (request, found) = QueryRequest::from_node(nodes.first().unwrap());
    sink.extend(found);
    (request, sink, sources)
}

/// The resolved query (and warnings), or what is wrong with it.
pub(super) fn ask(yaml: &str) -> String {
    ask_model(SHOP, yaml, false)
}

pub(super) fn ask_strictly(yaml: &str) -> String {
    ask_model(SHOP, yaml, true)
}

pub(super) fn ask_model(model_text: &str, yaml: &str, strict: bool) -> String {
    let resolved = model(model_text, strict);
    let (request, mut sink, sources) = request(yaml);
    let (query, found) = resolve_query(&resolved, &request, &QueryOptions { strict });
    sink.extend(found);
    let mut text = render_diagnostics(sink, &sources);
    if let Some(query) = &query {
        text.push_str(&render_query(query, &resolved));
    }
    text
}

/// The first code that a request gives, or nothing.
pub(super) fn code(yaml: &str) -> String {
    let resolved = model(SHOP, false);
    let (request, mut sink, _) = request(yaml);
    sink.extend(resolve_query(&resolved, &request, &QueryOptions::default()).1);
    let first = sink
        .into_sorted()
        .into_iter()
        .find(|d| d.severity == Severity::Error);
    first.map_or_else(String::new, |d| d.code.name().to_owned())
}
