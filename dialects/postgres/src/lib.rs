//! dosic-postgres.
