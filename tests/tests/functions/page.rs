//! `docs/functions.md`, made from the table and from what the interpreter and the engines gave in this run;
//! `UPDATE_DOCS=1` writes it anew.

use std::collections::BTreeSet;
use std::fmt::Write;

use dosic_tests::repository::root;
use dosic_typing::{Tier, find_function};

use crate::categories::Category;
use crate::coverage::{
    ALL_TYPES, CAST_TARGETS, Entry, Examples, Group, cast, examples, groups, type_name,
};
use crate::table::Case;
use crate::{Verdict, cases, on_duckdb, on_interpreter, on_postgres};

const LONGEST: usize = 60;

#[test]
fn the_page_is_the_table_as_measured() {
    let Some(postgres) = on_postgres() else {
        eprintln!("without Postgres the page cannot be measured");
        return;
    };
    let page = Page {
        cases: cases(),
        examples: examples(cases()),
        marks: [
            ("interpreter", on_interpreter()),
            ("duckdb", on_duckdb()),
            ("postgres", postgres),
        ],
    };
    let text = page.text(&groups());
    let path = root().join("docs/functions.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let same = std::fs::read_to_string(path).is_ok_and(|found| found == text);
    assert!(
        same,
        "docs/functions.md is stale: run it with UPDATE_DOCS=1"
    );
}

struct Page<'c> {
    cases: &'c [Case],
    examples: Examples,
    marks: [(&'static str, &'c [Verdict]); 3],
}

