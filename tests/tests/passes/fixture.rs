//! Models with queries, their tables, and the statements written by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dosic_compiler::Options;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_tests::loading::{Table, into_duckdb, into_postgres};
use dosic_tests::pipeline::Model;
use dosic_tests::postgres::PrivatePostgres;

/// A model, its queries and their expected rows.
pub(crate) struct Fixture {
    /// Its name.
    pub(crate) name: &'static str,
    /// For each query a statement that gives its rows.
    pub(crate) by_hand: BTreeMap<String, String>,
    /// Files of the model and its queries.
    texts: Vec<String>,
    /// Statements that make the tables.
    script: &'static str,
    /// Files that hold tables.
    tables: Vec<Table>,
}

/// Small tables with everything that goes wrong with joins.
pub(crate) fn library() -> Fixture {
    Fixture {
        name: "library",
        by_hand: statements(include_str!("../../fixtures/passes/library/expected.sql")),
        texts: vec![include_str!("../../fixtures/passes/library/model.yaml").to_owned()],
        script: include_str!("../../fixtures/passes/library/tables.sql"),
        tables: Vec::new(),
    }
}

/// The example of the project, its files loaded into tables so that both engines can read them.
pub(crate) fn shop() -> Fixture {
    let mut model = include_str!("../../../examples/shop/shop.yaml").to_owned();
    let mut tables = Vec::new();
    for file in files() {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (source, table) = (
            format!("source: data/{name}.csv"),
            format!("source: {name}"),
        );
        assert!(model.contains(&source), "{source}");
        model = model.replace(&source, &table);
        tables.push(Table::of_file(name, &file));
    }
    Fixture {
        name: "shop",
        by_hand: statements(include_str!("../../fixtures/passes/shop/expected.sql")),
        texts: vec![
            model,
            include_str!("../../../examples/shop/queries.yaml").to_owned(),
            include_str!("../../fixtures/passes/shop/queries.yaml").to_owned(),
        ],
        script: "",
        tables,
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/shop/data");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.unwrap().path().canonicalize().unwrap())
        .collect();
    files.sort();
    files
}

impl Fixture {
    /// The model with its queries.
    pub(crate) fn model(&self) -> Model {
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        Model::read_all(&texts, Options::default())
    }

    /// Makes the tables.
    pub(crate) fn fill_duckdb(&self, engine: &mut DuckDb) {
        engine.execute(self.script).unwrap();
        for table in &self.tables {
            into_duckdb(engine, table).unwrap();
        }
    }

    /// Makes the tables in a schema of their own.
    pub(crate) fn fill_postgres(&self, server: &PrivatePostgres, engine: &mut Postgres) {
        let name = self.name;
        let schema = format!("CREATE SCHEMA {name}; SET search_path TO {name};");
        engine
            .execute(&format!("{schema}\n{}", self.script))
            .unwrap();
        let mut reader = DuckDb::in_memory().unwrap();
        for table in &self.tables {
            into_postgres(&mut reader, server, engine, table).unwrap();
        }
    }
}

/// Statements by name: each stands under a comment `-- name` and ends at an empty line.
fn statements(text: &str) -> BTreeMap<String, String> {
    let mut statements = BTreeMap::new();
    for block in text.split("\n\n") {
        if let Some((name, statement)) = block.trim().split_once('\n') {
            let name = name.strip_prefix("-- ").unwrap();
            assert!(
                statements
                    .insert(name.to_owned(), statement.to_owned())
                    .is_none(),
                "{name}"
            );
        }
    }
    statements
}
