//! Names as models write them: form, length and reserved words (semantics digest 2.1 and 2.3, R9, R14).

use std::borrow::Cow;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_expr::{MAX_NAME_LENGTH, NameFault, ast, parse_name};
use dosic_ir::Ident;

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

/// The identifier of a name in YAML, and what is wrong with it. What is no identifier counts as quoted,
/// a word of the grammar as regular.
pub(crate) fn read(text: &SpannedText) -> (Ident, Option<NameFault>) {
    match parse_name(text) {
        Ok((name, true)) => (Ident::quoted(&name), None),
        Ok((name, false)) => (Ident::regular(&name), None),
        Err(fault) => {
            let ident = match &fault {
                NameFault::Forbidden { name } if text.text.contains('"') => Ident::quoted(name),
                NameFault::Keyword { name } | NameFault::Forbidden { name } => Ident::regular(name),
                NameFault::NotRegular { name } => Ident::quoted(name),
                NameFault::Empty | NameFault::Quotes { .. } | NameFault::TooLong { .. } => {
                    Ident::quoted(&text.text)
                }
            };
            (ident, Some(fault))
        }
    }
}

/// The identifier that a reference in YAML means (`from: orders`), without any check.
pub(crate) fn referenced(text: &SpannedText) -> Ident {
    read(text).0
}

/// The identifier that a declaration gives, its form checked. Always gives one, so that whatever
/// refers to it is not reported as well.
pub(crate) fn declared(
    text: &SpannedText,
    kind: Kind,
    strict: bool,
    sink: &mut Diagnostics,
) -> Ident {
    let (ident, fault) = read(text);
    let Some(fault) = fault else { return ident };
    let noun = kind.noun();
    let spelling = ident.spelling();
    let length = ident.display().chars().count();
    let diagnostic = match &fault {
        NameFault::Keyword { name } => reserved(
            format!(
                "the {noun} name `{name}` is reserved: it is a word of the expression language, deferred (§10) as a name"
            ),
            &fault,
        ),
        NameFault::Forbidden { name } => reserved(
            format!(
                "the {noun} name `{name}` is reserved for deferred features of the Foundation (§10)"
            ),
            &fault,
        ),
        NameFault::NotRegular { .. } if length > MAX_NAME_LENGTH => Diagnostic::new(
            Code::InvalidIdentifier,
            Check::Names,
            format!("the {noun} name has {length} characters, more than {MAX_NAME_LENGTH}"),
        )
        .help("shorten it"),
        NameFault::NotRegular { .. } if kind == Kind::Relationship => return ident,
        NameFault::NotRegular { name } if !strict => Diagnostic::new(
            Code::IdentifierQuoted,
            Check::Names,
            format!("the {noun} name `{name}` is read as if it were quoted"),
        )
        .help(format!("write `{spelling}` in expressions")),
        _ => Diagnostic::new(
            Code::InvalidIdentifier,
            Check::Names,
            format!("this is no name for a {noun}: {fault}"),
        )
        .help(fault.help()),
    };
    sink.push(diagnostic.at(text.span, ""));
    ident
}

fn reserved(message: String, fault: &NameFault) -> Diagnostic {
    Diagnostic::new(Code::DeferredKeyRejected, Check::Names, message)
        .kind("reserved-name")
        .help(fault.help())
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
