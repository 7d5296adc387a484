//! dosic-runtime.
