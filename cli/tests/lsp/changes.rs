//! Rename, semantic tokens, and the SQL of metrics.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::SHOP;
use crate::client::{Client, at, uri};

const QUERIES: &str = "\
queries:
  - name: by_region
    dimensions: [customers.region]
    measures: [revenue, {metric: buyers}]
    order_by: [revenue DESC]
";

struct Shop {
    client: Client,
    model: PathBuf,
    queries: PathBuf,
    text: String,
    _folder: tempfile::TempDir,
}

impl Shop {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("shop.yaml");
        let queries = folder.path().join("queries.yaml");
        fs::write(&model, text).unwrap();
        fs::write(&queries, QUERIES).unwrap();
        let (client, _) = Client::open(folder.path(), &[]);
        Self {
            client,
            model,
            queries,
            text: text.to_owned(),
            _folder: folder,
        }
    }

    /// Both texts after a rename, or the error.
    fn rename(&mut self, needle: &str, by: usize, name: &str) -> Result<(String, String), String> {
        let mut params = at(&self.model, &self.text, needle, 0, by);
        params["newName"] = json!(name);
        let answer = self.client.ask("textDocument/rename", params);
        if let Some(message) = answer["error"]["message"].as_str() {
            return Err(message.to_owned());
        }
        let changes = &answer["result"]["changes"];
        Ok((
            edited(&self.text, &changes[uri(&self.model)]),
            edited(QUERIES, &changes[uri(&self.queries)]),
        ))
    }
}

fn edited(text: &str, edits: &Value) -> String {
    let mut lines: Vec<Vec<u16>> = text
        .split('\n')
        .map(|l| l.encode_utf16().collect())
        .collect();
    let mut all: Vec<&Value> = edits.as_array().into_iter().flatten().collect();
    all.reverse();
    for edit in all {
        let number = |v: &Value| usize::try_from(v.as_u64().unwrap()).unwrap();
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        assert_eq!(start["line"], end["line"]);
        let new = edit["newText"].as_str().unwrap().encode_utf16();
        let range = number(&start["character"])..number(&end["character"]);
        lines[number(&start["line"])].splice(range, new);
    }
    let lines: Vec<String> = lines
        .iter()
        .map(|l| String::from_utf16(l).unwrap())
        .collect();
    lines.join("\n")
}

#[test]
fn rename_follows_a_name_through_all_files() {
    let mut shop = Shop::new(SHOP);
    let (model, queries) = shop.rename("name: revenue", 6, "income").unwrap();
    let expected = SHOP
        .replace("name: revenue", "name: income")
        .replace("revenue /", "income /");
    assert_eq!(model, expected);
    assert_eq!(queries, QUERIES.replace("revenue", "income"));

    let (model, queries) = shop.rename("from: orders", 7, "sales").unwrap();
    let expected = SHOP
        .replace("name: orders", "name: sales")
        .replace("from: orders", "from: sales")
        .replace("orders.", "sales.");
    assert_eq!(model, expected);
    assert_eq!(queries, QUERIES);

    // The field is renamed, the column it reads is not.
    let (model, queries) = shop.rename("name: region", 7, "area code").unwrap();
    assert_eq!(model, SHOP.replace("name: region", "name: '\"area code\"'"));
    let quoted = QUERIES.replace("customers.region", "customers.\"area code\"");
    assert_eq!(queries, quoted);
    assert_eq!(shop.client.close(), 0);
}

#[test]
fn names_in_quotes_are_renamed_within_the_quotes_of_their_text() {
    let text = SHOP
        .replace("- name: amount", "- name: '\"the amount\"'")
        .replace(
            "expression: SUM(orders.amount)",
            "expression: \"SUM(orders.\\\"the amount\\\")\"",
        );
    let mut shop = Shop::new(&text);
    let (model, _) = shop.rename("the amount", 3, "paid").unwrap();
    let expected = SHOP
        .replace("- name: amount", "- name: 'paid'")
        .replace("SUM(orders.amount)", "\"SUM(orders.paid)\"");
    assert_eq!(model, expected);
    let (model, _) = shop.rename("the amount", 3, "what \"it\" cost").unwrap();
    let inside = "\\\"what \\\"\\\"it\\\"\\\" cost\\\"";
    assert!(
        model.contains(&format!("\"SUM(orders.{inside})\"")),
        "{model}"
    );
    assert!(
        model.contains("- name: '\"what \"\"it\"\" cost\"'"),
        "{model}"
    );
    assert_eq!(shop.client.close(), 0);
}

