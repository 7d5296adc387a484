//! Names and spelling.

use std::collections::BTreeMap;

use dosic_generate::{Case, Random};

use super::bench::{Bench, Question};
use super::stitching::shuffled;
use super::subject::Subject;
use super::text::{Token, alias, expression, paths, rewrite, tokens};
use super::{Stop, Verdict};

/// Names that are legal and that something may trip over: words reserved in SQL, functions and types, names of
/// tables and of what statements name themselves, other scripts, signs, names that differ in case alone. Not
/// `current_date`: alone it is the day (8.1), whatever metric is called so.
const NAMES: &[&str] = &[
    "\"select\"",
    "\"group\"",
    "\"order\"",
    "\"user\"",
    "\"interval\"",
    "\"all\"",
    "\"distinct\"",
    "\"exists\"",
    "\"lambda\"",
    "\"pivot\"",
    "\"asof\"",
    "\"at\"",
    "\"top\"",
    "\"trim\"",
    "\"null\"",
    "\"true\"",
    "\"rowid\"",
    "\"Größe\"",
    "\"日本語\"",
    "\"🦆\"",
    "\"a.b\"",
    "\"a\"\"b\"",
    "\"it's\"",
    "\" \"",
    "\"*\"",
    "\"$1\"",
    "\"--\"",
    "\"/*\"",
    "\"{}\"",
    "\"abc\"",
    "\"aBc\"",
    "\"ABC\"",
    "\"1\"",
    "\"one two\"",
    "\"or\"",
    "\"count(*)\"",
    "\"generated\"",
    "user",
    "interval",
    "pivot",
    "asof",
    "date",
    "rank",
    "value",
    "sum",
    "count",
    "row_number",
    "t0",
    "T1",
    "main",
    "rid",
    "marker",
    "_",
    "lambda",
    "time",
    "timestamp",
    "integer",
    "first",
    "\"CURRENT_DATE\"",
    "excluded",
];

/// Datasets, fields, metrics, relationships and aliases under other names: the rows are the same, and so is the code
/// of a refusal. Sources stay, and so do the columns that expressions name.
///
/// No new name is that of a column: a field of a column's name may stand for the column (1.7). Every field that is
/// mentioned must be declared, since whether an undeclared column is taken for a slip of the pen depends on how near
/// other names are.
pub(super) fn renaming_changes_no_rows(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let case = &subject.case;
    if !fields_are_declared(case) {
        return Err(Stop::Inapplicable("an undeclared field"));
    }
    let renamed = renamed(random, case);
    bench.same(&case.into(), &(&renamed).into())
}

/// Whether each field that is mentioned is declared.
fn fields_are_declared(case: &Case) -> bool {
    let query = &case.query;
    let entries = [
        &query.dimensions,
        &query.measures,
        &query.fields,
        &query.filters,
        &query.having,
        &query.order_by,
    ];
    let expressions = case
        .datasets
        .iter()
        .flat_map(|d| d.fields.iter().map(|f| &f.expression));
    let metrics = case.metrics.iter().map(|m| &m.expression);
    let mut all = entries
        .into_iter()
        .flatten()
        .chain(expressions)
        .chain(metrics)
        .flat_map(|e| paths(e));
    all.all(|path| {
        let [.., dataset, field] = path.as_slice() else {
            return true;
        };
        let known = case.datasets.iter().find(|d| d.name == *dataset);
        known.is_none_or(|d| d.fields.iter().any(|f| f.name == *field && !f.undeclared))
    })
}

/// What names are compared by.
fn normal_form(name: &str) -> String {
    match name.strip_prefix('"').and_then(|n| n.strip_suffix('"')) {
        Some(inside) => inside.replace("\"\"", "\""),
        None => name.to_ascii_uppercase(),
    }
}

/// Gives out names, each once.
struct Fresh {
    left: Vec<String>,
    given: usize,
}

impl Fresh {
    fn new(random: &mut Random, columns: &[String]) -> Self {
        let mut left: Vec<String> = Vec::new();
        let order = shuffled(random, NAMES.len());
        for name in order.into_iter().map(|at| NAMES[at]) {
            let form = normal_form(name);
            // Columns of a result need spellings of their own, whatever their quotes.
            let same = |n: &String| {
                normal_form(n) == form || n.trim_matches('"') == name.trim_matches('"')
            };
            let taken = columns.contains(&form) || left.iter().any(same);
            if !taken {
                left.push(name.to_owned());
            }
        }
        Self { left, given: 0 }
    }

    fn take(&mut self, random: &mut Random) -> String {
        self.given += 1;
        match self.left.pop() {
            Some(name) if random.percent(70) => name,
            _ if random.percent(5) => format!("\"{}{}\"", "long ".repeat(24), self.given),
            _ => format!("Name_{}", self.given),
        }
    }
}

