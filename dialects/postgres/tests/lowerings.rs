//! The SQL of everything in Postgres, as a snapshot.

#[path = "../../sql/tests/support/lowerings.rs"]
mod lowerings;

use dosic_postgres::Postgres;
use dosic_sql::Dialect;
use sqlparser::dialect::PostgreSqlDialect;

#[test]
fn every_operator_and_function() {
    insta::assert_snapshot!(lowerings::every_lowering(&Postgres, &PostgreSqlDialect {}));
}

#[test]
fn keywords_are_sorted_as_the_search_wants_them() {
    assert!(Postgres.keywords().is_sorted());
    assert!(Postgres.is_keyword("user"));
    assert!(!Postgres.is_keyword("region"));
}
