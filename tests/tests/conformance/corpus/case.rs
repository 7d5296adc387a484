//! A case of the project's own corpus as written: `tests/conformance/README.md` says what its files hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use dosic_compiler::{Catalogue, Node, NodeKind, Options, read_node};
use dosic_diagnostics::{Code, SourceMap};
use serde_json::Value as Json;

use crate::cases::{entry, folders};
use crate::expected::Outcome;

/// The folders of `tests/conformance` that hold cases.
pub(crate) const GROUPS: [&str; 3] = ["decisions", "codes", "extensions"];

/// What `case.yaml` may say.
const KEYS: [&str; 12] = [
    "id",
    "title",
    "decisions",
    "codes",
    "near",
    "extensions",
    "topics",
    "sections",
    "dataset",
    "options",
    "why",
    "interpreter",
];

/// What stands under `options`.
const OPTIONS: [&str; 5] = [
    "strict",
    "accept_dialects",
    "allow_files",
    "dialects",
    "catalogue",
];

/// A case.
pub(crate) struct Case {
    /// Folder and name, such as `decisions/d-018-two-paths-are-ambiguous`.
    pub(crate) label: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// What it shows, one line.
    pub(crate) title: String,
    /// What it is a witness of: decisions, codes, extensions and topics; codes that it nearly meets.
    pub(crate) witnesses: BTreeMap<&'static str, Vec<String>>,
    /// With and without the Foundation to the letter, unless the case is about one of them.
    pub(crate) strict: Vec<bool>,
    /// What else it is compiled with.
    pub(crate) options: Options,
    /// The dialects it is about.
    pub(crate) dialects: Vec<String>,
    /// Whether the reference interpreter can answer it.
    pub(crate) interpreted: bool,
    /// Names and texts of the model's files.
    pub(crate) model: Vec<(String, String)>,
    /// Text of the query; a case without one is about reading the model.
    pub(crate) query: Option<String>,
    /// What should come of it.
    pub(crate) expected: Expected,
    /// The file that fills its tables.
    pub(crate) tables_at: PathBuf,
}

/// What should come of a case.
#[derive(Clone)]
pub(crate) struct Expected {
    /// Rows or a code.
    pub(crate) outcome: Outcome,
    /// Names of the columns.
    pub(crate) columns: Vec<String>,
    /// Words that the message of the refusal holds.
    pub(crate) says: Vec<String>,
    /// Words of which each is held by some refusal with the code.
    pub(crate) every: Vec<String>,
    /// What a dialect or a mode does otherwise.
    on: BTreeMap<String, Expected>,
}

impl Expected {
    fn otherwise(&self, place: &str) -> &Self {
        self.on.get(place).unwrap_or(self)
    }
}

impl Case {
    /// What should come of it with or without the Foundation to the letter.
    pub(crate) fn expected_in(&self, strict: bool) -> &Expected {
        let mode = if strict { "strict" } else { "loose" };
        self.expected.otherwise(mode)
    }

    /// What should come of it in a mode and a dialect.
    pub(crate) fn expected_on(&self, strict: bool, dialect: &str) -> &Expected {
        self.expected_in(strict).otherwise(dialect)
    }

    /// The statement written by hand that gives the expected rows.
    pub(crate) fn gold(&self, dialect: &str) -> Result<String, String> {
        let special = self.folder.join(format!("gold.{dialect}.sql"));
        let path = if special.exists() {
            special
        } else {
            self.folder.join("gold.sql")
        };
        fs::read_to_string(path).map_err(|_| "it expects rows and has no gold.sql".to_owned())
    }

    /// What it is a witness of, of one kind.
    pub(crate) fn witness(&self, kind: &str) -> &[String] {
        self.witnesses.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Whether it expects rows from some target.
    pub(crate) fn answers(&self) -> bool {
        let mut all = std::iter::once(&self.expected).chain(self.expected.on.values());
        all.any(|e| matches!(e.outcome, Outcome::Rows { .. }))
    }

    /// Whether it expects a refusal from some target.
    pub(crate) fn refuses(&self) -> bool {
        let mut all = std::iter::once(&self.expected).chain(self.expected.on.values());
        all.any(|e| matches!(e.outcome, Outcome::Error(_)))
    }
}

/// The folder of the corpus.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance")
}

/// All cases, by group and name.
///
/// # Errors
/// A line for each case that is out of form.
pub(crate) fn all() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let mut faults = Vec::new();
    for group in GROUPS {
        for at in folders(&folder().join(group)) {
            let name = at.file_name().unwrap_or_default().to_string_lossy();
            let label = format!("{group}/{name}");
            match read(&at, &label) {
                Ok(case) => cases.push(case),
                Err(why) => faults.push(format!("{label}: {why}")),
            }
        }
    }
    if faults.is_empty() {
        Ok(cases)
    } else {
        Err(faults.join("\n"))
    }
}

