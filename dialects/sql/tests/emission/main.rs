//! Plans written by hand, as SQL: snapshots, each read back by the checking parser in both dialects.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken plan of these tests is a failed test"
)]

mod layout;
mod merge;
mod names;
mod nesting;
mod plans;
mod selects;

use dosic_ir::LogicalPlan;
use dosic_sql::{Dialect, emit};
use sqlparser::ast::Statement;
use sqlparser::dialect::{DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

/// The text of the plan, once it was read back (ruling 16) and came out the same twice.
fn sql(plan: &LogicalPlan, dialect: &dyn Dialect) -> String {
    let statement = emit(plan, dialect).unwrap();
    assert_eq!(emit(plan, dialect).unwrap(), statement);
    read_back(&statement.text);
    statement.text
}

fn read_back(text: &str) {
    let dialects: [&dyn sqlparser::dialect::Dialect; 2] =
        [&DuckDbDialect {}, &PostgreSqlDialect {}];
    for dialect in dialects {
        let parse = |text: &str| -> Vec<Statement> {
            Parser::new(dialect)
                .with_recursion_limit(10_000)
                .try_with_sql(text)
                .and_then(|mut p| p.parse_statements())
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        let first = parse(text);
        assert_eq!(first.len(), 1, "{text}");
        let printed: Vec<String> = first.iter().map(ToString::to_string).collect();
        assert_eq!(parse(&printed.join(";")), first, "{text}");
    }
}
