//! From the paths of a command to sources (semantics digest 1.5).

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, SourceMap};

use crate::product::io_fault;

/// Folders may nest this deep.
const MAX_DEPTH: usize = 64;

/// The longest file that is read, in bytes. Models of 10,000 metrics have a few million; what is this long is no
/// model, or has no end, such as a device.
const MAX_LENGTH: u64 = 256 << 20;

/// The files of a model.
#[derive(Debug, Default)]
pub(crate) struct ModelFiles {
    /// Ids in the order read.
    pub(crate) ids: Vec<FileId>,
    /// The folder that relative file sources start from: the folder given, or that of the first file.
    pub(crate) root: PathBuf,
}

/// Reads files, and from folders every `*.yaml`, `*.yml`, `*.json` below them, hidden names skipped, in byte
/// order of relative path. `besides` are files that are read for another purpose and are no part of the model.
///
/// Errors: `E_IO` for what cannot be read or is not there, `E_SCHEMA` for text that is not UTF-8.
pub(crate) fn read_model(
    sources: &mut SourceMap,
    paths: &[PathBuf],
    besides: &[&Path],
    diagnostics: &mut Diagnostics,
) -> ModelFiles {
    let besides: BTreeSet<PathBuf> = besides
        .iter()
        .filter_map(|p| p.canonicalize().ok())
        .collect();
    let mut files = ModelFiles {
        root: root_of(paths),
        ..ModelFiles::default()
    };
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            walk(path, "", &mut BTreeSet::new(), 0, &mut found, diagnostics);
            found.sort();
            let apart = |p: &PathBuf| p.canonicalize().is_ok_and(|p| besides.contains(&p));
            found.retain(|(_, path)| !apart(path));
            if found.is_empty() {
                let message = format!(
                    "{} holds no model: no *.yaml, *.yml or *.json file",
                    path.display()
                );
                diagnostics.push(
                    Diagnostic::new(Code::Io, Check::Yaml, message)
                        .kind("empty-folder")
                        .help("`dosic init DIR` writes a small model to start from"),
                );
            }
        } else {
            found.push((String::new(), path.clone()));
        }
        for (_, path) in found {
            match read(sources, &path) {
                Ok(id) => files.ids.push(id),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
    }
    files
}

/// Reads one text file as a source.
///
/// # Errors
/// `E_IO`, or `E_SCHEMA` if it is not UTF-8.
pub(crate) fn read(sources: &mut SourceMap, path: &Path) -> Result<FileId, Box<Diagnostic>> {
    let bytes = read_up_to(MAX_LENGTH, path).map_err(|e| Box::new(io_fault("read", path, &e)))?;
    let Some(bytes) = bytes else {
        let limit = MAX_LENGTH >> 20;
        let message = format!("{} is longer than {limit} MiB", path.display());
        let diagnostic = Diagnostic::new(Code::Io, Check::Yaml, message)
            .kind("too-long")
            .help("is it a model? If so, split it: a folder of files is one model");
        return Err(Box::new(diagnostic));
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(sources.add(path.display().to_string(), text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let message = format!("{} is not UTF-8 from byte {at} on", path.display());
            let diagnostic = Diagnostic::new(Code::Schema, Check::Yaml, message)
                .kind("not-utf-8")
                .help("save the file as UTF-8");
            Err(Box::new(diagnostic))
        }
    }
}

/// The bytes of a file; none if there are more of them than `limit`.
fn read_up_to(limit: u64, path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // The length is only what the file had a moment ago, and devices and pipes tell none.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|read| read <= limit);
    Ok(fits.then_some(bytes))
}

fn root_of(paths: &[PathBuf]) -> PathBuf {
    let Some(first) = paths.first() else {
        return PathBuf::from(".");
    };
    if first.is_dir() {
        return first.clone();
    }
    match first.parent() {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("."),
    }
}

/// Collects (relative path with `/`, path) of the model files below `folder`. A folder that contains itself by a
/// symbolic link is entered once.
fn walk(
    folder: &Path,
    relative: &str,
    entered: &mut BTreeSet<PathBuf>,
    depth: usize,
    found: &mut Vec<(String, PathBuf)>,
    diagnostics: &mut Diagnostics,
) {
    let identity = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    if depth > MAX_DEPTH || !entered.insert(identity) {
        return;
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            diagnostics.push(io_fault("read", folder, &error));
            return;
        }
    };
    let mut names: Vec<_> = entries.flatten().map(|e| e.file_name()).collect();
    names.sort();
    for name in names {
        let text = name.to_string_lossy();
        if text.starts_with('.') {
            continue;
        }
        let path = folder.join(&name);
        let relative = format!("{relative}{text}");
        let metadata = path.metadata();
        if metadata.as_ref().is_ok_and(fs::Metadata::is_dir) {
            walk(
                &path,
                &format!("{relative}/"),
                entered,
                depth + 1,
                found,
                diagnostics,
            );
        } else if is_model_file(&path) {
            // A pipe would be waited for without end. Nobody asked for it by name, as one can. What is not there, such
            // as the end of a link, is reported when it is read.
            if metadata.is_ok_and(|m| !m.is_file()) {
                diagnostics.push(no_file(&path));
            } else {
                found.push((relative, path));
            }
        }
    }
}

