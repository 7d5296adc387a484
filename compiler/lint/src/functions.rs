//! Functions of engines that are not deterministic, or that reach out of the database.

/// What is the matter with a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Gives the time of the run.
    Clock,
    /// Gives chance values, or the next of a sequence.
    Random,
    /// Reads or writes files, or lists them.
    Files,
    /// Speaks to other servers.
    Network,
    /// Waits, runs programs, or interferes with the server.
    Server,
}

use Fault::{Clock, Files, Network, Random, Server};

/// By name, upper case. Sorted, for a binary search.
const FUNCTIONS: &[(&str, Fault)] = &[
    ("BENCHMARK", Server),
    ("CLOCK_TIMESTAMP", Clock),
    ("CURRENT_DATE", Clock),
    ("CURRENT_TIME", Clock),
    ("CURRENT_TIMESTAMP", Clock),
    ("CURRENT_USER", Clock),
    ("DBLINK", Network),
    ("DBLINK_EXEC", Network),
    ("DBLINK_SEND_QUERY", Network),
    ("GENERATE_UUID", Random),
    ("GEN_RANDOM_UUID", Random),
    ("GETDATE", Clock),
    ("GETENV", Server),
    ("GET_CURRENT_TIME", Clock),
    ("GET_CURRENT_TIMESTAMP", Clock),
    ("GLOB", Files),
    ("HTTP_GET", Network),
    ("HTTP_POST", Network),
    ("LOAD_FILE", Files),
    ("LOCALTIME", Clock),
    ("LOCALTIMESTAMP", Clock),
    ("LO_EXPORT", Files),
    ("LO_IMPORT", Files),
    ("MYSQL_QUERY", Network),
    ("NEWID", Random),
    ("NEXTVAL", Random),
    ("NOW", Clock),
    ("PG_CANCEL_BACKEND", Server),
    ("PG_LS_DIR", Files),
    ("PG_LS_LOGDIR", Files),
    ("PG_LS_WALDIR", Files),
    ("PG_READ_BINARY_FILE", Files),
    ("PG_READ_FILE", Files),
    ("PG_RELOAD_CONF", Server),
    ("PG_SLEEP", Server),
    ("PG_SLEEP_FOR", Server),
    ("PG_SLEEP_UNTIL", Server),
    ("PG_STAT_FILE", Files),
    ("PG_TERMINATE_BACKEND", Server),
    ("POSTGRES_QUERY", Network),
    ("RAND", Random),
    ("RANDOM", Random),
    ("RANDOMBLOB", Random),
    ("RANDOM_NORMAL", Random),
    ("READ_BLOB", Files),
    ("READ_CSV", Files),
    ("READ_CSV_AUTO", Files),
    ("READ_JSON", Files),
    ("READ_JSON_AUTO", Files),
    ("READ_JSON_OBJECTS", Files),
    ("READ_NDJSON", Files),
    ("READ_NDJSON_AUTO", Files),
    ("READ_NDJSON_OBJECTS", Files),
    ("READ_PARQUET", Files),
    ("READ_TEXT", Files),
    ("READ_XLSX", Files),
    ("SETSEED", Random),
    ("SETVAL", Random),
    ("SET_CONFIG", Server),
    ("SLEEP", Server),
    ("SNIFF_CSV", Files),
    ("STATEMENT_TIMESTAMP", Clock),
    ("ST_READ", Files),
    ("SYSDATE", Clock),
    ("SYS_EVAL", Server),
    ("SYS_EXEC", Server),
    ("TIMEOFDAY", Clock),
    ("TRANSACTION_TIMESTAMP", Clock),
    ("UNIFORM", Random),
    ("URANDOM", Random),
    ("UUID", Random),
    ("UUIDV4", Random),
    ("UUIDV7", Random),
    ("UUID_GENERATE_V1", Random),
    ("UUID_GENERATE_V4", Random),
    ("UUID_STRING", Random),
    ("WRITE_FILE", Files),
    ("XP_CMDSHELL", Server),
];

/// Names that need no parentheses.
const BARE: &[&str] = &[
    "CURRENT_DATE",
    "CURRENT_TIME",
    "CURRENT_TIMESTAMP",
    "CURRENT_USER",
    "LOCALTIME",
    "LOCALTIMESTAMP",
    "SYSDATE",
];

/// What is the matter with the function of a name, in any letter case.
pub(crate) fn fault_of(name: &str) -> Option<Fault> {
    let name = name.to_ascii_uppercase();
    let at = FUNCTIONS.binary_search_by(|(known, _)| (*known).cmp(name.as_str()));
    if let Some((_, fault)) = at.ok().and_then(|at| FUNCTIONS.get(at)) {
        return Some(*fault);
    }
    // Readers of foreign files and databases: `parquet_scan`, `sqlite_scan`.
    name.ends_with("_SCAN").then_some(Files)
}

/// Whether a name is a call without parentheses.
pub(crate) fn is_called_bare(name: &str) -> bool {
    BARE.iter().any(|b| b.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_found_in_any_case() {
        assert!(FUNCTIONS.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(fault_of("pg_Sleep"), Some(Server));
        assert_eq!(fault_of("sqlite_scan"), Some(Files));
        assert_eq!(fault_of("round"), None);
        assert!(is_called_bare("current_date") && !is_called_bare("now"));
    }
}
