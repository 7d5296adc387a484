//! What is said about names that mean nothing: `E_NAME_NOT_FOUND`.

use dosic_diagnostics::{Check, Code, Diagnostic, Span, did_you_mean, nearest};
use dosic_expr::ast;
use dosic_ir::{DatasetId, FieldId, Ident, RelationshipId};

use crate::identifier::{ident_of, spelling};
use crate::{Global, ResolvedModel};

/// How many places a message lists.
const MAX_LISTED: usize = 8;

/// An unknown name at a place.
pub(crate) struct NotFound<'m> {
    pub(crate) resolved: &'m ResolvedModel,
    pub(crate) check: Check,
    pub(crate) span: Span,
    /// Whether similar names may be searched.
    pub(crate) suggest: bool,
}

impl NotFound<'_> {
    fn fault(&self, message: String) -> Diagnostic {
        Diagnostic::new(Code::NameNotFound, self.check, message)
    }

    fn with_help(
        &self,
        fault: Diagnostic,
        label: &str,
        help: Option<String>,
        otherwise: &str,
    ) -> Diagnostic {
        let help = help.unwrap_or_else(|| otherwise.to_owned());
        fault.at(self.span, label).help(help)
    }

    /// A bare name that is no metric; `fields` are the fields of that name.
    pub(crate) fn bare(&self, name: &ast::Ident, fields: &[FieldId]) -> Diagnostic {
        let model = &self.resolved.model;
        let message = format!(
            "no metric `{}` in the global scope",
            spelling(std::slice::from_ref(name))
        );
        if fields.is_empty() {
            let metrics = model.metrics.iter().map(|m| m.name.display());
            let help = self.similar(&name.text, metrics);
            return self.with_help(
                self.fault(message),
                "not found",
                help,
                "a bare name is a metric; a field is written `dataset.field`",
            );
        }
        let mut listed: Vec<String> = fields
            .iter()
            .take(MAX_LISTED)
            .map(|f| format!("`{}`", model.qualified(*f)))
            .collect();
        if fields.len() > MAX_LISTED {
            listed.push(format!("{} more", fields.len() - MAX_LISTED));
        }
        let help = format!(
            "a field is named with its dataset: write {}",
            listed.join(" or ")
        );
        self.fault(message)
            .at(self.span, "a bare name is a metric")
            .help(help)
    }

    /// A bare name that is a dataset or relationship.
    pub(crate) fn no_value(&self, name: &ast::Ident, global: Global) -> Diagnostic {
        let noun = global.kind().noun();
        let message = format!(
            "`{}` is a {noun} of the global scope, not a value",
            spelling(std::slice::from_ref(name))
        );
        let help = match global {
            Global::Dataset(id) => self.example_of(id),
            _ => "a value is a metric, or a field written `dataset.field`".to_owned(),
        };
        self.fault(message)
            .at(self.span, format!("a {noun}"))
            .help(help)
    }

    fn example_of(&self, dataset: DatasetId) -> String {
        let model = &self.resolved.model;
        let first = model.datasets.get(dataset).and_then(|d| d.fields.first());
        match first {
            Some(field) => format!(
                "name one of its fields, such as `{}`",
                model.qualified(*field)
            ),
            None => "declare a field and name it `dataset.field`".to_owned(),
        }
    }

    /// A reference of three or more parts under strict.
    pub(crate) fn three_parts(&self, parts: &[ast::Ident]) -> Diagnostic {
        let message = format!("`{}` has {} parts", spelling(parts), parts.len());
        self.fault(message)
            .at(self.span, "not found")
            .help("a reference is a metric or `dataset.field`; naming a relationship before it is not part of the Foundation (strict)")
    }

    /// `a.b` where `a` is no dataset.
    pub(crate) fn dataset(&self, name: &ast::Ident, field: &ast::Ident) -> Diagnostic {
        let model = &self.resolved.model;
        let written = ident_of(name).spelling();
        match self.resolved.names.global(&ident_of(name)) {
            Some(Global::Relationship(_)) => self
                .fault(format!("`{written}` is a relationship, not a dataset"))
                .at(self.span, "not found")
                .help(format!(
                    "name the dataset as well: `{written}.dataset.{}`",
                    ident_of(field).spelling()
                )),
            Some(Global::Metric(_)) => self
                .fault(format!(
                    "`{written}` is a metric, not a dataset, and has no fields"
                ))
                .at(self.span, "not found")
                .help(format!("write `{written}` alone")),
            _ => {
                let help =
                    self.similar(&name.text, model.datasets.iter().map(|d| d.name.display()));
                let fault = self.fault(format!(
                    "there is no dataset `{written}` in the global scope"
                ));
                self.with_help(
                    fault,
                    "not found",
                    help,
                    "the part before the dot is a dataset of this model",
                )
            }
        }
    }

    /// `dataset.name` where the dataset has no such field.
    pub(crate) fn field(&self, dataset: DatasetId, name: &ast::Ident) -> Diagnostic {
        let model = &self.resolved.model;
        let written = ident_of(name).spelling();
        let dataset_name = model.dataset_name(dataset);
        let message = format!("the dataset `{dataset_name}` has no field `{written}`");
        if let Some(Global::Metric(_)) = self.resolved.names.global(&ident_of(name)) {
            return self.fault(message).at(self.span, "not found").help(format!(
                "metrics belong to no dataset: write `{written}` for the metric of the global scope, or declare a field `{written}` of `{dataset_name}` for a column"
            ));
        }
        let near = self.nearest_field(dataset, &name.text);
        let help = match near {
            Some(near) => format!(
                "did you mean `{}`? If not, declare a field for the column",
                model.qualified(near)
            ),
            None if self.resolved.columns(dataset).is_some() => {
                "the source has no such column either: declare a field, or name another".to_owned()
            }
            None => format!(
                "columns of the source are reached only through fields: declare a field `{written}` of `{dataset_name}`"
            ),
        };
        self.fault(message).at(self.span, "not found").help(help)
    }

    /// The declared field of a dataset whose name is close to `name`.
    pub(crate) fn nearest_field(&self, dataset: DatasetId, name: &str) -> Option<FieldId> {
        let model = &self.resolved.model;
        let fields = &model.datasets.get(dataset)?.fields;
        let declared = fields.iter().filter_map(|f| model.fields.get(*f));
        let names = declared
            .filter(|f| !f.implied)
            .map(|f| f.name.display())
            .filter(|other| is_near_in_length(name, other));
        let near = nearest(name, names)?;
        fields.iter().copied().find(|f| {
            let field = model.fields.get(*f);
            field.is_some_and(|f| f.name.display() == near)
        })
    }

    /// A bare name in a field of `dataset` that is neither a column nor a field.
    pub(crate) fn column(&self, dataset: DatasetId, name: &Ident) -> Diagnostic {
        let dataset_name = self.resolved.model.dataset_name(dataset);
        let message = format!(
            "the source of `{dataset_name}` has no column `{}`",
            name.spelling()
        );
        let columns = self.resolved.columns(dataset);
        let column = columns.and_then(|c| self.similar(name.display(), c.names()));
        let help = column.or_else(|| {
            let near = self.nearest_field(dataset, name.display())?;
            let field = self.resolved.model.fields.get(near)?;
            let other = field.name != *name;
            other.then(|| format!("did you mean the field `{}`?", field.name.spelling()))
        });
        self.with_help(
            self.fault(message),
            "neither a column of the catalogue nor a field",
            help,
            "a bare name in a field is a column of its dataset's source, or a field of the dataset",
        )
    }

    /// A name before `dataset.field` that is no relationship.
    pub(crate) fn relationship(&self, name: &ast::Ident) -> Diagnostic {
        let written = ident_of(name).spelling();
        let fault = self.fault(format!(
            "there is no relationship `{written}` in the global scope"
        ));
        let all = self.resolved.model.relationships.iter();
        let help = self.similar(&name.text, all.map(|r| r.name.display()));
        self.with_help(
            fault,
            "not found",
            help,
            "a reference is `dataset.field`, or `relationship.dataset.field` to say which way it is reached",
        )
    }

    /// A relationship that does not lead to the dataset after it.
    pub(crate) fn broken_role(&self, id: RelationshipId, at: DatasetId) -> Diagnostic {
        let model = &self.resolved.model;
        let name = model.relationship_name(id);
        let ends = model.relationships.get(id).map_or(("?", "?"), |r| {
            (model.dataset_name(r.from), model.dataset_name(r.to))
        });
        let message = format!(
            "the relationship `{name}` does not lead to `{}`",
            model.dataset_name(at)
        );
        self.fault(message)
            .at(
                self.span,
                format!("`{name}` joins `{}` and `{}`", ends.0, ends.1),
            )
            .help(
                "name the relationships from the home outwards, the last one touching the dataset",
            )
    }

    fn similar<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<String> {
        if !self.suggest {
            return None;
        }
        let close = candidates
            .into_iter()
            .filter(|other| is_near_in_length(name, other));
        did_you_mean(name, close)
    }
}

/// Whether two names can be similar at all; most are told apart by their length alone.
fn is_near_in_length(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= a.len() / 3 + 1
}
