//! Lifecycle, unsaved text, positions, and input that is wrong.

use std::fs;

use serde_json::{Value, json};

use crate::SHOP;
use crate::client::{Client, shown, uri};

#[test]
fn unsaved_text_is_checked_and_what_is_mended_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, SHOP).unwrap();
    let (mut client, capabilities) = Client::open(folder.path(), &["utf-16"]);
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    client.open_text(&path, SHOP);
    assert_eq!(client.codes(&path), [""; 0]);

    // `amount` → `amuont` in the metric, by one incremental change; nothing is saved.
    let line = SHOP.lines().position(|l| l.contains("SUM(orders")).unwrap();
    let column = SHOP.lines().nth(line).unwrap().find("amount").unwrap();
    let range = json!({
        "start": {"line": line, "character": column},
        "end": {"line": line, "character": column + 6},
    });
    client.change(&path, 2, json!([{"range": range, "text": "amuont"}]));
    let params = client.diagnostics(&path);
    assert_eq!(params["version"], 2);
    let found = &params["diagnostics"][0];
    assert_eq!(found["code"], "E_NAME_NOT_FOUND");
    assert_eq!(found["severity"], 1);
    assert_eq!(found["source"], "dosic");
    let page = found["codeDescription"]["href"].as_str().unwrap();
    assert!(page.ends_with("docs/codes/E_NAME_NOT_FOUND.md"), "{page}");
    let message = found["message"].as_str().unwrap();
    assert!(message.contains("did you mean"), "{message}");
    assert_eq!(found["range"]["start"]["line"], line);

    // A stale version changes nothing; the next one mends it.
    client.change(&path, 2, json!([{"text": ""}]));
    client.change(&path, 3, json!([{"range": range, "text": "amount"}]));
    assert_eq!(client.codes(&path), [""; 0]);

    // Closing without saving goes back to the disk's text.
    client.change(&path, 4, json!([{"text": "semantic_model: ["}]));
    assert_eq!(client.codes(&path), ["E_SCHEMA/yaml"]);
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri(&path)}}),
    );
    assert_eq!(client.codes(&path), [""; 0]);
    assert_eq!(client.close(), 0);
}

#[test]
fn columns_count_utf_16_units_or_bytes() {
    for (encodings, encoding) in [
        (&["utf-16"][..], "utf-16"),
        (&["utf-8", "utf-16"], "utf-8"),
        (&[], "utf-16"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("größe 😀.yaml");
        let broken = SHOP.replace("THEN zone ELSE", "THEN FROB(1) ELSE");
        fs::write(&path, &broken).unwrap();
        let (mut client, capabilities) = Client::open(folder.path(), encodings);
        assert_eq!(capabilities["positionEncoding"], encoding);
        let message = client.wait_for(|m| m["method"] == "textDocument/publishDiagnostics");
        let address = message["params"]["uri"].as_str().unwrap();
        assert!(
            address.ends_with("/gr%C3%B6%C3%9Fe%20%F0%9F%98%80.yaml"),
            "{address}"
        );
        let range = &message["params"]["diagnostics"][0]["range"];
        let line = broken.lines().position(|l| l.contains("FROB")).unwrap();
        let before = broken
            .lines()
            .nth(line)
            .unwrap()
            .split("FROB")
            .next()
            .unwrap();
        let column = if encoding == "utf-8" {
            before.len()
        } else {
            before.encode_utf16().count()
        };
        assert_eq!(
            shown(range),
            format!("{line}:{column}-{line}:{}", column + 4)
        );

        // An edit behind these characters lands where it should.
        client.tell(
            "textDocument/didOpen",
            json!({"textDocument": {
                "uri": address, "languageId": "yaml", "version": 1, "text": broken,
            }}),
        );
        let start = json!({"line": line, "character": column});
        let end = json!({"line": line, "character": column + "FROB(1)".len()});
        let change = json!({"range": {"start": start, "end": end}, "text": "zone"});
        client.tell(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": address, "version": 2}, "contentChanges": [change],
            }),
        );
        let clean = client.wait_for(|m| m["params"]["version"] == 2);
        assert_eq!(clean["params"]["diagnostics"], json!([]));
        assert_eq!(client.close(), 0);
    }
}

