//! Lets the tests find libduckdb where they were linked against it.

fn main() {
    println!("cargo:rerun-if-env-changed=DUCKDB_LIB_DIR");
    let unix = std::env::var_os("CARGO_CFG_UNIX").is_some();
    if let (true, Ok(folder)) = (unix, std::env::var("DUCKDB_LIB_DIR")) {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
