//! `dosic completions`: completions for a shell.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::{Console, Status, product};

/// Prints the completions.
pub(super) fn run(args: &CompletionsArgs, console: &Console) -> Status {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "dosic", &mut bytes);
    product::print(&String::from_utf8_lossy(&bytes), console)
}
