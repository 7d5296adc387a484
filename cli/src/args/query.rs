//! The clauses of a query.

use clap::Args;

/// The clauses of a query. Given together with `--query`, they are added to it.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Query")]
pub struct QueryArgs {
    /// A saved query of the model by name, or a YAML or JSON file.
    #[arg(long, value_name = "NAME|FILE")]
    pub query: Option<String>,
    /// Metrics or aggregate expressions, separated by commas; may be given several times.
    #[arg(long, visible_alias = "measures", value_name = "LIST")]
    pub metrics: Vec<String>,
    /// What to group by: fields, fields with a grain (`orders.order_date:month`), expressions.
    #[arg(long, visible_alias = "dimensions", value_name = "LIST")]
    pub by: Vec<String>,
    /// Columns of a query that gives rows as they are, without aggregation.
    #[arg(long, value_name = "LIST")]
    pub fields: Vec<String>,
    /// The dataset whose rows a query of fields gives.
    #[arg(long, value_name = "NAME")]
    pub dataset: Option<String>,
    /// Keep only rows for which this holds; may be given several times.
    #[arg(long = "where", value_name = "PREDICATE")]
    pub filters: Vec<String>,
    /// Keep only groups for which this holds; may be given several times.
    #[arg(long, value_name = "PREDICATE")]
    pub having: Vec<String>,
    /// Sort keys; `-revenue` sorts downwards.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub order_by: Vec<String>,
    /// At most so many rows.
    #[arg(long, value_name = "COUNT")]
    pub limit: Option<String>,
}

impl QueryArgs {
    /// Whether no clause is given at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.query.is_none()
            && self.dataset.is_none()
            && self.limit.is_none()
            && [
                &self.metrics,
                &self.by,
                &self.fields,
                &self.filters,
                &self.having,
                &self.order_by,
            ]
            .iter()
            .all(|list| list.is_empty())
    }
}
