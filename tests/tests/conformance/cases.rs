//! The cases on disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dosic_compiler::{Node, NodeKind, read_node};
use dosic_diagnostics::SourceMap;
use dosic_tests::loading::Table;

/// The collections whose cases every version must pass.
const COLLECTIONS: [&str; 3] = ["conformance", "conformance_extra", "conformance_tpcds"];

/// A case as written.
pub(crate) struct Case {
    /// Collection and name.
    pub(crate) label: String,
    /// `model.yaml`
    pub(crate) model: String,
    /// `query.json`
    pub(crate) query: String,
    /// `expected.json`
    pub(crate) expected: String,
    /// The folder that holds its tables.
    pub(crate) tables_at: PathBuf,
}

/// What to fill a database with.
pub(crate) enum Tables {
    /// Statements.
    Script(String),
    /// A file for each table.
    Files(Vec<Table>),
}

/// The folder that holds the collections, if it is there.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("DOSIC_SHARED").map_or(beside, PathBuf::from);
    let holds_cases = COLLECTIONS.iter().any(|c| folder.join(c).is_dir());
    holds_cases.then_some(folder)
}

/// All cases, by name.
fn all(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for collection in COLLECTIONS {
        for case in folders(&folder.join(collection)) {
            if case.join("case.yaml").exists() {
                cases.push(read(folder, collection, &case));
            }
        }
    }
    cases
}

/// All cases by the folder that holds their tables.
pub(crate) fn by_tables(folder: &Path) -> BTreeMap<PathBuf, Vec<Case>> {
    let mut by_tables: BTreeMap<PathBuf, Vec<Case>> = BTreeMap::new();
    for case in all(folder) {
        let at = case.tables_at.clone();
        by_tables.entry(at).or_default().push(case);
    }
    by_tables
}

fn read(folder: &Path, collection: &str, case: &Path) -> Case {
    let text = |name: &str| fs::read_to_string(case.join(name)).unwrap();
    let tables_at = if case.join("data.sql").exists() {
        case.to_owned()
    } else {
        let name = scalar(&text("case.yaml"), "dataset").unwrap();
        let near = std::iter::once(folder.join(collection)).chain(folders(folder));
        let places = near.map(|c| c.join("datasets").join(&name));
        places.into_iter().find(|p| p.is_dir()).unwrap()
    };
    Case {
        label: format!("{collection}/{}", case.file_name().unwrap().display()),
        model: text("model.yaml"),
        query: text("query.json"),
        expected: text("expected.json"),
        tables_at,
    }
}

/// The tables of a folder: `data.sql`, or the Parquet files that `data.yaml` names.
pub(crate) fn tables(folder: &Path) -> Tables {
    if let Ok(script) = fs::read_to_string(folder.join("data.sql")) {
        return Tables::Script(script);
    }
    let listing = fs::read_to_string(folder.join("data.yaml")).unwrap();
    let elsewhere = scalar(&listing, "env").and_then(std::env::var_os);
    let here = || folder.join(scalar(&listing, "parquet").unwrap());
    let files = elsewhere.map_or_else(here, PathBuf::from);
    let table = |node: &Node| {
        let name = node.as_text().unwrap();
        Table::of_file(name, &files.join(format!("{name}.parquet")))
    };
    let document = document(&listing);
    Tables::Files(items(&document, "tables").iter().map(table).collect())
}

fn scalar(yaml: &str, key: &str) -> Option<String> {
    entry(&document(yaml), key)?.as_text().map(str::to_owned)
}

fn document(yaml: &str) -> Node {
    let file = SourceMap::default().add("case.yaml", yaml);
    let (nodes, diagnostics) = read_node(file, yaml);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    nodes.into_iter().next().unwrap()
}

/// The folders in a folder, by name; none if there is no such folder.
pub(crate) fn folders(at: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(at).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    folders.retain(|f| f.is_dir());
    folders.sort();
    folders
}

/// The value of a key of a mapping.
pub(crate) fn entry<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let NodeKind::Mapping(entries) = &node.kind else {
        return None;
    };
    entries.iter().find(|e| e.key.text == key).map(|e| &e.value)
}

fn items<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    match entry(node, key).map(|n| &n.kind) {
        Some(NodeKind::Sequence(items)) => items,
        _ => &[],
    }
}
