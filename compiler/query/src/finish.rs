//! Typed entries → [`SemanticQuery`]: metrics expanded, levels and windows checked.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::{
    DataType, ModelExpr, ModelLeaf, OrderKey, OrderTarget, OutputExpr, Predicate, QueryShape,
    SemanticModel, SemanticQuery,
};

use crate::expand::Expander;
use crate::grouping::Grouping;
use crate::levels::Levelled;
use crate::lower::{Column, Written};
use crate::order::{WrittenKey, WrittenTarget};
use crate::resolve::Typed;
use crate::shape::Shape;
use crate::uses::{Uses, lint_homeless};
use crate::windows::WindowRewrite;

/// Finishes one query.
pub(crate) struct Finisher<'a> {
    model: &'a SemanticModel,
    sink: &'a mut Diagnostics,
    expander: Expander,
}

/// What an aggregation query groups by.
struct Grain<'g> {
    grouping: Grouping<'g>,
    /// Whether every dimension is known.
    complete: bool,
    /// The names of the dimensions.
    words: String,
}

impl<'a> Finisher<'a> {
    pub(crate) fn new(model: &'a SemanticModel, sink: &'a mut Diagnostics) -> Self {
        Self {
            model,
            sink,
            expander: Expander::default(),
        }
    }

    /// The query; what is faulty is reported and left out.
    pub(crate) fn finish(mut self, typed: Typed) -> Option<SemanticQuery> {
        self.report_uses(&typed);
        match typed.shape {
            Shape::Aggregation => self.aggregation(typed),
            Shape::Scalar => self.scalar(typed),
        }
    }

    fn report_uses(&mut self, typed: &Typed) {
        let mut uses = Uses::default();
        let columns = [&typed.dimensions, &typed.measures, &typed.fields]
            .into_iter()
            .flatten();
        let shown = columns.filter_map(|c| c.written.as_ref().map(|w| (w, c.span)));
        let predicates = typed
            .filters
            .iter()
            .chain(&typed.having)
            .map(|w| (&w.expr, w.span));
        let keys = typed.order_by.iter().filter_map(|k| match &k.target {
            WrittenTarget::Expr(w) => Some((&w.expr, w.span)),
            WrittenTarget::Output(_) => None,
        });
        for (expr, span) in shown.chain(predicates).chain(keys) {
            uses.add(expr, span);
            lint_homeless(self.model, expr, span, self.sink);
        }
        uses.report(self.model, self.sink);
    }

    fn aggregation(&mut self, typed: Typed) -> Option<SemanticQuery> {
        let mut dimensions = Vec::new();
        for column in &typed.dimensions {
            dimensions.push(self.column(column, |l| l.in_dimension()));
        }
        let grouped: Vec<ModelExpr> = dimensions.iter().flatten().cloned().collect();
        let grain = Grain {
            grouping: Grouping {
                dimensions: &grouped,
            },
            complete: grouped.len() == dimensions.len(),
            words: grain_in_words(&typed),
        };
        let filters = self.filters(&typed.filters);
        let measures = self.measures(&typed.measures, &grain);
        let having = self.having(&typed.having, &grain);
        let keys = self.keys(&typed.order_by, |this, written| {
            let expr = this.expand(&written.expr, written.span, |_| None)?;
            Some(this.rewrite_windows(&expr, &grain, written.span))
        });
        let columns: Vec<_> = dimensions.into_iter().chain(measures).collect();
        let written = typed.dimensions.iter().chain(&typed.measures);
        let outputs = outputs(columns, written, &typed.names)?;
        let order_by = order_keys(&typed.order_by, keys, &outputs)?;
        let (dimensions, measures) = split(outputs, typed.dimensions.len());
        Some(SemanticQuery {
            shape: QueryShape::Aggregation {
                dimensions,
                measures,
                having,
            },
            filters,
            order_by,
            limit: typed.limit,
        })
    }

    fn measures(&mut self, columns: &[Column], grain: &Grain<'_>) -> Vec<Option<ModelExpr>> {
        let mut measures = Vec::new();
        for column in columns {
            let composed = self.refuse_composition(column);
            let expr = if composed {
                None
            } else {
                self.column(column, |_| None)
            };
            measures.push(expr.map(|e| self.rewrite_windows(&e, grain, column.span)));
        }
        measures
    }

