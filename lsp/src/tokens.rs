//! Semantic tokens: what each word of an expression is.

use dosic_diagnostics::Span;
use dosic_expr::{TokenClass, classify};
use dosic_resolve::{Form, Meaning};
use lsp_types::{
    SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensLegend, SemanticTokensParams,
};

use crate::session::Session;
use crate::snapshot::Snapshot;

/// The kinds of token, in the order of their numbers.
const KINDS: [SemanticTokenType; 9] = [
    SemanticTokenType::CLASS,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
];

/// The legend that numbers refer to: datasets are classes, fields properties, metrics variables, relationships
/// interfaces, columns of a source parameters.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: KINDS.to_vec(),
        token_modifiers: Vec::new(),
    }
}

/// Answers `textDocument/semanticTokens/full`: tokens of the expressions of models, and the names in those of saved
/// queries.
pub(crate) fn tokens(
    session: &mut Session<'_>,
    params: SemanticTokensParams,
) -> Option<SemanticTokens> {
    let (snapshot, file) = session.file(&params.text_document)?;
    let mut found: Vec<(Span, u32)> = Vec::new();
    for text in snapshot.expressions_of(file) {
        for (class, range) in classify(&text.text) {
            found.push((text.locate(range), of_class(class)));
        }
    }
    for named in snapshot.names_of(file) {
        let mention = &named.mention;
        if mention.form == Form::Expression {
            found.push((mention.span, of_meaning(&mention.meaning)));
        }
    }
    found.sort_unstable();
    let data = encoded(&snapshot, &found, session);
    Some(SemanticTokens {
        result_id: None,
        data,
    })
}

fn of_class(class: TokenClass) -> u32 {
    match class {
        TokenClass::Function => 5,
        TokenClass::Keyword => 6,
        TokenClass::String => 7,
        TokenClass::Number => 8,
    }
}

fn of_meaning(meaning: &Meaning) -> u32 {
    match meaning {
        Meaning::Dataset(_) => 0,
        Meaning::Field(_) => 1,
        Meaning::Metric(_) => 2,
        Meaning::Relationship(_) => 3,
        Meaning::Column(..) => 4,
    }
}

/// Tokens relative to each other, as the protocol wants them; those that overlap one before are left out, and those
/// of several lines stand in each.
fn encoded(
    snapshot: &Snapshot,
    found: &[(Span, u32)],
    session: &Session<'_>,
) -> Vec<SemanticToken> {
    let mut data = Vec::with_capacity(found.len());
    let mut covered = 0;
    let mut last = lsp_types::Position::new(0, 0);
    for (span, kind) in found {
        if span.start < covered {
            continue;
        }
        covered = span.end;
        for part in lines(snapshot, *span) {
            let range = snapshot.range(part, session.encoding);
            let (start, end) = (range.start, range.end);
            if start.line != end.line || start.character >= end.character {
                continue;
            }
            let delta_line = start.line - last.line;
            let before = if delta_line == 0 { last.character } else { 0 };
            data.push(SemanticToken {
                delta_line,
                delta_start: start.character - before,
                length: end.character - start.character,
                token_type: *kind,
                token_modifiers_bitset: 0,
            });
            last = start;
        }
    }
    data
}

/// The parts of a span that stand on one line each, without what indents them.
fn lines(snapshot: &Snapshot, span: Span) -> Vec<Span> {
    let text = snapshot.text(span.file);
    let text = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or("");
    let mut parts = Vec::new();
    let mut at = span.start as usize;
    for (index, line) in text.split('\n').enumerate() {
        let indent = if index == 0 {
            0
        } else {
            line.len() - line.trim_start().len()
        };
        let point = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let end = at + line.trim_end().len();
        parts.push(Span::new(
            span.file,
            point(at + indent),
            point(end.max(at + indent)),
        ));
        at += line.len() + 1;
    }
    parts
}
