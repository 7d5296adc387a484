//! JSON values, their places, and what is refused.

use dosic_diagnostics::{Diagnostics, FileId};

use super::read;
use crate::{Node, NodeKind};

fn ok(text: &str) -> Node {
    let mut diagnostics = Diagnostics::new();
    let node = read(FileId(0), text, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    node.unwrap()
}

fn refused(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    assert_eq!(read(FileId(0), text, &mut diagnostics), None, "{text}");
    let found: Vec<_> = diagnostics
        .iter()
        .map(|d| {
            let at = d.span().unwrap();
            format!("{} {}..{} {}", d.full_code(), at.start, at.end, d.message)
        })
        .collect();
    found.join("\n")
}

#[test]
fn strings_map_to_their_escapes() {
    let node = ok(r#" "a\u00e9\ud83d\ude00\"é" "#);
    let NodeKind::Scalar(text, _) = node.kind else {
        panic!("no scalar");
    };
    assert_eq!(text.text, "aé😀\"é");
    let places: Vec<u32> = text
        .text
        .char_indices()
        .map(|(i, c)| text.locate(i..i + c.len_utf8()).start)
        .collect();
    assert_eq!(places, [2, 3, 9, 21, 23]);
}

#[test]
fn objects_keep_the_first_of_two_equal_keys() {
    let mut diagnostics = Diagnostics::new();
    let node = read(
        FileId(0),
        r#"{"a": 1, "b": [true, null], "a": 2}"#,
        &mut diagnostics,
    );
    let NodeKind::Mapping(entries) = node.unwrap().kind else {
        panic!("no object");
    };
    assert_eq!(entries.len(), 2);
    let found: Vec<_> = diagnostics.iter().map(|d| d.full_code()).collect();
    assert_eq!(found, ["E_SCHEMA/duplicate-key"]);
}

#[test]
fn what_is_no_json_is_refused_where_it_stops_being_json() {
    let texts = [
        "",
        "{",
        "{\"a\" 1}",
        "{a: 1}",
        "[1, 2",
        "[1 2]",
        "[1,]",
        "01",
        "1.",
        "-",
        "tru",
        "\"open",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"tab\there\"",
        "{} {}",
    ];
    let report: Vec<String> = texts
        .iter()
        .map(|t| format!("{t:?}: {}", refused(t)))
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "[".repeat(100_000);
    assert!(refused(&deep).starts_with("E_SCHEMA/depth"));
    ok(&format!("{}{}", "[".repeat(128), "]".repeat(128)));
}
