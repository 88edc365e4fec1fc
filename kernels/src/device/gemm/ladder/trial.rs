//! Candidates, which no product chooses.

use azulejo_tensor::DType;

use super::doubles;
use super::table::{Access, Row};
use super::tile::Along;
use crate::table::Kernel;

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use super::{
    load::Copies,
    multistage,
    sums::SlicedSums,
    tile::{KMajor, MnMajor},
    widened::{Left, Right},
};
#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use crate::device::ptx::mma;

/// Threads of a block.
const THREADS: u32 = 128;
/// Stages of the f32 kernels on the tensor cores for f64.
pub const STAGES: u32 = 4;
/// Their shared memory.
pub const SHARED: u32 = STAGES * (16_384 + 8192);

const K16: Access = Access::Vectors(Along::K, 16);
const MN16: Access = Access::Vectors(Along::Mn, 16);

macro_rules! trial {
    ($($name:literal $a:ident $b:ident, $left:ident $right:ident;)*) => {
        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        mod entries {
            use super::*;

            $crate::kernels! {
                area "trial_f32_double";
                $($name, threads THREADS, min_ctas 2, Sm90a => fn(args: $crate::device::gemm::ladder::args::Args) {
                    // SAFETY: the launcher takes grid, shared memory and arguments from this row.
                    unsafe {
                        multistage::gemm::<Copies<Left<$left>>, Copies<Right<$right>>, mma::Widened, SlicedSums, f32, f32, 4, 4, { STAGES - 2 }, 1>(args)
                    }
                })*
            }
        }

        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        pub use entries::KERNELS;

        /// The kernels with what a launcher must know of each.
        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        pub const ROWS: &[Row] = &{
            let orders = [$([$a, $b]),*];
            let mut rows = [row(&KERNELS[0], orders[0]); KERNELS.len()];
            let mut i = 0;
            while i < rows.len() {
                rows[i] = row(&KERNELS[i], orders[i]);
                i += 1;
            }
            rows
        };
    };
}

trial! {
    "trial_f32_double_kk" K16 K16, KMajor KMajor;
    "trial_f32_double_km" K16 MN16, KMajor MnMajor;
    "trial_f32_double_mk" MN16 K16, MnMajor KMajor;
    "trial_f32_double_mm" MN16 MN16, MnMajor MnMajor;
}

/// A kernel whose operands are read by `access`.
const fn row(kernel: &'static Kernel, access: [Access; 2]) -> Row {
    Row {
        kernel,
        types: (DType::F32, DType::F32),
        tile: doubles::TILE,
        shared: SHARED,
        sliced: Some(32),
        access,
    }
}
