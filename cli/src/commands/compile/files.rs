//! SQL written as files, for `--out`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::Status;
use crate::pipeline::Session;
use crate::product::{io_fault, print, write_file};

/// One file.
pub(super) struct SqlFile {
    folder: &'static str,
    name: String,
    text: String,
}

impl SqlFile {
    /// A file for something of the model called `name`, in a folder of its kind.
    pub(super) fn new(folder: &'static str, name: &str, text: String) -> Self {
        let name = file_name(name);
        Self { folder, name, text }
    }
}

/// Writes the files below `folder` and says which.
pub(super) fn write(session: &Session<'_>, folder: &Path, files: &[SqlFile]) -> Status {
    let mut taken = BTreeSet::new();
    let mut listed = String::new();
    for file in files {
        let target = folder.join(file.folder);
        let mut name = file.name.clone();
        let mut number = 2;
        // Names that differ in letter case alone are one file on some systems.
        while !taken.insert((file.folder, name.to_lowercase())) {
            name = format!("{}_{number}", file.name);
            number += 1;
        }
        let path = target.join(format!("{name}.sql"));
        let written = fs::create_dir_all(&target)
            .map_err(|e| io_fault("write", &target, &e))
            .and_then(|()| write_file(&path, &file.text));
        if let Err(diagnostic) = written {
            return session.finish(diagnostic.into());
        }
        listed.push_str(&format!("{}\n", path.display()));
    }
    print(&listed, session.console)
}

/// A name as a file name: letters, digits, `_` and `-` stay.
fn file_name(name: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || c == '_' || c == '-' {
            c
        } else {
            '_'
        }
    };
    let text: String = name.chars().take(100).map(safe).collect();
    if text.is_empty() {
        "_".to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_below_the_folder() {
        assert_eq!(file_name("../../etc/x"), "______etc_x");
        assert_eq!(file_name("Order Total"), "Order_Total");
    }
}
