//! The paths from a home to all that it must reach: semantics digest 4.5 and 5.3.

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Span};
use dosic_graph::{Direction, MAX_CANDIDATES, Path, Route, Step};
use dosic_ir::DatasetId;

use crate::leaves::Leaf;
use crate::planner::{Planner, Planning, Reported};
use crate::references::Reference;

/// How many candidate paths a message lists.
const MAX_SHOWN: usize = 6;

impl Planner<'_> {
    /// Checks that an aggregation's home reaches every reference, and that the down steps form one
    /// chain. Gives whether there are any, so that rows repeat and must be counted once.
    ///
    /// Every reference that cannot be reached is reported.
    pub(crate) fn attach(
        &mut self,
        home: DatasetId,
        references: &[Reference],
        leaf: Option<Span>,
    ) -> Planning<bool> {
        let mut seen = BTreeSet::new();
        let mut chain: (Path, Option<&Reference>) = (Vec::new(), None);
        let mut failed = false;
        for reference in references {
            if !seen.insert(&reference.target) {
                continue;
            }
            match self.route(home, &reference.target) {
                Route::Here | Route::Up(_) => {}
                Route::Valley(path) => {
                    let downs = down_steps(path);
                    if !downs.starts_with(&chain.0) && !chain.0.starts_with(&downs) {
                        let other = chain.1.unwrap_or(reference);
                        let diagnostic = self.two_fan_outs(home, other, reference, leaf);
                        self.sink.push(diagnostic);
                        failed = true;
                    } else if downs.len() > chain.0.len() {
                        chain = (downs, Some(reference));
                    }
                }
                route => {
                    let diagnostic = self.unreachable(home, reference, &route, leaf);
                    self.sink.push(diagnostic);
                    failed = true;
                }
            }
        }
        if failed {
            Err(Reported)
        } else {
            Ok(!chain.0.is_empty())
        }
    }

    /// Checks that what an aggregate's argument reads is its home or above: it has one value a home row
    /// (4.6). Only a role can lead down from there (`E3012_MN_NO_SAFE_REWRITE`).
    pub(crate) fn check_argument(&mut self, leaf: &Leaf) -> Planning<()> {
        let mut seen = BTreeSet::new();
        let mut failed = false;
        for reference in self.argument_references(&leaf.call) {
            let route = self.route(leaf.home, &reference.target);
            if matches!(route, Route::Valley(_)) && seen.insert(reference.target.clone()) {
                let diagnostic =
                    self.unreachable(leaf.home, &reference, &route, leaf.call.origin.0);
                self.sink.push(diagnostic);
                failed = true;
            }
        }
        if failed { Err(Reported) } else { Ok(()) }
    }

    /// The error of a route that an aggregation cannot take.
    pub(crate) fn unreachable(
        &self,
        home: DatasetId,
        reference: &Reference,
        route: &Route,
        leaf: Option<Span>,
    ) -> Diagnostic {
        let from = self.model.dataset_name(home);
        let to = self.model.dataset_name(reference.target.dataset);
        let diagnostic = match route {
            Route::AmbiguousUp(paths) | Route::AmbiguousValley(paths) => {
                self.ambiguous(home, reference, paths)
            }
            Route::Unconnected => Diagnostic::new(
                Code::NoPath,
                Check::Paths,
                format!("no path connects `{from}` and `{to}`"),
            )
            .at_opt(reference.span, format!("`{to}` is not reached from `{from}`"))
            .help(format!("declare a relationship that links `{from}` and `{to}`, directly or through other datasets")),
            _ => Diagnostic::new(
                Code::MnNoSafeRewrite,
                Check::Paths,
                format!("`{from}` and `{to}` are connected, but no join between them keeps each row of `{from}` countable once"),
            )
            .at_opt(reference.span, format!("`{to}` is neither above `{from}` nor behind one bridge"))
            .help(format!(
                "add a bridge dataset with relationships to both `{from}` and `{to}`, group by a shared dimension, \
                 or declare the missing key; the semi-join form is deferred (§10)"
            )),
        };
        self.seen_from(diagnostic, home, reference.span, leaf)
    }

    fn ambiguous(&self, home: DatasetId, reference: &Reference, paths: &[Path]) -> Diagnostic {
        let from = self.model.dataset_name(home);
        let to = self.model.dataset_name(reference.target.dataset);
        let count = match paths.len() {
            MAX_CANDIDATES => format!("at least {MAX_CANDIDATES}"),
            count => count.to_string(),
        };
        let shown = paths.iter().take(MAX_SHOWN);
        let mut chains: Vec<String> = shown
            .clone()
            .map(|p| format!("`{}`", self.chain(p)))
            .collect();
        if paths.len() > MAX_SHOWN {
            chains.push("…".to_owned());
        }
        let message = format!(
            "{count} join paths lead from `{from}` to `{to}`: {}",
            chains.join(", ")
        );
        let roles = format!(
            "declare a dataset for each role over the source of `{to}`, each with one relationship"
        );
        let help = if self.options.strict || !reference.target.role.is_empty() {
            format!("{roles}; path hints are deferred (§10)")
        } else {
            let field = self.model.qualified(reference.field);
            let spellings: Vec<String> = shown
                .map(|p| format!("`{}.{field}`", self.role_spelling(p)))
                .collect();
            format!("name the path: {}; or {roles}", spellings.join(" or "))
        };
        Diagnostic::new(Code::AmbiguousPath, Check::Paths, message)
            .at_opt(reference.span, format!("which way to `{to}`?"))
            .help(help)
    }

    fn two_fan_outs(
        &self,
        home: DatasetId,
        one: &Reference,
        other: &Reference,
        leaf: Option<Span>,
    ) -> Diagnostic {
        let from = self.model.dataset_name(home);
        let a = self.model.dataset_name(one.target.dataset);
        let b = self.model.dataset_name(other.target.dataset);
        let diagnostic = Diagnostic::new(
            Code::MnNoSafeRewrite,
            Check::Paths,
            format!("`{a}` and `{b}` fan `{from}` out in two independent ways"),
        )
        .at_opt(other.span, format!("`{b}` has many rows for one of `{from}`"))
        .help(format!(
            "use only one of them in a query, or add a bridge dataset that says which rows of `{a}` and `{b}` belong together"
        ));
        self.seen_from(diagnostic, home, one.span, leaf)
    }

    /// Adds the aggregate that needs the path, if it stands elsewhere.
    fn seen_from(
        &self,
        diagnostic: Diagnostic,
        home: DatasetId,
        span: Option<Span>,
        leaf: Option<Span>,
    ) -> Diagnostic {
        match leaf.filter(|l| Some(*l) != span) {
            Some(leaf) => {
                let home = self.model.dataset_name(home);
                diagnostic.at(leaf, format!("this aggregates the rows of `{home}`"))
            }
            None => diagnostic,
        }
    }

    /// Relationship names along a path: `order_customer → customer_region`.
    fn chain(&self, path: &[Step]) -> String {
        let names = path
            .iter()
            .map(|s| self.model.relationship_name(s.relationship));
        names.collect::<Vec<_>>().join(" → ")
    }

    /// The spelling that names a path in front of `dataset.field` (R5).
    fn role_spelling(&self, path: &[Step]) -> String {
        let names = path.iter().map(|s| {
            let relationship = self.model.relationships.get(s.relationship);
            relationship.map_or_else(String::new, |r| r.name.spelling())
        });
        names.collect::<Vec<_>>().join(".")
    }
}

fn down_steps(path: Path) -> Path {
    path.into_iter()
        .take_while(|s| s.direction == Direction::Down)
        .collect()
}
