//! Date formats whose tokens mean the same on every engine: semantics digest 8.9.

use dosic_ir::{Literal, ModelExpr};

use crate::lowering::{Lowering, Operand};

/// The tokens, longer ones before those they begin with.
const TOKENS: &[&str] = &[
    "YYYY", "YY", "MONTH", "MON", "MM", "MI", "DAY", "DD", "DY", "HH24", "HH12", "HH", "SS", "AM",
    "PM",
];

impl Lowering<'_> {
    /// The format as a literal in upper case, or `E_SYNTAX`.
    pub(crate) fn format(&mut self, operand: &Operand, name: &str) -> Option<ModelExpr> {
        let Some(text) = operand.text() else {
            self.syntax_error(
                format!("the format of {name} must be a literal"),
                &operand.span,
                "no literal",
                "write a text, as in 'YYYY-MM-DD'",
            );
            return None;
        };
        match check(text) {
            Ok(()) => Some(ModelExpr::literal(Literal::String(
                text.to_ascii_uppercase(),
            ))),
            Err(rest) => {
                self.syntax_error(
                    format!("the format of {name} is not understood at `{rest}`"),
                    &operand.span,
                    "holds what is no token",
                    format!("tokens are {}; letters are tokens only", TOKENS.join(", ")),
                );
                None
            }
        }
    }
}

/// The rest of the format from the first place where no token fits.
fn check(format: &str) -> Result<(), &str> {
    let mut rest = format;
    while let Some(character) = rest.chars().next() {
        let token = TOKENS.iter().find_map(|t| {
            let head = rest.get(..t.len())?;
            head.eq_ignore_ascii_case(t)
                .then(|| rest.get(t.len()..))
                .flatten()
        });
        // Quotes and backslashes mean something of their own in a format of Postgres.
        let plain = !character.is_alphabetic() && !matches!(character, '"' | '\\');
        rest = match token {
            Some(after) => after,
            None if plain => rest.get(character.len_utf8()..).unwrap_or(""),
            None => return Err(rest),
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn letters_are_tokens_only() {
        for format in [
            "YYYY-MM-DD HH24:MI:SS",
            "dd.mm.yy",
            "Month DD, YYYY HH12:MI AM",
            "",
        ] {
            assert_eq!(check(format), Ok(()), "{format}");
        }
        assert_eq!(check("YYYY-Q"), Err("Q"));
        assert_eq!(check("YYYY\"T\""), Err("\"T\""));
    }
}
