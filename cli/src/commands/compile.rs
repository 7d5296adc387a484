//! `dosic compile`: a query, or the whole model, to SQL.

mod files;
mod whole_model;

use dosic_diagnostics::{Diagnostics, SourceMap};
use dosic_sql::Dialect;

use super::refuse;
use crate::args::CompileArgs;
use crate::pipeline::{Inputs, Session};
use crate::{Console, Status, dialects, product};

/// Compiles and prints, or writes files.
pub(super) fn run(args: &CompileArgs, console: &Console) -> Status {
    let dialect = match dialects::named(&args.dialect) {
        Ok(dialect) => dialect,
        Err(diagnostic) => {
            return refuse(console, &SourceMap::default(), *diagnostic, Status::Usage);
        }
    };
    let inputs = Inputs {
        paths: &args.model.paths,
        reading: &args.model.reading,
        query: &args.query,
        disabled_passes: &args.disable_pass,
    };
    let session = match Session::open(&inputs, console) {
        Ok(session) => session,
        Err(status) => return status,
    };
    if args.query.is_empty() {
        whole_model::run(session, args, dialect)
    } else {
        one_query(session, args, dialect)
    }
}

fn one_query(mut session: Session<'_>, args: &CompileArgs, dialect: &dyn Dialect) -> Status {
    let (request, found) = session.request(&args.query, args.model.reading.model.as_deref());
    let model = match session.model(&request, found) {
        Ok(model) => model,
        Err(status) => return status,
    };
    let mut found = Diagnostics::new();
    let compiled = session.compile(model, &request, &mut found, &mut |_, _| ());
    let sql = compiled.and_then(|compiled| match dosic_sql::emit(&compiled.plan, dialect) {
        Ok(sql) => {
            found.extend(sql.warnings);
            Some(sql.text)
        }
        Err(faults) => {
            found.extend(faults);
            None
        }
    });
    let status = session.finish(found);
    let Some(sql) = sql.filter(|_| status == Status::Fine) else {
        return status;
    };
    let text = format!("{sql};\n");
    match &args.out {
        Some(folder) => files::write(&session, folder, &[files::SqlFile::new("", "query", text)]),
        None => {
            session.note_warnings(model);
            product::print(&text, session.console)
        }
    }
}
