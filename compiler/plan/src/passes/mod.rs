//! Passes that make a plan cheaper and change no row.
