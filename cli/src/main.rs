//! `dosic`: the compiler, without any engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    dosic_cli::on_large_stack(|| dosic_cli::run(std::env::args_os().collect(), None)).into()
}
