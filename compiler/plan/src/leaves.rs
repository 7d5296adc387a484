//! The aggregates of a query and their homes: semantics digest 4.3 and 4.4.

use dosic_diagnostics::{Check, Code, Diagnostic, Span};
use dosic_ir::{AggregateCall, DatasetId, ModelExpr, ModelLeaf};

use crate::planner::{Planner, Planning, Reported};
use crate::references::{Reference, references};

/// An aggregate with its home. Equal aggregates with one home are one leaf.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) call: AggregateCall<ModelLeaf>,
    pub(crate) home: DatasetId,
    /// Whether it occurs in a measure, so that its groups are groups of the result.
    pub(crate) main: bool,
    /// A name hint: the measure that is this aggregate and nothing more, or `sum_amount`.
    pub(crate) name: String,
}

/// All leaves of a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves {
    pub(crate) items: Vec<Leaf>,
    /// For each entry (measures, then having, then order keys) its aggregates and their leaves.
    entries: Vec<Vec<(AggregateCall<ModelLeaf>, usize)>>,
}

impl Leaves {
    /// The leaf of an aggregate that stands in an entry.
    pub(crate) fn find(&self, entry: usize, call: &AggregateCall<ModelLeaf>) -> Option<usize> {
        let calls = self.entries.get(entry)?;
        calls.iter().find(|(c, _)| c == call).map(|(_, leaf)| *leaf)
    }
}

/// An expression evaluated on groups.
pub(crate) struct Entry<'q> {
    pub(crate) expr: &'q ModelExpr,
    /// The name of the measure, if it is one.
    pub(crate) name: Option<&'q str>,
    /// A measure, not a having predicate or an order key.
    pub(crate) is_measure: bool,
}

/// The aggregates in an expression, also inside windows, in the order written.
fn aggregates<'e>(expr: &'e ModelExpr, found: &mut Vec<&'e AggregateCall<ModelLeaf>>) {
    expr.for_each_leaf(&mut |leaf| match leaf {
        ModelLeaf::Aggregate(call) => found.push(call),
        ModelLeaf::Window(call) => call.exprs().for_each(|e| aggregates(e, found)),
        ModelLeaf::Column(_) | ModelLeaf::Field(_) | ModelLeaf::Metric(..) => {}
    });
}

