//! `dosic-engine query` as a person or program meets it, on both engines.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use arrow::array::RecordBatch;
use arrow::ipc::reader::StreamReader;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, Rows};
use dosic_tests::postgres::PrivatePostgres;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tempfile::TempDir;

const REVENUE: [&str; 7] = [
    "query",
    "shop",
    "--metrics",
    "revenue",
    "--by",
    "customers.region",
    "--order-by=-revenue",
];
const REVENUE_TABLE: &str =
    "region  revenue\n------  -------\nsouth     679.0\nNULL       85.5\nnorth      84.5\n";

/// A folder with the model and data that `init` writes.
fn shop() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = engine(folder.path(), &["init", "shop"]);
    assert!(output.status.success());
    folder
}

fn engine(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Without LD_LIBRARY_PATH: the program finds libduckdb by itself.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dosic-engine"));
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .env_remove("LD_LIBRARY_PATH");
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    REVENUE.iter().chain(more).copied().collect()
}

#[test]
fn files_are_queried_without_any_database() {
    let folder = shop();
    let output = engine(folder.path(), &REVENUE);
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        (REVENUE_TABLE, "")
    );
    // Also from another folder.
    let path = folder.path().join("shop");
    let mut arguments = REVENUE;
    arguments[1] = path.to_str().unwrap();
    let elsewhere = engine(Path::new("/"), &arguments);
    assert_eq!(text(&elsewhere.stdout), REVENUE_TABLE);
}

#[test]
fn text_formats_have_a_row_a_line() {
    let folder = shop();
    let csv = engine(folder.path(), &with(&["--format", "csv"]));
    assert_eq!(
        text(&csv.stdout),
        "region,revenue\nsouth,679.0\n,85.5\nnorth,84.5\n"
    );
    let lines = engine(folder.path(), &with(&["--format", "jsonl", "--limit", "2"]));
    assert_eq!(
        text(&lines.stdout),
        "{\"region\":\"south\",\"revenue\":679.0}\n{\"region\":null,\"revenue\":85.5}\n"
    );
    let none = engine(
        folder.path(),
        &with(&["--format", "csv", "--where", "orders.status = 'lost'"]),
    );
    assert_eq!(text(&none.stdout), "region,revenue\n");
}

#[test]
fn binary_formats_hold_the_same_rows() {
    let folder = shop();
    let stream = engine(folder.path(), &with(&["--format", "arrow"])).stdout;
    let batches: Vec<RecordBatch> = StreamReader::try_new(&stream[..], None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let expected = Rows {
        schema: Some(batches[0].schema()),
        batches,
    }
    .texts();
    assert_eq!(expected.len(), 3);
    let output = engine(folder.path(), &with(&["-o", "rows.parquet"]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = File::open(folder.path().join("rows.parquet")).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file)
        .unwrap()
        .build()
        .unwrap();
    let batches: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
    assert_eq!(
        Rows {
            schema: None,
            batches
        }
        .texts(),
        expected
    );
}

#[test]
fn a_file_appears_only_when_all_rows_are_in_it() {
    let folder = shop();
    let fails = [
        "query",
        "shop",
        "--fields",
        "CAST(customers.name AS INTEGER) AS n",
        "-o",
        "rows.csv",
    ];
    let output = engine(folder.path(), &fails);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output.stderr).starts_with("error[E_RUNTIME/statement]: the engine reports: "),
        "{}",
        text(&output.stderr)
    );
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert_eq!(names, ["shop"]);
}

#[test]
fn sources_outside_the_model_are_out_of_reach_unless_allowed() {
    let folder = shop();
    let secret = folder.path().join("secret.csv");
    fs::write(&secret, "a\n1\n").unwrap();
    let model = format!(
        "version: 0.2.0.dev0\nsemantic_model:\n  - name: m\n    datasets:\n      - name: d\n        source: SELECT * FROM '{}'\n        \
         fields: [{{name: a, expression: a}}]\n",
        secret.display()
    );
    fs::create_dir(folder.path().join("m")).unwrap();
    fs::write(folder.path().join("m/model.yaml"), model).unwrap();
    let arguments = ["query", "m", "--metrics", "SUM(d.a) AS s"];
    let refused = engine(folder.path(), &arguments);
    assert_eq!(refused.status.code(), Some(3));
    assert!(text(&refused.stderr).contains("E_RUNTIME"));
    fs::write(
        folder.path().join("dosic.toml"),
        "[sources]\nallow = [\".\"]\n",
    )
    .unwrap();
    assert_eq!(text(&engine(folder.path(), &arguments).stdout), "s\n-\n1\n");
}

