//! From a name to its declaration, and to everything that names the same.

use dosic_resolve::{Form, Meaning};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, GotoDefinitionParams,
    Location, ReferenceParams,
};

use crate::session::Session;
use crate::snapshot::{Named, Snapshot, Target};

/// Answers `textDocument/definition`: where the name is declared. A column leads to the field that reads it under
/// the same name.
pub(crate) fn definition(
    session: &mut Session<'_>,
    params: GotoDefinitionParams,
) -> Option<Location> {
    let at = params.text_document_position_params;
    let place = session.place(&at.text_document, at.position)?;
    let named = place.snapshot.name_at(place.file, place.offset)?;
    let target = declared(&place.snapshot, &named.target());
    let is_it = |n: &&Named| n.mention.form == Form::Declaration && n.target() == target;
    let found = place.snapshot.names().iter().find(is_it)?;
    location(session, &place.snapshot, found)
}

/// Answers `textDocument/references`.
pub(crate) fn references(
    session: &mut Session<'_>,
    params: ReferenceParams,
) -> Option<Vec<Location>> {
    let at = params.text_document_position;
    let place = session.place(&at.text_document, at.position)?;
    let named = place.snapshot.name_at(place.file, place.offset)?;
    let with_declaration = params.context.include_declaration;
    let found = same(&place.snapshot, &named.target());
    let found = found.filter(|n| with_declaration || n.mention.form != Form::Declaration);
    Some(
        found
            .filter_map(|n| location(session, &place.snapshot, n))
            .collect(),
    )
}

/// Answers `textDocument/documentHighlight`: the references in the same file.
pub(crate) fn highlights(
    session: &mut Session<'_>,
    params: DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params;
    let place = session.place(&at.text_document, at.position)?;
    let named = place.snapshot.name_at(place.file, place.offset)?;
    let found = same(&place.snapshot, &named.target());
    let here = found.filter(|n| n.mention.span.file == place.file);
    let highlight = |n: &Named| DocumentHighlight {
        range: place.snapshot.range(n.mention.span, session.encoding),
        kind: Some(match n.mention.form {
            Form::Declaration => DocumentHighlightKind::WRITE,
            Form::Name | Form::Expression => DocumentHighlightKind::READ,
        }),
    };
    Some(here.map(highlight).collect())
}

/// Every name that means the same, a field and the column it reads under its name taken as one.
fn same<'s>(snapshot: &'s Snapshot, target: &Target) -> impl Iterator<Item = &'s Named> + use<'s> {
    let wanted = declared(snapshot, target);
    let names = snapshot.names().iter();
    names.filter(move |n| declared(snapshot, &n.target()) == wanted)
}

/// The field that a column is declared by, if one of its name is; any other meaning itself.
fn declared(snapshot: &Snapshot, target: &Target) -> Target {
    let Meaning::Column(dataset, name) = &target.meaning else {
        return target.clone();
    };
    let field = snapshot.model(target.model).and_then(|m| {
        let field = m.resolved.names.field(*dataset, name)?;
        let is_declared = !m.resolved.model.fields.get(field)?.implied;
        is_declared.then_some(field)
    });
    match field {
        Some(field) => Target {
            model: target.model,
            meaning: Meaning::Field(field),
        },
        None => target.clone(),
    }
}

fn location(session: &Session<'_>, snapshot: &Snapshot, named: &Named) -> Option<Location> {
    let span = named.mention.span;
    let uri = session.uri_of(snapshot.path(span.file)?)?;
    Some(Location::new(uri, snapshot.range(span, session.encoding)))
}