fn read(at: &Path, label: &str) -> Result<Case, String> {
    let text = |name: &str| fs::read_to_string(at.join(name)).map_err(|e| format!("{name}: {e}"));
    let about = about(&text("case.yaml")?)?;
    known_keys(&about, &KEYS)?;
    let name = label.rsplit('/').next().unwrap_or_default();
    if string(&about, "id")? != name {
        return Err("its id is not the name of its folder".to_owned());
    }
    let mut witnesses = BTreeMap::new();
    for kind in [
        "decisions",
        "codes",
        "near",
        "extensions",
        "topics",
        "sections",
    ] {
        witnesses.insert(kind, strings(&about, kind)?);
    }
    for code in ["codes", "near"]
        .iter()
        .filter_map(|k| witnesses.get(k))
        .flatten()
    {
        Code::from_name(code).ok_or_else(|| format!("there is no code {code}"))?;
    }
    let none = about_nothing(&about);
    let options = entry(&about, "options").unwrap_or(&none);
    known_keys(options, &OPTIONS)?;
    let dialects = strings(options, "dialects")?;
    Ok(Case {
        label: label.to_owned(),
        folder: at.to_owned(),
        title: string(&about, "title")?,
        witnesses,
        strict: match truth(options, "strict")? {
            Some(strict) => vec![strict],
            None => vec![true, false],
        },
        options: compiler_options(options, at)?,
        dialects: if dialects.is_empty() {
            vec!["duckdb".to_owned(), "postgres".to_owned()]
        } else {
            dialects
        },
        interpreted: truth(&about, "interpreter")?.unwrap_or(true),
        model: model(at)?,
        query: ["query.json", "query.yaml"]
            .iter()
            .find_map(|name| text(name).ok()),
        expected: expected(
            &serde_json::from_str(&text("expected.json")?).map_err(|e| e.to_string())?,
        )?,
        tables_at: tables(at, &about)?,
    })
}

fn about(yaml: &str) -> Result<Node, String> {
    let file = SourceMap::default().add("case.yaml", yaml);
    let (nodes, found) = read_node(file, yaml);
    let fault = found.iter().next().map(|d| d.message.clone());
    let node = nodes.into_iter().next().ok_or("case.yaml is empty");
    fault.map_or(Ok(node?), |why| Err(format!("case.yaml: {why}")))
}

fn about_nothing(about: &Node) -> Node {
    Node {
        kind: NodeKind::Mapping(Vec::new()),
        span: about.span,
    }
}

fn compiler_options(node: &Node, at: &Path) -> Result<Options, String> {
    let catalogue = match entry(node, "catalogue").and_then(Node::as_text) {
        Some(name) => {
            let text = fs::read_to_string(at.join(name)).map_err(|e| format!("{name}: {e}"))?;
            Some(Catalogue::from_json(&text)?)
        }
        None => None,
    };
    Ok(Options {
        accept_dialects: strings(node, "accept_dialects")?,
        allow_files: strings(node, "allow_files")?,
        catalogue,
        ..Options::default()
    })
}

/// `model.yaml`, `model.json`, or everything in `model/`, in the order of paths.
fn model(at: &Path) -> Result<Vec<(String, String)>, String> {
    let mut paths: Vec<PathBuf> = ["model.yaml", "model.json"]
        .iter()
        .map(|name| at.join(name))
        .filter(|path| path.exists())
        .collect();
    let folder = at.join("model");
    if folder.is_dir() {
        let entries = fs::read_dir(&folder).map_err(|e| e.to_string())?;
        paths.extend(entries.flatten().map(|e| e.path()).filter(|p| p.is_file()));
        paths.sort();
    }
    if paths.is_empty() {
        return Err("it has no model".to_owned());
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), text))
    };
    paths.into_iter().map(read).collect()
}

fn tables(at: &Path, about: &Node) -> Result<PathBuf, String> {
    let own = at.join("data.sql");
    if own.exists() {
        return Ok(own);
    }
    let name = string(about, "dataset")?;
    let shared = folder().join("datasets").join(&name).join("data.sql");
    if shared.exists() {
        Ok(shared)
    } else {
        Err(format!("there is no dataset {name}"))
    }
}

fn expected(json: &Json) -> Result<Expected, String> {
    let known: BTreeSet<&str> = [
        "columns",
        "rows",
        "ordered",
        "error",
        "says",
        "every",
        "match",
        "row_count",
        "on",
    ]
    .into();
    for key in json.as_object().into_iter().flatten().map(|(key, _)| key) {
        if !known.contains(key.as_str()) {
            return Err(format!("expected.json holds {key}"));
        }
    }
    let texts = |key: &str| -> Vec<String> {
        let items = json.get(key).and_then(Json::as_array);
        let items = items.into_iter().flatten();
        items.filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let mut on = BTreeMap::new();
    let otherwise = json.get("on").and_then(Json::as_object);
    for (dialect, what) in otherwise.into_iter().flatten() {
        on.insert(dialect.clone(), expected(what)?);
    }
    let outcome = Outcome::read(&json.to_string())?;
    if let Outcome::Error(code) = &outcome {
        Code::from_name(code).ok_or_else(|| format!("there is no code {code}"))?;
    }
    Ok(Expected {
        outcome,
        columns: texts("columns"),
        says: texts("says"),
        every: texts("every"),
        on,
    })
}

fn known_keys(node: &Node, known: &[&str]) -> Result<(), String> {
    let NodeKind::Mapping(entries) = &node.kind else {
        return Err("case.yaml is no mapping".to_owned());
    };
    let stranger = entries
        .iter()
        .find(|e| !known.contains(&e.key.text.as_str()));
    stranger.map_or(Ok(()), |e| Err(format!("case.yaml holds {}", e.key.text)))
}

fn string(node: &Node, key: &str) -> Result<String, String> {
    let text = entry(node, key).and_then(Node::as_text);
    text.map(str::to_owned).ok_or(format!("it has no {key}"))
}

fn truth(node: &Node, key: &str) -> Result<Option<bool>, String> {
    match entry(node, key).and_then(Node::as_text) {
        None => Ok(None),
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(other) => Err(format!("{key} is {other}")),
    }
}

fn strings(node: &Node, key: &str) -> Result<Vec<String>, String> {
    let Some(value) = entry(node, key) else {
        return Ok(Vec::new());
    };
    let NodeKind::Sequence(items) = &value.kind else {
        return Err(format!("{key} is no list"));
    };
    let text = |item: &Node| item.as_text().map(str::to_owned);
    let texts: Option<Vec<String>> = items.iter().map(text).collect();
    texts.ok_or(format!("{key} holds what is no text"))
}
