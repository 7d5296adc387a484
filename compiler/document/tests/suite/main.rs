//! Tests of the loader as a whole: texts in, shapes and findings out.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

mod hostile_text;
mod report;
mod several_files;
mod shapes;
