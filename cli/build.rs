//! Embeds the pages of the codes (docs/codes/CODE.md), so that `dosic explain CODE` needs no files.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let variable = |name: &str| env::var(name).map(PathBuf::from).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR").join("../docs/codes");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut pages: Vec<(String, PathBuf)> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .collect();
    pages.sort();
    let mut table = String::from("&[\n");
    for (name, path) in pages {
        let _ = writeln!(
            table,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    table.push_str("]\n");
    let target = variable("OUT_DIR").join("pages.rs");
    if let Err(error) = fs::write(&target, table) {
        println!("cargo:warning=cannot write {}: {error}", target.display());
    }
}
