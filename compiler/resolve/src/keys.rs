//! Columns of keys and relationships: semantics digest 1.7 and 2.5, ruling 10.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_document as document;
use dosic_expr::NameFault;
use dosic_ir::{DatasetId, ExprKind, FieldId, Ident, KeyColumn, ModelLeaf};
use rustc_hash::FxHashSet;

use crate::ResolvedModel;
use crate::field_scope::Evidence;
use crate::identifier::{read, referenced};
use crate::not_found::NotFound;

/// Who names a column.
#[derive(Clone, Copy)]
pub(crate) enum Owner<'a> {
    /// `primary_key` or `unique_keys` of the dataset.
    Key,
    /// The relationship of this name.
    Relationship(&'a str),
}

impl Owner<'_> {
    fn code(self) -> Code {
        match self {
            Self::Key => Code::NameNotFound,
            Self::Relationship(_) => Code::InvalidRelationship,
        }
    }

    fn subject(self, dataset: &str) -> String {
        match self {
            Self::Key => format!("a key of the dataset `{dataset}`"),
            Self::Relationship(name) => format!("the relationship `{name}`"),
        }
    }
}

/// Looks columns up by name; shared by keys and relationships.
pub(crate) struct KeyColumns<'m> {
    pub(crate) resolved: &'m ResolvedModel,
    pub(crate) evidence: &'m Evidence,
}

impl KeyColumns<'_> {
    /// All columns of a list; `None` after diagnostics.
    pub(crate) fn all(
        &self,
        dataset: DatasetId,
        names: &[SpannedText],
        owner: Owner<'_>,
        sink: &mut Diagnostics,
    ) -> Option<Vec<KeyColumn>> {
        let columns: Vec<Option<KeyColumn>> = names
            .iter()
            .map(|n| self.one(dataset, n, owner, sink))
            .collect();
        columns.into_iter().collect()
    }

    /// The keys of a dataset: primary key first, then unique keys; those with faults left out.
    pub(crate) fn of_dataset(
        &self,
        id: DatasetId,
        dataset: &document::Dataset,
        sink: &mut Diagnostics,
    ) -> Vec<Vec<KeyColumn>> {
        let primary = Some(&dataset.primary_key).filter(|k| !k.is_empty());
        let lists = primary.into_iter().chain(&dataset.unique_keys);
        let mut keys = Vec::new();
        for names in lists {
            let Some(key) = self.all(id, names, Owner::Key, sink) else {
                continue;
            };
            match repeated(&key) {
                None => keys.push(key),
                Some((first, second)) => sink.extend(
                    names
                        .get(first)
                        .zip(names.get(second))
                        .map(|(a, b)| repeated_column(self.resolved.model.dataset_name(id), a, b))
                        .into_iter()
                        .collect(),
                ),
            }
        }
        keys
    }

    fn one(
        &self,
        dataset: DatasetId,
        name: &SpannedText,
        owner: Owner<'_>,
        sink: &mut Diagnostics,
    ) -> Option<KeyColumn> {
        let ident = self.form(dataset, name, owner, sink)?;
        let field = self.resolved.names.field(dataset, &ident);
        let physical = match field {
            Some(f) if self.resolved.columns(dataset).is_none() && !self.evidence.of_field(f) => {
                None
            }
            _ => self.resolved.physical(dataset, &ident),
        };
        if let Some((column, _)) = physical {
            return Some(KeyColumn::Physical(column));
        }
        match field {
            Some(field) => self.of_field(dataset, field, name, owner, sink),
            None => {
                let not_found = NotFound {
                    resolved: self.resolved,
                    check: Check::RelationshipEnds,
                    span: name.span,
                    suggest: true,
                };
                let mut fault = not_found.column(dataset, &ident);
                fault.code = owner.code();
                let subject = owner.subject(self.resolved.model.dataset_name(dataset));
                fault.message = format!("{subject}: {}", fault.message);
                sink.push(fault.kind("unknown-column"));
                None
            }
        }
    }

    fn form(
        &self,
        dataset: DatasetId,
        name: &SpannedText,
        owner: Owner<'_>,
        sink: &mut Diagnostics,
    ) -> Option<Ident> {
        let (ident, fault) = read(name);
        let subject = owner.subject(self.resolved.model.dataset_name(dataset));
        let invalid = |message: String| {
            Diagnostic::new(Code::InvalidIdentifier, Check::RelationshipEnds, message)
        };
        let diagnostic = match &fault {
            None | Some(NameFault::Keyword { .. } | NameFault::Forbidden { .. }) => {
                return Some(ident);
            }
            Some(NameFault::NotRegular { name: written }) => {
                let parts = written.rsplit_once('.');
                match parts.filter(|(a, b)| Ident::is_regular(a) && Ident::is_regular(b)) {
                    Some((_, column)) => Diagnostic::new(
                        owner.code(),
                        Check::RelationshipEnds,
                        format!("{subject} names the column `{written}` with its dataset"),
                    )
                    .kind("qualified-column")
                    .help(format!("write `{column}`")),
                    None if self.resolved.strict => invalid(format!(
                        "{subject} names the column `{written}`, which is no identifier"
                    ))
                    .help("quote it inside the YAML string"),
                    None => return Some(ident),
                }
            }
            Some(fault) => {
                invalid(format!("{subject} names a column, and {fault}")).help(fault.help())
            }
        };
        sink.push(diagnostic.at(name.span, ""));
        None
    }

    /// A field reduced to the column it is, if it is one.
    fn of_field(
        &self,
        dataset: DatasetId,
        first: FieldId,
        name: &SpannedText,
        owner: Owner<'_>,
        sink: &mut Diagnostics,
    ) -> Option<KeyColumn> {
        let model = &self.resolved.model;
        let mut id = first;
        // Fields form no cycle here: those that do have no expression.
        let computed = loop {
            let field = model.fields.get(id)?;
            match field.expr.as_ref().map(|e| &e.kind) {
                Some(ExprKind::Leaf(ModelLeaf::Column(column))) => {
                    return Some(KeyColumn::Physical(column.clone()));
                }
                Some(ExprKind::Leaf(ModelLeaf::Field(f)))
                    if f.role.is_empty()
                        && model
                            .fields
                            .get(f.field)
                            .is_some_and(|t| t.dataset == dataset) =>
                {
                    id = f.field;
                }
                Some(_) => break id,
                None => {
                    let reason = field.unusable.as_deref();
                    // A fault of its own is reported already; a missing dialect is an error here.
                    let reason = reason.filter(|r| r.code == Code::NoUsableDialect)?;
                    let mut fault = reason.clone().at(name.span, "used here");
                    fault.check = Check::RelationshipEnds;
                    sink.push(fault);
                    return None;
                }
            }
        };
        if self.is_own_row(dataset, computed) {
            return Some(KeyColumn::Field(computed));
        }
        let subject = owner.subject(model.dataset_name(dataset));
        let message = format!(
            "{subject} uses the field `{}`, which is not computed from its own row alone",
            model.qualified(first)
        );
        sink.push(
            Diagnostic::new(owner.code(), Check::RelationshipEnds, message)
                .kind("computed-column")
                .at(
                    name.span,
                    "reads another dataset or holds a window function",
                )
                .help("join on a column of the source, or on a field computed from such columns"),
        );
        None
    }

    /// Whether a field reads neither windows nor other datasets, directly or through other fields.
    fn is_own_row(&self, dataset: DatasetId, field: FieldId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![field];
        let mut own = true;
        while let Some(id) = open.pop() {
            if !own || !seen.insert(id) {
                continue;
            }
            let field = self.resolved.model.fields.get(id);
            let Some(field) = field.filter(|f| f.dataset == dataset) else {
                return false;
            };
            let Some(expr) = &field.expr else { continue };
            expr.for_each_leaf(&mut |leaf| match leaf {
                ModelLeaf::Column(_) => {}
                ModelLeaf::Field(f) if f.role.is_empty() => open.push(f.field),
                _ => own = false,
            });
        }
        own
    }
}

