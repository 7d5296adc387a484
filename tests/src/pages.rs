//! The pages of `docs/codes` and their examples.

use std::fs;
use std::path::PathBuf;

use dosic_compiler::Options;

/// A page.
pub struct Page {
    /// The name of the file without `.md`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// An example of a page: a model, perhaps a query, and the options in the words of their blocks.
pub struct Example {
    /// Text of the model.
    pub model: String,
    /// Text of the query.
    pub query: Option<String>,
    /// Words: `strict`, `accept=NAME` (several), `dialect=NAME`, `file=NAME`.
    pub words: Vec<String>,
}

impl Example {
    /// The compiler's options that the words ask for.
    #[must_use]
    pub fn options(&self) -> Options {
        let accepted = self.words.iter().filter_map(|w| w.strip_prefix("accept="));
        Options {
            strict: self.words.iter().any(|w| w == "strict"),
            accept_dialects: accepted.map(str::to_owned).collect(),
            ..Options::default()
        }
    }

    /// The value of a word `key=value`.
    #[must_use]
    pub fn word(&self, key: &str) -> Option<&str> {
        let value = |w: &'_ String| w.split_once('=').is_some_and(|(k, _)| k == key);
        let found = self.words.iter().find(|w| value(w))?;
        found.split_once('=').map(|(_, value)| value)
    }
}

/// The folder of the pages.
#[must_use]
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/codes")
}

/// All pages, by name.
///
/// # Errors
/// If the folder or a page cannot be read.
pub fn all() -> std::io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
            continue;
        };
        if let Some(name) = name.strip_suffix(".md") {
            let text = fs::read_to_string(&path)?;
            pages.push(Page {
                name: name.to_owned(),
                text,
            });
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pages)
}

impl Page {
    /// The examples that are `bad` or `good`, in order: each model block starts one, a query block after it belongs to
    /// it.
    ///
    /// # Errors
    /// Says which block is out of form.
    pub fn examples(&self, kind: &str) -> Result<Vec<Example>, String> {
        let mut examples: Vec<Example> = Vec::new();
        for (info, body) in blocks(&self.text) {
            let mut words = info.split_whitespace();
            let language = words.next();
            let (Some(found), Some(part)) = (words.next(), words.next()) else {
                continue;
            };
            let words: Vec<String> = words.map(str::to_owned).collect();
            if !matches!(language, Some("yaml" | "json")) || !matches!(found, "bad" | "good") {
                return Err(format!("block `{info}` is of no known form"));
            }
            if found != kind {
                continue;
            }
            match (part, examples.last_mut()) {
                ("model", _) => examples.push(Example {
                    model: body,
                    query: None,
                    words,
                }),
                ("query", Some(example)) if example.query.is_none() => {
                    example.query = Some(body);
                    example.words.extend(words);
                }
                _ => return Err(format!("block `{info}` belongs to no model")),
            }
        }
        Ok(examples)
    }
}

/// Info string and content of each fenced block.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some((info.trim().to_owned(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((info, mut body))) => {
                body.push_str(line);
                body.push('\n');
                open = Some((info, body));
            }
            (None, None) => {}
        }
    }
    blocks
}
