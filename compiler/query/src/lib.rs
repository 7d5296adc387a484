//! dosic-query.
