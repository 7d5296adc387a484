//! Which files make up a model.
//!
//! - Files below a folder with a `dosic.toml` belong together, up to a folder below it that has its own.
//! - Other files that look like parts of models belong together with those below the topmost folder, in the
//!   workspace, that holds such a file itself.
//! - A file outside the workspace belongs to the nearest `dosic.toml` above it, or stands alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Host, Unsaved};

/// How much of a file is looked at.
const LOOK: u64 = 1 << 20;
/// Folders of other programs, in which no model is looked for.
const FOREIGN: [&str; 3] = ["node_modules", "target", "venv"];

/// The models of a workspace: the files of each, under the folder that holds them (or the file itself where it
/// stands alone).
pub(crate) type Models = BTreeMap<PathBuf, Vec<PathBuf>>;

/// Groups the files of the workspace's folders and the open documents.
pub(crate) fn models(folders: &[PathBuf], unsaved: &Unsaved, host: &dyn Host) -> Models {
    let mut models = Models::new();
    let mut seen = BTreeSet::new();
    for folder in folders {
        let mut files: Vec<PathBuf> = host.model_files(folder);
        let listed: BTreeSet<PathBuf> = files.iter().cloned().collect();
        let new = unsaved
            .keys()
            .filter(|p| p.starts_with(folder) && !listed.contains(*p) && host.is_model_file(p));
        files.extend(new.cloned());
        files.retain(|path| !is_foreign(path, folder) && seen.insert(path.clone()));
        group(folder, files, unsaved, &mut models);
    }
    for path in unsaved.keys() {
        if !seen.contains(path) && host.is_model_file(path) {
            alone(path, unsaved, host, &mut models);
        }
    }
    models
}

fn is_foreign(path: &Path, folder: &Path) -> bool {
    let below = path.strip_prefix(folder).unwrap_or(path);
    below
        .iter()
        .any(|part| FOREIGN.iter().any(|name| part == *name))
}

fn group(folder: &Path, files: Vec<PathBuf>, unsaved: &Unsaved, models: &mut Models) {
    let mut loose = Vec::new();
    for path in files {
        match project(&path, folder) {
            Some(root) => models.entry(root).or_default().push(path),
            None if looks_like_a_model(&path, unsaved) => loose.push(path),
            None => {}
        }
    }
    let holders: BTreeSet<&Path> = loose.iter().filter_map(|p| p.parent()).collect();
    for path in &loose {
        let above: Vec<&Path> = path.ancestors().skip(1).collect();
        let top = above.into_iter().rev().find(|a| holders.contains(a));
        if let Some(top) = top {
            models.entry(top.to_owned()).or_default().push(path.clone());
        }
    }
}

/// The nearest folder at or above a file's, up to `limit`, that has a `dosic.toml`.
fn project(path: &Path, limit: &Path) -> Option<PathBuf> {
    let above = path
        .ancestors()
        .skip(1)
        .take_while(|a| a.starts_with(limit));
    let mut with = above.filter(|a| a.join("dosic.toml").is_file());
    with.next().map(Path::to_owned)
}

fn alone(path: &Path, unsaved: &Unsaved, host: &dyn Host, models: &mut Models) {
    if let Some(root) = project(path, Path::new("/")) {
        if models.contains_key(&root) {
            return;
        }
        let mut files = host.model_files(&root);
        if !files.iter().any(|f| f == path) {
            files.push(path.to_owned());
        }
        files.retain(|p| project(p, &root).as_deref() == Some(&*root));
        models.insert(root, files);
    } else if looks_like_a_model(path, unsaved) {
        models.insert(path.to_owned(), vec![path.to_owned()]);
    }
}

/// Whether a text has, at the start of a line or in JSON, a key that models or saved queries have at their root.
fn looks_like_a_model(path: &Path, unsaved: &Unsaved) -> bool {
    let text = match unsaved.get(path) {
        Some(text) => text.as_bytes().to_owned(),
        None => {
            let mut bytes = Vec::new();
            let read = File::open(path).and_then(|f| f.take(LOOK).read_to_end(&mut bytes));
            if read.is_err() {
                return false;
            }
            bytes
        }
    };
    let keys = ["semantic_model", "datasets", "metrics", "queries"];
    text.split(|b| *b == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        let line = line.strip_prefix(b"{").unwrap_or(line).trim_ascii_start();
        keys.iter().any(|key| {
            let rest = line.strip_prefix(key.as_bytes());
            let quoted = || {
                line.strip_prefix(b"\"")?
                    .strip_prefix(key.as_bytes())?
                    .strip_prefix(b"\"")
            };
            rest.or_else(quoted)
                .is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::Checked;

    struct Files;

    impl Host for Files {
        fn model_files(&self, folder: &Path) -> Vec<PathBuf> {
            let mut open = vec![folder.to_owned()];
            let mut files = Vec::new();
            while let Some(folder) = open.pop() {
                for entry in fs::read_dir(folder).unwrap() {
                    let path = entry.unwrap().path();
                    if path.is_dir() {
                        open.push(path);
                    } else if self.is_model_file(&path) {
                        files.push(path);
                    }
                }
            }
            files.sort();
            files
        }
        fn is_model_file(&self, path: &Path) -> bool {
            path.extension().is_some_and(|e| e == "yaml")
        }
        fn check(&self, _: &[PathBuf], _: &Unsaved) -> Checked {
            Checked::default()
        }
        fn metric_sql(
            &self,
            _: &Checked,
            _: usize,
            _: dosic_ir::MetricId,
        ) -> Result<String, String> {
            Err(String::new())
        }
        fn page(&self, _: dosic_diagnostics::Code) -> Option<String> {
            None
        }
    }

    #[test]
    fn files_belong_to_the_nearest_project_or_the_topmost_folder() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("a/dosic.toml", "");
        write("a/datasets/one.yaml", "x: 1");
        write("a/metrics/two.yaml", "x: 1");
        write("a/inner/dosic.toml", "");
        write("a/inner/three.yaml", "x: 1");
        write("b/shop.yaml", "semantic_model: []");
        write("b/deep/queries.yaml", "queries: []");
        write("b/other.yaml", "services: {}");
        write("node_modules/x.yaml", "datasets: []");
        let mut unsaved = Unsaved::new();
        unsaved.insert(root.join("c/new.yaml"), "{\"datasets\" : []}".to_owned());
        let models = models(&[root.to_owned()], &unsaved, &Files);
        let shown: Vec<String> = models
            .iter()
            .map(|(root_of, files)| {
                let name = |p: &Path| p.strip_prefix(root).unwrap().display().to_string();
                let files: Vec<String> = files.iter().map(|f| name(f)).collect();
                format!("{}: {}", name(root_of), files.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "a: a/datasets/one.yaml a/metrics/two.yaml",
                "a/inner: a/inner/three.yaml",
                "b: b/deep/queries.yaml b/shop.yaml",
                "c: c/new.yaml"
            ]
        );
    }
}
