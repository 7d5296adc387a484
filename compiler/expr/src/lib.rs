//! The expression language: text → [`ast::Expr`]. Logos tokens, and a Pratt parser with recovery.
//!
//! Knows nothing of models. Spans are byte ranges of the text, which a `SpannedText` maps to the file.
//!
//! | file | holds |
//! |---|---|
//! | `ast.rs` | expressions as written |
//! | `token.rs`, `lexer.rs` | characters → tokens; reserved words |
//! | `parser.rs` | the parser's state, its reports and its recovery |
//! | `grammar/` | the grammar, and pointed messages for what it lacks |
//! | `print.rs` | [`ast::Expr`] → text, with as few parentheses as precedence allows |
//! | `equal.rs` | equality that ignores positions |
//! | `name.rs` | names of a model, as YAML gives them |
//! | `source.rs` | what a dataset's `source` is |
//! | `classify.rs` | words, numbers and texts, for whoever colours them |
//! | `list.rs` | lists on the command line |

pub mod ast;
mod classify;
mod equal;
mod grammar;
mod lexer;
mod list;
mod name;
mod parser;
mod print;
mod source;
mod token;

pub use classify::{TokenClass, classify};
pub use equal::equal_modulo_spans;
pub use grammar::{parse, parse_aliased, parse_dimension, parse_order_item};
pub use list::split_top_level_commas;
pub use name::{MAX_NAME_LENGTH, NameFault, parse_name};
pub use print::print;
pub use source::{SourceForm, classify_source};
pub use token::{is_called_bare, is_forbidden_name, is_reserved_word};

/// How the language is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// The Foundation to the letter: semantics digest 13, R2 to R4 and R6 are refused.
    pub strict: bool,
}
