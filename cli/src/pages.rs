//! What each code means: the pages of docs/codes, embedded.

use dosic_diagnostics::{Code, Severity};

/// Code and page, by name.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of a code; its line of the table where it has no page.
pub(crate) fn page(code: Code) -> String {
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == code.name()) {
        return (*page).to_owned();
    }
    let severity = match code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    };
    format!("# {}\n\n{severity}: {}\n", code.name(), code.meaning())
}

/// The address of the page of a code, if it has one.
pub(crate) fn address(code: Code) -> Option<String> {
    let name = code.name();
    let has_page = PAGES.iter().any(|(n, _)| *n == name);
    let repository = env!("CARGO_PKG_REPOSITORY");
    has_page.then(|| format!("{repository}/blob/main/docs/codes/{name}.md"))
}

/// Whether a word has the form of a code, whatever it names.
pub(crate) fn looks_like_code(word: &str) -> bool {
    let upper = word.to_ascii_uppercase();
    let Some((head, tail)) = upper.split_once('_') else {
        return false;
    };
    let number = head.strip_prefix(['E', 'W']);
    number.is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()))
        && !tail.is_empty()
        && tail
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
