//! What may stand on several kinds of object: datatype, access, context for AI tools, extensions (digest 1.2, 1.4).

use dosic_diagnostics::{Check, Code, Diagnostic, Span, SpannedText, did_you_mean};
use dosic_ir::DataType;
use serde_json::from_str;

use super::Reader;
use super::keys::EXTENSION;
use super::object::Object;
use crate::{Extension, Node, NodeKind, ScalarTag};

/// The datatypes and their names.
const DATATYPES: &[(&str, DataType)] = &[
    ("String", DataType::String),
    ("Integer", DataType::Integer),
    ("Decimal", DataType::Decimal),
    ("Float", DataType::Float),
    ("Boolean", DataType::Boolean),
    ("Date", DataType::Date),
    ("Time", DataType::Time),
    ("DateTime", DataType::DateTime),
    ("DateTimeTz", DataType::DateTimeTz),
    ("Opaque", DataType::Opaque),
];

/// The names of the datatypes.
pub fn datatype_names() -> impl Iterator<Item = &'static str> {
    DATATYPES.iter().map(|(name, _)| *name)
}

/// What `data_type` may say in the spelling of databases.
const ALIASES: &[(&str, &str)] = &[
    ("VARCHAR", "String"),
    ("TEXT", "String"),
    ("BIGINT", "Integer"),
    ("INT", "Integer"),
    ("NUMERIC", "Decimal"),
    ("DOUBLE", "Float"),
    ("TIMESTAMP", "DateTime"),
];

