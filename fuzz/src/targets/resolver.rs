//! Models that are nearly right: loaded, checked, and whatever a model without errors has is compiled: the view of
//! each dataset, each metric's total, each saved query. SQL or a coded error for every one, on both dialects; SQL
//! that another parser reads; the same every time; what strict mode accepts means the same leniently. The rules of
//! `check` have places inside the files, and say the same every time.

use dosic_compiler::{Catalogue, CatalogueColumn, Options};
use dosic_ir::DataType;

use super::model::files_of;
use super::{Form, Target, is_repeated, text_of, ways};
use crate::compiling::Work;
use crate::seeds;

pub(super) const TARGET: Target = Target {
    name: "resolver",
    form: Form::Yaml { loose: false },
    words: super::expr::TARGET.words,
    nests: &[],
    seeds: seeds::models,
    check,
};

const TYPES: &[DataType] = &[
    DataType::Integer,
    DataType::Unknown,
    DataType::String,
    DataType::Date,
    DataType::Decimal,
];

fn check(input: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(input) else {
        return Ok(());
    };
    let files = files_of(text);
    let run = |options: &Options| -> Result<Work, String> {
        let mut work = Work::load(&files, options.clone())?;
        work.lint()?;
        work.compile_everything()?;
        if is_repeated(input) {
            let mut again = Work::load(&files, options.clone())?;
            again.compile_everything()?;
            again.same_as(&work)?;
        }
        Ok(work)
    };
    let [strict, lenient] = ways();
    let strict = run(&strict)?;
    let leniently = run(&lenient)?;
    strict.lenient_gives(&leniently)?;
    let catalogue = Some(catalogue_of(&leniently));
    run(&Options {
        catalogue,
        ..lenient
    })?;
    Ok(())
}

/// A catalogue that knows most columns of the datasets: the names of their fields and keys, but for every fifth.
fn catalogue_of(work: &Work) -> Catalogue {
    let mut catalogue = Catalogue::new(true);
    for dataset in work
        .loaded
        .documents
        .models
        .iter()
        .flat_map(|m| &m.datasets)
    {
        let fields = dataset.fields.iter().map(|f| &f.name);
        let names = fields.chain(&dataset.primary_key).enumerate();
        let known = names.filter(|(place, _)| place % 5 != 4);
        let columns = known.map(|(place, name)| CatalogueColumn {
            name: name.text.clone(),
            data: TYPES.get(place % 7).copied().unwrap_or(DataType::Unknown),
        });
        catalogue.insert(dataset.name.text.clone(), columns.collect());
    }
    catalogue
}
