//! dosic-cli.
