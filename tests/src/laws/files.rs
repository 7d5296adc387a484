//! Files, the order of declarations, and declarations that nothing uses.

use dosic_generate::case::{Column, Dataset, Field, Kind, Metric, Relationship};
use dosic_generate::{Case, Random};

use super::bench::{Bench, Question};
use super::stitching::shuffled;
use super::subject::Subject;
use super::{Holds, Stop, Verdict};

/// A model's text in pieces: a list item each.
#[derive(Default)]
struct Sheet {
    /// For each of datasets, relationships and metrics its items.
    sections: [Vec<String>; 3],
}

const SECTIONS: [&str; 3] = ["  datasets:", "  relationships:", "  metrics:"];
const HEAD: &str = "version: 0.2.0.dev0\nsemantic_model:\n- name: generated\n";

impl Sheet {
    fn of(case: &Case) -> Self {
        let mut sheet = Self::default();
        let mut section = 0;
        for line in case.model_yaml().lines() {
            if let Some(at) = SECTIONS.iter().position(|s| *s == line) {
                section = at;
            } else if line.starts_with("  - ") {
                sheet.sections[section].push(format!("{line}\n"));
            } else if let Some(item) = sheet.sections[section].last_mut() {
                item.push_str(line);
                item.push('\n');
            }
        }
        sheet
    }

    /// The items in another order, each section for itself.
    fn shuffled(mut self, random: &mut Random) -> Self {
        for section in &mut self.sections {
            let order = shuffled(random, section.len());
            *section = order.iter().map(|at| section[*at].clone()).collect();
        }
        self
    }

    /// As one file.
    fn text(&self) -> String {
        let mut out = HEAD.to_owned();
        for (name, items) in SECTIONS.iter().zip(&self.sections) {
            if !items.is_empty() {
                out.push_str(name);
                out.push('\n');
                out.extend(items.iter().map(String::as_str));
            }
        }
        out
    }

    /// As up to so many files, each with some of the items.
    fn split(self, random: &mut Random, most: usize) -> Vec<String> {
        let mut files: Vec<Self> = (0..most).map(|_| Self::default()).collect();
        for (at, items) in self.sections.into_iter().enumerate() {
            for item in items {
                files[random.below(most)].sections[at].push(item);
            }
        }
        files.retain(|f| f.sections.iter().any(|s| !s.is_empty()));
        files.iter().map(Self::text).collect()
    }
}

/// A model over several files, in whatever order, is the model in one file, to the byte of the SQL (R10).
///
/// `--strict` knows no such models, so they are read without it.
pub(super) fn files_change_no_sql(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let mut base: Question = (&subject.case).into();
    base.strict = false;
    let most = random.between(2, 4);
    let mut changed = base.clone();
    changed.files = Sheet::of(&subject.case)
        .shuffled(random)
        .split(random, most);
    if changed.files.len() < 2 {
        return Err(Stop::Inapplicable("one file"));
    }
    bench.same_sql(&base, &changed)
}

/// The order of datasets, of fields in them, of relationships and of metrics changes not a byte of the SQL.
pub(super) fn order_of_declarations_changes_no_sql(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let base: Question = (&subject.case).into();
    let moved = subject.changed(|case| {
        for dataset in &mut case.datasets {
            let order = shuffled(random, dataset.fields.len());
            dataset.fields = order.iter().map(|at| dataset.fields[*at].clone()).collect();
        }
    });
    let mut changed = base.clone();
    changed.files = vec![Sheet::of(&moved).shuffled(random).text()];
    bench.same_sql(&base, &changed)
}