fn renamed(random: &mut Random, case: &Case) -> Case {
    let columns: Vec<String> = case
        .datasets
        .iter()
        .flat_map(|d| &d.columns)
        .flat_map(|c| {
            [
                normal_form(&c.reference()),
                normal_form(&c.name),
                c.name.clone(),
            ]
        })
        .collect();
    let mut global = Fresh::new(random, &columns);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut fields: BTreeMap<(String, String), String> = BTreeMap::new();
    for dataset in &case.datasets {
        names.insert(dataset.name.clone(), global.take(random));
        let mut own = Fresh::new(random, &columns);
        for field in &dataset.fields {
            fields.insert((dataset.name.clone(), field.name.clone()), own.take(random));
        }
    }
    let relationships = case.relationships.iter().map(|r| &r.name);
    for name in relationships.chain(case.metrics.iter().map(|m| &m.name)) {
        names.insert(name.clone(), global.take(random));
    }
    let query = &case.query;
    for entry in query
        .dimensions
        .iter()
        .chain(&query.measures)
        .chain(&query.fields)
    {
        if let Some(alias) = alias(entry) {
            names.insert(alias.to_owned(), global.take(random));
        }
    }
    // As a word it may be a part of a date.
    names.remove("year");
    let path = |path: &[String]| match path {
        [name] => names.get(name).cloned(),
        [roles @ .., dataset, field] => {
            let mut parts = Vec::new();
            for role in roles {
                parts.push(names.get(role)?.clone());
            }
            parts.push(names.get(dataset)?.clone());
            parts.push(fields.get(&(dataset.clone(), field.clone()))?.clone());
            Some(parts.join("."))
        }
        [] => None,
    };
    let text = |text: &str| rewrite(text, &mut |p| path(p));
    // Within a field a name alone is a column.
    let body = |text: &str| rewrite(text, &mut |p| if p.len() > 1 { path(p) } else { None });
    let mut renamed = case.clone();
    for dataset in &mut renamed.datasets {
        dataset.bare = false;
        for field in &mut dataset.fields {
            field.bare = false;
            field.expression = body(&field.expression);
            if let Some(name) = fields.get(&(dataset.name.clone(), field.name.clone())) {
                field.name.clone_from(name);
            }
        }
        dataset.name = text(&dataset.name);
    }
    for relationship in &mut renamed.relationships {
        relationship.name = text(&relationship.name);
    }
    for metric in &mut renamed.metrics {
        metric.name = text(&metric.name);
        metric.expression = text(&metric.expression);
    }
    let query = &mut renamed.query;
    query.dataset = query.dataset.as_deref().map(text);
    for list in [
        &mut query.dimensions,
        &mut query.measures,
        &mut query.fields,
        &mut query.filters,
        &mut query.having,
        &mut query.order_by,
    ] {
        for entry in list {
            *entry = text(entry);
        }
    }
    renamed
}

/// Regular names, keywords and functions in other cases, more blanks, and parentheses around everything change not a
/// byte of the SQL; nor does a query in other words change the code of a refusal. Aliases keep their spelling, which
/// names the columns.
pub(super) fn spelling_changes_no_sql(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let base: Question = (&subject.case).into();
    let changed = subject.changed(|case| {
        for field in case.datasets.iter_mut().flat_map(|d| &mut d.fields) {
            field.expression = respelt(random, &field.expression);
        }
        for metric in &mut case.metrics {
            metric.expression = respelt(random, &metric.expression);
        }
        let query = &mut case.query;
        for list in [
            &mut query.dimensions,
            &mut query.measures,
            &mut query.fields,
        ] {
            for entry in list {
                let alias = alias(entry).map_or(String::new(), |a| format!(" AS {a}"));
                *entry = format!("({}){alias}", respelt(random, expression(entry)));
            }
        }
        for list in [&mut query.filters, &mut query.having] {
            for entry in list {
                *entry = format!("(({}))", respelt(random, entry));
            }
        }
        for entry in &mut query.order_by {
            *entry = respelt(random, entry);
        }
    });
    bench.same_sql(&base, &(&changed).into())
}

fn respelt(random: &mut Random, text: &str) -> String {
    let mut out = String::new();
    for token in tokens(text) {
        match token {
            Token::Name(name) if name.starts_with('"') => out.push_str(&name),
            Token::Name(name) => match random.below(3) {
                0 => out.push_str(&name.to_ascii_uppercase()),
                1 => out.push_str(&name.to_ascii_lowercase()),
                _ => out.push_str(&name),
            },
            Token::Dot => out.push('.'),
            Token::Other(other) if other == " " => {
                let blanks = [" ", "  ", "\t", " \t "];
                out.push_str(blanks[random.below(blanks.len())]);
            }
            Token::Other(other) => out.push_str(&other),
        }
    }
    out
}
