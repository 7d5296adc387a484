//! Random queries over a model, of both shapes; references prefer what the home reaches.

use crate::case::{Case, Kind, Metric, Query};
use crate::model::{Model, model};
use crate::random::Random;
use crate::sizes::Sizes;

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
    let mut maker = Maker::new(random, &model, home);
    let metrics = maker.metrics();
    let query = if maker.random.percent(78) {
        maker.aggregation(&metrics)
    } else {
        maker.scalar()
    };
    Case {
        strict: model.strict,
        untyped: model.untyped,
        datasets: model.datasets,
        relationships: model.relationships,
        metrics,
        query,
    }
}

/// Makes expressions over a model, as seen from a dataset.
pub struct Maker<'m> {
    model: &'m Model,
    random: &'m mut Random,
    home: usize,
    ups: Vec<usize>,
    far: Vec<usize>,
    /// Whether references may be to windowed fields.
    windowed: bool,
}

impl<'m> Maker<'m> {
    /// A maker whose references prefer what `home` reaches.
    pub fn new(random: &'m mut Random, model: &'m Model, home: usize) -> Self {
        Self {
            ups: model.reached(home, false),
            far: model.reached(home, true),
            model,
            random,
            home,
            windowed: false,
        }
    }

    /// A field of a dataset with a kind that passes, as written.
    fn field(&mut self, dataset: usize, passes: &dyn Fn(Kind) -> bool) -> Option<(String, Kind)> {
        let known = &self.model.datasets[dataset];
        let windowed = self.windowed || self.random.percent(30);
        let fits: Vec<_> = known
            .fields
            .iter()
            .filter(|f| passes(f.kind) && (windowed || !f.expression.contains(" OVER ")))
            .collect();
        let field = self.random.maybe(&fits)?;
        let mut text = format!("{}.{}", known.name, field.name);
        // R5: a relationship that leads to the dataset names the role.
        let into: Vec<&str> = self
            .model
            .relationships
            .iter()
            .filter(|r| r.to == dataset)
            .map(|r| r.name.as_str())
            .collect();
        let share = if self.model.strict { 0 } else { 6 };
        if self.random.percent(share)
            && let Some(role) = self.random.maybe(&into)
        {
            text = format!("{role}.{text}");
        }
        Some((text, field.kind))
    }

    /// A reference from the home's point of view.
    fn reference(&mut self, passes: &dyn Fn(Kind) -> bool) -> (String, Kind) {
        let dataset = match self.random.below(100) {
            0..72 => *self.random.pick(&self.ups),
            72..94 => *self.random.pick(&self.far),
            _ => self.random.below(self.model.datasets.len()),
        };
        self.field(dataset, passes)
            .or_else(|| self.field(self.home, passes))
            .unwrap_or_else(|| ("1".to_owned(), Kind::Integer))
    }

    fn any(&mut self) -> (String, Kind) {
        self.reference(&|_| true)
    }

    /// A predicate over rows.
    pub fn predicate(&mut self) -> String {
        let (r, kind) = self.any();
        let one = simple_predicate(self.random, &r, kind);
        match self.random.below(10) {
            0 => {
                let (r, kind) = self.any();
                format!("{one} OR {}", simple_predicate(self.random, &r, kind))
            }
            1 => {
                let (r, kind) = self.any();
                format!("{one} AND {}", simple_predicate(self.random, &r, kind))
            }
            2 => format!("NOT ({one})"),
            3 => format!("COALESCE({one}, TRUE)"),
            _ => one,
        }
    }

    /// A number over rows of a dataset, perhaps with a value from above.
    fn number(&mut self, dataset: usize) -> String {
        let Some((r, _)) = self.field(dataset, &Kind::is_number) else {
            return "1".to_owned();
        };
        match self.random.below(12) {
            0 => format!("{r} + 1"),
            1 => format!("COALESCE({r}, 0)"),
            2 => {
                let (r, kind) = self.field(dataset, &|_| true).unwrap_or((r, Kind::Integer));
                let test = simple_predicate(self.random, &r, kind);
                format!("CASE WHEN {test} THEN 1 ELSE 2 END")
            }
            3 => {
                let ups = self.model.reached(dataset, false);
                let other = *self.random.pick(&ups);
                match self.field(other, &Kind::is_number) {
                    Some((other, _)) => format!("{r} * {other}"),
                    None => r,
                }
            }
            4 => format!("ABS({r})"),
            _ => r,
        }
    }

