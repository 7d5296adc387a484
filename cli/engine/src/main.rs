//! `dosic-engine`: the command line with the engines.
//!
//! | file | holds |
//! |---|---|
//! | `engines.rs` | opening an engine, checking keys, running the statement |
//! | `output.rs` | which format, and where the rows go |
//! | `writers.rs` | CSV, JSON lines, Arrow IPC, Parquet |
//! | `table.rs` | aligned columns |
//! | `spinner.rs` | elapsed time on a terminal |
//! | `interrupt.rs` | Ctrl-C |

mod engines;
mod interrupt;
mod output;
mod spinner;
mod table;
mod writers;

use std::process::ExitCode;

fn main() -> ExitCode {
    dosic_cli::on_large_stack(|| {
        dosic_cli::run(std::env::args_os().collect(), Some(&engines::Engines))
    })
    .into()
}
