//! Every kernel's row, and the build group that it is compiled in. `azulejo_tile::registry` adds those of the tile programs.

use crate::table::Kernel;

/// The build group: the crate feature that its entry point is compiled under.
pub fn group(kernel: &Kernel) -> &'static str {
    let begins = |prefix: &str| kernel.file.starts_with(prefix);
    match () {
        () if begins("attention_backward") => "attention_backward",
        () if begins("attention_sm80_backward") => "attention_sm80_backward",
        () if begins("attention_sm80") => "attention_sm80",
        () if begins("attention") => "attention",
        () if begins("gemm_fused") => "hopper_fused",
        () if begins("gemm_bf16") => "hopper_bf16",
        () if begins("gemm_f16") => "hopper_f16",
        () if begins("gemm_tf32") => "hopper_tf32",
        () if begins("gemm_e") || begins("gemm_fp8") => "hopper_fp8",
        () if begins("gemm_i8") => "hopper_i8",
        () if begins("gemm_repack") || begins("gemm_split_k") => "hopper_aux",
        () if begins("sm80") || begins("sm90") || begins("gemv") => "sm80",
        () if begins("tile") => "tile",
        () => "memory",
    }
}

/// The PTX files that stand alone.
const FILES: &[&[Kernel]] = &[
    crate::device::zeros::KERNELS,
    crate::device::copy::KERNELS,
    crate::device::cast::KERNELS,
    crate::device::gemm::sm80::split_k_reduce::KERNELS,
    crate::device::gemm::sm80::table::gemv_f32::KERNELS,
    crate::device::gemm::sm80::table::gemv_f64::KERNELS,
    crate::device::gemm::sm80::table::gemv_f16::KERNELS,
    crate::device::gemm::sm80::table::gemv_bf16::KERNELS,
    crate::device::gemm::sm80::table::gemv_i8::KERNELS,
    crate::device::gemm::sm80::table::f32_f64acc::KERNELS,
    crate::device::gemm::sm80::table::of_f32::KERNELS,
    crate::device::gemm::sm80::table::of_f64::KERNELS,
    crate::device::gemm::sm80::table::of_f16::KERNELS,
    crate::device::gemm::sm80::table::of_bf16::KERNELS,
    crate::device::gemm::sm80::table::tma_mma_f16::KERNELS,
    crate::device::gemm::sm80::table::tma_mma_bf16::KERNELS,
    crate::device::gemm::sm80::table::of_tf32::KERNELS,
    crate::device::gemm::sm80::table::of_i8::KERNELS,
    crate::device::rows::KERNELS,
    crate::device::rows::reductions::KERNELS,
    crate::device::rows::down::KERNELS,
    crate::device::probe::KERNELS,
    crate::device::gemm::hopper::repack::KERNELS,
    crate::device::gemm::hopper::split_k_reduce::KERNELS,
    crate::device::attention::bf16::KERNELS,
    crate::device::attention::f16::KERNELS,
    crate::device::attention::backward::bf16::KERNELS,
    crate::device::attention::backward::f16::KERNELS,
    crate::device::attention::sm80::bf16::KERNELS,
    crate::device::attention::sm80::f16::KERNELS,
    crate::device::attention::sm80::backward::bf16::KERNELS,
    crate::device::attention::sm80::backward::f16::KERNELS,
];

/// Families of PTX files, one an element type.
const FAMILIES: &[&[&[Kernel]]] = &[crate::device::map::TABLES];

/// All kernels, in table order.
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    FILES
        .iter()
        .chain(FAMILIES.iter().flat_map(|family| family.iter()))
        .flat_map(|file| file.iter())
        .chain(crate::device::gemm::hopper::table::kernels())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_bounds_are_launchable() {
        let mut names: Vec<_> = kernels().map(|k| k.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "two entry points share a name");
        for k in kernels() {
            assert!(
                k.threads > 0 && k.threads <= 1024 && k.threads % 32 == 0,
                "{}",
                k.name
            );
            assert!(
                k.threads * k.min_ctas <= 2048,
                "{}: more threads than an SM holds",
                k.name
            );
        }
    }
}
