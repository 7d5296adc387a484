//! `dosic init`: a small model with data, to start from.

use std::fs;
use std::path::Path;

use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

use super::refuse;
use crate::args::InitArgs;
use crate::product::{io_fault, print, write_file};
use crate::{Console, Status};

/// The files, by path below the folder.
const FILES: &[(&str, &str)] = &[
    ("shop.yaml", include_str!("../../starter/shop.yaml")),
    ("dosic.toml", include_str!("../../starter/dosic.toml")),
    (
        "data/customers.csv",
        include_str!("../../starter/data/customers.csv"),
    ),
    (
        "data/orders.csv",
        include_str!("../../starter/data/orders.csv"),
    ),
    (
        "data/order_lines.csv",
        include_str!("../../starter/data/order_lines.csv"),
    ),
];

/// Writes the files; refuses if one of them is there already, and then writes none.
pub(super) fn run(args: &InitArgs, console: &Console) -> Status {
    let nowhere = SourceMap::default();
    let present = FILES
        .iter()
        .map(|(name, _)| args.folder.join(name))
        .find(|p| p.exists());
    if let Some(path) = present {
        let message = format!("{} exists already; nothing was written", path.display());
        let diagnostic = Diagnostic::new(Code::Usage, Check::Run, message)
            .kind("would-overwrite")
            .help("give another folder: dosic init DIR");
        return refuse(console, &nowhere, diagnostic, Status::Usage);
    }
    for (name, text) in FILES {
        if let Err(diagnostic) = write(&args.folder.join(name), text) {
            return refuse(console, &nowhere, diagnostic, Status::InputErrors);
        }
    }
    let folder = args.folder.display();
    print(
        &format!(
            "Wrote a small model with data into {folder}. Try:\n\n  dosic check {folder}\n  dosic query {folder} \
             --metrics revenue,orders_placed --by customers.region\n  dosic compile {folder} --query revenue_by_month --dialect duckdb\n"
        ),
        console,
    )
}

fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|e| io_fault("write", folder, &e))?;
    }
    write_file(path, text)
}
