//! Models and relationships.

use dosic_diagnostics::{Check, Code, Diagnostic, FileId, SpannedText};

use super::keys::{MODEL, RELATIONSHIP};
use super::object::Object;
use super::{Datasets, ModelPart, Reader};
use crate::reader::expression::{DEFAULT_DIALECT, dialect_name};
use crate::{Model, Node, Relationship, Version};

impl Reader<'_> {
    /// Reads one model; its name is required, and whether it has datasets is asked when its parts are together.
    pub(super) fn model(
        &mut self,
        node: Node,
        file: FileId,
        version: Version,
        document: usize,
    ) -> Option<ModelPart> {
        let mut object = Object::open(self, node, &MODEL)?;
        let dialect = object.text(self, "dialect");
        self.default_dialect = dialect.as_ref().map_or_else(
            || DEFAULT_DIALECT.to_owned(),
            |d| dialect_name(d.text.clone()),
        );
        let list = |object: &mut Object, reader: &mut Self, key| {
            let found = object.list(reader, key, "begin each item with `- `");
            found.map(|(items, _)| items).unwrap_or_default()
        };
        let has_datasets = object.has("datasets");
        let (datasets, state) = match object.list(self, "datasets", "begin each item with `- `") {
            Some((items, span)) if items.is_empty() => (items, Datasets::Empty(span)),
            Some((items, _)) => (items, Datasets::Listed),
            None if has_datasets => (Vec::new(), Datasets::Listed),
            None => (Vec::new(), Datasets::Absent),
        };
        let datasets = self.each("datasets", datasets, Self::dataset);
        let relationships = list(&mut object, self, "relationships");
        let relationships = self.each("relationships", relationships, Self::relationship);
        let metrics = list(&mut object, self, "metrics");
        let metrics = self.each("metrics", metrics, Self::metric);
        let description = object.text(self, "description");
        let ai_context = self.ai_context(&mut object);
        let extensions = self.extensions(&mut object);
        let anchor = object.anchor;
        let name = self.free_name(&mut object)?;
        Some(ModelPart {
            model: Model {
                name,
                file,
                version,
                description,
                dialect,
                ai_context,
                datasets,
                relationships,
                metrics,
                extensions,
            },
            document,
            anchor,
            datasets: state,
        })
    }

    /// A name that may be any text but empty.
    fn free_name(&mut self, object: &mut Object) -> Option<SpannedText> {
        let name = object.required_text(self, "name")?;
        if name.text.trim().is_empty() {
            let message = format!("the name of a {} is empty", object.shape.noun);
            self.wrong_value(name.span, &message, "");
            return None;
        }
        Some(name)
    }

    fn relationship(&mut self, node: Node) -> Option<Relationship> {
        let mut object = Object::open(self, node, &RELATIONSHIP)?;
        let from = object.required_text(self, "from");
        let to = object.required_text(self, "to");
        let from_columns = self.columns(&mut object, "from_columns");
        let to_columns = self.columns(&mut object, "to_columns");
        let description = object.text(self, "description");
        let ai_context = self.ai_context(&mut object);
        let extensions = self.extensions(&mut object);
        let title = object.title(self);
        let name = self.free_name(&mut object);
        let (from_columns, to_columns) = (from_columns?, to_columns?);
        if from_columns.len() != to_columns.len() {
            self.push(unequal(&title, &from_columns, &to_columns));
            return None;
        }
        Some(Relationship {
            name: name?,
            from: from?,
            to: to?,
            from_columns,
            to_columns,
            description,
            ai_context,
            extensions,
        })
    }

    /// A column list of a relationship, which has at least one column.
    fn columns(&mut self, object: &mut Object, key: &'static str) -> Option<Vec<SpannedText>> {
        if !object.has(key) {
            object.missing(self, key);
            return None;
        }
        let (items, span) = object.list(self, key, "write a list: [column]")?;
        let written = items.len();
        if written == 0 {
            let title = object.title(self);
            let message = format!("`{key}` of {title} is empty");
            self.empty_list(span, &message, "name at least one column");
            return None;
        }
        let columns = object.text_items(self, key, items);
        (columns.len() == written).then_some(columns)
    }
}

fn unequal(title: &str, from: &[SpannedText], to: &[SpannedText]) -> Diagnostic {
    let span = |columns: &[SpannedText]| {
        let spans = columns.iter().map(|c| c.span);
        spans.reduce(dosic_diagnostics::Span::to)
    };
    let count = |columns: &[SpannedText]| match columns.len() {
        1 => "1 column".to_owned(),
        n => format!("{n} columns"),
    };
    Diagnostic::new(
        Code::InvalidRelationship,
        Check::RelationshipEnds,
        format!("`from_columns` and `to_columns` of {title} differ in length"),
    )
    .at_opt(span(from), count(from))
    .at_opt(span(to), count(to))
    .help("columns are paired by position; name as many on one side as on the other")
}
