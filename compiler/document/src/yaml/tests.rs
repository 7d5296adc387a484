//! Scalars and their places, in every style.
