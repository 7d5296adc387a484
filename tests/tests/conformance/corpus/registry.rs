//! What the corpus has to witness: decisions, extensions and topics. Codes come from their own table.

use dosic_diagnostics::Code;

/// Something that needs witnesses.
pub(crate) struct Entry {
    /// As a case cites it.
    pub(crate) id: &'static str,
    /// What it says, one line.
    pub(crate) says: &'static str,
    /// The witnesses that it needs at least.
    pub(crate) needs: Needs,
}

/// Which witnesses an entry must have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// A case with rows.
    Rows,
    /// A case that is refused.
    Refusal,
    /// One of each.
    Both,
}

const fn entry(id: &'static str, needs: Needs, says: &'static str) -> Entry {
    Entry { id, says, needs }
}

/// The decisions of the Foundation.
pub(crate) const DECISIONS: &[Entry] = &[
    entry(
        "D-001",
        Needs::Rows,
        "the rows are the dimension tuples that facts reach, NULL among them; without dimensions there is one row",
    ),
    entry(
        "D-002",
        Needs::Rows,
        "all measures of a query have its grain",
    ),
    entry(
        "D-003",
        Needs::Refusal,
        "struck: a field holds no aggregate",
    ),
    entry(
        "D-004",
        Needs::Rows,
        "dimensions join by LEFT JOIN, facts are united, scalars stand side by side",
    ),
    entry(
        "D-005",
        Needs::Both,
        "what a predicate refers to decides whether it filters rows or groups",
    ),
    entry(
        "D-006",
        Needs::Both,
        "a bare name is global, a field has its dataset before it, a metric has none",
    ),
    entry(
        "D-007",
        Needs::Both,
        "many-to-many only over a bridge or shared dimensions",
    ),
    entry(
        "D-008",
        Needs::Refusal,
        "a metric chooses no joins of its own",
    ),
    entry(
        "D-009",
        Needs::Refusal,
        "deferred keys are refused wherever they stand",
    ),
    entry(
        "D-010",
        Needs::Both,
        "the clauses make the shape of a query, and shapes do not mix",
    ),
    entry("D-011", Needs::Refusal, "a scalar query names no metric"),
    entry(
        "D-012",
        Needs::Both,
        "a predicate of the wrong level has a code of its own",
    ),
    entry(
        "D-013",
        Needs::Both,
        "equal names of different datasets are told apart by the dataset",
    ),
    entry(
        "D-014",
        Needs::Rows,
        "the same model, query and dialect give the same bytes",
    ),
    entry(
        "D-015",
        Needs::Refusal,
        "struck with D-003: there is no strategy for aggregates in fields",
    ),
    entry(
        "D-016",
        Needs::Both,
        "COUNT(*) counts the rows of its home, and must have one",
    ),
    entry("D-017", Needs::Refusal, "struck: EXISTS_IN is no function"),
    entry(
        "D-018",
        Needs::Both,
        "the only path is taken; of several or none there is a code",
    ),
    entry("D-019", Needs::Both, "reserved names are refused"),
    entry(
        "D-020",
        Needs::Rows,
        "over 1:N every aggregate takes one step",
    ),
    entry(
        "D-021",
        Needs::Both,
        "an expression is text or a list of dialects, of which one must be readable",
    ),
    entry(
        "D-022",
        Needs::Both,
        "only a plan that needs two stages makes an aggregate unsafe",
    ),
    entry(
        "D-023",
        Needs::Both,
        "a scalar query has one home and repeats none of its rows",
    ),
    entry(
        "D-024",
        Needs::Both,
        "a finer row-level value must be aggregated",
    ),
    entry(
        "D-025",
        Needs::Refusal,
        "an aggregate without one home is refused",
    ),
    entry(
        "D-026",
        Needs::Rows,
        "over a bridge a home row counts once a group, and unmatched ones stay",
    ),
    entry(
        "D-027",
        Needs::Both,
        "every aggregate may cross a bridge in one pass; nested ones wait",
    ),
    entry("D-028", Needs::Both, "where windows may stand"),
    entry(
        "D-029",
        Needs::Rows,
        "NULL is the largest value of an order",
    ),
    entry(
        "D-030",
        Needs::Rows,
        "windows see the rows before any join repeats them",
    ),
    entry(
        "D-031",
        Needs::Both,
        "nothing is built on a windowed metric",
    ),
    entry(
        "D-032",
        Needs::Both,
        "frames are ROWS or RANGE with literal bounds",
    ),
    entry(
        "D-033",
        Needs::Rows,
        "empty and NULL input give what SQL gives",
    ),
];

