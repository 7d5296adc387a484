//! Names of result columns (semantics digest 2.6).

use std::collections::{BTreeMap, BTreeSet};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span};
use dosic_ir::Ident;

/// The name a column would like to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WantedName {
    /// Written by the user.
    Alias(Ident),
    /// Made by default.
    Default {
        /// The short name.
        name: Ident,
        /// What tells it apart from an equal one: `dataset_field`.
        qualified: Option<String>,
    },
}

impl WantedName {
    fn ident(&self) -> &Ident {
        match self {
            Self::Alias(name) | Self::Default { name, .. } => name,
        }
    }
}

/// A column's name, and the name under which order_by and having may look it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnName {
    /// In the result; unique.
    pub(crate) display: String,
    /// As an identifier.
    pub(crate) ident: Ident,
    /// The default before it was told apart from others.
    pub(crate) short: Ident,
}

/// Gives every column a unique name. Two equal aliases: `E_NAME_COLLISION`.
pub(crate) fn name_columns(
    wanted: &[(WantedName, Span)],
    sink: &mut Diagnostics,
) -> Vec<ColumnName> {
    refuse_equal_aliases(wanted, sink);
    let aliases: BTreeSet<String> = wanted
        .iter()
        .filter(|(w, _)| matches!(w, WantedName::Alias(_)))
        .map(|(w, _)| fold(w.ident().display()))
        .collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in wanted {
        *uses.entry(fold(name.ident().display())).or_default() += 1;
    }
    let mut taken = aliases;
    wanted
        .iter()
        .map(|(name, _)| column_name(name, &uses, &mut taken))
        .collect()
}

fn column_name(
    name: &WantedName,
    uses: &BTreeMap<String, usize>,
    taken: &mut BTreeSet<String>,
) -> ColumnName {
    let short = name.ident().clone();
    let WantedName::Default { qualified, .. } = name else {
        return ColumnName {
            display: short.display().to_owned(),
            ident: short.clone(),
            short,
        };
    };
    let alone = uses.get(&fold(short.display())) == Some(&1);
    let base = match qualified {
        Some(qualified) if !alone => qualified.clone(),
        _ => short.display().to_owned(),
    };
    let mut display = base.clone();
    let mut number = 2usize;
    while !taken.insert(fold(&display)) {
        display = format!("{base}_{number}");
        number += 1;
    }
    let ident = if display == short.display() {
        short.clone()
    } else {
        ident_from(&display)
    };
    ColumnName {
        display,
        ident,
        short,
    }
}

fn refuse_equal_aliases(wanted: &[(WantedName, Span)], sink: &mut Diagnostics) {
    let mut seen: Vec<(&Ident, Span)> = Vec::new();
    for (name, span) in wanted {
        let WantedName::Alias(alias) = name else {
            continue;
        };
        // `s` and `"s"` are two names, and one column of a result.
        let equal = |a: &Ident| a == alias || a.display() == alias.display();
        match seen.iter().find(|(a, _)| equal(a)) {
            None => seen.push((alias, *span)),
            Some((_, first)) => sink.push(
                Diagnostic::new(
                    Code::NameCollision,
                    Check::QueryNames,
                    format!("two columns of the result are called `{}`", alias.display()),
                )
                .at(*span, "second column of this name")
                .at(*first, "first column of this name")
                .help("give one of them another alias"),
            ),
        }
    }
}

/// A regular identifier where the text is one, else a quoted one.
pub(crate) fn ident_from(text: &str) -> Ident {
    if Ident::is_regular(text) {
        Ident::regular(text)
    } else {
        Ident::quoted(text)
    }
}

/// Engines take the first of two columns whose names differ in letter case only.
fn fold(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use dosic_diagnostics::FileId;

    use super::*;

    fn names(wanted: Vec<WantedName>) -> (Vec<String>, usize) {
        let spanned: Vec<_> = wanted
            .into_iter()
            .map(|w| (w, Span::new(FileId(0), 0, 1)))
            .collect();
        let mut sink = Diagnostics::new();
        let names = name_columns(&spanned, &mut sink);
        (names.into_iter().map(|n| n.display).collect(), sink.len())
    }

    fn default(name: &str, qualified: Option<&str>) -> WantedName {
        WantedName::Default {
            name: Ident::regular(name),
            qualified: qualified.map(str::to_owned),
        }
    }

    #[test]
    fn equal_defaults_are_told_apart_by_dataset_then_by_number() {
        let wanted = vec![
            default("name", Some("customers_name")),
            default("Name", Some("products_Name")),
            default("name", Some("customers_name")),
            default("n", None),
            default("N", None),
        ];
        let (names, faults) = names(wanted);
        assert_eq!(
            names,
            [
                "customers_name",
                "products_Name",
                "customers_name_2",
                "n",
                "N_2"
            ]
        );
        assert_eq!(faults, 0);
    }

    #[test]
    fn an_alias_keeps_its_name_against_a_default() {
        let wanted = vec![
            default("region", Some("customers_region")),
            WantedName::Alias(Ident::regular("REGION")),
        ];
        assert_eq!(names(wanted).0, ["customers_region", "REGION"]);
    }

    #[test]
    fn equal_aliases_collide_by_normal_form_and_as_shown() {
        let regular = WantedName::Alias(Ident::regular("a"));
        let upper = WantedName::Alias(Ident::quoted("A"));
        let lower = WantedName::Alias(Ident::quoted("a"));
        assert_eq!(names(vec![regular.clone(), lower.clone()]).1, 1);
        assert_eq!(names(vec![regular, upper.clone()]).1, 1);
        assert_eq!(names(vec![lower, upper]).1, 0);
    }
}
