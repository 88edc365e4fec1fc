//! Every committed kernel is understood.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use azulejo_simt::{Memory, Module};

/// The modules of a folder of committed PTX, each with its name.
fn modules(folder: &str) -> Vec<(String, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../kernels/ptx")
        .join(folder);
    let files = fs::read_dir(folder).expect("the committed PTX");
    let paths = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "ptx"));
    paths
        .map(|path| {
            let text = fs::read_to_string(&path).expect("text");
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, Module::parse(&text).expect("a module"))
        })
        .collect()
}

/// What is not understood in a folder's kernels, and how often.
fn refused(folder: &str) -> BTreeMap<String, usize> {
    let mut refused = BTreeMap::new();
    let mut kernels = 0;
    for (name, mut module) in modules(folder) {
        module.place(&mut Memory::new()).expect("variables");
        let entries: Vec<String> = module.entries().map(|entry| entry.name.clone()).collect();
        for entry in entries {
            let program = module
                .program(&entry)
                .unwrap_or_else(|why| panic!("{name}, {entry}: {why}"));
            kernels += 1;
            for (_, why) in &program.refused {
                *refused.entry(why.clone()).or_default() += 1;
            }
        }
    }
    assert!(kernels > 100);
    refused
}

#[test]
fn every_ampere_kernel_is_understood() {
    assert_eq!(refused("sm_80"), BTreeMap::new());
}

#[test]
fn every_hopper_kernel_is_understood() {
    assert_eq!(refused("sm_90a"), BTreeMap::new());
}
