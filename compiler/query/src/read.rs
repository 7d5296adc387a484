//! YAML and JSON → [`QueryRequest`] (semantics digest 3.2).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};
use dosic_document::{Entry, Node, NodeKind, ScalarTag};

use crate::keys::{QUERY, WRAPPER, check_keys};
use crate::read_entries::{Clause, read_item, read_order};
use crate::request::QueryRequest;

impl QueryRequest {
    /// Reads a query file, a request's body or a saved query; an outer `query` mapping is unwrapped.
    ///
    /// Every fault is reported: `E_DEFERRED_KEY_REJECTED` for deferred keys, `E_INVALID_QUERY` for
    /// unknown keys and wrong types. What could be read is given back in any case.
    #[must_use]
    pub fn from_node(node: &Node) -> (Self, Diagnostics) {
        let mut sink = Diagnostics::new();
        let mut request = Self {
            span: Some(node.span),
            ..Self::default()
        };
        let Some(entries) = mapping(node, "a query", &mut sink) else {
            return (request, sink);
        };
        if let Some(inner) = value_of(entries, "query") {
            check_keys(entries, &WRAPPER, &mut sink);
            request.read_head(entries, &mut sink);
            if let Some(inner) = mapping(inner, "`query`", &mut sink) {
                request.read(inner, &mut sink);
            }
        } else {
            request.read(entries, &mut sink);
        }
        (request, sink)
    }

    fn read_head(&mut self, entries: &[Entry], sink: &mut Diagnostics) {
        self.name = text_of(entries, "name", sink).or(self.name.take());
        self.model = text_of(entries, "model", sink).or(self.model.take());
        text_of(entries, "description", sink);
    }

    fn read(&mut self, entries: &[Entry], sink: &mut Diagnostics) {
        check_keys(entries, &QUERY, sink);
        self.read_head(entries, sink);
        self.dataset = text_of(entries, "dataset", sink);
        let mut items = |key: &str, clause: Clause| {
            let nodes = list_of(entries, key, sink);
            nodes
                .iter()
                .filter_map(|n| read_item(n, clause, sink))
                .collect()
        };
        self.dimensions = items("dimensions", Clause::Dimension);
        self.measures = items("measures", Clause::Measure);
        self.fields = items("fields", Clause::Field);
        self.fields_given = value_of(entries, "fields").is_some();
        for key in ["where", "filters"] {
            self.filters.extend(predicates_of(entries, key, sink));
        }
        for key in ["having", "qualify"] {
            self.having.extend(predicates_of(entries, key, sink));
        }
        let keys = list_of(entries, "order_by", sink);
        self.order_by = keys.iter().filter_map(|n| read_order(n, sink)).collect();
        self.limit = value_of(entries, "limit").and_then(|n| read_limit(n, sink));
        if let Some(inner) = value_of(entries, "query") {
            let fault = wrong_type(inner.span, "`query` stands inside `query`", "nested query");
            sink.push(fault.help("one `query` mapping is enough"));
        }
    }
}

/// The value of a key; `null` is as good as absent.
pub(crate) fn value_of<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Node> {
    let entry = entries.iter().find(|e| e.key.text == key)?;
    let is_null = matches!(entry.value.kind, NodeKind::Scalar(_, ScalarTag::Null));
    (!is_null).then_some(&entry.value)
}

/// The text of a key whose value is a scalar.
pub(crate) fn text_of(entries: &[Entry], key: &str, sink: &mut Diagnostics) -> Option<SpannedText> {
    let node = value_of(entries, key)?;
    scalar(node, &format!("`{key}`"), sink).cloned()
}

/// The text of a scalar; anything else is reported.
pub(crate) fn scalar<'a>(
    node: &'a Node,
    what: &str,
    sink: &mut Diagnostics,
) -> Option<&'a SpannedText> {
    match &node.kind {
        NodeKind::Scalar(text, tag) if *tag != ScalarTag::Null && !text.text.trim().is_empty() => {
            Some(text)
        }
        NodeKind::Scalar(..) => {
            sink.push(wrong_type(
                node.span,
                &format!("{what} is empty"),
                "a text is needed here",
            ));
            None
        }
        _ => {
            let message = format!("{what} must be a text, not {}", kind_of(node));
            sink.push(wrong_type(node.span, &message, "not a text"));
            None
        }
    }
}

/// `E_INVALID_QUERY` for a value of the wrong type.
pub(crate) fn wrong_type(span: Span, message: &str, label: &str) -> Diagnostic {
    Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
        .kind("wrong-type")
        .at(span, label)
}

/// What a node is, for messages.
pub(crate) fn kind_of(node: &Node) -> &'static str {
    match &node.kind {
        NodeKind::Scalar(_, ScalarTag::Null) => "null",
        NodeKind::Scalar(_, ScalarTag::Boolean(_)) => "a truth value",
        NodeKind::Scalar(_, ScalarTag::Integer | ScalarTag::Float) => "a number",
        NodeKind::Scalar(_, ScalarTag::String) => "a text",
        NodeKind::Sequence(_) => "a list",
        NodeKind::Mapping(_) => "a mapping",
    }
}

fn mapping<'a>(node: &'a Node, what: &str, sink: &mut Diagnostics) -> Option<&'a [Entry]> {
    if let NodeKind::Mapping(entries) = &node.kind {
        return Some(entries);
    }
    let message = format!("{what} must be a mapping of clauses, not {}", kind_of(node));
    sink.push(
        wrong_type(node.span, &message, "not a mapping")
            .help("write `measures: [revenue]` and `dimensions: [customers.region]`"),
    );
    None
}

fn list_of<'a>(entries: &'a [Entry], key: &str, sink: &mut Diagnostics) -> &'a [Node] {
    let Some(node) = value_of(entries, key) else {
        return &[];
    };
    if let NodeKind::Sequence(nodes) = &node.kind {
        return nodes;
    }
    let message = format!("`{key}` must be a list, not {}", kind_of(node));
    let fault = wrong_type(node.span, &message, "not a list");
    sink.push(match &node.kind {
        NodeKind::Scalar(text, _) => fault.help(format!("write `{key}: [{}]`", text.text)),
        _ => fault.help("put a dash before each entry"),
    });
    &[]
}

fn predicates_of(entries: &[Entry], key: &str, sink: &mut Diagnostics) -> Vec<SpannedText> {
    let what = format!("a predicate of `{key}`");
    match value_of(entries, key) {
        None => Vec::new(),
        Some(Node {
            kind: NodeKind::Sequence(nodes),
            ..
        }) => nodes
            .iter()
            .filter_map(|n| scalar(n, &what, sink).cloned())
            .collect(),
        Some(node) => scalar(node, &what, sink).cloned().into_iter().collect(),
    }
}

fn read_limit(node: &Node, sink: &mut Diagnostics) -> Option<u64> {
    if let NodeKind::Scalar(text, ScalarTag::Integer) = &node.kind
        && let Some(limit) = crate::flags::parse_limit(&text.text)
    {
        return Some(limit);
    }
    sink.push(crate::flags::bad_limit(node.span));
    None
}
