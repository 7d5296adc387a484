//! How large a generated case may be.

/// The most that a case may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Datasets, at least one.
    pub datasets: usize,
    /// Rows of a table.
    pub rows: usize,
    /// Columns have the names of their letters, every column has a field, and references are written one way:
    /// `dataset.field`. For those who rewrite what they get.
    pub plain: bool,
}

impl Sizes {
    /// For an interpreter that goes row by row, and for people who read what failed: 1 to 6 datasets, up to 7
    /// rows a table.
    #[must_use]
    pub fn small() -> Self {
        Self {
            datasets: 6,
            rows: 7,
            plain: false,
        }
    }

    /// For engines only: up to 6 datasets with about so many rows a table, plainly named.
    #[must_use]
    pub fn large(rows: usize) -> Self {
        Self {
            datasets: 6,
            rows,
            plain: true,
        }
    }

    /// Whether tables are more than a person reads: then values come from wider ranges, and no table is
    /// nearly empty.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.rows > 50
    }
}

impl Default for Sizes {
    fn default() -> Self {
        Self::small()
    }
}
