//! An aggregation query: branches merged, then measures, having, windows, order and limit.
//!
//! Semantics digest 4.7 and 4.8: the fixed order of evaluation is the order of the operators built.

use dosic_ir::plan::{Branch, Merge, MergeLeaf, Output, PlanExpr, Rel};
use dosic_ir::{
    ColumnId, Expr, ModelExpr, ModelLeaf, OrderTarget, OutputExpr, Predicate, Rewrite,
    SemanticQuery, SortKey, Type, WindowCall,
};

use crate::branch::Grouped;
use crate::grouping::Grouping;
use crate::leaves::{Entry, Leaf, Leaves};
use crate::planner::{Planner, Planning, Reported};
use crate::scalar::ordered;
use crate::windows::window_name;

/// Plans an aggregation query.
pub(crate) fn plan(
    planner: &mut Planner<'_>,
    query: &SemanticQuery,
    dimensions: &[OutputExpr],
    measures: &[OutputExpr],
    having: &[Predicate],
) -> Planning<(Rel, Vec<Output>)> {
    let entries = entries(query, measures, having);
    let mut grouping = Grouping::new(dimensions);
    let mut elsewhere = planner.group_references(&grouping);
    elsewhere.extend(planner.filter_references());
    // Homes are checked before the grain, and both are reported.
    let (leaves, all_leaves) = planner.leaves(&entries, &elsewhere);
    let hidden = planner.add_hidden_groups(&mut grouping, entries.iter().map(|e| e.expr));
    let stitched = planner.check_stitching(&leaves, &grouping);
    all_leaves?;
    stitched?;
    let merged = planner.branches(&leaves, &grouping);
    hidden?;
    let (rel, groups, values) = merged?;
    let stage = Stage {
        grouping: &grouping,
        leaves: &leaves,
        groups,
        values,
    };
    let mut post = Post {
        planner,
        stage: &stage,
        entry: 0,
        windows: Vec::new(),
    };
    post.compose(rel, query, dimensions, measures, having)
}

/// Everything that is evaluated on groups: measures, having, order keys, in that order.
fn entries<'q>(
    query: &'q SemanticQuery,
    measures: &'q [OutputExpr],
    having: &'q [Predicate],
) -> Vec<Entry<'q>> {
    let measures = measures.iter().map(|m| Entry {
        expr: &m.expr,
        name: Some(m.name.as_str()),
        is_measure: true,
    });
    let having = having.iter().map(|h| Entry {
        expr: &h.expr,
        name: None,
        is_measure: false,
    });
    let order = query.order_by.iter().filter_map(|k| match &k.target {
        OrderTarget::Expr(expr) => Some(Entry {
            expr,
            name: None,
            is_measure: false,
        }),
        OrderTarget::Output(_) => None,
    });
    measures.chain(having).chain(order).collect()
}

