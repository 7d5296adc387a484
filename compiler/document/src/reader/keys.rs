//! The keys of each object: known, required, newer than some versions, and deferred (semantics digest 1.2 and 11).

/// What an object may hold.
pub(crate) struct ObjectShape {
    /// What a message calls it.
    pub(crate) noun: &'static str,
    /// Keys that are read.
    pub(crate) known: &'static [&'static str],
    /// Keys that the Foundation defers.
    pub(crate) deferred: &'static [&'static str],
}

/// The keys that an object may hold, by what messages call it: `document`, `model`, `dataset`, `field`,
/// `relationship`, `metric`, `expression`, `dialect entry`, `dimension`, `custom extension`. None for any other noun.
#[must_use]
pub fn known_keys(noun: &str) -> &'static [&'static str] {
    let all = [
        &DOCUMENT,
        &MODEL,
        &DATASET,
        &FIELD,
        &RELATIONSHIP,
        &METRIC,
        &EXPRESSION,
        &VARIANT,
        &DIMENSION,
        &EXTENSION,
    ];
    let found = all.into_iter().find(|shape| shape.noun == noun);
    found.map_or(&[], |shape| shape.known)
}

/// The keys of a document beside its models.
pub(crate) const ROOT_KEYS: &[&str] = &[
    "version",
    "semantic_model",
    "queries",
    "dialects",
    "vendors",
    "osi_version",
];

/// `semantic_model: [model]`
pub(crate) static DOCUMENT: ObjectShape = ObjectShape {
    noun: "document",
    known: ROOT_KEYS,
    deferred: &[],
};

/// A model.
pub(crate) static MODEL: ObjectShape = ObjectShape {
    noun: "model",
    known: &[
        "name",
        "description",
        "ai_context",
        "datasets",
        "relationships",
        "metrics",
        "custom_extensions",
        "dialect",
    ],
    deferred: &[
        "natural_grain",
        "named_filters",
        "named_filter",
        "filters",
        "parameters",
        "variables",
        "hierarchies",
    ],
};

/// A dataset.
pub(crate) static DATASET: ObjectShape = ObjectShape {
    noun: "dataset",
    known: &[
        "name",
        "source",
        "primary_key",
        "unique_keys",
        "description",
        "ai_context",
        "fields",
        "custom_extensions",
    ],
    deferred: &["metrics", "filter", "filters", "role", "grain"],
};

/// A field.
pub(crate) static FIELD: ObjectShape = ObjectShape {
    noun: "field",
    known: &[
        "name",
        "expression",
        "dimension",
        "label",
        "description",
        "datatype",
        "data_type",
        "access_modifier",
        "ai_context",
        "custom_extensions",
    ],
    deferred: &["grain", "role", "agg", "filter", "window"],
};

/// A relationship.
pub(crate) static RELATIONSHIP: ObjectShape = ObjectShape {
    noun: "relationship",
    known: &[
        "name",
        "from",
        "to",
        "from_columns",
        "to_columns",
        "description",
        "ai_context",
        "custom_extensions",
    ],
    deferred: &[
        "condition",
        "asof",
        "range",
        "temporal",
        "cardinality",
        "referential_integrity",
        "from_all_rows_match",
        "to_all_rows_match",
        "role",
    ],
};

/// A metric.
pub(crate) static METRIC: ObjectShape = ObjectShape {
    noun: "metric",
    known: &[
        "name",
        "expression",
        "description",
        "datatype",
        "data_type",
        "access_modifier",
        "ai_context",
        "custom_extensions",
    ],
    deferred: &[
        "grain",
        "filter",
        "reset",
        "joins",
        "using_relationships",
        "named_filter",
        "named_filters",
        "unsafe",
        "agg",
        "window",
        "dataset",
        "semi_additive",
        "symmetric_aggregate",
        "symmetric_aggregates",
    ],
};

/// `expression: {dialects: […]}`
pub(crate) static EXPRESSION: ObjectShape = ObjectShape {
    noun: "expression",
    known: &["dialects"],
    deferred: &[],
};

/// One entry of `dialects`.
pub(crate) static VARIANT: ObjectShape = ObjectShape {
    noun: "dialect entry",
    known: &["dialect", "expression"],
    deferred: &[],
};

/// `dimension` of a field.
pub(crate) static DIMENSION: ObjectShape = ObjectShape {
    noun: "dimension",
    known: &["is_time"],
    deferred: &[],
};

/// One entry of `custom_extensions`.
pub(crate) static EXTENSION: ObjectShape = ObjectShape {
    noun: "custom extension",
    known: &["vendor_name", "data"],
    deferred: &[],
};
