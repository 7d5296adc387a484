//! House rules that no compiler or linter holds; CONTRIBUTING.md says why each one stands.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::Path;

use dosic_diagnostics::Code;
use dosic_tests::repository::{SourceText, code_only, root, rust_files, text_files};

const MAX_FILE_LINES: usize = 600;
const MAX_FUNCTION_LINES: usize = 100;

/// Names that say nothing of what is inside.
const EMPTY_NAMES: &[&str] = &["common", "helper", "helpers", "misc", "util", "utils"];

/// What must not be left in code.
const LEFT_OVERS: &[&str] = &["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Folders of somebody's machine, and hosts that a mirror may replace.
const PLACES: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("://cra", "tes.io"),
    concat!("index.cra", "tes.io"),
    concat!("static.cra", "tes.io"),
    concat!("registry.npm", "js.org"),
    concat!("py", "pi.org"),
    concat!("python", "hosted.org"),
    concat!("deb.deb", "ian.org"),
];

#[test]
fn every_rust_file_says_what_it_holds() {
    let silent = |file: &SourceText| !file.text.starts_with("//!");
    hold("does not start with `//!`", rust_files(), silent);
}

#[test]
fn files_stay_short() {
    let long = |file: &SourceText| file.text.lines().count() > MAX_FILE_LINES;
    hold("has more than 600 lines", rust_files(), long);
}

#[test]
fn functions_stay_short() {
    let long: Vec<String> = rust_files()
        .iter()
        .flat_map(|file| {
            let functions = functions(&file.text);
            let long = functions
                .into_iter()
                .filter(|(_, lines)| *lines > MAX_FUNCTION_LINES);
            long.map(|(line, lines)| format!("{}:{line} has {lines} lines", file.path))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
    let sample =
        "fn a() {\n    b();\n}\n\nimpl C {\n    fn d(&self);\n    fn e() -> F {\n    }\n}\n";
    assert_eq!(functions(sample), [(1, 3), (7, 2)]);
}

#[test]
fn files_are_named_by_concept() {
    let empty = |file: &SourceText| {
        let parts = file.path.split('/');
        parts
            .map(|part| part.split('.').next().unwrap_or_default())
            .any(|part| EMPTY_NAMES.contains(&part))
    };
    hold("has a name that says nothing", text_files(), empty);
}

#[test]
fn nothing_is_left_undone() {
    let undone = |file: &SourceText| {
        let code = code_only(&file.text);
        LEFT_OVERS.iter().any(|word| code.contains(word))
    };
    hold("holds what must not be left in code", rust_files(), undone);
}

#[test]
fn no_machine_is_named() {
    let named = |file: &SourceText| {
        file.path != "Cargo.lock" && PLACES.iter().any(|place| file.text.contains(place))
    };
    hold(
        "names a folder or host of some machine",
        text_files(),
        named,
    );
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = text_files()
        .iter()
        .filter_map(|file| file.path.strip_prefix("docs/codes/"))
        .filter_map(|name| name.strip_suffix(".md"))
        .filter(|name| name.starts_with(['E', 'W']))
        .map(str::to_owned)
        .collect();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|c| c.name().to_owned()).collect();
    let missing: Vec<_> = codes.difference(&pages).collect();
    let strangers: Vec<_> = pages.difference(&codes).collect();
    assert!(missing.is_empty(), "without a page: {missing:?}");
    assert!(strangers.is_empty(), "pages of no code: {strangers:?}");
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for file in text_files() {
        if !file.path.ends_with(".md") {
            continue;
        }
        let folder = Path::new(&file.path).parent().unwrap();
        for target in links(&file.text) {
            let path = target.split('#').next().unwrap_or_default();
            let outside = path.contains("://") || path.starts_with("mailto:");
            if !outside && !path.is_empty() && !root().join(folder).join(path).exists() {
                broken.push(format!("{}: {target}", file.path));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert_eq!(links("a [b](c.md) `[d](e)` [f](g#h)"), ["c.md", "g#h"]);
}

/// What runs on a pull request is what anybody can run.
#[test]
fn the_workflow_runs_the_same_script() {
    let workflow = std::fs::read_to_string(root().join(".github/workflows/ci.yml")).unwrap();
    assert!(workflow.contains("run: bash .ci/run"));
}

fn hold(fault: &str, files: Vec<SourceText>, is_broken: impl Fn(&SourceText) -> bool) {
    assert!(files.len() > 10, "no files were found");
    let broken: Vec<String> = files
        .into_iter()
        .filter(|file| is_broken(file))
        .map(|file| format!("{} {fault}", file.path))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The line each function with a body starts in, and how many lines it has. In text that rustfmt has
/// formatted, a body ends with the first `}` that is indented like its `fn`.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let words = line.trim_start();
        let is_function = words.starts_with("fn ")
            || ["pub", "const", "async", "unsafe"]
                .iter()
                .any(|w| words.starts_with(w))
                && words.split('(').next().unwrap_or_default().contains(" fn ")
            || words.starts_with("pub(") && words.contains(" fn ");
        if !is_function {
            continue;
        }
        for (end, line) in lines.iter().enumerate().skip(start) {
            let is_last = end > start && line.trim() == "}" && indent(line) == indent(lines[start]);
            let has_no_body = indent(line) == indent(lines[start]) && line.ends_with(';');
            if is_last {
                found.push((start + 1, end - start + 1));
            }
            if is_last || has_no_body {
                break;
            }
        }
    }
    found
}

/// Targets of Markdown links outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        }
        // Every other piece between backticks is code.
        let prose = line.split('`').step_by(2).filter(|_| !in_block);
        for piece in prose {
            for (at, _) in piece.match_indices("](") {
                let target = &piece[at + 2..];
                targets.extend(target.find(')').map(|end| &target[..end]));
            }
        }
    }
    targets
}
