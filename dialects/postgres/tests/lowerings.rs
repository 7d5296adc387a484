//! The SQL of everything in Postgres, as a snapshot.

#[path = "../../sql/tests/support/lowerings.rs"]
mod lowerings;

use dosic_postgres::Postgres;
use sqlparser::dialect::PostgreSqlDialect;

#[test]
fn every_operator_and_function() {
    insta::assert_snapshot!(lowerings::every_lowering(&Postgres, &PostgreSqlDialect {}));
}
