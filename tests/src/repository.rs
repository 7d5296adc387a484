//! The files of this repository, for the tests that hold its rules.

use std::fs;
use std::path::{Path, PathBuf};

/// A file: its path from the root, with `/`, and its text.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// Such as `compiler/ir/src/lib.rs`.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// The root of the repository.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every text file, in the order of paths; neither what is built (`target`) nor what Git or an editor
/// keeps in hidden folders. Files that are no UTF-8 are data and left out.
///
/// # Panics
/// If a folder cannot be read: a rule that sees no files must not pass.
#[must_use]
pub fn text_files() -> Vec<SourceText> {
    let mut paths = Vec::new();
    collect(root(), &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap_or(&path);
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        let text = fs::read_to_string(&path).ok()?;
        Some(SourceText {
            path: parts.join("/"),
            text,
        })
    };
    paths.into_iter().filter_map(read).collect()
}

/// Every Rust file; see [`text_files`].
#[must_use]
pub fn rust_files() -> Vec<SourceText> {
    let mut files = text_files();
    files.retain(|file| Path::new(&file.path).extension().is_some_and(|e| e == "rs"));
    files
}

/// Rust text without comments and without what stands inside quotes; lines keep their numbers.
///
/// Good enough for text formatted by rustfmt: it knows line comments, strings and raw strings.
#[must_use]
pub fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(quote) = opening_quote(rest, before) {
            quoted_length(rest, quote)
        } else {
            code.push(first);
            before = first;
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        };
        let (gone, left) = rest.split_at_checked(skipped).unwrap_or((rest, ""));
        code.extend(gone.chars().filter(|c| *c == '\n'));
        before = ' ';
        rest = left;
    }
    code
}

/// The opening and closing quotes of the literal that starts here.
fn opening_quote(rest: &str, before: char) -> Option<(&str, String)> {
    if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
        // The character `"` opens nothing.
        let length = rest.get(1..)?.find('\'')? + 2;
        return Some((rest.get(..length)?, String::new()));
    }
    if rest.starts_with('"') {
        return Some(("\"", "\"".to_owned()));
    }
    if before.is_alphanumeric() || before == '_' || !rest.starts_with('r') {
        return None;
    }
    let hashes = rest.get(1..)?.chars().take_while(|c| *c == '#').count();
    let open = rest.get(..hashes + 2)?;
    open.ends_with('"')
        .then(|| (open, format!("\"{}", "#".repeat(hashes))))
}

fn quoted_length(rest: &str, (open, close): (&str, String)) -> usize {
    let inside = rest.get(open.len()..).unwrap_or_default();
    if close.is_empty() {
        return open.len();
    }
    if open != "\"" {
        let end = inside.find(&close).unwrap_or(inside.len());
        return (open.len() + end + close.len()).min(rest.len());
    }
    let mut escaped = false;
    for (offset, c) in inside.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return open.len() + offset + 1,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// What stands before the first `#[cfg(test)]`: unit tests come last in a file.
#[must_use]
pub fn without_unit_tests(text: &str) -> &str {
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

#[expect(clippy::panic, reason = "a rule that sees no files must not pass")]
fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = entry.path();
        let kept_hidden = [".ci", ".github", ".cargo", ".config"].contains(&name.as_ref());
        if path.is_dir() {
            if name != "target" && (kept_hidden || !name.starts_with('.')) {
                collect(&path, into);
            }
        } else if name != ".git" {
            into.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{code_only, without_unit_tests};

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = "a; // b\n\"c \\\" d\" e '\"' f r#\"g \" h\"# i\nlet r = \"\"; j";
        assert_eq!(code_only(text), "a; \n e  f  i\nlet r = ; j");
    }

    #[test]
    fn unit_tests_come_last() {
        assert_eq!(without_unit_tests("a\n#[cfg(test)]\nb"), "a\n");
    }
}
