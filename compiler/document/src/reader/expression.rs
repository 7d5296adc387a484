//! Expression slots and their dialects (semantics digest 1.3). Every variant is kept; none is parsed here.

use dosic_diagnostics::{Check, Code, Diagnostic, Span, SpannedText};

use super::Reader;
use super::keys::{EXPRESSION, VARIANT};
use super::object::Object;
use crate::{Expression, Node, NodeKind, ScalarTag, Variant};

/// The dialect of an expression when neither it nor its model names one.
pub(crate) const DEFAULT_DIALECT: &str = "OSSIE";

/// The spellings of the OSSIE dialect in use.
const OSSIE_SPELLINGS: &[&str] = &["OSSIE_SQL_2026", "OSI_SQL_2026"];

/// The normal form of a dialect's name: upper case, the spellings of OSSIE as one.
pub(crate) fn dialect_name(mut name: String) -> String {
    if name.trim().len() < name.len() {
        name = name.trim().to_owned();
    }
    name.make_ascii_uppercase();
    if OSSIE_SPELLINGS.contains(&name.as_str()) {
        DEFAULT_DIALECT.to_owned()
    } else {
        name
    }
}

const FORMS: &str = "write `expression: SUM(dataset.field)`, or `expression: {dialects: [{dialect: ANSI_SQL, expression: …}]}`";

impl Reader<'_> {
    /// Reads the required `expression` of an object: `{dialects: […]}`, text, or the bare list.
    pub(super) fn expression(&mut self, object: &mut Object) -> Option<Expression> {
        let node = object.require(self, "expression")?;
        let span = node.span;
        let variants = self.below("expression", |reader| match node.kind {
            NodeKind::Scalar(text, ScalarTag::String) => Some(vec![Variant {
                dialect: reader.default_dialect.clone(),
                dialect_span: None,
                text,
            }]),
            NodeKind::Sequence(items) => reader.variants(items, span),
            NodeKind::Mapping(ref entries) => {
                if entries.iter().any(|e| e.key.text == "expression") {
                    let title = object.title(reader);
                    let message = format!("`expression` of {title} must be text or `dialects`");
                    reader.wrong_type(&node, &message, FORMS);
                    return None;
                }
                let mut slot = Object::open(reader, node, &EXPRESSION)?;
                if !slot.has("dialects") {
                    slot.missing(reader, "dialects");
                    return None;
                }
                let (items, span) = slot.list(reader, "dialects", FORMS)?;
                reader.variants(items, span)
            }
            NodeKind::Scalar(..) => {
                let title = object.title(reader);
                let help = super::object::text_help(&node);
                let message = format!("`expression` of {title} must be text or `dialects`");
                reader.wrong_type(&node, &message, &help);
                None
            }
        })?;
        Some(Expression { variants, span })
    }

    /// What stands for an expression whose fault is reported, so that the name it belongs to is known: NULL,
    /// which fits everywhere.
    pub(super) fn no_expression(&self, span: Span) -> Expression {
        let variant = Variant {
            dialect: DEFAULT_DIALECT.to_owned(),
            dialect_span: None,
            text: SpannedText::synthetic("NULL", span),
        };
        Expression {
            variants: vec![variant],
            span,
        }
    }

    fn variants(&mut self, items: Vec<Node>, span: Span) -> Option<Vec<Variant>> {
        if items.is_empty() {
            let path = self.path.to_string();
            self.empty_list(span, &format!("{path} names no dialect"), FORMS);
            return None;
        }
        let mut variants = self.each("dialects", items, Self::variant);
        let mut at = 0;
        while let Some((variant, before)) = variants.get(..=at).and_then(|v| v.split_last()) {
            if let Some(first) = before.iter().find(|v| v.dialect == variant.dialect) {
                let diagnostic = self.duplicate_dialect(first, variant);
                self.push(diagnostic);
                variants.remove(at);
            } else {
                at += 1;
            }
        }
        (!variants.is_empty()).then_some(variants)
    }

    fn variant(&mut self, node: Node) -> Option<Variant> {
        let mut object = Object::open(self, node, &VARIANT)?;
        let named = object.has("dialect");
        let dialect = object.text(self, "dialect");
        let text = object.required_text(self, "expression");
        if named && dialect.is_none() {
            return None;
        }
        let Some(dialect) = dialect else {
            let default = self.default_dialect.clone();
            self.push(
                Diagnostic::new(
                    Code::MissingDialect,
                    Check::Schema,
                    format!("{} names no dialect and is read as {default}", self.path),
                )
                .at(object.anchor, "")
                .help("add `dialect: ANSI_SQL`"),
            );
            return Some(Variant {
                dialect: default,
                dialect_span: None,
                text: text?,
            });
        };
        Some(Variant {
            dialect_span: Some(dialect.span),
            dialect: dialect_name(dialect.text),
            text: text?,
        })
    }

    fn duplicate_dialect(&self, first: &Variant, second: &Variant) -> Diagnostic {
        let (path, dialect) = (&self.path, &second.dialect);
        let place = |v: &Variant| v.dialect_span.unwrap_or(v.text.span);
        Diagnostic::new(
            Code::Schema,
            Check::Schema,
            format!("{path} has dialect {dialect} twice"),
        )
        .kind("duplicate-dialect")
        .at(place(second), "second time")
        .at(place(first), "first time")
        .help("keep one of the two")
    }
}
