//! Seeds: the corpus of a target, and what the repository has of models, queries and expressions.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::targets::Target;
use crate::tree::{self, Tree};

/// The line between the parts of a `.seeds` file.
const BETWEEN: &str = "=====";

/// The folder of a target's corpus.
pub(crate) fn folder_of(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every seed of a target, always in the same order: its corpus, then the repository's.
pub(crate) fn of(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    let mut seeds = Vec::new();
    for file in files_below(&folder_of(target), "")? {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        if name.starts_with("crash-") {
            continue;
        }
        let bytes = fs::read(&file)?;
        let text = String::from_utf8_lossy(&bytes);
        if name.ends_with(".lines") {
            seeds.extend(text.lines().map(|l| l.as_bytes().to_vec()));
        } else if name.ends_with(".seeds") {
            let between = format!("\n{BETWEEN}\n");
            let parts = text.split(&between);
            seeds.extend(parts.map(|p| p.as_bytes().to_vec()));
        } else if name.ends_with(".hex") {
            seeds.extend(text.lines().filter_map(bytes_of));
        } else {
            seeds.push(bytes);
        }
    }
    seeds.extend((target.seeds)()?);
    Ok(seeds)
}

/// Writes every seed of a target as a file of its own, for fuzzers that want them so.
///
/// # Errors
/// When the seeds cannot be read, or the folder cannot be written.
pub fn export(target: &Target, folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let seeds = of(target)?;
    for (place, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("{place:05}")), seed)?;
    }
    Ok(seeds.len())
}

/// The files of a folder as the text of one `.seeds` file, or of a `.hex` file where a target takes bytes.
///
/// # Errors
/// When the folder cannot be read.
pub fn pack(target: &Target, folder: &Path) -> io::Result<String> {
    let mut texts = Vec::new();
    let mut lines = String::new();
    for file in files_below(folder, "")? {
        let bytes = fs::read(file)?;
        if target.form == crate::targets::Form::Bytes {
            lines.extend(bytes.iter().map(|b| format!("{b:02x}")));
            lines.push('\n');
        } else if let Ok(text) = String::from_utf8(bytes)
            && !text.contains(BETWEEN)
        {
            texts.push(text);
        }
    }
    texts.sort_by_key(String::len);
    lines.push_str(&texts.join(&format!("\n{BETWEEN}\n")));
    Ok(lines)
}

fn bytes_of(line: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(line.get(at..at + 2)?, 16).ok();
    (0..line.len()).step_by(2).map(pair).collect()
}

/// Texts of models in the repository: examples, broken and other fixtures, pages of codes.
pub(crate) fn models() -> io::Result<Vec<Vec<u8>>> {
    let root = root();
    let mut seeds = Vec::new();
    let shop = |name: &str| fs::read_to_string(root.join("examples/shop").join(name));
    let saved = ["shop.yaml", "queries.yaml"].map(shop);
    let [model, queries] = saved;
    seeds.push(format!("{}\n{}{}", model?, crate::targets::NEXT_FILE, queries?).into_bytes());
    for folder in ["tests/fixtures/broken", "tests/fixtures/passes"] {
        for ending in ["yaml", "json"] {
            for file in files_below(&root.join(folder), ending)? {
                seeds.push(fs::read(file)?);
            }
        }
    }
    for (model, query) in page_examples(&root)? {
        seeds.push(with_query(&model, query.as_deref()).into_bytes());
    }
    Ok(seeds)
}

/// A model with a query that it saves.
fn with_query(model: &str, query: Option<&str>) -> String {
    let body = query
        .and_then(tree::read)
        .and_then(|documents| match documents {
            Tree::List(mut list) if list.len() == 1 => list.pop(),
            _ => None,
        });
    let Some(Tree::Map(mut entries)) = body else {
        return model.to_owned();
    };
    entries.retain(|(key, _)| key != "name");
    entries.insert(
        0,
        ("name".to_owned(), Tree::Scalar("saved".to_owned(), true)),
    );
    let queries = Tree::Map(vec![(
        "queries".to_owned(),
        Tree::List(vec![Tree::Map(entries)]),
    )]);
    format!("{model}\n---\n{}", tree::print(&queries))
}

/// Texts of queries in the repository: saved ones and those of the pages of codes.
pub(crate) fn queries() -> io::Result<Vec<Vec<u8>>> {
    let root = root();
    let mut seeds = Vec::new();
    let files = [
        ("examples/shop/queries.yaml", None),
        ("tests/fixtures/passes/shop/queries.yaml", None),
        ("tests/fixtures/passes/library/model.yaml", Some("library")),
    ];
    for (file, model) in files {
        let text = fs::read_to_string(root.join(file))?;
        let Some(Tree::List(documents)) = tree::read(&text) else {
            continue;
        };
        for mut body in documents.iter().flat_map(saved_queries) {
            if let (Some(name), Tree::Map(entries)) = (model, &mut body) {
                entries.push(("model".to_owned(), Tree::Scalar(name.to_owned(), true)));
            }
            seeds.push(tree::print(&body_alone(body)).into_bytes());
        }
    }
    let of_pages = page_examples(&root)?
        .into_iter()
        .filter_map(|(_, query)| query);
    seeds.extend(of_pages.map(String::into_bytes));
    Ok(seeds)
}

fn body_alone(body: Tree) -> Tree {
    Tree::List(vec![body])
}

fn saved_queries(document: &Tree) -> Vec<Tree> {
    let Tree::Map(entries) = document else {
        return Vec::new();
    };
    let queries = entries.iter().find(|(key, _)| key == "queries");
    match queries {
        Some((_, Tree::List(list))) => list.clone(),
        _ => Vec::new(),
    }
}

/// Expressions of the table of functions and of every model of the repository.
pub(crate) fn expressions() -> io::Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    let table = fs::read_to_string(root().join("tests/fixtures/functions.yaml"))?;
    let mut texts: Vec<String> = vec![table];
    texts.extend(
        models()?
            .into_iter()
            .filter_map(|m| String::from_utf8(m).ok()),
    );
    for documents in texts.iter().filter_map(|t| tree::read(t)) {
        for place in 0..documents.size() {
            if let Some((
                Some("expr" | "expression" | "where" | "having" | "measures"),
                Tree::Scalar(text, _),
            )) = documents.at(place)
            {
                found.push(text.clone().into_bytes());
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The examples of the pages of codes: each model, with the query that follows it.
fn page_examples(root: &Path) -> io::Result<Vec<(String, Option<String>)>> {
    let mut examples: Vec<(String, Option<String>)> = Vec::new();
    for page in files_below(&root.join("docs/codes"), "md")? {
        let text = fs::read_to_string(page)?;
        // Every second part between fences is a block.
        for block in text.split("```").skip(1).step_by(2) {
            let (info, body) = block.split_once('\n').unwrap_or((block, ""));
            let is = |word: &str| info.split_whitespace().any(|w| w == word);
            if is("model") {
                examples.push((body.to_owned(), None));
            } else if is("query")
                && let Some((_, query)) = examples.last_mut()
            {
                *query = Some(body.to_owned());
            }
        }
    }
    Ok(examples)
}

/// The files below a folder whose names have an ending (`""` for all), sorted; none where there is no folder.
fn files_below(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path, ending)?);
        } else if ending.is_empty() || path.extension().is_some_and(|e| e == ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
