//! The entries of a query's lists: strings and objects (semantics digest 3.2).

use dosic_diagnostics::{Diagnostics, SpannedText};
use dosic_document::{Entry, Node, NodeKind, ScalarTag};

use crate::keys::{COLUMN, KeySet, MEASURE, ORDER, check_keys};
use crate::read::{kind_of, scalar, text_of, value_of, wrong_type};
use crate::request::{RequestItem, RequestOrder, RequestedValue};

/// Which list an entry stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    Dimension,
    Measure,
    Field,
}

impl Clause {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Dimension => "dimension",
            Self::Measure => "measure",
            Self::Field => "field",
        }
    }

    fn keys(self) -> &'static KeySet {
        match self {
            Self::Measure => &MEASURE,
            Self::Dimension | Self::Field => &COLUMN,
        }
    }
}

/// Reads an entry of dimensions, measures or fields.
pub(crate) fn read_item(
    node: &Node,
    clause: Clause,
    sink: &mut Diagnostics,
) -> Option<RequestItem> {
    let what = format!("a {}", clause.name());
    let NodeKind::Mapping(entries) = &node.kind else {
        let text = scalar(node, &what, sink)?.clone();
        let what = RequestedValue::Expression(text);
        return Some(RequestItem {
            what,
            alias: None,
            span: node.span,
        });
    };
    check_keys(entries, clause.keys(), sink);
    let read = match clause {
        Clause::Measure => read_measure(entries, sink),
        Clause::Dimension | Clause::Field => read_column(entries, sink),
    };
    let Some((what, alias)) = read else {
        // Only an empty object has no fault of its own yet.
        let names_nothing = ["field", "metric", "name", "expression", "dataset"]
            .iter()
            .all(|k| value_of(entries, k).is_none());
        if names_nothing {
            let fault = wrong_type(
                node.span,
                &format!("{what} that names nothing"),
                "empty entry",
            );
            sink.push(fault.help(match clause {
                Clause::Measure => "write `metric: NAME`, or `name: ALIAS` with `expression: …`",
                _ => "write `field: dataset.name`, or `name: ALIAS` with `expression: …`",
            }));
        }
        return None;
    };
    Some(RequestItem {
        what,
        alias,
        span: node.span,
    })
}

type Read = Option<(RequestedValue, Option<SpannedText>)>;

/// `{field: "d.f"}`, `{dataset: d, name|field: f}`, `{expression: e}`, with `alias`, or `name` where it is not the reference.
fn read_column(entries: &[Entry], sink: &mut Diagnostics) -> Read {
    let mut text = |key: &str| text_of(entries, key, sink);
    let (dataset, field, name) = (text("dataset"), text("field"), text("name"));
    let (expression, alias) = (text("expression"), text("alias"));
    exclusive(&[("field", &field), ("expression", &expression)], sink);
    if let Some(expression) = expression {
        ignored_dataset(dataset.as_ref(), sink);
        let alias = one_alias(alias, name, sink);
        return Some((RequestedValue::Expression(expression), alias));
    }
    let Some(dataset) = dataset else {
        return match (field, name) {
            (Some(field), name) => Some((
                RequestedValue::Expression(field),
                one_alias(alias, name, sink),
            )),
            (None, Some(name)) => Some((RequestedValue::Expression(name), alias)),
            (None, None) => None,
        };
    };
    match (field, name) {
        (Some(field), name) => {
            let alias = one_alias(alias, name, sink);
            Some((RequestedValue::Field { dataset, field }, alias))
        }
        (None, Some(field)) => Some((RequestedValue::Field { dataset, field }, alias)),
        (None, None) => {
            let fault = wrong_type(
                dataset.span,
                "an entry names a dataset without a field",
                "no field",
            );
            sink.push(fault.help("add `field: NAME`"));
            None
        }
    }
}

/// `{name: alias, metric: m}`, `{name: alias, expression: e}`, `{metric: m}`, `{name: m}`.
fn read_measure(entries: &[Entry], sink: &mut Diagnostics) -> Read {
    let mut text = |key: &str| text_of(entries, key, sink);
    let (metric, expression) = (text("metric"), text("expression"));
    let (name, alias) = (text("name"), text("alias"));
    let dataset = text("dataset").or(text("source_dataset"));
    exclusive(&[("metric", &metric), ("expression", &expression)], sink);
    if let Some(expression) = expression {
        ignored_dataset(dataset.as_ref(), sink);
        return Some((
            RequestedValue::Expression(expression),
            one_alias(alias, name, sink),
        ));
    }
    let (metric, alias) = match (metric, name) {
        (Some(metric), name) => (metric, one_alias(alias, name, sink)),
        (None, Some(name)) => (name, alias),
        (None, None) => return None,
    };
    let what = match dataset {
        // `dataset.metric`, which resolves to nothing: metrics have no dataset.
        Some(dataset) => RequestedValue::Field {
            dataset,
            field: metric,
        },
        None => RequestedValue::Metric(metric),
    };
    Some((what, alias))
}

