//! Emitted SQL read by a parser that is not ours.

use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::{Parser, ParserError};

/// How deep the other parser may go on the stack that a test has.
const DEPTH: usize = 400;

/// Checks that the text is one statement in which the parser of a dialect understands everything: printed
/// from its tree and read again, it gives the same tree. What nests too deep for that parser is let pass.
///
/// # Errors
/// What the parser says, with the text.
pub(crate) fn read_back(sql: &str, dialect: &str) -> Result<(), String> {
    let dialect: &dyn Dialect = match dialect {
        "duckdb" => &DuckDbDialect {},
        _ => &PostgreSqlDialect {},
    };
    let parse = |text: &str| -> Result<Option<Vec<Statement>>, String> {
        let parsed = Parser::new(dialect)
            .with_recursion_limit(DEPTH)
            .try_with_sql(text)
            .and_then(|mut parser| parser.parse_statements());
        match parsed {
            Ok(statements) => Ok(Some(statements)),
            Err(ParserError::RecursionLimitExceeded) => Ok(None),
            Err(error) => Err(format!("{error}\n{text}")),
        }
    };
    let Some(statements) = parse(sql)? else {
        return Ok(());
    };
    let [statement] = statements.as_slice() else {
        return Err(format!("not one statement:\n{sql}"));
    };
    match parse(&statement.to_string())? {
        Some(again) if again != statements => {
            Err(format!("printed and read again, the tree differs:\n{sql}"))
        }
        _ => Ok(()),
    }
}
