//! A sound model that tests add to, and what the rules say of it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use dosic_diagnostics::{Diagnostic, Diagnostics, SourceMap};
use dosic_document::{LoadOptions, load};
use dosic_lint::{Allowances, Subject, lint};
use dosic_resolve::{ResolveOptions, resolve};

/// A model with one sound fact and one dimension, which no rule objects to; `more` adds to its lists.
pub(crate) struct Shop<'t> {
    /// Fields of `orders`.
    pub(crate) fields: &'t str,
    /// Datasets.
    pub(crate) datasets: &'t str,
    pub(crate) relationships: &'t str,
    pub(crate) metrics: &'t str,
    pub(crate) queries: &'t str,
    pub(crate) strict: bool,
}

pub(crate) const SHOP: Shop<'static> = Shop {
    fields: "",
    datasets: "",
    relationships: "",
    metrics: "",
    queries: "",
    strict: false,
};

impl Shop<'_> {
    pub(crate) fn text(&self) -> String {
        format!(
            "version: \"0.2.0.dev0\"
semantic_model:
  - name: shop
    datasets:
      - name: customers
        description: Who buys; one row each.
        source: db.public.customers
        primary_key: [id]
        fields:
          - {{name: id, expression: id, datatype: Integer}}
          - {{name: region, expression: region, datatype: String}}
      - name: orders
        description: One row an order.
        source: db.public.orders
        primary_key: [id]
        fields:
          - {{name: id, expression: id, datatype: Integer}}
          - {{name: customer_id, expression: customer_id, datatype: Integer}}
          - {{name: amount, expression: amount, datatype: Decimal}}
          - {{name: status, expression: status, datatype: String}}
          - {{name: ordered_on, expression: ordered_on, datatype: Date}}
{}
{}
    relationships:
      - {{name: buyer, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}}
{}
    metrics:
      - {{name: revenue, description: What was charged., expression: SUM(orders.amount)}}
{}
{}",
            self.fields, self.datasets, self.relationships, self.metrics, self.queries
        )
    }

    pub(crate) fn found(&self) -> (SourceMap, Vec<Diagnostic>) {
        check(&self.text(), self.strict)
    }

    pub(crate) fn codes(&self) -> Vec<String> {
        let (_, found) = self.found();
        found.iter().map(Diagnostic::full_code).collect()
    }
}

pub(crate) fn check(text: &str, strict: bool) -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let file = sources.add("shop.yaml", text);
    let (documents, mut reading) = load(&sources, &[file], &LoadOptions { strict });
    let options = ResolveOptions {
        strict,
        accept_dialects: vec!["ENGINE".to_owned()],
        ..ResolveOptions::default()
    };
    let mut found = Diagnostics::new();
    for document in &documents.models {
        let (resolved, own) = resolve(document, &options);
        reading.extend(own);
        found.extend(lint(&Subject {
            document,
            resolved: &resolved,
            queries: &documents.queries,
            whole: !reading.has_errors(),
        }));
    }
    assert!(!reading.has_errors(), "{text}\n{reading:?}");
    (
        sources.clone(),
        Allowances::of(&sources).apply(found).into_sorted(),
    )
}

pub(crate) fn report(sources: &SourceMap, found: &[Diagnostic]) -> String {
    let mut text = String::new();
    for d in found {
        text.push_str(&format!("{}: {}\n", d.full_code(), d.message));
        for label in &d.labels {
            let (line, column) = sources.line_column(label.span);
            let shown = sources.slice(label.span);
            text.push_str(&format!("  {line}:{column} `{shown}`: {}\n", label.text));
        }
        text.push_str(&format!("  help: {}\n", d.help.as_deref().unwrap_or("")));
    }
    text
}

/// Holds that the first gives the code alone and the second nothing, and gives the first one's report.
pub(crate) fn rule(code: &str, bad: &Shop<'_>, good: &Shop<'_>) -> String {
    let (sources, found) = bad.found();
    let codes: Vec<String> = found.iter().map(Diagnostic::full_code).collect();
    let text = report(&sources, &found);
    assert!(
        !codes.is_empty() && codes.iter().all(|c| c == code),
        "{codes:?}\n{text}"
    );
    let (sources, found) = good.found();
    assert!(found.is_empty(), "{}", report(&sources, &found));
    text
}

pub(crate) fn fields(fields: &str) -> Shop<'_> {
    Shop { fields, ..SHOP }
}

pub(crate) fn metrics(metrics: &str) -> Shop<'_> {
    Shop { metrics, ..SHOP }
}
