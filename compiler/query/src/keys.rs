//! The keys of a query and of its entries, known and deferred (semantics digest 3.2 and 11).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText, did_you_mean};
use dosic_document::Entry;

use crate::request::quoted_list;

/// What a mapping of a query may hold.
pub(crate) struct KeySet {
    /// What the mapping is, for messages: `a query`, `a dimension`.
    pub(crate) what: &'static str,
    /// Keys that are read.
    pub(crate) known: &'static [&'static str],
    /// Keys that the Foundation defers.
    pub(crate) deferred: &'static [&'static str],
}

/// Keys that the Foundation defers in a query.
const QUERY_DEFERRED: &[&str] = &[
    "grain",
    "filter_context",
    "query_filters",
    "reset",
    "grouping_sets",
    "rollup",
    "cube",
    "pivot",
    "unpivot",
    "using_relationships",
    "parameters",
];

pub(crate) const QUERY: KeySet = KeySet {
    what: "a query",
    known: &[
        "name",
        "description",
        "model",
        "dataset",
        "dimensions",
        "measures",
        "fields",
        "where",
        "filters",
        "having",
        "qualify",
        "order_by",
        "limit",
        "query",
    ],
    deferred: QUERY_DEFERRED,
};

/// The keys of a query.
#[must_use]
pub fn query_keys() -> &'static [&'static str] {
    QUERY.known
}

pub(crate) const WRAPPER: KeySet = KeySet {
    what: "a query file beside `query`",
    known: &["name", "description", "model", "query"],
    deferred: QUERY_DEFERRED,
};

pub(crate) const COLUMN: KeySet = KeySet {
    what: "an entry",
    known: &["field", "dataset", "name", "expression", "alias"],
    deferred: QUERY_DEFERRED,
};

pub(crate) const MEASURE: KeySet = KeySet {
    what: "a measure",
    known: &[
        "metric",
        "name",
        "expression",
        "alias",
        "dataset",
        "source_dataset",
    ],
    deferred: &[
        "grain",
        "filter_context",
        "query_filters",
        "reset",
        "grouping_sets",
        "rollup",
        "cube",
        "pivot",
        "unpivot",
        "using_relationships",
        "parameters",
        "filter",
        "joins",
        "named_filter",
        "named_filters",
        "unsafe",
        "agg",
        "window",
        "semi_additive",
        "symmetric_aggregate",
        "symmetric_aggregates",
    ],
};

pub(crate) const ORDER: KeySet = KeySet {
    what: "an order entry",
    known: &[
        "target",
        "field",
        "name",
        "expression",
        "direction",
        "descending",
        "nulls",
    ],
    deferred: QUERY_DEFERRED,
};

/// Reports every key that is not known; deferred ones under their own code.
pub(crate) fn check_keys(entries: &[Entry], set: &KeySet, sink: &mut Diagnostics) {
    for entry in entries {
        let key = entry.key.text.as_str();
        if set.known.contains(&key) {
            continue;
        }
        if set.deferred.contains(&key) {
            sink.push(deferred(&entry.key, set.what));
        } else {
            sink.push(unknown(&entry.key, set));
        }
    }
}

fn deferred(key: &SpannedText, what: &str) -> Diagnostic {
    let name = &key.text;
    let message = format!("the key `{name}` of {what} is deferred by the Foundation (§10)");
    let found = Diagnostic::new(Code::DeferredKeyRejected, Check::QueryDeferredKeys, message)
        .at(key.span, "deferred key");
    match name.as_str() {
        "grain" => found.help(
            "for a coarser time write `dataset.field:month`, or DATE_TRUNC('month', dataset.field)",
        ),
        "filter" => {
            found.help("filter all measures with `where`, or write CASE inside the aggregate")
        }
        "query_filters" | "filter_context" => found.help("write the predicates under `where`"),
        _ => found.help(format!("remove `{name}`")),
    }
}

fn unknown(key: &SpannedText, set: &KeySet) -> Diagnostic {
    let name = &key.text;
    let help = match name.as_str() {
        "queries" => {
            "this is a file of saved queries; name one of them with --query NAME".to_owned()
        }
        "metrics" => "the metrics of a query stand under `measures`".to_owned(),
        "group_by" | "by" => "what to group by stands under `dimensions`".to_owned(),
        "select" => {
            "columns of rows stand under `fields`, of groups under `dimensions` and `measures`"
                .to_owned()
        }
        _ => did_you_mean(name, set.known.iter().copied())
            .unwrap_or_else(|| format!("the keys are {}", quoted_list(set.known))),
    };
    Diagnostic::new(
        Code::InvalidQuery,
        Check::QueryKeys,
        format!("{} has no key `{name}`", set.what),
    )
    .kind("unknown-key")
    .at(key.span, "unknown key")
    .help(help)
}