    /// An aggregate, mostly of the home.
    fn aggregate(&mut self) -> String {
        let dataset = match self.random.below(100) {
            0..70 => self.home,
            70..88 => *self.random.pick(&self.ups),
            88..96 => *self.random.pick(&self.far),
            _ => self.random.below(self.model.datasets.len()),
        };
        let any = self
            .field(dataset, &|_| true)
            .map_or("1".to_owned(), |(r, _)| r);
        let number = self.number(dataset);
        match self.random.below(24) {
            0..6 => format!("SUM({number})"),
            6..9 => format!("COUNT({any})"),
            9 => "COUNT(*)".to_owned(),
            10 => format!("COUNT(DISTINCT {any})"),
            11 | 12 => format!("AVG({number})"),
            13 => format!("MIN({any})"),
            14 => format!("MAX({any})"),
            15 => format!("MEDIAN({number})"),
            16 => format!("STDDEV({number})"),
            17 => format!("VAR_POP({number})"),
            18 if !self.model.strict => {
                format!("PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY {number})")
            }
            19 => format!("SUM(DISTINCT {number})"),
            20 => format!("APPROX_COUNT_DISTINCT({any})"),
            21 if !self.model.strict => {
                let test = self
                    .field(dataset, &|_| true)
                    .map(|(r, k)| simple_predicate(self.random, &r, k));
                format!(
                    "SUM({number}) FILTER (WHERE {})",
                    test.unwrap_or_else(|| "1 = 1".to_owned())
                )
            }
            _ => format!("MAX({number})"),
        }
    }

    /// A measure: an aggregate, a composition of some, or a window over one.
    fn measure(&mut self, metrics: &[Metric], dimensions: &[String]) -> String {
        let one = self.aggregate();
        match self.random.below(20) {
            0 => format!("{one} / {}", self.count()),
            1 => format!("COALESCE({one}, 0)"),
            2 => format!("CASE WHEN {} > 1 THEN 1 ELSE 0 END", self.count()),
            3 | 4 => match self.random.maybe(metrics) {
                Some(metric) => metric.name.clone(),
                None => one,
            },
            5 => format!("{} / SUM({}) OVER ()", self.count(), self.count()),
            6 => format!("RANK() OVER (ORDER BY {} DESC)", self.count()),
            7 => match self.random.maybe(dimensions) {
                Some(d) => format!("SUM({}) OVER (PARTITION BY {d})", self.count()),
                None => one,
            },
            8 if !dimensions.is_empty() => {
                format!(
                    "LAG({}) OVER (ORDER BY {})",
                    self.count(),
                    dimensions.join(", ")
                )
            }
            9 => {
                let dataset = self.home;
                let number = self.number(dataset);
                format!("SUM({number}) OVER ()")
            }
            10 => match self.random.maybe(dimensions) {
                Some(d) => d.clone(),
                None => one,
            },
            11 => {
                let dataset = self.home;
                match self.field(dataset, &Kind::is_number) {
                    Some((r, _)) => format!("SUM(SUM({r}) OVER (PARTITION BY {r}))"),
                    None => one,
                }
            }
            12 if self.random.percent(30) => self.any().0,
            13 => format!("{one} IS NULL"),
            _ => one,
        }
    }

    fn count(&mut self) -> String {
        let dataset = if self.random.percent(70) {
            self.home
        } else {
            *self.random.pick(&self.ups)
        };
        match self.field(dataset, &|_| true) {
            Some((r, _)) => format!("COUNT({r})"),
            None => "COUNT(*)".to_owned(),
        }
    }

