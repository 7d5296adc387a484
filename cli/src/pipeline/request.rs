//! From arguments to a query request: a saved query or a file, with the clauses of flags added.

use std::path::Path;

use dosic_compiler::{LoadedModels, QueryFlags, QueryRequest, flag_text, read_node};
use dosic_diagnostics::{
    Check, Code, Diagnostic, Diagnostics, SourceMap, SpannedText, did_you_mean,
};
use dosic_query::parse_limit;

use crate::args::QueryArgs;
use crate::files::read as read_file;

/// The file that `--query` names, if it names a file and not a saved query.
pub(super) fn query_file(query: Option<&str>) -> Option<&Path> {
    let text = query?;
    let path = Path::new(text);
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let known = ["yaml", "yml", "json"]
        .iter()
        .any(|k| ending.eq_ignore_ascii_case(k));
    (known || text.contains(['/', '\\']) || path.is_file()).then_some(path)
}

/// The request of the arguments. What could be read is given back beside the faults.
pub(super) fn read(
    sources: &mut SourceMap,
    loaded: &LoadedModels,
    args: &QueryArgs,
    model: Option<&str>,
) -> (QueryRequest, Diagnostics) {
    let mut found = Diagnostics::new();
    let mut request = match (query_file(args.query.as_deref()), &args.query) {
        (Some(path), _) => from_file(sources, path, &mut found),
        (None, Some(name)) => saved(sources, loaded, name, &mut found),
        (None, None) => QueryRequest::default(),
    };
    let flags = flags(sources, args, model, &mut found);
    let (of_flags, faults) = QueryRequest::from_parts(&flags);
    found.extend(faults);
    request.merge(of_flags);
    (request, found)
}

fn from_file(sources: &mut SourceMap, path: &Path, found: &mut Diagnostics) -> QueryRequest {
    let file = match read_file(sources, path) {
        Ok(file) => file,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return QueryRequest::default();
        }
    };
    let text = sources.get(file).map_or("", |f| f.text.as_str());
    let (nodes, faults) = read_node(file, text);
    let broken = faults.has_errors();
    found.extend(faults);
    match nodes.as_slice() {
        [node] => {
            let (request, faults) = QueryRequest::from_node(node);
            found.extend(faults);
            request
        }
        _ => {
            if !broken {
                let count = if nodes.is_empty() {
                    "no query"
                } else {
                    "several queries"
                };
                let message = format!("{} holds {count}", path.display());
                found.push(
                    Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
                        .kind("not-one-query")
                        .help("one query stands in one file; several stand in a list under `queries:`"),
                );
            }
            QueryRequest::default()
        }
    }
}

fn saved(
    sources: &mut SourceMap,
    loaded: &LoadedModels,
    name: &str,
    found: &mut Diagnostics,
) -> QueryRequest {
    if let Some(query) = loaded.saved_query(name) {
        let (request, faults) = QueryRequest::from_node(&query.body);
        found.extend(faults);
        return request;
    }
    let names: Vec<&str> = loaded
        .documents
        .queries
        .iter()
        .map(|q| q.name.text.as_str())
        .collect();
    let help = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| {
        if names.is_empty() {
            "the model saves no queries; they stand under `queries:` in a file of its folder"
                .to_owned()
        } else {
            format!("there are {}", names.join(", "))
        }
    });
    let text = flag_text(sources, "--query", name);
    let message = format!("no saved query is called `{name}`, and no file");
    found.push(
        Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
            .kind("unknown-saved-query")
            .at(text.span, "neither a saved query nor a file")
            .help(help),
    );
    QueryRequest::default()
}

fn flags(
    sources: &mut SourceMap,
    args: &QueryArgs,
    model: Option<&str>,
    found: &mut Diagnostics,
) -> QueryFlags {
    let mut each = |flag: &str, texts: &[String]| -> Vec<SpannedText> {
        texts
            .iter()
            .map(|text| flag_text(sources, flag, text))
            .collect()
    };
    let dimensions = each("--by", &args.by);
    let measures = each("--metrics", &args.metrics);
    let fields = each("--fields", &args.fields);
    let filters = each("--where", &args.filters);
    let having = each("--having", &args.having);
    let order_by = each("--order-by", &args.order_by);
    let mut one = |flag: &str, text: Option<&str>| text.map(|text| flag_text(sources, flag, text));
    let limit_text = one("--limit", args.limit.as_deref());
    let limit = limit_text.as_ref().and_then(|text| parse_limit(&text.text));
    if let (Some(text), None) = (&limit_text, limit) {
        found.push(
            Diagnostic::new(
                Code::InvalidQuery,
                Check::QueryKeys,
                "a limit is a whole number from 0 upwards",
            )
            .kind("limit")
            .at(text.span, "not such a number"),
        );
    }
    QueryFlags {
        model: one("--model", model),
        dataset: one("--dataset", args.dataset.as_deref()),
        dimensions,
        measures,
        fields,
        filters,
        having,
        order_by,
        limit,
    }
}