impl Planner<'_> {
    /// Facts in different components need a dimension (`E3013_NO_STITCHING_DIMENSION`).
    fn check_stitching(&mut self, leaves: &Leaves, grouping: &Grouping) -> Planning<()> {
        if !grouping.groups.is_empty() {
            return Ok(());
        }
        let main: Vec<&Leaf> = leaves.items.iter().filter(|l| l.main).collect();
        let Some((first, rest)) = main.split_first() else {
            return Ok(());
        };
        let other = rest
            .iter()
            .find(|l| !self.graph.connected(first.home, l.home));
        match other {
            None => Ok(()),
            Some(other) => {
                let span = other.call.origin.0;
                let diagnostic = self.not_stitched(first.home, other.home, span, "one query");
                self.fail(diagnostic)
            }
        }
    }

    /// One branch a leaf, merged. Gives the rows, the column of each group and of each leaf.
    fn branches(
        &mut self,
        leaves: &Leaves,
        grouping: &Grouping,
    ) -> Planning<(Rel, Vec<ColumnId>, Vec<ColumnId>)> {
        let mut grouped: Vec<(Grouped, bool, bool)> = Vec::new();
        let mut failed = false;
        for leaf in &leaves.items {
            let zero = leaf.call.function.is_zero_on_empty();
            match self.branch(leaf, grouping) {
                Ok(branch) => grouped.push((branch, leaf.main, zero)),
                Err(Reported) => failed = true,
            }
        }
        let no_main = !leaves.items.iter().any(|l| l.main);
        if no_main && !grouping.groups.is_empty() {
            match self.groups_alone(grouping) {
                Ok(groups) => grouped.push((groups, true, false)),
                Err(Reported) => failed = true,
            }
        }
        if failed {
            return Err(Reported);
        }
        if grouped.is_empty() {
            return Ok((Rel::Unit, Vec::new(), Vec::new()));
        }
        if grouped.len() == 1 {
            let Some((only, ..)) = grouped.pop() else {
                return Err(Reported);
            };
            return Ok((only.rel, only.keys, only.value.into_iter().collect()));
        }
        Ok(self.merge(grouped, grouping))
    }

    /// The NULL-safe merge of branches (R1).
    fn merge(
        &mut self,
        grouped: Vec<(Grouped, bool, bool)>,
        grouping: &Grouping,
    ) -> (Rel, Vec<ColumnId>, Vec<ColumnId>) {
        let first = grouped
            .first()
            .map(|(g, ..)| g.keys.clone())
            .unwrap_or_default();
        let keys: Vec<ColumnId> = first.into_iter().map(|k| self.column_like(k)).collect();
        let mut values = Vec::new();
        let mut branches = Vec::new();
        for (branch, adds_groups, zero_if_absent) in grouped {
            let leaves: Vec<MergeLeaf> = branch
                .value
                .map(|source| {
                    let column = self.column_like(source);
                    values.push(column);
                    MergeLeaf {
                        column,
                        source,
                        zero_if_absent,
                    }
                })
                .into_iter()
                .collect();
            branches.push(Branch {
                input: branch.rel,
                keys: branch.keys,
                leaves,
                adds_groups,
            });
        }
        let names: Vec<&str> = grouping
            .groups
            .iter()
            .take(3)
            .map(|g| g.name.as_str())
            .collect();
        let label = if names.is_empty() {
            "merged_total".to_owned()
        } else {
            format!("merged_by_{}", names.join("_"))
        };
        (
            Rel::Merge(Merge {
                keys: keys.clone(),
                branches,
                label,
            }),
            keys,
            values,
        )
    }
}

/// What expressions on groups are made of.
struct Stage<'a> {
    grouping: &'a Grouping,
    leaves: &'a Leaves,
    groups: Vec<ColumnId>,
    values: Vec<ColumnId>,
}

/// Builds what stands above the merge.
struct Post<'a, 'm> {
    planner: &'a mut Planner<'m>,
    stage: &'a Stage<'a>,
    /// The entry whose expression is being lowered.
    entry: usize,
    windows: Vec<(ColumnId, WindowCall<ColumnId>)>,
}

impl Post<'_, '_> {
    fn compose(
        &mut self,
        rel: Rel,
        query: &SemanticQuery,
        dimensions: &[OutputExpr],
        measures: &[OutputExpr],
        having: &[Predicate],
    ) -> Planning<(Rel, Vec<Output>)> {
        let measures_lowered = self.lower_all(measures.iter().map(|m| &m.expr))?;
        let mut before = Vec::new();
        let mut after = Vec::new();
        for predicate in having {
            let lowered = self.lower_next(&predicate.expr)?;
            let list = if has_group_window(&predicate.expr) {
                &mut after
            } else {
                &mut before
            };
            list.push(lowered);
        }
        let mut columns = Vec::new();
        let mut outputs = Vec::new();
        for (dimension, group) in dimensions.iter().zip(&self.stage.grouping.of_dimension) {
            let Some(column) = self.stage.groups.get(*group).copied() else {
                return self.planner.broken("a dimension", dimension.origin.0);
            };
            self.show(&mut columns, self.planner.read(column), &dimension.name);
            outputs.push(Output {
                name: dimension.name.clone(),
                column,
            });
        }
        for (measure, lowered) in measures.iter().zip(measures_lowered) {
            let column = self.show(&mut columns, lowered, &measure.name);
            outputs.push(Output {
                name: measure.name.clone(),
                column,
            });
        }
        let keys = self.sort_keys(query, &outputs, &mut columns)?;
        let rel = filtered(rel, before);
        let rel = match std::mem::take(&mut self.windows) {
            calls if calls.is_empty() => rel,
            calls => Rel::Window {
                input: Box::new(rel),
                calls,
            },
        };
        let rel = filtered(rel, after);
        let rel = Rel::Project {
            input: Box::new(rel),
            columns,
        };
        Ok((ordered(rel, keys, query.limit), outputs))
    }

