//! The loop: lifecycle, what waits, and when a model is checked.
//!
//! One thread does the work; another reads, so that what waits is seen. Edits are checked a moment after the last one.
//! A check whose text was edited meanwhile is thrown away, and a request that was cancelled meanwhile is not answered.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use crate::dispatch::{self, Fault};
use crate::session::Session;
use crate::transport::{self, Incoming};
use crate::{Host, uri};

/// How long after an edit models are checked, if no other edit comes.
const PAUSE: Duration = Duration::from_millis(80);
/// How long edits may put a check off.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client asked for it first.
    Clean,
    /// It broke off.
    Broken,
}

/// Serves a client until it says `exit` or its stream ends.
///
/// # Errors
/// The fault of a stream that cannot be written to, or of a thread that cannot be started.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    host: &dyn Host,
) -> io::Result<Ending> {
    let server = Server {
        session: Session::new(host),
        phase: Phase::New,
        inbox: VecDeque::new(),
        receiver: transport::read_all(input)?,
        output,
        due: None,
        first_edit: None,
        was_dropped: false,
        registers_watching: false,
        requests: 0,
    };
    server.run()
}

/// Where a session stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Open,
    ShutDown,
}

struct Server<'s> {
    session: Session<'s>,
    phase: Phase,
    /// What came in and waits.
    inbox: VecDeque<Incoming>,
    receiver: Receiver<Incoming>,
    output: &'s mut dyn Write,
    /// When models are to be checked.
    due: Option<Instant>,
    /// When the first edit came that is not checked yet.
    first_edit: Option<Instant>,
    /// Whether the last check was thrown away.
    was_dropped: bool,
    /// Whether the client wants to be told which files to watch.
    registers_watching: bool,
    /// Requests made so far.
    requests: i32,
}

