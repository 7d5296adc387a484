//! The other whole texts: order items, aliases, dimensions.

mod support;

use dosic_diagnostics::{Check, Diagnostics};
use dosic_expr::{ParseOptions, parse_aliased, parse_dimension, parse_order_item};
use support::{order_item, render, shape, text};

const DEFAULT: ParseOptions = ParseOptions { strict: false };

#[test]
fn order_items() {
    for (written, expected) in [
        ("a", "a"),
        ("a.b ASC", "a.b"),
        ("SUM(a) DESC", "(SUM a) desc"),
        ("a nulls first", "a nulls-first"),
        ("a DESC NULLS LAST", "a desc nulls-last"),
    ] {
        let mut sink = Diagnostics::new();
        let item =
            parse_order_item(&text(written), &DEFAULT, Check::QuerySyntax, &mut sink).unwrap();
        assert_eq!(order_item(&item), expected, "{written}");
        assert!(sink.is_empty());
    }
}

#[test]
fn aliases() {
    for (written, expected) in [
        ("a", "a / "),
        ("SUM(a) AS total", "(SUM a) / total"),
        (
            "CAST(a AS INT) as \"My Int\"",
            "(Cast a <INT>) / \"My Int\"",
        ),
    ] {
        let mut sink = Diagnostics::new();
        let item = parse_aliased(&text(written), &DEFAULT, Check::QuerySyntax, &mut sink).unwrap();
        let alias = item.alias.map_or_else(String::new, |a| a.to_string());
        assert_eq!(
            format!("{} / {alias}", shape(&item.expr)),
            expected,
            "{written}"
        );
        assert!(sink.is_empty());
    }
}

#[test]
fn dimensions() {
    for (written, expected) in [
        ("a.b", "a.b / None / None"),
        ("a.b:month", "a.b / Some(\"month\") / None"),
        ("a.b : Month AS m", "a.b / Some(\"Month\") / Some(\"m\")"),
        ("a.b AS m", "a.b / None / Some(\"m\")"),
    ] {
        let mut sink = Diagnostics::new();
        let item =
            parse_dimension(&text(written), &DEFAULT, Check::QuerySyntax, &mut sink).unwrap();
        let (grain, alias) = (item.grain.map(|g| g.text), item.alias.map(|a| a.text));
        assert_eq!(
            format!("{} / {grain:?} / {alias:?}", shape(&item.expr)),
            expected,
            "{written}"
        );
        assert!(sink.is_empty());
    }
}

#[test]
fn faults() {
    let mut out = String::new();
    for strict in [false, true] {
        let options = ParseOptions { strict };
        let mut case = |kind: &str, written: &str, sink: Diagnostics| {
            let faults = render(written, sink);
            out.push_str(&format!(
                "{kind} {written}{}\n{faults}",
                if strict { " (strict)" } else { "" }
            ));
        };
        for written in ["a.b:month", "a:", "a:'month'", "a:month:day"] {
            let mut sink = Diagnostics::new();
            let _ = parse_dimension(&text(written), &options, Check::QuerySyntax, &mut sink);
            case("dimension", written, sink);
        }
        for written in ["a AS 'x'", "a AS order", "a AS", "a b", "a AS b, c"] {
            let mut sink = Diagnostics::new();
            let _ = parse_aliased(&text(written), &options, Check::QuerySyntax, &mut sink);
            case("aliased", written, sink);
        }
        for written in ["a DESC ASC", "a NULLS", "a NULLS FIRST DESC", "-"] {
            let mut sink = Diagnostics::new();
            let _ = parse_order_item(&text(written), &options, Check::QuerySyntax, &mut sink);
            case("order", written, sink);
        }
    }
    insta::assert_snapshot!(out);
}
