//! Requests as YAML, JSON and flags.

use dosic_diagnostics::SourceMap;
use insta::assert_snapshot;

use super::render::render_diagnostics;
use super::shop::request;
use crate::{QueryFlags, QueryRequest, RequestedValue, flag_text};

fn faults(yaml: &str) -> String {
    let (_, sink, sources) = request(yaml);
    render_diagnostics(sink, &sources)
}

#[test]
fn keys_and_types() {
    assert_snapshot!(faults("
dimension: [a.b]
pivot: {by: x}
measures: revenue
fields: [{}, null, [a], {field: a.b, expression: c}, {dataset: d}]
dimensions: [{field: a.b, grain: month, label: x, alias: y, name: z}]
where: {a: b}
having: [1]
order_by: [3, {target: a, name: b}, {target: a, direction: DESC, descending: false, nulls: MIDDLE}, {descending: maybe, target: a}]
limit: -1
queries: []
"));
}

#[test]
fn whole_values() {
    assert_snapshot!(faults("[a]"));
    assert_snapshot!(faults("{query: [a]}"));
    assert_snapshot!(faults("{query: {query: {measures: [a]}}, limit: 3}"));
    assert_eq!(
        faults("{measures: null, limit: null, dimensions: [a.b]}"),
        ""
    );
    assert_eq!(
        faults("{name: top, description: The best, measures: [a]}"),
        ""
    );
    for limit in [
        "1.5",
        "'10'",
        "ten",
        "99999999999999999999",
        "9223372036854775808",
    ] {
        assert!(
            faults(&format!("limit: {limit}")).starts_with("E_INVALID_QUERY/bad-limit"),
            "{limit}"
        );
    }
}

#[test]
fn both_spellings_of_predicates_are_joined() {
    let (request, sink, _) =
        request("{where: a.b, filters: [c.d, e.f], having: g, qualify: [h, i]}");
    assert!(sink.is_empty());
    let texts = |list: &[dosic_diagnostics::SpannedText]| -> Vec<String> {
        list.iter().map(|t| t.text.clone()).collect()
    };
    assert_eq!(texts(&request.filters), ["a.b", "c.d", "e.f"]);
    assert_eq!(texts(&request.having), ["g", "h", "i"]);
}

#[test]
fn flags_split_at_commas_and_minus_means_descending() {
    let mut sources = SourceMap::default();
    let mut text = |flag: &str, text: &str| vec![flag_text(&mut sources, flag, text)];
    let flags = QueryFlags {
        measures: text("--metrics", "revenue, ROUND(x, 2),,n"),
        order_by: text("--order-by", "-revenue, n"),
        ..QueryFlags::default()
    };
    let (request, sink) = QueryRequest::from_parts(&flags);
    let measures: Vec<_> = request
        .measures
        .iter()
        .map(|i| match &i.what {
            RequestedValue::Expression(text) => (text.text.as_str(), text.span.start),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(measures, [("revenue", 0), ("ROUND(x, 2)", 9), ("n", 22)]);
    let keys: Vec<_> = request
        .order_by
        .iter()
        .map(|o| (o.target.text.as_str(), o.descending))
        .collect();
    assert_eq!(keys, [("revenue", Some(true)), ("n", None)]);
    assert!(render_diagnostics(sink, &sources).starts_with("E_INVALID_QUERY/empty-entry"));
    let place = sources.get(request.measures[0].span.file).unwrap();
    assert_eq!(place.name, "<--metrics>");
}

#[test]
fn the_model_is_chosen_by_name() {
    let choose = |yaml: &str, models: &[&str]| {
        let (request, _, _) = request(yaml);
        request.choose_model(models).map_err(|d| d.full_code())
    };
    assert_eq!(choose("{}", &["shop"]), Ok(0));
    assert_eq!(choose("{model: B}", &["a", "b"]), Ok(1));
    assert_eq!(
        choose("{}", &["a", "b"]),
        Err("E_INVALID_QUERY/model-not-chosen".to_owned())
    );
    assert_eq!(
        choose("{model: c}", &["a", "b"]),
        Err("E_INVALID_QUERY/unknown-model".to_owned())
    );
}

#[test]
fn flags_add_to_a_file() {
    let (mut file, _, _) = request("{measures: [a], limit: 5, model: m, where: x.y}");
    let (flags, _, _) = request("{measures: [b], limit: 3, filters: [z.y]}");
    file.merge(flags);
    assert_eq!(
        (file.measures.len(), file.filters.len(), file.limit),
        (2, 2, Some(3))
    );
    assert_eq!(file.model.map(|m| m.text).as_deref(), Some("m"));
}
