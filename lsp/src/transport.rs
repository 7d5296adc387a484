//! Messages in and out. A text that is no message is answered with an error, and the next one is read.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, channel};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// A longer message is skipped.
const MAX_LENGTH: u64 = 256 << 20;
/// A longer line is no header.
const MAX_HEADER: u64 = 8 << 10;

/// What came in.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// What is none: the answer to give.
    Malformed(Value),
}

/// Reads messages on a thread of its own, so that a server that works sees what waits. The channel closes where the
/// input ends.
pub(crate) fn read_all(mut input: impl BufRead + Send + 'static) -> io::Result<Receiver<Incoming>> {
    let (sender, receiver) = channel();
    std::thread::Builder::new()
        .name("lsp-reader".to_owned())
        .spawn(move || {
            while let Ok(Some(incoming)) = read(&mut input) {
                if sender.send(incoming).is_err() {
                    break;
                }
            }
        })?;
    Ok(receiver)
}

/// The next message; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = header(input)? else {
        return Ok(None);
    };
    if length > MAX_LENGTH {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let message = format!("a message of {length} bytes is too long");
        return Ok(Some(Incoming::Malformed(failure(
            Value::Null,
            ErrorCode::InvalidRequest,
            &message,
        ))));
    }
    let mut body = Vec::new();
    if input.take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(None);
    }
    Ok(Some(parse(&body)))
}

fn parse(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("no JSON: {error}");
            return Incoming::Malformed(failure(Value::Null, ErrorCode::ParseError, &message));
        }
    };
    let id = match value.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        _ => Value::Null,
    };
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => Incoming::Malformed(failure(
            id,
            ErrorCode::InvalidRequest,
            "neither a request, a notification nor a response",
        )),
    }
}

fn failure(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code as i32, "message": message}})
}

/// Reads lines up to the empty one that ends a header; lines of no header are skipped.
fn header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if let (true, Some(length)) = (line.is_empty(), length) {
            return Ok(Some(length));
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok().or(length);
        }
    }
}

/// Writes one JSON value as a message.
pub(crate) fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<String> {
        let mut input = io::BufReader::new(text.as_bytes());
        let mut all = Vec::new();
        while let Some(incoming) = read(&mut input).unwrap() {
            all.push(match incoming {
                Incoming::Message(Message::Request(r)) => r.method,
                Incoming::Message(Message::Notification(n)) => n.method,
                Incoming::Message(Message::Response(_)) => "response".to_owned(),
                Incoming::Malformed(value) => value["error"]["code"].to_string(),
            });
        }
        all
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_one_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#);
        let note = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let text = format!(
            "{}{}garbage\r\n\r\nContent-Length: x\r\n\r\n{good}{}{note}",
            framed("{"),
            framed("[1, 2]"),
            framed("{\"id\": {}}")
        );
        assert_eq!(
            codes(&text),
            ["-32700", "-32600", "shutdown", "-32600", "exit"]
        );
    }

    #[test]
    fn a_message_that_breaks_off_ends_the_input() {
        assert_eq!(codes("Content-Length: 100\r\n\r\n{}"), [""; 0]);
    }
}