/// Customers declare no key, and two rows share an id.
const KEYLESS: &str = "version: 0.2.0.dev0
semantic_model:
  - name: m
    datasets:
      - {name: customers, source: customers, fields: [{name: region, expression: region}]}
      - {name: orders, source: orders, primary_key: [id], fields: [{name: amount, expression: amount}]}
    relationships:
      - {name: placed_by, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
    metrics:
      - {name: revenue, expression: SUM(orders.amount)}
";
const KEYLESS_DATA: &str =
    "CREATE TABLE customers AS SELECT * FROM (VALUES (1, 'north'), (1, 'south')) AS c(id, region);
CREATE TABLE orders AS SELECT * FROM (VALUES (10, 1, 5)) AS o(id, customer_id, amount);";

/// The address of a new database with data; options follow its name.
fn new_database(server: &PrivatePostgres, name_and_options: &str, data: &str) -> String {
    let name = name_and_options.split(' ').next().unwrap();
    Postgres::connect(&server.address())
        .unwrap()
        .execute(&format!("CREATE DATABASE {name_and_options}"))
        .unwrap();
    let address = server.address_of(name);
    Postgres::connect(&address).unwrap().execute(data).unwrap();
    address
}

#[test]
fn an_assumed_key_is_checked_on_the_data_of_both_engines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), KEYLESS).unwrap();
    let database = folder.path().join("shop.duckdb");
    let mut writer = DuckDb::in_memory().unwrap();
    writer
        .execute(&format!(
            "ATTACH '{}' AS f; USE f; {KEYLESS_DATA}; USE memory; DETACH f",
            database.display()
        ))
        .unwrap();
    Box::new(writer).close().unwrap();
    let address =
        PrivatePostgres::unless_skipped().map(|s| new_database(s, "keyless", KEYLESS_DATA));
    let postgres = address.iter().map(|a| ["--connect", a.as_str()]);
    for target in postgres.chain([["--db", "shop.duckdb"]]) {
        let query = [
            "query",
            "m.yaml",
            "--metrics",
            "revenue",
            "--by",
            "customers.region",
            target[0],
            target[1],
        ];
        let refused = engine(folder.path(), &query);
        let stderr = text(&refused.stderr);
        assert!(
            stderr.contains("error[E_KEY_VIOLATED]") && stderr.contains("2 rows have id = 1"),
            "{stderr}"
        );
        assert_eq!(
            (refused.status.code(), text(&refused.stdout)),
            (Some(1), "")
        );
        let total = engine(
            folder.path(),
            &[
                "query",
                "m.yaml",
                "--metrics",
                "revenue",
                target[0],
                target[1],
            ],
        );
        assert_eq!(text(&total.stdout), "revenue\n-------\n      5\n");
        let unchecked = engine(folder.path(), &[&query[..], &["--no-verify-keys"]].concat());
        assert!(unchecked.status.success(), "{}", text(&unchecked.stderr));
    }
}

#[test]
fn connections_have_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), KEYLESS).unwrap();
    fs::write(
        folder.path().join("dosic.toml"),
        "[connections]\nfar = \"env:DOSIC_TEST_ADDRESS\"\n",
    )
    .unwrap();
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let address = new_database(server, "named", KEYLESS_DATA);
    let arguments = [
        "query",
        "m.yaml",
        "--metrics",
        "revenue",
        "--connect",
        "far",
        "--format",
        "csv",
    ];
    let unset = engine(folder.path(), &arguments);
    assert_eq!(unset.status.code(), Some(2));
    assert!(text(&unset.stderr).contains("DOSIC_TEST_ADDRESS"));
    let output = command(folder.path(), &arguments)
        .env("DOSIC_TEST_ADDRESS", address)
        .output()
        .unwrap();
    assert_eq!(
        text(&output.stdout),
        "revenue\n5\n",
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_server_that_is_not_there_is_an_engine_failure() {
    let folder = shop();
    let model = folder.path().join("m.yaml");
    fs::write(&model, KEYLESS).unwrap();
    let output = engine(
        folder.path(),
        &[
            "query",
            "m.yaml",
            "--metrics",
            "revenue",
            "--connect",
            "postgres://nobody@127.0.0.1:1/none",
        ],
    );
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output.stderr).starts_with("error[E_RUNTIME/connection]: "),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn faults_of_the_query_end_before_any_engine_starts() {
    let folder = shop();
    let output = engine(
        folder.path(),
        &[
            "query",
            "shop",
            "--metrics",
            "revenu",
            "--db",
            "missing.duckdb",
        ],
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("error[E_NAME_NOT_FOUND"),
        "{}",
        text(&output.stderr)
    );
}

/// A statement that would take hours.
const ENDLESS: &str = "version: 0.2.0.dev0
semantic_model:
  - name: m
    datasets:
      - name: d
        source: SELECT a.x FROM generate_series(1, 10000000) AS a(x), generate_series(1, 10000000) AS b(y) WHERE a.x * b.y = 7
        fields: [{name: x, expression: x}]
";

const UNTYPED: &str = "version: 0.2.0.dev0
semantic_model:
  - name: m
    datasets:
      - name: users
        source: users
        fields:
          - {name: active, expression: active}
          - {name: old, expression: old, datatype: Boolean}
    metrics:
      - {name: actives, expression: SUM(CAST(users.active AS INTEGER))}
      - {name: olds, expression: SUM(CAST(users.old AS INTEGER))}
";

#[test]
fn a_failure_over_types_says_which_are_unknown() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), UNTYPED).unwrap();
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let data = "CREATE TABLE users AS SELECT TRUE AS active, TRUE AS old";
    let address = new_database(server, "untyped", data);
    let run = |metric| {
        let arguments = [
            "query",
            "m.yaml",
            "--metrics",
            metric,
            "--connect",
            &address,
        ];
        engine(folder.path(), &arguments)
    };
    let failed = run("actives");
    let stderr = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.contains("error[E_RUNTIME/statement]")
            && stderr.contains("declare the `datatype` of fields"),
        "{stderr}"
    );
    assert!(stderr.contains("`users.active`"), "{stderr}");
    let right = run("olds");
    assert_eq!(
        text(&right.stdout),
        "olds\n----\n   1\n",
        "{}",
        text(&right.stderr)
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_cancels_the_statement() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), ENDLESS).unwrap();
    let address = PrivatePostgres::unless_skipped().map(PrivatePostgres::address);
    let postgres = address.iter().map(|a| vec!["--connect", a.as_str()]);
    for target in postgres.chain([vec![]]) {
        let arguments = [
            &["query", "m.yaml", "--metrics", "SUM(d.x) AS s"],
            &target[..],
        ]
        .concat();
        let child = command(folder.path(), &arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_secs(2));
        let started = Instant::now();
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(started.elapsed() < Duration::from_secs(20));
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(130), ""),
            "{}",
            text(&output.stderr)
        );
    }
    let Some(address) = address else {
        return;
    };
    let mut watcher = Postgres::connect(&address).unwrap();
    let running = "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE application_name = 'dosic' AND query LIKE '%generate_series%' \
                   AND state = 'active' AND pid <> pg_backend_pid()";
    let left = || {
        Rows::of(&mut watcher, running).unwrap().texts()[0][0]
            .clone()
            .unwrap()
    };
    assert!(std::iter::repeat_with(left).take(50).any(|n| {
        sleep(Duration::from_millis(100));
        n == "0"
    }));
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let folder = shop();
    for format in ["table", "csv", "jsonl", "arrow", "parquet"] {
        let mut child = command(folder.path(), &with(&["--format", format]))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), ""),
            "{format}"
        );
    }
}

