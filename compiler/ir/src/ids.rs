//! Typed ids and the vectors they index.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

/// An index that says what it is an index of.
pub trait TypedId: Copy + Eq + Ord + Hash + fmt::Debug {
    /// The id of a position.
    fn from_index(index: usize) -> Self;
    /// The position of an id.
    fn index(self) -> usize;
}

macro_rules! id {
    ($name:ident, $text:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl TypedId for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($text, "-{}"), self.0)
            }
        }
    };
}

id!(
    DatasetId,
    "dataset",
    "A dataset of a [`crate::SemanticModel`]."
);
id!(
    FieldId,
    "field",
    "A field of a [`crate::SemanticModel`], whatever its dataset."
);
id!(
    MetricId,
    "metric",
    "A metric of a [`crate::SemanticModel`]."
);
id!(
    RelationshipId,
    "relationship",
    "A relationship of a [`crate::SemanticModel`]."
);
id!(ColumnId, "column", "A column of a [`crate::LogicalPlan`].");

/// A vector indexed by a typed id. Look-ups are total: `get` gives an option.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: TypedId, T> IndexVec<I, T> {
    /// An empty vector.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            items: Vec::new(),
            id: PhantomData,
        }
    }

    /// Appends and gives the id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// The item of an id; `None` only for an id of another vector.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The item of an id, to change.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Ids with their items, in order.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    /// Every id, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }
}

impl<I: TypedId, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: TypedId, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(iter: A) -> Self {
        Self {
            items: iter.into_iter().collect(),
            id: PhantomData,
        }
    }
}

impl<I: TypedId, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.enumerate()).finish()
    }
}
