//! Which model, and how it is read.

use std::path::PathBuf;

use clap::Args;

/// The model of a command.
#[derive(Clone, Debug, Args)]
pub struct ModelArgs {
    /// The model: a file, several files, or a folder with everything below it.
    #[arg(required = true, value_name = "MODEL")]
    pub paths: Vec<PathBuf>,
    /// How it is read.
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How a model is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Model")]
pub struct ReadingArgs {
    /// The model to ask, where several are loaded.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Hold the model and query to the letter of the OSI Foundation.
    #[arg(long)]
    pub strict: bool,
    /// Read expressions of this dialect where there is none of OSI's own; may be given several times.
    #[arg(long = "accept-dialect", value_name = "NAME", value_delimiter = ',')]
    pub accept_dialect: Vec<String>,
    /// A JSON file that lists the columns of each dataset's source: {dataset: [{name, type}]}.
    #[arg(long, value_name = "FILE")]
    pub catalog: Option<PathBuf>,
}
