//! dosic-compiler.
