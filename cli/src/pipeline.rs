//! The only place that calls the compiler.
