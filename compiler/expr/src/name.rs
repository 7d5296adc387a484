//! Names of datasets, fields, metrics and columns as YAML gives them: semantics digest 2.1 and 2.3.

use std::fmt;

use dosic_diagnostics::SpannedText;

use crate::parser::unquoted;
use crate::token::{is_forbidden_name, is_reserved_word};

/// How long a name may be, in characters.
pub const MAX_NAME_LENGTH: usize = 128;

/// What is wrong with a name. [`fmt::Display`] gives the message, [`NameFault::help`] the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// Nothing but quotes or blanks.
    Empty,
    /// Neither a regular identifier nor in quotes. Default mode reads it as if quoted (R14).
    NotRegular {
        /// The text without blanks around it: the name, if it is read as quoted.
        name: String,
    },
    /// A quote is missing, single, or followed by more text.
    Quotes {
        /// The text as written.
        text: String,
    },
    /// More than [`MAX_NAME_LENGTH`] characters.
    TooLong {
        /// How many it has.
        characters: usize,
    },
    /// A word of the language, which must be quoted (2.3, R9).
    Keyword {
        /// The word as written.
        name: String,
    },
    /// GRAIN, FILTER, QUERY_FILTER: never a name, quoted or not (2.3, R9).
    Forbidden {
        /// The name without quotes.
        name: String,
    },
}

impl NameFault {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Empty => "write a name".to_owned(),
            Self::NotRegular { name } => {
                let quoted = name.replace('"', "\"\"");
                format!(
                    "quote it inside the YAML string, `'\"{quoted}\"'`, or use letters, digits and `_`"
                )
            }
            Self::Quotes { .. } => {
                "a quoted name begins and ends with `\"`; a quote inside is written twice"
                    .to_owned()
            }
            Self::TooLong { .. } => "shorten it".to_owned(),
            Self::Keyword { name } => {
                format!("rename it, or quote it inside the YAML string, `'\"{name}\"'`")
            }
            Self::Forbidden { .. } => "rename it".to_owned(),
        }
    }
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the name is empty"),
            Self::NotRegular { name } => write!(f, "`{name}` is no regular identifier"),
            Self::Quotes { text } => write!(f, "the quotes of `{text}` do not match"),
            Self::TooLong { characters } => {
                write!(
                    f,
                    "the name has {characters} characters, more than {MAX_NAME_LENGTH}"
                )
            }
            Self::Keyword { name } => write!(f, "`{name}` is a reserved word"),
            Self::Forbidden { name } => write!(f, "`{name}` is reserved and cannot be a name"),
        }
    }
}

/// Reads a name: the name without quotes, and whether it was quoted.
///
/// # Errors
/// The first fault of [`NameFault`], in the order form, length, reserved words.
pub fn parse_name(text: &SpannedText) -> Result<(String, bool), NameFault> {
    let written = text.text.trim();
    if written.is_empty() || written == "\"\"" {
        return Err(NameFault::Empty);
    }
    let quoted = written.contains('"') && (written.starts_with('"') || written.ends_with('"'));
    let name = if quoted {
        if !is_quoted(written) {
            return Err(NameFault::Quotes {
                text: written.to_owned(),
            });
        }
        unquoted(written)
    } else {
        if !is_regular(written) {
            return Err(NameFault::NotRegular {
                name: written.to_owned(),
            });
        }
        written.to_owned()
    };
    let characters = name.chars().count();
    if characters > MAX_NAME_LENGTH {
        return Err(NameFault::TooLong { characters });
    }
    if is_forbidden_name(&name) {
        return Err(NameFault::Forbidden { name });
    }
    if !quoted && is_reserved_word(&name) {
        return Err(NameFault::Keyword { name });
    }
    Ok((name, quoted))
}

/// `[A-Za-z_][A-Za-z0-9_]*`
fn is_regular(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether the text is one quoted identifier: every quote inside is doubled.
fn is_quoted(text: &str) -> bool {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.is_some_and(|inner| !inner.replace("\"\"", "").contains('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dosic_diagnostics::{FileId, Span};

    fn name(text: &str) -> Result<(String, bool), NameFault> {
        parse_name(&SpannedText::verbatim(text, Span::new(FileId(0), 0, 99), 0))
    }

    #[test]
    fn regular_and_quoted_names() {
        assert_eq!(name("amount"), Ok(("amount".to_owned(), false)));
        assert_eq!(name(" _a1 "), Ok(("_a1".to_owned(), false)));
        assert_eq!(
            name("\"Order Total\""),
            Ok(("Order Total".to_owned(), true))
        );
        assert_eq!(name("\"a\"\"b\""), Ok(("a\"b".to_owned(), true)));
        assert_eq!(name("\"order\""), Ok(("order".to_owned(), true)));
    }

    #[test]
    fn faults() {
        let irregular = |n: &str| Err(NameFault::NotRegular { name: n.to_owned() });
        let quotes = |n: &str| Err(NameFault::Quotes { text: n.to_owned() });
        assert_eq!(name(""), Err(NameFault::Empty));
        assert_eq!(name("\"\""), Err(NameFault::Empty));
        assert_eq!(name("Order Total"), irregular("Order Total"));
        assert_eq!(name("größe"), irregular("größe"));
        assert_eq!(name("1st"), irregular("1st"));
        assert_eq!(name("5\" pipe"), irregular("5\" pipe"));
        assert_eq!(name("\"a"), quotes("\"a"));
        assert_eq!(name("\"a\"b\""), quotes("\"a\"b\""));
        assert_eq!(name("\""), quotes("\""));
        assert_eq!(name("\"\"\""), quotes("\"\"\""));
        assert_eq!(
            name("Order"),
            Err(NameFault::Keyword {
                name: "Order".to_owned()
            })
        );
        assert_eq!(
            name("\"Grain\""),
            Err(NameFault::Forbidden {
                name: "Grain".to_owned()
            })
        );
        assert_eq!(name(&"ä".repeat(129)), irregular(&"ä".repeat(129)));
        assert_eq!(
            name(&"a".repeat(129)),
            Err(NameFault::TooLong { characters: 129 })
        );
        assert!(name(&format!("\"{}\"", "ä".repeat(128))).is_ok());
    }
}
