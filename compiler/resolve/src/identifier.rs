//! Names as models write them: form, length and reserved words (semantics digest 2.1 and 2.3, R9, R14).

use std::borrow::Cow;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_expr::ast;
use dosic_ir::Ident;

/// Longest name, in characters.
const MAX_LENGTH: usize = 128;

/// Reserved in any case, quoted or not.
const RESERVED: [&str; 3] = ["FILTER", "GRAIN", "QUERY_FILTER"];

/// Words of the grammar, reserved unless quoted. Sorted.
const KEYWORDS: [&str; 59] = [
    "ALL",
    "AND",
    "ANY",
    "AS",
    "ASC",
    "BETWEEN",
    "BY",
    "CASE",
    "CAST",
    "CREATE",
    "CROSS",
    "DELETE",
    "DESC",
    "DISTINCT",
    "DROP",
    "ELSE",
    "END",
    "ESCAPE",
    "EXCEPT",
    "EXISTS",
    "FALSE",
    "FROM",
    "FULL",
    "GROUP",
    "HAVING",
    "ILIKE",
    "IN",
    "INNER",
    "INSERT",
    "INTERSECT",
    "INTO",
    "IS",
    "JOIN",
    "LEFT",
    "LIKE",
    "LIMIT",
    "NATURAL",
    "NOT",
    "NULL",
    "ON",
    "OR",
    "ORDER",
    "OUTER",
    "OVER",
    "PARTITION",
    "RIGHT",
    "SELECT",
    "SET",
    "TABLE",
    "THEN",
    "TRUE",
    "UNION",
    "UPDATE",
    "USING",
    "VALUES",
    "WHEN",
    "WHERE",
    "WITH",
    "WITHIN",
];

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Dataset,
    Field,
    Metric,
    Relationship,
}

impl Kind {
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Dataset => "dataset",
            Self::Field => "field",
            Self::Metric => "metric",
            Self::Relationship => "relationship",
        }
    }
}

/// The form of a name in YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `order_id`
    Regular,
    /// `"Order Total"`: the content, quotes undoubled.
    Quoted(String),
    /// `Order Total`: no identifier unless it is quoted.
    Irregular,
    /// Empty, unbalanced quotes, or a character that no database accepts.
    Malformed,
}

impl Form {
    /// The form of a text.
    pub(crate) fn of(text: &str) -> Self {
        if Ident::is_regular(text) {
            return Self::Regular;
        }
        if text.trim().is_empty() || text.contains('\0') {
            return Self::Malformed;
        }
        let Some(rest) = text.strip_prefix('"') else {
            return Self::Irregular;
        };
        let content = rest.strip_suffix('"').map(|c| c.replace("\"\"", "\u{0}"));
        match content {
            Some(c) if !c.is_empty() && !c.contains('"') => Self::Quoted(c.replace('\u{0}', "\"")),
            _ => Self::Malformed,
        }
    }

    /// The identifier of a text of this form; what is no identifier counts as quoted.
    pub(crate) fn ident(&self, text: &str) -> Ident {
        match self {
            Self::Regular => Ident::regular(text),
            Self::Quoted(content) => Ident::quoted(content),
            Self::Irregular | Self::Malformed => Ident::quoted(text),
        }
    }
}

/// The identifier that a reference in YAML means (`from: orders`, `to_columns: [id]`), without any check.
pub(crate) fn referenced(text: &str) -> Ident {
    Form::of(text).ident(text)
}

/// The identifier that a declaration gives, its form checked. Always gives one, so that whatever
/// refers to it is not reported as well.
pub(crate) fn declared(
    text: &SpannedText,
    kind: Kind,
    strict: bool,
    sink: &mut Diagnostics,
) -> Ident {
    let form = Form::of(&text.text);
    let ident = form.ident(&text.text);
    let noun = kind.noun();
    let invalid = |message: String| {
        Diagnostic::new(Code::InvalidIdentifier, Check::Names, message).at(text.span, "")
    };
    match form {
        Form::Malformed => sink.push(
            invalid(format!("`{}` is no name for a {noun}", text.text)).help(
                "a name is `[A-Za-z_][A-Za-z0-9_]*`, or any text in double quotes, inside which `\"\"` stands for one",
            ),
        ),
        Form::Irregular if kind != Kind::Relationship => {
            let spelling = ident.spelling();
            if strict {
                sink.push(
                    invalid(format!("the {noun} name `{}` is no identifier", text.text)).help(format!(
                        "quote it inside the YAML string: `name: '{}'`",
                        spelling.replace('\'', "''")
                    )),
                );
            } else {
                let message = format!("the {noun} name `{}` is read as if it were quoted", text.text);
                sink.push(
                    Diagnostic::new(Code::IdentifierQuoted, Check::Names, message)
                        .at(text.span, "")
                        .help(format!("write `{spelling}` in expressions")),
                );
            }
        }
        _ => {}
    }
    let length = ident.display().chars().count();
    if length > MAX_LENGTH {
        sink.push(
            invalid(format!("the {noun} name has {length} characters"))
                .help(format!("shorten it to at most {MAX_LENGTH} characters")),
        );
    }
    check_reserved(text, &ident, noun, sink);
    ident
}

