//! dosic-plan.
