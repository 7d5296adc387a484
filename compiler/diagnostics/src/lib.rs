//! Diagnostics of dosic: the table of codes, spans into source files, and the sink that sorts.
//!
//! This crate knows nothing of models, queries, SQL or terminals. A stage reports what is wrong as
//! a [`Diagnostic`]; whoever holds the [`SourceMap`] renders it (the command line with miette).
//!
//! | file | holds |
//! |---|---|
//! | `codes.rs` | every code, its severity and one-line meaning, in one table |
//! | `check.rs` | the order of checks, which decides the code that is reported first |
//! | `source.rs` | files, byte spans, and the map from a decoded scalar back to its file |
//! | `diagnostic.rs` | [`Diagnostic`] and the sorting sink [`Diagnostics`] |
//! | `suggest.rs` | did-you-mean |

mod check;
mod codes;
mod diagnostic;
mod source;
mod suggest;

pub use check::Check;
pub use codes::{Code, Severity};
pub use diagnostic::{Diagnostic, Diagnostics, Label};
pub use source::{FileId, SourceFile, SourceMap, Span, SpannedText};
pub use suggest::{did_you_mean, nearest};
