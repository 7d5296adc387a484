//! Mutations of YAML as a tree: what comes out is YAML again, and often nearly a right model.

use crate::random::Random;
use crate::tree::{self, Tree};

/// Keys that models and queries know.
const KEYS: &[&str] = &[
    "version",
    "semantic_model",
    "semantic_models",
    "name",
    "description",
    "datasets",
    "relationships",
    "metrics",
    "queries",
    "source",
    "primary_key",
    "unique_keys",
    "fields",
    "expression",
    "dialects",
    "dialect",
    "datatype",
    "dimension",
    "is_time",
    "label",
    "from",
    "to",
    "from_columns",
    "to_columns",
    "ai_context",
    "synonyms",
    "custom_extensions",
    "vendor_name",
    "data",
    "natural_grain",
    "referential_integrity",
    "private",
    "query",
    "model",
    "dataset",
    "dimensions",
    "measures",
    "metric",
    "field",
    "alias",
    "where",
    "filters",
    "having",
    "qualify",
    "order_by",
    "target",
    "direction",
    "descending",
    "nulls",
    "limit",
];

/// Scalars that tend to be mistaken.
const ODD: &[&str] = &[
    "",
    "null",
    "true",
    "0",
    "-1",
    "1e9",
    "9223372036854775808",
    "~",
    "é",
    "select",
    "a.b.c.d",
    "\"quoted name\"",
    "''",
    "*",
    "1",
    "2024-02-30",
    " ",
    "\u{0}",
    "COUNT(*)",
    "SUM(id)",
    "id",
    "'x'",
    "NULL",
    "OSSIE",
    "DUCKDB",
    "ANSI_SQL",
    "Integer",
    "Decimal",
    "Float",
    "String",
    "Date",
    "Timestamp",
    "Boolean",
    "Time",
    "asc",
    "desc",
    "first",
    "0.2.0.dev0",
    "1.0",
];

/// Ways to put an expression into a larger one.
const FRAMES: &[(&str, &str)] = &[
    ("SUM(", ")"),
    ("COUNT(DISTINCT ", ")"),
    ("AVG(", ")"),
    ("MIN(", ")"),
    ("MEDIAN(", ")"),
    ("(", ") + 1"),
    ("-(", ")"),
    ("CASE WHEN ", " THEN 1 END"),
    ("COALESCE(", ", 0)"),
    ("CAST(", " AS VARCHAR)"),
    ("(", ") / 2"),
    ("NOT (", ")"),
    ("RANK() OVER (ORDER BY ", ")"),
    ("SUM(SUM(", ")) OVER ()"),
    ("(", ") IS NULL"),
    ("(", ") = 1"),
    ("(", ") IN (1, 2)"),
    ("SUM(", ") FILTER (WHERE 1 = 1)"),
    ("(", ") AND TRUE"),
    ("UPPER(", ")"),
    ("DATE_TRUNC('month', ", ")"),
    ("LAG(", ", 1) OVER (ORDER BY 1)"),
    ("(", ") || 'x'"),
    ("", " AS x"),
    ("", " DESC"),
    ("", ":month"),
    ("(", ") BETWEEN 1 AND 2"),
    ("ROW_NUMBER() OVER (PARTITION BY ", ")"),
    ("LISTAGG(", ", ',')"),
    ("EXTRACT(year FROM ", ")"),
    ("ROUND(", ", 2)"),
    ("APPROX_COUNT_DISTINCT(", ")"),
    ("STDDEV(", ")"),
    ("ANY_VALUE(", ")"),
    ("NULLIF(", ", 0)"),
    ("(", ") LIKE '%a_'"),
];

const OPERATORS: &[&str] = &[
    " + ", " - ", " * ", " / ", " % ", " || ", " = ", " < ", " <> ", " AND ", " OR ",
];

/// One mutation of documents; `donor` is another text's.
pub(crate) fn mutate(documents: &mut Tree, donor: Option<&Tree>, random: &mut Random) {
    match random.below(16) {
        0 => remove(documents, random),
        1 => repeat(documents, random),
        2 => rename_key(documents, random),
        3 => swap(documents, random),
        4 => copy(documents, random),
        5 => graft(documents, donor, random),
        6 => wrap(documents, random),
        7 => shuffle(documents, random),
        8 => add_entry(documents, donor, random),
        9 => odd_scalar(documents, random),
        10 | 11 => change_word(documents, random),
        12 => frame(documents, random),
        13 => combine(documents, donor, random),
        14 => rename_everywhere(documents, random),
        _ => change_character(documents, random),
    }
}

fn any<'t>(tree: &'t mut Tree, random: &mut Random) -> Option<&'t mut Tree> {
    let place = random.below(tree.size());
    tree.at_mut(place)
}

