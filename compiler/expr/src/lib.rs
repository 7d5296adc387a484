//! The expression language: text → [`ast::Expr`]. Logos tokens, chumsky grammar with recovery.
//!
//! Knows nothing of models. Spans are byte ranges of the text, which a `SpannedText` maps to the file.

pub mod ast;