impl Page<'_> {
    fn text(&self, groups: &[Group]) -> String {
        let total: usize = self.cases.iter().map(Case::examples).sum();
        let mut text = HEAD.replace("{total}", &total.to_string());
        text.push_str("\n## Index\n\n");
        for group in groups {
            let names: Vec<String> = group.entries.iter().map(link).collect();
            writeln!(
                text,
                "- [{}](#{}): {}",
                group.title,
                anchor(&group.title),
                names.join(", ")
            )
            .unwrap();
        }
        text.push_str(MATRIX_HEAD);
        let titles: Vec<&str> = Category::ALL.iter().map(|c| c.title()).collect();
        writeln!(
            text,
            "\n| | {} |\n|---|{}",
            titles.join(" | "),
            "---|".repeat(titles.len())
        )
        .unwrap();
        let entries = groups.iter().flat_map(|g| &g.entries);
        for entry in entries.filter(|e| e.alias_of.is_none()) {
            self.matrix_row(entry, &mut text);
        }
        for group in groups {
            let about = group.about.replace("{casts}", &casts(self.cases));
            writeln!(
                text,
                "\n<a id=\"{}\"></a>\n## {}\n\n{}",
                anchor(&group.title),
                group.title,
                about.trim_end()
            )
            .unwrap();
            for entry in &group.entries {
                self.entry(entry, &mut text);
            }
        }
        text
    }

    /// How many examples there are of each category; `–` where the types know none.
    fn matrix_row(&self, entry: &Entry, text: &mut String) {
        let applicable = entry.applicable();
        let cell = |category: &Category| match self.found(entry, *category).len() {
            _ if !applicable.contains(category) => "–".to_owned(),
            count => count.to_string(),
        };
        let cells: Vec<String> = Category::ALL.iter().map(cell).collect();
        writeln!(text, "| {} | {} |", link(entry), cells.join(" | ")).unwrap();
    }

    fn found(&self, entry: &Entry, category: Category) -> &[(usize, usize)] {
        let found = self.examples.get(&(entry.subject().to_owned(), category));
        found.map_or(&[], Vec::as_slice)
    }

    fn entry(&self, entry: &Entry, text: &mut String) {
        writeln!(
            text,
            "\n<a id=\"{}\"></a>\n### {}\n\n{}",
            anchor(&entry.name),
            code(&entry.name),
            code(&entry.signature)
        )
        .unwrap();
        let tier = match find_function(&entry.name).map(|f| f.tier) {
            Some(Tier::Recommended) => " Recommended, not required, by the Foundation.",
            Some(Tier::Experimental) => " Experimental in the Foundation.",
            _ => "",
        };
        if let Some(of) = &entry.alias_of {
            writeln!(text, "\nAnother name of [{of}](#{}).{tier}", anchor(of)).unwrap();
            return;
        }
        writeln!(text, "\n{}{tier}", entry.means.trim_end()).unwrap();
        let types: Vec<&str> = entry.types.iter().map(|t| type_name(*t)).collect();
        let takes = match types.len() {
            0 => String::new(),
            8 => "Takes any type. ".to_owned(),
            _ => format!("Takes {}. ", types.join(", ")),
        };
        let nulls = entry
            .nulls
            .as_deref()
            .unwrap_or("NULL if an argument is NULL.");
        let nulls = if types.is_empty() && entry.nulls.is_none() {
            "Never NULL."
        } else {
            nulls
        };
        writeln!(text, "\n{takes}*NULL:* {}\n", nulls.trim_end()).unwrap();
        text.push_str(
            "| | example | answer | interpreter | DuckDB | Postgres |\n|---|---|---|---|---|---|\n",
        );
        let mut seen = BTreeSet::new();
        for category in Category::ALL {
            for example in self.chosen(entry, category, &mut seen) {
                self.example(category, example, text);
            }
        }
    }

    /// The clearest examples of a category: those that show little else, and were not shown before.
    fn chosen(
        &self,
        entry: &Entry,
        category: Category,
        seen: &mut BTreeSet<(usize, usize)>,
    ) -> Vec<(usize, usize)> {
        let limit = match category {
            Category::Typical => 3,
            Category::Extreme => 2,
            _ => 1,
        };
        let mut found = self.found(entry, category).to_vec();
        found.sort_by_key(|(case, row)| {
            let kinds = self.cases.get(*case).map(|c| c.categories(*row).len());
            (seen.contains(&(*case, *row)), kinds)
        });
        let fresh = found.iter().filter(|e| !seen.contains(e)).count();
        // Where all were shown under another title, the first one shows this too.
        found.truncate(limit.min(fresh.max(1)));
        seen.extend(&found);
        found
    }

    fn example(&self, category: Category, (index, row): (usize, usize), text: &mut String) {
        let Some(case) = self.cases.get(index) else {
            return;
        };
        let mark = |(name, verdicts): &(&str, &[Verdict])| match verdicts.get(index) {
            Some(Ok(())) if case.refused_by(name) => "`E_UNSUPPORTED_IN_DIALECT`",
            Some(Ok(())) if case.unspecified.is_some() => "–",
            Some(Ok(())) => "✓",
            _ => "✗",
        };
        let marks: Vec<&str> = self.marks.iter().map(mark).collect();
        writeln!(
            text,
            "| {} | {} | {} | {} |",
            category.title(),
            written(case, row),
            answer(case, row),
            marks.join(" | ")
        )
        .unwrap();
    }
}

/// Which types convert into which, by the lines of the table.
fn casts(cases: &[Case]) -> String {
    let mut text = String::from("| from ╲ to |");
    for to in CAST_TARGETS {
        write!(text, " {} |", to.trim_start_matches("CAST AS ")).unwrap();
    }
    write!(text, "\n|---|{}", "---|".repeat(CAST_TARGETS.len())).unwrap();
    for from in ALL_TYPES {
        write!(text, "\n| {} |", type_name(from)).unwrap();
        for to in CAST_TARGETS {
            let mark = if cast(cases, from, to).unwrap().is_refused() {
                "–"
            } else {
                "✓"
            };
            write!(text, " {mark} |").unwrap();
        }
    }
    text
}

/// The expression with the values of its columns.
fn written(case: &Case, row: usize) -> String {
    let mut text = code(&case.expr);
    let column = |c: &crate::table::Column| {
        let ty = c.ty.split('/').next().unwrap_or_default();
        let values = if case.is_set() {
            c.values.as_slice()
        } else {
            c.values.get(row..=row).unwrap_or(&[])
        };
        let shown: Vec<String> = values.iter().map(|v| value(v.as_deref(), c)).collect();
        let shown = match shown.as_slice() {
            [] => "no rows".to_owned(),
            _ => shown.join(", "),
        };
        format!("{} {ty}: {shown}", c.name)
    };
    let columns: Vec<String> = case.columns.iter().map(column).collect();
    if !columns.is_empty() {
        write!(text, "<br>{}", columns.join("; ")).unwrap();
    }
    text
}

