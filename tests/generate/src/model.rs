//! Random models with rows: every shape of semantics digest 5.4, with dangling and NULL keys, empty tables and
//! repeated values.
//!
//! Columns have letters for what they are for: `id` and `k` the key (together if both are there), `q` another
//! unique column, `n` an integer, `s` a text, `m` a decimal, `x` a float, `t` a date, `u` a date with time,
//! `b` a truth value, `p` a text again. What they are called is another matter.

use std::collections::BTreeSet;

use crate::case::{Case, Column, Dataset, Kind, Relationship};
use crate::fields::fields;
use crate::names::{self, can_be_bare, folded, in_quotes, normal};
use crate::random::Random;
use crate::relate::{relate, unique_ends};
use crate::rows;
use crate::sizes::Sizes;

/// A model without metrics, and which ends of its relationships are unique.
#[derive(Clone, Debug)]
pub struct Model {
    pub strict: bool,
    pub untyped: bool,
    pub datasets: Vec<Dataset>,
    pub relationships: Vec<Relationship>,
    /// For each relationship: from-side unique, to-side unique.
    pub unique: Vec<(bool, bool)>,
    /// How many relationships were tried, so that names of columns do not repeat.
    pub(crate) attempts: usize,
    /// Normal forms of the names that datasets, relationships and metrics have.
    pub(crate) taken: BTreeSet<String>,
    /// In how many of a hundred cases a name is an odd one.
    pub(crate) odd: usize,
    /// See [`Sizes::plain`].
    pub(crate) plain: bool,
}

const PLAIN: [&str; 6] = ["a", "b", "c", "d", "e", "g"];

/// Edges (many, one) of shapes that trees at random hardly make.
const SHAPES: &[&[(usize, usize)]] = &[
    // A bridge; two facts under one dimension; a star; a diamond; a chain.
    &[(0, 1), (0, 2), (2, 3), (1, 4), (0, 5)],
    &[(0, 2), (1, 2), (2, 3), (1, 4), (0, 5)],
    &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)],
    &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (5, 0)],
    &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)],
    // Three facts; a bridge above a bridge's fact.
    &[(0, 3), (1, 3), (2, 3), (0, 4), (5, 1)],
    &[(0, 1), (0, 2), (3, 2), (3, 4), (5, 3)],
];

/// A random model.
pub fn model(random: &mut Random, sizes: &Sizes) -> Model {
    let count = *random.pick(&[2, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6]);
    let count = count.min(sizes.datasets.clamp(1, PLAIN.len()));
    let mut model = Model {
        strict: random.percent(25),
        untyped: random.percent(12),
        datasets: Vec::new(),
        relationships: Vec::new(),
        unique: Vec::new(),
        attempts: 0,
        taken: BTreeSet::new(),
        odd: if sizes.plain {
            0
        } else {
            *random.pick(&[0, 0, 3, 10, 45])
        },
        plain: sizes.plain,
    };
    let mut tables = BTreeSet::new();
    for index in 0..count {
        let dataset = bare_dataset(random, &mut model, &mut tables, index, sizes);
        model.datasets.push(dataset);
    }
    if random.percent(45) {
        for (from, to) in *random.pick(SHAPES) {
            if *from < count && *to < count {
                relate(random, &mut model, *from, *to);
            }
        }
    } else {
        for index in 1..count {
            if random.percent(92) {
                let other = random.below(index);
                relate(random, &mut model, index, other);
            }
        }
    }
    // More edges than a tree has: diamonds, roles, bridges, cycles, self-relationships.
    for _ in 0..*random.pick(&[0, 0, 0, 0, 1, 1, 2]) {
        let (from, to) = (random.below(count), random.below(count));
        relate(random, &mut model, from, to);
    }
    for index in 0..count {
        let fields = fields(random, &model, index);
        model.datasets[index].fields = fields;
    }
    model
}

fn bare_dataset(
    random: &mut Random,
    model: &mut Model,
    tables: &mut BTreeSet<String>,
    index: usize,
    sizes: &Sizes,
) -> Dataset {
    let plain = PLAIN[index];
    let odd = model.odd;
    let share = if model.plain { 6 } else { odd };
    let name = names::name(
        random,
        plain,
        names::DATASETS,
        share,
        &mut model.taken,
        normal,
    );
    let bare = !model.strict && !model.plain && can_be_bare(&name) && random.percent(40);
    let table = format!("t{index}");
    let table = names::name(random, &table, names::TABLES, odd, tables, folded);
    let composite = random.percent(14);
    let columns = columns(random, model, composite);
    let stored = |roles: &[&str]| -> Vec<String> {
        let of_role = |role: &&str| columns.iter().find(|c| c.role == *role);
        roles
            .iter()
            .filter_map(of_role)
            .map(Column::reference)
            .collect()
    };
    let mut keys = Vec::new();
    if !random.percent(10) {
        keys.push(stored(if composite { &["id", "k"] } else { &["id"] }));
        let other = stored(&["q"]);
        if !other.is_empty() && random.percent(80) {
            keys.push(other);
        }
    }
    let mut dataset = Dataset {
        name,
        bare,
        table,
        through_query: !model.plain && random.percent(5),
        through_file: !model.plain && !model.strict && random.percent(2),
        columns,
        keys,
        fields: Vec::new(),
        rows: Vec::new(),
    };
    rows::fill(random, &mut dataset, composite, sizes);
    dataset
}

