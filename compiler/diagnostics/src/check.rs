//! The order of checks.

/// The check that found a fault.
///
/// Faults are printed by (check, file, offset), so the first failing check decides *the* code of a
/// model or query: semantics digest 1.8 (load) and 9 (query), ruling 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// Reading files and the syntax of YAML or JSON.
    Yaml,
    /// The version of a document.
    Version,
    /// Keys that the Foundation defers.
    DeferredKeys,
    /// Unknown keys, missing keys, wrong types.
    Schema,
    /// Form of names, reserved words, collisions.
    Names,
    /// Ends and columns of relationships, keys of datasets.
    RelationshipEnds,
    /// Expressions that do not parse.
    Syntax,
    /// What an expression may not contain: aggregates in fields, nesting, frame modes, deferred functions.
    Bans,
    /// Names inside expressions.
    References,
    /// Cycles among fields and among metrics.
    Cycles,
    /// References of a field to other datasets.
    CrossDataset,
    /// Metrics over windowed metrics.
    WindowComposition,
    /// Types of model expressions.
    Types,
    /// Keys of a query that the Foundation defers.
    QueryDeferredKeys,
    /// Unknown keys and wrong types in a query.
    QueryKeys,
    /// The shape of a query.
    QueryShape,
    /// Expressions of a query that do not parse.
    QuerySyntax,
    /// Names in a query.
    QueryNames,
    /// Row-level against aggregate predicates, and what each clause accepts.
    PredicateLevels,
    /// Windows and nesting in a query.
    QueryWindows,
    /// Homes of aggregates.
    Homes,
    /// Join paths.
    Paths,
    /// References finer than the grain.
    Grain,
    /// Types of query expressions.
    QueryTypes,
    /// What a dialect cannot express.
    Emission,
    /// What an engine or connection reports.
    Run,
    /// Advice that makes nothing wrong.
    Lint,
}
