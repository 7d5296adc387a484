//! The SQL of everything in DuckDB, as a snapshot.

#[path = "../../sql/tests/support/lowerings.rs"]
mod lowerings;

use dosic_duckdb::DuckDb;
use dosic_sql::Dialect;
use sqlparser::dialect::DuckDbDialect;

#[test]
fn every_operator_and_function() {
    insta::assert_snapshot!(lowerings::every_lowering(&DuckDb, &DuckDbDialect {}));
}

#[test]
fn keywords_are_sorted_as_the_search_wants_them() {
    assert!(DuckDb.keywords().is_sorted());
    assert!(DuckDb.is_keyword("asof"));
    assert!(!DuckDb.is_keyword("region"));
}
