//! Command-line flags → [`QueryRequest`]. Each flag's text is a source of its own, so that faults underline it.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SourceMap, Span, SpannedText};
use dosic_expr::split_top_level_commas;

use crate::request::{QueryRequest, RequestItem, RequestOrder, RequestedValue};

/// The flags of a query, each as often as it was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryFlags {
    /// `--model`
    pub model: Option<SpannedText>,
    /// `--dataset`
    pub dataset: Option<SpannedText>,
    /// `--by`; split at commas outside parentheses.
    pub dimensions: Vec<SpannedText>,
    /// `--metrics`; split at commas outside parentheses.
    pub measures: Vec<SpannedText>,
    /// `--fields`; split at commas outside parentheses.
    pub fields: Vec<SpannedText>,
    /// `--where`, joined by AND.
    pub filters: Vec<SpannedText>,
    /// `--having`, joined by AND.
    pub having: Vec<SpannedText>,
    /// `--order-by`; split at commas outside parentheses, `-x` means `x DESC`.
    pub order_by: Vec<SpannedText>,
    /// `--limit`
    pub limit: Option<u64>,
}

/// Adds the text of a flag (`--where`) as a source called `<--where>`.
pub fn flag_text(sources: &mut SourceMap, flag: &str, text: &str) -> SpannedText {
    let file = sources.add(format!("<{flag}>"), text);
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    SpannedText::verbatim(text, Span::new(file, 0, end), 0)
}

impl QueryRequest {
    /// Reads flags. Empty parts, as of `a,,b`, are `E_INVALID_QUERY`.
    #[must_use]
    pub fn from_parts(flags: &QueryFlags) -> (Self, Diagnostics) {
        let mut sink = Diagnostics::new();
        let mut items = |texts: &[SpannedText]| -> Vec<RequestItem> {
            let parts = texts
                .iter()
                .flat_map(|t| split(t, &mut sink))
                .collect::<Vec<_>>();
            parts.into_iter().map(item).collect()
        };
        let dimensions = items(&flags.dimensions);
        let measures = items(&flags.measures);
        let fields = items(&flags.fields);
        let orders: Vec<_> = flags
            .order_by
            .iter()
            .flat_map(|t| split(t, &mut sink))
            .collect();
        let request = Self {
            name: None,
            model: flags.model.clone(),
            dataset: flags.dataset.clone(),
            dimensions,
            measures,
            fields,
            fields_given: !flags.fields.is_empty(),
            filters: flags.filters.clone(),
            having: flags.having.clone(),
            order_by: orders.into_iter().map(order).collect(),
            limit: flags.limit,
            span: None,
        };
        (request, sink)
    }
}

fn split(text: &SpannedText, sink: &mut Diagnostics) -> Vec<SpannedText> {
    let parts = split_top_level_commas(text);
    if parts.is_empty() || parts.iter().any(|p| p.text.is_empty()) {
        let message = "an empty entry in a list";
        sink.push(
            Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
                .kind("empty-entry")
                .at(text.span, "in this list")
                .help("write names between commas"),
        );
    }
    parts.into_iter().filter(|p| !p.text.is_empty()).collect()
}

fn item(text: SpannedText) -> RequestItem {
    let span = text.span;
    RequestItem {
        what: RequestedValue::Expression(text),
        alias: None,
        span,
    }
}

fn order(text: SpannedText) -> RequestOrder {
    let span = text.span;
    let rest = text.text.trim_start().strip_prefix('-').map(str::len);
    // `- x` and `-x` both order downwards; nobody orders by a negated value from the command line.
    let stripped = rest.and_then(|rest| text.part(text.text.len() - rest..text.text.len()));
    let descending = stripped.is_some().then_some(true);
    RequestOrder {
        target: stripped.unwrap_or(text),
        descending,
        nulls_first: None,
        span,
    }
}

/// The value of a limit: digits only.
#[must_use]
pub fn parse_limit(text: &str) -> Option<u64> {
    let digits = text.trim();
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !plain {
        return None;
    }
    // Engines count rows in 64 bits with a sign.
    digits
        .parse()
        .ok()
        .filter(|limit| i64::try_from(*limit).is_ok())
}

/// `E_INVALID_QUERY` for a limit that is no whole number from 0 upwards.
pub(crate) fn bad_limit(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::InvalidQuery,
        Check::QueryKeys,
        "`limit` must be a whole number, 0 or more",
    )
    .kind("bad-limit")
    .at(span, "not a row count")
}
