//! Both engines give the same rows for the same statement, as exact Arrow values.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::thread;
use std::time::{Duration, Instant};

use dosic_runtime::arrow::datatypes::{DataType, TimeUnit};
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, EngineError, KeyCheck, Rows, verify_keys};
use dosic_tests::postgres::PrivatePostgres;

fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(DuckDb::in_memory().unwrap())];
    if let Some(postgres) = postgres() {
        engines.push(Box::new(postgres));
    }
    engines
}

/// A connection to Postgres, unless tests on it are skipped.
fn postgres() -> Option<Postgres> {
    let server = PrivatePostgres::unless_skipped()?;
    Some(Postgres::connect(&server.address()).unwrap())
}

fn texts(engine: &mut dyn Engine, sql: &str) -> Vec<Vec<Option<String>>> {
    Rows::of(engine, sql).unwrap().texts()
}

#[test]
fn values_are_exact_on_both() {
    let sql = "SELECT CAST(-12345678.90 AS DECIMAL(12, 2)) AS d, DATE '1969-07-20' AS day, \
               TIMESTAMP '2024-02-29 12:34:56.789' AS ts, CAST(9007199254740993 AS BIGINT) AS i, \
               CAST(0.1 AS DOUBLE PRECISION) AS f, TRUE AS b, CAST('a''é' AS VARCHAR) AS t, CAST(NULL AS INTEGER) AS n";
    for mut engine in engines() {
        let row = &texts(engine.as_mut(), sql)[0];
        let row: Vec<&str> = row.iter().map(|v| v.as_deref().unwrap_or("NULL")).collect();
        let expected = [
            "-12345678.90",
            "1969-07-20",
            "2024-02-29T12:34:56.789",
            "9007199254740993",
            "0.1",
            "true",
            "a'é",
            "NULL",
        ];
        assert_eq!(row, expected, "{}", engine.name());
    }
}

#[test]
fn instants_are_in_utc() {
    let sql = "SELECT CAST('2024-03-31 01:30:00+02' AS TIMESTAMP WITH TIME ZONE) AS t";
    for mut engine in engines() {
        let rows = Rows::of(engine.as_mut(), sql).unwrap();
        let ty = rows.schema.as_ref().unwrap().field(0).data_type().clone();
        assert_eq!(
            ty,
            DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
        );
        assert_eq!(
            rows.texts()[0][0].as_deref(),
            Some("2024-03-30T23:30:00Z"),
            "{}",
            engine.name()
        );
    }
}

#[test]
fn columns_are_known_without_rows() {
    for mut engine in engines() {
        let rows = Rows::of(engine.as_mut(), "SELECT 1 AS one, 'x' AS word WHERE 1 = 0").unwrap();
        assert_eq!(
            (rows.names(), rows.len()),
            (vec!["one".into(), "word".into()], 0)
        );
    }
}

#[test]
fn long_results_come_in_batches() {
    let sql = "SELECT g AS g, SUM(g * 0.25) AS q FROM generate_series(1, 200000) AS t(g) GROUP BY g ORDER BY g";
    for mut engine in engines() {
        let rows = Rows::of(engine.as_mut(), sql).unwrap();
        assert_eq!(rows.len(), 200_000, "{}", engine.name());
        assert!(rows.batches.len() > 3);
        assert_eq!(
            rows.texts()[199_999],
            [Some("200000".into()), Some("50000.00".into())]
        );
    }
}

#[test]
fn a_failure_carries_the_text_of_the_engine() {
    for mut engine in engines() {
        let error = Rows::of(engine.as_mut(), "SELECT x FROM no_such_table").unwrap_err();
        let diagnostic = error.diagnostic();
        assert_eq!(diagnostic.code.name(), "E_RUNTIME");
        assert!(
            diagnostic.message.contains("no_such_table"),
            "{}",
            diagnostic.message
        );
        // The connection is as good as before.
        assert_eq!(
            texts(engine.as_mut(), "SELECT 1")[0][0].as_deref(),
            Some("1")
        );
    }
}

#[test]
fn a_failure_amid_the_rows_is_an_error_too() {
    let sql = "SELECT CAST(CASE WHEN g = 150000 THEN 'x' ELSE '1' END AS INTEGER) AS v FROM generate_series(1, 200000) AS t(g)";
    for mut engine in engines() {
        let error = Rows::of(engine.as_mut(), sql).unwrap_err();
        assert!(
            matches!(error, EngineError::Failed(_)),
            "{}: {error}",
            engine.name()
        );
    }
}

#[test]
fn a_failure_leaves_the_next_statement_alone() {
    let Some(mut engine) = postgres() else { return };
    for _ in 0..50 {
        let failing = "SELECT 1 / CAST(RANDOM() * 0 AS INTEGER) AS x";
        assert!(Rows::of(&mut engine, failing).is_err());
        let rows = texts(&mut engine, "SELECT CAST(PG_SLEEP(0.01) AS VARCHAR) AS x");
        assert_eq!(rows.len(), 1);
    }
}

