//! Whole models resolved: what comes out, and what is said about faults.

mod report;

use dosic_ir::DataType;
use dosic_resolve::{Catalogue, CatalogueColumn, ResolveOptions};
use report::{case, codes, outline, report};

const SHOP: &str = r#"
name: shop
datasets:
  - name: orders
    source: db.public.orders
    primary_key: [id]
    fields:
      - {name: id, expression: id}
      - {name: key, expression: orders.id}
      - {name: amount, expression: amount, datatype: Decimal}
      - {name: net, expression: amount * 0.8}
      - {name: ordered_on, expression: ordered_on, datatype: Date}
      - {name: place, expression: rank, access_modifier: private}
      - {name: rank, expression: RANK() OVER (ORDER BY amount DESC)}
      - {name: after_rank, expression: orders.rank + 1}
      - {name: city, expression: UPPER(customers.city)}
      - {name: boss, expression: seller.people.boss}
  - name: Order Items
    source: items.parquet
    fields:
      - {name: ref, expression: "'o' || order_id"}
      - {name: late, expression: status = 'late' AND id > 1}
  - name: customers
    source: SELECT * FROM customers;
    unique_keys: [[id], [tenant, code]]
    fields:
      - {name: id, expression: id}
      - {name: city, expression: city}
  - name: people
    source: people
    primary_key: [id]
    fields:
      - {name: name, expression: name}
      - {name: boss, expression: manager.people.name}
relationships:
  - {name: buyer, from: orders, to: customers, from_columns: [tenant, code, x], to_columns: [tenant, code, x]}
  - {name: item order, from: '"Order Items"', to: orders, from_columns: [order_id], to_columns: [key]}
  - {name: order_item, from: people, to: Order Items, from_columns: [item], to_columns: [ref]}
  - {name: seller, from: orders, to: people, from_columns: [seller_id], to_columns: [id]}
  - {name: payer, from: orders, to: people, from_columns: [payer_id], to_columns: [id]}
  - {name: manager, from: people, to: people, from_columns: [manager_id], to_columns: [id]}
metrics:
  - {name: revenue, expression: SUM(orders.amount)}
  - {name: average, expression: revenue / orders_count, datatype: Decimal}
  - {name: orders_count, expression: COUNT(orders.id)}
  - {name: running, expression: SUM(revenue) OVER (ORDER BY orders.ordered_on)}
  - {name: tax_paid, expression: SUM(orders.tax)}
  - {name: cities, expression: COUNT(DISTINCT payer.people.name)}
"#;

#[test]
fn a_model_is_resolved() {
    let case = case(SHOP, &ResolveOptions::default());
    insta::assert_snapshot!("shop", outline(&case.resolved.model));
    insta::assert_snapshot!("shop_report", report(&case));
}

#[test]
fn strict_takes_no_leniency() {
    let options = ResolveOptions {
        strict: true,
        ..ResolveOptions::default()
    };
    insta::assert_snapshot!("shop_strict_report", report(&case(SHOP, &options)));
}

const FAULTS: &str = r#"
name: faults
datasets:
  - name: orders
    source: read_csv('x')
    primary_key: [orders.id]
    fields:
      - {name: id, expression: id}
      - {name: ID, expression: id}
      - {name: amount, expression: amount}
      - {name: dax, expression: {dialects: [{dialect: DAX, expression: 'FOO(x)'}, {dialect: MDX, expression: x}]}}
      - {name: dax2, expression: orders.dax + 1}
      - {name: a, expression: orders.b}
      - {name: b, expression: customers.c}
      - {name: city, expression: customers.city}
      - {name: total, expression: revenue / 2}
      - {name: own, expression: orders.own + 1}
  - name: customers
    source: ../customers.csv
    primary_key: [id]
    fields:
      - {name: id, expression: id}
      - {name: city, expression: city}
      - {name: c, expression: orders.a}
      - {name: bad, expression: orders.amount}
      - {name: tag, expression: tags.label}
      - {name: sky, expression: weather.sky}
      - {name: latest, expression: MIN(id) OVER (ORDER BY orders.amount)}
  - name: tags
    source: tags
    primary_key: [id]
    fields: [{name: label, expression: label}]
  - name: weather
    source: weather
    fields: [{name: sky, expression: sky}]
