//! Every committed kernel is understood.

use std::collections::BTreeMap;

use azulejo_runtime::ptx::{TEXTS, Variant, modules};
use azulejo_simt::{Memory, Module};

/// What is not understood in a variant's kernels, and how often.
fn rejected(variant: Variant) -> BTreeMap<String, usize> {
    let mut rejected = BTreeMap::new();
    let mut kernels = 0;
    for (_, area, packed, _) in TEXTS.iter().filter(|(of, ..)| *of == variant) {
        for (name, text) in modules(packed).unwrap_or_else(|| panic!("{area} does not unpack")) {
            let mut module = Module::parse(&text).expect("a module");
            module.place(&mut Memory::new()).expect("variables");
            let program = module
                .program(&name)
                .unwrap_or_else(|why| panic!("{area}, {name}: {why}"));
            kernels += 1;
            for (_, why) in &program.rejected {
                *rejected.entry(why.clone()).or_default() += 1;
            }
        }
    }
    assert!(kernels > 200);
    rejected
}

#[test]
fn every_ampere_kernel_is_understood() {
    assert_eq!(rejected(Variant::Sm80), BTreeMap::new());
}

#[test]
fn every_hopper_kernel_is_understood() {
    assert_eq!(rejected(Variant::Sm90a), BTreeMap::new());
}