#[test]
fn a_name_that_would_capture_or_break_is_refused() {
    let mut shop = Shop::new(SHOP);
    let mut refused = |needle: &str, by: usize, name: &str| {
        let answer = shop.rename(needle, by, name);
        answer.expect_err(&format!("{needle} became {name}"))
    };
    let taken = refused("name: revenue", 6, "buyers");
    assert!(taken.contains("two metrics are called `buyers`"), "{taken}");
    let taken = refused("name: revenue", 6, "ORDERS");
    assert!(taken.contains("both called"), "{taken}");
    assert!(refused("name: revenue", 6, "select").contains("reserved"));
    assert!(refused("name: revenue", 6, "").contains("empty"));
    assert!(refused("name: revenue", 6, "\"a").contains("quotes"));
    // `price` in `amount` is a column until a field of the dataset takes its name.
    let captured = refused("{name: customer", 8, "price");
    assert!(captured.contains("would mean something else"), "{captured}");
    assert!(refused("price * quantity", 1, "cost").contains("column of the source"));
    assert!(refused("größer", 1, "x").contains("no name"));
    let range = shop.client.result(
        "textDocument/prepareRename",
        at(&shop.model, SHOP, "name: revenue", 0, 8),
    );
    let width =
        range["end"]["character"].as_i64().unwrap() - range["start"]["character"].as_i64().unwrap();
    assert_eq!(width, 7);
    assert_eq!(shop.client.close(), 0);
}

/// The characters of each token with its kind.
fn tokens(client: &mut Client, capabilities: &Value, path: &Path, text: &str) -> Vec<String> {
    let legend = &capabilities["semanticTokensProvider"]["legend"]["tokenTypes"];
    let found = client.result(
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": uri(path)}}),
    );
    let data: Vec<usize> = found["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| usize::try_from(n.as_u64().unwrap()).unwrap())
        .collect();
    let lines: Vec<Vec<u16>> = text
        .split('\n')
        .map(|l| l.encode_utf16().collect())
        .collect();
    let (mut line, mut column) = (0, 0);
    data.chunks(5)
        .map(|token| {
            column = if token[0] == 0 { column } else { 0 } + token[1];
            line += token[0];
            let text = String::from_utf16(&lines[line][column..column + token[2]]).unwrap();
            format!("{} {text}", legend[token[3]].as_str().unwrap())
        })
        .collect()
}

#[test]
fn tokens_say_what_words_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    let text = SHOP.replace(
        "expression: revenue / buyers}",
        "expression: revenue / buyers}\n      - name: folded\n        expression: >-\n          SUM(order_customer.customers.id)\n          + 2",
    );
    fs::write(&path, &text).unwrap();
    let (mut client, capabilities) = Client::open(folder.path(), &["utf-16"]);
    let found = tokens(&mut client, &capabilities, &path, &text);
    let count = found
        .iter()
        .fold(BTreeMap::new(), |mut counts: BTreeMap<&str, usize>, t| {
            *counts.entry(t.as_str()).or_default() += 1;
            counts
        });
    for token in [
        "parameter price",
        "keyword CASE",
        "string 'Köln 😀'",
        "function SUM",
        "class orders",
        "property amount",
        "keyword DISTINCT",
        "variable revenue",
        "interface order_customer",
        "number 2",
    ] {
        assert!(count.contains_key(token), "{token}: {found:?}");
    }
    assert_eq!(client.close(), 0);
}

#[test]
fn the_sql_of_each_metric_is_given_on_demand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, SHOP).unwrap();
    let (mut client, capabilities) = Client::open(folder.path(), &[]);
    assert_eq!(
        capabilities["executeCommandProvider"]["commands"],
        json!(["dosic.showSql"])
    );
    let document = json!({"textDocument": {"uri": uri(&path)}});
    let lenses = client.result("textDocument/codeLens", document);
    let lenses = lenses.as_array().unwrap();
    assert_eq!(lenses.len(), 3);
    let command = &lenses[0]["command"];
    assert_eq!(command["title"], "show SQL");
    let asked = json!({"command": command["command"], "arguments": command["arguments"]});
    let sql = client.result("workspace/executeCommand", asked.clone());
    let sql = sql.as_str().unwrap();
    assert!(
        sql.starts_with("SELECT SUM(o.price * o.quantity) AS revenue"),
        "{sql}"
    );

    let mut unknown = asked.clone();
    unknown["arguments"][0]["metric"] = json!("nothing");
    let answer = client.ask("workspace/executeCommand", unknown);
    assert_eq!(answer["error"]["code"], -32803);
    let answer = client.ask("workspace/executeCommand", json!({"command": "frobnicate"}));
    assert_eq!(answer["error"]["code"], -32602);
    client.open_text(
        &path,
        &SHOP.replace("orders.customer)", "orders_.customer)"),
    );
    let answer = client.ask("workspace/executeCommand", asked);
    assert_eq!(answer["error"]["message"], "the model has errors");
    assert_eq!(client.close(), 0);
}
