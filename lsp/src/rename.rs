//! Renaming a dataset, field, metric or relationship wherever it is named.
//!
//! Whether a new name captures or breaks something is not guessed: the edited texts are checked, and every name in
//! them must mean what it meant before.

use std::collections::BTreeMap;

use dosic_diagnostics::{FileId, Severity, Span, SpannedText};
use dosic_expr::{NameFault, parse_name};
use dosic_ir::Ident;
use dosic_resolve::{Form, Meaning, Mention};
use lsp_server::ErrorCode;
use lsp_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit};
use serde_json::{Map, Value, json};

use crate::dispatch::Fault;
use crate::session::{Place, Session};
use crate::snapshot::{Snapshot, Target};

/// Answers `textDocument/prepareRename`: the characters of a name that can be renamed.
///
/// # Errors
/// `RequestFailed` for a column, which is not the model's to name.
pub(crate) fn prepare(
    session: &mut Session<'_>,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Fault> {
    let Some(place) = session.place(&at.text_document, at.position) else {
        return Ok(None);
    };
    let Some((span, _)) = renamed(&place)? else {
        return Ok(None);
    };
    let range = place.snapshot.range(span, session.encoding);
    Ok(Some(PrepareRenameResponse::Range(range)))
}

/// Answers `textDocument/rename`.
///
/// # Errors
/// `InvalidParams` if the new name can be none; `RequestFailed` if there is nothing to rename, or if something would
/// mean something else afterwards.
pub(crate) fn rename(session: &mut Session<'_>, params: RenameParams) -> Result<Value, Fault> {
    let name = new_name(&params.new_name)?;
    let at = params.text_document_position;
    let nothing = || Fault::new(ErrorCode::RequestFailed, "there is no name to rename here");
    let place = session
        .place(&at.text_document, at.position)
        .ok_or_else(nothing)?;
    let (_, target) = renamed(&place)?.ok_or_else(nothing)?;
    let snapshot = &place.snapshot;
    let mut edits: BTreeMap<FileId, Vec<(Span, String)>> = BTreeMap::new();
    for named in snapshot.names().iter().filter(|n| n.target() == target) {
        let mention = &named.mention;
        let span = whole(snapshot, mention);
        let text = written(snapshot, mention, &name);
        edits.entry(span.file).or_default().push((span, text));
    }
    refuse_changed_meaning(session, snapshot, &edits)?;
    let mut changes = Map::new();
    for (file, edits) in &edits {
        let uri = snapshot.path(*file).and_then(|p| session.uri_of(p));
        let edit = |(span, text): &(Span, String)| {
            TextEdit::new(snapshot.range(*span, session.encoding), text.clone())
        };
        let edits: Vec<TextEdit> = edits.iter().map(edit).collect();
        if let Some(uri) = uri {
            changes.insert(uri.as_str().to_owned(), json!(edits));
        }
    }
    Ok(json!({ "changes": changes }))
}

fn renamed(place: &Place) -> Result<Option<(Span, Target)>, Fault> {
    let Some(named) = place.snapshot.name_at(place.file, place.offset) else {
        return Ok(None);
    };
    let target = named.target();
    if let Meaning::Column(_, name) = &target.meaning {
        let message = format!(
            "`{}` is a column of the source here, which the model does not name",
            name.spelling()
        );
        return Err(Fault::new(ErrorCode::RequestFailed, message));
    }
    Ok(Some((named.mention.span, target)))
}

/// The identifier that a new name is: regular, in its quotes, or else as if it were quoted.
fn new_name(text: &str) -> Result<Ident, Fault> {
    let nowhere = Span::new(FileId(0), 0, 0);
    match parse_name(&SpannedText::synthetic(text, nowhere)) {
        Ok((name, false)) => Ok(Ident::regular(&name)),
        Ok((name, true)) | Err(NameFault::NotRegular { name }) if !has_controls(&name) => {
            Ok(Ident::quoted(&name))
        }
        Ok(_) | Err(NameFault::NotRegular { .. }) => Err(Fault::new(
            ErrorCode::InvalidParams,
            "a name stands on one line",
        )),
        Err(fault) => {
            let message = format!("{fault}: {}", fault.help());
            Err(Fault::new(ErrorCode::InvalidParams, message))
        }
    }
}

fn has_controls(name: &str) -> bool {
    name.chars().any(char::is_control)
}