fn value(text: Option<&str>, column: &crate::table::Column) -> String {
    match text {
        None => "NULL".to_owned(),
        Some(text) if column.data() == dosic_ir::DataType::String => quoted(text),
        Some(text) => code(text),
    }
}

fn quoted(text: &str) -> String {
    code(&format!("'{text}'"))
}

fn answer(case: &Case, row: usize) -> String {
    if let Some(why) = &case.unspecified {
        return format!("unspecified: {why}");
    }
    if let Some(fails) = &case.fails {
        return format!("`{fails}`");
    }
    let one = |value: &Option<String>| match value.as_deref() {
        None => "NULL".to_owned(),
        Some("") => "`''`".to_owned(),
        Some(text) => code(text),
    };
    if case.is_set() {
        let all: Vec<String> = case.is.iter().map(one).collect();
        return if all.is_empty() {
            "no rows".to_owned()
        } else {
            all.join(", ")
        };
    }
    case.is.get(row).map_or_else(String::new, one)
}

/// Code in a cell of a table: what would break the cell is written as an escape, the middle of long text left out.
fn code(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '|' => shown.push_str("\\|"),
            '\n' => shown.push('⏎'),
            '\t' => shown.push('⇥'),
            c if is_unseen(c) => write!(shown, "\\u{{{:x}}}", u32::from(c)).unwrap(),
            c => shown.push(c),
        }
    }
    let length = shown.chars().count();
    if length > LONGEST * 2 {
        let head: String = shown.chars().take(LONGEST / 2).collect();
        let tail: String = shown.chars().skip(length - LONGEST / 2).collect();
        shown = format!("{head} … {tail}");
    }
    let fence = if shown.contains('`') { "``" } else { "`" };
    format!("{fence}{shown}{fence}")
}

/// A character that a reader would not see, or would see on its neighbour.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || ('\u{300}'..'\u{370}').contains(&c)
        || matches!(c, '\u{a0}' | '\u{200d}' | '\u{3000}')
}

fn link(entry: &Entry) -> String {
    format!("[{}](#{})", code(&entry.name), anchor(&entry.name))
}

/// The anchor of a heading: operators by the names of their signs.
fn anchor(title: &str) -> String {
    let mut anchor = String::new();
    for c in title.chars() {
        match c {
            '+' => anchor.push_str("plus"),
            '-' => anchor.push_str("minus"),
            '*' => anchor.push_str("star"),
            '/' => anchor.push_str("slash"),
            '%' => anchor.push_str("percent"),
            '|' => anchor.push_str("bar"),
            '=' => anchor.push_str("equal"),
            '<' => anchor.push_str("less"),
            '>' => anchor.push_str("greater"),
            ' ' => anchor.push('-'),
            c if c.is_ascii_alphanumeric() || c == '_' => anchor.push(c.to_ascii_lowercase()),
            _ => {}
        }
    }
    anchor
}

const HEAD: &str = "# Functions and operators

<!-- Made from tests/fixtures/functions by the test `the_page_is_the_table_as_measured`; do not edit. -->

What every operator and function of the expression language means, with examples and the one answer that the
reference interpreter, DuckDB and Postgres give. The {total} examples of the table are run on each of the three, on the
engines with the datatypes of the columns declared and once more without; the marks are those of the last run:

- ✓ gave the answer
- ✗ gave another one
- `E_…` the dialect refuses the expression with that code
- – the answer is nobody's promise

`E_RUNTIME` as an answer says that the value cannot be computed, and that each of the three says so.
";

const MATRIX_HEAD: &str = "
## What is tried

How many examples each function has of each kind of input. *Empty* is the empty string, or no rows for aggregates and
windows; *extreme* are the bounds of 64 bits, many digits, NaN and infinities, the years 1 and 9999, long text; *DST*
are local times that a zone skips or repeats, which must not matter to a timestamp without a zone. – stands where the
types of the arguments know no such input.
";