/// The extensions, and what of them holds under `--strict`.
pub(crate) const EXTENSIONS: &[Entry] = &[
    entry(
        "R1",
        Needs::Rows,
        "measures of several homes are united and grouped",
    ),
    entry(
        "R2",
        Needs::Both,
        "PERCENTILE_CONT and PERCENTILE_DISC … WITHIN GROUP",
    ),
    entry("R3", Needs::Both, "FILTER (WHERE …) behind an aggregate"),
    entry(
        "R4",
        Needs::Both,
        "`::`, INTERVAL, dates ± intervals, IS TRUE",
    ),
    entry(
        "R5",
        Needs::Both,
        "a reference that names its path: `relationship.dataset.field`",
    ),
    entry("R6", Needs::Both, "time grains: `orders.placed_on:month`"),
    entry(
        "R7",
        Needs::Both,
        "unknown functions of an accepted dialect pass through",
    ),
    entry("R8", Needs::Both, "sources that are files"),
    entry(
        "R9",
        Needs::Refusal,
        "reserved names are refused as deferred",
    ),
    entry("R10", Needs::Both, "one model over several files"),
    entry(
        "R11",
        Needs::Rows,
        "names are quoted only where they must be",
    ),
    entry(
        "R12",
        Needs::Both,
        "a relationship to a dataset without keys is N:1",
    ),
    entry(
        "R13",
        Needs::Both,
        "columns that no field declares, and fields without their dataset",
    ),
    entry("R14", Needs::Both, "names that are no identifiers"),
    entry(
        "R15",
        Needs::Rows,
        "foreign extensions of metrics are not passed over in silence",
    ),
];

/// Forms of models that cases are easily blind to.
pub(crate) const TOPICS: &[Entry] = &[
    entry("version-0.1", Needs::Rows, "documents of versions 0.1.x"),
    entry(
        "version-1.0",
        Needs::Rows,
        "documents of version 1.0, and without a version",
    ),
    entry(
        "bare-model",
        Needs::Rows,
        "a model without the document around it",
    ),
    entry("several-files", Needs::Both, "models over several files"),
    entry(
        "keyless-to",
        Needs::Both,
        "relationships to datasets without keys",
    ),
];

/// Codes that no case can show, with the test that does, which names them.
pub(crate) const ELSEWHERE: &[(Code, &str)] = &[
    // A case is read from disk before dosic sees it.
    (Code::Io, "cli/tests/commands.rs"),
    // Cases have no command line.
    (Code::Usage, "cli/tests/commands.rs"),
    // It is about the views of a whole model, not about a query.
    (Code::NoTotal, "cli/tests/commands.rs"),
    // It is about the database that one connects to.
    (Code::DatabaseText, "cli/engine/tests/query.rs"),
    // `dosic check` alone runs the rules; no query is refused by them or answered otherwise.
    (Code::AllowComment, "compiler/lint/src/allow.rs"),
    (Code::AmbiguousPathLint, "compiler/lint/tests/rules.rs"),
    (Code::AverageOfAverage, "compiler/lint/tests/expressions.rs"),
    (Code::DuplicateMetric, "compiler/lint/tests/rules.rs"),
    (Code::DuplicateSynonym, "compiler/lint/tests/rules.rs"),
    (Code::JoinKeyTypes, "compiler/lint/tests/rules.rs"),
    (
        Code::LikeWithoutWildcard,
        "compiler/lint/tests/expressions.rs",
    ),
    (Code::MissingDescription, "compiler/lint/tests/rules.rs"),
    (Code::MissingPrimaryKey, "compiler/lint/tests/rules.rs"),
    (Code::NonDeterministic, "compiler/lint/tests/expressions.rs"),
    (Code::NonKeyRelationship, "compiler/lint/tests/rules.rs"),
    (Code::NoDimension, "compiler/lint/tests/rules.rs"),
    (Code::NullComparison, "compiler/lint/tests/expressions.rs"),
    (Code::SelectStar, "compiler/lint/tests/expressions.rs"),
    (Code::ShadowedColumn, "compiler/lint/tests/rules.rs"),
    (Code::TimeDatatype, "compiler/lint/tests/rules.rs"),
    (Code::UnguardedRatio, "compiler/lint/tests/expressions.rs"),
    (Code::UnreachableDataset, "compiler/lint/tests/rules.rs"),
    (Code::UnsafeFunction, "compiler/lint/tests/expressions.rs"),
    (Code::UnusedDataset, "compiler/lint/tests/rules.rs"),
    (Code::WindowOrder, "compiler/lint/tests/expressions.rs"),
];
