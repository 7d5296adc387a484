//! The plainest program: it prints one line. What it costs from spawn to exit, every process costs.

use std::io::Write;

fn main() {
    let _ = writeln!(std::io::stdout(), "SELECT 1");
}
