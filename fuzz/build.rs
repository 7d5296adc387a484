//! Lets the fuzzer find libduckdb where it was linked against it.

fn main() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    let has_engines = std::env::var_os("CARGO_FEATURE_ENGINES").is_some();
    let is_unix = std::env::var_os("CARGO_CFG_UNIX").is_some();
    if let (true, true, Ok(folder)) = (has_engines, is_unix, std::env::var("DUCKDB_LIB_DIR")) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
