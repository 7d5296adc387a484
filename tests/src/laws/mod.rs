//! Laws that answers obey whatever the model, the rows and the query are: no second implementation says what is
//! right, only the compiler itself, asked in two ways. So they can be checked on tables of thousands of rows.
//!
//! Each law is a function in the file of its kind; its documentation states the law, its preconditions, and why
//! they are needed. A law makes two or more questions of a case and compares the answers. It holds, or does not
//! apply (the preconditions fail), or one of the questions is refused, which a law allows only with codes that it
//! names.
//!
//! | file | laws about |
//! |---|---|
//! | `totals.rs` | groups and their total; dimensions that only add a join |
//! | `stitching.rs` | measures beside each other |
//! | `filters.rs` | `where` as a conjunction, always true, as a partition |
//! | `groups.rs` | a group is what a filter leaves; `where` against CASE in the argument |
//! | `having.rs` | `having`, `order_by` and `limit` as operations on the result |
//! | `windows.rs` | windows over measures as operations on the result; windowed fields as windows |
//! | `measures.rs` | metrics, compositions, repeated entries, rows that count once |
//! | `rows.rs` | scalar queries against the tables, and against groups of one row |
//! | `renaming.rs` | names and spelling |
//! | `files.rs` | files, order of declarations, unused declarations |
//! | `roles.rs` | relationships that a reference names |
//! | `types.rs` | datatypes and time grains |
//!
//! Ruling out throughout: leaves without a home (`COUNT(*)`), whose home is chosen by what else the query mentions
//! (semantics digest 4.4.3), so that a mention changes what is counted.

#![allow(
    clippy::indexing_slicing,
    reason = "positions are those of the case at hand"
)]

mod bag;
mod bench;
mod files;
mod filters;
mod groups;
mod having;
mod measures;
mod renaming;
mod roles;
mod rows;
mod stitching;
mod subject;
mod text;
mod totals;
mod types;
mod windows;

use dosic_generate::{Case, Random};

pub use bench::Bench;
use subject::Subject;

/// What a law that holds was seen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// So many rows agree.
    Rows(usize),
    /// The SQL is the same to the byte.
    SameSql,
    /// Both are refused with this code.
    SameCode(String),
}

/// Why a law says nothing about a case, or what breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A precondition fails.
    Inapplicable(&'static str),
    /// A question is refused with this code and message, which the law allows.
    Refused(String, String),
    /// The engine fails on the data with this error, at this SQL.
    Failed(String, String),
    /// The law is broken.
    Broken(String),
}

impl Stop {
    fn broken(what: impl Into<String>) -> Self {
        Self::Broken(what.into())
    }
}

/// What came of checking a law on a case.
pub type Verdict = Result<Holds, Stop>;

/// A law.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// Of a hundred cases it must have held on at least so many, with rows or SQL compared.
    pub least: usize,
    check: fn(&mut Bench, &Subject, &mut Random) -> Verdict,
}

impl Law {
    /// Checks the law on a case whose rows are in the bench. `choices` is where the law takes its choices from.
    ///
    /// # Errors
    /// Why it says nothing about the case, or what breaks it.
    pub fn check(&self, bench: &mut Bench, case: &Case, mut choices: Random) -> Verdict {
        let subject = Subject::new(case);
        if subject.is_approximate() {
            return Err(Stop::Inapplicable("an approximation"));
        }
        (self.check)(bench, &subject, &mut choices)
    }
}

macro_rules! laws {
    ($($name:ident in $module:ident, at least $least:literal;)*) => {
        /// All laws.
        pub const LAWS: &[Law] = &[
            $(Law { name: stringify!($name), least: $least, check: $module::$name },)*
        ];
    };
}

laws! {
    groups_sum_to_the_total in totals, at least 40;
    a_dimension_from_above_splits_groups in totals, at least 40;
    measures_stand_beside_each_other in stitching, at least 40;
    order_of_columns_is_free in stitching, at least 12;
    where_is_a_conjunction in filters, at least 40;
    a_true_filter_changes_nothing in filters, at least 40;
    a_predicate_and_its_opposites_part_the_rows in filters, at least 40;
    a_group_is_what_a_filter_leaves in groups, at least 40;
    where_is_case_in_the_argument in groups, at least 25;
    having_filters_the_result in having, at least 40;
    order_by_sorts_and_limit_cuts in having, at least 40;
    windows_see_the_result in windows, at least 40;
    a_windowed_field_is_its_window in windows, at least 3;
    a_metric_is_its_expression in measures, at least 20;
    a_composition_is_computed_from_its_parts in measures, at least 40;
    repeated_entries_repeat_columns in measures, at least 40;
    a_row_counts_once in measures, at least 40;
    a_scalar_query_shows_every_row in rows, at least 40;
    groups_of_a_key_are_rows in rows, at least 40;
    passes_change_no_rows in rows, at least 40;
    renaming_changes_no_rows in renaming, at least 40;
    spelling_changes_no_sql in renaming, at least 40;
    files_change_no_sql in files, at least 40;
    order_of_declarations_changes_no_sql in files, at least 40;
    unused_declarations_change_no_sql in files, at least 40;
    a_parallel_relationship_is_ambiguous_or_unused in files, at least 15;
    a_role_is_its_only_path in roles, at least 4;
    datatypes_change_no_rows in types, at least 40;
    a_time_grain_is_date_trunc in types, at least 2;
}
