//! Metrics.

use super::Reader;
use super::keys::METRIC;
use super::object::Object;
use crate::{Metric, Node};

impl Reader<'_> {
    pub(super) fn metric(&mut self, node: Node) -> Option<Metric> {
        let mut object = Object::open(self, node, &METRIC)?;
        let expression = self.expression(&mut object);
        let description = object.text(self, "description");
        let datatype = self.datatype(&mut object);
        let private = self.is_private(&mut object);
        let ai_context = self.ai_context(&mut object);
        let extensions = self.extensions(&mut object);
        let name = object.required_text(self, "name")?;
        Some(Metric {
            expression: expression.unwrap_or_else(|| self.no_expression(name.span)),
            name,
            description,
            datatype,
            private,
            ai_context,
            extensions,
        })
    }
}
