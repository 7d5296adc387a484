//! Queries, as YAML, as JSON and as flags, against two fixed models: no panic, places inside the text, SQL or
//! a coded error, and a request that is printed reads as the same request and means the same query.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use dosic_compiler::{LoadedModel, LoadedModels, Options, QueryFlags, QueryRequest, flag_text};
use dosic_diagnostics::{Diagnostics, SourceMap, SpannedText};
use dosic_document::read_node;
use dosic_ir::SemanticQuery;
use dosic_query::{
    QueryOptions, RequestItem, RequestOrder, RequestedValue, parse_limit, resolve_query,
};
use serde_json::{Map, Value};

use super::{Form, Target, is_repeated, text_of};
use crate::compiling::Work;
use crate::seeds;

pub(super) const TARGET: Target = Target {
    name: "query",
    form: Form::Yaml { loose: true },
    words: "name: model: dataset: dimensions: measures: fields: where: filters: having: qualify: order_by: limit: query: \
        metric: field: expression: alias: target: direction: descending: nulls: ASC DESC NULLS FIRST LAST AS - [ ] { } , : \
        library shop --by --metrics --fields --where --having --order-by --limit --dataset --model revenue order_count \
        refunds net_revenue visit_count conversion customer_count median_basket revenue_share customers.region orders.id \
        orders.status orders.ordered_on orders.customer_order_number sold_at.stores.city picked_up_at.stores.name \
        products.category order_lines.amount order_lines.discount calendar.month campaigns.name returns.reason visits.pages \
        :month :week :quarter :year SUM( COUNT( COUNT(*) COUNT(DISTINCT AVG( MEDIAN( MIN( ) OVER ( PARTITION BY ORDER ROWS \
        BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW RANK() LAG( FILTER (WHERE CASE WHEN THEN ELSE END IN ( NOT LIKE IS NULL \
        DATE '2024-01-01' 'East' > 5 = 1 authors.country loans.fee books.price loan_from.branches.name cities.country \
        genres.shelf loans.taken:month fines.amount members.name shelves.capacity",
    nests: &[
        "(",
        "NOT ",
        "[",
        "{a: ",
        "SUM(",
        "CASE WHEN ",
        "- ",
        "{\"query\":",
        "query: {",
        "f(",
    ],
    seeds: seeds::queries,
    check,
};

const MODELS: &[(&str, &str)] = &[
    (
        "shop.yaml",
        include_str!("../../../examples/shop/shop.yaml"),
    ),
    (
        "library.yaml",
        include_str!("../../../tests/fixtures/passes/library/model.yaml"),
    ),
];

fn check(input: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(input) else {
        return Ok(());
    };
    with_models(|loaded| {
        let [strict, lenient] = super::ways().map(|options| -> Result<Work, String> {
            let work = run(text, loaded, &options)?;
            if is_repeated(input) {
                run(text, loaded, &options)?.same_as(&work)?;
                work.render()?;
            }
            Ok(work)
        });
        strict?.lenient_gives(&lenient?)
    })
}

/// The models are read once a thread.
fn with_models<T>(what: impl FnOnce(&LoadedModels) -> Result<T, String>) -> Result<T, String> {
    thread_local! {
        static LOADED: OnceCell<Result<LoadedModels, String>> = const { OnceCell::new() };
    }
    LOADED.with(|cell| {
        let loaded = cell.get_or_init(|| Work::load(MODELS, Options::default()).map(|w| w.loaded));
        what(loaded.as_ref().map_err(Clone::clone)?)
    })
}

fn run(text: &str, loaded: &LoadedModels, options: &Options) -> Result<Work, String> {
    let mut work = Work::with(options.clone(), MODELS);
    let requests = if text
        .strip_prefix("--")
        .is_some_and(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()))
    {
        vec![from_flags(text, &mut work.sources)]
    } else {
        let file = work.sources.add("query.yaml", text);
        let (nodes, found) = read_node(file, text);
        work.tell(found)?;
        nodes.iter().map(QueryRequest::from_node).collect()
    };
    // What one text asks for many times over is asked a few times.
    for (request, found) in requests.into_iter().take(20) {
        let faulty = found.has_errors();
        work.tell(found)?;
        if request.model.is_some()
            && let Err(diagnostic) = loaded.choose(&request)
        {
            work.tell(Diagnostics::from(*diagnostic))?;
        }
        let model = loaded.choose(&request).ok().or(loaded.models.first());
        let Some(model) = model.filter(|_| !faulty) else {
            continue;
        };
        print_and_read(&request, model, options.strict)?;
        work.request(model, &request)?;
    }
    Ok(work)
}

