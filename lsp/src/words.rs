//! Words of a text, and what is said about functions.

use dosic_diagnostics::{FileId, Span};
use dosic_typing::{Function, Tier};

/// The word around a place; empty if there is none.
pub(crate) fn word_at(text: &str, file: FileId, offset: u32) -> Span {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let at = (offset as usize).min(text.len());
    let bytes = text.as_bytes();
    let before = bytes.get(..at).unwrap_or_default();
    let after = bytes.get(at..).unwrap_or_default();
    let back = before.iter().rev().take_while(|b| is_word(b)).count();
    let ahead = after.iter().take_while(|b| is_word(b)).count();
    let point = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(file, point(at - back), point(at + ahead))
}

/// A function as Markdown.
pub(crate) fn function_text(function: &Function) -> String {
    let kind = if function.is_aggregate() {
        "aggregate"
    } else if function.is_window() {
        "window function"
    } else {
        "function"
    };
    let tier = match function.tier {
        Tier::Required => "",
        Tier::Recommended => "\n\nrecommended: not every implementation of OSI has it",
        Tier::Experimental => "\n\nexperimental",
        Tier::Deferred => "\n\ndeferred by the Foundation: dosic refuses it",
    };
    format!("**{kind}** `{}`{tier}", function.signature())
}
