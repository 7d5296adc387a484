//! No hole: every function of the catalogue and every operator has an example in each category that its types
//! know.

use std::collections::{BTreeMap, BTreeSet};

use dosic_compiler::{Node, read_node};
use dosic_diagnostics::SourceMap;
use dosic_ir::DataType;
use dosic_typing::{Tier, find_function, functions};

use crate::categories::{Category, applicable};
use crate::table::{entry, fixture, items, scalar};
use crate::{Case, cases};

/// A group of the page.
pub(crate) struct Group {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) entries: Vec<Entry>,
}

/// A function or operator of the page.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) signature: String,
    pub(crate) means: String,
    pub(crate) nulls: Option<String>,
    pub(crate) alias_of: Option<String>,
    pub(crate) types: Vec<DataType>,
    is_set: bool,
}

/// All types, with the groups that `takes` may name.
const TYPES: &[(DataType, &str, &[&str])] = &[
    (DataType::Integer, "Integer", &["any", "number"]),
    (DataType::Decimal, "Decimal", &["any", "number"]),
    (DataType::Float, "Float", &["any", "number"]),
    (DataType::String, "String", &["any", "text"]),
    (DataType::Boolean, "Boolean", &["any", "boolean"]),
    (DataType::Date, "Date", &["any", "calendar"]),
    (
        DataType::DateTime,
        "DateTime",
        &["any", "calendar", "clock"],
    ),
    (DataType::Time, "Time", &["any", "clock"]),
];

/// Every datatype of a model.
pub(crate) const ALL_TYPES: [DataType; 9] = [
    DataType::Integer,
    DataType::Decimal,
    DataType::Float,
    DataType::String,
    DataType::Boolean,
    DataType::Date,
    DataType::Time,
    DataType::DateTime,
    DataType::DateTimeTz,
];

/// The types that CAST names.
pub(crate) const CAST_TARGETS: [&str; 8] = [
    "CAST AS INTEGER",
    "CAST AS DECIMAL",
    "CAST AS DOUBLE",
    "CAST AS VARCHAR",
    "CAST AS BOOLEAN",
    "CAST AS DATE",
    "CAST AS TIME",
    "CAST AS TIMESTAMP",
];

/// A line that casts a column of a type.
pub(crate) fn cast<'c>(cases: &'c [Case], from: DataType, to: &str) -> Option<&'c Case> {
    let casts = |case: &&Case| {
        matches!(case.columns.as_slice(), [column] if column.data() == from) && case.subject == to
    };
    cases.iter().find(casts)
}

/// Its name as models write it.
pub(crate) fn type_name(data: DataType) -> &'static str {
    let found = TYPES.iter().find(|(d, ..)| *d == data);
    found.map_or("DateTimeTz", |(_, name, _)| name)
}

/// The page's groups.
pub(crate) fn groups() -> Vec<Group> {
    let text = fixture("functions/page.yaml");
    let file = SourceMap::default().add("page.yaml", text.clone());
    let (nodes, diagnostics) = read_node(file, &text);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    items(nodes.first().unwrap()).iter().map(group).collect()
}

fn group(node: &Node) -> Group {
    let text = |key: &str| entry(node, key).and_then(scalar).unwrap_or_default();
    Group {
        title: text("title"),
        about: text("about"),
        entries: items(entry(node, "entries").unwrap())
            .iter()
            .map(of_page)
            .collect(),
    }
}

fn of_page(node: &Node) -> Entry {
    let text = |key: &str| entry(node, key).and_then(scalar);
    let name = text("name").unwrap();
    let function = find_function(&name);
    let takes: Option<Vec<DataType>> = entry(node, "takes").map(|listed| {
        let words: Vec<String> = items(listed).iter().filter_map(scalar).collect();
        let is_named = |name: &str, groups: &[&str]| {
            words
                .iter()
                .any(|w| w == name || groups.contains(&w.as_str()))
        };
        let taken = TYPES
            .iter()
            .filter(|(_, name, groups)| is_named(name, groups));
        taken.map(|(data, ..)| *data).collect()
    });
    let takes_type = |data: DataType| match (&takes, function) {
        (Some(takes), _) => takes.contains(&data),
        (None, Some(function)) => function.takes(data),
        (None, None) => panic!("{name} is no function and says not what it takes"),
    };
    let types = TYPES.iter().map(|(d, ..)| *d).filter(|d| takes_type(*d));
    Entry {
        signature: text("signature")
            .or_else(|| function.map(|f| f.signature()))
            .unwrap_or_else(|| panic!("{name} has no signature")),
        means: text("means").unwrap_or_default(),
        nulls: text("nulls"),
        alias_of: text("alias_of"),
        types: types.collect(),
        is_set: function.is_some_and(|f| f.is_aggregate() || f.is_window())
            || text("rows").is_some(),
        name,
    }
}

