//! Puts the kernel's PTX where the program finds it: `include_str!(env!("GRAY_PTX"))`.

use azulejo_build::Embed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let embed = Embed::new("device", "custom-kernel-device", "ptx/gray.ptx")
        .kernels(custom_kernel_device::KERNELS);
    println!("cargo::rustc-env=GRAY_PTX={}", embed.run()?.display());
    Ok(())
}
