//! Hover, definitions, references and symbols.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::SHOP;
use crate::client::{Client, at, shown, uri};

const QUERIES: &str = "\
queries:
  - name: by_region
    dimensions: [customers.region]
    measures: [{metric: revenue}, per_buyer AS each]
    where: orders.amount > 1
    order_by: [revenue DESC]
";

fn shop(folder: &Path) -> (Client, PathBuf, PathBuf) {
    let (model, queries) = (folder.join("shop.yaml"), folder.join("queries.yaml"));
    fs::write(&model, SHOP).unwrap();
    fs::write(&queries, QUERIES).unwrap();
    let (client, _) = Client::open(folder, &[]);
    (client, model, queries)
}

/// The characters of places, each with the name of its file and its line.
fn places(found: &Value) -> Vec<String> {
    let mut all: Vec<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|location| {
            let address = location["uri"].as_str().unwrap();
            let name = address.rsplit('/').next().unwrap();
            let text = if name == "shop.yaml" { SHOP } else { QUERIES };
            let range = &location["range"];
            let line = range["start"]["line"].as_u64().unwrap();
            let text = text.lines().nth(usize::try_from(line).unwrap()).unwrap();
            let units: Vec<u16> = text.encode_utf16().collect();
            let column =
                |end: &str| usize::try_from(range[end]["character"].as_u64().unwrap()).unwrap();
            let text = String::from_utf16(&units[column("start")..column("end")]).unwrap();
            format!("{name}:{line}: {text}")
        })
        .collect();
    all.sort();
    all
}

#[test]
fn hover_says_what_a_name_is() {
    let folder = tempfile::tempdir().unwrap();
    let (mut client, model, queries) = shop(folder.path());
    let mut hover = |path: &Path, text: &str, needle: &str, nth: usize, by: usize| {
        let found = client.result("textDocument/hover", at(path, text, needle, nth, by));
        let text = found["contents"]["value"]
            .as_str()
            .unwrap_or("nothing")
            .to_owned();
        format!("{}\n{text}", shown(&found["range"]))
    };
    let shown = [
        hover(&model, SHOP, "SUM(orders.amount)", 0, 13),
        hover(&model, SHOP, "SUM(orders.amount)", 0, 6),
        hover(&model, SHOP, "SUM(orders.amount)", 0, 1),
        hover(&model, SHOP, "revenue / buyers", 0, 2),
        hover(&model, SHOP, "THEN zone ELSE", 0, 6),
        hover(&model, SHOP, "price * quantity", 0, 0),
        hover(&model, SHOP, "order_customer", 0, 3),
        hover(&queries, QUERIES, "metric: revenue", 0, 10),
        hover(&model, SHOP, "größer", 0, 1),
    ];
    insta::assert_snapshot!(shown.join("\n========\n"));
    assert_eq!(client.close(), 0);
}

#[test]
fn names_lead_to_their_declaration_and_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let (mut client, model, queries) = shop(folder.path());
    let mut definition = |path: &Path, text: &str, needle: &str, by: usize| {
        let found = client.result("textDocument/definition", at(path, text, needle, 0, by));
        places(&json!([found])).remove(0)
    };
    let line = |needle: &str| SHOP.lines().position(|l| l.contains(needle)).unwrap();
    let amount = format!("shop.yaml:{}: amount", line("name: amount"));
    assert_eq!(definition(&model, SHOP, "orders.amount", 8), amount);
    assert_eq!(definition(&queries, QUERIES, "orders.amount", 8), amount);
    let orders = format!("shop.yaml:{}: orders", line("name: orders"));
    assert_eq!(definition(&model, SHOP, "from: orders", 8), orders);
    let revenue = format!("shop.yaml:{}: revenue", line("name: revenue"));
    assert_eq!(definition(&queries, QUERIES, "revenue DESC", 7), revenue);
    // The key names a column, which the field of this name declares.
    let id = format!("shop.yaml:{}: id", line("{name: id"));
    assert_eq!(definition(&model, SHOP, "primary_key: [id", 15), id);
    let mut references = |path: &Path, text: &str, needle: &str, by: usize, declaration: bool| {
        let mut params = at(path, text, needle, 0, by);
        params["context"] = json!({"includeDeclaration": declaration});
        places(&client.result("textDocument/references", params))
    };
    let all = references(&model, SHOP, "name: revenue", 6, true);
    assert_eq!(
        all,
        [
            "queries.yaml:3: revenue".to_owned(),
            "queries.yaml:5: revenue".to_owned(),
            revenue,
            format!("shop.yaml:{}: revenue", line("revenue / buyers")),
        ]
    );
    let all = references(&model, SHOP, "to: customers", 5, false);
    let here = format!("shop.yaml:{}: customers", line("to: customers"));
    assert_eq!(all, ["queries.yaml:2: customers".to_owned(), here]);
    let customer = references(&model, SHOP, "orders.customer", 8, true);
    assert_eq!(customer.len(), 4, "{customer:?}");
    let highlights = client.result(
        "textDocument/documentHighlight",
        at(&queries, QUERIES, "revenue", 0, 0),
    );
    assert_eq!(highlights.as_array().unwrap().len(), 2);
    let nothing = client.result("textDocument/definition", at(&model, SHOP, "größer", 0, 0));
    assert_eq!(nothing, Value::Null);
    assert_eq!(client.close(), 0);
}

#[test]
fn symbols_of_documents_and_of_the_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let (mut client, model, _) = shop(folder.path());
    let document = json!({"textDocument": {"uri": uri(&model)}});
    let found = client.result("textDocument/documentSymbol", document);
    let names = |all: &Value| -> Vec<String> {
        let all = all.as_array().unwrap();
        all.iter()
            .map(|s| s["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&found), ["shop"]);
    let children = &found[0]["children"];
    let expected = [
        "orders",
        "customers",
        "order_customer",
        "revenue",
        "buyers",
        "per_buyer",
    ];
    assert_eq!(names(children), expected);
    assert_eq!(
        names(&children[0]["children"]),
        ["id", "customer", "amount"]
    );
    let found = client.result("workspace/symbol", json!({"query": "rvn"}));
    assert_eq!(names(&found), ["revenue"]);
    assert_eq!(found[0]["location"]["uri"], uri(&model));
    assert_eq!(client.close(), 0);
}
