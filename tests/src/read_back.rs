//! Emitted SQL read by a parser that is not ours.

use sqlparser::ast::Statement;
use sqlparser::dialect::{Dialect, DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::{Parser, ParserError};

/// Checks that the text is one statement in which the parser of a dialect (`duckdb` or `postgres`) understands
/// everything: printed from its tree and read again, it gives the same tree.
///
/// # Errors
/// What the parser says, with the text.
pub fn read_back(sql: &str, dialect: &str) -> Result<(), String> {
    match read_back_within(sql, dialect, 10_000)? {
        true => Ok(()),
        false => Err(format!("it nests too deep for the parser:\n{sql}")),
    }
}

/// Like [`read_back`], but the parser goes only so deep; false if the statement goes deeper.
///
/// # Errors
/// What the parser says, with the text.
pub fn read_back_within(sql: &str, dialect: &str, depth: usize) -> Result<bool, String> {
    let dialect: &dyn Dialect = match dialect {
        "duckdb" => &DuckDbDialect {},
        _ => &PostgreSqlDialect {},
    };
    let parse = |text: &str| -> Result<Option<Vec<Statement>>, String> {
        let parsed = Parser::new(dialect)
            .with_recursion_limit(depth)
            .try_with_sql(text)
            .and_then(|mut parser| parser.parse_statements());
        match parsed {
            Ok(statements) => Ok(Some(statements)),
            Err(ParserError::RecursionLimitExceeded) => Ok(None),
            Err(error) => Err(format!("{error}\n{text}")),
        }
    };
    let Some(statements) = parse(sql)? else {
        return Ok(false);
    };
    let [statement] = statements.as_slice() else {
        return Err(format!("not one statement:\n{sql}"));
    };
    // sqlparser prints two quotes in a row inside a name as they are, so that reading loses one.
    if sql.contains("\"\"\"\"") {
        return Ok(true);
    }
    match parse(&statement.to_string())? {
        Some(again) if again != statements => {
            Err(format!("printed and read again, the tree differs:\n{sql}"))
        }
        again => Ok(again.is_some()),
    }
}
