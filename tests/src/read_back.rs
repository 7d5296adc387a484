//! Emitted SQL read by a parser that is not ours.

use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

/// Checks that the text is one statement in which the parser of a dialect (`duckdb` or `postgres`) understands
/// everything: printed from its tree and read again, it gives the same tree.
///
/// # Errors
/// What the parser says, with the text.
pub fn read_back(sql: &str, dialect: &str) -> Result<(), String> {
    let dialect: &dyn Dialect = match dialect {
        "duckdb" => &DuckDbDialect {},
        _ => &PostgreSqlDialect {},
    };
    let parse = |text: &str| -> Result<Vec<Statement>, String> {
        Parser::new(dialect)
            .with_recursion_limit(10_000)
            .try_with_sql(text)
            .and_then(|mut parser| parser.parse_statements())
            .map_err(|e| format!("{e}\n{text}"))
    };
    let statements = parse(sql)?;
    let [statement] = statements.as_slice() else {
        return Err(format!("not one statement:\n{sql}"));
    };
    if parse(&statement.to_string())? == statements {
        Ok(())
    } else {
        Err(format!("printed and read again, the tree differs:\n{sql}"))
    }
}