impl Server<'_> {
    fn run(mut self) -> io::Result<Ending> {
        loop {
            self.inbox.extend(self.receiver.try_iter());
            if let Some(incoming) = self.inbox.pop_front() {
                if let Some(ending) = self.handle(incoming)? {
                    return Ok(ending);
                }
                self.schedule();
                continue;
            }
            let now = Instant::now();
            let next = match self.due {
                Some(due) => self
                    .receiver
                    .recv_timeout(due.saturating_duration_since(now)),
                None => self.receiver.recv().map_err(RecvTimeoutError::from),
            };
            match next {
                Ok(incoming) => self.inbox.push_back(incoming),
                Err(RecvTimeoutError::Timeout) => self.check()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Broken),
            }
        }
    }

    fn handle(&mut self, incoming: Incoming) -> io::Result<Option<Ending>> {
        match incoming {
            Incoming::Malformed(answer) => transport::write(self.output, &answer)?,
            Incoming::Message(Message::Request(request)) => self.request(request)?,
            Incoming::Message(Message::Notification(note)) if note.method == "exit" => {
                return Ok(Some(if self.phase == Phase::ShutDown {
                    Ending::Clean
                } else {
                    Ending::Broken
                }));
            }
            Incoming::Message(Message::Notification(note)) => self.notification(note)?,
            Incoming::Message(Message::Response(_)) => {}
        }
        Ok(None)
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let answer = if self.is_cancelled(&id) {
            Err(Fault::new(ErrorCode::RequestCanceled, "cancelled"))
        } else {
            match (self.phase, method.as_str()) {
                (Phase::New, "initialize") => self.initialize(params),
                (Phase::New, _) => Err(Fault::new(
                    ErrorCode::ServerNotInitialized,
                    "`initialize` comes first",
                )),
                (Phase::ShutDown, _) => Err(Fault::new(
                    ErrorCode::InvalidRequest,
                    "the server is shut down",
                )),
                (Phase::Open, "initialize") => Err(Fault::new(
                    ErrorCode::InvalidRequest,
                    "the server is initialized already",
                )),
                (Phase::Open, "shutdown") => {
                    self.phase = Phase::ShutDown;
                    self.due = None;
                    Ok(Value::Null)
                }
                (Phase::Open, method) => dispatch::request(&mut self.session, method, params),
            }
        };
        let message = match answer {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(fault) => json!({"jsonrpc": "2.0", "id": id, "error": {
                "code": fault.code as i32, "message": fault.message,
            }}),
        };
        transport::write(self.output, &message)
    }

    /// Whether the client took a request back that is only now to be answered.
    fn is_cancelled(&mut self, id: &RequestId) -> bool {
        self.inbox.extend(self.receiver.try_iter());
        let id = json!(id);
        self.inbox.iter().any(|incoming| match incoming {
            Incoming::Message(Message::Notification(note)) => {
                note.method == "$/cancelRequest" && note.params.get("id") == Some(&id)
            }
            _ => false,
        })
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Fault> {
        let params: lsp_types::InitializeParams = dispatch::read(params)?;
        let workspace = params.capabilities.workspace.as_ref();
        let watched = workspace.and_then(|w| w.did_change_watched_files);
        self.registers_watching = watched.and_then(|w| w.dynamic_registration) == Some(true);
        let result = dispatch::initialize(&mut self.session, &params);
        self.phase = Phase::Open;
        serde_json::to_value(result).map_err(|e| Fault::internal(&e))
    }

    fn notification(&mut self, note: Notification) -> io::Result<()> {
        let Notification { method, params } = note;
        if self.phase != Phase::Open {
            return Ok(());
        }
        if method == "initialized" {
            return self.watch();
        }
        if let Err(fault) = dispatch::notification(&mut self.session, &method, params) {
            let message = format!("{method}: {}", fault.message);
            let params = json!({"type": lsp_types::MessageType::WARNING, "message": message});
            return self.notify("window/logMessage", &params);
        }
        Ok(())
    }

    /// Asks the client to tell when files of models change.
    fn watch(&mut self) -> io::Result<()> {
        if !self.registers_watching {
            return Ok(());
        }
        self.requests += 1;
        let watchers = ["**/*.{yaml,yml,json}", "**/dosic.toml"].map(|g| json!({"globPattern": g}));
        let registration = json!({
            "id": "watch-models",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        let message = json!({
            "jsonrpc": "2.0", "id": self.requests, "method": "client/registerCapability",
            "params": {"registrations": [registration]},
        });
        transport::write(self.output, &message)
    }

    fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        transport::write(self.output, &message)
    }

    /// Sets when to check, if there is something to check.
    fn schedule(&mut self) {
        if self.phase != Phase::Open || !self.session.has_work() {
            self.due = None;
            self.first_edit = None;
            return;
        }
        let now = Instant::now();
        let first = *self.first_edit.get_or_insert(now);
        self.due = Some((now + PAUSE).min(first + PATIENCE));
    }

    /// Checks what is out of date, model by model, and publishes. Stops where an edit comes in, unless that happened
    /// the last time too: then what was found is shown, late as it is.
    fn check(&mut self) -> io::Result<()> {
        while let Some(root) = self.session.next_stale() {
            self.session.check(&root);
            self.inbox.extend(self.receiver.try_iter());
            if self.inbox.iter().any(is_edit) && !self.was_dropped {
                self.was_dropped = true;
                return Ok(());
            }
        }
        self.was_dropped = false;
        self.due = None;
        self.first_edit = None;
        for params in self.session.take_news() {
            self.notify("textDocument/publishDiagnostics", &json!(params))?;
        }
        Ok(())
    }
}

fn is_edit(incoming: &Incoming) -> bool {
    match incoming {
        Incoming::Message(Message::Notification(note)) => {
            note.method.starts_with("textDocument/did")
        }
        _ => false,
    }
}

/// The folders of a workspace that a client names.
pub(crate) fn folders(params: &lsp_types::InitializeParams) -> Vec<std::path::PathBuf> {
    if let Some(folders) = &params.workspace_folders {
        return folders
            .iter()
            .filter_map(|f| uri::path_of(&f.uri))
            .collect();
    }
    #[allow(deprecated, reason = "older clients name their one folder so")]
    let root = params.root_uri.as_ref();
    root.and_then(uri::path_of).into_iter().collect()
}
