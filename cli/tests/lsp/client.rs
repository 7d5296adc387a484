//! A client of the language server: it drives `dosic lsp` over stdio, and never waits for ever.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer may take; a machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications and requests of the server that nobody waited for yet.
    pub(crate) waiting: VecDeque<Value>,
    next: i64,
}

impl Client {
    /// A server that nothing was said to yet.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dosic"))
            .args(["lsp", "--stdio"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            input,
            messages,
            waiting: VecDeque::new(),
            next: 0,
        }
    }

    /// A server with a workspace, in UTF-16 unless told otherwise.
    pub(crate) fn open(folder: &Path, encodings: &[&str]) -> (Self, Value) {
        let mut client = Self::start(folder);
        let capabilities = json!({
            "general": {"positionEncodings": encodings},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
        });
        let folders = json!([{"uri": uri(folder), "name": "w"}]);
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities, "workspaceFolders": folders});
        let answer = client.ask("initialize", params);
        client.tell("initialized", json!({}));
        let capabilities = answer["result"]["capabilities"].clone();
        assert!(capabilities.is_object(), "{answer}");
        (client, capabilities)
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and gives its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        self.next
    }

    /// The answer to a request.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(&json!(id))
    }

    /// What a request gave.
    pub(crate) fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        self.wait_for(|m| m.get("method").is_none() && m["id"] == *id)
    }

    /// The next message that is wanted; the others wait.
    pub(crate) fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(at).unwrap();
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left);
            let message = message.unwrap_or_else(|e| panic!("{e}; waiting: {:?}", self.waiting));
            if wanted(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// The next diagnostics of a file.
    pub(crate) fn diagnostics(&mut self, path: &Path) -> Value {
        let uri = uri(path);
        let message = self.wait_for(|m| {
            m["method"] == "textDocument/publishDiagnostics" && m["params"]["uri"] == uri
        });
        message["params"].clone()
    }

    /// The codes of the next diagnostics of a file.
    pub(crate) fn codes(&mut self, path: &Path) -> Vec<String> {
        let params = self.diagnostics(path);
        let all = params["diagnostics"].as_array().unwrap();
        let code = |d: &Value| d["code"].as_str().unwrap().to_owned();
        all.iter().map(code).collect()
    }

    pub(crate) fn open_text(&mut self, path: &Path, text: &str) {
        let document = json!({"uri": uri(path), "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub(crate) fn change(&mut self, path: &Path, version: i32, changes: Value) {
        let document = json!({"uri": uri(path), "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.tell("textDocument/didChange", params);
    }

    /// Ends the session as the protocol asks, and gives the exit code.
    pub(crate) fn close(mut self) -> i32 {
        let answer = self.ask("shutdown", Value::Null);
        assert!(answer.get("error").is_none(), "{answer}");
        self.tell("exit", Value::Null);
        self.exit_code()
    }

    pub(crate) fn exit_code(&mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }

    /// Closes the server's input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// `textDocument` and `position` of the `nth` place (from 0) where `text` has `needle`, plus `by` characters; UTF-16.
pub(crate) fn at(path: &Path, text: &str, needle: &str, nth: usize, by: usize) -> Value {
    let (offset, _) = text.match_indices(needle).nth(nth).unwrap();
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap().encode_utf16().count() + by;
    json!({
        "textDocument": {"uri": uri(path)},
        "position": {"line": line, "character": column},
    })
}

/// `line:column-line:column` of a range.
pub(crate) fn shown(range: &Value) -> String {
    let point = |p: &Value| format!("{}:{}", p["line"], p["character"]);
    format!("{}-{}", point(&range["start"]), point(&range["end"]))
}
