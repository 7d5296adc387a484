//! Names that stand alone in YAML: `metric: revenue`, `name: '"Order Total"'`, `alias: Total Sales`.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_expr::{MAX_NAME_LENGTH, ast, is_called_bare};
use dosic_ir::Ident;

/// The identifier a text means: regular, in its quotes, or else as if it were quoted (R14).
pub(crate) fn name_ident(text: &str) -> ast::Ident {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let (text, quoted) = match inner {
        Some(inner) if !inner.is_empty() => (inner.replace("\"\"", "\""), true),
        _ => (text.to_owned(), !Ident::is_regular(text)),
    };
    ast::Ident {
        text,
        quoted,
        span: 0..0,
    }
}

/// A reference made of names that stand alone; its place is the whole of its text.
pub(crate) fn reference(parts: Vec<ast::Ident>, text: &SpannedText) -> ast::Expr {
    let whole = 0..text.text.len();
    let parts = parts
        .into_iter()
        .map(|p| ast::Ident {
            span: whole.clone(),
            ..p
        })
        .collect();
    ast::Expr {
        kind: ast::ExprKind::Ref(parts),
        span: whole,
    }
}

/// The identifier of an alias that stands beside its expression.
pub(crate) fn alias_ident(text: &SpannedText, sink: &mut Diagnostics) -> Ident {
    let ident = dosic_resolve::ident_of(&name_ident(&text.text));
    check_alias(&ident, text, sink);
    ident
}

/// `E_INVALID_IDENTIFIER` for an alias of more than 128 characters, and for one that `order_by` would take for
/// something else: `CURRENT_DATE` is the day of today.
pub(crate) fn check_alias(alias: &Ident, text: &SpannedText, sink: &mut Diagnostics) {
    let name = alias.display();
    let length = name.chars().count();
    let invalid = |message| Diagnostic::new(Code::InvalidIdentifier, Check::QueryNames, message);
    if length > MAX_NAME_LENGTH {
        let help = format!("shorten it to at most {MAX_NAME_LENGTH} characters");
        let long = invalid(format!("an alias of {length} characters"));
        sink.push(long.at(text.span, "too long").help(help));
    }
    if !alias.is_quoted() && is_called_bare(name) {
        let function = invalid(format!("the alias `{name}` is a function"));
        let help = format!("choose another name, or quote it: `\"{name}\"`");
        sink.push(
            function
                .at(text.span, "is called without parentheses")
                .help(help),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_regular_quoted_or_taken_as_quoted() {
        let of = |text| {
            let ident = name_ident(text);
            (ident.text, ident.quoted)
        };
        assert_eq!(of("revenue"), ("revenue".to_owned(), false));
        assert_eq!(of("\"Order \"\"x\"\"\""), ("Order \"x\"".to_owned(), true));
        assert_eq!(of("Order Total"), ("Order Total".to_owned(), true));
        assert_eq!(of("\""), ("\"".to_owned(), true));
    }
}
