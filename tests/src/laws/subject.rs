//! A case as the laws look at it: without its rows, with what its expressions mention.

use std::collections::BTreeSet;

use dosic_generate::Random;
use dosic_generate::case::{Case, Field, Kind, Query};
use dosic_generate::model::Model;
use dosic_generate::query::Maker;

use super::Stop;
use super::bag::Distributive;
use super::bench::without_rows;
use super::text::{aggregated, paths, rewrite};

/// A case without rows.
pub(super) struct Subject {
    pub(super) case: Case,
    pub(super) model: Model,
}

impl Subject {
    pub(super) fn new(case: &Case) -> Self {
        let mut case = without_rows(case);
        // Of rows that tie any may be left.
        case.query.limit = None;
        let model = Model::of(&case);
        Self { case, model }
    }

    /// The case with another query.
    pub(super) fn with(&self, query: Query) -> Case {
        let mut case = self.case.clone();
        case.query = query;
        case
    }

    /// The case with another change.
    pub(super) fn changed(&self, change: impl FnOnce(&mut Case)) -> Case {
        let mut case = self.case.clone();
        change(&mut case);
        case
    }

    /// Whether a value is only near the right one, and may be another in another plan.
    pub(super) fn is_approximate(&self) -> bool {
        let approximate = |e: &str| self.expanded(e).contains("APPROX_PERCENTILE");
        Self::any_part(&self.case.query, approximate)
    }

    /// Some dataset.
    pub(super) fn any_dataset(&self, random: &mut Random) -> usize {
        random.below(self.case.datasets.len())
    }

    /// A maker of expressions from the point of view of a dataset.
    pub(super) fn maker<'m>(&'m self, random: &'m mut Random, home: usize) -> Maker<'m> {
        Maker::new(random, &self.model, home)
    }

    /// Datasets above one, itself included.
    pub(super) fn ups(&self, home: usize) -> Vec<usize> {
        self.model.reached(home, false)
    }

    /// The dataset and field that a path names.
    fn field_of(&self, path: &[String]) -> Option<(usize, Option<&Field>)> {
        let (field, before) = path.split_last()?;
        let name = before.last()?;
        let at = self.case.datasets.iter().position(|d| d.name == *name)?;
        let fields = &self.case.datasets.get(at)?.fields;
        Some((at, fields.iter().find(|f| f.name == *field)))
    }

    /// The expression with the metrics that it names written out.
    pub(super) fn expanded(&self, text: &str) -> String {
        rewrite(text, &mut |path| {
            let metric = self
                .case
                .metrics
                .iter()
                .find(|m| path == [m.name.as_str()])?;
            // A metric names only such as stand before it.
            Some(format!("({})", self.expanded(&metric.expression)))
        })
    }

    /// The datasets that an expression mentions.
    pub(super) fn mentioned(&self, text: &str) -> BTreeSet<usize> {
        let all = paths(&self.expanded(text));
        all.iter()
            .filter_map(|p| self.field_of(p))
            .map(|(d, _)| d)
            .collect()
    }

    /// Whether each row of a home has one value of the expression: all that it reads is the home or above.
    pub(super) fn is_above(&self, text: &str, home: usize) -> bool {
        let ups = self.ups(home);
        let above = |path: &Vec<String>| {
            let Some((dataset, _)) = self.field_of(path) else {
                return true;
            };
            // A role: its relationship must start above the home and lead up.
            if path.len() > 2 {
                let mut edges = self.case.relationships.iter().zip(&self.model.unique);
                let edge = edges.find(|(r, _)| path.first() == Some(&r.name));
                return edge.is_some_and(|(r, unique)| unique.1 && ups.contains(&r.from));
            }
            ups.contains(&dataset)
        };
        paths(&self.expanded(text)).iter().all(above)
    }

    /// Whether a window stands in the expression, or in a field that it reads, by however many fields.
    pub(super) fn is_windowed(&self, text: &str) -> bool {
        let text = self.expanded(text);
        let mut fields = paths(&text);
        let mut windowed = text.contains(" OVER ");
        let mut at = 0;
        while let (false, Some(path)) = (windowed, fields.get(at)) {
            if let Some((_, Some(field))) = self.field_of(path) {
                windowed = field.expression.contains(" OVER ");
                for further in paths(&field.expression) {
                    if further.len() > 1 && !fields.contains(&further) {
                        fields.push(further);
                    }
                }
            }
            at += 1;
        }
        windowed
    }

    /// Whether an aggregate reads no dataset, so that the rest of the query decides what it counts (4.4.3).
    pub(super) fn is_homeless(&self, text: &str) -> bool {
        let arguments = aggregated(&self.expanded(text));
        arguments.iter().any(|a| self.mentioned(a).is_empty())
    }

