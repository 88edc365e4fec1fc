//! The entry points of the candidate, and what a launcher must know of each.

use azulejo_tensor::DType;

use super::super::singles;
use super::super::table::{Access, Row};
use super::super::tile::Along;
use super::layouts::{THREADS, TILE};
use crate::table::Kernel;

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use super::super::tile::{KMajor, MnMajor};
#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use super::kernel::gemm;

/// Bytes of shared memory: the sums of a tile, which are more than four stages.
pub const SHARED: u32 = TILE.0 * singles::PITCH * 4;

const K16: Access = Access::Vectors(Along::K, 16);
const MN16: Access = Access::Vectors(Along::Mn, 16);

macro_rules! mixed {
    ($($name:literal $a:ident $b:ident, $left:ident $right:ident;)*) => {
        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        mod entries {
            use super::*;

            $crate::kernels! {
                area "trial_f32_mixed";
                $($name, threads THREADS, min_ctas 1, Sm90a => fn(args: $crate::device::gemm::ladder::args::Args) {
                    // SAFETY: the launcher takes grid, shared memory and arguments from this row.
                    unsafe { gemm::<$left, $right>(args) }
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

mixed! {
    "trial_f32_mixed_kk" K16 K16, KMajor KMajor;
    "trial_f32_mixed_km" K16 MN16, KMajor MnMajor;
    "trial_f32_mixed_mk" MN16 K16, MnMajor KMajor;
    "trial_f32_mixed_mm" MN16 MN16, MnMajor MnMajor;
}

/// A kernel whose operands are read by `access`.
const fn row(kernel: &'static Kernel, access: [Access; 2]) -> Row {
    Row {
        kernel,
        types: (DType::F32, DType::F32),
        tile: TILE,
        shared: SHARED,
        sliced: None,
        access,
    }
}