    /// The column that holds an expression of the result, added to the select list once.
    fn show(
        &mut self,
        columns: &mut Vec<(ColumnId, PlanExpr)>,
        expr: PlanExpr,
        name: &str,
    ) -> ColumnId {
        let read = expr.as_leaf().copied();
        let same = |c: ColumnId, e: &PlanExpr| read == Some(c) || *e == expr;
        if let Some((same, _)) = columns.iter().find(|(c, e)| same(*c, e)) {
            return *same;
        }
        let column = read.unwrap_or_else(|| self.planner.column(name, expr.ty));
        columns.push((column, expr));
        column
    }

    fn sort_keys(
        &mut self,
        query: &SemanticQuery,
        outputs: &[Output],
        columns: &mut Vec<(ColumnId, PlanExpr)>,
    ) -> Planning<Vec<SortKey<PlanExpr>>> {
        let mut keys = Vec::new();
        for key in &query.order_by {
            let column = match &key.target {
                OrderTarget::Output(index) => match outputs.get(*index) {
                    Some(output) => output.column,
                    None => return self.planner.broken("an order key", key.origin.0),
                },
                OrderTarget::Expr(expr) => {
                    let lowered = self.lower_next(expr)?;
                    self.show(columns, lowered, "sort_key")
                }
            };
            let expr = self.planner.read(column);
            keys.push(SortKey {
                expr,
                descending: key.descending,
                nulls_first: key.nulls_first,
            });
        }
        Ok(keys)
    }

    fn lower_all<'e>(
        &mut self,
        exprs: impl Iterator<Item = &'e ModelExpr>,
    ) -> Planning<Vec<PlanExpr>> {
        exprs.map(|e| self.lower_next(e)).collect()
    }

    /// Lowers the expression of the next entry.
    fn lower_next(&mut self, expr: &ModelExpr) -> Planning<PlanExpr> {
        let lowered = expr.rewrite(self);
        self.entry += 1;
        lowered
    }
}

impl Rewrite<ModelLeaf, ColumnId, Reported> for Post<'_, '_> {
    fn node(&mut self, expr: &ModelExpr) -> Option<Planning<PlanExpr>> {
        let group = self.stage.grouping.find(expr)?;
        let column = self.stage.groups.get(group)?;
        Some(Ok(Expr::leaf(*column, expr.ty)))
    }

    fn leaf(&mut self, leaf: &ModelLeaf, ty: Type) -> Planning<PlanExpr> {
        match leaf {
            ModelLeaf::Aggregate(call) => {
                let value = self.stage.leaves.find(self.entry, call);
                match value.and_then(|v| self.stage.values.get(v)) {
                    Some(column) => Ok(Expr::leaf(*column, ty)),
                    None => self.planner.broken("an aggregate", call.origin.0),
                }
            }
            ModelLeaf::Window(call) => {
                let name = window_name(call.function);
                let call = call.rewrite(self)?;
                if let Some((same, _)) = self.windows.iter().find(|(_, c)| *c == call) {
                    return Ok(Expr::leaf(*same, ty));
                }
                let column = self.planner.column(name, ty);
                self.windows.push((column, call));
                Ok(Expr::leaf(column, ty))
            }
            ModelLeaf::Field(field) => self.planner.broken("a field in a group", field.origin.0),
            ModelLeaf::Column(_) => self.planner.broken("a column in a group", None),
            ModelLeaf::Metric(_, origin) => self.planner.broken("a metric in a group", origin.0),
        }
    }
}

/// Whether a predicate holds a window over groups; one inside an aggregate's argument is over rows (6.1).
fn has_group_window(expr: &ModelExpr) -> bool {
    expr.any_leaf(&mut |leaf| matches!(leaf, ModelLeaf::Window(_)))
}

fn filtered(input: Rel, predicates: Vec<PlanExpr>) -> Rel {
    if predicates.is_empty() {
        input
    } else {
        Rel::Filter {
            input: Box::new(input),
            predicates,
        }
    }
}
