//! Models that are nearly right: loaded, checked, and whatever a model without errors has is compiled: the view of
//! each dataset, each metric's total, each saved query. SQL or a coded error for every one, on both dialects; SQL
//! that another parser reads; the same every time.

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

fn check(input: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(input) else {
        return Ok(());
    };
    let files = files_of(text);
    for options in ways() {
        let run = || -> Result<Work, String> {
            let mut work = Work::load(&files, options.clone())?;
            work.compile_everything()?;
            Ok(work)
        };
        let work = run()?;
        if is_repeated(input) {
            run()?.same_as(&work)?;
        }
    }
    Ok(())
}