const TEXTS: &str = "version: 0.2.0.dev0
semantic_model:
  - name: m
    datasets:
      - name: names
        source: names
        fields:
          - {name: name, expression: name}
          - {name: known, expression: label, datatype: String}
";

#[test]
fn a_database_that_orders_texts_otherwise_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), TEXTS).unwrap();
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let data =
        "CREATE TABLE names AS SELECT * FROM (VALUES ('a', 'a'), ('B', 'B')) AS n(name, label)";
    let icu = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
    let by_code_point = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'";
    let run = |address: &str, column: &str, clause: &str| {
        let arguments = [
            "query",
            "m.yaml",
            "--fields",
            column,
            clause,
            column,
            "--format",
            "csv",
            "--connect",
            address,
        ];
        let output = engine(folder.path(), &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (
            text(&output.stdout).to_owned(),
            text(&output.stderr).to_owned(),
        )
    };
    let sorted = new_database(server, &format!("by_code_point {by_code_point}"), data);
    assert_eq!(
        run(&sorted, "names.name", "--order-by"),
        ("name\nB\na\n".to_owned(), String::new())
    );
    let otherwise = new_database(server, &format!("by_language {icu}"), data);
    let (rows, stderr) = run(&otherwise, "names.name", "--order-by");
    assert_eq!(rows, "name\na\nB\n");
    assert!(
        stderr.contains("warning[W_UNCHECKED_COLLATION]") && stderr.contains("here `en-US`"),
        "{stderr}"
    );
    // Where the type is known, the order is that of code points.
    assert_eq!(
        run(&otherwise, "names.known", "--order-by"),
        ("known\nB\na\n".to_owned(), String::new())
    );
}

#[test]
fn a_database_with_other_texts_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("m.yaml"), TEXTS).unwrap();
    let Some(server) = PrivatePostgres::unless_skipped() else {
        return;
    };
    let run = |address: &str, dimension: &str| {
        let arguments = ["query", "m.yaml", "--by", dimension, "--connect", address];
        let output = engine(folder.path(), &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr).to_owned()
    };
    let latin = "latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'";
    let address = new_database(server, latin, "CREATE TABLE names AS SELECT 'a' AS label");
    let stderr = run(&address, "names.known");
    assert!(
        stderr.contains("warning[W_DATABASE_TEXT/encoding]") && stderr.contains("LATIN1"),
        "{stderr}"
    );
    let loose = "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE TABLE names (label text COLLATE loose); CREATE TABLE others (label text COLLATE loose)";
    let address = new_database(server, "loose", loose);
    let stderr = run(&address, "names.known");
    assert!(
        stderr.contains("warning[W_DATABASE_TEXT/collation]") && stderr.contains("`names.label`"),
        "{stderr}"
    );
    assert!(!stderr.contains("others"), "{stderr}");
}