#[test]
fn a_statement_can_be_cancelled() {
    let sql = "SELECT COUNT(*) FROM generate_series(1, 10000000) AS a(x), generate_series(1, 10000000) AS b(y) WHERE x * y = 7";
    for mut engine in engines() {
        let canceller = engine.canceller();
        let started = Instant::now();
        let handle = thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            canceller.cancel();
        });
        let error = Rows::of(engine.as_mut(), sql).unwrap_err();
        handle.join().unwrap();
        assert!(
            matches!(error, EngineError::Cancelled),
            "{}: {error}",
            engine.name()
        );
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_violated_key_is_found() {
    let check = |sql: &str| KeyCheck {
        relationship: "orders_to_customers".into(),
        dataset: "customers".into(),
        columns: vec!["id".into()],
        sql: sql.into(),
        span: None,
    };
    let of = |rows: &str| {
        format!(
            "SELECT id, COUNT(*) FROM (VALUES {rows}) AS c(id) GROUP BY id HAVING COUNT(*) > 1 LIMIT 1"
        )
    };
    for mut engine in engines() {
        let checks = [check(&of("(1), (2)")), check(&of("(1), (2), (2)"))];
        let found = verify_keys(engine.as_mut(), &checks).unwrap();
        assert_eq!(found.len(), 1, "{}", engine.name());
        assert_eq!(found[0].code.name(), "E_KEY_VIOLATED");
        assert!(
            found[0].message.ends_with("but 2 rows have id = 2"),
            "{}",
            found[0].message
        );
    }
}

#[test]
fn postgres_writes_nothing() {
    let Some(mut engine) = postgres() else { return };
    engine.execute("CREATE TABLE written (x INTEGER)").unwrap();
    let error = Rows::of(&mut engine, "INSERT INTO written VALUES (1) RETURNING x").unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
}

#[test]
fn postgres_numbers_without_declared_decimals_are_exact() {
    let Some(mut engine) = postgres() else { return };
    let sql = "SELECT v FROM (VALUES (1.5::numeric), (0.00000000000000000001), (-123456789012345678901234567890), (NULL)) AS t(v)";
    let rows = texts(&mut engine, sql);
    let rows: Vec<&str> = rows
        .iter()
        .map(|r| r[0].as_deref().unwrap_or("NULL"))
        .collect();
    let expected = [
        "1.50000000000000000000",
        "0.00000000000000000001",
        "-123456789012345678901234567890.00000000000000000000",
        "NULL",
    ];
    assert_eq!(rows, expected);
    let error = Rows::of(&mut engine, "SELECT 'NaN'::numeric AS v").unwrap_err();
    assert!(matches!(error, EngineError::Unsupported(_)), "{error}");
}

#[test]
fn postgres_types_that_have_a_text_are_read() {
    let Some(mut engine) = postgres() else { return };
    engine
        .execute("DROP TYPE IF EXISTS mood; CREATE TYPE mood AS ENUM ('glad', 'sad')")
        .unwrap();
    let sql = "SELECT 'sad'::mood, '{\"a\": 1}'::jsonb, '11111111-2222-3333-4444-555555555555'::uuid, \
               TIME '12:30:00', INTERVAL '1 month 2 days 3 seconds', 'x'::char(3)";
    let row = &texts(&mut engine, sql)[0];
    let row: Vec<&str> = row.iter().map(|v| v.as_deref().unwrap_or("NULL")).collect();
    let expected = [
        "sad",
        "{\"a\": 1}",
        "11111111-2222-3333-4444-555555555555",
        "12:30:00",
        "1 mons 2 days 3.000000000 secs",
        "x  ",
    ];
    assert_eq!(row, expected);
    let error = Rows::of(&mut engine, "SELECT ARRAY[1, 2] AS v").unwrap_err();
    assert!(error.to_string().contains("`v`"), "{error}");
}

#[test]
fn duckdb_reads_files_of_allowed_folders_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("orders.csv"), "id,amount\n1,10\n2,20\n").unwrap();
    std::fs::write(other.path().join("secret.csv"), "id\n1\n").unwrap();
    let options = DuckDbOptions {
        allowed_folders: Some(vec![folder.path().to_owned()]),
        ..DuckDbOptions::default()
    };
    let mut engine = DuckDb::open(&options).unwrap();
    let sum = |file: &str| {
        format!(
            "SELECT SUM(amount) AS s FROM '{}/{file}'",
            folder.path().display()
        )
    };
    for file in ["orders.csv", "ord*.csv"] {
        assert_eq!(texts(&mut engine, &sum(file))[0][0].as_deref(), Some("30"));
    }
    let outside = format!("SELECT * FROM '{}/secret.csv'", other.path().display());
    assert!(Rows::of(&mut engine, &outside).is_err());
    let crooked = format!(
        "SELECT * FROM '{0}/..{1}/secret.csv'",
        folder.path().display(),
        other.path().display()
    );
    assert!(Rows::of(&mut engine, &crooked).is_err());
    assert!(engine.execute("SET enable_external_access = true").is_err());
}

#[test]
fn duckdb_opens_database_files_read_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.duckdb");
    let connect = |database: &std::path::Path| {
        DuckDb::open(&DuckDbOptions {
            database: Some(database.to_owned()),
            ..DuckDbOptions::default()
        })
    };
    let error = connect(&path).err().unwrap();
    assert!(error.to_string().contains("no such file"), "{error}");
    let mut writer = DuckDb::in_memory().unwrap();
    writer
        .execute(&format!(
            "ATTACH '{}' AS f; CREATE TABLE f.t AS SELECT 7 AS x; DETACH f",
            path.display()
        ))
        .unwrap();
    Box::new(writer).close().unwrap();
    let mut engine = connect(&path).unwrap();
    assert_eq!(
        texts(&mut engine, "SELECT x FROM shop.main.t")[0][0].as_deref(),
        Some("7")
    );
    assert!(engine.execute("CREATE TABLE u (x INTEGER)").is_err());
}