relationships:
  - {name: buyer, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
  - {name: payer, from: orders, to: customers, from_columns: [payer_id], to_columns: [id]}
  - {name: broken, from: orders, to: custmers, from_columns: [a], to_columns: [id]}
  - {name: tagged, from: customers, to: tags, from_columns: [area], to_columns: [area]}
  - {name: windowed, from: orders, to: customers, from_columns: [x], to_columns: [latest]}
metrics:
  - {name: revenue, expression: SUM(orders.amount)}
  - {name: Orders, expression: COUNT(orders.id)}
  - {name: typo, expression: SUM(orders.amuont)}
  - {name: bare, expression: SUM(id)}
  - {name: misplaced, expression: orders.revenue + 1}
  - {name: not_a_value, expression: orders + 1}
  - {name: unknown, expression: revenu + customer.id + buyer.id + revenue.id}
  - {name: rows, expression: COUNT(*)}
  - {name: m1, expression: m2 + 1}
  - {name: m2, expression: m3 * 2}
  - {name: m3, expression: m1 * 2}
  - {name: running, expression: SUM(revenue) OVER (ORDER BY orders.id)}
  - {name: over_running, expression: CAST(running AS DOUBLE)}
  - {name: way, expression: COUNT(broken.customers.id) + COUNT(nope.customers.id) + COUNT(tagged.orders.id)}
  - {name: select, expression: 1 + 1}
  - {name: '"half', expression: 1 + 1}
"#;

#[test]
fn faults_are_all_reported() {
    let case = case(FAULTS, &ResolveOptions::default());
    insta::assert_snapshot!("faults_report", report(&case));
}

fn one_field(fields: &str, metrics: &str) -> String {
    format!(
        "name: m\ndatasets:\n  - name: t\n    source: t\n    fields: {fields}\nmetrics: {metrics}\n"
    )
}

#[test]
fn bare_names_without_a_catalogue() {
    let fields = "[{name: id, expression: id * 10}, {name: next, expression: id + 1}, \
                   {name: x, expression: y}, {name: z, expression: x}, {name: logical, expression: t.id + 1}]";
    let case = case(&one_field(fields, "[]"), &ResolveOptions::default());
    insta::assert_snapshot!("no_catalogue", outline(&case.resolved.model));
}

#[test]
fn bare_names_with_a_catalogue() {
    let mut catalogue = Catalogue::new(true);
    let column = |name: &str, data| CatalogueColumn {
        name: name.to_owned(),
        data,
    };
    catalogue.insert(
        "t",
        vec![
            column("id", DataType::Integer),
            column("x", DataType::String),
        ],
    );
    let options = ResolveOptions {
        catalogue: Some(catalogue),
        ..ResolveOptions::default()
    };
    let fields = "[{name: id, expression: id}, {name: x, expression: id}, {name: z, expression: x}, \
                   {name: gone, expression: gone}, {name: typo, expression: idd}]";
    let case = case(
        &one_field(fields, "[{name: m, expression: COUNT(t.nope)}]"),
        &options,
    );
    insta::assert_snapshot!("catalogue", outline(&case.resolved.model));
    insta::assert_snapshot!("catalogue_report", report(&case));
}

#[test]
fn a_metric_named_by_one_field_is_refused_and_by_two_a_column() {
    let metrics = "[{name: n, expression: COUNT(t.id)}]";
    let once = "[{name: id, expression: id}, {name: a, expression: n + 1}]";
    assert_eq!(
        codes(&one_field(once, metrics), false),
        ["E_AGGREGATE_IN_FIELD"]
    );
    let twice =
        "[{name: id, expression: id}, {name: a, expression: n + 1}, {name: b, expression: n}]";
    assert_eq!(codes(&one_field(twice, metrics), false), [""; 0]);
    let declared =
        "[{name: id, expression: id}, {name: a, expression: n + 1}, {name: n, expression: n}]";
    assert_eq!(codes(&one_field(declared, metrics), false), [""; 0]);
}

#[test]
fn a_filter_that_moves_the_home_is_refused() {
    let model = |predicate: &str| {
        format!(
            "name: m\ndatasets:\n\
             - {{name: a, source: a, primary_key: [id], fields: [{{name: id, expression: id}}]}}\n\
             - {{name: b, source: b, primary_key: [id], fields: [{{name: id, expression: id}}]}}\n\
             relationships: [{{name: r, from: a, to: b, from_columns: [b_id], to_columns: [id]}}]\n\
             metrics: [{{name: n, expression: 'COUNT(b.id) FILTER (WHERE {predicate})'}}, \
                       {{name: ok, expression: 'COUNT(a.id) FILTER (WHERE b.id > 1)'}}]\n"
        )
    };
    assert_eq!(codes(&model("b.id > 1"), false), [""; 0]);
    assert_eq!(
        codes(&model("a.id > 1"), false),
        ["E_AMBIGUOUS_MEASURE_GRAIN"]
    );
}

#[test]
fn long_chains_resolve() {
    let mut metrics = String::from("\n  - {name: m0, expression: COUNT(t.id)}\n");
    for i in 1..5000 {
        metrics.push_str(&format!("  - {{name: m{i}, expression: m{} + 1}}\n", i - 1));
    }
    let yaml = one_field("[{name: id, expression: id}]", &metrics);
    assert_eq!(codes(&yaml, true), [""; 0]);
}

#[test]
fn dialects_are_chosen_in_one_order_for_every_target() {
    let yaml = one_field(
        "[{name: id, expression: {dialects: [{dialect: ANSI_SQL, expression: ansi}, {dialect: OSSIE_SQL_2026, expression: ossie}]}}, \
          {name: a, expression: {dialects: [{dialect: BIGQUERY, expression: big}, {dialect: SNOWFLAKE, expression: snow}]}}, \
          {name: b, expression: t.a + 1}, {name: c, expression: {dialects: [{dialect: MDX, expression: '[x]'}]}}]",
        "[{name: m, expression: SUM(t.b)}]",
    );
    let with = |dialects: &[&str]| {
        let options = ResolveOptions {
            accept_dialects: dialects.iter().map(|d| (*d).to_owned()).collect(),
            ..ResolveOptions::default()
        };
        let case = case(&yaml, &options);
        assert!(!case.diagnostics.has_errors());
        outline(&case.resolved.model)
    };
    insta::assert_snapshot!("dialects_none", with(&["MDX"]));
    insta::assert_snapshot!("dialects_accepted", with(&["snowflake", "bigquery"]));
}

#[test]
fn queries_may_not_name_what_is_private_or_unusable() {
    use dosic_diagnostics::{Diagnostics, FileId, Span};
    use dosic_resolve::Audience;
    use dosic_typing::Scope;

    let yaml = one_field(
        "[{name: id, expression: id}, {name: secret, expression: secret, access_modifier: private}, \
          {name: dax, expression: {dialects: [{dialect: DAX, expression: x}]}}]",
        "[{name: open, expression: SUM(t.secret)}, {name: closed, expression: SUM(t.id), access_modifier: private}, \
          {name: over_dax, expression: SUM(t.dax)}]",
    );
    let case = case(&yaml, &ResolveOptions::default());
    let ask = |text: &str, audience| {
        let parts: Vec<_> = text
            .split('.')
            .map(|part| dosic_expr::ast::Ident {
                text: part.to_owned(),
                quoted: false,
                span: 0..0,
            })
            .collect();
        let mut sink = Diagnostics::new();
        let scope = case.resolved.scope(audience);
        let found = scope.resolve(&parts, Span::new(FileId(0), 0, 0), &mut sink);
        assert_eq!(found.is_none(), sink.has_errors());
        let codes: Vec<String> = sink
            .iter()
            .map(dosic_diagnostics::Diagnostic::full_code)
            .collect();
        (codes.join(" "), scope.into_implied().len())
    };
    for text in ["open", "closed", "t.secret", "t.dax", "over_dax"] {
        assert_eq!(ask(text, Audience::Model), (String::new(), 0), "{text}");
    }
    for (text, code, implied) in [
        ("open", "", 0),
        ("OPEN", "", 0),
        ("closed", "E_NAME_NOT_FOUND/private", 0),
        ("t.secret", "E_NAME_NOT_FOUND/private", 0),
        ("secret", "W_UNQUALIFIED_FIELD E_NAME_NOT_FOUND/private", 0),
        ("t.dax", "E_NO_USABLE_DIALECT", 0),
        ("over_dax", "E_NO_USABLE_DIALECT", 0),
        ("t.other", "W_UNDECLARED_COLUMN", 1),
        ("t.secrets", "E_NAME_NOT_FOUND", 0),
        ("t.open", "E_NAME_NOT_FOUND", 0),
        ("t", "E_NAME_NOT_FOUND", 0),
        ("x.y.z", "E_NAME_NOT_FOUND", 0),
    ] {
        assert_eq!(
            ask(text, Audience::Query),
            (code.to_owned(), implied),
            "{text}"
        );
    }
}
