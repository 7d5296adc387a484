//! The executable for libFuzzer: the target that `DOSIC_FUZZ_TARGET` names. `scripts/fuzz.sh` builds and runs it.

#![no_main]
#![allow(
    unsafe_code,
    clippy::panic,
    reason = "libFuzzer calls functions of fixed names, and sees a fault as a panic"
)]

use std::sync::OnceLock;

use dosic_fuzz::targets::{Target, find};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fn target() -> &'static Target {
    static TARGET: OnceLock<&'static Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("DOSIC_FUZZ_TARGET").unwrap_or_default();
        find(&name).unwrap_or_else(|| panic!("DOSIC_FUZZ_TARGET names no target: `{name}`"))
    })
}

fuzz_target!(|data: &[u8]| {
    if let Err(fault) = (target().check)(data) {
        panic!("{fault}");
    }
});

// Half of all mutations are of YAML as a tree, where the target takes YAML.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let seen = data.get(..size).unwrap_or_default();
    let mutated = (seed % 2 == 0)
        .then(|| dosic_fuzz::mutate_once(target(), seen, None, seed.into()))
        .flatten()
        .filter(|text| text.len() <= max_size);
    match mutated {
        Some(text) => {
            if let Some(room) = data.get_mut(..text.len()) {
                room.copy_from_slice(&text);
            }
            text.len()
        }
        None => fuzzer_mutate(data, size, max_size),
    }
});
