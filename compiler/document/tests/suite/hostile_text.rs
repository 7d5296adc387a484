//! Mutilated text: no panic, no endless loop, and every place lies in its file on character boundaries.

use crate::report::load_files;
use proptest::prelude::*;

const SEED: &str = r#"# a model – with ünicode
version: "0.2.0.dev0"
semantic_model:
  - name: &n shop
    ai_context: {synonyms: ['it''s', "tab\tbed", plain é]}
    datasets:
      - name: orders
        source: |
          SELECT *
            FROM t
        fields: &fields
          - {name: a, expression: {dialects: [{dialect: ANSI_SQL, expression: "a + \u00e9"}]}}
          - name: b
            expression: >-
              a
              + b

              + c
            <<: {label: x}
      - {name: more, source: *n, fields: *fields}
    relationships:
      - {name: r, from: a, to: b, from_columns: [x], to_columns: [y, z]}
---
queries: [{name: q}]
"#;

const JSON: &str = r#"{"version": 1.0, "semantic_model": {"name": "é\ud83d\ude00", "datasets": [
  {"name": "d", "source": "d", "fields": [{"name": "f", "expression": "a\n\"b\""}]}]}}"#;

fn hold(name: &str, text: &str) {
    for strict in [false, true] {
        let (documents, diagnostics, sources) = load_files(&[(name, text)], strict);
        let in_bounds = |span: dosic_diagnostics::Span| {
            let range = span.start as usize..span.end as usize;
            assert!(text.get(range).is_some(), "{span:?} in {text:?}");
        };
        for found in diagnostics.iter() {
            assert!(!found.message.is_empty());
            found.labels.iter().for_each(|l| in_bounds(l.span));
        }
        for field in documents
            .models
            .iter()
            .flat_map(|m| &m.datasets)
            .flat_map(|d| &d.fields)
        {
            in_bounds(field.expression.span);
            for variant in &field.expression.variants {
                let text = &variant.text;
                for (i, c) in text.text.char_indices() {
                    in_bounds(text.locate(i..i + c.len_utf8()));
                }
            }
        }
        drop(sources);
    }
}

#[test]
fn every_truncation_is_survived() {
    for (name, text) in [("m.yaml", SEED), ("m.json", JSON), ("m.yaml", JSON)] {
        for (end, _) in text.char_indices() {
            hold(name, &text[..end]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn mutations_are_survived(
        at in prop::collection::vec((0..SEED.len(), 0..8usize, "[\\[\\]{}:,&*!|>'\"%@`#?\\-\t\r\n \\\\\u{0}\u{feff}a<é0]{0,4}"), 1..6),
        json in any::<bool>(),
    ) {
        let (name, seed) = if json { ("m.json", JSON) } else { ("m.yaml", SEED) };
        let mut text: Vec<char> = seed.chars().collect();
        for (position, removed, inserted) in at {
            let start = position.min(text.len());
            let end = (start + removed).min(text.len());
            text.splice(start..end, inserted.chars());
        }
        hold(name, &text.into_iter().collect::<String>());
    }

    #[test]
    fn noise_is_survived(text in "[\\[\\]{}:,&*!|>'\"%@`#?\\-\t\r\n \\\\\u{0}\u{feff}a<é0]{0,60}") {
        hold("m.yaml", &text);
        hold("m.json", &text);
        let _ = dosic_document::read_node(dosic_diagnostics::FileId(0), &text);
    }
}
