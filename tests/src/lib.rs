//! dosic-tests.
