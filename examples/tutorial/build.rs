//! Puts the kernels' PTX where the program finds it: a variable of the environment for each device crate.

use azulejo_build::Embed;
use azulejo_device::table::Kernel;

/// A device crate: its folder and its kernels.
const CRATES: &[(&str, &[Kernel])] = &[
    ("tiled_copy", tutorial_tiled_copy::KERNELS),
    ("sgemm_1", tutorial_sgemm_1::KERNELS),
    ("sgemm_2", tutorial_sgemm_2::KERNELS),
    ("sgemm_sm80", tutorial_sgemm_sm80::KERNELS),
    ("wgmma_sm90", tutorial_wgmma_sm90::KERNELS),
    ("wgmma_tma_sm90", tutorial_wgmma_tma_sm90::KERNELS),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (name, kernels) in CRATES {
        let package = format!("tutorial-{}", name.replace('_', "-"));
        let embed = Embed::new(*name, package, format!("ptx/{name}.ptx")).kernels(kernels);
        let variable = name.to_uppercase();
        println!("cargo::rustc-env={variable}_PTX={}", embed.run()?.display());
    }
    Ok(())
}
