//! Broken models report exactly what is annotated in them, at exactly the characters underlined.
//!
//! A line of a fixture whose first word is `#` and carets is an annotation of the line above it (of the nearest one that
//! is none): carets stand under the characters of the primary label, then follow the full code and perhaps a part of
//! the message. Where the place begins in the first column, `#<--` stands under it instead, or `#|` if it is one wide. A label over several lines
//! is underlined in its first one, an empty one by one caret. Annotations are taken out before the file is read, so they
//! may stand inside scalars and in JSON.
//!
//! ```text
//!     primarykey: [id]
//! #   ^^^^^^^^^^ E_SCHEMA/unknown-key unknown key
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use dosic_diagnostics::{Diagnostic, SourceMap};
use dosic_tests::compiling::{Case, describe};

/// A place of one line and what is found there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    column: usize,
    width: usize,
    code: String,
    /// Of an annotation: a part of the message.
    message: String,
}

struct Fixture {
    name: String,
    /// The text without annotations.
    text: String,
    marks: Vec<Mark>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/broken");
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths.iter().map(|p| read(p)).collect()
}

fn read(path: &Path) -> Fixture {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let (mut text, mut marks, mut line) = (String::new(), Vec::new(), 0);
    for whole in fs::read_to_string(path).unwrap().split_inclusive('\n') {
        if let Some(mark) = annotation(whole.trim_end(), line) {
            marks.push(mark);
        } else {
            text.push_str(whole);
            line += 1;
        }
    }
    Fixture { name, text, marks }
}

/// An annotation of `line`, if that is what the text is.
fn annotation(text: &str, line: usize) -> Option<Mark> {
    let hash = text.find('#')?;
    if !text.get(..hash)?.trim().is_empty() {
        return None;
    }
    let rest = text.get(hash + 1..)?;
    let (column, width, rest) = if let Some(rest) = rest.strip_prefix('<') {
        let tail = rest.trim_start_matches('-');
        (hash + 1, rest.len() - tail.len() + 2, tail)
    } else if let Some(tail) = rest.strip_prefix('|') {
        (hash + 1, 1, tail)
    } else {
        let carets = rest.trim_start();
        let tail = carets.trim_start_matches('^');
        if tail.len() == carets.len() {
            return None;
        }
        let column = text.len() - carets.len() + 1;
        (column, carets.len() - tail.len(), tail)
    };
    let (code, message) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    Some(Mark {
        line,
        column,
        width,
        code: code.to_owned(),
        message: message.to_owned(),
    })
}

/// The mark of a diagnostic; line 0 if it has no place.
fn mark(sources: &SourceMap, diagnostic: &Diagnostic) -> Mark {
    let (mut line, mut column, mut width) = (0, 0, 0);
    if let Some(span) = diagnostic.span() {
        (line, column) = sources.line_column(span);
        let first = sources.slice(span).lines().next().unwrap_or("");
        width = first.trim_end_matches('\r').chars().count().max(1);
    }
    Mark {
        line,
        column,
        width,
        code: diagnostic.full_code(),
        message: diagnostic.message.clone(),
    }
}

fn run(fixture: &Fixture) -> (SourceMap, Vec<Diagnostic>) {
    let case = Case {
        file: &fixture.name,
        model: &fixture.text,
        ..Case::default()
    };
    case.run()
}

#[test]
fn diagnostics_are_those_annotated() {
    let mut faults = Vec::new();
    for fixture in fixtures() {
        let (sources, found) = run(&fixture);
        let mut missing = fixture.marks.clone();
        for diagnostic in &found {
            let is = mark(&sources, diagnostic);
            let same = |m: &Mark| {
                (m.line, m.column, m.width) == (is.line, is.column, is.width)
                    && m.code == is.code
                    && is.message.contains(&m.message)
            };
            match missing.iter().position(same) {
                Some(at) => drop(missing.remove(at)),
                None => faults.push(format!("{}: not annotated: {is:?}", fixture.name)),
            }
        }
        faults.extend(
            missing
                .iter()
                .map(|m| format!("{}: not reported: {m:?}", fixture.name)),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_fixture_is_annotated() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 20);
    for fixture in fixtures {
        assert!(!fixture.marks.is_empty(), "{}", fixture.name);
    }
}

#[test]
fn messages_labels_and_helps() {
    for fixture in fixtures() {
        let (sources, found) = run(&fixture);
        let all: Vec<String> = found.iter().map(|d| describe(&sources, d)).collect();
        insta::assert_snapshot!(fixture.name.replace('.', "_"), all.join("\n"));
    }
}

#[test]
fn a_line_that_is_no_annotation_stays() {
    for text in [
        "# plain comment",
        "key: 1 # ^^ trailing",
        "",
        "  - {name: a}",
    ] {
        assert_eq!(annotation(text, 1), None, "{text}");
    }
    let found = annotation("  #  ^^^ E_SYNTAX found", 7).unwrap();
    assert_eq!((found.line, found.column, found.width), (7, 6, 3));
    let found = annotation("#<-- E_IO", 7).unwrap();
    assert_eq!(
        (found.column, found.width, found.code.as_str()),
        (1, 4, "E_IO")
    );
}
