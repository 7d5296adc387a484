//! Puts libduckdb beside the executable, which looks for it there: no LD_LIBRARY_PATH, no installation.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    if env::var_os("CARGO_FEATURE_BUNDLED").is_some() {
        return;
    }
    let (library, origin) = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => ("duckdb.dll", None),
        Ok("macos") => ("libduckdb.dylib", Some("@executable_path")),
        _ => ("libduckdb.so", Some("$ORIGIN")),
    };
    if let Some(origin) = origin {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{origin}");
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{origin}/../lib");
    }
    let Some(folder) = env::var_os("DUCKDB_LIB_DIR").map(PathBuf::from) else {
        return;
    };
    let source = folder.join(library);
    println!("cargo:rerun-if-changed={}", source.display());
    if !source.exists() {
        // No error: checking the code needs no library, only linking does.
        println!(
            "cargo:warning={} is missing; run scripts/libduckdb.sh before building",
            source.display()
        );
        return;
    }
    // OUT_DIR is target/PROFILE/build/PACKAGE-HASH/out.
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    if let Some(profile) = out.ancestors().nth(3)
        && let Err(error) = place(&source, &profile.join(library))
    {
        println!("cargo:warning=cannot put {library} beside the executable: {error}");
    }
}

/// A hard link costs no space; across file systems a copy is made.
fn place(source: &Path, target: &Path) -> std::io::Result<()> {
    if target.exists() {
        fs::remove_file(target)?;
    }
    fs::hard_link(source, target).or_else(|_| fs::copy(source, target).map(drop))
}