impl Planner<'_> {
    /// Collects the leaves of all entries. `elsewhere` are the references of dimensions and where.
    ///
    /// Every aggregate without a home is reported, and missing from the leaves.
    pub(crate) fn leaves(
        &mut self,
        entries: &[Entry<'_>],
        elsewhere: &[Reference],
    ) -> (Leaves, Planning<()>) {
        let mut leaves = Leaves::default();
        let mut failed = false;
        for entry in entries {
            let mut calls = Vec::new();
            aggregates(entry.expr, &mut calls);
            let mut resolved: Vec<(AggregateCall<ModelLeaf>, usize)> = Vec::new();
            for call in &calls {
                if resolved.iter().any(|(c, _)| c == *call) {
                    continue;
                }
                let Ok(home) = self.home(call, &calls, entries, elsewhere) else {
                    failed = true;
                    continue;
                };
                let name = self.leaf_name(call, entry);
                let leaf = leaves.add(call, home, entry.is_measure, name);
                resolved.push(((*call).clone(), leaf));
            }
            leaves.entries.push(resolved);
        }
        let all = if failed { Err(Reported) } else { Ok(()) };
        (leaves, all)
    }

    /// The dataset whose rows an aggregate consumes (4.4).
    fn home(
        &mut self,
        call: &AggregateCall<ModelLeaf>,
        siblings: &[&AggregateCall<ModelLeaf>],
        entries: &[Entry<'_>],
        elsewhere: &[Reference],
    ) -> Planning<DatasetId> {
        let own = self.argument_references(call);
        let candidates = self.candidates(&own);
        if !candidates.is_empty() {
            return match self.finest(&candidates) {
                Some(home) => Ok(home),
                None => self.no_home(call, &candidates),
            };
        }
        let mut borrowed: Vec<Reference> = siblings
            .iter()
            .flat_map(|s| self.argument_references(s))
            .collect();
        if borrowed.is_empty() {
            borrowed.extend(elsewhere.iter().cloned());
            borrowed.extend(entries.iter().flat_map(|e| references(self.model, e.expr)));
        }
        let mut candidates = self.candidates(&borrowed);
        if candidates.is_empty() && self.model.datasets.len() == 1 {
            candidates.extend(self.model.datasets.ids());
        }
        match self.finest(&candidates) {
            Some(home) => Ok(home),
            None => self.homeless(call, &candidates),
        }
    }

    fn leaf_name(&self, call: &AggregateCall<ModelLeaf>, entry: &Entry<'_>) -> String {
        let whole = matches!(entry.expr.as_leaf(), Some(ModelLeaf::Aggregate(c)) if **c == *call);
        if let Some(name) = entry.name.filter(|_| whole) {
            return name.to_owned();
        }
        let function = call.function.name().to_lowercase();
        let argument = call
            .args
            .first()
            .and_then(|a| references(self.model, a).into_iter().next());
        match argument.and_then(|r| self.model.fields.get(r.field)) {
            Some(field) => format!("{function}_{}", field.name.display()),
            None => format!("{function}_rows"),
        }
    }

    /// What the arguments of an aggregate refer to.
    pub(crate) fn argument_references(&self, call: &AggregateCall<ModelLeaf>) -> Vec<Reference> {
        call.args
            .iter()
            .flat_map(|a| references(self.model, a))
            .collect()
    }

    fn no_home(
        &mut self,
        call: &AggregateCall<ModelLeaf>,
        candidates: &[DatasetId],
    ) -> Planning<DatasetId> {
        let function = call.function.name();
        if let Some((a, b)) = self.unconnected(candidates) {
            let diagnostic = self.not_stitched(a, b, call.origin.0, &format!("one {function}"));
            return self.fail(diagnostic);
        }
        let names = self.names(candidates);
        let message = format!("{function} has no single home: its argument starts from {names}");
        self.fail(
            Diagnostic::new(Code::AmbiguousMeasureGrain, Check::Homes, message)
                .at_opt(call.origin.0, format!("rows of which of {names}?"))
                .help(
                    "aggregate each dataset on its own and combine the results, \
                     as in SUM(a.x) + SUM(b.y), or move the value to the finer dataset",
                ),
        )
    }

    fn homeless(
        &mut self,
        call: &AggregateCall<ModelLeaf>,
        candidates: &[DatasetId],
    ) -> Planning<DatasetId> {
        let names = if candidates.is_empty() {
            "no dataset".to_owned()
        } else {
            self.names(candidates)
        };
        let function = call.function.name();
        let message = format!("{function} refers to no dataset, and the query starts from {names}");
        self.fail(
            Diagnostic::new(Code::AmbiguousMeasureGrain, Check::Homes, message)
                .at_opt(call.origin.0, "rows of which dataset?")
                .help("write COUNT(dataset.key) for the dataset whose rows are meant"),
        )
    }

    /// The error of two facts that nothing links.
    pub(crate) fn not_stitched(
        &self,
        a: DatasetId,
        b: DatasetId,
        span: Option<Span>,
        what: &str,
    ) -> Diagnostic {
        let a = self.model.dataset_name(a);
        let b = self.model.dataset_name(b);
        Diagnostic::new(
            Code::NoStitchingDimension,
            Check::Homes,
            format!("{what} over `{a}` and `{b}` would be a Cartesian product: they have no shared dimension"),
        )
        .at_opt(span, format!("`{a}` and `{b}` are not connected"))
        .help(format!("relate both `{a}` and `{b}` to a shared dimension, or ask for them in separate queries"))
    }
}

impl Leaves {
    fn add(
        &mut self,
        call: &AggregateCall<ModelLeaf>,
        home: DatasetId,
        main: bool,
        name: String,
    ) -> usize {
        let same = |l: &Leaf| l.home == home && l.call == *call;
        if let Some((index, leaf)) = self.items.iter_mut().enumerate().find(|(_, l)| same(l)) {
            leaf.main |= main;
            return index;
        }
        self.items.push(Leaf {
            call: call.clone(),
            home,
            main,
            name,
        });
        self.items.len() - 1
    }
}