    fn metrics(&mut self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for number in 0..*self.random.pick(&[0, 0, 1, 2]) {
            let one = self.aggregate();
            let expression = match metrics.last() {
                Some(Metric { name, .. }) if self.random.percent(60) => {
                    format!("{name} / NULLIF({}, 0)", self.count())
                }
                _ => one,
            };
            metrics.push(Metric {
                name: format!("metric_{number}"),
                expression,
            });
        }
        metrics
    }

    /// A row-level expression to group by or show.
    pub fn dimension(&mut self) -> String {
        let (r, kind) = self.any();
        match (self.random.below(10), kind) {
            (0, Kind::Text) => format!("UPPER({r})"),
            (0 | 1, Kind::Integer) => format!("{r} % 2"),
            (0..3, Kind::Date) => format!("DATE_TRUNC('month', {r})"),
            (3, Kind::Date) => format!("EXTRACT(YEAR FROM {r})"),
            (4, _) => {
                let test = self.predicate();
                format!("CASE WHEN {test} THEN 'yes' ELSE 'no' END")
            }
            (5, Kind::Text) => {
                let (other, _) = self.reference(&|k| k == Kind::Text);
                format!("COALESCE({r}, {other})")
            }
            _ => r,
        }
    }

    fn filters(&mut self) -> Vec<String> {
        let count = *self.random.pick(&[0, 0, 0, 1, 1, 2]);
        let mut filters: Vec<String> = (0..count).map(|_| self.predicate()).collect();
        if self.random.percent(12) {
            filters.extend(self.windowed_filters().into_iter().flatten());
        }
        filters
    }

    /// A test of a windowed field above the home, and one of its rows, which the window then sees fewer of.
    fn windowed_filters(&mut self) -> Option<[String; 2]> {
        let datasets = &self.model.datasets;
        let windowed: Vec<(usize, &str)> = self
            .ups
            .iter()
            .filter(|d| **d != self.home)
            .flat_map(|d| datasets[*d].fields.iter().map(move |f| (*d, f)))
            .filter(|(_, f)| f.expression.contains(" OVER "))
            .map(|(d, f)| (d, f.name.as_str()))
            .collect();
        let (dataset, field) = *self.random.maybe(&windowed)?;
        let reference = format!("{}.{field}", datasets[dataset].name);
        let first = simple_predicate(self.random, &reference, Kind::Integer);
        let (other, kind) = self.field(dataset, &|_| true)?;
        Some([first, simple_predicate(self.random, &other, kind)])
    }

    fn aggregation(&mut self, metrics: &[Metric]) -> Query {
        let dimensions: Vec<String> = (0..*self.random.pick(&[0, 1, 1, 1, 2, 2]))
            .map(|_| self.dimension())
            .collect();
        let least = usize::from(dimensions.is_empty());
        let count = (*self.random.pick(&[0, 1, 1, 1, 2, 2, 3])).max(least);
        let measures: Vec<String> = (0..count)
            .map(|_| self.measure(metrics, &dimensions))
            .collect();
        let filters = self.filters();
        let mut having = Vec::new();
        if self.random.percent(18) {
            having.push(match self.random.below(5) {
                0 => format!("RANK() OVER (ORDER BY {}) <= 2", self.count()),
                1 => match dimensions.first() {
                    Some(d) => format!("{d} IS NOT NULL"),
                    None => format!("{} > 0", self.count()),
                },
                2 => format!("{} IS NOT NULL", self.aggregate()),
                _ => format!("{} > {}", self.count(), self.random.below(3)),
            });
        }
        let mut query = Query {
            filters,
            having,
            ..Query::default()
        };
        if self.random.percent(30) {
            let direction = *self
                .random
                .pick(&["", " DESC", " NULLS FIRST", " DESC NULLS LAST"]);
            query.order_by = dimensions
                .iter()
                .map(|d| format!("{d}{direction}"))
                .collect();
            if self.random.percent(30) {
                let first = self.count();
                query.order_by.insert(0, first);
            }
            if self.random.percent(50) {
                query.limit = Some(u64::try_from(self.random.below(4)).unwrap_or(0));
            }
        }
        query.dimensions = aliased(&dimensions, "g");
        query.measures = aliased(&measures, "v");
        query
    }

