//! A semantic query as asked: spanned, unparsed clauses (semantics digest 3.2).

use dosic_diagnostics::{Check, Code, Diagnostic, Span, SpannedText, did_you_mean};

/// A semantic query before any name is looked up. Flags, YAML and JSON all become this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryRequest {
    /// Name of a saved query.
    pub name: Option<SpannedText>,
    /// The model asked.
    pub model: Option<SpannedText>,
    /// The home of a scalar query.
    pub dataset: Option<SpannedText>,
    /// What to group by.
    pub dimensions: Vec<RequestItem>,
    /// What to compute per group.
    pub measures: Vec<RequestItem>,
    /// Columns of a scalar query.
    pub fields: Vec<RequestItem>,
    /// Whether `fields` was given at all: an empty list still asks for a scalar query.
    pub fields_given: bool,
    /// `where` and `filters`, joined by AND.
    pub filters: Vec<SpannedText>,
    /// `having` and `qualify`, joined by AND.
    pub having: Vec<SpannedText>,
    /// Sort keys, first one first.
    pub order_by: Vec<RequestOrder>,
    /// At most so many rows.
    pub limit: Option<u64>,
    /// Where the whole request stands, if it stands in one place.
    pub span: Option<Span>,
}

/// One entry of dimensions, measures or fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestItem {
    /// What it asks for.
    pub what: RequestedValue,
    /// The alias, if it is written beside the expression and not with AS.
    pub alias: Option<SpannedText>,
    /// Where the entry stands.
    pub span: Span,
}

/// What an entry asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedValue {
    /// `expr` or `expr AS alias`; in dimensions also `dataset.field:grain` (R6).
    Expression(SpannedText),
    /// The name of a metric. A name that is no regular identifier needs no quotes here.
    Metric(SpannedText),
    /// A field by the names of its dataset and its own; quotes are not needed here either.
    Field {
        /// The dataset.
        dataset: SpannedText,
        /// The field.
        field: SpannedText,
    },
}

/// One entry of `order_by`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOrder {
    /// `expr [ASC|DESC] [NULLS FIRST|LAST]`
    pub target: SpannedText,
    /// The direction, if it is given beside the target.
    pub descending: Option<bool>,
    /// The NULL placement, if it is given beside the target.
    pub nulls_first: Option<bool>,
    /// Where the entry stands.
    pub span: Span,
}

impl QueryRequest {
    /// Adds the clauses of another request: lists are appended, single values of `other` win.
    pub fn merge(&mut self, other: Self) {
        self.name = other.name.or(self.name.take());
        self.model = other.model.or(self.model.take());
        self.dataset = other.dataset.or(self.dataset.take());
        self.dimensions.extend(other.dimensions);
        self.measures.extend(other.measures);
        self.fields.extend(other.fields);
        self.fields_given |= other.fields_given;
        self.filters.extend(other.filters);
        self.having.extend(other.having);
        self.order_by.extend(other.order_by);
        self.limit = other.limit.or(self.limit);
        self.span = self.span.or(other.span);
    }

    /// The position of the model to ask among the names of those loaded (semantics digest 1.5).
    ///
    /// # Errors
    /// `E_INVALID_QUERY` if the request names none of several, or one that is not there.
    pub fn choose_model(&self, models: &[&str]) -> Result<usize, Box<Diagnostic>> {
        let listed = || quoted_list(models);
        let Some(wanted) = &self.model else {
            return match models.len() {
                1 => Ok(0),
                0 => Err(Box::new(invalid("no model is loaded", self.span))),
                _ => Err(Box::new(
                    invalid(
                        "several models are loaded and the query names none",
                        self.span,
                    )
                    .help(format!("add `model: NAME`; there are {}", listed())),
                )),
            };
        };
        let same = |name: &&&str| name.eq_ignore_ascii_case(&wanted.text);
        let exact = models.iter().position(|m| *m == wanted.text);
        if let Some(found) = exact.or_else(|| models.iter().position(|m| same(&m))) {
            return Ok(found);
        }
        let help = did_you_mean(&wanted.text, models.iter().copied())
            .unwrap_or_else(|| format!("there are {}", listed()));
        let message = format!("no model is called `{}`", wanted.text);
        Err(Box::new(
            Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
                .kind("unknown-model")
                .at(wanted.span, "not a loaded model")
                .help(help),
        ))
    }
}

fn invalid(message: &str, span: Option<Span>) -> Diagnostic {
    Diagnostic::new(Code::InvalidQuery, Check::QueryKeys, message)
        .kind("model-not-chosen")
        .at_opt(span, "this query")
}

/// `` `a`, `b` `` of names.
pub(crate) fn quoted_list<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    quoted.join(", ")
}
