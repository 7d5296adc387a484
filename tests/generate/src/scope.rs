//! What a query's expressions may refer to, seen from a home.

use crate::case::{Field, Kind};
use crate::expression::{self, References};
use crate::model::Model;
use crate::names::normal;
use crate::random::Random;

/// Which datasets references go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Mostly to what the home reaches by steps up, some by a valley, few to any.
    Home,
    /// To one dataset.
    Dataset(usize),
    /// To what a dataset reaches by steps up.
    Ups(usize),
}

/// The references of a query.
pub(crate) struct Scope<'m> {
    pub(crate) model: &'m Model,
    pub(crate) random: &'m mut Random,
    pub(crate) home: usize,
    pub(crate) ups: Vec<usize>,
    pub(crate) far: Vec<usize>,
    /// How many paths of steps up lead to each dataset from the home.
    pub(crate) paths: Vec<usize>,
    /// Whether references may always be to windowed fields.
    pub(crate) windowed: bool,
    pub(crate) reach: Reach,
}

impl References for Scope<'_> {
    fn random(&mut self) -> &mut Random {
        self.random
    }

    fn reference(&mut self, passes: &dyn Fn(Kind) -> bool) -> Option<(String, Kind)> {
        let dataset = match self.reach {
            Reach::Dataset(dataset) => dataset,
            Reach::Ups(dataset) => {
                let ups = self.model.reached(dataset, false);
                *self.random.pick(&ups)
            }
            Reach::Home => match self.random.below(100) {
                0..25 => self.home,
                25..76 => *self.random.pick(&self.ups),
                76..96 => *self.random.pick(&self.far),
                _ => self.random.below(self.model.datasets.len()),
            },
        };
        match self.field(dataset, passes) {
            None if self.reach == Reach::Home => self.field(self.home, passes),
            found => found,
        }
    }
}

impl<'m> Scope<'m> {
    pub(crate) fn new(model: &'m Model, random: &'m mut Random, home: usize) -> Self {
        Self {
            ups: model.reached(home, false),
            far: model.reached(home, true),
            paths: model.paths_up(home),
            model,
            random,
            home,
            windowed: false,
            reach: Reach::Home,
        }
    }

    /// A field of a dataset with a kind that passes, as written.
    pub(crate) fn field(
        &mut self,
        dataset: usize,
        passes: &dyn Fn(Kind) -> bool,
    ) -> Option<(String, Kind)> {
        let model = self.model;
        let known = &model.datasets[dataset];
        let windowed = self.windowed || self.random.percent(45);
        let fits: Vec<_> = known
            .fields
            .iter()
            .filter(|f| passes(f.kind) && (windowed || !f.expression.contains(" OVER ")))
            .collect();
        let field = *self.random.maybe(&fits)?;
        if !model.plain && self.is_alone(field) && self.random.percent(5) {
            return Some((field.name.clone(), field.kind));
        }
        let mut text = format!("{}.{}", known.name, field.name);
        if !model.plain && self.random.percent(2) && !text.contains('"') {
            text = text.to_ascii_uppercase();
        }
        if let Some(role) = self.role(dataset) {
            text = format!("{role}.{text}");
        }
        Some((text, field.kind))
    }

    /// R13: a field that may go without its dataset, since no other name is like it.
    fn is_alone(&self, field: &Field) -> bool {
        let name = normal(&field.name);
        let all = self.model.datasets.iter().flat_map(|d| &d.fields);
        !self.model.strict
            && !field.undeclared
            && !self.model.taken.contains(&name)
            && all.filter(|f| normal(&f.name) == name).count() == 1
    }

    /// R5: relationships that lead to a dataset, where several do, or now and then.
    fn role(&mut self, dataset: usize) -> Option<String> {
        if self.model.strict {
            return None;
        }
        let edges = self.model.relationships.iter().zip(&self.model.unique);
        let into: Vec<_> = edges
            .filter(|(r, (_, to_unique))| r.to == dataset && *to_unique)
            .map(|(r, _)| r)
            .collect();
        let itself = into.iter().any(|r| r.from == r.to);
        let ambiguous = self.paths[dataset] > 1;
        let share = match (ambiguous, itself) {
            (true, _) => 88,
            (false, true) => 30,
            (false, false) => 4,
        };
        if !self.random.percent(share) {
            return None;
        }
        // A way that is not ambiguous itself.
        let clear: Vec<_> = into
            .iter()
            .filter(|r| self.paths[r.from] == 1)
            .copied()
            .collect();
        let choice = if clear.is_empty() || self.random.percent(8) {
            self.random.maybe(&into)
        } else {
            self.random.maybe(&clear)
        };
        let last = *choice?;
        if self.random.percent(20) {
            let mut before = self.model.relationships.iter();
            if let Some(first) = before.find(|r| r.to == last.from && r.from != r.to) {
                return Some(format!("{}.{}", first.name, last.name));
            }
        }
        Some(last.name.clone())
    }

    /// Order keys without ties among the rows of the home.
    pub(crate) fn home_key(&self) -> Vec<String> {
        let dataset = &self.model.datasets[self.home];
        let columns = dataset.key_roles().iter().filter_map(|r| dataset.column(r));
        columns
            .map(|column| {
                let reference = column.reference();
                let mut fields = dataset.fields.iter();
                let field = fields.find(|f| f.expression == reference);
                let name = field.map_or(reference.as_str(), |f| f.name.as_str());
                format!("{}.{name}", dataset.name)
            })
            .collect()
    }

    /// A test of a windowed field above the home, and one of its rows, which the window then sees fewer of.
    pub(crate) fn windowed_filters(&mut self) -> Option<[String; 2]> {
        let datasets = &self.model.datasets;
        let windowed: Vec<(usize, &Field)> = self
            .ups
            .iter()
            .filter(|d| **d != self.home)
            .flat_map(|d| datasets[*d].fields.iter().map(move |f| (*d, f)))
            .filter(|(_, f)| f.expression.contains(" OVER ") && f.kind != Kind::Float)
            .collect();
        let (dataset, field) = *self.random.maybe(&windowed)?;
        let reference = format!("{}.{}", datasets[dataset].name, field.name);
        let first = expression::test(self.random, &reference, field.kind);
        let (other, kind) = self.field(dataset, &|_| true)?;
        Some([first, expression::test(self.random, &other, kind)])
    }
}
