//! A scalar query: one row per row of its home. Semantics digest 4.9.

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_graph::Route;
use dosic_ir::plan::{Output, PlanExpr, Rel};
use dosic_ir::{ColumnId, DatasetId, OrderTarget, OutputExpr, SemanticQuery, SortKey};

use crate::frame::{Frame, Layer};
use crate::planner::{Planner, Planning, Reported};
use crate::references::{Reference, references};

/// Plans a scalar query.
pub(crate) fn plan(
    planner: &mut Planner<'_>,
    query: &SemanticQuery,
    home: Option<DatasetId>,
    fields: &[OutputExpr],
) -> Planning<(Rel, Vec<Output>)> {
    let of_fields: Vec<Reference> = fields
        .iter()
        .flat_map(|f| references(planner.model, &f.expr))
        .collect();
    let home = match home {
        Some(home) => home,
        None => planner.scalar_home(&of_fields)?,
    };
    let mut all = of_fields;
    all.extend(planner.filter_references());
    for key in &query.order_by {
        if let OrderTarget::Expr(expr) = &key.target {
            all.extend(references(planner.model, expr));
        }
    }
    planner.check_upwards(home, &all)?;
    let mut frame = Frame::new(home, true);
    planner.filter_rows(&mut frame)?;
    let mut outputs = Vec::with_capacity(fields.len());
    for field in fields {
        let value = planner.lower(&mut frame, &field.expr, Layer::Top)?;
        let column = planner.as_frame_column(&mut frame, value, &field.name);
        outputs.push(Output {
            name: field.name.clone(),
            column,
        });
    }
    let mut keys: Vec<SortKey<PlanExpr>> = Vec::new();
    for key in &query.order_by {
        let expr = match &key.target {
            OrderTarget::Output(index) => match outputs.get(*index) {
                Some(output) => planner.read(output.column),
                None => return planner.broken("an order key", key.origin.0),
            },
            OrderTarget::Expr(expr) => {
                let value = planner.lower(&mut frame, expr, Layer::Top)?;
                let column = planner.as_frame_column(&mut frame, value, "sort_key");
                planner.read(column)
            }
        };
        keys.push(SortKey {
            expr,
            descending: key.descending,
            nulls_first: key.nulls_first,
        });
    }
    let rel = planner.rows(frame)?;
    let shown = outputs.iter().map(|o| o.column);
    let sorted = keys.iter().filter_map(|k| k.expr.as_leaf().copied());
    let rel = planner.only(rel, shown.chain(sorted));
    Ok((ordered(rel, keys, query.limit), outputs))
}

/// Rows in order, at most so many.
pub(crate) fn ordered(input: Rel, keys: Vec<SortKey<PlanExpr>>, limit: Option<u64>) -> Rel {
    let sorted = if keys.is_empty() {
        input
    } else {
        Rel::Sort {
            input: Box::new(input),
            keys,
        }
    };
    match limit {
        Some(count) => Rel::Limit {
            input: Box::new(sorted),
            count,
        },
        None => sorted,
    }
}

impl Planner<'_> {
    /// Exactly these columns of an input, each once.
    pub(crate) fn only(&self, input: Rel, columns: impl Iterator<Item = ColumnId>) -> Rel {
        let mut seen = BTreeSet::new();
        let columns = columns
            .filter(|c| seen.insert(*c))
            .map(|c| (c, self.read(c)))
            .collect();
        Rel::Project {
            input: Box::new(input),
            columns,
        }
    }

    fn scalar_home(&mut self, references: &[Reference]) -> Planning<DatasetId> {
        let candidates = self.candidates(references);
        if let Some(home) = self.finest(&candidates) {
            return Ok(home);
        }
        let span = references.iter().find_map(|r| r.span);
        if candidates.is_empty() {
            return self.fail(
                Diagnostic::new(
                    Code::InvalidQuery,
                    Check::Homes,
                    "a scalar query needs rows, and its fields refer to no dataset",
                )
                .at_opt(span, "")
                .help("add a field of a dataset, or name one with `dataset`"),
            );
        }
        let names = self.names(&candidates);
        if let Some((a, b)) = self.unconnected(&candidates) {
            let pair = self.names(&[a, b]);
            return self.fail(
                Diagnostic::new(
                    Code::NoPath,
                    Check::Paths,
                    format!("no path connects {pair}"),
                )
                .at_opt(span, "")
                .help(
                    "declare a relationship that links them, or ask for them in separate queries",
                ),
            );
        }
        self.fail(
            Diagnostic::new(
                Code::FanOutInScalarQuery,
                Check::Homes,
                format!("a scalar query has one row per row of a single home, and {names} are rivals: a fan-out would repeat rows"),
            )
            .at_opt(span, "no dataset reaches all the others upwards")
            .help("turn it into an aggregation query with dimensions and measures, or keep to fields that a single home reaches"),
        )
    }

    /// Checks that every reference is reached upwards from the home.
    fn check_upwards(&mut self, home: DatasetId, references: &[Reference]) -> Planning<()> {
        let mut seen = BTreeSet::new();
        let mut failed = false;
        for reference in references {
            if !seen.insert(&reference.target) {
                continue;
            }
            let diagnostic = match self.route(home, &reference.target) {
                Route::Here | Route::Up(_) => continue,
                route @ (Route::AmbiguousUp(_) | Route::Unconnected) => {
                    self.unreachable(home, reference, &route, None)
                }
                Route::Valley(_) | Route::AmbiguousValley(_) | Route::Blocked => {
                    let from = self.model.dataset_name(home);
                    let to = self.model.dataset_name(reference.target.dataset);
                    Diagnostic::new(
                        Code::FanOutInScalarQuery,
                        Check::Paths,
                        format!("a scalar query over `{from}` cannot show `{to}`: the fan-out would repeat rows of `{from}`"),
                    )
                    .at_opt(reference.span, format!("several rows of `{to}` may belong to one of `{from}`"))
                    .help(format!(
                        "turn it into an aggregation query, or make `{to}` the single home of the query"
                    ))
                }
            };
            self.sink.push(diagnostic);
            failed = true;
        }
        if failed { Err(Reported) } else { Ok(()) }
    }
}
