//! `dosic query`: runs a query on an engine, here or in the program that has engines.

mod handover;

use std::collections::BTreeSet;
use std::ffi::OsString;

use dosic_compiler::{Compiled, LoadedModel};
use dosic_diagnostics::{Code, Diagnostic, Diagnostics};
use dosic_ir::plan::Rel;
use dosic_ir::{DataType, KeyColumn, LogicalPlan, SemanticModel};
use dosic_sql::{Dialect, Sql, emit};

use crate::args::QueryCommandArgs;
use crate::pipeline::{Inputs, Session};
use crate::project::{Connection, Project};
use crate::runner::{Database, KeyStatement, QueryJob};
use crate::{Console, QueryRunner, Status, dialects};

/// Runs the query by `runner`; without one, hands the whole command line to `dosic-engine`.
pub(super) fn run(
    args: &QueryCommandArgs,
    console: &Console,
    arguments: &[OsString],
    runner: Option<&dyn QueryRunner>,
) -> Status {
    let Some(runner) = runner else {
        return handover::to_engine(arguments, console);
    };
    let inputs = Inputs {
        paths: &args.model.paths,
        reading: &args.model.reading,
        query: &args.query,
        disabled_passes: &args.disable_pass,
    };
    let mut session = match Session::open(&inputs, console) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let (database, dialect) = match target(args, &session.project, &session) {
        Ok(target) => target,
        Err(diagnostic) => {
            console.report(&session.sources, &[*diagnostic]);
            return Status::Usage;
        }
    };
    let (request, found) = session.request(&args.query, args.model.reading.model.as_deref());
    let model = match session.model(&request, found) {
        Ok(model) => model,
        Err(status) => return status,
    };
    let mut found = Diagnostics::new();
    let compiled = session.compile(model, &request, &mut found, &mut |_, _| ());
    let untyped = compiled.as_ref().map(|c| untyped(&c.plan));
    let statements = compiled.and_then(|compiled| {
        statements(model, &compiled, dialect, !args.run.no_verify_keys)
            .map_err(|faults| found.extend(faults))
            .ok()
    });
    // Only the database knows by what it orders texts.
    let emitted = statements.iter().flat_map(|(sql, _)| sql.warnings.iter());
    let (unchecked_collation, warnings): (Vec<_>, Vec<_>) = emitted
        .cloned()
        .partition(|w| w.code == Code::UncheckedCollation);
    found.extend(warnings.into_iter().collect());
    let status = session.finish(found);
    let Some((sql, key_statements)) = statements.filter(|_| status == Status::Fine) else {
        return status;
    };
    let job = QueryJob {
        sql: sql.text,
        database,
        key_statements,
        unchecked_collation: session
            .project
            .at_levels(unchecked_collation.into_iter().collect())
            .into_sorted(),
        untyped: untyped.unwrap_or_default(),
        format: args.run.format,
        output: args.run.output.clone(),
        sources: session.sources,
    };
    runner.run(&job, console)
}

/// The columns of sources whose datatype is not known.
fn untyped(plan: &LogicalPlan) -> Vec<String> {
    let mut names = BTreeSet::new();
    let mut open = vec![&plan.root];
    while let Some(rel) = open.pop() {
        if let Rel::Scan(scan) = rel {
            for (column, name) in &scan.columns {
                if plan.column_type(*column).data == DataType::Unknown {
                    names.insert(format!("{}.{}", scan.label, name.display()));
                }
            }
        }
        open.extend(rel.inputs());
    }
    names.into_iter().collect()
}

/// Where the query runs, and the dialect spoken there.
fn target(
    args: &QueryCommandArgs,
    project: &Project,
    session: &Session<'_>,
) -> Result<(Database, &'static dyn Dialect), Box<Diagnostic>> {
    let connection = match &args.run.connect {
        Some(text) => Some(project.connection(text)?),
        None => args.run.db.clone().map(Connection::DuckDb),
    };
    match connection {
        Some(Connection::Postgres(address)) => {
            Ok((Database::Postgres { address }, dialects::named("postgres")?))
        }
        other => {
            let file = match other {
                Some(Connection::DuckDb(path)) => Some(path),
                _ => None,
            };
            let database = Database::DuckDb {
                file,
                file_root: session.root.clone(),
                allowed_folders: project.allowed_folders(),
            };
            Ok((database, dialects::named("duckdb")?))
        }
    }
}

/// The statement, and those that check the keys it relies on.
fn statements(
    model: &LoadedModel,
    compiled: &Compiled,
    dialect: &dyn Dialect,
    verify: bool,
) -> Result<(Sql, Vec<KeyStatement>), Diagnostics> {
    let sql = emit(&compiled.plan, dialect)?;
    let mut checks = Vec::new();
    let model = &model.resolved.model;
    for check in compiled.key_checks.iter().filter(|_| verify) {
        let Some(relationship) = model.relationships.get(check.relationship) else {
            continue;
        };
        checks.push(KeyStatement {
            relationship: relationship.name.display().to_owned(),
            dataset: model.dataset_name(relationship.to).to_owned(),
            columns: relationship
                .to_columns
                .iter()
                .map(|c| column_name(model, c))
                .collect(),
            sql: emit(&check.plan, dialect)?.text,
            span: Some(relationship.span),
        });
    }
    Ok((sql, checks))
}

fn column_name(model: &SemanticModel, column: &KeyColumn) -> String {
    match column {
        KeyColumn::Physical(name) => name.display().to_owned(),
        KeyColumn::Field(id) => model
            .fields
            .get(*id)
            .map_or_else(String::new, |f| f.name.display().to_owned()),
    }
}
