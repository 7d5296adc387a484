//! `dosic-engine`: the command line with the engines.

fn main() {}