fn no_file(path: &Path) -> Diagnostic {
    let message = format!("{} is neither a file nor a folder", path.display());
    Diagnostic::new(Code::Io, Check::Yaml, message)
        .kind("no-file")
        .help("take it out of the folder, or name it on the command line to read it")
}

/// The model files below a folder, in the order of [`read_model`]; what cannot be entered is left out.
pub(crate) fn model_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut faults = Diagnostics::new();
    walk(folder, "", &mut BTreeSet::new(), 0, &mut found, &mut faults);
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Whether a name has the ending of a model file.
pub(crate) fn is_model_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    ["yaml", "yml", "json"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_read_in_byte_order_without_hidden_names() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("a")).unwrap();
        fs::create_dir_all(root.join(".git")).unwrap();
        for name in [
            "a/z.yml",
            "a.yaml",
            "B.json",
            ".hidden.yaml",
            ".git/c.yaml",
            "notes.txt",
            "query.yaml",
        ] {
            fs::write(root.join(name), "x: 1").unwrap();
        }
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::new();
        let query = root.join("query.yaml");
        let files = read_model(
            &mut sources,
            &[root.to_owned()],
            &[&query],
            &mut diagnostics,
        );
        assert!(diagnostics.is_empty());
        let names: Vec<String> = files
            .ids
            .iter()
            .map(|id| {
                sources
                    .get(*id)
                    .unwrap()
                    .name
                    .strip_prefix(&format!("{}/", root.display()))
                    .unwrap()
                    .to_owned()
            })
            .collect();
        assert_eq!(names, ["B.json", "a.yaml", "a/z.yml"]);
        assert_eq!(files.root, root);
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_the_rest_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::write(root.join("latin.yaml"), [b'a', b':', b' ', 0xe9]).unwrap();
        fs::write(root.join("good.yaml"), "a: 1").unwrap();
        let paths = [
            root.join("missing.yaml"),
            root.join("latin.yaml"),
            root.join("good.yaml"),
        ];
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::new();
        let files = read_model(&mut sources, &paths, &[], &mut diagnostics);
        let codes: Vec<String> = diagnostics.iter().map(Diagnostic::full_code).collect();
        assert_eq!(codes, ["E_IO/read", "E_SCHEMA/not-utf-8"]);
        assert_eq!(files.ids.len(), 1);
    }

    #[test]
    fn a_file_is_read_up_to_a_limit_whatever_length_it_tells() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "a: 1").unwrap();
        assert_eq!(read_up_to(4, &path).unwrap().unwrap(), b"a: 1");
        assert_eq!(read_up_to(3, &path).unwrap(), None);
        let sparse = fs::File::create(&path).unwrap();
        sparse.set_len(MAX_LENGTH + 1).unwrap();
        let refused = read(&mut SourceMap::default(), &path).unwrap_err();
        assert_eq!(refused.full_code(), "E_IO/too-long");
        #[cfg(unix)]
        assert_eq!(read_up_to(9, Path::new("/dev/zero")).unwrap(), None);
    }

    #[cfg(unix)]
    #[test]
    fn loops_of_links_and_pipes_do_not_hold_up_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("a")).unwrap();
        fs::write(root.join("a/good.yaml"), "a: 1").unwrap();
        std::os::unix::fs::symlink(root, root.join("a/again")).unwrap();
        std::os::unix::fs::symlink(root.join("gone"), root.join("lost.yaml")).unwrap();
        let _listener = std::os::unix::net::UnixListener::bind(root.join("s.yaml")).unwrap();
        let mut diagnostics = Diagnostics::new();
        let mut sources = SourceMap::default();
        let files = read_model(&mut sources, &[root.to_owned()], &[], &mut diagnostics);
        let codes: Vec<String> = diagnostics.iter().map(Diagnostic::full_code).collect();
        assert_eq!(codes, ["E_IO/no-file", "E_IO/read"]);
        assert_eq!(files.ids.len(), 1);
    }
}