#[test]
fn a_workspace_holds_several_models_of_several_files() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("a/more")).unwrap();
    fs::create_dir_all(root.join("b")).unwrap();
    let (first, second) = (root.join("a/shop.yaml"), root.join("a/more/extra.yaml"));
    let other = root.join("b/shop.yaml");
    fs::write(&first, SHOP).unwrap();
    let extra = "version: \"0.2.0.dev0\"\nsemantic_model:\n  - name: shop\n    metrics:\n      - {name: revenue, expression: SUM(orders.amount)}\n";
    fs::write(&second, extra).unwrap();
    fs::write(&other, SHOP).unwrap();
    let (mut client, _) = Client::open(root, &[]);

    // The same model in another folder is another model; in the same one it is a collision, told with both places.
    let params = client.diagnostics(&first);
    let found = &params["diagnostics"][0];
    assert_eq!(found["code"], "E_NAME_COLLISION");
    let related = &found["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], uri(&second));
    assert_eq!(related["message"], "and this metric");

    // A file that goes takes its findings along; one that comes is seen.
    fs::remove_file(&second).unwrap();
    let changed = |path, kind| json!({"changes": [{"uri": uri(path), "type": kind}]});
    client.tell("workspace/didChangeWatchedFiles", changed(&second, 3));
    assert_eq!(client.codes(&first), [""; 0]);
    fs::write(&second, extra.replace("revenue", "income")).unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed(&second, 1));
    fs::write(&other, SHOP.replace("orders.amount", "orders_.amount")).unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed(&other, 2));
    assert_eq!(client.codes(&other), ["E_NAME_NOT_FOUND"]);

    // Settings count: what they switch off is gone.
    let lenient = SHOP.replace("        primary_key: [id]\n", "");
    fs::write(&other, lenient).unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed(&other, 2));
    assert!(client.codes(&other).contains(&"W_ASSUMED_KEY".to_owned()));
    let settings = root.join("b/dosic.toml");
    fs::write(&settings, "[lint]\nW_ASSUMED_KEY = \"off\"\n").unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed(&settings, 1));
    assert!(!client.codes(&other).contains(&"W_ASSUMED_KEY".to_owned()));
    fs::write(&settings, "lint = 3\n").unwrap();
    client.tell("workspace/didChangeWatchedFiles", changed(&settings, 2));
    assert_eq!(client.codes(&settings), ["E_USAGE/project-file"]);
    assert_eq!(client.close(), 0);
}

#[test]
fn files_that_cannot_be_read_are_survived() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(
        &path,
        [b"semantic_model: ".as_slice(), &[0xff, 0xfe]].concat(),
    )
    .unwrap();
    let (mut client, _) = Client::open(folder.path(), &[]);
    assert_eq!(client.codes(&path), ["E_SCHEMA/not-utf-8"]);

    // The editor's text is there although the file is not; so is that of a file nobody saved yet.
    fs::remove_file(&path).unwrap();
    let new = folder.path().join("new.yaml");
    client.open_text(&path, SHOP);
    assert_eq!(client.codes(&path), [""; 0]);
    client.open_text(&new, "semantic_model: 1");
    assert_eq!(
        client.codes(&new),
        ["E_SCHEMA/wrong-type", "W_MISSING_VERSION"]
    );
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri(&new)}}),
    );
    assert_eq!(client.codes(&new), [""; 0]);
    assert_eq!(client.close(), 0);
}

#[test]
fn wrong_messages_are_answered_and_survived() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path());
    let code = |answer: &Value| answer["error"]["code"].as_i64();
    assert_eq!(code(&client.ask("shutdown", Value::Null)), Some(-32002));
    assert_eq!(
        code(&client.ask("initialize", json!({"capabilities": 1}))),
        Some(-32602)
    );
    client.tell("textDocument/didOpen", json!(1));
    let answer = client.ask("initialize", json!({"capabilities": {}}));
    assert_eq!(answer["result"]["serverInfo"]["name"], "dosic");
    client.tell("initialized", json!({}));
    assert_eq!(
        code(&client.ask("initialize", json!({"capabilities": {}}))),
        Some(-32600)
    );
    assert_eq!(
        code(&client.ask("textDocument/frobnicate", json!({}))),
        Some(-32601)
    );
    assert_eq!(
        code(&client.ask("textDocument/hover", json!({"position": 1}))),
        Some(-32602)
    );

    client.tell("textDocument/didOpen", json!({"textDocument": 1}));
    let note = client.wait_for(|m| m["method"] == "window/logMessage");
    assert_eq!(note["params"]["type"], 2);
    client.tell("$/frobnicate", json!(1));
    client.send_bytes(b"Content-Length: 5\r\n\r\n{\"a\":");
    assert_eq!(code(&client.answer(&Value::Null)), Some(-32700));
    client.send_bytes(b"rubbish\r\nContent-Length: x\r\n");
    client.send(&json!({"id": 77}));
    assert_eq!(code(&client.answer(&json!(77))), Some(-32600));

    // A request that is taken back while it waits.
    let text =
        json!({"uri": "file:///nowhere/x.yaml", "languageId": "yaml", "version": 1, "text": SHOP});
    client.tell("textDocument/didOpen", json!({"textDocument": text}));
    let hover = json!({"textDocument": {"uri": "file:///nowhere/x.yaml"}, "position": {"line": 0, "character": 0}});
    let one =
        json!({"jsonrpc": "2.0", "id": "one", "method": "textDocument/hover", "params": hover})
            .to_string();
    let cancel =
        json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "one"}}).to_string();
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    client.send_bytes(format!("{}{}", framed(&one), framed(&cancel)).as_bytes());
    let answer = client.answer(&json!("one"));
    assert!(matches!(code(&answer), None | Some(-32800)), "{answer}");

    client.ask("shutdown", Value::Null);
    assert_eq!(code(&client.ask("textDocument/hover", hover)), Some(-32600));
    client.tell("exit", Value::Null);
    assert_eq!(client.exit_code(), 0);
}

#[test]
fn a_session_that_breaks_off_ends_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let (mut client, _) = Client::open(folder.path(), &[]);
    client.hang_up();
    assert_eq!(client.exit_code(), 1);
    let (mut client, _) = Client::open(folder.path(), &[]);
    client.tell("exit", Value::Null);
    assert_eq!(client.exit_code(), 1);
}
