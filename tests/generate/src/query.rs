//! Random queries over a model, of both shapes; references prefer what the home reaches.

use std::collections::BTreeSet;

use crate::case::{Case, Kind, Metric, Query};
use crate::expression::{self, References};
use crate::model::{Model, model};
use crate::names::{self, normal};
use crate::random::Random;
use crate::scope::{Reach, Scope};
use crate::sizes::Sizes;
use crate::window::{self, DIRECTIONS};

/// A random case.
#[must_use]
pub fn case(random: &mut Random, sizes: &Sizes) -> Case {
    let model = model(random, sizes);
    over(random, model)
}

/// A random case over a model that exists.
#[must_use]
pub fn over(random: &mut Random, model: Model) -> Case {
    let home = random.below(model.datasets.len());
    let mut scope = Scope::new(&model, random, home);
    let metrics = scope.metrics();
    let query = if scope.random.percent(22) {
        scalar(&mut scope)
    } else {
        aggregation(&mut scope, &metrics)
    };
    let metrics = metrics.into_iter().map(|m| m.metric).collect();
    with_model(model, metrics, query)
}

fn with_model(model: Model, metrics: Vec<Metric>, query: Query) -> Case {
    Case {
        strict: model.strict,
        untyped: model.untyped,
        datasets: model.datasets,
        relationships: model.relationships,
        metrics,
        query,
    }
}

/// A well-typed expression over a model: a measure, a predicate, or a value of rows.
pub fn expression(random: &mut Random, model: &Model) -> String {
    let home = random.below(model.datasets.len());
    let mut scope = Scope::new(model, random, home);
    match scope.random.below(3) {
        0 => scope.measure(&[], &[]).0,
        1 => expression::predicate(&mut scope, 2),
        _ => expression::any(&mut scope, 2).0,
    }
}

/// Makes expressions over a model, as seen from a dataset.
pub struct Maker<'m>(Scope<'m>);

impl<'m> Maker<'m> {
    /// A maker whose references prefer what `home` reaches.
    pub fn new(random: &'m mut Random, model: &'m Model, home: usize) -> Self {
        Self(Scope::new(model, random, home))
    }

    /// A predicate over rows.
    pub fn predicate(&mut self) -> String {
        self.0.reach = Reach::Home;
        expression::predicate(&mut self.0, 1)
    }

    /// A row-level expression to group by or show.
    pub fn dimension(&mut self) -> String {
        self.0.dimension().expression
    }
}

/// A metric with what may be done with it.
#[derive(Clone, Debug)]
pub(crate) struct MetricOf {
    pub(crate) metric: Metric,
    pub(crate) kind: Kind,
    pub(crate) windowed: bool,
}

/// A dimension.
#[derive(Clone, Debug)]
pub(crate) struct Dimension {
    /// As written in the list of dimensions.
    pub(crate) entry: String,
    /// As written elsewhere.
    pub(crate) expression: String,
    pub(crate) kind: Kind,
}

fn aggregation(scope: &mut Scope<'_>, metrics: &[MetricOf]) -> Query {
    let mut dimensions: Vec<Dimension> = Vec::new();
    for _ in 0..*scope.random.pick(&[1, 0, 1, 1, 2, 2, 3]) {
        let next = scope.dimension();
        if dimensions.iter().all(|d| d.expression != next.expression) {
            dimensions.push(next);
        }
    }
    let hidden = if scope.random.percent(9) {
        scope.hidden_dimension(&mut dimensions)
    } else {
        None
    };
    let least = usize::from(dimensions.is_empty());
    let count = (*scope.random.pick(&[1, 0, 1, 1, 2, 2, 3])).max(least);
    let mut measures: Vec<(String, Kind)> = (0..count)
        .map(|_| scope.measure(metrics, &dimensions))
        .collect();
    measures.extend(hidden);
    let filters = filters(scope);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let (entries, dimension_names) = {
        let entries = dimensions.iter().map(|d| d.entry.as_str()).collect();
        aliased(scope, entries, "g", &mut taken)
    };
    let (measure_entries, measure_names) = {
        let entries = measures.iter().map(|(m, _)| m.as_str()).collect();
        aliased(scope, entries, "v", &mut taken)
    };
    let outputs = Outputs {
        dimensions: &dimensions,
        dimension_names,
        measures: &measures,
        measure_names,
        metrics,
    };
    let mut query = Query {
        dimensions: entries,
        measures: measure_entries,
        filters,
        ..Query::default()
    };
    for _ in 0..*scope.random.pick(&[0, 0, 0, 0, 1, 1, 2]) {
        query.having.push(having(scope, &outputs));
    }
    if scope.random.percent(35) {
        query.order_by = order(scope, &outputs);
        if scope.random.percent(50) {
            query.limit = Some(limit(scope.random));
        }
    }
    query
}

