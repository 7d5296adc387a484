//! Datasets and their fields.

use dosic_diagnostics::SpannedText;

use super::Reader;
use super::keys::{DATASET, DIMENSION, FIELD};
use super::object::Object;
use crate::{Dataset, Dimension, Field, Node, NodeKind, ScalarTag};

impl Reader<'_> {
    pub(super) fn dataset(&mut self, node: Node) -> Option<Dataset> {
        let mut object = Object::open(self, node, &DATASET)?;
        let source = object.required_text(self, "source");
        let primary_key = object.texts(self, "primary_key", "write a list: [column]");
        let unique_keys = self.unique_keys(&mut object);
        let description = object.text(self, "description");
        let ai_context = self.ai_context(&mut object);
        let extensions = self.extensions(&mut object);
        let fields = object.list(self, "fields", "begin each field with `- `");
        let fields = fields.map(|(items, _)| items).unwrap_or_default();
        let fields = self.each("fields", fields, Self::field);
        let name = object.required_text(self, "name")?;
        Some(Dataset {
            // Its name is known, and what refers to it is right: the fault is reported once.
            source: source.unwrap_or_else(|| SpannedText::synthetic("missing", name.span)),
            name,
            primary_key: primary_key.map(|(columns, _)| columns).unwrap_or_default(),
            unique_keys,
            description,
            ai_context,
            fields,
            extensions,
        })
    }

    /// `unique_keys`: a list of keys, each a list with at least one column.
    fn unique_keys(&mut self, object: &mut Object) -> Vec<Vec<SpannedText>> {
        let help = "write a list of lists: [[column], [first, second]]";
        let Some((items, _)) = object.list(self, "unique_keys", help) else {
            return Vec::new();
        };
        let mut keys = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            match item.kind {
                NodeKind::Sequence(columns) if columns.is_empty() => {
                    let title = object.title(self);
                    let message = format!("`unique_keys[{i}]` of {title} is empty");
                    self.empty_list(item.span, &message, "name its columns, or remove it");
                }
                NodeKind::Sequence(columns) => {
                    let written = columns.len();
                    let key = object.text_items(self, &format!("unique_keys[{i}]"), columns);
                    // With a column missing, the key would claim more than was written.
                    if key.len() == written {
                        keys.push(key);
                    }
                }
                _ => {
                    let title = object.title(self);
                    let message =
                        format!("`unique_keys[{i}]` of {title} must be a list of columns");
                    self.wrong_type(&item, &message, help);
                }
            }
        }
        keys
    }

    fn field(&mut self, node: Node) -> Option<Field> {
        let mut object = Object::open(self, node, &FIELD)?;
        let expression = self.expression(&mut object);
        let dimension = self.dimension(&mut object);
        let label = object.text(self, "label");
        let description = object.text(self, "description");
        let datatype = self.datatype(&mut object);
        let private = self.is_private(&mut object);
        let ai_context = self.ai_context(&mut object);
        let extensions = self.extensions(&mut object);
        let name = object.required_text(self, "name")?;
        Some(Field {
            expression: expression.unwrap_or_else(|| self.no_expression(name.span)),
            name,
            dimension,
            label,
            description,
            datatype,
            private,
            ai_context,
            extensions,
        })
    }

    fn dimension(&mut self, object: &mut Object) -> Option<Dimension> {
        let node = object.take("dimension")?;
        self.below("dimension", |reader| {
            let mut dimension = Object::open(reader, node, &DIMENSION)?;
            let is_time = dimension.take("is_time").and_then(|value| {
                if let NodeKind::Scalar(_, ScalarTag::Boolean(yes)) = value.kind {
                    return Some(yes);
                }
                let message = "`is_time` must be true or false";
                reader.wrong_type(&value, message, "write `true` or `false`, without quotes");
                None
            });
            Some(Dimension { is_time })
        })
    }
}
