//! The executable for libFuzzer: the target that `DOSIC_FUZZ_TARGET` names. `scripts/fuzz.sh` builds and runs it.

#![no_main]
#![allow(
    unsafe_code,
    clippy::panic,
    reason = "libFuzzer calls functions of fixed names, and sees a fault as a panic"
)]

use std::sync::OnceLock;

use dosic_fuzz::Material;
use dosic_fuzz::targets::{Target, find};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fn target() -> &'static Target {
    static TARGET: OnceLock<&'static Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("DOSIC_FUZZ_TARGET").unwrap_or_default();
        find(&name).unwrap_or_else(|| panic!("DOSIC_FUZZ_TARGET names no target: `{name}`"))
    })
}

/// None where the seeds cannot be read: then libFuzzer mutates alone.
fn material() -> Option<&'static Material> {
    static MATERIAL: OnceLock<Option<Material>> = OnceLock::new();
    MATERIAL
        .get_or_init(|| Material::of(target()).ok())
        .as_ref()
}

fuzz_target!(|data: &[u8]| {
    if let Err(fault) = (target().check)(data) {
        panic!("{fault}");
    }
});

// Half of all mutations are of YAML as a tree, where the target takes YAML.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let seen = data.get(..size).unwrap_or_default();
    let mutated = material()
        .filter(|_| seed % 2 == 0)
        .and_then(|m| m.mutated_as_tree(seen, seed.into()))
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
