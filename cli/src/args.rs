//! The arguments of the command line.
//!
//! | file | holds |
//! |---|---|
//! | `args/model.rs` | which model, and how it is read |
//! | `args/query.rs` | the clauses of a query |
//! | `args/run.rs` | where a query runs and how its rows are written |

mod model;
mod query;
mod run;

pub use model::{ModelArgs, ReadingArgs};
pub use query::QueryArgs;
pub use run::{RowFormat, RunArgs};

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Everything that can be asked of dosic.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "dosic",
    version,
    about = "Compiles OSI semantic models and queries to SQL for DuckDB and Postgres",
    after_help = "Examples:
  dosic init shop                                 a small model with data, to start from
  dosic check model/                              is the model right?
  dosic compile model/ --metrics revenue --by customers.region --dialect postgres
  dosic query shop/ --metrics revenue --by customers.region
  dosic explain E_AMBIGUOUS_PATH                  what a code means

Exit codes: 0 fine, 1 the input has errors, 2 wrong usage, 3 the engine or connection failed, 130 interrupted."
)]
pub struct Cli {
    /// How diagnostics are written to stderr; by default `human` on a terminal and `plain` elsewhere.
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    pub message_format: Option<MessageFormat>,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Reports with the source underlined.
    Human,
    /// One line a diagnostic: `path:line:column: error[CODE]: message`.
    Plain,
    /// One JSON object a line.
    Json,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Compile a query, or the whole model, to SQL.
    Compile(CompileArgs),
    /// Run a query on an engine and print its rows.
    Query(QueryCommandArgs),
    /// Say everything that is wrong with a model.
    Check(CheckArgs),
    /// Show how a query is answered, or what a code means.
    Explain(ExplainArgs),
    /// List what a model offers.
    List(ListArgs),
    /// Write a small model with data, to start from.
    Init(InitArgs),
    /// Serve an editor over stdin and stdout, by the Language Server Protocol.
    Lsp(LspArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
}

/// `dosic compile`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic compile model/ --dialect duckdb                     the whole model: datasets, metrics, saved queries
  dosic compile model/ --dialect postgres --metrics revenue,orders \\
        --by customers.region --by orders.order_date:month \\
        --where \"orders.status = 'completed'\" --having \"revenue > 1000\" \\
        --order-by -revenue --limit 20
  dosic compile model/ --query top_customers.yaml --dialect duckdb
  dosic compile model/ --out views/                         one file a view and statement")]
pub struct CompileArgs {
    /// Which model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Which query; without any clause the whole model is compiled.
    #[command(flatten)]
    pub query: QueryArgs,
    /// The engine that the SQL is for.
    #[arg(long, value_name = "DIALECT", default_value = "duckdb")]
    pub dialect: String,
    /// Leave out an optimisation pass; may be given several times.
    #[arg(long = "disable-pass", value_name = "PASS", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
    /// Write files into this folder instead of printing (whole model only).
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The schema that the views of the whole model go into.
    #[arg(long, value_name = "NAME", default_value = "dosic")]
    pub schema: String,
}

/// `dosic query`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic query shop/ --metrics revenue --by customers.region            over CSV and Parquet files
  dosic query model/ --db shop.duckdb --metrics revenue --format csv
  dosic query model/ --connect postgres://me@host/shop --query top.yaml -o top.parquet")]
pub struct QueryCommandArgs {
    /// Which model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Which query.
    #[command(flatten)]
    pub query: QueryArgs,
    /// Where it runs and what becomes of the rows.
    #[command(flatten)]
    pub run: RunArgs,
    /// Leave out an optimisation pass; may be given several times.
    #[arg(long = "disable-pass", value_name = "PASS", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
}

/// `dosic check`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic check model/
  dosic check model/ --deny warning --format github          for continuous integration
  dosic check model/ --format sarif > findings.sarif
  dosic check model/ --format junit > findings.xml")]
pub struct CheckArgs {
    /// Which model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// How findings are written to stdout.
    #[arg(long, value_enum, default_value = "text")]
    pub format: FindingsFormat,
    /// The mildest finding that makes the exit code 1.
    #[arg(long, value_enum, default_value = "error", value_name = "LEVEL")]
    pub deny: Level,
}

/// How the findings of `check` are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// For people.
    Text,
    /// A JSON object: `docs/findings.schema.json`.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// JUnit XML, for build servers.
    Junit,
}

/// A level of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Level {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
    /// Everything.
    Advice,
}

/// `dosic explain`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic explain E_AMBIGUOUS_PATH
  dosic explain model/ --metrics revenue --by customers.region")]
pub struct ExplainArgs {
    /// A code such as `E_AMBIGUOUS_PATH`, or the model: a file, several files, or a folder.
    #[arg(required = true, value_name = "CODE|MODEL")]
    pub subject: Vec<PathBuf>,
    /// How the model is read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Which query.
    #[command(flatten)]
    pub query: QueryArgs,
    /// The engine that the SQL is for.
    #[arg(long, value_name = "DIALECT", default_value = "duckdb")]
    pub dialect: String,
    /// Leave out an optimisation pass; may be given several times.
    #[arg(long = "disable-pass", value_name = "PASS", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
}

/// `dosic list`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic list metrics model/
  dosic list dimensions model/ --for revenue,orders           what these metrics can be grouped by
  dosic list datasets model/ --format json")]
pub struct ListArgs {
    /// What to list.
    #[arg(value_enum)]
    pub what: Listed,
    /// Which model.
    #[command(flatten)]
    pub model: ModelArgs,
    /// Only dimensions that all of these metrics can be grouped by.
    #[arg(long = "for", value_name = "METRICS", value_delimiter = ',')]
    pub for_metrics: Vec<String>,
    /// How the list is written.
    #[arg(long, value_enum, default_value = "text")]
    pub format: ListFormat,
}

/// What `list` lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Metrics with their types.
    Metrics,
    /// Fields that a query can group by.
    Dimensions,
    /// Datasets with their sources.
    Datasets,
}

/// How a list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Aligned columns.
    Text,
    /// A JSON array.
    Json,
}

/// `dosic init`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic init shop && dosic query shop --metrics revenue --by customers.region")]
pub struct InitArgs {
    /// The folder to write into; it is made if it is missing.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

/// `dosic lsp`
#[derive(Clone, Debug, Args)]
#[command(after_help = "An editor starts it; docs/editors.md says how.

Examples:
  dosic lsp
  dosic lsp --dialect postgres                    the SQL that is shown is for Postgres")]
pub struct LspArgs {
    /// The engine that SQL is shown for.
    #[arg(long, value_name = "DIALECT", default_value = "duckdb")]
    pub dialect: String,
    /// Speak over stdin and stdout; there is no other way, and clients say it all the same.
    #[arg(long, hide = true)]
    pub stdio: bool,
}

/// `dosic completions`
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  dosic completions bash > ~/.local/share/bash-completion/completions/dosic
  dosic completions zsh > ~/.zfunc/_dosic")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
