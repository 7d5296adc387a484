//! The table of codes: one line a code.
//!
//! Names are those of the semantics digest, section 9, and of its rulings (R1 to R15); dosic adds no
//! numbers of its own (ruling 11). Every code has a page `docs/codes/CODE.md`.

/// How grave a diagnostic is. Errors sort first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input is refused.
    Error,
    /// The input is accepted, and something in it is likely to be wrong.
    Warning,
    /// The input is accepted; it could be better.
    Advice,
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $meaning:literal;)*) => {
        /// A code of the table. [`Code::name`] is the spelling that is printed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The code as printed, such as `E_AMBIGUOUS_PATH`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The severity, unless the diagnostic says otherwise.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// What it means, one line.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }
        }
    };
}

codes! {
    MnAggregationRejected "E3011_MN_AGGREGATION_REJECTED" Error "reserved: dosic supports many-to-many and never raises it";
    MnNoSafeRewrite "E3012_MN_NO_SAFE_REWRITE" Error "two datasets are connected, but neither upwards nor through one bridge";
    NoStitchingDimension "E3013_NO_STITCHING_DIMENSION" Error "facts without a shared dimension cannot be combined";
    AggregateInDimension "E_AGGREGATE_IN_DIMENSION" Error "a dimension holds an aggregate or metric";
    AggregateInField "E_AGGREGATE_IN_FIELD" Error "a field's expression holds an aggregate or metric";
    AggregateInScalarQuery "E_AGGREGATE_IN_SCALAR_QUERY" Error "a scalar query names a metric or aggregate";
    AggregateInWhere "E_AGGREGATE_IN_WHERE" Error "a where predicate holds an aggregate or metric";
    AmbiguousMeasureGrain "E_AMBIGUOUS_MEASURE_GRAIN" Error "an aggregate has no single home dataset";
    AmbiguousPath "E_AMBIGUOUS_PATH" Error "several join paths lead to a dataset";
    DeferredFrameMode "E_DEFERRED_FRAME_MODE" Error "a window frame in GROUPS mode or with a bound that is no literal";
    DeferredKeyRejected "E_DEFERRED_KEY_REJECTED" Error "a key, function or name that the Foundation defers";
    EmptyAggregationQuery "E_EMPTY_AGGREGATION_QUERY" Error "a query names neither dimensions nor measures";
    EmptyScalarQuery "E_EMPTY_SCALAR_QUERY" Error "a scalar query names no fields";
    ExtensionInvalidJson "W_EXTENSION_INVALID_JSON" Warning "the data of a custom extension is not JSON";
    ExtensionNotHonoured "W_EXTENSION_NOT_HONOURED" Warning "a metric in use carries an extension that dosic does not implement";
    FanOutInScalarQuery "E_FAN_OUT_IN_SCALAR_QUERY" Error "a scalar query has no single home, or would repeat its rows";
    FieldDependencyCycle "E_FIELD_DEPENDENCY_CYCLE" Error "fields define each other";
    InvalidIdentifier "E_INVALID_IDENTIFIER" Error "a name that is no identifier, or too long";
    InvalidNaturalGrain "E_INVALID_NATURAL_GRAIN" Error "reserved: natural_grain is refused as a deferred key";
    InvalidQuery "E_INVALID_QUERY" Error "a query with an unknown key, a wrong type or an impossible value";
    InvalidRelationship "E_INVALID_RELATIONSHIP" Error "a relationship with unequal or unknown columns or datasets";
    Io "E_IO" Error "a file or directory cannot be read or written";
    KeyViolated "E_KEY_VIOLATED" Error "the data break a key that the query relies on";
    MetricCycle "E_METRIC_CYCLE" Error "metrics define each other";
    MixedPredicateLevel "E_MIXED_PREDICATE_LEVEL" Error "one predicate mixes row-level and aggregate references";
    MixedQueryShape "E_MIXED_QUERY_SHAPE" Error "a query mixes fields with dimensions, measures or having";
    NameCollision "E_NAME_COLLISION" Error "two things in one scope share a name";
    NameNotFound "E_NAME_NOT_FOUND" Error "a name that resolves to nothing";
    NaturalGrainUnsafe "E_NATURAL_GRAIN_PRE_AGGREGATION_UNSAFE" Error "reserved: natural_grain is refused as a deferred key";
    NestedAggregation "E_NESTED_AGGREGATION_DEFERRED" Error "an aggregate inside an aggregate";
    NestedWindow "E_NESTED_WINDOW" Error "a window inside a window";
    NoPath "E_NO_PATH" Error "two datasets are not connected by any relationship";
    NoUsableDialect "E_NO_USABLE_DIALECT" Error "an expression offers no dialect that dosic reads";
    NonAggregateInHaving "E_NON_AGGREGATE_IN_HAVING" Error "a having predicate on a row-level value";
    PrimaryKeyRequired "E_PRIMARY_KEY_REQUIRED" Error "reserved: dosic works without keys where it safely can";
    ReservedName "E_RESERVED_NAME" Error "reserved: reserved names are refused with E_DEFERRED_KEY_REJECTED";
    Runtime "E_RUNTIME" Error "the engine failed on the data or the connection";
    Schema "E_SCHEMA" Error "a document that does not have the shape of an OSI model";
    Syntax "E_SYNTAX" Error "an expression that does not parse";
    Type "E_TYPE" Error "an expression with operands of the wrong type";
    UnaggregatedFinerGrainReference "E_UNAGGREGATED_FINER_GRAIN_REFERENCE" Error "a row-level value where one value a group is needed";
    UnknownFunction "E_UNKNOWN_FUNCTION" Error "a function that is not in the expression language";
    UnsafeReaggregation "E_UNSAFE_REAGGREGATION" Error "an aggregate that cannot be computed in two stages";
    UnsupportedInDialect "E_UNSUPPORTED_IN_DIALECT" Error "the target cannot express a function";
    UnsupportedRegex "E_UNSUPPORTED_REGEX" Error "a regular expression outside the portable subset";
    UnsupportedVersion "E_UNSUPPORTED_VERSION" Error "a version of OSI that dosic does not know";
    UnsupportedWindow "E_UNSUPPORTED_WINDOW" Error "an aggregate that is no window function on every target";
    Usage "E_USAGE" Error "the command was used wrongly";
    WindowInDimension "E_WINDOW_IN_DIMENSION" Error "a dimension holds a window function";
    WindowInWhere "E_WINDOW_IN_WHERE" Error "a where predicate holds a window function";
    WindowNeedsOrder "E_WINDOW_NEEDS_ORDER" Error "a ranking or offset window without ORDER BY";
    WindowOverFanoutRewrite "E_WINDOW_OVER_FANOUT_REWRITE" Error "reserved: windowed fields are computed before any fan-out";
    WindowedMetricComposition "E_WINDOWED_METRIC_COMPOSITION" Error "a metric is built on a windowed metric";
    AssumedKey "W_ASSUMED_KEY" Warning "a relationship to a dataset without keys is read as N:1";
    DatabaseText "W_DATABASE_TEXT" Warning "the database encodes or compares texts in a way that can change results";
    DatatypeMismatch "W_DATATYPE_MISMATCH" Warning "the declared datatype differs from the expression's type";
    DecimalScale "W_DECIMAL_SCALE" Warning "DECIMAL without a scale keeps no decimals";
    FrameDefault "W_FRAME_DEFAULT" Warning "LAST_VALUE or NTH_VALUE with the default frame";
    HomelessCount "W_HOMELESS_COUNT" Warning "COUNT(*) whose dataset depends on the query";
    IdentifierQuoted "W_IDENTIFIER_QUOTED" Warning "a name that must be quoted in expressions";
    Ignored "W_IGNORED" Warning "something in the input is read and has no effect";
    MissingDialect "W_MISSING_DIALECT" Warning "a dialect entry that names no dialect is read in the default one";
    MissingVersion "W_MISSING_VERSION" Warning "a document without a version is read as 1.0";
    NewerKey "W_NEWER_KEY" Warning "a key that is newer than the document's version";
    NoUsableDialectLint "W_NO_USABLE_DIALECT" Warning "an expression that no query can use";
    NoTotal "W_NO_TOTAL" Warning "a metric that has no total over the whole model";
    TypeAlias "W_TYPE_ALIAS" Warning "a datatype in another system's spelling";
    UncheckedCollation "W_UNCHECKED_COLLATION" Warning "a value whose type is unknown is ordered by the database's collation";
    UncheckedText "W_UNCHECKED_TEXT" Warning "a text is made of a value whose type is unknown";
    UndeclaredColumn "W_UNDECLARED_COLUMN" Warning "a reference to a column that no field declares";
    UnqualifiedField "W_UNQUALIFIED_FIELD" Warning "a field named without its dataset";
    UnverifiedFunction "W_UNVERIFIED_FUNCTION" Warning "an unknown function is passed through to the engine";
    AllowComment "W_ALLOW_COMMENT" Warning "a comment `dosic: allow(…)` without a reason, of no rule, or that silences nothing";
    AmbiguousPathLint "W_AMBIGUOUS_PATH" Warning "several join paths that no query or expression tells apart yet";
    AverageOfAverage "W_AVERAGE_OF_AVERAGE" Warning "AVG of a field that is an average already, by its name";
    DuplicateMetric "W_DUPLICATE_METRIC" Warning "two metrics with one expression";
    DuplicateSynonym "W_DUPLICATE_SYNONYM" Warning "a synonym that means two metrics";
    JoinKeyTypes "W_JOIN_KEY_TYPES" Warning "a relationship pairs columns of different types";
    LikeWithoutWildcard "W_LIKE_WITHOUT_WILDCARD" Warning "LIKE with a pattern that has no wildcard";
    MissingDescription "W_MISSING_DESCRIPTION" Advice "a public metric or a dataset without a description";
    MissingPrimaryKey "W_MISSING_PRIMARY_KEY" Warning "a dataset without any key whose rows are counted or joined to";
    NonDeterministic "W_NONDETERMINISTIC" Warning "an expression or source that gives another result each time";
    NonKeyRelationship "W_NON_KEY_RELATIONSHIP" Warning "a relationship to columns that are no key";
    NoDimension "W_NO_DIMENSION" Warning "a metric that no dimension can group";
    NullComparison "W_NULL_COMPARISON" Warning "a comparison with NULL, which is never true";
    SelectStar "W_SELECT_STAR" Advice "a source query that selects all columns, whatever they are";
    ShadowedColumn "W_SHADOWED_COLUMN" Warning "a field named as a column of its source, but computed otherwise";
    TimeDatatype "W_TIME_DATATYPE" Warning "a time dimension whose type is no date or time";
    UnguardedRatio "W_UNGUARDED_RATIO" Advice "a division whose divisor can be zero";
    UnreachableDataset "W_UNREACHABLE_DATASET" Warning "a dataset that no metric reaches";
    UnsafeFunction "W_UNSAFE_FUNCTION" Warning "a function that reads files or the network, runs programs or waits";
    UnusedDataset "W_UNUSED_DATASET" Warning "a dataset that nothing refers to";
    WindowOrder "W_WINDOW_ORDER" Warning "a window whose order leaves ties";
    UnusedFile "W_UNUSED_FILE" Warning "a file of the model directory that holds no model";
}

