//! dosic-resolve.
