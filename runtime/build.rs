//! Lets the tests of this crate find libduckdb where they were linked against it.

fn main() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    let dynamic = std::env::var_os("CARGO_FEATURE_DUCKDB").is_some()
        && std::env::var_os("CARGO_FEATURE_BUNDLED").is_none();
    let unix = std::env::var_os("CARGO_CFG_UNIX").is_some();
    if let (true, true, Ok(folder)) = (dynamic, unix, std::env::var("DUCKDB_LIB_DIR")) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
