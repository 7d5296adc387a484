//! Whether the data keep the keys that a query relies on (ruling 24).

use dosic_diagnostics::{Check, Code, Diagnostic, Span};

use crate::{Engine, EngineError, Rows};

/// One assumed key, with the statement that looks for a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyCheck {
    /// The relationship that assumes it.
    pub relationship: String,
    /// The dataset whose rows it should identify.
    pub dataset: String,
    /// The columns of the key, as a person knows them.
    pub columns: Vec<String>,
    /// Gives one row (the columns, then how many rows share them) if the key is violated, else none.
    pub sql: String,
    /// Where the relationship stands in the model.
    pub span: Option<Span>,
}

/// Runs every check and gives an `E_KEY_VIOLATED` for each key that the data break.
///
/// # Errors
/// The engine's, if a check itself fails.
pub fn verify_keys(
    engine: &mut dyn Engine,
    checks: &[KeyCheck],
) -> Result<Vec<Diagnostic>, EngineError> {
    let mut violated = Vec::new();
    for check in checks {
        let rows = Rows::of(engine, &check.sql)?.texts();
        if let Some(row) = rows.first() {
            violated.push(violation(check, row));
        }
    }
    Ok(violated)
}

fn violation(check: &KeyCheck, row: &[Option<String>]) -> Diagnostic {
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "NULL".to_owned());
    let values: Vec<String> = row.iter().map(shown).collect();
    let (count, key) = values
        .split_last()
        .map_or(("several", &values[..]), |(c, k)| (c.as_str(), k));
    let pairs: Vec<String> = check
        .columns
        .iter()
        .zip(key)
        .map(|(column, value)| format!("{column} = {value}"))
        .collect();
    let message = format!(
        "relationship `{}` takes ({}) as a key of `{}`, but {count} rows have {}",
        check.relationship,
        check.columns.join(", "),
        check.dataset,
        pairs.join(", "),
    );
    Diagnostic::new(Code::KeyViolated, Check::Run, message)
        .at_opt(check.span, "assumed to be N:1, since the dataset declares no key")
        .help(format!(
            "declare a true key of `{}` (then this relationship is read as N:N), correct the data, or pass \
             --no-verify-keys to run on your own responsibility",
            check.dataset
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_names_the_key_and_its_values() {
        let check = KeyCheck {
            relationship: "orders_to_customers".into(),
            dataset: "customers".into(),
            columns: vec!["id".into(), "region".into()],
            sql: String::new(),
            span: None,
        };
        let row = [
            Some("7".to_owned()),
            Some("north".to_owned()),
            Some("2".to_owned()),
        ];
        let diagnostic = violation(&check, &row);
        assert_eq!(
            diagnostic.message,
            "relationship `orders_to_customers` takes (id, region) as a key of `customers`, \
             but 2 rows have id = 7, region = north"
        );
    }
}
