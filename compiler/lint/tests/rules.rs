//! Rules about a model as a whole, each on a model that deserves it and on one that does not.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod shop;

use dosic_diagnostics::SourceMap;
use dosic_document::{LoadOptions, load};
use dosic_lint::{Subject, lint};
use dosic_resolve::{ResolveOptions, resolve};
use shop::{SHOP, Shop, fields, metrics, report, rule};

#[test]
fn nothing_is_said_of_a_sound_model() {
    assert_eq!(SHOP.codes(), [""; 0]);
}

#[test]
fn unused_dataset() {
    let datasets = "      - {name: stores, description: Shops., source: stores, primary_key: [id], fields: [{name: id, expression: id}]}";
    let bad = Shop { datasets, ..SHOP };
    let good = Shop {
        queries: "queries:\n  - {name: list, fields: [stores.id]}",
        ..bad
    };
    insta::assert_snapshot!(rule("W_UNUSED_DATASET", &bad, &good));
}

#[test]
fn unreachable_dataset() {
    let datasets = "      - {name: stores, description: Shops., source: stores, primary_key: [id], fields: [{name: id, expression: id}]}
      - {name: staff, description: People., source: staff, primary_key: [id], fields: [{name: id, expression: id}]}";
    let relationships = "      - {name: works_at, from: staff, to: stores, from_columns: [store_id], to_columns: [id]}";
    let bad = Shop {
        datasets,
        relationships,
        ..SHOP
    };
    let linked = format!(
        "{relationships}\n      - {{name: sold_at, from: orders, to: stores, from_columns: [store_id], to_columns: [id]}}\n      - {{name: sold_by, from: orders, to: staff, from_columns: [staff_id], to_columns: [id]}}"
    );
    let query =
        "queries:\n  - {name: by_seller, dimensions: [sold_at.stores.id], measures: [revenue]}";
    let good = Shop {
        datasets,
        relationships: &linked,
        queries: query,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_UNREACHABLE_DATASET", &bad, &good));
}

#[test]
fn missing_primary_key() {
    let keyless = "      - {name: visits, description: Calls., source: visits, fields: [{name: at, expression: at}, {name: page, expression: page}]}";
    let keyed = "      - {name: visits, description: Calls., source: visits, unique_keys: [[at]], fields: [{name: at, expression: at}, {name: page, expression: page}]}";
    let metrics = "      - {name: visit_count, description: Calls., expression: COUNT(visits.at)}";
    let bad = Shop {
        datasets: keyless,
        metrics,
        ..SHOP
    };
    let good = Shop {
        datasets: keyed,
        metrics,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_MISSING_PRIMARY_KEY", &bad, &good));
    // What is summed needs no key.
    let sum = "      - {name: pages, description: Pages., expression: MAX(visits.page)}";
    assert_eq!(
        Shop {
            datasets: keyless,
            metrics: sum,
            ..SHOP
        }
        .codes(),
        [""; 0]
    );
}

#[test]
fn relationships_to_what_is_no_key() {
    let datasets = "      - {name: places, description: Towns., source: places, primary_key: [id], fields: [{name: id, expression: id, datatype: Integer}, {name: zip, expression: zip, datatype: String}]}";
    let with =
        |columns: &str| format!("      - {{name: place, from: customers, to: places, {columns}}}");
    let many = with("from_columns: [zip], to_columns: [zip]");
    let right = with("from_columns: [place_id], to_columns: [id]");
    let bad = Shop {
        datasets,
        relationships: &many,
        ..SHOP
    };
    let good = Shop {
        datasets,
        relationships: &right,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_NON_KEY_RELATIONSHIP/many-to-many", &bad, &good));
    let backwards = with("from_columns: [id], to_columns: [customer_id]");
    let bad = Shop {
        datasets,
        relationships: &backwards,
        queries: "queries:\n  - {name: list, fields: [places.id]}",
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_NON_KEY_RELATIONSHIP/backwards", &bad, &good));
}

#[test]
fn join_key_types() {
    let with = |data: &str| {
        format!(
            "      - {{name: places, description: Towns., source: places, primary_key: [zip], fields: [{{name: zip, expression: zip, datatype: {data}}}]}}"
        )
    };
    let (text, number) = (with("String"), with("Integer"));
    let relationships = "      - {name: place, from: orders, to: places, from_columns: [customer_id], to_columns: [zip]}";
    let bad = Shop {
        datasets: &text,
        relationships,
        ..SHOP
    };
    let good = Shop {
        datasets: &number,
        relationships,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_JOIN_KEY_TYPES", &bad, &good));
}

#[test]
fn ambiguous_path() {
    let datasets = "      - {name: stores, description: Shops., source: stores, primary_key: [id], fields: [{name: city, expression: city}]}
      - {name: lines, description: Lines., source: lines, primary_key: [id], fields: [{name: number, expression: number}]}";
    let relationships = "      - {name: sold_at, from: orders, to: stores, from_columns: [store_id], to_columns: [id]}
      - {name: picked_up_at, from: orders, to: stores, from_columns: [pickup_id], to_columns: [id]}
      - {name: line_order, from: lines, to: orders, from_columns: [order_id], to_columns: [id]}";
    let metrics = "      - {name: pieces, description: Pieces., expression: SUM(lines.number)}";
    let bad = Shop {
        datasets,
        relationships,
        metrics,
        ..SHOP
    };
    let named =
        "queries:\n  - {name: cities, dimensions: [sold_at.stores.city], measures: [revenue]}";
    let good = Shop {
        queries: named,
        ..bad
    };
    insta::assert_snapshot!(rule("W_AMBIGUOUS_PATH", &bad, &good));
    let strict = Shop {
        strict: true,
        ..bad
    };
    assert_eq!(strict.codes(), ["W_AMBIGUOUS_PATH"]);
}

#[test]
fn no_dimension() {
    let lonely = "      - {name: visits, description: Calls., source: visits, primary_key: [id], fields: [{name: id, expression: id}, {name: pages, expression: pages, access_modifier: private}]}";
    let grouped = "      - {name: visits, description: Calls., source: visits, primary_key: [id], fields: [{name: id, expression: id}, {name: device, expression: device}]}";
    let metrics = "      - {name: visit_count, description: Calls., expression: COUNT(visits.id)}";
    let bad = Shop {
        datasets: lonely,
        metrics,
        ..SHOP
    };
    let good = Shop {
        datasets: grouped,
        metrics,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_NO_DIMENSION/no-dimension", &bad, &good));
    let ratio = format!(
        "{metrics}\n      - {{name: per_visit, description: Ratio., expression: \"revenue / NULLIF(visit_count, 0)\"}}"
    );
    let bad = Shop {
        datasets: grouped,
        metrics: &ratio,
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_NO_DIMENSION/no-shared-dimension", &bad, &good));
}

#[test]
fn shadowed_column() {
    let bad = fields(
        "          - {name: price, expression: \"CAST(price AS DECIMAL(10, 2))\"}\n          - {name: total, expression: price * number}",
    );
    let good = fields(
        "          - {name: price, expression: \"CAST(price AS DECIMAL(10, 2))\"}\n          - {name: raw_price, expression: price}\n          - {name: total, expression: orders.price * number}",
    );
    insta::assert_snapshot!(rule("W_SHADOWED_COLUMN/raw-column", &bad, &good));
    let bad = fields("          - {name: total, expression: total + tax}");
    let good = fields(
        "          - {name: gross, expression: total + tax}\n          - {name: total, expression: \"COALESCE(total, 0)\"}",
    );
    let good = Shop {
        fields: &good.fields.replace("total + tax", "net + tax"),
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_SHADOWED_COLUMN/other-meaning", &bad, &good));
}

#[test]
fn time_datatype() {
    let bad = fields(
        "          - {name: year, expression: year, datatype: Integer, dimension: {is_time: true}}",
    );
    let good = fields(
        "          - {name: day, expression: day, datatype: Date, dimension: {is_time: true}}\n          - {name: open, expression: open, dimension: {is_time: true}}",
    );
    insta::assert_snapshot!(rule("W_TIME_DATATYPE", &bad, &good));
}

#[test]
fn missing_description() {
    let bad = metrics("      - {name: order_count, expression: COUNT(orders.id)}");
    let good = metrics(
        "      - {name: order_count, expression: COUNT(orders.id), access_modifier: private}",
    );
    insta::assert_snapshot!(rule("W_MISSING_DESCRIPTION", &bad, &good));
}

#[test]
fn duplicate_metric() {
    let bad = metrics(
        "      - {name: turnover, description: Again., expression: \"sum( ORDERS.amount )\"}",
    );
    let good =
        metrics("      - {name: turnover, description: As people say., expression: revenue}");
    insta::assert_snapshot!(rule("W_DUPLICATE_METRIC", &bad, &good));
}

#[test]
fn duplicate_synonym() {
    let with = |a: &str, b: &str| {
        format!(
            "      - {{name: largest, description: A., expression: MAX(orders.amount), ai_context: {{synonyms: [{a}]}}}}
      - {{name: smallest, description: B., expression: MIN(orders.amount), ai_context: {{synonyms: [{b}]}}}}"
        )
    };
    let (twice, named, apart) = (
        with("Order Value", "order_value"),
        with("Revenue", "least"),
        with("most, Most", "least"),
    );
    let text = rule("W_DUPLICATE_SYNONYM", &metrics(&twice), &metrics(&apart));
    insta::assert_snapshot!(text);
    insta::assert_snapshot!(rule(
        "W_DUPLICATE_SYNONYM",
        &metrics(&named),
        &metrics(&apart)
    ));
}

#[test]
fn comments_silence_one_thing() {
    let metrics = "      # dosic: allow(missing-description) because its name says it
      - {name: order_count, expression: COUNT(orders.id)}
      - {name: largest, expression: MAX(orders.amount)}
      # dosic: allow(W_NULL_COMPARISON) because nothing
      - {name: smallest, description: B., expression: MIN(orders.amount)}
      # dosic: allow(mising-description)";
    let (sources, found) = Shop { metrics, ..SHOP }.found();
    insta::assert_snapshot!(report(&sources, &found));
}

#[test]
fn models_of_many_metrics_take_no_time() {
    let mut metrics = String::new();
    for at in 0..10_000 {
        metrics.push_str(&format!(
            "      - {{name: m{at}, expression: SUM(orders.amount) * {at}, ai_context: {{synonyms: [s{at}]}}}}\n"
        ));
    }
    // A chain of metrics as long as the model, of which none may lean on the stack.
    for at in 1..10_000 {
        metrics.push_str(&format!(
            "      - {{name: c{at}, expression: c{} + 1}}\n",
            at - 1
        ));
    }
    metrics.push_str("      - {name: c0, expression: COUNT(orders.id)}\n");
    let text = Shop {
        metrics: &metrics,
        ..SHOP
    }
    .text();
    let mut sources = SourceMap::default();
    let file = sources.add("shop.yaml", text);
    let (documents, _) = load(&sources, &[file], &LoadOptions::default());
    let document = &documents.models[0];
    let (resolved, _) = resolve(document, &ResolveOptions::default());
    let start = std::time::Instant::now();
    let found = lint(&Subject {
        document,
        resolved: &resolved,
        queries: &[],
        whole: true,
    });
    let took = start.elapsed();
    assert_eq!(found.len(), 20_000, "one missing description each");
    // Unoptimised, on a busy machine: a step that is quadratic takes minutes.
    assert!(took.as_secs() < 10, "{took:?}");
}
