//! What all of planning shares.

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_graph::{JoinGraph, Route};
use dosic_ir::plan::{ColumnInfo, Output, PlanExpr};
use dosic_ir::{
    ColumnId, DatasetId, Expr, IndexVec, LogicalPlan, ModelExpr, RelationshipId, SemanticModel,
    SemanticQuery, Type,
};
use rustc_hash::FxHashMap;

use crate::references::{Target, reads_windowed_field};
use crate::{PlanOptions, Planned};

/// The most joins of one query, over all its branches.
const MAX_JOINS_OF_ALL: usize = 100_000;

/// An error was reported; there is nothing to go on with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

pub(crate) type Planning<T> = Result<T, Reported>;

/// The state of planning one query.
pub(crate) struct Planner<'m> {
    pub(crate) model: &'m SemanticModel,
    pub(crate) graph: &'m JoinGraph,
    pub(crate) options: PlanOptions,
    /// Where predicates.
    pub(crate) filters: Vec<&'m ModelExpr>,
    /// Those that read no windowed field: windowed fields see the rows they keep (4.8.2).
    pub(crate) plain_filters: Vec<&'m ModelExpr>,
    pub(crate) sink: Diagnostics,
    /// How many fields are being computed, each for the one before.
    pub(crate) depth: usize,
    /// How many joins there are.
    pub(crate) joins: usize,
    columns: IndexVec<ColumnId, ColumnInfo>,
    assumed: BTreeSet<RelationshipId>,
    routes: FxHashMap<(DatasetId, Target), Route>,
}

impl<'m> Planner<'m> {
    pub(crate) fn new(
        model: &'m SemanticModel,
        graph: &'m JoinGraph,
        query: &'m SemanticQuery,
        options: PlanOptions,
    ) -> Self {
        let filters: Vec<&ModelExpr> = query.filters.iter().map(|f| &f.expr).collect();
        let plain = filters
            .iter()
            .copied()
            .filter(|f| !reads_windowed_field(model, f))
            .collect();
        Self {
            model,
            graph,
            options,
            filters,
            plain_filters: plain,
            sink: Diagnostics::new(),
            depth: 0,
            joins: 0,
            columns: IndexVec::new(),
            assumed: BTreeSet::new(),
            routes: FxHashMap::default(),
        }
    }

    /// A new column of the plan.
    pub(crate) fn column(&mut self, name: impl Into<String>, ty: Type) -> ColumnId {
        self.columns.push(ColumnInfo {
            name: name.into(),
            ty,
        })
    }

    /// A new column named and typed like another.
    pub(crate) fn column_like(&mut self, other: ColumnId) -> ColumnId {
        let info = self.columns.get(other).cloned();
        self.columns.push(info.unwrap_or(ColumnInfo {
            name: String::new(),
            ty: Type::UNKNOWN,
        }))
    }

    /// The expression that reads a column.
    pub(crate) fn read(&self, id: ColumnId) -> PlanExpr {
        Expr::leaf(id, self.columns.get(id).map_or(Type::UNKNOWN, |c| c.ty))
    }

    /// How a target is reached from a dataset.
    pub(crate) fn route(&mut self, from: DatasetId, target: &Target) -> Route {
        let key = (from, target.clone());
        if let Some(route) = self.routes.get(&key) {
            return route.clone();
        }
        let route = self.graph.route_in_role(from, &target.role, target.dataset);
        self.routes.insert(key, route.clone());
        route
    }

    /// Notes that a relationship is walked.
    ///
    /// A query that joins too often is refused, so that no later stage runs out of stack.
    pub(crate) fn walk(&mut self, id: RelationshipId) -> Planning<()> {
        self.joins += 1;
        if self.joins > MAX_JOINS_OF_ALL {
            return self.fail(
                Diagnostic::new(
                    Code::InvalidQuery,
                    Check::Grain,
                    format!("the query needs more than {MAX_JOINS_OF_ALL} joins"),
                )
                .kind("too-large")
                .help("ask for fewer dimensions or measures at once"),
            );
        }
        if self
            .model
            .relationships
            .get(id)
            .is_some_and(|r| r.assumed_key)
        {
            self.assumed.insert(id);
        }
        Ok(())
    }

    /// Reports an error.
    pub(crate) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Planning<T> {
        self.sink.push(diagnostic);
        Err(Reported)
    }

    /// A broken promise of an earlier stage: never expected, and never passed over in silence.
    pub(crate) fn broken<T>(&mut self, what: &str, span: Option<Span>) -> Planning<T> {
        self.fail(
            Diagnostic::new(
                Code::InvalidQuery,
                Check::Grain,
                format!("cannot plan {what}"),
            )
            .kind("internal")
            .at_opt(span, "")
            .help("this is a fault of dosic; please report the model and the query"),
        )
    }

    /// The plan with the warnings it earned; errors leave none.
    pub(crate) fn finish(
        mut self,
        root: Option<(dosic_ir::plan::Rel, Vec<Output>)>,
    ) -> (Option<Planned>, Diagnostics) {
        let model = self.model;
        for id in &self.assumed {
            let Some(r) = model.relationships.get(*id) else {
                continue;
            };
            let to = model.dataset_name(r.to);
            let message = format!(
                "relationship `{}` is read as N:1, although `{to}` declares no key",
                r.name.display()
            );
            self.sink.push(
                Diagnostic::new(Code::AssumedKey, Check::Lint, message)
                    .at(r.span, "this join relies on it")
                    .help(format!(
                        "declare the columns it joins on as primary_key of `{to}`"
                    )),
            );
        }
        let planned = root
            .filter(|_| !self.sink.has_errors())
            .map(|(root, outputs)| Planned {
                plan: LogicalPlan {
                    columns: self.columns,
                    root,
                    outputs,
                },
                assumed_keys: self.assumed.into_iter().collect(),
            });
        (planned, self.sink)
    }
}