/// What a query gives, by what clauses may call it.
struct Outputs<'q> {
    dimensions: &'q [Dimension],
    /// Aliases, where there are any.
    dimension_names: Vec<Option<String>>,
    measures: &'q [(String, Kind)],
    measure_names: Vec<Option<String>>,
    metrics: &'q [MetricOf],
}

fn having(scope: &mut Scope<'_>, outputs: &Outputs<'_>) -> String {
    let count = scope.count();
    match scope.random.below(10) {
        0 => {
            let (call, kind) = scope.window(outputs.dimensions, false);
            expression::test(scope.random, &format!("({call})"), kind)
        }
        1 => format!("RANK() OVER (ORDER BY {count} DESC) <= 2"),
        2 => match scope.random.maybe(outputs.dimensions) {
            Some(d) => {
                let reference = format!("({})", d.expression);
                expression::test(scope.random, &reference, d.kind)
            }
            None => format!("{count} > 0"),
        },
        3 => {
            let at = scope.random.below(outputs.measures.len().max(1));
            match (outputs.measure_names.get(at), outputs.measures.get(at)) {
                (Some(Some(name)), Some((_, kind))) if *kind != Kind::Float => {
                    expression::test(scope.random, name, *kind)
                }
                _ => format!("{count} >= 1"),
            }
        }
        4 => match scope.random.maybe(outputs.metrics) {
            Some(m) if m.kind != Kind::Float => {
                expression::test(scope.random, &m.metric.name, m.kind)
            }
            _ => format!("{count} IS NOT NULL"),
        },
        5 => {
            let (aggregate, kind) = scope.exact_aggregate();
            expression::test(scope.random, &aggregate, kind)
        }
        6 => format!("{} IS NOT NULL OR {count} > 1", scope.aggregate().0),
        _ => format!("{count} > {}", scope.random.below(3)),
    }
}

/// Keys of which the dimensions tie no rows.
fn order(scope: &mut Scope<'_>, outputs: &Outputs<'_>) -> Vec<String> {
    let mut keys = Vec::new();
    match scope.random.below(8) {
        0 => keys.push(scope.count()),
        1 => keys.push(scope.exact_aggregate().0),
        2 => {
            let names = outputs.measure_names.iter().zip(outputs.measures);
            let exact = names.filter(|(_, (_, kind))| *kind != Kind::Float);
            let named: Vec<&String> = exact.filter_map(|(name, _)| name.as_ref()).collect();
            keys.extend(scope.random.maybe(&named).map(|n| (*n).clone()));
        }
        3 => {
            let (call, kind) = scope.window(outputs.dimensions, false);
            keys.extend((kind != Kind::Float).then_some(call));
        }
        4 => {
            let exact = outputs.metrics.iter().filter(|m| m.kind != Kind::Float);
            let exact: Vec<&MetricOf> = exact.collect();
            keys.extend(scope.random.maybe(&exact).map(|m| m.metric.name.clone()));
        }
        _ => {}
    }
    for (dimension, name) in outputs.dimensions.iter().zip(&outputs.dimension_names) {
        keys.push(match name {
            Some(name) if scope.random.percent(50) => name.clone(),
            _ => dimension.expression.clone(),
        });
    }
    let direct = |key: String| format!("{key}{}", scope.random.pick(DIRECTIONS));
    keys.into_iter().map(direct).collect()
}

fn filters(scope: &mut Scope<'_>) -> Vec<String> {
    scope.reach = Reach::Home;
    let count = *scope.random.pick(&[0, 0, 0, 1, 1, 2]);
    let mut filters: Vec<String> = (0..count)
        .map(|_| expression::predicate(scope, 1))
        .collect();
    if scope.random.percent(12) {
        filters.extend(scope.windowed_filters().into_iter().flatten());
    }
    filters
}