/// A value that another one holds: a list or a mapping that is not empty.
fn holder<'t>(tree: &'t mut Tree, random: &mut Random) -> Option<&'t mut Tree> {
    let size = tree.size();
    let holds = |tree: &Tree| match tree {
        Tree::Scalar(..) => false,
        Tree::List(list) => !list.is_empty(),
        Tree::Map(map) => !map.is_empty(),
    };
    let place = (0..20)
        .map(|_| random.below(size))
        .find(|place| tree.at(*place).is_some_and(|(_, t)| holds(t)))?;
    tree.at_mut(place)
}

/// The place of some scalar.
fn scalar_place(tree: &Tree, random: &mut Random) -> Option<usize> {
    let size = tree.size();
    let is_scalar = |place: &usize| matches!(tree.at(*place), Some((_, Tree::Scalar(..))));
    (0..20).map(|_| random.below(size)).find(is_scalar)
}

fn scalar(tree: &Tree, random: &mut Random) -> Option<String> {
    let place = scalar_place(tree, random)?;
    match tree.at(place) {
        Some((_, Tree::Scalar(text, _))) => Some(text.clone()),
        _ => None,
    }
}

/// Changes the text of some scalar.
fn change(tree: &mut Tree, random: &mut Random, how: impl FnOnce(&str, &mut Random) -> String) {
    let Some(place) = scalar_place(tree, random) else {
        return;
    };
    if let Some(Tree::Scalar(text, is_string)) = tree.at_mut(place) {
        *text = how(text, random);
        *is_string = true;
    }
}

fn remove(tree: &mut Tree, random: &mut Random) {
    match holder(tree, random) {
        Some(Tree::List(list)) => drop(list.remove(random.below(list.len()))),
        Some(Tree::Map(map)) => drop(map.remove(random.below(map.len()))),
        _ => {}
    }
}

fn repeat(tree: &mut Tree, random: &mut Random) {
    match holder(tree, random) {
        Some(Tree::List(list)) => {
            if let Some(value) = random.pick(list).cloned() {
                list.insert(random.below(list.len() + 1), value);
            }
        }
        Some(Tree::Map(map)) => {
            if let Some(entry) = random.pick(map).cloned() {
                map.insert(random.below(map.len() + 1), entry);
            }
        }
        _ => {}
    }
}

fn rename_key(tree: &mut Tree, random: &mut Random) {
    if let Some(Tree::Map(map)) = holder(tree, random) {
        let place = random.below(map.len());
        if let (Some((key, _)), Some(other)) = (map.get_mut(place), random.pick(KEYS)) {
            (*other).clone_into(key);
        }
    }
}

fn swap(tree: &mut Tree, random: &mut Random) {
    let (one, other) = (random.below(tree.size()), random.below(tree.size()));
    let value = |place| tree.at(place).map(|(_, t)| t.clone());
    let (Some(first), Some(second)) = (value(one), value(other)) else {
        return;
    };
    // One that holds the other is left: it would grow without end.
    if first.size() + second.size() > tree.size() / 2 {
        return;
    }
    if let Some(place) = tree.at_mut(one) {
        *place = second;
    }
    if let Some(place) = tree.at_mut(other) {
        *place = first;
    }
}

fn copy(tree: &mut Tree, random: &mut Random) {
    let from = random.below(tree.size());
    let Some(value) = tree.at(from).map(|(_, t)| t.clone()) else {
        return;
    };
    if value.size() < 60
        && let Some(place) = any(tree, random)
    {
        *place = value;
    }
}

/// Puts a value of another text in the place of one that has the same key, where there is one.
fn graft(tree: &mut Tree, donor: Option<&Tree>, random: &mut Random) {
    let Some(donor) = donor else { return };
    let (size, foreign) = (tree.size(), donor.size());
    let same_key = (0..30)
        .map(|_| (random.below(size), random.below(foreign)))
        .find(|(to, from)| match (tree.at(*to), donor.at(*from)) {
            (Some((Some(a), _)), Some((Some(b), value))) => a == b && value.size() < 80,
            _ => false,
        });
    let Some((to, from)) = same_key else { return };
    if let (Some(place), Some((_, value))) = (tree.at_mut(to), donor.at(from)) {
        *place = value.clone();
    }
}

fn wrap(tree: &mut Tree, random: &mut Random) {
    let key = random.pick(KEYS).copied().unwrap_or_default();
    let Some(place) = any(tree, random) else {
        return;
    };
    let inner = std::mem::replace(place, Tree::List(Vec::new()));
    *place = match (random.below(3), inner) {
        (0, Tree::List(mut list)) if !list.is_empty() => list.swap_remove(0),
        (0, Tree::Map(mut map)) if !map.is_empty() => map.swap_remove(0).1,
        (1, inner) => Tree::Map(vec![(key.to_owned(), inner)]),
        (_, inner) => Tree::List(vec![inner]),
    };
}