fn columns(random: &mut Random, model: &Model, composite: bool) -> Vec<Column> {
    let mut taken = BTreeSet::new();
    let mut columns = Vec::new();
    for (role, kind, share) in [
        ("id", Kind::Integer, 100),
        ("k", Kind::Text, if composite { 100 } else { 0 }),
        ("q", Kind::Integer, 20),
        ("n", Kind::Integer, 100),
        ("s", Kind::Text, 100),
        ("m", Kind::Decimal, 30),
        ("x", Kind::Float, 25),
        ("t", Kind::Date, 35),
        ("u", Kind::DateTime, 20),
        ("b", Kind::Boolean, 25),
        ("p", Kind::Text, 20),
    ] {
        if random.percent(share) {
            let stored = |name: &str| folded(&in_quotes(name));
            let share = match role {
                "p" if !model.plain => 50,
                _ => model.odd,
            };
            let plain = if role == "p" { "postcode" } else { role };
            let name = names::name(random, plain, names::COLUMNS, share, &mut taken, stored);
            columns.push(Column { name, role, kind });
        }
    }
    columns
}

impl Dataset {
    /// The column of a letter, as written.
    pub(crate) fn column(&self, role: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.role == role)
    }

    /// The letters of its key.
    pub(crate) fn key_roles(&self) -> &'static [&'static str] {
        if self.column("k").is_some() {
            &["id", "k"]
        } else {
            &["id"]
        }
    }

    /// The columns of letters, as written.
    pub(crate) fn references(&self, roles: &[&str]) -> Vec<String> {
        let columns = roles.iter().filter_map(|role| self.column(role));
        columns.map(Column::reference).collect()
    }
}

impl Model {
    /// The model of a case.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let ends = |r| unique_ends(&case.datasets, r, case.strict);
        let datasets = case.datasets.iter().map(|d| normal(&d.name));
        let relationships = case.relationships.iter().map(|r| normal(&r.name));
        Self {
            strict: case.strict,
            untyped: case.untyped,
            unique: case.relationships.iter().map(ends).collect(),
            attempts: case.relationships.len(),
            taken: datasets.chain(relationships).collect(),
            datasets: case.datasets.clone(),
            relationships: case.relationships.clone(),
            odd: 0,
            plain: true,
        }
    }

    /// Datasets reached from one by at most `downs` steps down and then steps up, itself included.
    #[must_use]
    pub fn reached(&self, start: usize, valleys: bool) -> Vec<usize> {
        let mut found = vec![(start, valleys)];
        let mut index = 0;
        while index < found.len() {
            let (at, may_go_down) = found[index];
            for (edge, (from_unique, to_unique)) in self.relationships.iter().zip(&self.unique) {
                if edge.from == edge.to {
                    continue;
                }
                for (near, far, near_unique, far_unique) in [
                    (edge.from, edge.to, *from_unique, *to_unique),
                    (edge.to, edge.from, *to_unique, *from_unique),
                ] {
                    let next = match (near_unique, far_unique) {
                        _ if near != at => continue,
                        (_, true) => (far, false),
                        (true, false) if may_go_down => (far, true),
                        _ => continue,
                    };
                    if !found.contains(&next) {
                        found.push(next);
                    }
                }
            }
            index += 1;
        }
        let mut datasets: Vec<usize> = found.into_iter().map(|(d, _)| d).collect();
        datasets.sort_unstable();
        datasets.dedup();
        datasets
    }

    /// How many paths of steps up lead from a dataset to each.
    pub(crate) fn paths_up(&self, start: usize) -> Vec<usize> {
        let mut counts = vec![0; self.datasets.len()];
        let mut open = vec![vec![start]];
        while let Some(path) = open.pop() {
            let Some(at) = path.last().copied() else {
                continue;
            };
            counts[at] += 1;
            for (edge, (from_unique, to_unique)) in self.relationships.iter().zip(&self.unique) {
                for (near, far, far_unique) in [
                    (edge.from, edge.to, *to_unique),
                    (edge.to, edge.from, *from_unique),
                ] {
                    if near == at && far_unique && !path.contains(&far) {
                        let mut longer = path.clone();
                        longer.push(far);
                        open.push(longer);
                    }
                }
            }
        }
        counts
    }
}
