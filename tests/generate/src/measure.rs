//! Aggregates, measures and metrics.

use crate::case::{Kind, Metric};
use crate::expression::{self, References};
use crate::names::{self, normal};
use crate::query::{Dimension, MetricOf};
use crate::scope::{Reach, Scope};
use crate::window::{self, Parts};

impl Scope<'_> {
    /// The dataset of an aggregate: mostly the home.
    fn aggregated(&mut self) -> usize {
        match self.random.below(100) {
            0..65 => self.home,
            65..86 => *self.random.pick(&self.ups),
            86..96 => *self.random.pick(&self.far),
            _ => self.random.below(self.model.datasets.len()),
        }
    }

    /// An aggregate of any kind.
    pub(crate) fn aggregate(&mut self) -> (String, Kind) {
        let dataset = self.aggregated();
        self.reach = if self.random.percent(8) {
            Reach::Ups(dataset)
        } else {
            Reach::Dataset(dataset)
        };
        let (value, kind) = expression::any(self, 1);
        let (number, number_kind) = expression::number(self, 1);
        let ordered = !self.model.strict;
        let (call, result) = match self.random.below(30) {
            0..5 => (format!("SUM({number})"), number_kind),
            5..8 => (format!("COUNT({value})"), Kind::Integer),
            8 => ("COUNT(*)".to_owned(), Kind::Integer),
            9 => (format!("COUNT(DISTINCT {value})"), Kind::Integer),
            10 | 11 => (format!("AVG({number})"), Kind::Float),
            12 => (format!("MIN({value})"), kind),
            13 => (format!("MAX({value})"), kind),
            14 => (format!("MEDIAN({number})"), Kind::Float),
            15 => {
                let functions = ["STDDEV", "STDDEV_SAMP", "STDDEV_POP"];
                let function = *self.random.pick(&functions);
                (format!("{function}({number})"), Kind::Float)
            }
            16 => {
                let functions = ["VARIANCE", "VAR_SAMP", "VAR_POP"];
                let function = *self.random.pick(&functions);
                (format!("{function}({number})"), Kind::Float)
            }
            17 | 18 if ordered => {
                let share = *self.random.pick(&["0.25", "0", "1", "0.5", "0.9"]);
                let order = *self.random.pick(&["", " DESC"]);
                let call =
                    format!("PERCENTILE_CONT({share}) WITHIN GROUP (ORDER BY {number}{order})");
                (call, Kind::Float)
            }
            19 | 20 if ordered => {
                let share = *self.random.pick(&["0.25", "0", "1", "0.5", "0.9"]);
                let order = *self.random.pick(&["", " DESC"]);
                let call =
                    format!("PERCENTILE_DISC({share}) WITHIN GROUP (ORDER BY {value}{order})");
                (call, kind)
            }
            21 => (format!("SUM(DISTINCT {number})"), number_kind),
            22 => (format!("AVG(DISTINCT {number})"), Kind::Float),
            23 => (format!("APPROX_COUNT_DISTINCT({value})"), Kind::Integer),
            24 => (format!("APPROX_PERCENTILE({number}, 0.5)"), Kind::Float),
            25..27 => return self.exact_aggregate(),
            _ => (format!("MAX({number})"), number_kind),
        };
        (self.filtered(call, dataset), result)
    }

    /// R3: an aggregate of some of the rows, now and then.
    fn filtered(&mut self, call: String, dataset: usize) -> String {
        if self.model.strict || !self.random.percent(10) {
            return call;
        }
        self.reach = if self.random.percent(30) {
            Reach::Ups(dataset)
        } else {
            Reach::Dataset(dataset)
        };
        format!("{call} FILTER (WHERE {})", expression::predicate(self, 1))
    }

    /// An aggregate whose value is the same however it is computed, so that it may decide order.
    pub(crate) fn exact_aggregate(&mut self) -> (String, Kind) {
        let dataset = self.aggregated();
        self.reach = Reach::Dataset(dataset);
        let exact = |k: Kind| k != Kind::Float && k != Kind::Boolean;
        let found = self.reference(&exact);
        let (value, kind) = found.unwrap_or_else(|| ("1".to_owned(), Kind::Integer));
        match self.random.below(4) {
            0 if kind.is_number() => (format!("SUM({value})"), kind),
            1 => (format!("MAX({value})"), kind),
            2 => (format!("MIN({value})"), kind),
            _ => (format!("COUNT({value})"), Kind::Integer),
        }
    }

    pub(crate) fn count(&mut self) -> String {
        let dataset = if self.random.percent(25) {
            *self.random.pick(&self.ups)
        } else {
            self.home
        };
        self.reach = Reach::Dataset(dataset);
        match self.reference(&|_| true) {
            Some((r, _)) => format!("COUNT({r})"),
            None => "COUNT(*)".to_owned(),
        }
    }

    fn number_aggregate(&mut self) -> (String, Kind) {
        let found = self.aggregate();
        if found.1.is_number() {
            found
        } else {
            (self.count(), Kind::Integer)
        }
    }

    /// A window over the rows of an aggregation.
    pub(crate) fn window(&mut self, dimensions: &[Dimension], ties: bool) -> (String, Kind) {
        let total: Vec<String> = dimensions.iter().map(|d| d.expression.clone()).collect();
        let mut partition = Vec::new();
        if self.random.percent(40) {
            partition.extend(self.random.maybe(&total).cloned());
        }
        let keys = if total.is_empty() || self.random.percent(55) {
            vec![self.exact_aggregate().0]
        } else {
            Vec::new()
        };
        let addend = if self.random.percent(12) {
            // Aggregated to the grain of the query first (6.3); only some functions are.
            self.reach = Reach::Dataset(self.home);
            expression::number(self, 0)
        } else {
            self.number_aggregate()
        };
        let value = if self.random.percent(35) && !dimensions.is_empty() {
            let of = self.random.pick(dimensions);
            (of.expression.clone(), of.kind)
        } else {
            self.aggregate()
        };
        let parts = Parts {
            partition,
            keys,
            total,
            number: Some(self.count()),
            addend,
            value,
            ties,
        };
        window::call(self.random, &parts)
    }

    /// A measure: an aggregate, a composition of some, or a window over one.
    pub(crate) fn measure(
        &mut self,
        metrics: &[MetricOf],
        dimensions: &[Dimension],
    ) -> (String, Kind) {
        let one = self.aggregate();
        match self.random.below(20) {
            0..3 => match self.random.maybe(metrics) {
                Some(m) => (m.metric.name.clone(), m.kind),
                None => one,
            },
            3 => {
                let (number, _) = self.number_aggregate();
                (format!("{number} / {}", self.count()), Kind::Float)
            }
            4 => {
                let default = expression::literal(self.random, one.1);
                (format!("COALESCE({}, {default})", one.0), one.1)
            }
            5 => {
                let text = format!("CASE WHEN {} > 1 THEN 1 ELSE 0 END", self.count());
                (text, Kind::Integer)
            }
            6 => {
                let share = format!("{} / SUM({}) OVER ()", self.count(), self.count());
                (share, Kind::Float)
            }
            7..11 => self.window(dimensions, false),
            11 => match self.random.maybe(dimensions) {
                Some(d) => (d.expression.clone(), d.kind),
                None => one,
            },
            12 => self.over_windowed(),
            13 => (format!("{} IS NULL", one.0), Kind::Boolean),
            14 => {
                let plain = metrics.iter().filter(|m| !m.windowed && m.kind.is_number());
                let plain: Vec<&MetricOf> = plain.collect();
                match self.random.maybe(&plain) {
                    Some(m) => {
                        let text = format!("COALESCE({}, 0) + {}", m.metric.name, self.count());
                        (text, m.kind)
                    }
                    None => one,
                }
            }
            15 if self.random.percent(20) => {
                self.reach = Reach::Home;
                expression::any(self, 0)
            }
            _ => one,
        }
    }

    /// An aggregate over what a window gives each row.
    fn over_windowed(&mut self) -> (String, Kind) {
        self.reach = Reach::Dataset(self.home);
        let key = self.home_key();
        let (call, kind) = window::over_rows(self, &key);
        if kind.is_number() && self.random.percent(60) {
            (format!("SUM({call})"), kind)
        } else {
            (format!("MAX({call})"), kind)
        }
    }

    /// Metrics, some over others.
    pub(crate) fn metrics(&mut self) -> Vec<MetricOf> {
        let mut metrics: Vec<MetricOf> = Vec::new();
        let mut taken = self.model.taken.clone();
        // A field would take a metric of its column's name for the column.
        let columns = self.model.datasets.iter().flat_map(|d| &d.columns);
        taken.extend(columns.map(|c| normal(&c.reference())));
        for number in 0..*self.random.pick(&[0, 0, 1, 1, 2, 3, 4]) {
            let plain = format!("metric_{number}");
            let odd = self.model.odd;
            let name = names::name(self.random, &plain, names::ODD, odd, &mut taken, normal);
            let usable: Vec<MetricOf> = metrics.iter().filter(|m| !m.windowed).cloned().collect();
            let (expression, kind, windowed) = self.metric(&usable);
            metrics.push(MetricOf {
                metric: Metric { name, expression },
                kind,
                windowed,
            });
        }
        metrics
    }

    fn metric(&mut self, others: &[MetricOf]) -> (String, Kind, bool) {
        if self.random.percent(12) {
            let (call, kind) = self.window(&[], true);
            return (call, kind, true);
        }
        let numbers: Vec<&MetricOf> = others.iter().filter(|m| m.kind.is_number()).collect();
        let last = numbers.last().copied();
        let (expression, kind) = match (self.random.below(8), last) {
            (0 | 1, Some(m)) => {
                let name = &m.metric.name;
                (format!("{name} / NULLIF({}, 0)", self.count()), Kind::Float)
            }
            (2, Some(m)) => {
                let other = self.random.pick(&numbers);
                let (one, two) = (&m.metric.name, &other.metric.name);
                (format!("{one} + COALESCE({two}, 0)"), Kind::Float)
            }
            (3, Some(m)) => {
                let name = &m.metric.name;
                (
                    format!("CASE WHEN {name} > 1 THEN {name} ELSE 0 END"),
                    m.kind,
                )
            }
            (4, Some(m)) => (m.metric.name.clone(), m.kind),
            _ => self.aggregate(),
        };
        (expression, kind, false)
    }
}
