//! The physical columns of the sources: semantics digest 1.7 and 2.2.

use std::collections::BTreeMap;

use dosic_ir::{DataType, Ident};
use rustc_hash::FxHashMap;

/// Columns by dataset, introspected from a database or read from a JSON file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    datasets: BTreeMap<String, Vec<CatalogueColumn>>,
    ignores_case: bool,
}

/// A column as the database stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueColumn {
    /// The stored spelling.
    pub name: String,
    /// Its type; `Unknown` if the database's type has no counterpart.
    pub data: DataType,
}

impl Catalogue {
    /// An empty catalogue. `ignores_case`: the database finds any column of regular shape whatever
    /// the case of its letters (DuckDB); otherwise only those stored in lower case (Postgres).
    #[must_use]
    pub fn new(ignores_case: bool) -> Self {
        Self {
            datasets: BTreeMap::new(),
            ignores_case,
        }
    }

    /// Sets the columns of the dataset called `dataset`, spelt as in the model without quotes.
    pub fn insert(&mut self, dataset: impl Into<String>, columns: Vec<CatalogueColumn>) {
        self.datasets.insert(dataset.into(), columns);
    }

    /// Reads `{dataset: [{name, type}]}`; types are those of OSI or of SQL.
    ///
    /// # Errors
    /// A sentence, if the text is not of that form.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let root: BTreeMap<String, Vec<JsonColumn>> =
            serde_json::from_str(text).map_err(|e| e.to_string())?;
        let mut catalogue = Self::new(true);
        for (dataset, columns) in root {
            let columns = columns.into_iter().map(|c| CatalogueColumn {
                data: c.data.as_deref().map_or(DataType::Unknown, sql_data_type),
                name: c.name,
            });
            catalogue.insert(dataset, columns.collect());
        }
        Ok(catalogue)
    }

    /// The columns of a dataset, ready for look-ups.
    pub(crate) fn columns_of(&self, dataset: &Ident) -> Option<Columns> {
        let exact = self.datasets.get(dataset.display());
        let columns = exact.or_else(|| {
            let same = |name: &String| !dataset.is_quoted() && Ident::regular(name) == *dataset;
            let found = self.datasets.iter().find(|(name, _)| same(name));
            found.map(|(_, columns)| columns)
        })?;
        Some(Columns::new(columns, self.ignores_case))
    }
}

#[derive(serde::Deserialize)]
struct JsonColumn {
    name: String,
    #[serde(rename = "type")]
    data: Option<String>,
}

/// The columns of one dataset by both ways a name can match (2.2).
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    list: Vec<(Ident, DataType)>,
    stored: FxHashMap<Box<str>, usize>,
    normal: FxHashMap<Box<str>, usize>,
}

impl Columns {
    fn new(columns: &[CatalogueColumn], ignores_case: bool) -> Self {
        let mut all = Self::default();
        for column in columns {
            let lower = !column.name.bytes().any(|b| b.is_ascii_uppercase());
            let regular = Ident::is_regular(&column.name);
            // A match is written as stored, so a spelling that is not lower case stays quoted.
            let ident = if regular && lower {
                Ident::regular(&column.name)
            } else {
                Ident::quoted(&column.name)
            };
            let normal = if regular && (lower || ignores_case) {
                column.name.to_ascii_uppercase()
            } else {
                column.name.clone()
            };
            let at = all.list.len();
            all.stored.entry(column.name.as_str().into()).or_insert(at);
            all.normal.entry(normal.into()).or_insert(at);
            all.list.push((ident, column.data));
        }
        all
    }

    /// The column that a name means: `text` without quotes.
    pub(crate) fn find(
        &self,
        text: &str,
        quoted: bool,
        normal: &str,
    ) -> Option<&(Ident, DataType)> {
        let stored = quoted.then(|| self.stored.get(text)).flatten();
        let at = stored.or_else(|| self.normal.get(normal))?;
        self.list.get(*at)
    }

