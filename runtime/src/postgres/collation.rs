//! How a Postgres database encodes and orders texts.

use postgres::{Client, Error};

use crate::{DatabaseText, LooseColumn};

/// Read through JSON, since the columns of the catalogue differ between versions.
const DATABASE: &str = "SELECT pg_catalog.getdatabaseencoding()::text, d ->> 'datlocprovider', \
     COALESCE(d ->> 'datlocale', d ->> 'daticulocale', d ->> 'datcollate') \
     FROM (SELECT pg_catalog.to_jsonb(b) AS d FROM pg_catalog.pg_database b \
     WHERE b.datname = pg_catalog.current_database()) AS one";

const LOOSE_COLUMNS: &str = "SELECT r.relname::text, a.attname::text, c.collname::text \
     FROM pg_catalog.pg_collation c \
     JOIN pg_catalog.pg_attribute a ON a.attcollation = c.oid \
     JOIN pg_catalog.pg_class r ON r.oid = a.attrelid \
     WHERE NOT c.collisdeterministic AND r.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT a.attisdropped \
     ORDER BY 1, 2";

/// Asks the database.
pub(super) fn database_text(client: &mut Client) -> Result<DatabaseText, Error> {
    let row = client.query_one(DATABASE, &[])?;
    let provider: Option<String> = row.try_get(1)?;
    let collation: Option<String> = row.try_get(2)?;
    let collation = collation.unwrap_or_default();
    let columns = client.query(LOOSE_COLUMNS, &[])?;
    let loose_columns: Result<Vec<LooseColumn>, Error> = columns
        .iter()
        .map(|row| {
            Ok(LooseColumn {
                table: row.try_get(0)?,
                column: row.try_get(1)?,
                collation: row.try_get(2)?,
            })
        })
        .collect();
    Ok(DatabaseText {
        encoding: row.try_get(0)?,
        by_code_point: is_by_code_point(provider.as_deref(), &collation),
        collation,
        loose_columns: loose_columns?,
    })
}

/// Of the C library (provider `c`, or before providers none) and of Postgres itself (`b`) these locales
/// compare code points; those of ICU never do.
fn is_by_code_point(provider: Option<&str>, collation: &str) -> bool {
    let plain: String = collation.chars().filter(|c| *c != '-').collect();
    provider != Some("i")
        && ["C", "POSIX", "C.UTF8", "PG_C_UTF8", "PG_UNICODE_FAST"]
            .iter()
            .any(|name| plain.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::is_by_code_point;

    #[test]
    fn locales_of_code_points() {
        for name in ["C", "POSIX", "C.UTF-8", "C.utf8"] {
            assert!(is_by_code_point(Some("c"), name), "{name}");
            assert!(is_by_code_point(None, name), "{name}");
        }
        assert!(is_by_code_point(Some("b"), "C.UTF-8"));
        for name in ["en_US.UTF-8", "de_DE.utf8", ""] {
            assert!(!is_by_code_point(Some("c"), name), "{name}");
        }
        assert!(!is_by_code_point(Some("i"), "en-US"));
        assert!(!is_by_code_point(Some("i"), "C"));
    }
}
