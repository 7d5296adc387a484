//! Names as people write them: mostly plain, now and then reserved, quoted, spaced, long, or not English.

use std::collections::BTreeSet;

use crate::random::Random;

/// Names as written, for fields, metrics and aliases.
pub(crate) const ODD: &[&str] = &[
    "\"order\"",
    "user",
    "interval",
    "lambda",
    "pivot",
    "\"Mixed Case\"",
    "\"Größe\"",
    "\"select\"",
    "\"user\"",
    "\"a.b\"",
    "\"quo\"\"te\"",
    "\"it's\"",
    "offset",
    "value",
    "\"group\"",
    "\"GROUP\"",
    "year",
    "\"名前\"",
    "Big_Name",
    "\"big_name\"",
    "\"N\"",
    "\"n\"",
    "\"S\"",
    "\"s\"",
    "\" \"",
    "\"100%\"",
    "a_name_so_long_that_no_server_keeps_all_of_it_and_two_of_them_differ_at_the_end_1",
    "a_name_so_long_that_no_server_keeps_all_of_it_and_two_of_them_differ_at_the_end_2",
];

/// Names of datasets: also such as SQL emission gives to what it makes.
pub(crate) const DATASETS: &[&str] = &[
    "\"Order\"",
    "Big_Table",
    "\"select\"",
    "\"two words\"",
    "\"Ünï\"",
    "user",
    "\"user\"",
    "lambda",
    "pivot",
    "\"order\"",
    "interval",
    "merged",
    "\"Merged\"",
    "a_by_s",
    "\"A_by_S\"",
    "\"a\"",
    "\"b\"",
    "t1",
    "a_rows",
    "\"it's\"",
    "\"x.y\"",
    "a_dataset_with_a_name_so_long_that_no_server_keeps_all_of_it_which_some_do_1",
    "a_dataset_with_a_name_so_long_that_no_server_keeps_all_of_it_which_some_do_2",
];

/// Tables, as written in SQL: no two may differ by case alone.
pub(crate) const TABLES: &[&str] = &[
    "merged",
    "\"order\"",
    "\"Tabelle\"",
    "\"Ünï\"",
    "a",
    "b",
    "a_by_s",
    "\"user\"",
    "pivot_rows",
];

/// Physical columns, as stored: no two of a table may differ by case alone.
pub(crate) const COLUMNS: &[&str] = &[
    "order",
    "user",
    "interval",
    "lambda",
    "pivot",
    "Mixed Case",
    "Größe",
    "CamelCase",
    "select",
    "a.b",
    "quo\"te",
    "value",
    "end",
    "名前",
    "%",
];

/// Relationships, as written.
pub(crate) const RELATIONSHIPS: &[&str] = &[
    "\"Rel Ship\"",
    "\"join\"",
    "link_to",
    "\"Verknüpfung\"",
    "lateral",
    "\"R0\"",
    "natural_join",
];

/// Words that must stand in quotes in expressions.
const RESERVED: &[&str] = &["order", "select", "end", "group", "join"];

/// A name that must not be taken yet: out of the odd ones in so many of a hundred cases, else the plain one.
/// `taken` holds what [`normal`] (or the like) makes of names.
pub(crate) fn name(
    random: &mut Random,
    plain: &str,
    odd: &[&str],
    share: usize,
    taken: &mut BTreeSet<String>,
    normal: fn(&str) -> String,
) -> String {
    let mut choice = plain.to_owned();
    if random.percent(share) {
        choice = (*random.pick(odd)).to_owned();
    }
    if !taken.insert(normal(&choice)) {
        plain.clone_into(&mut choice);
        let mut number = 1;
        while !taken.insert(normal(&choice)) {
            number += 1;
            choice = format!("{plain}_{number}");
        }
    }
    choice
}

/// The normal form of a name as written: semantics digest 2.1.
pub(crate) fn normal(written: &str) -> String {
    match inside(written) {
        Some(content) => content.replace("\"\"", "\""),
        None => written.to_ascii_uppercase(),
    }
}

/// What no two physical names may share on an engine that ignores case.
pub(crate) fn folded(written: &str) -> String {
    normal(written).to_lowercase()
}

fn inside(written: &str) -> Option<&str> {
    written.strip_prefix('"')?.strip_suffix('"')
}

/// In quotes, whatever it is.
pub(crate) fn in_quotes(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A stored name as written in expressions.
pub(crate) fn written(stored: &str) -> String {
    let regular = stored
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if regular && !RESERVED.contains(&stored) {
        stored.to_owned()
    } else {
        in_quotes(stored)
    }
}

/// Whether a quoted name is irregular and says the same without its quotes (R14).
pub(crate) fn can_be_bare(written: &str) -> bool {
    inside(written).is_some_and(|content| {
        let regular = content
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        !regular && !content.contains(['"', '.', '\'']) && content.trim() == content
    })
}
