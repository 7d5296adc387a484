//! What is offered where one types.

use std::fs;

use serde_json::{Value, json};

use crate::SHOP;
use crate::client::{Client, uri};

/// What is offered at `|` in a text that takes the place of SHOP.
struct Typing {
    client: Client,
    path: std::path::PathBuf,
    version: i32,
    _folder: tempfile::TempDir,
}

impl Typing {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.yaml");
        fs::write(&path, SHOP).unwrap();
        let (mut client, _) = Client::open(folder.path(), &[]);
        client.open_text(&path, SHOP);
        Self {
            client,
            path,
            version: 1,
            _folder: folder,
        }
    }

    /// Sets the whole model, so that its names are known, and then the text with the place.
    fn items(&mut self, text: &str) -> Vec<Value> {
        let place = text.find('|').unwrap();
        let before = &text[..place];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap().encode_utf16().count();
        self.version += 1;
        let all = text.replacen('|', "", 1);
        self.client
            .change(&self.path, self.version, json!([{"text": all}]));
        let found = self.client.result(
            "textDocument/completion",
            json!({"textDocument": {"uri": uri(&self.path)}, "position": {"line": line, "character": column}}),
        );
        found["items"].as_array().unwrap().clone()
    }

    fn labels(&mut self, text: &str) -> Vec<String> {
        let items = self.items(text);
        let label = |i: &Value| i["label"].as_str().unwrap().to_owned();
        items.iter().map(label).collect()
    }
}

#[test]
fn names_and_functions_in_expressions() {
    let mut typing = Typing::new();
    // The latest whole text gives the names.
    let labels = typing.labels(&SHOP.replace("SUM(orders.amount)", "SUM(orders.|amount)"));
    assert_eq!(labels, ["id", "customer", "amount"]);
    let labels = typing.labels(&SHOP.replace("SUM(orders.amount)", "SUM(o|"));
    assert!(labels.contains(&"orders".to_owned()), "{labels:?}");
    assert!(labels.contains(&"ROUND".to_owned()), "{labels:?}");
    let labels = typing.labels(&SHOP.replace("revenue / buyers", "revenue / bu|"));
    assert!(labels.starts_with(&["buyers".to_owned()]), "{labels:?}");
    let labels = typing.labels(&SHOP.replace("SUM(orders.amount)", "order_customer.|"));
    assert_eq!(labels, ["orders", "customers"]);
    // In a field: its dataset's own fields, bare, and no metrics.
    let labels = typing.labels(&SHOP.replace("price * quantity", "cust|"));
    assert_eq!(labels[..3], ["customer", "customers", "order_customer"]);
    assert!(!labels.contains(&"buyers".to_owned()), "{labels:?}");
    // Behind characters outside ASCII, and where the text is no YAML at the moment.
    let broken = SHOP.replace(
        "area = 'Köln 😀' THEN zone ELSE area END\"",
        "area = 'Köln 😀' AND reg|",
    );
    assert_eq!(typing.labels(&broken)[0], "region");
    // What is typed is replaced, nothing else.
    let items = typing.items(&SHOP.replace("SUM(orders.amount)", "SUM(orders.am|)"));
    let edit = &items[0]["textEdit"];
    assert_eq!(edit["newText"], "amount");
    let width = edit["range"]["end"]["character"].as_i64().unwrap()
        - edit["range"]["start"]["character"].as_i64().unwrap();
    assert_eq!(width, 2);
    let items = typing.items(&SHOP.replace("SUM(orders.amount)", "SU|"));
    assert_eq!(items[0]["label"], "SUM");
    assert_eq!(items[0]["textEdit"]["newText"], "SUM($0)");
    assert_eq!(typing.client.close(), 0);
}

#[test]
fn keys_and_values_of_yaml() {
    let mut typing = Typing::new();
    let labels = typing.labels(&SHOP.replace(
        "        description: One",
        "        d|\n        description: One",
    ));
    assert_eq!(labels, ["description", "fields"]);
    // What stands there already is not offered again.
    let text = SHOP.replace(
        "        description: One",
        "        n|\n        description: One",
    );
    let labels = typing.labels(&text);
    let expected = [
        "unique_keys",
        "description",
        "ai_context",
        "custom_extensions",
    ];
    assert_eq!(labels, expected);
    let labels = typing.labels(&SHOP.replace("{name: buyers, ", "{name: buyers, dat|, "));
    assert_eq!(labels, ["datatype", "data_type"]);
    let labels = typing.labels(&SHOP.replace("datatype: Decimal", "datatype: Dat|"));
    assert_eq!(labels, ["Date", "DateTime", "DateTimeTz"]);
    let labels = typing.labels(&SHOP.replace("from: orders", "from: |"));
    assert_eq!(labels, ["orders", "customers"]);
    let labels = typing.labels(&SHOP.replace("to_columns: [id]", "to_columns: [|]"));
    assert_eq!(labels, ["id", "region"]);
    let labels = typing.labels(&SHOP.replacen("primary_key: [id]", "primary_key: [id, am|]", 1));
    assert_eq!(labels, ["amount"]);
    let variant = "expression: {dialects: [{dialect: A|";
    let labels = typing.labels(&SHOP.replace("expression: price * quantity", variant));
    assert_eq!(labels, ["ANSI_SQL"]);
    let block = "      - name: again\n        from: orders\n        to: customers\n        to_columns:\n          - re|\n    metrics:\n";
    let labels = typing.labels(&SHOP.replace("    metrics:\n", block));
    assert_eq!(labels, ["region"]);
    let labels = typing.labels(&format!("{SHOP}que|"));
    assert_eq!(labels, ["queries"]);
    let queries = format!("{SHOP}queries:\n  - name: q\n    dimensions: [customers.re|]\n");
    assert_eq!(typing.labels(&queries), ["region"]);
    let queries = format!("{SHOP}queries:\n  - name: q\n    order_by:\n      - rev|\n");
    assert_eq!(typing.labels(&queries)[0], "revenue");
    assert_eq!(typing.client.close(), 0);
}
