//! Queries as sources: `W_SELECT_STAR`, and functions that are not deterministic or not safe.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_ir::Source;

use crate::Subject;
use crate::expressions::function_finding;
use crate::functions::{Fault, fault_of, is_called_bare};
use crate::sql_tokens::{Kind, Token, tokens};

/// Endings of files that a query can name as a table.
const FILE_ENDINGS: &[&str] = &[
    ".csv", ".tsv", ".parquet", ".json", ".ndjson", ".xlsx", ".txt", ".gz",
];

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    for (_, dataset, written) in subject.datasets() {
        if matches!(dataset.source, Source::Query(_)) {
            let query = Query {
                name: dataset.name.display(),
                source: &written.source,
                tokens: tokens(&written.source.text),
            };
            sink.extend(query.star().into_iter().collect());
            query.functions(sink);
        }
    }
}

struct Query<'a> {
    name: &'a str,
    source: &'a SpannedText,
    tokens: Vec<Token>,
}

impl Query<'_> {
    fn text(&self, token: &Token) -> &str {
        self.source.text.get(token.range.clone()).unwrap_or("")
    }

    fn is(&self, token: Option<&Token>, words: &[&str]) -> bool {
        let word = token.filter(|t| t.kind == Kind::Word).map(|t| self.text(t));
        word.is_some_and(|w| words.iter().any(|k| k.eq_ignore_ascii_case(w)))
    }

    /// Each token with the one before and the one after it.
    fn neighbours(&self) -> impl Iterator<Item = (Option<&Token>, &Token, Option<&Token>)> {
        let tokens = &self.tokens;
        let before = |at: usize| at.checked_sub(1).and_then(|b| tokens.get(b));
        let each = tokens.iter().enumerate();
        each.map(move |(at, token)| (before(at), token, tokens.get(at + 1)))
    }

    /// The first `*` that stands for columns.
    fn star(&self) -> Option<Diagnostic> {
        let (_, star, _) = self.neighbours().find(|(before, token, _)| {
            let lists = self.is(*before, &["SELECT", "DISTINCT", "ALL"])
                || before.is_some_and(|b| matches!(b.kind, Kind::Sign(',' | '.')));
            token.kind == Kind::Sign('*') && lists
        })?;
        let message = format!(
            "the source of `{}` selects all columns: which those are depends on the table at the time, so that its \
             next change changes or breaks the model unseen",
            self.name
        );
        Some(
            Diagnostic::new(Code::SelectStar, Check::Lint, message)
                .at(self.source.locate(star.range.clone()), "all columns")
                .help("list the columns that fields, keys and relationships use; where nothing else is selected, name the table itself as `source`"),
        )
    }

    fn functions(&self, sink: &mut Diagnostics) {
        let title = format!("the source of `{}`", self.name);
        let mut copies = false;
        for (before, token, after) in self.neighbours() {
            let text = self.text(token);
            let span = self.source.locate(token.range.clone());
            let opens = after.is_some_and(|t| t.kind == Kind::Sign('('));
            let is_part = before.is_some_and(|t| t.kind == Kind::Sign('.'));
            copies |= self.is(Some(token), &["COPY"]);
            let fault = match token.kind {
                Kind::Word if opens || (is_called_bare(text) && !is_part) => fault_of(text),
                Kind::Word if copies && text.eq_ignore_ascii_case("PROGRAM") => Some(Fault::Server),
                Kind::Word if text.eq_ignore_ascii_case("TABLESAMPLE") => Some(Fault::Random),
                Kind::Text if self.is(before, &["FROM", "JOIN"]) && is_file(text) => {
                    Some(Fault::Files)
                }
                _ => None,
            };
            if let Some(fault) = fault {
                sink.push(function_finding(fault, text, &title, Some(span)));
            }
        }
    }
}

fn is_file(text: &str) -> bool {
    let path = text.trim_matches('\'').to_ascii_lowercase();
    FILE_ENDINGS.iter().any(|ending| path.ends_with(ending))
}