fn check_reserved(text: &SpannedText, ident: &Ident, noun: &str, sink: &mut Diagnostics) {
    let name = ident.display();
    let is = |word: &&str| word.eq_ignore_ascii_case(name);
    let deferred = RESERVED.iter().any(|w| is(w));
    let keyword = !ident.is_quoted() && KEYWORDS.iter().any(|w| is(w));
    let (message, help) = if deferred {
        (
            format!(
                "the {noun} name `{name}` is reserved for deferred features of the Foundation (§10)"
            ),
            format!("rename the {noun}, for example to `{name}_`"),
        )
    } else if keyword {
        (
            format!(
                "the {noun} name `{name}` is reserved: it is a word of the expression language, deferred (§10) as a name"
            ),
            format!("rename the {noun}, or quote it: `name: '\"{name}\"'`"),
        )
    } else {
        return;
    };
    sink.push(
        Diagnostic::new(Code::DeferredKeyRejected, Check::Names, message)
            .kind("reserved-name")
            .at(text.span, "reserved")
            .help(help),
    );
}

/// The normal form of an identifier of an expression (2.1), without copying where it is one already.
pub(crate) fn normal(ident: &ast::Ident) -> Cow<'_, str> {
    if ident.quoted || !ident.text.bytes().any(|b| b.is_ascii_lowercase()) {
        Cow::Borrowed(&ident.text)
    } else {
        Cow::Owned(ident.text.to_ascii_uppercase())
    }
}

/// The identifier of the IR for one of an expression.
#[must_use]
pub fn ident_of(ident: &ast::Ident) -> Ident {
    if ident.quoted {
        Ident::quoted(&ident.text)
    } else {
        Ident::regular(&ident.text)
    }
}

/// Parts as they were written: `orders."Order Total"`.
pub(crate) fn spelling(parts: &[ast::Ident]) -> String {
    let parts: Vec<String> = parts.iter().map(|p| ident_of(p).spelling()).collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use dosic_diagnostics::{FileId, Span};

    use super::*;

    fn codes(name: &str, strict: bool) -> Vec<&'static str> {
        let span = Span::new(FileId(0), 0, 1);
        let mut sink = Diagnostics::new();
        declared(
            &SpannedText::synthetic(name, span),
            Kind::Field,
            strict,
            &mut sink,
        );
        sink.iter().map(|d| d.code.name()).collect()
    }

    #[test]
    fn forms() {
        assert_eq!(Form::of("a_1"), Form::Regular);
        assert_eq!(
            Form::of("\"a \"\"b\"\"\""),
            Form::Quoted("a \"b\"".to_owned())
        );
        assert_eq!(Form::of("order-id"), Form::Irregular);
        for bad in ["", " ", "\"", "\"\"", "\"a", "\"a\"b\""] {
            assert_eq!(Form::of(bad), Form::Malformed, "{bad}");
        }
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(codes("amount", true), [""; 0]);
        assert_eq!(codes("Total Sales", true), ["E_INVALID_IDENTIFIER"]);
        assert_eq!(codes("Total Sales", false), ["W_IDENTIFIER_QUOTED"]);
        assert_eq!(codes("\"a", false), ["E_INVALID_IDENTIFIER"]);
        assert_eq!(codes(&"x".repeat(128), true), [""; 0]);
        assert_eq!(codes(&"x".repeat(129), false), ["E_INVALID_IDENTIFIER"]);
        assert_eq!(codes("Filter", false), ["E_DEFERRED_KEY_REJECTED"]);
        assert_eq!(codes("\"grain\"", false), ["E_DEFERRED_KEY_REJECTED"]);
        assert_eq!(codes("order", false), ["E_DEFERRED_KEY_REJECTED"]);
        assert_eq!(codes("\"order\"", false), [""; 0]);
        assert_eq!(codes("date", true), [""; 0]);
    }
}
