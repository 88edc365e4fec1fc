//! The kernel table: what the build inserts into the PTX and what a launcher needs to know of each entry point.
//!
//! rustc has no attribute for launch bounds, so an entry point's block size and residency stand here, next to its
//! name, and the build writes them into the PTX as `.maxntid` and `.minnctapersm` (PTX ISA, performance-tuning
//! directives). `ptxas` then keeps the registers within `65536 / (threads * min_ctas)`.

/// The least architecture an entry point is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// Compute capability 8.0 and every later one, the same instructions everywhere: one text serves all.
    Common,
    /// Compute capability 8.0 and every later one, with other instructions on 9.0: a text for each.
    Sm80,
    /// Compute capability 9.0 alone: `wgmma`, TMA and `setmaxnreg` are not in its successors' instruction sets.
    Sm90a,
}

/// One entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The symbol in the PTX.
    pub name: &'static str,
    /// The module that holds it: its text is `kernels/ptx/<variant>/<area>.ptx`.
    pub area: &'static str,
    /// Threads in a block, at most; launchers use exactly this many.
    pub threads: u32,
    /// Blocks that must fit on one multiprocessor at once.
    pub min_ctas: u32,
    /// Where it can run.
    pub arch: Arch,
}

impl Kernel {
    /// The build group: the crate feature that its entry point is compiled under.
    pub fn group(&self) -> &'static str {
        let begins = |prefix: &str| self.area.starts_with(prefix);
        match () {
            () if begins("trial") => "trial",
            () if begins("gemm_fused") => "hopper_fused",
            () if begins("gemm_bf16") => "hopper_bf16",
            () if begins("gemm_f16") => "hopper_f16",
            () if begins("gemm_tf32") => "hopper_tf32",
            () if begins("gemm_e") => "hopper_fp8",
            () if begins("gemm_i8") => "hopper_i8",
            () if begins("gemm_repack") || begins("gemm_sum") => "hopper_passes",
            () if begins("ladder") => "ladder",
            () if begins("tile") => "tile",
            () => "memory",
        }
    }

    /// Registers a thread may use for `min_ctas` blocks to fit, at most 255: a multiprocessor has 65,536 and gives
    /// them out by 8 a thread.
    pub const fn register_budget(&self) -> u32 {
        let fit = 65_536 / (self.threads * self.min_ctas) / 8 * 8;
        if fit > 255 { 255 } else { fit }
    }
}

/// A set of texts compiled for one architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// For compute capability 8.0 and all later ones.
    Sm80,
    /// For compute capability 9.0 alone.
    Sm90a,
}

impl Variant {
    /// The variant that a GPU of this compute capability runs; `None` where it is too old for any.
    ///
    /// ```
    /// use azulejo_kernels::table::Variant;
    /// assert_eq!(Variant::for_capability(9, 0), Some(Variant::Sm90a));
    /// assert_eq!(Variant::for_capability(8, 9), Some(Variant::Sm80));
    /// assert_eq!(Variant::for_capability(12, 0), Some(Variant::Sm80));
    /// assert_eq!(Variant::for_capability(7, 5), None);
    /// ```
    pub const fn for_capability(major: u32, minor: u32) -> Option<Self> {
        match (major, minor) {
            (9, 0) => Some(Self::Sm90a),
            (8.., _) => Some(Self::Sm80),
            _ => None,
        }
    }

    /// Whether a GPU of this compute capability runs it, chosen or not.
    ///
    /// ```
    /// use azulejo_kernels::table::Variant;
    /// assert!(Variant::Sm80.runs_on(9, 0) && !Variant::Sm90a.runs_on(10, 0));
    /// ```
    pub const fn runs_on(self, major: u32, minor: u32) -> bool {
        match self {
            Self::Sm80 => major >= 8,
            Self::Sm90a => major == 9 && minor == 0,
        }
    }