impl Entry {
    /// The categories that make sense for its types.
    pub(crate) fn applicable(&self) -> Vec<Category> {
        applicable(|data| self.types.contains(&data), self.is_set)
    }

    /// The name whose lines are its own.
    pub(crate) fn subject(&self) -> &str {
        self.alias_of.as_deref().unwrap_or(&self.name)
    }
}

/// The examples of each subject and category: case and row.
pub(crate) type Examples = BTreeMap<(String, Category), Vec<(usize, usize)>>;

/// Every example, by what it shows.
pub(crate) fn examples(cases: &[Case]) -> Examples {
    let mut found = Examples::new();
    for (index, case) in cases.iter().enumerate() {
        // A refusal is no example of what a function gives.
        if case.is_refused() {
            continue;
        }
        for example in 0..case.examples() {
            for category in case.categories(example) {
                let list = found.entry((case.subject.clone(), category)).or_default();
                list.push((index, example));
            }
        }
    }
    found
}

#[test]
fn every_function_and_operator_is_on_the_page_once() {
    let groups = groups();
    let names: Vec<&str> = groups
        .iter()
        .flat_map(|g| &g.entries)
        .map(|e| e.name.as_str())
        .collect();
    let set: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(set.len(), names.len(), "a name stands twice in page.yaml");
    let usable = functions().iter().filter(|f| f.tier != Tier::Deferred);
    let missing: Vec<&str> = usable
        .map(|f| f.name)
        .filter(|n| !set.contains(n))
        .collect();
    assert!(missing.is_empty(), "not in page.yaml: {missing:?}");
    let without: BTreeSet<&str> = cases()
        .iter()
        .filter(|c| !c.is_refused())
        .map(|c| c.subject.as_str())
        .filter(|s| !set.contains(s))
        .collect();
    assert!(
        without.is_empty(),
        "tried, but not in page.yaml: {without:?}"
    );
}

#[test]
fn aliases_are_aliases() {
    for entry in groups().iter().flat_map(|g| &g.entries) {
        let Some(of) = &entry.alias_of else { continue };
        let is_alias = match (find_function(&entry.name), find_function(of)) {
            (Some(alias), Some(function)) => alias.is_alias_of(function),
            _ => false,
        };
        assert!(is_alias, "{} is no other name of {of}", entry.name);
        let tried = cases().iter().any(|c| c.subject == entry.name);
        assert!(tried, "{} has no line of its own", entry.name);
    }
}

#[test]
fn every_category_that_applies_has_an_example() {
    let examples = examples(cases());
    let mut holes = Vec::new();
    for entry in groups().iter().flat_map(|g| &g.entries) {
        for category in entry.applicable() {
            if !examples.contains_key(&(entry.subject().to_owned(), category)) {
                holes.push(format!("{}: {}", entry.name, category.title()));
            }
        }
    }
    assert!(
        holes.is_empty(),
        "{} holes:\n{}",
        holes.len(),
        holes.join("\n")
    );
}

#[test]
fn every_type_is_cast_to_each_compared_with_each_and_put_beside_each() {
    let mut holes = Vec::new();
    for from in ALL_TYPES {
        for to in CAST_TARGETS {
            if cast(cases(), from, to).is_none() {
                holes.push(format!("{from:?}: {to}"));
            }
        }
        for other in ALL_TYPES {
            for expr in ["x = y", "COALESCE(x, y)"] {
                let pairs = |case: &Case| match case.columns.as_slice() {
                    [x, y] => [(x.data(), y.data()), (y.data(), x.data())].contains(&(from, other)),
                    _ => false,
                };
                if !cases().iter().any(|c| c.expr == expr && pairs(c)) {
                    holes.push(format!("{expr}: {from:?} and {other:?}"));
                }
            }
        }
    }
    assert!(holes.is_empty(), "{}", holes.join("\n"));
}
