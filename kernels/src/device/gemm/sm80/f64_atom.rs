//! [`F64_16x8x8_TN`]: f64 products of 16 × 8 × 8 by the instructions that a compute capability has.

#[cfg(feature = "sm90a")]
pub use azulejo_tensor::atom::SM90_16x8x8_F64F64F64F64_TN as F64_16x8x8_TN;

#[cfg(not(feature = "sm90a"))]
pub use sm80::F64_16x8x8_TN;

/// Compute capability 8.0.
#[cfg(not(feature = "sm90a"))]
mod sm80 {
    use core::fmt;

    use azulejo_device::mma::ExecuteMma;
    use azulejo_tensor::RegisterFragment;
    use azulejo_tensor::atom::{
        MmaAtom, SM80_8x8x4_F64F64F64F64_TN, SM90_16x8x8_F64F64F64F64_TN as Layouts,
    };

    /// The layouts of `SM90_16x8x8_F64F64F64F64_TN`, by four `SM80_8x8x4_F64F64F64F64_TN`.
    #[derive(Clone, Copy, Debug, Default)]
    #[allow(non_camel_case_types, reason = "named as CuTe names atoms")]
    pub struct F64_16x8x8_TN;

    impl MmaAtom for F64_16x8x8_TN {
        type A = f64;
        type B = f64;
        type C = f64;
        type ShapeMnk = <Layouts as MmaAtom>::ShapeMnk;
        type ThrId = <Layouts as MmaAtom>::ThrId;
        type ALayout = <Layouts as MmaAtom>::ALayout;
        type BLayout = <Layouts as MmaAtom>::BLayout;
        type CLayout = <Layouts as MmaAtom>::CLayout;
        type FrgTypeA = RegisterFragment;
        type FrgTypeB = RegisterFragment;

        fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("F64_16x8x8_TN")
        }
    }

    // SAFETY: the values of a fragment are those of 8 × 8 × 4 fragments: rows 0 to 7 and 8 to 15 in turn, then the same of the upper
    // half of K. The instructions touch only their operands.
    unsafe impl ExecuteMma for F64_16x8x8_TN {
        type RegA = [f64; 4];
        type RegB = [f64; 2];
        type RegC = [f64; 4];

        #[inline(always)]
        unsafe fn fma(c: &mut [f64; 4], a: [f64; 4], b: [f64; 2]) {
            let [mut upper, mut lower] = [[c[0], c[1]], [c[2], c[3]]];
            for k in 0..2 {
                // SAFETY: upheld by the caller: all lanes of the warp are here.
                unsafe { SM80_8x8x4_F64F64F64F64_TN::fma(&mut upper, [a[2 * k]], [b[k]]) };
            }
            for k in 0..2 {
                // SAFETY: upheld by the caller: all lanes of the warp are here.
                unsafe { SM80_8x8x4_F64F64F64F64_TN::fma(&mut lower, [a[2 * k + 1]], [b[k]]) };
            }
            *c = [upper[0], upper[1], lower[0], lower[1]];
        }
    }
}
