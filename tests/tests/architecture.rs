//! The arrows between crates: who may depend on whom, and what a library may touch.
//!
//! Cargo already refuses what a crate does not list; these tests refuse listing what the architecture
//! does not allow. The table below is the architecture; ARCHITECTURE.md says why.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use dosic_tests::repository::{code_only, root, rust_files, without_unit_tests};
use serde_json::Value;

/// Each crate with the crates of this workspace that it may use.
const ARROWS: &[(&str, &[&str])] = &[
    ("diagnostics", &[]),
    ("ir", &["diagnostics"]),
    ("graph", &["ir", "diagnostics"]),
    // The loader keeps names as `Ident`s, with their places; nothing else of the IR.
    ("document", &["ir", "diagnostics"]),
    ("expr", &["diagnostics"]),
    ("typing", &["expr", "ir", "diagnostics"]),
    (
        "resolve",
        &["document", "expr", "typing", "graph", "ir", "diagnostics"],
    ),
    // Called by `dosic check` alone, beside the pipeline.
    (
        "lint",
        &["document", "resolve", "graph", "ir", "diagnostics"],
    ),
    (
        "query",
        &["document", "expr", "typing", "resolve", "ir", "diagnostics"],
    ),
    ("plan", &["graph", "ir", "diagnostics"]),
    (
        "compiler",
        &[
            "document",
            "expr",
            "typing",
            "resolve",
            "query",
            "graph",
            "plan",
            "ir",
            "diagnostics",
        ],
    ),
    ("sql", &["ir", "diagnostics"]),
    ("duckdb", &["sql", "ir", "diagnostics"]),
    ("postgres", &["sql", "ir", "diagnostics"]),
    ("runtime", &["ir", "diagnostics"]),
    (
        "lsp",
        &[
            "compiler",
            "document",
            "expr",
            "query",
            "resolve",
            "typing",
            "ir",
            "diagnostics",
        ],
    ),
    (
        "cli",
        &[
            "compiler",
            "lsp",
            "query",
            "lint",
            "document",
            "sql",
            "duckdb",
            "postgres",
            "ir",
            "diagnostics",
        ],
    ),
    ("engine", &["cli", "runtime", "ir", "diagnostics"]),
    // Values of rows; fuzz targets use it, so it must reach no engine.
    ("generate", &["runtime"]),
];

/// Crates that prove the others and may use any of them.
const HARNESS: &[&str] = &["tests", "fuzz", "benches"];

/// Libraries from outside that must stay in one place, with the crates that may name them.
const HOMES: &[(&str, &[&str])] = &[
    ("arrow", &["runtime", "engine"]),
    ("clap", &["cli"]),
    ("duckdb", &["runtime"]),
    ("logos", &["expr"]),
    ("lsp-server", &["lsp"]),
    ("lsp-types", &["lsp"]),
    ("miette", &["cli"]),
    ("parquet", &["engine"]),
    ("petgraph", &["graph"]),
    ("postgres", &["runtime"]),
    ("saphyr-parser", &["document"]),
    // Emission has a printer of its own; sqlparser only reads it back in tests.
    ("sqlparser", &[]),
];

/// What `dosic` must not link, not even through others: it starts like a plain binary.
const NO_ENGINE: &[&str] = &[
    "arrow",
    "duckdb",
    "libduckdb-sys",
    "parquet",
    "postgres",
    "sqlparser",
    "tokio",
];

/// Parts of `std` that reach outside: a compiler stage gets texts and gives values.
const OUTSIDE: &[&str] = &["env", "fs", "net", "os", "process", "thread", "time"];

