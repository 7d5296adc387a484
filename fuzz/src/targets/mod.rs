//! The targets.

mod expr;

/// Something that reads a text, and what must hold for every text.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line and below `corpus/`.
    pub name: &'static str,
    /// Words and signs of its language, with blanks between them.
    pub words: &'static str,
    /// Openings that nest.
    pub nests: &'static [&'static str],
    /// Says what does not hold for a text. A panic counts as well.
    pub check: fn(&str) -> Result<(), String>,
}

/// Every target.
pub const ALL: &[Target] = &[expr::TARGET];

/// The target of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|t| t.name == name)
}
