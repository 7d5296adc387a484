//! The targets.

mod expr;
mod model;
#[cfg(feature = "engines")]
mod pipeline;
mod query;
mod resolver;

use std::io;

use dosic_compiler::Options;

/// The line that parts the files of one input.
pub(crate) const NEXT_FILE: &str = "#next-file\n";

/// Something that reads an input, and what must hold for every input.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line and below `corpus/`.
    pub name: &'static str,
    /// What its inputs are.
    pub form: Form,
    /// Words and signs of its language, with blanks between them.
    pub words: &'static str,
    /// Openings that nest.
    pub nests: &'static [&'static str],
    /// Seeds besides the corpus.
    pub seeds: fn() -> io::Result<Vec<Vec<u8>>>,
    /// Says what does not hold for an input. A panic counts as well.
    pub check: fn(&[u8]) -> Result<(), String>,
}

/// What inputs are, which decides how they are mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    Text,
    /// YAML, mutated as a tree.
    Yaml {
        /// Mutated as any text, too.
        loose: bool,
    },
    /// Bytes that decide.
    Bytes,
}

/// Every target.
pub const ALL: &[Target] = &[
    expr::TARGET,
    model::TARGET,
    query::TARGET,
    resolver::TARGET,
    #[cfg(feature = "engines")]
    pipeline::TARGET,
];

/// The target of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|t| t.name == name)
}

impl Target {
    /// The words as a dictionary of libFuzzer.
    #[must_use]
    pub fn dictionary(&self) -> String {
        let words = self.words.split_whitespace().map(|word| {
            let escaped: String = word
                .bytes()
                .map(|b| match b {
                    b'"' | b'\\' => format!("\\{}", char::from(b)),
                    b' '..=b'~' => char::from(b).to_string(),
                    _ => format!("\\x{b:02X}"),
                })
                .collect();
            format!("\"{escaped}\"\n")
        });
        words.collect()
    }
}

/// The text of an input; what is no UTF-8 never reaches the compiler.
fn text_of(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}

/// Both ways to read: strict and lenient.
fn ways() -> [Options; 2] {
    [true, false].map(|strict| Options {
        strict,
        accept_dialects: vec!["DUCKDB".to_owned()],
        ..Options::default()
    })
}

/// Whether an input is one of those that are run twice and compared: one of four, by its bytes alone.
fn is_repeated(input: &[u8]) -> bool {
    input
        .iter()
        .fold(7u8, |sum, b| sum.wrapping_mul(31).wrapping_add(*b))
        % 4
        == 0
}
