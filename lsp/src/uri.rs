//! `file:` addresses and paths.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a `file:` address, `.` and `..` taken out; `None` for any other address.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str();
    let (scheme, rest) = text.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or("");
    let path = match rest.strip_prefix("//") {
        // An authority, most often none, and the path.
        Some(rest) => rest.get(rest.find('/')?..)?,
        None => rest,
    };
    let decoded = decode(path)?;
    // `/c:/models` is a path of Windows.
    let drive = decoded.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    let text = if drive { decoded.get(1..)? } else { &decoded };
    let path = Path::new(text);
    path.is_absolute().then(|| tidy(path))
}

/// The address of an absolute path.
pub(crate) fn of_path(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    let path = path
        .to_str()?
        .replace('\\', if cfg!(windows) { "/" } else { "\\" });
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    Uri::from_str(&text).ok()
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Option<PathBuf> {
        path_of(&Uri::from_str(text).unwrap())
    }

    #[test]
    #[cfg(unix)]
    fn addresses_and_paths() {
        let spaced = Path::new("/a b/größe #1.yaml");
        let uri = of_path(spaced).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/gr%C3%B6%C3%9Fe%20%231.yaml");
        assert_eq!(path_of(&uri).as_deref(), Some(spaced));
        assert_eq!(
            path("file:///a/./b/../c.yaml"),
            Some(PathBuf::from("/a/c.yaml"))
        );
        assert_eq!(path("file://localhost/a"), Some(PathBuf::from("/a")));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///%FF"), None);
    }
}
