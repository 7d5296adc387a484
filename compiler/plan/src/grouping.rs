//! Grouping columns, and the references they fix: semantics digest 3.3 and 4.7 rule 3.

use dosic_diagnostics::{Check, Code, Diagnostic, Span};
use dosic_graph::Route;
use dosic_ir::{Expr, FieldRef, KeyColumn, ModelExpr, ModelLeaf, OutputExpr, Type};

use crate::planner::{Planner, Planning, Reported};
use crate::references::{Reference, reference, references};

/// One grouping column. Equal dimensions are one.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) expr: ModelExpr,
    pub(crate) name: String,
}

/// The grouping columns of a query: its dimensions, then hidden ones that they fix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grouping {
    pub(crate) groups: Vec<Group>,
    /// For each dimension its group.
    pub(crate) of_dimension: Vec<usize>,
}

impl Grouping {
    pub(crate) fn new(dimensions: &[OutputExpr]) -> Self {
        let mut grouping = Self::default();
        for dimension in dimensions {
            let group = grouping.add(&dimension.expr, &dimension.name);
            grouping.of_dimension.push(group);
        }
        grouping
    }

    fn add(&mut self, expr: &ModelExpr, name: &str) -> usize {
        if let Some(same) = self.find(expr) {
            return same;
        }
        self.groups.push(Group {
            expr: expr.clone(),
            name: name.to_owned(),
        });
        self.groups.len() - 1
    }

    /// The group that an expression is.
    pub(crate) fn find(&self, expr: &ModelExpr) -> Option<usize> {
        self.groups.iter().position(|g| g.expr == *expr)
    }

    /// References that stand outside aggregates and are no grouping column.
    fn free<'e>(&self, expr: &'e ModelExpr, found: &mut Vec<(&'e FieldRef, Type)>) {
        if self.find(expr).is_some() {
            return;
        }
        match expr.as_leaf() {
            Some(ModelLeaf::Field(field)) => found.push((field, expr.ty)),
            Some(ModelLeaf::Window(call)) => call.exprs().for_each(|e| self.free(e, found)),
            Some(ModelLeaf::Aggregate(_) | ModelLeaf::Column(_) | ModelLeaf::Metric(..)) => {}
            None => expr
                .children()
                .into_iter()
                .for_each(|e| self.free(e, found)),
        }
    }
}

impl Planner<'_> {
    /// Adds a hidden group for each reference that the dimensions fix.
    ///
    /// A reference that they do not fix is `E_UNAGGREGATED_FINER_GRAIN_REFERENCE`.
    pub(crate) fn add_hidden_groups<'e>(
        &mut self,
        grouping: &mut Grouping,
        exprs: impl Iterator<Item = &'e ModelExpr>,
    ) -> Planning<()> {
        let mut free = Vec::new();
        exprs.for_each(|e| grouping.free(e, &mut free));
        let mut failed = false;
        for (field, ty) in free {
            let Some(reference) = reference(self.model, field) else {
                continue;
            };
            if self.is_fixed(grouping, &reference) {
                let name = self
                    .model
                    .fields
                    .get(field.field)
                    .map_or("", |f| f.name.display());
                grouping.add(&Expr::leaf(ModelLeaf::Field(field.clone()), ty), name);
            } else {
                let diagnostic = self.finer(&reference);
                self.sink.push(diagnostic);
                failed = true;
            }
        }
        if failed { Err(Reported) } else { Ok(()) }
    }

    /// Whether the dimensions hold a whole key of a dataset that is, or is below, the referenced one.
    fn is_fixed(&mut self, grouping: &Grouping, reference: &Reference) -> bool {
        if !reference.target.role.is_empty() {
            return false;
        }
        let model = self.model;
        model.datasets.enumerate().any(|(id, dataset)| {
            let whole = |key: &Vec<KeyColumn>| key.iter().all(|k| self.is_grouped(grouping, id, k));
            dataset.keys.iter().any(whole)
                && matches!(
                    self.route(id, &reference.target),
                    Route::Here | Route::Up(_)
                )
        })
    }

    /// Whether a key column is a dimension.
    fn is_grouped(
        &self,
        grouping: &Grouping,
        dataset: dosic_ir::DatasetId,
        key: &KeyColumn,
    ) -> bool {
        grouping.groups.iter().any(|group| {
            let Some(ModelLeaf::Field(field)) = group.expr.as_leaf() else {
                return false;
            };
            let Some(known) = self.model.fields.get(field.field) else {
                return false;
            };
            if known.dataset != dataset || !field.role.is_empty() {
                return false;
            }
            match key {
                KeyColumn::Field(id) => *id == field.field,
                KeyColumn::Physical(ident) => {
                    let leaf = known.expr.as_ref().and_then(Expr::as_leaf);
                    matches!(leaf, Some(ModelLeaf::Column(c)) if c == ident)
                }
            }
        })
    }

    fn finer(&self, reference: &Reference) -> Diagnostic {
        let field = self.model.qualified(reference.field);
        let dataset = self.model.dataset_name(reference.target.dataset);
        let message = format!(
            "`{field}` has one value per row of `{dataset}`, and one value per group is needed here"
        );
        Diagnostic::new(Code::UnaggregatedFinerGrainReference, Check::Grain, message)
            .at_opt(reference.span, "neither aggregated nor fixed by the dimensions")
            .help(format!(
                "aggregate it, as in SUM({field}) or a metric, or add `{field}` or a key of `{dataset}` to the dimensions"
            ))
    }

    /// References of all grouping columns.
    pub(crate) fn group_references(&self, grouping: &Grouping) -> Vec<Reference> {
        grouping
            .groups
            .iter()
            .flat_map(|g| references(self.model, &g.expr))
            .collect()
    }

    /// References of all where predicates.
    pub(crate) fn filter_references(&self) -> Vec<Reference> {
        self.filters
            .iter()
            .flat_map(|f| references(self.model, f))
            .collect()
    }
}

/// Where the first reference of a list stands.
pub(crate) fn first_span(references: &[Reference]) -> Option<Span> {
    references.iter().find_map(|r| r.span)
}