/// A dataset, a field, a metric or a relationship that nothing uses changes not a byte of the SQL, nor a code.
///
/// The relationship leads from the new dataset to an old one, so that it makes no new path between old ones; the new
/// dataset is then one more from which the dimensions of a query without measures may be reached (4.10), and that is
/// ambiguous. Leaves without a home are left out: that a model has one dataset only gives them one (4.4.3).
pub(super) fn unused_declarations_change_no_sql(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let query = &subject.case.query;
    if Subject::any_part(query, |e| subject.is_homeless(e)) {
        return Err(Stop::Inapplicable("a leaf without a home"));
    }
    let target = subject.any_dataset(random);
    let with_relationship = random.percent(60);
    let changed = subject.changed(|case| {
        let old = &mut case.datasets[target];
        let unused = Field {
            name: "unused_field".to_owned(),
            expression: (*random.pick(&[
                "{n} + 1",
                "SUM({n}) OVER (PARTITION BY {s})",
                "UPPER({s})",
            ]))
            .replace("{n}", &column(old, "n").unwrap_or_default())
            .replace("{s}", &column(old, "s").unwrap_or_default()),
            kind: Kind::Integer,
            declared: false,
            undeclared: false,
            bare: false,
        };
        old.fields.push(unused);
        let old_name = old.name.clone();
        let key: Vec<String> = ["id", "k"]
            .iter()
            .filter_map(|role| column(old, role))
            .collect();
        case.metrics.push(Metric {
            name: "unused_metric".to_owned(),
            expression: format!("COUNT({old_name}.unused_field)"),
        });
        let dataset = new_dataset();
        case.datasets.push(dataset);
        if with_relationship {
            case.relationships.push(Relationship {
                name: "unused_relationship".to_owned(),
                from: case.datasets.len() - 1,
                to: target,
                from_columns: (0..key.len()).map(|at| format!("f_{at}")).collect(),
                to_columns: key,
            });
        }
    });
    let legal: &[&str] = if with_relationship && !has_leaf(subject) {
        &["E_AMBIGUOUS_PATH"]
    } else {
        &[]
    };
    bench.same_sql_or(&(&subject.case).into(), &(&changed).into(), legal)
}

/// A column of a dataset, as written.
fn column(dataset: &Dataset, role: &str) -> Option<String> {
    let found = dataset.columns.iter().find(|c| c.role == role);
    found.map(Column::reference)
}

fn new_dataset() -> Dataset {
    let column = |name: &str| Column {
        name: name.to_owned(),
        role: "",
        kind: Kind::Integer,
    };
    Dataset {
        name: "unused_dataset".to_owned(),
        bare: false,
        through_query: false,
        through_file: false,
        table: "unused_table".to_owned(),
        columns: ["id", "n", "f_0", "f_1"].map(column).into(),
        keys: vec![vec!["id".to_owned()]],
        fields: vec![Field {
            name: "n".to_owned(),
            expression: "n".to_owned(),
            kind: Kind::Integer,
            declared: true,
            undeclared: false,
            bare: false,
        }],
        rows: Vec::new(),
    }
}

/// Whether some measure has an aggregate with a home, or the query is scalar.
fn has_leaf(subject: &Subject) -> bool {
    let query = &subject.case.query;
    !query.fields.is_empty() || query.measures.iter().any(|m| subject.has_leaf(m))
}

/// A second relationship like one that there is: who goes over it has two paths now, which is said; who does not gets
/// the same SQL to the byte, or the code that there was.
///
/// A measure that is a bare reference is legal where the dimensions fix it, by one path up (4.7.3); by two they do not,
/// which is said of the reference.
pub(super) fn a_parallel_relationship_is_ambiguous_or_unused(
    bench: &mut Bench,
    subject: &Subject,
    random: &mut Random,
) -> Verdict {
    let relationships = &subject.case.relationships;
    let like = random
        .maybe(relationships)
        .ok_or(Stop::Inapplicable("no relationships"))?;
    let changed = subject.changed(|case| {
        let mut parallel = like.clone();
        parallel.name = "parallel".to_owned();
        case.relationships.push(parallel);
    });
    match bench.same_sql_or(
        &(&subject.case).into(),
        &(&changed).into(),
        &["E_AMBIGUOUS_PATH", "E_UNAGGREGATED_FINER_GRAIN_REFERENCE"],
    ) {
        // What is ambiguous now is what the law is about.
        Err(Stop::Refused(code, _)) => Ok(Holds::SameCode(code)),
        other => other,
    }
}