/// The characters of a mention. A quote that is escaped in its scalar belongs to it with its escape.
fn whole(snapshot: &Snapshot, mention: &Mention) -> Span {
    let mut span = mention.span;
    let text = snapshot.text(span.file);
    let (start, end) = (span.start as usize, span.end as usize);
    let is_cut = text.get(start..end).is_some_and(|t| t.ends_with('\\'))
        && text.get(end..).is_some_and(|t| t.starts_with('"'));
    if mention.form == Form::Expression && is_cut {
        span.end += 1;
    }
    span
}

/// How a name is written in the place of a mention.
fn written(snapshot: &Snapshot, mention: &Mention, name: &Ident) -> String {
    let spelling = name.spelling();
    let scalar = snapshot.text(mention.scalar.file);
    let scalar = scalar.get(mention.scalar.start as usize..).unwrap_or("");
    let quote = scalar.chars().next().filter(|c| ['"', '\''].contains(c));
    let inside = match quote {
        Some('"') => spelling.replace('\\', "\\\\").replace('"', "\\\""),
        Some('\'') => spelling.replace('\'', "''"),
        _ => spelling.clone(),
    };
    match (mention.form, quote) {
        (Form::Expression, _) => inside,
        (_, Some(quote)) => format!("{quote}{inside}{quote}"),
        (_, None) if name.is_quoted() => format!("'{}'", spelling.replace('\'', "''")),
        (_, None) => spelling,
    }
}

/// Checks the edited texts: no name may mean anything else than before, and there may be no error that was not there.
fn refuse_changed_meaning(
    session: &Session<'_>,
    before: &Snapshot,
    edits: &BTreeMap<FileId, Vec<(Span, String)>>,
) -> Result<(), Fault> {
    let mut texts = session.documents.texts().clone();
    let mut files = Vec::new();
    for (file, source) in before.checked.sources.files() {
        let Some(path) = before.path(file) else {
            continue;
        };
        let mut text = source.text.clone();
        for (span, new) in edits.get(&file).into_iter().flatten().rev() {
            let range = span.start as usize..span.end as usize;
            if text.get(range.clone()).is_some() {
                text.replace_range(range, new);
            }
        }
        texts.insert(path.to_owned(), text);
        if session.host.is_model_file(path) {
            files.push(path.to_owned());
        }
    }
    let after = Snapshot::new(session.host.check(&files, &texts));
    if let Some(message) = new_error(before, &after) {
        let message = format!("the new name would break the model: {message}");
        return Err(Fault::new(ErrorCode::RequestFailed, message));
    }
    let same = before.names().len() == after.names().len()
        && before
            .names()
            .iter()
            .zip(after.names())
            .all(|(a, b)| a.target() == b.target() && a.mention.form == b.mention.form);
    if same {
        return Ok(());
    }
    let captured = before
        .names()
        .iter()
        .zip(after.names())
        .find(|(a, b)| a.target() != b.target());
    let place = captured.and_then(|(a, _)| {
        let source = before.checked.sources.get(a.mention.span.file)?;
        let (line, _) = before.checked.sources.line_column(a.mention.span);
        Some(format!("{}:{line}", source.name))
    });
    let message = match place {
        Some(place) => format!("with the new name, a name at {place} would mean something else"),
        None => "with the new name, a name would mean something else".to_owned(),
    };
    Err(Fault::new(ErrorCode::RequestFailed, message))
}

/// The message of an error of which there are more than before.
fn new_error(before: &Snapshot, after: &Snapshot) -> Option<String> {
    let errors = |snapshot: &Snapshot| {
        let mut counts: BTreeMap<String, (usize, String)> = BTreeMap::new();
        for finding in &snapshot.checked.findings {
            let diagnostic = &finding.diagnostic;
            if diagnostic.severity == Severity::Error {
                let count = counts
                    .entry(diagnostic.full_code())
                    .or_insert_with(|| (0, diagnostic.message.clone()));
                count.0 += 1;
                count.1.clone_from(&diagnostic.message);
            }
        }
        counts
    };
    let old = errors(before);
    let new = errors(after).into_iter().find(|(code, (count, _))| {
        let before = old.get(code).map_or(0, |(count, _)| *count);
        *count > before
    });
    new.map(|(_, (_, message))| message)
}
