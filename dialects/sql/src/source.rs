//! Sources in FROM: tables, files, and queries of the target (semantics digest 1.6, R8).

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::Source;

use crate::Dialect;
use crate::names::{physical, spelling};
use crate::select::Rows;

/// What stands in FROM for a source.
///
/// # Errors
/// `E_UNSUPPORTED_IN_DIALECT` for a file where the engine reads none; `E_SCHEMA` for a query that would
/// not stay inside the parentheses put around it.
pub(crate) fn rows(source: &Source, dialect: &dyn Dialect) -> Result<Rows, Diagnostic> {
    match source {
        Source::Table(parts) => {
            let parts: Vec<String> = parts
                .iter()
                .map(|p| spelling(&physical(p), dialect).into_owned())
                .collect();
            Ok(Rows::Stored(parts.join(".")))
        }
        Source::File(path) => dialect.file_source(path).map(Rows::Stored),
        Source::Query(text) => query(text).map(|q| Rows::Derived(q.to_owned())),
    }
}

/// The query without semicolons at its end.
fn query(text: &str) -> Result<&str, Diagnostic> {
    let end = scan(text).map_err(|what| {
        Diagnostic::new(
            Code::Schema,
            Check::Emission,
            format!("a source query {what}"),
        )
        .kind("source-query")
        .help("write one SELECT, as it would run by itself")
    })?;
    Ok(text.get(..end).unwrap_or(text).trim_end())
}

/// Where the query's text ends: before semicolons that nothing but space and comments follows, else at the end.
fn scan(text: &str) -> Result<usize, &'static str> {
    let mut rest = text;
    let mut depth = 0usize;
    let mut end: Option<usize> = None;
    while let Some(c) = rest.chars().next() {
        let length = token(rest)?;
        let is_comment = rest.starts_with("--") || rest.starts_with("/*");
        match c {
            ';' => end = end.or(Some(text.len() - rest.len())),
            _ if c.is_whitespace() || is_comment => {}
            _ if end.is_some() => return Err("holds more than one statement"),
            '(' => depth += 1,
            ')' => {
                depth = depth
                    .checked_sub(1)
                    .ok_or("closes a parenthesis that it does not open")?;
            }
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    if depth > 0 {
        return Err("leaves a parenthesis open");
    }
    Ok(end.unwrap_or(text.len()))
}

/// The length of the literal, quoted name or comment that `text` begins with, else of its first character.
fn token(text: &str) -> Result<usize, &'static str> {
    let first = text.chars().next().map_or(0, char::len_utf8);
    if text.starts_with("--") {
        return Ok(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return comment(text);
    }
    let word = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    if word > 0 {
        let is_escaping = matches!(text.get(..word), Some("e" | "E"));
        return match text.get(word..) {
            Some(after) if is_escaping && after.starts_with('\'') => {
                escaped(after).map(|n| word + n)
            }
            _ => Ok(word),
        };
    }
    for quote in ['\'', '"'] {
        if text.starts_with(quote) {
            // A doubled quote reads as two literals side by side.
            let after = text.get(first..).unwrap_or_default();
            let end = after.find(quote).ok_or("leaves a quote open")?;
            return Ok(first + end + first);
        }
    }
    if text.starts_with('$')
        && let Some(tag) = dollar_tag(text)
    {
        let after = text.get(tag.len()..).unwrap_or_default();
        let end = after.find(tag).ok_or("leaves a quote open")?;
        return Ok(tag.len() + end + tag.len());
    }
    Ok(first)
}

/// The length of a string in which a backslash escapes, as after `E`.
fn escaped(text: &str) -> Result<usize, &'static str> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '\'' => return Ok(at + 1),
            _ => {}
        }
    }
    Err("leaves a quote open")
}

/// `$$` or `$tag$`.
fn dollar_tag(text: &str) -> Option<&str> {
    let after = text.get(1..)?;
    let end = after.find('$')?;
    let name = after.get(..end)?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    is_name.then(|| text.get(..end + 2)).flatten()
}

/// The length of a block comment; they nest.
fn comment(text: &str) -> Result<usize, &'static str> {
    let mut depth = 0usize;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("/*") {
            depth += 1;
            2
        } else if rest.starts_with("*/") {
            depth = depth.saturating_sub(1);
            2
        } else {
            c.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
        if depth == 0 {
            return Ok(text.len() - rest.len());
        }
    }
    Err("leaves a comment open")
}

#[cfg(test)]
mod tests {
    use super::query;

    #[test]
    fn semicolons_at_the_end_go() {
        assert_eq!(query("SELECT 1 ; ; "), Ok("SELECT 1"));
        assert_eq!(
            query("SELECT ';' AS \"a;\" -- ;\n; -- end"),
            Ok("SELECT ';' AS \"a;\" -- ;")
        );
        assert_eq!(
            query("SELECT $a$ ; ) $a$, $1"),
            Ok("SELECT $a$ ; ) $a$, $1")
        );
        let escaping = r"SELECT 1 AS n WHERE E'\'; --' <> 'x' AND DATE'2024-01-01' IS NOT NULL";
        assert_eq!(query(escaping), Ok(escaping));
        assert_eq!(
            query("SELECT 1 /* ) /* ; */ */"),
            Ok("SELECT 1 /* ) /* ; */ */")
        );
    }

    #[test]
    fn a_query_stays_inside_its_parentheses() {
        for text in [
            "SELECT 1; DROP TABLE t",
            "SELECT 1) AS x, (SELECT 2",
            "SELECT (1",
            "SELECT 'a",
            "SELECT 1 /* ",
        ] {
            assert!(query(text).is_err(), "{text}");
        }
    }
}
