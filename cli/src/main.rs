//! `dosic`: the compiler, without any engine.

fn main() {}
