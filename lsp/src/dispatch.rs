//! Methods to functions.

use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeLensOptions, CompletionOptions, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, ExecuteCommandOptions, FileChangeType, HoverProviderCapability,
    InitializeParams, InitializeResult, OneOf, PositionEncodingKind, RenameOptions, SaveOptions,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::server::folders;
use crate::session::Session;
use crate::text::Encoding;
use crate::{completion, hover, lens, navigation, rename, symbols, tokens, uri};

/// Why a request has no result.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    pub(crate) fn internal(error: &dyn std::error::Error) -> Self {
        Self::new(ErrorCode::InternalError, error.to_string())
    }
}

/// Parameters of a method.
pub(crate) fn read<P: DeserializeOwned>(params: Value) -> Result<P, Fault> {
    serde_json::from_value(params).map_err(|e| Fault::new(ErrorCode::InvalidParams, e.to_string()))
}

/// Agrees with a client on what both can do.
pub(crate) fn initialize(session: &mut Session<'_>, params: &InitializeParams) -> InitializeResult {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|g| g.position_encodings.as_ref());
    let utf8 = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
    session.encoding = if utf8 {
        Encoding::Utf8
    } else {
        Encoding::Utf16
    };
    session.folders = folders(params);
    session.files_changed();
    InitializeResult {
        capabilities: capabilities(utf8),
        server_info: Some(ServerInfo {
            name: "dosic".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn capabilities(utf8: bool) -> ServerCapabilities {
    let encoding = if utf8 {
        PositionEncodingKind::UTF8
    } else {
        PositionEncodingKind::UTF16
    };
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(
            SaveOptions::default(),
        )),
        ..TextDocumentSyncOptions::default()
    };
    let folders = WorkspaceFoldersServerCapabilities {
        supported: Some(true),
        change_notifications: Some(OneOf::Left(true)),
    };
    ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(folders),
            file_operations: None,
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lens::SHOW_SQL.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Answers a request.
pub(crate) fn request(
    session: &mut Session<'_>,
    method: &str,
    params: Value,
) -> Result<Value, Fault> {
    match method {
        "textDocument/hover" => show(hover::hover(session, read(params)?)),
        "textDocument/completion" => show(completion::completion(session, read(params)?)),
        "textDocument/definition" => show(navigation::definition(session, read(params)?)),
        "textDocument/references" => show(navigation::references(session, read(params)?)),
        "textDocument/documentHighlight" => show(navigation::highlights(session, read(params)?)),
        "textDocument/documentSymbol" => show(symbols::document_symbols(session, read(params)?)),
        "textDocument/prepareRename" => show(rename::prepare(session, read(params)?)?),
        "textDocument/rename" => rename::rename(session, read(params)?),
        "textDocument/semanticTokens/full" => show(tokens::tokens(session, read(params)?)),
        "textDocument/codeLens" => show(lens::lenses(session, read(params)?)),
        "workspace/executeCommand" => lens::execute(session, read(params)?),
        "workspace/symbol" => show(symbols::workspace_symbols(session, read(params)?)),
        _ => Err(Fault::new(
            ErrorCode::MethodNotFound,
            format!("`{method}` is not supported"),
        )),
    }
}

fn show<R: Serialize>(result: R) -> Result<Value, Fault> {
    serde_json::to_value(result).map_err(|e| Fault::internal(&e))
}

/// Takes a notification in; those that are not known are ignored, as the protocol asks.
pub(crate) fn notification(
    session: &mut Session<'_>,
    method: &str,
    params: Value,
) -> Result<(), Fault> {
    match method {
        "textDocument/didOpen" => {
            let params: DidOpenTextDocumentParams = read(params)?;
            let document = params.text_document;
            if let Some(path) = uri::path_of(&document.uri) {
                let (uri, version) = (document.uri, document.version);
                session
                    .documents
                    .open(path.clone(), uri, version, document.text);
                opened_or_closed(session, &path);
            }
        }
        "textDocument/didChange" => {
            let params: DidChangeTextDocumentParams = read(params)?;
            let document = params.text_document;
            let (encoding, version) = (session.encoding, document.version);
            if let Some(path) = uri::path_of(&document.uri) {
                let changes = &params.content_changes;
                if session.documents.change(&path, version, changes, encoding) {
                    session.text_changed(&path);
                }
            }
        }
        "textDocument/didClose" => {
            let params: DidCloseTextDocumentParams = read(params)?;
            if let Some(path) = uri::path_of(&params.text_document.uri) {
                session.documents.close(&path);
                opened_or_closed(session, &path);
            }
        }
        "textDocument/didSave" => {
            let params: DidSaveTextDocumentParams = read(params)?;
            let path = uri::path_of(&params.text_document.uri);
            if path.is_some_and(|p| is_settings(&p)) {
                session.all_changed();
            }
        }
        "workspace/didChangeWatchedFiles" => watched(session, read(params)?),
        "workspace/didChangeWorkspaceFolders" => {
            let params: DidChangeWorkspaceFoldersParams = read(params)?;
            let paths = |folders: &[lsp_types::WorkspaceFolder]| -> Vec<_> {
                let paths = folders.iter().filter_map(|f| uri::path_of(&f.uri));
                paths.collect()
            };
            let removed = paths(&params.event.removed);
            session.folders.retain(|f| !removed.contains(f));
            session.folders.extend(paths(&params.event.added));
            session.files_changed();
        }
        _ => {}
    }
    Ok(())
}

/// The text of a file is now the editor's, or that of the disk again; and the file may have come or gone.
fn opened_or_closed(session: &mut Session<'_>, path: &Path) {
    session.text_changed(path);
    if session.root_of(path).is_none() || !path.is_file() {
        session.files_changed();
    }
}

fn watched(session: &mut Session<'_>, params: DidChangeWatchedFilesParams) {
    for change in params.changes {
        let Some(path) = uri::path_of(&change.uri) else {
            continue;
        };
        if is_settings(&path) {
            session.all_changed();
            continue;
        }
        if change.typ != FileChangeType::CHANGED {
            session.files_changed();
        }
        // The text of an open document is the editor's.
        if session.documents.head(&path).is_none() {
            session.text_changed(&path);
        }
    }
}

fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "dosic.toml")
}