#[test]
fn every_arrow_is_in_the_table() {
    let metadata = metadata();
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut wrong = Vec::new();
    for package in members(metadata) {
        let name = short(package);
        if HARNESS.contains(&name) {
            continue;
        }
        let Some(arrows) = allowed.get(name) else {
            wrong.push(format!("`{name}` is not in the table of arrows"));
            continue;
        };
        // Tests may use more, but nothing that would turn an arrow round.
        for (other, kind) in own_dependencies(package) {
            if kind != "dev" && !arrows.contains(&other.as_str()) {
                wrong.push(format!("`{name}` must not depend on `{other}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_crate_that_is_gone() {
    let metadata = metadata();
    let names: BTreeSet<&str> = members(metadata).map(short).collect();
    let gone: Vec<&str> = ARROWS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !names.contains(name))
        .collect();
    assert!(gone.is_empty(), "{gone:?}");
}

#[test]
fn libraries_from_outside_stay_in_their_place() {
    let metadata = metadata();
    let homes: BTreeMap<&str, &[&str]> = HOMES.iter().copied().collect();
    let mut wrong = Vec::new();
    for package in members(metadata) {
        let name = short(package);
        for dependency in package["dependencies"].as_array().unwrap() {
            let outside = dependency["name"].as_str().unwrap();
            let strays = homes
                .get(outside)
                .is_some_and(|homes| !homes.contains(&name));
            if strays && dependency["kind"].is_null() && !HARNESS.contains(&name) {
                wrong.push(format!("`{name}` must not use `{outside}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dosic_links_no_engine() {
    let metadata = metadata();
    let reached = reachable(metadata, "dosic-cli");
    assert!(reached.contains("dosic-compiler"), "{reached:?}");
    let engines: Vec<&&str> = NO_ENGINE
        .iter()
        .filter(|name| reached.contains(**name))
        .collect();
    assert!(engines.is_empty(), "`dosic` links {engines:?}");
    let engine = reachable(metadata, "dosic-engine");
    assert!(engine.contains("libduckdb-sys"), "the search finds nothing");
}

/// Fuzz targets use the generators, so that these take the interpreter's values alone. (What Cargo resolves for
/// the workspace has the features that other crates ask for.)
#[test]
fn the_generators_link_no_engine() {
    let package = members(metadata())
        .find(|p| short(p) == "generate")
        .unwrap();
    let dependencies = package["dependencies"].as_array().unwrap();
    let runtime = dependencies
        .iter()
        .find(|d| d["name"] == "dosic-runtime" && d["kind"].is_null())
        .unwrap();
    assert_eq!(runtime["uses_default_features"], false);
    assert_eq!(runtime["features"], serde_json::json!(["interpreter"]));
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let metadata = metadata();
    for package in members(metadata) {
        let path = package["manifest_path"].as_str().unwrap();
        let manifest = std::fs::read_to_string(path).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{path}");
    }
}

#[test]
fn stages_reach_nothing_outside() {
    let mut wrong = Vec::new();
    for file in rust_files() {
        let is_stage = ["compiler/", "dialects/"]
            .iter()
            .any(|folder| file.path.starts_with(folder));
        if !is_stage || !file.path.contains("/src/") || file.path.contains("tests") {
            continue;
        }
        let code = code_only(without_unit_tests(&file.text));
        for module in std_modules(&code) {
            if OUTSIDE.contains(&module.as_str()) {
                wrong.push(format!("{} uses std::{module}", file.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let seen = std_modules("use std::{fs, env};\nstd::time::Instant::now()");
    assert_eq!(seen, ["fs", "env", "time"]);
}

/// Dialects are asked, never told apart: only the command line and tests name them.
#[test]
fn no_stage_names_a_dialect() {
    for file in rust_files() {
        let is_shared = ["compiler/", "dialects/sql/"]
            .iter()
            .any(|folder| file.path.starts_with(folder));
        if !is_shared || !file.path.contains("/src/") {
            continue;
        }
        let code = code_only(without_unit_tests(&file.text)).to_lowercase();
        for name in ["duckdb", "postgres", "match dialect", "downcast"] {
            assert!(!code.contains(name), "{} says `{name}`", file.path);
        }
    }
}

fn metadata() -> &'static Value {
    static METADATA: LazyLock<Value> = LazyLock::new(read_metadata);
    &METADATA
}

fn read_metadata() -> Value {
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|l| l.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    let members = metadata["workspace_members"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().filter(|p| members.contains(&p["id"]))
}

/// `ir` for `dosic-ir`.
fn short(package: &Value) -> &str {
    let name = package["name"].as_str().unwrap();
    name.strip_prefix("dosic-").unwrap_or(name)
}

/// The crates of this workspace that a package lists, with the kind: `normal`, `dev` or `build`.
fn own_dependencies(package: &Value) -> Vec<(String, String)> {
    let all = package["dependencies"].as_array().unwrap();
    let own = all.iter().filter(|d| !d["path"].is_null());
    own.map(|d| {
        let name = short(d).to_owned();
        (name, d["kind"].as_str().unwrap_or("normal").to_owned())
    })
    .collect()
}

/// Names of all packages that end up in `package`, itself included.
fn reachable<'m>(metadata: &'m Value, package: &str) -> BTreeSet<&'m str> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let nodes: BTreeMap<&str, &Value> = nodes
        .iter()
        .map(|n| (n["id"].as_str().unwrap(), n))
        .collect();
    let packages = metadata["packages"].as_array().unwrap();
    let names: BTreeMap<&str, &str> = packages
        .iter()
        .map(|p| (p["id"].as_str().unwrap(), p["name"].as_str().unwrap()))
        .collect();
    let (start, _) = names.iter().find(|(_, name)| **name == package).unwrap();
    let mut found = BTreeSet::new();
    let mut open = vec![*start];
    while let Some(id) = open.pop() {
        if !found.insert(id) {
            continue;
        }
        for dependency in nodes[id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|k| k["kind"].is_null()) {
                open.push(dependency["pkg"].as_str().unwrap());
            }
        }
    }
    found.into_iter().map(|id| names[id]).collect()
}

/// The modules of `std` that code names: `std::fs`, `std::{fs, env}`.
fn std_modules(code: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut modules = Vec::new();
    for (at, found) in code.match_indices("std::") {
        let rest = &code[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find(';').unwrap_or(group.len())];
                let parts = group.split(',').map(|part| word(part.trim()));
                modules.extend(parts);
            }
            None => modules.push(word(rest)),
        }
    }
    modules
}