fn one_alias(
    alias: Option<SpannedText>,
    name: Option<SpannedText>,
    sink: &mut Diagnostics,
) -> Option<SpannedText> {
    if let (Some(alias), Some(name)) = (&alias, &name)
        && alias.text != name.text
    {
        let fault = wrong_type(
            name.span,
            "an entry has two names: `alias` and `name`",
            "second name",
        );
        sink.push(fault.at(alias.span, "first name").help("keep one of them"));
    }
    alias.or(name)
}

fn exclusive(keys: &[(&str, &Option<SpannedText>)], sink: &mut Diagnostics) {
    let given: Vec<_> = keys
        .iter()
        .filter_map(|(k, v)| v.as_ref().map(|v| (*k, v)))
        .collect();
    if let [(first, _), (second, value), ..] = given.as_slice() {
        let message = format!("an entry holds both `{first}` and `{second}`");
        sink.push(
            wrong_type(value.span, &message, "second meaning")
                .help("make two entries of it, or keep one key"),
        );
    }
}

fn ignored_dataset(dataset: Option<&SpannedText>, sink: &mut Diagnostics) {
    if let Some(dataset) = dataset {
        let fault = wrong_type(
            dataset.span,
            "`dataset` says nothing beside `expression`",
            "no use for this",
        );
        sink.push(fault.help("remove it; the expression names its datasets"));
    }
}

/// Reads an entry of `order_by`.
pub(crate) fn read_order(node: &Node, sink: &mut Diagnostics) -> Option<RequestOrder> {
    let NodeKind::Mapping(entries) = &node.kind else {
        let target = order_target(node, sink)?;
        return Some(RequestOrder {
            target,
            descending: None,
            nulls_first: None,
            span: node.span,
        });
    };
    check_keys(entries, &ORDER, sink);
    let given: Vec<_> = ["target", "field", "name", "expression"]
        .into_iter()
        .filter_map(|k| value_of(entries, k).map(|v| (k, v)))
        .collect();
    if let [(first, _), (second, value), ..] = given.as_slice() {
        let message = format!("an order entry holds both `{first}` and `{second}`");
        sink.push(wrong_type(value.span, &message, "second target").help("make two entries of it"));
    }
    let direction = word(entries, "direction", ["ASC", "DESC"], sink);
    let descending = flag(entries, "descending", sink);
    let nulls_first = word(entries, "nulls", ["LAST", "FIRST"], sink);
    if let (Some(a), Some(b)) = (direction, descending)
        && a != b
    {
        let fault = wrong_type(
            node.span,
            "`direction` and `descending` contradict each other",
            "this entry",
        );
        sink.push(fault.help("keep `direction`"));
    }
    let Some((_, target)) = given.first() else {
        let fault = wrong_type(
            node.span,
            "an order entry without a target",
            "nothing to order by",
        );
        sink.push(fault.help("add `target: NAME`"));
        return None;
    };
    let target = order_target(target, sink)?;
    Some(RequestOrder {
        target,
        descending: direction.or(descending),
        nulls_first,
        span: node.span,
    })
}

fn order_target(node: &Node, sink: &mut Diagnostics) -> Option<SpannedText> {
    if matches!(node.kind, NodeKind::Scalar(_, ScalarTag::Integer)) {
        sink.push(positional(node.span));
        return None;
    }
    scalar(node, "an order target", sink).cloned()
}

/// The refusal of `ORDER BY 1`.
pub(crate) fn positional(span: dosic_diagnostics::Span) -> dosic_diagnostics::Diagnostic {
    wrong_type(span, "order_by takes names, not positions", "a position")
        .kind("positional-order")
        .help("name the output column, a metric or a grouping field")
}

/// Which of two words a key holds: `Some(true)` for the second.
fn word(entries: &[Entry], key: &str, words: [&str; 2], sink: &mut Diagnostics) -> Option<bool> {
    let node = value_of(entries, key)?;
    let text = scalar(node, &format!("`{key}`"), sink)?;
    let found = words
        .iter()
        .position(|w| w.eq_ignore_ascii_case(text.text.trim()));
    if found.is_none() {
        let [a, b] = words;
        let message = format!("`{key}` is {a} or {b}, not `{}`", text.text);
        sink.push(wrong_type(node.span, &message, "unknown word"));
    }
    found.map(|at| at == 1)
}

fn flag(entries: &[Entry], key: &str, sink: &mut Diagnostics) -> Option<bool> {
    let node = value_of(entries, key)?;
    if let NodeKind::Scalar(_, ScalarTag::Boolean(value)) = node.kind {
        return Some(value);
    }
    let message = format!("`{key}` is true or false, not {}", kind_of(node));
    sink.push(wrong_type(node.span, &message, "no truth value"));
    None
}
