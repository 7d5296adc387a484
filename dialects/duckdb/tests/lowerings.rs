//! The SQL of everything in DuckDB, as a snapshot.

#[path = "../../sql/tests/support/lowerings.rs"]
mod lowerings;

use dosic_duckdb::DuckDb;
use sqlparser::dialect::DuckDbDialect;

#[test]
fn every_operator_and_function() {
    insta::assert_snapshot!(lowerings::every_lowering(&DuckDb, &DuckDbDialect {}));
}
