//! Names of blocks and aliases, and the spelling of names (rulings 13 and 14, semantics digest 2.2).

use std::borrow::Cow;
use std::collections::BTreeSet;

use dosic_ir::plan::Rel;
use dosic_ir::{Ident, Source};

use crate::Dialect;
use crate::usage::Operator;

/// The longest name that dosic makes up: shorter than every engine's limit, also with a number at its end.
const LONGEST: usize = 50;

/// The text of a physical column or table name: regular names, and quoted ones that are regular in
/// upper case, in lower case; every other quoted name exactly.
pub(crate) fn physical(ident: &Ident) -> String {
    let text = ident.display();
    if !ident.is_quoted()
        || (Ident::is_regular(text) && text == ident.normal().to_ascii_uppercase())
    {
        text.to_ascii_lowercase()
    } else {
        text.to_owned()
    }
}

/// A name of the result as the engine can hold it: where it is too long for the dialect, its
/// beginning and a hash of the whole.
pub(crate) fn output(name: &str, dialect: &dyn Dialect) -> String {
    let limit = dialect.max_identifier_bytes();
    if name.len() <= limit {
        return name.to_owned();
    }
    let room = limit.saturating_sub(9);
    let end = (0..=room).rev().find(|i| name.is_char_boundary(*i));
    let start = name.get(..end.unwrap_or(0)).unwrap_or_default();
    format!("{start}_{:08x}", hash(name))
}

/// A name as printed: in quotes only where it needs them (R11).
pub(crate) fn spelling<'n>(name: &'n str, dialect: &dyn Dialect) -> Cow<'n, str> {
    let is_plain = Ident::is_regular(name) && !name.bytes().any(|b| b.is_ascii_uppercase());
    if is_plain && !dialect.is_keyword(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(dialect.quote(name))
    }
}

/// FNV-1a: fixed for good, since output names depend on it.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |h, b| {
        (h ^ u32::from(b)).wrapping_mul(0x0100_0193)
    })
}

/// A regular lower-case name that says the same as `text`; `otherwise` if nothing is left of it.
pub(crate) fn regular(text: &str, otherwise: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for c in text.chars().take(LONGEST) {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    let trimmed = name.trim_matches('_');
    match trimmed.chars().next() {
        None => otherwise.to_owned(),
        Some(c) if c.is_ascii_digit() => format!("_{trimmed}"),
        Some(_) => trimmed.to_owned(),
    }
}

/// The first of `name`, `name_2`, `name_3`, … that is free.
pub(crate) fn first_free(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    if is_free(name) {
        return name.to_owned();
    }
    let mut number = 2u32;
    loop {
        let candidate = format!("{name}_{number}");
        if is_free(&candidate) || number == u32::MAX {
            return candidate;
        }
        number += 1;
    }
}

/// Names that are taken in one statement.
pub(crate) struct Names<'a> {
    dialect: &'a dyn Dialect,
    /// Lower case: parts of source tables, words of source queries, names of blocks.
    taken: BTreeSet<String>,
}

impl<'a> Names<'a> {
    /// Takes every name and word of the sources.
    pub(crate) fn new(operators: &[Operator], dialect: &'a dyn Dialect) -> Self {
        let mut taken = BTreeSet::new();
        for operator in operators {
            if let Rel::Scan(scan) = operator.rel {
                match &scan.source {
                    Source::Table(parts) => {
                        taken.extend(parts.iter().map(|p| p.display().to_lowercase()));
                    }
                    Source::Query(text) => taken.extend(words(text)),
                    Source::File(_) => {}
                }
            }
        }
        Self { dialect, taken }
    }

    /// A new name for a block.
    pub(crate) fn block(&mut self, wanted: &str) -> String {
        let wanted = regular(wanted, "selected");
        let wanted = if self.dialect.is_keyword(&wanted) {
            format!("{wanted}_rows")
        } else {
            wanted
        };
        let name = first_free(&wanted, |n| !self.taken.contains(n));
        self.taken.insert(name.clone());
        name
    }

    /// An alias for a table of a block whose other aliases are `used`: the initials of its label.
    pub(crate) fn alias(&self, label: &str, used: &BTreeSet<String>) -> String {
        let label = regular(label, "t");
        let initials: String = label
            .split('_')
            .filter_map(|word| word.chars().next())
            .collect();
        let is_free =
            |n: &str| !used.contains(n) && !self.taken.contains(n) && !self.dialect.is_keyword(n);
        let initials = regular(&initials, "t");
        if is_free(&initials) {
            return initials;
        }
        let mut number = 2u32;
        loop {
            let candidate = format!("{initials}{number}");
            if is_free(&candidate) || number == u32::MAX {
                return candidate;
            }
            number += 1;
        }
    }
}

/// Everything in a query's text that may be a name, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(move |c| !is_word(c))
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{physical, regular};
    use dosic_ir::Ident;

    #[test]
    fn physical_names_follow_their_normal_form() {
        assert_eq!(physical(&Ident::regular("OrderId")), "orderid");
        assert_eq!(physical(&Ident::quoted("ID")), "id");
        assert_eq!(physical(&Ident::quoted("CustomerId")), "CustomerId");
        assert_eq!(physical(&Ident::quoted("order id")), "order id");
        assert_eq!(physical(&Ident::quoted("id")), "id");
    }

    #[test]
    fn made_up_names_are_regular() {
        assert_eq!(regular("Order Items!", "x"), "order_items");
        assert_eq!(regular("2024 sales", "x"), "_2024_sales");
        assert_eq!(regular("Überschuß", "x"), "berschu");
        assert_eq!(regular("日本", "x"), "x");
    }
}
