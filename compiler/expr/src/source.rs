//! What a dataset's `source` is: semantics digest 1.6.

use dosic_diagnostics::SpannedText;

use crate::ast::Ident;
use crate::lexer::lex;
use crate::parser::unquoted;
use crate::token::{Kind, Token};

/// The form of a `source`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceForm {
    /// A dotted name of one to three identifiers, with their places.
    Table(Vec<Ident>),
    /// A query in the target's SQL, which is not read further.
    Query,
    /// Neither: a file (R8), or a fault.
    Other,
}

/// Tells a table's name from a query by its first word after comments and opening parentheses.
#[must_use]
pub fn classify_source(text: &SpannedText) -> SourceForm {
    let mut faults = Vec::new();
    let tokens = lex(&text.text, &mut faults);
    let first = tokens.iter().find(|t| t.kind != Kind::LeftParen);
    if first.is_some_and(|t| matches!(t.kind, Kind::Select | Kind::With | Kind::Values)) {
        return SourceForm::Query;
    }
    if !faults.is_empty() {
        return SourceForm::Other;
    }
    table(&text.text, &tokens).map_or(SourceForm::Other, SourceForm::Table)
}

fn table(text: &str, tokens: &[Token]) -> Option<Vec<Ident>> {
    let mut parts = Vec::new();
    let mut tokens = tokens.iter();
    loop {
        let token = tokens.next()?;
        let written = text.get(token.start..token.end)?;
        let quoted = token.kind == Kind::Quoted;
        // Reserved words are fine here: the name is the database's, and is quoted on the way out.
        if !(quoted || token.kind == Kind::Word || token.kind.is_reserved()) || written == "\"\"" {
            return None;
        }
        parts.push(Ident {
            text: if quoted {
                unquoted(written)
            } else {
                written.to_owned()
            },
            quoted,
            span: token.start..token.end,
        });
        match tokens.next()?.kind {
            Kind::Eof if parts.len() <= 3 => return Some(parts),
            Kind::Dot => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dosic_diagnostics::{FileId, Span};

    fn classify(text: &str) -> SourceForm {
        classify_source(&SpannedText::verbatim(
            text,
            Span::new(FileId(0), 0, 999),
            0,
        ))
    }

    #[test]
    fn tables() {
        for (text, expected) in [
            ("orders", vec!["orders"]),
            ("public.orders", vec!["public", "orders"]),
            (
                " db.public.\"Order\"\"s\" ",
                vec!["db", "public", "Order\"s"],
            ),
            ("public.order", vec!["public", "order"]),
        ] {
            let SourceForm::Table(parts) = classify(text) else {
                panic!("{text} is no table");
            };
            let parts: Vec<_> = parts.iter().map(|p| p.text.as_str()).collect();
            assert_eq!(parts, expected, "{text}");
        }
    }

    #[test]
    fn queries() {
        for text in [
            "SELECT 1",
            "-- all\n /* of\n them */ ((select * from t))",
            "WITH a AS (SELECT 'it''s') SELECT * FROM a",
            "(VALUES (1), (2))",
            "SELECT `backtick`, $$text$$, 'unclosed FROM t",
        ] {
            assert_eq!(classify(text), SourceForm::Query, "{text}");
        }
    }

    #[test]
    fn neither() {
        for text in [
            "",
            "a.b.c.d",
            "a b",
            "a.",
            ".a",
            "data/*.parquet",
            "selected t",
            "FROM t",
            "(t)",
            "\"\"",
            "a-b",
            "my table.csv",
            "\"a",
            "/* t",
        ] {
            assert_eq!(classify(text), SourceForm::Other, "{text}");
        }
    }
}
