//! dosic-duckdb.