fn from_flags(text: &str, sources: &mut SourceMap) -> (QueryRequest, Diagnostics) {
    let mut flags = QueryFlags::default();
    for line in text.lines() {
        let (flag, value) = line.split_once(' ').unwrap_or((line, ""));
        let text = flag_text(sources, flag, value);
        match flag {
            "--by" => flags.dimensions.push(text),
            "--metrics" => flags.measures.push(text),
            "--fields" => flags.fields.push(text),
            "--where" => flags.filters.push(text),
            "--having" => flags.having.push(text),
            "--order-by" => flags.order_by.push(text),
            "--dataset" => flags.dataset = Some(text),
            "--model" => flags.model = Some(text),
            "--limit" => flags.limit = parse_limit(value),
            _ => {}
        }
    }
    QueryRequest::from_parts(&flags)
}

/// Prints a request as JSON, reads that, and compares both requests and what they mean.
fn print_and_read(request: &QueryRequest, model: &LoadedModel, strict: bool) -> Result<(), String> {
    if texts(request).any(|t| t.text.trim().is_empty()) {
        return Ok(());
    }
    let printed = printed(request);
    let text = printed.to_string();
    let mut sources = SourceMap::default();
    let file = sources.add("printed.json", text.as_str());
    let (nodes, found) = read_node(file, &text);
    let [node] = nodes.as_slice() else {
        return Err(format!("`{text}` is not read again: {found:?}"));
    };
    let (again, found) = QueryRequest::from_node(node);
    if !found.is_empty() || self::printed(&again) != printed {
        return Err(format!("`{text}` is read as another request: {found:?}"));
    }
    let options = QueryOptions { strict };
    let meaning = |request: &QueryRequest| -> (Option<SemanticQuery>, BTreeSet<String>) {
        let (query, found) = resolve_query(&model.resolved, request, &options);
        let told = found
            .iter()
            .map(|d| format!("{}: {}", d.full_code(), d.message));
        (query.map(|q| q.query), told.collect())
    };
    let (first, second) = (meaning(request), meaning(&again));
    if first != second {
        return Err(format!(
            "`{text}` means {second:?}, but {first:?} was meant"
        ));
    }
    Ok(())
}

fn texts(request: &QueryRequest) -> impl Iterator<Item = &SpannedText> {
    let items = [&request.dimensions, &request.measures, &request.fields];
    let named = items.into_iter().flatten().flat_map(|item| {
        let what = match &item.what {
            RequestedValue::Expression(text) | RequestedValue::Metric(text) => [Some(text), None],
            RequestedValue::Field { dataset, field } => [Some(dataset), Some(field)],
        };
        what.into_iter().flatten().chain(&item.alias)
    });
    let single = [&request.name, &request.model, &request.dataset];
    named
        .chain(single.into_iter().flatten())
        .chain(&request.filters)
        .chain(&request.having)
        .chain(request.order_by.iter().map(|o| &o.target))
}

/// A request as JSON, in the one form that says everything.
fn printed(request: &QueryRequest) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| {
        map.insert(key.to_owned(), value);
    };
    let single = [
        ("name", &request.name),
        ("model", &request.model),
        ("dataset", &request.dataset),
    ];
    for (key, text) in single {
        if let Some(text) = text {
            put(key, text.text.as_str().into());
        }
    }
    let items =
        |items: &[RequestItem], is_measure| items.iter().map(|i| item(i, is_measure)).collect();
    put("dimensions", items(&request.dimensions, false));
    put("measures", items(&request.measures, true));
    if request.fields_given {
        put("fields", items(&request.fields, false));
    }
    let texts =
        |texts: &[SpannedText]| texts.iter().map(|t| Value::from(t.text.as_str())).collect();
    put("where", texts(&request.filters));
    put("having", texts(&request.having));
    put("order_by", request.order_by.iter().map(order).collect());
    if let Some(limit) = request.limit {
        put("limit", limit.into());
    }
    Value::Object(map)
}

fn item(item: &RequestItem, is_measure: bool) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, text: &SpannedText| {
        map.insert(key.to_owned(), text.text.as_str().into());
    };
    match &item.what {
        RequestedValue::Expression(text) => put("expression", text),
        RequestedValue::Metric(text) => put("metric", text),
        RequestedValue::Field { dataset, field } => {
            put("dataset", dataset);
            put(if is_measure { "metric" } else { "field" }, field);
        }
    }
    if let Some(alias) = &item.alias {
        put("alias", alias);
    }
    Value::Object(map)
}

fn order(order: &RequestOrder) -> Value {
    let mut map = Map::new();
    map.insert("target".to_owned(), order.target.text.as_str().into());
    if let Some(descending) = order.descending {
        map.insert("descending".to_owned(), descending.into());
    }
    if let Some(first) = order.nulls_first {
        map.insert(
            "nulls".to_owned(),
            if first { "FIRST" } else { "LAST" }.into(),
        );
    }
    Value::Object(map)
}
