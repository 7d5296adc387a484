//! Emitted SQL read by a parser that is not ours.

use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

/// Checks that the text is one statement in which the parser understands everything: printed from its tree and read
/// again, it gives the same tree.
pub(crate) fn read_back(sql: &str) {
    let dialects: [&dyn Dialect; 2] = [&DuckDbDialect {}, &PostgreSqlDialect {}];
    for dialect in dialects {
        let parse = |text: &str| -> Vec<Statement> {
            Parser::new(dialect)
                .with_recursion_limit(10_000)
                .try_with_sql(text)
                .and_then(|mut parser| parser.parse_statements())
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
        };
        let [statement] = &parse(sql)[..] else {
            panic!("not one statement:\n{sql}");
        };
        assert_eq!(
            &parse(&statement.to_string())[..],
            std::slice::from_ref(statement),
            "{sql}"
        );
    }
}