fn shuffle(tree: &mut Tree, random: &mut Random) {
    match holder(tree, random) {
        Some(Tree::List(list)) => {
            let (one, other) = (random.below(list.len()), random.below(list.len()));
            list.swap(one, other);
        }
        Some(Tree::Map(map)) => {
            let (one, other) = (random.below(map.len()), random.below(map.len()));
            map.swap(one, other);
        }
        _ => {}
    }
}

/// Adds an entry of the donor, or of the tree itself, to some list or mapping.
fn add_entry(tree: &mut Tree, donor: Option<&Tree>, random: &mut Random) {
    let from = donor.unwrap_or(tree);
    let Some((key, value)) = from.at(random.below(from.size())) else {
        return;
    };
    let key = key
        .or(random.pick(KEYS).copied())
        .unwrap_or_default()
        .to_owned();
    let value = value.clone();
    if value.size() > 80 {
        return;
    }
    match holder(tree, random) {
        Some(Tree::List(list)) => list.push(value),
        Some(Tree::Map(map)) => map.push((key, value)),
        _ => {}
    }
}

fn odd_scalar(tree: &mut Tree, random: &mut Random) {
    let odd = random.pick(ODD).copied().unwrap_or_default();
    let value = Tree::Scalar(odd.to_owned(), random.below(2) == 0);
    if let Some(place) = any(tree, random).filter(|p| p.size() < 20) {
        *place = value;
    }
}

/// Replaces a word of a scalar by a word of another one.
fn change_word(tree: &mut Tree, random: &mut Random) {
    let Some(other) = scalar(tree, random) else {
        return;
    };
    let word = pick_word(&other, random).unwrap_or("x").to_owned();
    change(tree, random, |text, random| match pick_word(text, random) {
        Some(old) => text.replacen(old, &word, 1),
        None => word,
    });
}

fn frame(tree: &mut Tree, random: &mut Random) {
    change(tree, random, |text, random| {
        let (before, after) = random.pick(FRAMES).copied().unwrap_or_default();
        format!("{before}{text}{after}")
    });
}

fn combine(tree: &mut Tree, donor: Option<&Tree>, random: &mut Random) {
    let from = donor.filter(|_| random.below(3) == 0).unwrap_or(tree);
    let Some(other) = scalar(from, random) else {
        return;
    };
    change(tree, random, |text, random| {
        let operator = random.pick(OPERATORS).copied().unwrap_or_default();
        format!("{text}{operator}{other}")
    });
}

/// Gives a name another spelling wherever it occurs, so that what hangs together still does.
fn rename_everywhere(tree: &mut Tree, random: &mut Random) {
    let Some(text) = scalar(tree, random) else {
        return;
    };
    let Some(old) = pick_word(&text, random).map(str::to_owned) else {
        return;
    };
    let new = match random.below(5) {
        0 => old.to_uppercase(),
        1 => format!("{old}_"),
        2 => scalar(tree, random).unwrap_or_default(),
        3 => "order".to_owned(),
        _ => format!("\"{old} é\""),
    };
    replace(tree, &old, &new);
}

fn replace(tree: &mut Tree, old: &str, new: &str) {
    match tree {
        Tree::Scalar(text, _) if text.contains(old) && text.len() < 10_000 => {
            *text = text.replace(old, new);
        }
        Tree::Scalar(..) => {}
        Tree::List(list) => list.iter_mut().for_each(|v| replace(v, old, new)),
        Tree::Map(map) => map.iter_mut().for_each(|(_, v)| replace(v, old, new)),
    }
}

fn change_character(tree: &mut Tree, random: &mut Random) {
    change(tree, random, |text, random| {
        let mut characters: Vec<char> = text.chars().collect();
        let at = random.below(characters.len() + 1);
        let signs: Vec<char> = "().,:'\"-*/<>=+|[]{} 019aé\n\t\\".chars().collect();
        let sign = random.pick(&signs).copied();
        match random.below(3) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 if at < characters.len() => {
                characters.splice(at..=at, sign);
            }
            _ => {
                characters.splice(at..at, sign);
            }
        }
        characters.into_iter().collect()
    });
}

fn pick_word<'t>(text: &'t str, random: &mut Random) -> Option<&'t str> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|w| !w.is_empty())
        .collect();
    random.pick(&words).copied()
}

/// The text with some mutations; `None` if it is no YAML.
pub(crate) fn mutate_text(
    text: &str,
    donor: Option<&Tree>,
    times: usize,
    random: &mut Random,
) -> Option<String> {
    let mut documents = tree::read(text)?;
    for _ in 0..times {
        mutate(&mut documents, donor, random);
    }
    Some(tree::print(&documents))
}
