//! The commands of `dosic` as a person or program meets them: stdout, stderr, exit codes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `dosic` in `folder`, without a terminal and without an engine on PATH.
fn dosic(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dosic"));
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null());
    command
        .env_remove("NO_COLOR")
        .env("PATH", "")
        .env("LC_ALL", "C.UTF-8");
    command
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Exit code, stdout and stderr in one text, for snapshots.
fn shown(output: &Output) -> String {
    let mut shown = format!("exit: {}\n", output.status.code().unwrap());
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            let _ = write!(shown, "--- {name}\n{}", text(bytes));
        }
    }
    shown
}

#[test]
fn help_shows_examples() {
    for subject in [
        "",
        "compile",
        "query",
        "check",
        "explain",
        "list",
        "init",
        "lsp",
        "completions",
    ] {
        let arguments: Vec<&str> = [subject, "--help"]
            .into_iter()
            .filter(|a| !a.is_empty())
            .collect();
        let output = dosic(&fixtures(), &arguments);
        let name = if subject.is_empty() { "help" } else { subject };
        assert!(text(&output.stdout).contains("Examples:"), "{name}");
        insta::assert_snapshot!(format!("help_{name}"), shown(&output));
    }
}

#[test]
fn a_query_compiles_for_each_dialect() {
    for dialect in ["duckdb", "postgres"] {
        let arguments = [
            "compile",
            "model",
            "--dialect",
            dialect,
            "--metrics",
            "revenue,orders_placed",
            "--by",
            "customers.region",
            "--where",
            "orders.amount > 0",
            "--order-by",
            "-revenue",
            "--limit",
            "3",
        ];
        insta::assert_snapshot!(
            format!("compile_{dialect}"),
            shown(&dosic(&fixtures(), &arguments))
        );
    }
}

