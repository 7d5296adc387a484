//! Rules about expressions and sources, each on one that deserves it and on one that does not.

mod shop;

use shop::{SHOP, Shop, fields, metrics, report, rule};

fn source(query: &str) -> String {
    format!(
        "      - name: stores\n        description: Shops.\n        source: \"{query}\"\n        primary_key: [id]\n        fields: [{{name: city, expression: city}}]"
    )
}

/// A rule about sources, on two queries.
fn source_rule(code: &str, bad: &str, good: &[&str]) -> String {
    let relationships = "      - {name: sold_at, from: orders, to: stores, from_columns: [store_id], to_columns: [id]}";
    let bad = source(bad);
    let mut text = String::new();
    for good in good {
        let good = source(good);
        let bad = Shop {
            datasets: &bad,
            relationships,
            ..SHOP
        };
        text = rule(
            code,
            &bad,
            &Shop {
                datasets: &good,
                relationships,
                ..SHOP
            },
        );
    }
    text
}

#[test]
fn select_star() {
    let good = [
        "SELECT id, city, 2 * 3 AS six FROM stores",
        "SELECT id, COUNT(*) AS city FROM stores GROUP BY id -- SELECT *",
    ];
    insta::assert_snapshot!(source_rule(
        "W_SELECT_STAR",
        "SELECT s.id, s.* FROM stores s",
        &good
    ));
}

#[test]
fn functions_of_sources() {
    let good = [
        "SELECT id, 'now()' AS city, t.current_date AS d FROM t",
        "SELECT id, random AS city FROM t",
    ];
    insta::assert_snapshot!(source_rule(
        "W_NONDETERMINISTIC/random",
        "SELECT id, Random() AS city FROM t",
        &good
    ));
    insta::assert_snapshot!(source_rule(
        "W_NONDETERMINISTIC/clock",
        "SELECT id, city FROM t WHERE day = current_date",
        &good
    ));
    insta::assert_snapshot!(source_rule(
        "W_UNSAFE_FUNCTION/files",
        "SELECT id, city FROM read_csv('/etc/passwd')",
        &good
    ));
    for files in [
        "SELECT id, city FROM 'x.csv'",
        "SELECT id FROM sqlite_scan('a', 'b')",
    ] {
        source_rule("W_UNSAFE_FUNCTION/files", files, &good);
    }
    source_rule(
        "W_UNSAFE_FUNCTION/network",
        "SELECT id FROM dblink('host=h', 'SELECT 1')",
        &good,
    );
    for server in [
        "SELECT id, pg_sleep(9) FROM t",
        "WITH a AS (COPY t FROM PROGRAM 'ls') SELECT id FROM a",
    ] {
        source_rule("W_UNSAFE_FUNCTION/server", server, &good);
    }
}

#[test]
fn functions_of_expressions() {
    let bad =
        fields("          - {name: age, expression: \"DATEDIFF(DAY, ordered_on, CURRENT_DATE)\"}");
    let good = fields(
        "          - {name: age, expression: \"DATEDIFF(DAY, ordered_on, DATE '2026-01-01')\"}",
    );
    insta::assert_snapshot!(rule("W_NONDETERMINISTIC/clock", &bad, &good));
    let foreign = |call: &str| {
        format!(
            "          - {{name: x, expression: {{dialects: [{{dialect: ENGINE, expression: \"{call}\"}}]}}}}"
        )
    };
    let good = foreign("soundex(status)");
    for (call, code) in [
        ("gen_random_uuid()", "W_NONDETERMINISTIC/random"),
        ("pg_read_file(status)", "W_UNSAFE_FUNCTION/files"),
        ("pg_sleep(1)", "W_UNSAFE_FUNCTION/server"),
    ] {
        rule(code, &fields(&foreign(call)), &fields(&good));
    }
}

#[test]
fn window_order() {
    let with = |window: &str| format!("          - {{name: place, expression: \"{window}\"}}");
    let bad = with("ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_on)");
    for good in [
        "ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY ordered_on, id)",
        "RANK() OVER (ORDER BY ordered_on)",
        "SUM(amount) OVER (ORDER BY ordered_on)",
        "SUM(amount) OVER (PARTITION BY customer_id)",
        "LAG(amount) OVER (ORDER BY orders.id)",
    ] {
        rule("W_WINDOW_ORDER", &fields(&bad), &fields(&with(good)));
    }
    let rows =
        with("SUM(amount) OVER (ORDER BY ordered_on ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)");
    assert_eq!(fields(&rows).codes(), ["W_WINDOW_ORDER"]);
    let (sources, found) = fields(&bad).found();
    insta::assert_snapshot!(report(&sources, &found));
}

#[test]
fn like_without_wildcard() {
    let bad = fields("          - {name: late, expression: \"status LIKE 'late'\"}");
    for good in [
        "status LIKE 'late%'",
        "status LIKE '_ate'",
        "status ILIKE 'late'",
        "status = 'late'",
    ] {
        let good = format!("          - {{name: late, expression: \"{good}\"}}");
        rule("W_LIKE_WITHOUT_WILDCARD", &bad, &fields(&good));
    }
    let escaped = fields("          - {name: late, expression: \"status LIKE '50!%' ESCAPE '!'\"}");
    assert_eq!(escaped.codes(), ["W_LIKE_WITHOUT_WILDCARD"]);
    let (sources, found) = bad.found();
    insta::assert_snapshot!(report(&sources, &found));
}

#[test]
fn null_comparison() {
    let good = fields(
        "          - {name: open, expression: \"status IS NULL OR status IS DISTINCT FROM NULL\"}",
    );
    let mut text = String::new();
    for bad in [
        "status = NULL",
        "status <> NULL",
        "amount > NULL",
        "status IN ('a', NULL)",
        "status NOT IN ('a', NULL)",
        "CASE status WHEN NULL THEN 1 ELSE 0 END",
        "amount BETWEEN 1 AND NULL",
        "status = CAST(NULL AS VARCHAR)",
    ] {
        let bad = format!("          - {{name: open, expression: \"{bad}\"}}");
        text.push_str(&rule("W_NULL_COMPARISON", &fields(&bad), &good));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn unguarded_ratio() {
    let with = |ratio: &str| {
        format!("      - {{name: ratio, description: A ratio., expression: \"{ratio}\"}}")
    };
    let bad = with("SUM(orders.amount) / COUNT(orders.id)");
    for good in [
        "SUM(orders.amount) / NULLIF(COUNT(orders.id), 0)",
        "SUM(orders.amount) / 100.0",
        "CASE WHEN COUNT(orders.id) > 0 THEN SUM(orders.amount) / COUNT(orders.id) END",
        "SUM(orders.amount) / (2 * NULLIFZERO(COUNT(orders.id)))",
    ] {
        rule("W_UNGUARDED_RATIO", &metrics(&bad), &metrics(&with(good)));
    }
    let (sources, found) = metrics(&bad).found();
    insta::assert_snapshot!(report(&sources, &found));
}

#[test]
fn average_of_average() {
    let field = "          - {name: avg_price, expression: avg_price, datatype: Decimal}";
    let bad = Shop {
        fields: field,
        metrics: "      - {name: price, description: P., expression: AVG(orders.avg_price)}",
        ..SHOP
    };
    let good = Shop {
        fields: field,
        metrics: "      - {name: price, description: P., expression: MAX(orders.avg_price) + AVG(orders.amount)}",
        ..SHOP
    };
    insta::assert_snapshot!(rule("W_AVERAGE_OF_AVERAGE", &bad, &good));
}