    /// Whether an aggregate that reads a dataset stands in the expression, and no window.
    pub(super) fn has_leaf(&self, text: &str) -> bool {
        let text = self.expanded(text);
        !text.contains(" OVER ")
            && aggregated(&text)
                .iter()
                .any(|a| !self.mentioned(a).is_empty())
    }

    /// Whether a reference names its path.
    pub(super) fn has_role(&self, text: &str) -> bool {
        paths(&self.expanded(text)).iter().any(|p| p.len() > 2)
    }

    /// Whether any part of a query is so.
    pub(super) fn any_part(query: &Query, test: impl Fn(&str) -> bool) -> bool {
        let lists = [
            &query.dimensions,
            &query.measures,
            &query.fields,
            &query.filters,
            &query.having,
            &query.order_by,
        ];
        lists.into_iter().flatten().any(|e| test(e))
    }

    /// A field of a dataset of a kind that passes, with no window in it, as `dataset.field`.
    pub(super) fn field(
        &self,
        random: &mut Random,
        dataset: usize,
        passes: impl Fn(Kind) -> bool,
    ) -> Result<(String, Kind), Stop> {
        let Some(known) = self.case.datasets.get(dataset) else {
            return Err(Stop::Inapplicable("no such dataset"));
        };
        let plain = |f: &Field| !self.is_windowed(&format!("{}.{}", known.name, f.name));
        let fits = |f: &&Field| passes(f.kind) && plain(f);
        let fits: Vec<&Field> = known.fields.iter().filter(fits).collect();
        let field = random
            .maybe(&fits)
            .ok_or(Stop::Inapplicable("no field of that kind"))?;
        Ok((format!("{}.{}", known.name, field.name), field.kind))
    }

    /// An aggregate of a field whose value over a whole follows from its parts.
    pub(super) fn distributive(
        &self,
        random: &mut Random,
        home: usize,
        choice: &[Distributive],
    ) -> Result<(Distributive, String), Stop> {
        let function = *random.pick(choice);
        let (field, kind) = self.field(random, home, |k| match function {
            Distributive::Sum => k.is_number(),
            Distributive::Count => true,
            Distributive::Min | Distributive::Max => k != Kind::Boolean,
        })?;
        let argument = match (function, kind, random.below(4)) {
            (Distributive::Sum, Kind::Integer, 0) => {
                // A value from above, which orphans lack.
                let above = *random.pick(&self.ups(home));
                let other = self.field(random, above, |k| k == Kind::Integer);
                other.map_or(field.clone(), |(other, _)| format!("{field} * {other}"))
            }
            _ => field,
        };
        Ok((function, format!("{}({argument})", function.name())))
    }

    /// Any aggregate of a dataset's rows, without a window.
    pub(super) fn aggregate(&self, random: &mut Random, home: usize) -> Result<String, Stop> {
        let (number, _) = self.field(random, home, Kind::is_number)?;
        let (any, kind) = self.field(random, home, |k| k != Kind::Boolean)?;
        let ordered = if kind == Kind::Float { &number } else { &any };
        Ok(match random.below(11) {
            0 => format!("SUM({number})"),
            1 => format!("COUNT({any})"),
            2 => format!("COUNT(DISTINCT {any})"),
            3 => format!("AVG({number})"),
            4 => format!("MIN({ordered})"),
            5 => format!("MAX({ordered})"),
            6 => format!("MEDIAN({number})"),
            7 => format!("STDDEV({number})"),
            8 => format!("SUM(DISTINCT {number})"),
            9 => format!("SUM(CASE WHEN {any} IS NOT NULL THEN {number} END)"),
            _ => format!("COUNT({any}) / NULLIF(COUNT({number}), 0)"),
        })
    }

    /// Dimensions from the point of view of a home that pass; some may be left out.
    pub(super) fn dimensions(
        &self,
        random: &mut Random,
        home: usize,
        least: usize,
        passes: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Stop> {
        let count = random.between(least, 2);
        let made: Vec<String> = (0..count + 3)
            .map(|_| self.maker(random, home).dimension())
            .collect();
        let fit: Vec<String> = made.into_iter().filter(|d| passes(d)).take(count).collect();
        if fit.len() < least {
            return Err(Stop::Inapplicable("no such dimension"));
        }
        Ok(fit)
    }

    /// Some predicates over rows from the point of view of a home, often none, that pass.
    pub(super) fn filters(
        &self,
        random: &mut Random,
        home: usize,
        passes: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let count = *random.pick(&[0, 0, 0, 1, 1, 2]);
        let made = (0..count).map(|_| self.maker(random, home).predicate());
        made.filter(|p| passes(p)).collect()
    }

    /// A predicate above a home, without a window.
    pub(super) fn predicate_above(&self, random: &mut Random, home: usize) -> Result<String, Stop> {
        let made = (0..4).map(|_| self.maker(random, home).predicate());
        let mut fit = made.filter(|p| self.is_above(p, home) && !self.is_windowed(p));
        fit.next().ok_or(Stop::Inapplicable("no such predicate"))
    }
}