    fn scalar(&mut self) -> Query {
        let mut fields: Vec<String> = Vec::new();
        self.far.clone_from(&self.ups);
        self.windowed = true;
        for _ in 0..self.random.between(1, 3) {
            let next = match self.random.below(12) {
                0 => format!("ROW_NUMBER() OVER (ORDER BY {})", self.home_key()),
                1 => {
                    let number = self.number(self.home);
                    let (partition, _) = self.any();
                    format!("SUM({number}) OVER (PARTITION BY {partition})")
                }
                2 => {
                    let (value, _) = self.any();
                    format!("LAG({value}) OVER (ORDER BY {})", self.home_key())
                }
                3 => {
                    let number = self.number(self.home);
                    format!("{number} * 2")
                }
                _ => self.dimension(),
            };
            fields.push(next);
        }
        let mut query = Query {
            filters: self.filters(),
            ..Query::default()
        };
        // Without ties only among the rows of this home.
        let ranked = fields.iter().any(|f| f.contains("OVER (ORDER BY"));
        if ranked || self.random.percent(60) {
            query.dataset = Some(self.home_name());
        }
        query.fields = aliased(&fields, "c");
        if self.random.percent(30) {
            query.order_by = (0..fields.len()).map(|i| format!("c{i}")).collect();
            if self.random.percent(60) {
                query.limit = Some(u64::try_from(self.random.below(5)).unwrap_or(0));
            }
        }
        query
    }

    /// Order keys without ties among the rows of the home.
    fn home_key(&self) -> String {
        let dataset = &self.model.datasets[self.home];
        let column = |name: &str| {
            let field = dataset.fields.iter().find(|f| f.expression == name);
            field.map_or(name.to_owned(), |f| format!("{}.{}", dataset.name, f.name))
        };
        if dataset.columns.iter().any(|c| c.name == "k") {
            format!("{}, {}", column("id"), column("k"))
        } else {
            column("id")
        }
    }

    fn home_name(&self) -> String {
        self.model.datasets[self.home].name.clone()
    }
}

fn aliased(expressions: &[String], prefix: &str) -> Vec<String> {
    let name = |(i, e): (usize, &String)| format!("{e} AS {prefix}{i}");
    expressions.iter().enumerate().map(name).collect()
}

/// A test of one reference.
fn simple_predicate(random: &mut Random, r: &str, kind: Kind) -> String {
    let tests: &[&str] = match kind {
        Kind::Integer => &[
            "{} > 1",
            "{} = 1",
            "{} <> 1",
            "{} BETWEEN 0 AND 2",
            "{} IN (1, 2)",
            "{} NOT IN (1, NULL)",
            "{} IS DISTINCT FROM 1",
            "{} % 2 = 1",
            "{} / 2 > 0.5",
        ],
        Kind::Decimal => &["{} > 0.5", "{} = 1.01", "{} <= 1.25", "{} * 2 > 2"],
        Kind::Float => &["{} > 0.25", "{} <= 1", "{} <> 2.5"],
        Kind::Text => &[
            "{} = 'a'",
            "{} <> 'b'",
            "{} LIKE 'a%'",
            "{} ILIKE 'B'",
            "{} IN ('a', 'b')",
            "{} < 'b'",
            "LENGTH({}) = 1",
            "COALESCE({}, 'a') = 'a'",
            "{} IS NOT DISTINCT FROM 'a'",
        ],
        Kind::Date => &[
            "{} >= DATE '2024-02-01'",
            "EXTRACT(MONTH FROM {}) = 2",
            "{} = '2024-02-29'",
            "DATEDIFF(day, {}, DATE '2024-03-01') < 40",
        ],
        Kind::Boolean => &["{}", "NOT {}", "{} = TRUE"],
    };
    let test = match random.below(8) {
        0 => "{} IS NULL",
        1 => "{} IS NOT NULL",
        _ => random.pick(tests),
    };
    test.replace("{}", r)
}
