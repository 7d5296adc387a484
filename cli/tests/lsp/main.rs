//! Whole sessions with `dosic lsp`, as an editor leads them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

mod changes;
mod client;
mod completion;
mod navigation;
mod session;

/// A model in which each thing is once.
const SHOP: &str = "\
version: \"0.2.0.dev0\"
semantic_model:
  - name: shop
    datasets:
      - name: orders
        source: orders
        primary_key: [id]
        description: One row per order, größer 😀 as well.
        fields:
          - {name: id, expression: id, datatype: Integer}
          - {name: customer, expression: customer, datatype: Integer}
          - name: amount
            description: What was paid.
            expression: price * quantity
            datatype: Decimal
      - name: customers
        source: customers
        primary_key: [id]
        fields:
          - {name: id, expression: id, datatype: Integer}
          - {name: region, expression: \"CASE WHEN area = 'Köln 😀' THEN zone ELSE area END\", datatype: String}
    relationships:
      - {name: order_customer, from: orders, to: customers, from_columns: [customer], to_columns: [id]}
    metrics:
      - name: revenue
        description: All that was paid.
        expression: SUM(orders.amount)
      - {name: buyers, expression: COUNT(DISTINCT orders.customer)}
      - {name: per_buyer, expression: revenue / buyers}
";