    /// What rustc and `ptxas` call it; also the folder of its texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sm80 => "sm_80",
            Self::Sm90a => "sm_90a",
        }
    }

    /// Whether this variant holds `kernel`.
    pub const fn holds(self, kernel: &Kernel) -> bool {
        matches!(
            (self, kernel.arch),
            (Self::Sm80, Arch::Common) | (_, Arch::Sm80) | (Self::Sm90a, Arch::Sm90a)
        )
    }
}

/// The areas that stand alone.
#[cfg(feature = "std")]
const AREAS: &[&[Kernel]] = &[
    crate::device::zeros::KERNELS,
    crate::device::copy::KERNELS,
    crate::device::cast::KERNELS,
    crate::device::gemm::sgemm_1::KERNELS,
    crate::device::gemm::ladder::table::rungs::KERNELS,
    crate::device::gemm::ladder::table::gemv_f32::KERNELS,
    crate::device::gemm::ladder::table::gemv_f64::KERNELS,
    crate::device::gemm::ladder::table::gemv_f16::KERNELS,
    crate::device::gemm::ladder::table::gemv_bf16::KERNELS,
    crate::device::gemm::ladder::table::gemv_i8::KERNELS,
    crate::device::gemm::ladder::table::of_f32_doubles::KERNELS,
    crate::device::gemm::ladder::table::of_f32::KERNELS,
    crate::device::gemm::ladder::table::of_f64::KERNELS,
    crate::device::gemm::ladder::table::of_f16::KERNELS,
    crate::device::gemm::ladder::table::of_bf16::KERNELS,
    crate::device::gemm::ladder::table::fed_f16::KERNELS,
    crate::device::gemm::ladder::table::fed_bf16::KERNELS,
    crate::device::gemm::ladder::table::of_tf32::KERNELS,
    crate::device::gemm::ladder::table::of_i8::KERNELS,
    crate::device::rows::KERNELS,
    crate::device::rows::reductions::KERNELS,
    crate::device::rows::down::KERNELS,
    crate::device::probe::KERNELS,
    crate::device::gemm::hopper::repack::KERNELS,
    crate::device::gemm::hopper::sum::KERNELS,
];

/// Families of areas, one an element type.
#[cfg(feature = "std")]
const FAMILIES: &[&[&[Kernel]]] = &[crate::device::map::TABLES, TILE];

/// The tile programs.
#[cfg(feature = "std")]
const TILE: &[&[Kernel]] = crate::tile::programs::TABLES;

/// The areas of candidates: compiled by `cargo xtask ptx trial` into a folder for `AZULEJO_PTX_FOLDER`, not committed, chosen by
/// nothing. What each is to prove stands in `benches/record/gpu-ladder/steps.md` and
/// `benches/record/gpu-gemm/steps.md`.
#[cfg(feature = "std")]
const TRIALS: &[&[&[Kernel]]] = &[crate::device::gemm::hopper::table::trials::AREAS];

/// All candidates.
#[cfg(feature = "std")]
pub fn trials() -> impl Iterator<Item = &'static Kernel> {
    TRIALS
        .iter()
        .flat_map(|areas| areas.iter())
        .flat_map(|area| area.iter())
}

/// All kernels, in table order.
#[cfg(feature = "std")]
pub fn kernels() -> impl Iterator<Item = &'static Kernel> {
    AREAS
        .iter()
        .chain(FAMILIES.iter().flat_map(|family| family.iter()))
        .flat_map(|area| area.iter())
        .chain(crate::device::gemm::hopper::table::kernels())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_bounds_are_launchable() {
        let mut names: Vec<_> = kernels().chain(trials()).map(|k| k.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "two entry points share a name");
        for k in kernels().chain(trials()) {
            assert!(
                k.threads > 0 && k.threads <= 1024 && k.threads % 32 == 0,
                "{}",
                k.name
            );
            assert!(
                k.threads * k.min_ctas <= 2048,
                "{}: more threads than a multiprocessor holds",
                k.name
            );
        }
    }

    #[test]
    fn candidates_are_a_group_of_their_own() {
        assert!(trials().all(|k| k.group() == "trial"));
        assert!(kernels().all(|k| k.group() != "trial"));
    }
}