    /// Stored spellings, in the catalogue's order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(ident, _)| ident.display())
    }
}

/// The kind of value of an SQL type name (`character varying(10)`, `TIMESTAMP WITH TIME ZONE`) or of
/// a datatype of OSI; `Unknown` where there is no counterpart.
#[must_use]
pub fn sql_data_type(name: &str) -> DataType {
    let upper = name.to_ascii_uppercase();
    let base = upper.split('(').next().unwrap_or("").trim();
    if upper.contains("[]") {
        return DataType::Opaque;
    }
    match base {
        "STRING" | "VARCHAR" | "TEXT" | "CHAR" | "BPCHAR" | "CHARACTER" | "CHARACTER VARYING" => {
            DataType::String
        }
        "INTEGER" | "INT" | "BIGINT" | "SMALLINT" | "TINYINT" | "HUGEINT" | "INT2" | "INT4"
        | "INT8" | "UBIGINT" | "UINTEGER" | "USMALLINT" | "UTINYINT" | "UHUGEINT" => {
            DataType::Integer
        }
        "DECIMAL" | "NUMERIC" => DataType::Decimal,
        "FLOAT" | "DOUBLE" | "DOUBLE PRECISION" | "REAL" | "FLOAT4" | "FLOAT8" => DataType::Float,
        "BOOLEAN" | "BOOL" => DataType::Boolean,
        "DATE" => DataType::Date,
        "TIME" | "TIME WITHOUT TIME ZONE" => DataType::Time,
        "DATETIMETZ" | "TIMESTAMPTZ" => DataType::DateTimeTz,
        "DATETIME" | "TIMESTAMP_NTZ" | "TIMESTAMP WITHOUT TIME ZONE" => DataType::DateTime,
        "TIMESTAMP" if upper.ends_with("WITH TIME ZONE") => DataType::DateTimeTz,
        "TIMESTAMP WITH TIME ZONE" => DataType::DateTimeTz,
        "TIMESTAMP" => DataType::DateTime,
        "OPAQUE" | "UUID" | "JSON" | "JSONB" | "BLOB" | "BYTEA" | "INTERVAL" => DataType::Opaque,
        _ => DataType::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_names_match_the_stored_spelling_first() {
        let columns = ["order", "CustomerId"].map(|name| CatalogueColumn {
            name: name.to_owned(),
            data: DataType::Integer,
        });
        let postgres = Columns::new(&columns, false);
        assert!(postgres.find("order", true, "order").is_some());
        assert!(postgres.find("ORDER", true, "ORDER").is_some());
        assert!(postgres.find("CustomerId", true, "CustomerId").is_some());
        assert!(postgres.find("customerid", false, "CUSTOMERID").is_none());
        let duckdb = Columns::new(&columns, true);
        assert!(duckdb.find("customerid", false, "CUSTOMERID").is_some());
    }

    #[test]
    fn type_names_of_both_engines_are_read() {
        assert_eq!(sql_data_type("character varying(10)"), DataType::String);
        assert_eq!(sql_data_type("DECIMAL(18,2)"), DataType::Decimal);
        assert_eq!(
            sql_data_type("timestamp(6) with time zone"),
            DataType::DateTimeTz
        );
        assert_eq!(sql_data_type("TIMESTAMP"), DataType::DateTime);
        assert_eq!(sql_data_type("INTEGER[]"), DataType::Opaque);
    }

    #[test]
    fn a_catalogue_is_read_from_json() {
        let catalogue =
            Catalogue::from_json(r#"{"orders": [{"name": "id", "type": "BIGINT"}]}"#).unwrap();
        let columns = catalogue.columns_of(&Ident::regular("Orders")).unwrap();
        assert_eq!(
            columns.find("ID", false, "ID").unwrap().1,
            DataType::Integer
        );
        assert!(Catalogue::from_json("[]").is_err());
    }
}
