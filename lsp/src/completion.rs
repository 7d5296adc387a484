//! What can be written at a place: names and functions in expressions, keys and values in YAML.

use dosic_document::{datatype_names, known_keys};
use dosic_ir::{DatasetId, Ident, SemanticModel};
use dosic_resolve::Names;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit,
    Documentation, InsertTextFormat, MarkupContent, MarkupKind, Range, TextEdit,
};

use crate::outline::{Outline, Slot, outline};
use crate::session::Session;
use crate::{uri, words};

/// How many items are given at most; where there are more, the client asks again as the word grows.
const MANY: usize = 400;

/// Words of expressions that are no functions.
const WORDS: [&str; 18] = [
    "AND", "BETWEEN", "CASE", "CAST", "DISTINCT", "ELSE", "END", "FALSE", "FILTER", "IN", "IS",
    "LIKE", "NOT", "NULL", "OR", "THEN", "TRUE", "WHEN",
];

/// Answers `textDocument/completion`.
pub(crate) fn completion(
    session: &mut Session<'_>,
    params: CompletionParams,
) -> Option<CompletionList> {
    let at = params.text_document_position;
    let path = uri::path_of(&at.text_document.uri)?;
    let place = session.place(&at.text_document, at.position)?;
    let text = place.snapshot.text(place.file);
    let before = text.get(..place.offset as usize)?;
    let outline = outline(before);
    let names = session
        .whole(&path)
        .unwrap_or_else(|| place.snapshot.clone());
    let models = names.models_of(&path);
    let mut word = words::word_at(text, place.file, place.offset);
    word.end = place.offset;
    let start = place.snapshot.range(word, session.encoding).start;
    let mut offer = Offer {
        models,
        qualifiers: qualifiers(before.get(..word.start as usize)?),
        typed: text
            .get(word.start as usize..word.end as usize)?
            .to_lowercase(),
        in_double_quotes: outline.quote == Some('"'),
        range: Range::new(start, at.position),
        items: Vec::new(),
        is_incomplete: false,
    };
    match outline.slot {
        Slot::Key => offer.keys(&outline),
        Slot::Value => offer.values(&outline),
    }
    Some(CompletionList {
        is_incomplete: offer.is_incomplete,
        items: offer.items,
    })
}

/// The names with dots that stand right before a word: `sold_at.stores.` gives both.
fn qualifiers(before: &str) -> Vec<Ident> {
    let mut found = Vec::new();
    let mut rest = before;
    while let Some(head) = rest.strip_suffix('.') {
        // A quote may be escaped in YAML or JSON.
        let (name, left) = match head.strip_suffix('"') {
            Some(inner) => {
                let inner = inner.strip_suffix('\\').unwrap_or(inner);
                let Some(start) = inner.rfind('"') else { break };
                let name = inner.get(start + 1..).unwrap_or("");
                let left = inner.get(..start).unwrap_or("");
                (Ident::quoted(name), left.strip_suffix('\\').unwrap_or(left))
            }
            None => {
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let left = head.trim_end_matches(is_word);
                let name = head.get(left.len()..).unwrap_or("");
                if name.is_empty() {
                    break;
                }
                (Ident::regular(name), left)
            }
        };
        found.push(name);
        rest = left;
    }
    found.reverse();
    found
}

/// A model that names may be taken from.
#[derive(Clone, Copy)]
pub(crate) struct Known<'m> {
    pub(crate) model: &'m SemanticModel,
    pub(crate) names: &'m Names,
}

/// What is offered.
struct Offer<'m> {
    models: Vec<Known<'m>>,
    qualifiers: Vec<Ident>,
    /// The word so far, in lower case.
    typed: String,
    in_double_quotes: bool,
    range: Range,
    items: Vec<CompletionItem>,
    is_incomplete: bool,
}

