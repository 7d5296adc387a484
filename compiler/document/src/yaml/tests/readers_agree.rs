//! The fast reader and the general one give the same.

use dosic_diagnostics::{Diagnostics, FileId};
use proptest::prelude::*;

use crate::{Node, NodeKind, ScalarTag};

/// Both readers, where the fast one takes the text: equal nodes, equal findings.
fn assert_readers_agree(source: &str) -> bool {
    let mut fast_found = Diagnostics::new();
    let Some(fast) = super::super::line_reader::read(FileId(0), source, &mut fast_found) else {
        assert!(fast_found.is_empty());
        return false;
    };
    let mut found = Diagnostics::new();
    let nodes = super::super::builder::read(FileId(0), source, &mut found);
    assert!(found == fast_found, "{source:?} findings differ");
    let [node] = nodes.as_slice() else {
        panic!("{source:?} is no single document");
    };
    assert_same(source, node, &fast);
    true
}

/// Equal in everything but where an absent value counts to stand.
fn assert_same(source: &str, one: &Node, other: &Node) {
    match (&one.kind, &other.kind) {
        (NodeKind::Sequence(a), NodeKind::Sequence(b)) => {
            assert_eq!((one.span, a.len()), (other.span, b.len()), "{source:?}");
            a.iter().zip(b).for_each(|(a, b)| assert_same(source, a, b));
        }
        (NodeKind::Mapping(a), NodeKind::Mapping(b)) => {
            assert_eq!((one.span, a.len()), (other.span, b.len()), "{source:?}");
            for (a, b) in a.iter().zip(b) {
                assert_eq!(a.key, b.key, "{source:?}");
                assert_same(source, &a.value, &b.value);
            }
        }
        (NodeKind::Scalar(a, ScalarTag::Null), NodeKind::Scalar(b, ScalarTag::Null)) => {
            assert_eq!(a.text, b.text, "{source:?}");
        }
        _ => assert_eq!(one, other, "{source:?}"),
    }
}

const TYPICAL: &str = r#"# a comment
name: m   # another
text: "it \"is\" \\ so\n" # c
single: 'it''s'
empty:
also: ~

nested:
  deeper:
    - a
    -
    - - b
      - "c"
    - x: 1
      y: 2.0

      z:
      - at
      - key

    -   wide: true
  flow: {a: [b, 'c, d', "e"], f: {}, g: [], h: SUM(x.y) / 2, i: a:b#c}
literal: |
  SELECT *
    FROM t

  WHERE a
folded: >-
  one
  two

  three
negative: -1
é: no
"#;

#[test]
fn the_fast_reader_takes_typical_text() {
    let typical = TYPICAL.replace("é: no\n", "last: é ü\n");
    assert!(assert_readers_agree(&typical));
    assert!(!assert_readers_agree(TYPICAL));
    assert!(assert_readers_agree("---\n# c\na: b\n"));
    assert!(assert_readers_agree("- a\n- b: 1\n  a: 1\n  a: 2"));
}

#[test]
fn the_fast_reader_gives_up_where_it_is_not_sure() {
    for source in [
        "",
        "# only\n",
        "text\n",
        "a: b: c\n",
        "a: b\n  c\n",
        "a: &x b\n",
        "a: *x\n",
        "a: !t b\n",
        "? a\n: b\n",
        "a: b\n---\nc: d\n",
        "---\n---\na: b\n",
        "a:\tb\n",
        "a: 'b\n  c'\n",
        "a: [b,\n  c]\n",
        "a: [b\n",
        "a: 'b' c\n",
        "a: b\r\n",
        "a: |+\n  b\n",
        "a: |\n  b",
        "a: >\n  b\n    c\n",
        "a: |\n    b\n  c\n",
        "a: [b: c]\n",
        "a: {b}\n",
        "a: [,]\n",
        "a: [b,]\n",
        "a: @b\n",
        "a: \"\\u00e9\"\n",
        "'a': b\n",
        "a:\n   b: c\n  d: e\n",
        "- a\nb: c\n",
        "a: 1\n- b\n",
        "<<: {a: b}\n",
        "a: [b #c]\n",
        "a: {b:1}\n",
        "%YAML 1.2\n---\na: b\n",
    ] {
        assert!(!assert_readers_agree(source), "{source:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Text that is nearly typical: either reader may refuse it, and where the fast one does not, both agree.
    #[test]
    fn the_readers_agree(
        lines in prop::collection::vec(
            (0..5usize, prop::sample::select(vec![
                "a: b", "a:", "- a", "-", "- b: c", "- - d", "c: |", "- >-", "d: 'e''f'", "e: \"g\\n\"", "# h",
                "", "f: [a, b: c]", "g: {a: b, c: [d]}", "- {a: b}", "h: a #b", "i: a# b:c", "text", "j: >", "- [", "k: \"x\" y",
                "a: -", "l: - a", "m: ~", "- ---", "---", "...", "n: [a, 'b' , c ]", "o: {a: , b: c}", "p: [[]]", "q: é",
            ]), prop::sample::select(vec!["", "", "", " ", " # c", "#"])),
            1..10,
        ),
    ) {
        let source: String = lines
            .iter()
            .map(|(indent, line, tail)| format!("{}{line}{tail}\n", " ".repeat(*indent)))
            .collect();
        assert_readers_agree(&source);
        assert_readers_agree(source.trim_end());
    }

    #[test]
    fn the_readers_agree_on_mutations(
        at in prop::collection::vec((0..TYPICAL.len(), 0..6usize, "[\\[\\]{}:,*|>'\"#?\\-\n \\\\<a0]{0,3}"), 0..4),
    ) {
        let mut text: Vec<char> = TYPICAL.replace("é: no\n", "last: é ü\n").chars().collect();
        for (position, removed, inserted) in at {
            let start = position.min(text.len());
            let end = (start + removed).min(text.len());
            text.splice(start..end, inserted.chars());
        }
        assert_readers_agree(&text.into_iter().collect::<String>());
    }
}
