//! Candidates in f64, which no product chooses.

use azulejo_tensor::DType;

use super::table::{Access, Row};
use super::tile::Along;
use super::{doubles, pairs};
use crate::table::Kernel;

#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use super::{
    load::{Copies, Neighbours},
    multistage,
    sums::{PairedSums, TurnedSums},
};
#[cfg(all(target_arch = "nvptx64", feature = "entries", feature = "trial"))]
use crate::device::ptx::mma;

/// Threads of a block.
const THREADS: u32 = 128;
/// Stages.
pub const STAGES: u32 = 4;
/// Shared memory.
pub const SHARED: u32 = STAGES * (16_384 + 8192);

const K16: Access = Access::Vectors(Along::K, 16);
const MN16: Access = Access::Vectors(Along::Mn, 16);

macro_rules! trial {
    ($($name:literal $a:ident $b:ident, $copies:ident $right:ident $tile:expr, $sums:ident $rounds:literal;)*) => {
        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        mod entries {
            use super::*;

            $crate::kernels! {
                area "trial_f64";
                $($name, threads THREADS, min_ctas 2, Sm90a => fn(args: $crate::device::gemm::ladder::args::Args) {
                    // SAFETY: the launcher takes grid, shared memory and arguments from this row.
                    unsafe {
                        multistage::gemm::<Neighbours<pairs::Left>, $copies<pairs::$right>, mma::F64, $sums, f64, f64, 4, 2, { STAGES - 2 }, $rounds>(args)
                    }
                })*
            }
        }

        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        pub use entries::KERNELS;

        /// The kernels with what a launcher must know of each.
        #[cfg(any(not(feature = "entries"), feature = "trial"))]
        pub const ROWS: &[Row] = &{
            let of = [$(($tile, [$a, $b])),*];
            let mut rows = [row(&KERNELS[0], of[0]); KERNELS.len()];
            let mut i = 0;
            while i < rows.len() {
                rows[i] = row(&KERNELS[i], of[i]);
                i += 1;
            }
            rows
        };
    };
}

trial! {
    "trial_f64_km" K16 MN16, Copies Right pairs::TURNED_TILE, TurnedSums 2;
    "trial_f64_mk" MN16 K16, Copies Right doubles::TILE, PairedSums 1;
    "trial_f64_mm" MN16 MN16, Neighbours Singles doubles::TILE, PairedSums 1;
}

/// A kernel of a tile whose operands are read by `access`.
const fn row(kernel: &'static Kernel, (tile, access): ((u32, u32), [Access; 2])) -> Row {
    Row {
        kernel,
        types: (DType::F64, DType::F64),
        tile,
        shared: SHARED,
        sliced: Some(16),
        access,
    }
}