impl Reader<'_> {
    /// `datatype`, or `data_type` as some examples write it.
    pub(super) fn datatype(&mut self, object: &mut Object) -> Option<(DataType, Span)> {
        let declared = object.take_entry("datatype");
        let alias = object.take_entry("data_type");
        if let (Some(first), Some(second)) = (&declared, &alias) {
            let title = object.title(self);
            self.push(
                Diagnostic::new(
                    Code::Schema,
                    Check::Schema,
                    format!("{title} has both `datatype` and `data_type`"),
                )
                .kind("duplicate-key")
                .at(second.key.span, "means the same")
                .at(first.key.span, "")
                .help("remove `data_type`"),
            );
        } else if let Some(entry) = alias {
            let text = object.as_text(self, "data_type", entry.value)?;
            return self.datatype_alias(entry.key.span, &text);
        }
        let entry = declared?;
        self.newer_key(entry.key.span);
        let text = object.as_text(self, "datatype", entry.value)?;
        let found = DATATYPES.iter().find(|(name, _)| *name == text.text);
        if found.is_none() {
            self.unknown_datatype(&text);
        }
        found.map(|(_, datatype)| (*datatype, text.span))
    }

    fn datatype_alias(&mut self, key: Span, text: &SpannedText) -> Option<(DataType, Span)> {
        let Some((name, datatype)) = datatype_like(&text.text) else {
            self.unknown_datatype(text);
            return None;
        };
        self.push(
            Diagnostic::new(
                Code::TypeAlias,
                Check::Schema,
                format!("`data_type: {}` is read as `datatype: {name}`", text.text),
            )
            .at(key.to(text.span), "")
            .help(format!("write `datatype: {name}`")),
        );
        Some((datatype, text.span))
    }

    fn unknown_datatype(&mut self, text: &SpannedText) {
        let names = || DATATYPES.iter().map(|(name, _)| *name);
        let help = match datatype_like(&text.text) {
            Some((name, _)) => format!("did you mean `{name}`?"),
            None => did_you_mean(&text.text, names()).unwrap_or_else(|| {
                let list: Vec<&str> = names().collect();
                format!("a datatype is one of {}", list.join(", "))
            }),
        };
        let message = format!("`{}` is no datatype", text.text);
        self.wrong_value(text.span, &message, &help);
    }

    /// Whether `access_modifier` is `private`.
    pub(super) fn is_private(&mut self, object: &mut Object) -> bool {
        let Some(text) = object.text(self, "access_modifier") else {
            return false;
        };
        match text.text.as_str() {
            "private" => true,
            "public" => false,
            other => {
                let help = did_you_mean(other, ["public", "private"])
                    .unwrap_or_else(|| "write `public` or `private`".to_owned());
                let message = format!("`{other}` is no access modifier");
                self.wrong_value(text.span, &message, &help);
                false
            }
        }
    }

    /// `ai_context`: text, or a mapping whose known keys have the right types.
    pub(super) fn ai_context(&mut self, object: &mut Object) -> Option<Node> {
        let node = object.take("ai_context")?;
        match &node.kind {
            NodeKind::Scalar(_, ScalarTag::String) => {}
            NodeKind::Mapping(entries) => {
                for entry in entries {
                    self.check_context(&entry.key.text, &entry.value);
                }
            }
            NodeKind::Scalar(..) | NodeKind::Sequence(_) => {
                let title = object.title(self);
                let message = format!("`ai_context` of {title} must be text or a mapping");
                self.wrong_type(&node, &message, "");
                return None;
            }
        }
        Some(node)
    }

    fn check_context(&mut self, key: &str, value: &Node) {
        let is_text = |n: &Node| matches!(n.kind, NodeKind::Scalar(_, ScalarTag::String));
        match (key, &value.kind) {
            _ if value.is_null() => {}
            ("instructions", _) if !is_text(value) => {
                self.wrong_type(value, "`instructions` of an `ai_context` must be text", "");
            }
            ("synonyms" | "examples", NodeKind::Sequence(items)) => {
                for item in items.iter().filter(|i| !is_text(i)) {
                    let help = super::object::text_help(item);
                    let message = format!("an item of `{key}` must be text");
                    self.wrong_type(item, &message, &help);
                }
            }
            ("synonyms" | "examples", _) => {
                let message = format!("`{key}` of an `ai_context` must be a list of texts");
                self.wrong_type(value, &message, "");
            }
            _ => {}
        }
    }

    /// `custom_extensions`; `data` that is not JSON is a warning, and kept.
    pub(super) fn extensions(&mut self, object: &mut Object) -> Vec<Extension> {
        let found = object.list(self, "custom_extensions", "begin each item with `- `");
        let items = found.map(|(items, _)| items).unwrap_or_default();
        self.each("custom_extensions", items, Self::extension)
    }

    fn extension(&mut self, node: Node) -> Option<Extension> {
        let mut object = Object::open(self, node, &EXTENSION)?;
        let data = object.required_text(self, "data");
        let vendor = object.required_text(self, "vendor_name");
        let (data, vendor) = (data?, vendor?);
        if let Err(error) = from_str::<serde::de::IgnoredAny>(&data.text) {
            let (name, path) = (&vendor.text, self.path.to_string());
            self.push(
                Diagnostic::new(
                    Code::ExtensionInvalidJson,
                    Check::Schema,
                    format!("the data of {path} (vendor {name}) is not JSON: {error}"),
                )
                .at(data.span, "")
                .help("other tools expect JSON text here"),
            );
        }
        Some(Extension { vendor, data })
    }

    /// Reports `E_SCHEMA/wrong-value`.
    pub(super) fn wrong_value(&mut self, at: Span, message: &str, help: &str) {
        self.schema_fault("wrong-value", at, message, help);
    }

    /// Reports `E_SCHEMA/empty-list`.
    pub(super) fn empty_list(&mut self, at: Span, message: &str, help: &str) {
        self.schema_fault("empty-list", at, message, help);
    }

    fn schema_fault(&mut self, kind: &'static str, at: Span, message: &str, help: &str) {
        let mut diagnostic = Diagnostic::new(Code::Schema, Check::Schema, message)
            .kind(kind)
            .at(at, "");
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.push(diagnostic);
    }
}

/// The datatype that a word means, in OSI's spelling or a database's, in any letter case.
fn datatype_like(word: &str) -> Option<(&'static str, DataType)> {
    let alias = ALIASES.iter().find(|(a, _)| a.eq_ignore_ascii_case(word));
    let name = alias.map_or(word, |(_, name)| name);
    let found = DATATYPES.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
    found.copied()
}