/// The places of two equal items of a list.
pub(crate) fn repeated<T: PartialEq>(list: &[T]) -> Option<(usize, usize)> {
    let mut places = list.iter().enumerate();
    places.find_map(|(second, item)| {
        let first = list.iter().take(second).position(|i| i == item)?;
        Some((first, second))
    })
}

/// Left out, the key would claim more than was meant: most likely another column was.
fn repeated_column(dataset: &str, first: &SpannedText, second: &SpannedText) -> Diagnostic {
    let message = format!(
        "a key of the dataset `{dataset}` names the column `{}` twice",
        second.text
    );
    Diagnostic::new(Code::Schema, Check::RelationshipEnds, message)
        .kind("repeated-column")
        .at(second.span, "second time")
        .at(first.span, "first time")
        .help("name the column that was meant, or remove it")
}

/// Whether the columns contain a key, so that at most one row has any values of them (5.1).
pub(crate) fn contain_key(columns: &[KeyColumn], keys: &[Vec<KeyColumn>]) -> bool {
    keys.iter()
        .any(|key| key.iter().all(|k| columns.contains(k)))
}

/// The dataset that an end of a relationship names.
pub(crate) fn end(
    resolved: &ResolvedModel,
    relationship: &str,
    name: &SpannedText,
    sink: &mut Diagnostics,
) -> Option<DatasetId> {
    let ident = referenced(name);
    if let Some(crate::Global::Dataset(id)) = resolved.names.global(&ident) {
        return Some(id);
    }
    let datasets = resolved.model.datasets.iter().map(|d| d.name.display());
    let help = dosic_diagnostics::did_you_mean(ident.display(), datasets);
    let message = format!(
        "the relationship `{relationship}` names the dataset `{}`, which does not exist",
        name.text
    );
    sink.push(
        Diagnostic::new(Code::InvalidRelationship, Check::RelationshipEnds, message)
            .kind("unknown-dataset")
            .at(name.span, "no such dataset in this model")
            .help(
                help.unwrap_or_else(|| {
                    "declare the dataset, or remove the relationship".to_owned()
                }),
            ),
    );
    None
}
