//! Puts the kernels' PTX where the program finds it.

use azulejo_kernels::build::Embed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let embed = Embed::new("sgemm_sm80", "tutorial-sgemm-sm80", "ptx/sgemm_sm80.ptx")
        .kernels(tutorial_sgemm_sm80::KERNELS);
    println!("cargo::rustc-env=SGEMM_SM80_PTX={}", embed.run()?.display());
    Ok(())
}