#[test]
fn a_saved_query_is_found_by_name_and_flags_add_to_it() {
    let saved = dosic(
        &fixtures(),
        &["compile", "model", "--query", "by_region", "--limit", "1"],
    );
    assert!(saved.status.success(), "{}", shown(&saved));
    assert!(text(&saved.stdout).contains("LIMIT 1"));
    let wrong = dosic(&fixtures(), &["compile", "model", "--query", "by_regoin"]);
    assert!(
        text(&wrong.stderr).contains("did you mean `by_region`?"),
        "{}",
        shown(&wrong)
    );
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn the_whole_model_compiles_to_stdout_or_files() {
    insta::assert_snapshot!(
        "compile_whole",
        shown(&dosic(&fixtures(), &["compile", "model"]))
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("views");
    let output = dosic(
        &fixtures(),
        &["compile", "model", "--out", out.to_str().unwrap()],
    );
    assert!(output.status.success(), "{}", shown(&output));
    for file in [
        "schema.sql",
        "datasets/orders.sql",
        "metrics/revenue.sql",
        "queries/by_region.sql",
    ] {
        assert!(out.join(file).is_file(), "{file}");
    }
}

#[test]
fn a_metric_without_a_total_is_a_comment_and_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let model = "version: 0.2.0.dev0
semantic_model:
  - name: bakery
    datasets:
      - name: loaves
        source: loaves
        primary_key: [id]
        fields: [{name: id, expression: id}, {name: kind, expression: kind}]
    metrics:
      - {name: loaf_count, expression: COUNT(loaves.id)}
      - {name: named, expression: UPPER(loaves.kind)}
";
    std::fs::write(folder.path().join("bakery.yaml"), model).unwrap();
    let output = dosic(folder.path(), &["compile", "bakery.yaml"]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(text(&output.stderr).contains("warning[W_NO_TOTAL]: metric `named`"));
    let sql = text(&output.stdout);
    assert!(sql.contains("-- metric named\n-- has no total: "), "{sql}");
    assert!(sql.contains("COUNT("), "{sql}");
}

#[test]
fn every_error_is_reported_and_the_first_line_holds_a_code() {
    let output = dosic(&fixtures(), &["compile", "broken", "--metrics", "revenue"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr)
            .lines()
            .next()
            .unwrap()
            .contains("error[E_")
    );
    insta::assert_snapshot!("broken_plain", shown(&output));
    for format in ["human", "json"] {
        let arguments = ["check", "broken", "--message-format", format];
        assert_eq!(dosic(&fixtures(), &arguments).status.code(), Some(1));
        let arguments = [
            "compile",
            "broken",
            "--metrics",
            "revenue",
            "--message-format",
            format,
        ];
        insta::assert_snapshot!(
            format!("broken_{format}"),
            shown(&dosic(&fixtures(), &arguments))
        );
    }
}

#[test]
fn findings_of_check_are_its_product() {
    for format in ["text", "json", "sarif", "github", "junit"] {
        let output = dosic(&fixtures(), &["check", "broken", "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}");
        assert!(output.stderr.is_empty(), "{format}");
        insta::assert_snapshot!(format!("check_{format}"), text(&output.stdout));
    }
    let fine = dosic(&fixtures(), &["check", "model"]);
    assert_eq!(shown(&fine), "exit: 0\n");
}

#[test]
fn findings_as_json_have_the_form_of_the_schema() {
    let schema = include_str!("../../docs/findings.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (model, findings) in [("broken", true), ("model", false)] {
        let output = dosic(&fixtures(), &["check", model, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(text(&output.stdout)).unwrap();
        let faults: Vec<_> = validator
            .iter_errors(&report)
            .map(|e| e.to_string())
            .collect();
        assert!(faults.is_empty(), "{model}: {faults:?}");
        assert_eq!(report["findings"].as_array().unwrap().is_empty(), !findings);
    }
    assert!(!validator.is_valid(&serde_json::json!({"version": 1, "findings": []})));
}

#[test]
fn findings_as_junit_are_xml_whatever_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let model = r#"
semantic_model:
- name: m
  datasets:
  - {name: a, source: t, primary_key: ["<&\"\u0001\n"]}
"#;
    std::fs::write(folder.path().join("<a & b>.yaml"), model).unwrap();
    let output = dosic(
        folder.path(),
        &[
            "check",
            "<a & b>.yaml",
            "--format",
            "junit",
            "--deny",
            "advice",
        ],
    );
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    let mut reader = quick_xml::Reader::from_str(report);
    let (mut cases, mut failures) = (0, 0);
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Start(tag) => {
                for attribute in tag.attributes() {
                    attribute
                        .unwrap()
                        .normalized_value(quick_xml::XmlVersion::Explicit1_0)
                        .unwrap();
                }
                cases += usize::from(tag.name().as_ref() == "testcase");
                failures += usize::from(tag.name().as_ref() == "failure");
            }
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert!(cases > 0 && failures == cases, "{report}");
    assert!(!report.contains('\u{1}'), "{report}");
}

#[test]
fn lists_show_what_a_model_offers() {
    let mut all = String::new();
    for what in ["metrics", "dimensions", "datasets"] {
        all.push_str(&shown(&dosic(&fixtures(), &["list", what, "model"])));
    }
    all.push_str(&shown(&dosic(
        &fixtures(),
        &[
            "list",
            "dimensions",
            "model",
            "--for",
            "revenue",
            "--format",
            "json",
        ],
    )));
    insta::assert_snapshot!("list", all);
}

#[test]
fn only_dimensions_are_listed_for_metrics() {
    let output = dosic(
        &fixtures(),
        &["list", "datasets", "model", "--for", "revenue"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error[E_USAGE]"));
}

#[test]
fn explain_knows_codes_and_queries() {
    let code = dosic(&fixtures(), &["explain", "e_ambiguous_path"]);
    assert!(code.status.success());
    assert!(text(&code.stdout).contains("E_AMBIGUOUS_PATH"));
    let unknown = dosic(&fixtures(), &["explain", "E_AMBIGUOUS_PATHS"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `E_AMBIGUOUS_PATH`?"));
    let query = dosic(&fixtures(), &["explain", "model", "--query", "by_region"]);
    insta::assert_snapshot!("explain_query", shown(&query));
}

#[test]
fn wrong_usage_has_a_code_too() {
    let unknown = dosic(&fixtures(), &["compile", "model", "--metric", "revenue"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        text(&unknown.stderr).starts_with("error[E_USAGE]: "),
        "{}",
        shown(&unknown)
    );
    let json = dosic(&fixtures(), &["compile", "--message-format", "json"]);
    let value: serde_json::Value = serde_json::from_str(text(&json.stderr)).unwrap();
    assert_eq!(value.get("code").unwrap(), "E_USAGE");
    for arguments in [["--dialect", "duckbd"], ["--disable-pass", "prune-colums"]] {
        let output = dosic(
            &fixtures(),
            &[&["compile", "model"], &arguments[..]].concat(),
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains("did you mean"),
            "{}",
            shown(&output)
        );
    }
    let missing = dosic(
        &fixtures(),
        &["compile", "no/such/folder", "--metrics", "x"],
    );
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        text(&missing.stderr).contains("E_IO"),
        "{}",
        shown(&missing)
    );
}

#[test]
fn init_writes_a_model_that_is_right_and_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let first = dosic(folder.path(), &["init", "shop"]);
    assert!(first.status.success(), "{}", shown(&first));
    let check = dosic(folder.path(), &["check", "shop", "--deny", "advice"]);
    assert_eq!(shown(&check), "exit: 0\n");
    let compiled = dosic(folder.path(), &["compile", "shop"]);
    assert!(compiled.status.success(), "{}", shown(&compiled));
    let second = dosic(folder.path(), &["init", "shop"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(text(&second.stderr).contains("nothing was written"));
}

#[test]
fn completions_exist_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = dosic(&fixtures(), &["completions", shell]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("dosic"));
    }
}

/// Puts the program somewhere else.
fn place_program(to: &std::path::Path) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_dosic"));
    if cfg!(unix) {
        copy_by_another_process(program, to);
    } else {
        std::fs::copy(program, to).unwrap();
    }
}

/// Copies a program. A file that this process writes is open in whatever it starts meanwhile (tests run side by
/// side), and a file that is open for writing cannot be run; so another process writes it.
fn copy_by_another_process(from: &std::path::Path, to: &std::path::Path) {
    let copied = Command::new("cp").arg("-p").arg(from).arg(to).status();
    assert!(copied.unwrap().success());
}

#[test]
fn a_query_without_an_engine_says_how_to_get_one() {
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("dosic");
    place_program(&alone);
    let output = Command::new(&alone)
        .args(["query", "model", "--metrics", "revenue"])
        .current_dir(fixtures())
        .env("PATH", "")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output.stderr).starts_with("error[E_RUNTIME/engine-missing]: "),
        "{}",
        shown(&output)
    );
}

#[cfg(unix)]
#[test]
fn a_query_becomes_the_engine_beside_it_with_the_same_arguments() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let alone = folder.path().join("dosic");
    place_program(&alone);
    let engine = folder.path().join("dosic-engine");
    let script = folder.path().join("script");
    std::fs::write(&script, "#!/bin/sh\necho \"$@\"\nexit 7\n").unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    copy_by_another_process(&script, &engine);
    let output = Command::new(&alone)
        .args(["query", "model", "--metrics", "a b"])
        .output()
        .unwrap();
    assert_eq!(
        (text(&output.stdout), output.status.code()),
        ("query model --metrics a b\n", Some(7))
    );
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = command(&fixtures(), &["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    for format in ["human", "plain", "json"] {
        let output = dosic(
            &fixtures(),
            &["compile", "broken", "--message-format", format],
        );
        assert!(!output.stderr.contains(&0x1b), "{format}");
    }
    assert!(!dosic(&fixtures(), &["--help"]).stdout.contains(&0x1b));
}

#[test]
fn a_broken_model_spoils_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in [
        ("model/model.yaml", "good.yaml"),
        ("broken/model.yaml", "bad.yaml"),
    ] {
        std::fs::copy(fixtures().join(from), folder.path().join(to)).unwrap();
    }
    let good = dosic(
        folder.path(),
        &["compile", ".", "--model", "orders", "--metrics", "revenue"],
    );
    assert_eq!(good.status.code(), Some(0), "{}", shown(&good));
    let bad = dosic(
        folder.path(),
        &["compile", ".", "--model", "broken", "--metrics", "revenue"],
    );
    assert_eq!(bad.status.code(), Some(1));
    let unnamed = dosic(folder.path(), &["compile", ".", "--metrics", "revenue"]);
    assert!(
        text(&unnamed.stderr).contains("E_INVALID_QUERY"),
        "{}",
        shown(&unnamed)
    );
    assert_eq!(dosic(folder.path(), &["check", "."]).status.code(), Some(1));
}

#[test]
fn the_project_file_sets_levels_and_strictness() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("model")).unwrap();
    std::fs::write(
        folder.path().join("model/model.yaml"),
        "semantic_model:\n  - name: m\n    datasets:\n      - {name: d, source: t, fields: [{name: a, expression: a}]}\n",
    )
    .unwrap();
    let settings = folder.path().join("dosic.toml");
    let check = || dosic(folder.path(), &["check", "model"]);
    assert!(
        text(&check().stdout).contains("warning[W_MISSING_VERSION]"),
        "{}",
        shown(&check())
    );
    std::fs::write(&settings, "[lint]\nW_MISSING_VERSION = \"off\"\n").unwrap();
    assert_eq!(shown(&check()), "exit: 0\n");
    std::fs::write(&settings, "[lint]\nW_MISSING_VERSION = \"error\"\n").unwrap();
    assert_eq!(check().status.code(), Some(1));
    std::fs::write(&settings, "strikt = true\n").unwrap();
    assert_eq!(check().status.code(), Some(2));
    assert!(
        text(&check().stderr).contains("dosic.toml:1:1: error[E_USAGE/project-file]"),
        "{}",
        shown(&check())
    );
}

#[test]
fn rules_are_run_by_check_and_silenced_by_comments() {
    let folder = tempfile::tempdir().unwrap();
    let model = |comment: &str| {
        format!(
            "version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: m\n    datasets:\n      - {{name: a, source: a, primary_key: [k], fields: \
             [{{name: k, expression: k}}, {{name: n, expression: n}}]}}\n{comment}      - {{name: b, source: b, primary_key: [k], fields: \
             [{{name: k, expression: k}}]}}\n    metrics:\n      - {{name: total, expression: SUM(a.k)}}\n"
        )
    };
    let check = |comment: &str| {
        std::fs::write(folder.path().join("m.yaml"), model(comment)).unwrap();
        dosic(folder.path(), &["check", "m.yaml", "--deny", "advice"])
    };
    let found = check("");
    assert!(
        text(&found.stdout).contains("m.yaml:6:16: warning[W_UNUSED_DATASET]"),
        "{}",
        shown(&found)
    );
    let silenced = check("      # dosic: allow(unused-dataset) because it is new\n");
    assert_eq!(shown(&silenced), "exit: 0\n");
    let compiled = dosic(folder.path(), &["compile", "m.yaml", "--metrics", "total"]);
    assert_eq!(text(&compiled.stderr), "", "compiling runs no rules");
}

#[test]
fn nothing_is_said_of_the_example() {
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/shop");
    let check = dosic(&shop, &["check", ".", "--deny", "advice"]);
    assert_eq!(shown(&check), "exit: 0\n");
}

/// Every command that `docs/ci.md` shows runs on a model as it stands there.
#[test]
fn commands_of_the_page_about_ci_run() {
    let page = include_str!("../../docs/ci.md");
    let commands: std::collections::BTreeSet<&str> = page
        .lines()
        .filter(|line| !line.starts_with('`') && !line.starts_with('|'))
        .filter_map(|line| line.split_once("dosic "))
        .filter(|(before, _)| before.is_empty() || before.ends_with([' ', ':']))
        .map(|(_, command)| command.split_once(" >").map_or(command, |(c, _)| c))
        .filter(|command| command.contains("model/"))
        .collect();
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let output = dosic(&fixtures(), &arguments);
        assert!(output.status.success(), "{command}: {}", shown(&output));
    }
}