fn scalar(scope: &mut Scope<'_>) -> Query {
    scope.far.clone_from(&scope.ups);
    scope.reach = Reach::Home;
    scope.windowed = true;
    let key = scope.home_key();
    let mut fields: Vec<String> = Vec::new();
    let mut ranked = false;
    for _ in 0..scope.random.between(1, 3) {
        if scope.random.percent(30) {
            fields.push(window::over_rows(scope, &key).0);
            ranked = true;
        } else {
            fields.push(expression::any(scope, 2).0);
        }
    }
    let mut query = Query {
        filters: filters(scope),
        ..Query::default()
    };
    // Without ties only among the rows of this home.
    if ranked || scope.random.percent(60) {
        query.dataset = Some(scope.model.datasets[scope.home].name.clone());
    }
    let mut taken = BTreeSet::new();
    let texts = fields.iter().map(String::as_str).collect();
    let (entries, names) = aliased(scope, texts, "c", &mut taken);
    query.fields = entries;
    if scope.random.percent(35) {
        let keys = names.into_iter().zip(&fields);
        let keys: Vec<String> = keys
            .map(|(name, field)| name.unwrap_or_else(|| field.clone()))
            .collect();
        if ranked && scope.random.percent(20) {
            let first = format!("ROW_NUMBER() OVER (ORDER BY {})", key.join(", "));
            query.order_by.push(first);
        }
        for key in keys {
            let direction = scope.random.pick(DIRECTIONS);
            query.order_by.push(format!("{key}{direction}"));
        }
        if scope.random.percent(60) {
            query.limit = Some(limit(scope.random));
        }
    }
    query
}

fn limit(random: &mut Random) -> u64 {
    *random.pick(&[2, 1, 3, 4, 3, 2, 0, 5, 1, 7])
}

/// Entries with aliases, mostly; and the aliases.
fn aliased(
    scope: &mut Scope<'_>,
    expressions: Vec<&str>,
    prefix: &str,
    taken: &mut BTreeSet<String>,
) -> (Vec<String>, Vec<Option<String>>) {
    // Names of columns that the sources have.
    let columns = ["s", "n", "id", "m", "t"];
    let mut entries = Vec::new();
    let mut names = Vec::new();
    for (index, expression) in expressions.into_iter().enumerate() {
        if !scope.model.plain && scope.random.percent(10) {
            entries.push(expression.to_owned());
            names.push(None);
            continue;
        }
        let plain = format!("{prefix}{index}");
        let odd: &[&str] = if scope.random.percent(60) {
            &columns
        } else {
            names::ODD
        };
        let share = if scope.model.plain {
            0
        } else {
            5 + scope.model.odd / 2
        };
        let alias = names::name(scope.random, &plain, odd, share, taken, normal);
        entries.push(format!("{expression} AS {alias}"));
        // A metric of that name would come first in having.
        names.push((!scope.model.taken.contains(&normal(&alias))).then_some(alias));
    }
    (entries, names)
}

impl Scope<'_> {
    /// A row-level expression to group by.
    fn dimension(&mut self) -> Dimension {
        self.reach = Reach::Home;
        let plain = self
            .reference(&|_| true)
            .unwrap_or_else(|| ("1".to_owned(), Kind::Integer));
        let grains = ["month", "year", "quarter", "week", "day"];
        match plain {
            (reference, Kind::Date | Kind::DateTime)
                if !self.model.strict && !self.model.plain && self.random.percent(35) =>
            {
                let grain = *self.random.pick(&grains);
                Dimension {
                    entry: format!("{reference}:{grain}"),
                    expression: format!("DATE_TRUNC('{grain}', {reference})"),
                    kind: Kind::Date,
                }
            }
            (_, kind) if self.random.percent(30) => {
                let expression = expression::value(self, kind, 1);
                Dimension {
                    entry: expression.clone(),
                    expression,
                    kind,
                }
            }
            (reference, kind) => Dimension {
                entry: reference.clone(),
                expression: reference,
                kind,
            },
        }
    }

    /// A key among the dimensions, and a measure that it fixes (4.7.3).
    fn hidden_dimension(&mut self, dimensions: &mut Vec<Dimension>) -> Option<(String, Kind)> {
        let fitting: Vec<usize> = self
            .ups
            .iter()
            .copied()
            .filter(|d| self.paths[*d] == 1 && !self.model.datasets[*d].keys.is_empty())
            .collect();
        let dataset = *self.random.maybe(&fitting)?;
        let known = &self.model.datasets[dataset];
        for role in known.key_roles() {
            let column = known.column(role)?;
            let reference = column.reference();
            let field = known.fields.iter().find(|f| f.expression == reference)?;
            let expression = format!("{}.{}", known.name, field.name);
            if dimensions.iter().all(|d| d.expression != expression) {
                dimensions.push(Dimension {
                    entry: expression.clone(),
                    expression,
                    kind: column.kind,
                });
            }
        }
        self.reach = Reach::Ups(dataset);
        let (fixed, kind) = self.reference(&|_| true)?;
        if kind == Kind::Integer && self.random.percent(50) {
            let count = self.count();
            return Some((format!("COALESCE({fixed}, 0) + {count}"), kind));
        }
        Some((fixed, kind))
    }
}