    fn having(&mut self, entries: &[Written], grain: &Grain<'_>) -> Vec<Predicate> {
        let mut having = Vec::new();
        for entry in entries {
            // With a faulty dimension it is not known what is a grouping column.
            let check = |l: &Levelled<'_>| {
                grain
                    .complete
                    .then(|| l.in_having(grain.grouping))
                    .flatten()
            };
            if let Some(expr) = self.expand(&entry.expr, entry.span, check) {
                let expr = self.rewrite_windows(&expr, grain, entry.span);
                having.extend(self.predicate(expr, entry.span));
            }
        }
        having
    }

    /// The expressions of sort keys; `None` for those that name a column of the result.
    fn keys(
        &mut self,
        order_by: &[WrittenKey],
        mut expand: impl FnMut(&mut Self, &Written) -> Option<ModelExpr>,
    ) -> Vec<Option<ModelExpr>> {
        let mut keys = Vec::new();
        for key in order_by {
            keys.push(match &key.target {
                WrittenTarget::Output(_) => None,
                WrittenTarget::Expr(written) => expand(self, written),
            });
        }
        keys
    }

    fn scalar(&mut self, typed: Typed) -> Option<SemanticQuery> {
        let mut fields = Vec::new();
        for column in &typed.fields {
            fields.push(self.column(column, |l| l.in_scalar("fields")));
        }
        let filters = self.filters(&typed.filters);
        let keys = self.keys(&typed.order_by, |this, written| {
            this.expand(&written.expr, written.span, |l| l.in_scalar("order_by"))
        });
        let fields = outputs(fields, typed.fields.iter(), &typed.names)?;
        let order_by = order_keys(&typed.order_by, keys, &fields)?;
        Some(SemanticQuery {
            shape: QueryShape::Scalar {
                home: typed.home,
                fields,
            },
            filters,
            order_by,
            limit: typed.limit,
        })
    }

    fn column(
        &mut self,
        column: &Column,
        check: impl FnOnce(&Levelled<'_>) -> Option<Diagnostic>,
    ) -> Option<ModelExpr> {
        let written = column.written.as_ref()?;
        self.expand(written, column.span, check)
    }

    /// Expands metrics and checks the level; `None` if something was reported.
    fn expand(
        &mut self,
        written: &ModelExpr,
        span: Span,
        check: impl FnOnce(&Levelled<'_>) -> Option<Diagnostic>,
    ) -> Option<ModelExpr> {
        let expanded = self.expander.expand(self.model, written, span, self.sink)?;
        let levels = Levelled {
            written,
            expanded: &expanded,
            span,
            model: self.model,
        };
        match check(&levels) {
            Some(fault) => {
                self.sink.push(fault);
                None
            }
            None => Some(expanded),
        }
    }

    fn filters(&mut self, written: &[Written]) -> Vec<Predicate> {
        let mut filters = Vec::new();
        for entry in written {
            if let Some(expr) = self.expand(&entry.expr, entry.span, |l| l.in_where()) {
                filters.extend(self.predicate(expr, entry.span));
            }
        }
        filters
    }

    /// The conjuncts of a predicate, which must be Boolean.
    fn predicate(&mut self, expr: ModelExpr, span: Span) -> Vec<Predicate> {
        if expr.ty.data != DataType::Boolean && !expr.ty.data.is_open() {
            let message = format!(
                "a predicate must be true or false, and this is a value of type {}",
                expr.ty.data.name()
            );
            self.sink.push(
                Diagnostic::new(Code::Type, Check::QueryTypes, message)
                    .at(span, "not a Boolean")
                    .help("compare it with something, as in `… > 0` or `… IS NOT NULL`"),
            );
            return Vec::new();
        }
        let conjuncts = expr.into_conjuncts().into_iter();
        conjuncts
            .map(|expr| Predicate {
                expr,
                origin: span.into(),
            })
            .collect()
    }

    fn rewrite_windows(&mut self, expr: &ModelExpr, grain: &Grain<'_>, entry: Span) -> ModelExpr {
        if !expr.has_window() {
            return expr.clone();
        }
        let rewrite = WindowRewrite {
            grouping: grain.grouping,
            grain: &grain.words,
            model: self.model,
            entry,
        };
        rewrite.rewrite(expr, self.sink)
    }

    /// 6.4: a measure may name a windowed metric, and nothing more. Gives whether it does more.
    fn refuse_composition(&mut self, column: &Column) -> bool {
        let Some(written) = &column.written else {
            return false;
        };
        if matches!(written.as_leaf(), Some(ModelLeaf::Metric(..))) {
            return false;
        }
        let mut windowed = None;
        written.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Metric(id, origin) = leaf
                && let Some(metric) = self.model.metrics.get(*id)
                && metric.windowed
                && windowed.is_none()
            {
                windowed = Some((metric.name.display(), origin.0));
            }
        });
        if let Some((name, place)) = &windowed {
            let message = format!(
                "the metric `{name}` holds a window, and composition on windowed metrics is deferred (§10)"
            );
            self.sink.push(
                Diagnostic::new(Code::WindowedMetricComposition, Check::QueryWindows, message)
                    .at(place.unwrap_or(column.span), "a windowed metric as an operand")
                    .help("name the metric alone, write the whole expression with its window, or use a derived field"),
            );
        }
        windowed.is_some()
    }
}

fn grain_in_words(typed: &Typed) -> String {
    let shown = typed
        .names
        .get(..typed.dimensions.len())
        .unwrap_or_default();
    if shown.is_empty() {
        "one row".to_owned()
    } else {
        shown.join(", ")
    }
}

fn outputs<'c>(
    exprs: Vec<Option<ModelExpr>>,
    columns: impl Iterator<Item = &'c Column>,
    names: &[String],
) -> Option<Vec<OutputExpr>> {
    let zipped = exprs.into_iter().zip(columns).zip(names);
    zipped
        .map(|((expr, column), name)| {
            Some(OutputExpr {
                name: name.clone(),
                expr: expr?,
                origin: column.span.into(),
            })
        })
        .collect()
}

/// Sort keys; an expression that is a column of the result becomes that column.
fn order_keys(
    written: &[WrittenKey],
    exprs: Vec<Option<ModelExpr>>,
    outputs: &[OutputExpr],
) -> Option<Vec<OrderKey>> {
    let keys = written.iter().zip(exprs);
    keys.map(|(key, expr)| {
        let target = match &key.target {
            WrittenTarget::Output(at) => OrderTarget::Output(*at),
            WrittenTarget::Expr(_) => {
                let expr = expr?;
                match outputs.iter().position(|o| o.expr == expr) {
                    Some(at) => OrderTarget::Output(at),
                    None => OrderTarget::Expr(expr),
                }
            }
        };
        Some(OrderKey {
            target,
            descending: key.descending,
            nulls_first: key.nulls_first,
            origin: key.origin,
        })
    })
    .collect()
}

fn split(mut outputs: Vec<OutputExpr>, at: usize) -> (Vec<OutputExpr>, Vec<OutputExpr>) {
    let rest = outputs.split_off(at.min(outputs.len()));
    (outputs, rest)
}