impl Offer<'_> {
    fn add(&mut self, label: &str, insert: &str, kind: CompletionItemKind, detail: Option<String>) {
        let mut letters = label.chars().flat_map(char::to_lowercase);
        if !self.typed.chars().all(|t| letters.any(|l| l == t)) {
            return;
        }
        if self.items.len() >= MANY {
            self.is_incomplete = true;
            return;
        }
        let new_text = if self.in_double_quotes {
            insert.replace('"', "\\\"")
        } else {
            insert.to_owned()
        };
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail,
            filter_text: Some(label.to_owned()),
            // Names of the model come first.
            sort_text: Some(format!("{:04}", self.items.len())),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
                self.range, new_text,
            ))),
            ..CompletionItem::default()
        });
    }

    fn keys(&mut self, outline: &Outline) {
        let keys: Vec<&str> = match outline.object() {
            "" => [known_keys("document"), known_keys("model")].concat(),
            "semantic_model" => known_keys("model").to_vec(),
            "datasets" => known_keys("dataset").to_vec(),
            "fields" if outline.is_below("datasets") => known_keys("field").to_vec(),
            "relationships" => known_keys("relationship").to_vec(),
            "metrics" => known_keys("metric").to_vec(),
            "expression" => known_keys("expression").to_vec(),
            "dialects" => known_keys("dialect entry").to_vec(),
            "dimension" => known_keys("dimension").to_vec(),
            "custom_extensions" => known_keys("custom extension").to_vec(),
            "queries" => dosic_query::query_keys().to_vec(),
            _ => return,
        };
        for key in keys {
            if outline.sibling(key).is_none() {
                self.add(key, &format!("{key}: "), CompletionItemKind::PROPERTY, None);
            }
        }
    }

    fn values(&mut self, outline: &Outline) {
        let in_query =
            outline.is_below("queries") || !outline.is_below("datasets") && is_clause(&outline.key);
        match outline.key.as_str() {
            "expression" if outline.is_below("fields") => {
                let home = outline.name_below("datasets").map(str::to_owned);
                self.expression(home.as_deref(), false);
            }
            "expression" if outline.is_below("metrics") => self.expression(None, true),
            "datatype" | "data_type" => self.words(datatype_names()),
            "dialect" => self.words(["OSSIE", "ANSI_SQL"]),
            "access_modifier" => self.words(["public", "private"]),
            "is_time" => self.words(["true", "false"]),
            "version" => self.words(["\"0.2.0.dev0\""]),
            "from" | "to" => self.datasets(),
            "from_columns" => self.fields_of(outline.sibling("from")),
            "to_columns" => self.fields_of(outline.sibling("to")),
            "primary_key" | "unique_keys" => self.fields_of(outline.name_below("datasets")),
            "metric" | "dataset" if in_query => {
                if outline.key == "metric" {
                    self.metrics();
                } else {
                    self.datasets();
                }
            }
            key if in_query && is_clause(key) => self.expression(None, true),
            _ => {}
        }
    }

    fn words<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        // The quotes of `"0.2.0.dev0"` are YAML's.
        let in_double_quotes = std::mem::take(&mut self.in_double_quotes);
        for word in words {
            let word = if in_double_quotes {
                word.trim_matches('"')
            } else {
                word
            };
            self.add(word, word, CompletionItemKind::ENUM_MEMBER, None);
        }
    }

    /// Names and functions of an expression; in a field of `home` its other fields, bare.
    fn expression(&mut self, home: Option<&str>, with_metrics: bool) {
        if let Some(last) = self.qualifiers.last().cloned() {
            self.behind(&last);
            return;
        }
        if with_metrics {
            self.metrics();
        }
        self.fields_of(home);
        self.datasets();
        for known in self.models.clone() {
            for relationship in known.model.relationships.iter() {
                let name = relationship.name.spelling();
                let (from, to) = (relationship.from, relationship.to);
                let ends = format!(
                    "{} → {}",
                    known.model.dataset_name(from),
                    known.model.dataset_name(to)
                );
                self.add(&name, &name, CompletionItemKind::INTERFACE, Some(ends));
            }
        }
        for function in dosic_typing::functions() {
            if function.tier != dosic_typing::Tier::Deferred {
                let before = self.items.len();
                let call = if dosic_expr::is_called_bare(function.name) {
                    function.name.to_owned()
                } else {
                    format!("{}($0)", function.name)
                };
                self.add(
                    function.name,
                    &call,
                    CompletionItemKind::FUNCTION,
                    Some(function.signature()),
                );
                for item in self.items.iter_mut().skip(before) {
                    item.insert_text_format = Some(InsertTextFormat::SNIPPET);
                    item.documentation = Some(Documentation::MarkupContent(MarkupContent {
                        kind: MarkupKind::Markdown,
                        value: words::function_text(function),
                    }));
                }
            }
        }
        for word in WORDS {
            self.add(word, word, CompletionItemKind::KEYWORD, None);
        }
    }

    /// What may follow a name with a dot: the fields of a dataset, the ends of a relationship.
    fn behind(&mut self, name: &Ident) {
        for known in self.models.clone() {
            match known.names.global(name) {
                Some(dosic_resolve::Global::Dataset(id)) => self.fields(known, id),
                Some(dosic_resolve::Global::Relationship(Some(id))) => {
                    let relationship = known.model.relationships.get(id);
                    let ends = relationship.map(|r| [r.from, r.to]);
                    for end in ends.into_iter().flatten() {
                        self.dataset(known, end);
                    }
                }
                _ => {}
            }
        }
    }

    fn metrics(&mut self) {
        for known in self.models.clone() {
            for metric in known.model.metrics.iter() {
                let name = metric.name.spelling();
                let detail = format!("metric: {}", metric.ty.data.name());
                self.add(&name, &name, CompletionItemKind::FUNCTION, Some(detail));
            }
        }
    }

    fn datasets(&mut self) {
        for known in self.models.clone() {
            for id in known.model.datasets.ids() {
                self.dataset(known, id);
            }
        }
    }

    fn dataset(&mut self, known: Known<'_>, id: DatasetId) {
        if let Some(dataset) = known.model.datasets.get(id) {
            let name = dataset.name.spelling();
            let detail = Some("dataset".to_owned());
            self.add(&name, &name, CompletionItemKind::CLASS, detail);
        }
    }

    /// The fields of a dataset by the name that YAML gives it.
    fn fields_of(&mut self, dataset: Option<&str>) {
        let Some(dataset) = dataset else { return };
        let inner = dataset.strip_prefix('"').and_then(|d| d.strip_suffix('"'));
        let name = match inner {
            Some(inner) => Ident::quoted(inner),
            None if Ident::is_regular(dataset) => Ident::regular(dataset),
            None => Ident::quoted(dataset),
        };
        for known in self.models.clone() {
            if let Some(id) = known.model.dataset_named(&name) {
                self.fields(known, id);
            }
        }
    }

    fn fields(&mut self, known: Known<'_>, dataset: DatasetId) {
        let fields = known.model.datasets.get(dataset).map(|d| &d.fields);
        for field in fields.into_iter().flatten() {
            if let Some(field) = known.model.fields.get(*field) {
                let name = field.name.spelling();
                let detail = format!(
                    "{}: {}",
                    known.model.dataset_name(dataset),
                    field.ty.data.name()
                );
                self.add(&name, &name, CompletionItemKind::FIELD, Some(detail));
            }
        }
    }
}

/// Whether a key of a query holds expressions.
fn is_clause(key: &str) -> bool {
    let clauses = [
        "dimensions",
        "measures",
        "fields",
        "where",
        "filters",
        "having",
        "qualify",
        "order_by",
        "field",
        "target",
        "expression",
    ];
    clauses.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_dots() {
        let shown =
            |text: &str| -> Vec<String> { qualifiers(text).iter().map(Ident::spelling).collect() };
        assert_eq!(shown("SUM(orders."), ["orders"]);
        assert_eq!(
            shown("a + sold_at.\"The Stores\"."),
            ["sold_at", "\"The Stores\""]
        );
        assert_eq!(shown("\"SUM(\\\"The Stores\\\"."), ["\"The Stores\""]);
        assert_eq!(shown("1 + "), [""; 0]);
        assert_eq!(shown("."), [""; 0]);
    }
}