impl Code {
    /// The code of a printed name, in any letter case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|c| c.name().eq_ignore_ascii_case(name))
    }

    /// The name of a warning as a rule: `unused-dataset` for `W_UNUSED_DATASET`; `None` for errors, which no setting
    /// changes.
    #[must_use]
    pub fn rule_name(self) -> Option<String> {
        let name = self.name().strip_prefix("W_")?;
        Some(name.to_ascii_lowercase().replace('_', "-"))
    }

    /// The warning that a setting or comment names, by its code or its rule's name, in any letter case.
    #[must_use]
    pub fn of_rule(name: &str) -> Option<Self> {
        let code = format!("W_{}", name.replace('-', "_"));
        let found = Self::from_name(name).or_else(|| Self::from_name(&code));
        found.filter(|c| c.severity() != Severity::Error)
    }

    /// Whether `dosic check` is silent about it unless `[lint]` in `dosic.toml` gives it a level: what is a matter of a
    /// team's policy, not of right and wrong.
    #[must_use]
    pub fn is_off_by_default(self) -> bool {
        matches!(self, Self::MissingDescription | Self::UnguardedRatio)
    }

    /// Whether dosic never raises it (the Foundation has it, or the digest replaced it).
    #[must_use]
    pub fn is_reserved(self) -> bool {
        self.meaning().starts_with("reserved:")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_tell_the_severity() {
        let mut names: Vec<_> = Code::ALL.iter().map(|c| c.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            let error = code.severity() == Severity::Error;
            assert_eq!(code.name().starts_with('E'), error, "{}", code.name());
            assert_eq!(Code::from_name(code.name()), Some(*code));
        }
    }

    #[test]
    fn warnings_are_rules_and_errors_are_not() {
        for name in [
            "unused-dataset",
            "Unused_Dataset",
            "W_UNUSED_DATASET",
            "w_unused_dataset",
        ] {
            assert_eq!(Code::of_rule(name), Some(Code::UnusedDataset), "{name}");
        }
        let own = Code::UnusedDataset.rule_name();
        assert_eq!(own.as_deref(), Some("unused-dataset"));
        assert_eq!(Code::of_rule("E_SCHEMA"), None);
        assert_eq!(Code::Schema.rule_name(), None);
    }
}
