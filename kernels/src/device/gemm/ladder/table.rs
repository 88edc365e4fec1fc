//! The entry points, and what a launcher must know of each.

use azulejo_tensor::DType;

use super::fed;
use crate::table::{Arch, Kernel, Variant};

/// Stages of the tensor-core kernels.
pub const STAGES: u32 = 4;
/// The square tile of the kernels by `ldmatrix`, 4 stages of 64 bytes along K.
pub const SQUARE_TILE: (u32, u32) = (128, 128);
/// The broad one, 3 stages of 128 bytes along K.
const BROAD_TILE: (u32, u32) = (128, 256);
/// Shared memory of the f32 kernels: 4 stages of 8 lines of 132 elements of each operand, or 64 rows of sums as long, and the bytes that
/// align both operands and the whole to 1,024.
pub const F32_SHARED: u32 = 2 * (4 * 8 * 132 * 4 + 512) + 1024;
/// Shared memory of the kernels with square tiles, with the bytes that align it to 1,024.
pub const SQUARE_SHARED: u32 = 4 * (128 + 128) * 64 + 1024;
/// Their tile on f64 tensor cores, stages of 128 bytes along K.
pub const DOUBLES_TILE: (u32, u32) = (128, 64);
/// Shared memory of the f64 kernels, with the bytes that align it to 1,024.
const DOUBLES_SHARED: u32 = STAGES * (128 + 64) * 128 + 1024;
/// Shared memory of the kernels with broad tiles, likewise.
pub const BROAD_SHARED: u32 = 3 * (128 + 256) * 128 + 1024;

/// Which index of an operand is contiguous in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// K.
    K,
    /// M or N.
    Mn,
}

/// How a kernel reads an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// By vectors of this many bytes along an index whose stride is 1, the base and the other stride aligned to them.
    Vectors(Along, u32),
    /// By tensor maps of panels, along an index whose stride is 1, the base and the other strides, none negative or 0, aligned to 16 bytes.
    Panels(Along),
    /// Element by element, in an order that suits a contiguous index; any strides.
    Elements(Along),
    /// Element by element, any strides.
    Any,
}

impl Access {
    /// The index along which it reads, if it matters.
    pub const fn along(self) -> Option<Along> {
        match self {
            Self::Vectors(along, _) | Self::Panels(along) | Self::Elements(along) => Some(along),
            Self::Any => None,
        }
    }
}

/// A kernel of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// Types of the operands and of D.
    pub types: (DType, DType),
    /// Extents of a tile of D.
    pub tile: (u32, u32),
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Values of k in a stage of a kernel whose blocks may have a slice of a tile's K, of whole stages; its grid is a line of them.
    pub sliced: Option<u32>,
    /// How it reads A and B.
    pub access: [Access; 2],
}

impl Row {
    /// Binary logarithm of the columns of tiles that are visited together, at most.
    ///
    /// The tiles that run at once are to be near a square: 264 of 128 × 64 read a third fewer lines in 16 columns than in 8.
    pub const fn columns(&self) -> u32 {
        match self.tile {
            (1, _) => 16,
            (128, 64) => 4,
            _ => 3,
        }
    }

    /// Bytes of a sum.
    pub const fn sum(&self) -> u32 {
        match self.tile {
            DOUBLES_TILE => 8,
            _ => self.types.1.bytes() as u32,
        }
    }

    /// Whether a GPU that runs `variant` has it.
    pub fn runs(&self, variant: Variant) -> bool {
        self.kernel.arch != Arch::Sm90a || variant == Variant::Sm90a
    }

    /// Whether the copy engine brings its operands; its blocks, one a multiprocessor, then take tile after tile.
    pub const fn is_fed(&self) -> bool {
        matches!(self.access[0], Access::Panels(_))
    }

    /// Whether it needs more shared memory than every GPU since compute capability 8.0 has: 99 KiB.
    pub const fn is_broad(&self) -> bool {
        self.shared > 99 << 10
    }
}

/// Rows of B in a block of the vector kernels, K contiguous.
pub const GEMV_ROWS: u32 = 16;
/// Threads that share a row of B, in those with N contiguous.
const SLOTS: u32 = 32;
/// The same for bytes, of which a block has more columns.
const BYTE_SLOTS: u32 = 64;

/// What a launch of a kernel looks like.
#[derive(Clone, Copy)]
struct Shape {
    threads: u32,
    resident: u32,
    tile: (u32, u32),
    shared: u32,
    sliced: Option<u32>,
}

const SINGLES: Shape = Shape {
    threads: 128,
    resident: 2,
    tile: (128, 128),
    shared: F32_SHARED,
    sliced: None,
};
const DOUBLES: Shape = Shape {
    threads: 128,
    resident: 2,
    tile: DOUBLES_TILE,
    shared: DOUBLES_SHARED,
    sliced: None,
};
/// With slices of K where a round of multiprocessors would be nearly empty.
const WIDE_DOUBLES: Shape = Shape {
    sliced: Some(16),
    ..DOUBLES
};
/// With stages of as many bytes, so of twice as many values.
const WIDENED: Shape = Shape {
    sliced: Some(32),
    ..DOUBLES
};
const SQUARE: Shape = Shape {
    threads: 128,
    resident: 2,
    tile: SQUARE_TILE,
    shared: SQUARE_SHARED,
    sliced: None,
};

const BROAD: Shape = Shape {
    threads: 256,
    resident: 1,
    tile: BROAD_TILE,
    shared: BROAD_SHARED,
    sliced: None,
};
const FED: Shape = Shape {
    threads: fed::layouts::THREADS,
    resident: 1,
    tile: fed::layouts::TILE,
    shared: fed::layouts::SHARED,
    sliced: None,
};
const BY_K: Shape = Shape {
    threads: 256,
    resident: 2,
    tile: (1, GEMV_ROWS),
    shared: GEMV_ROWS * 8,
    sliced: None,
};
const BY_K_ALONE: Shape = Shape {
    resident: 1,
    ..BY_K
};
/// For elements of `size` bytes with sums of `sum`, `slots` threads a column.
const fn by_n(size: u32, sum: u32, slots: u32) -> Shape {
    let rows = 128 / size;
    Shape {
        threads: 8 * slots,
        resident: 64 / slots,
        tile: (1, rows),
        shared: slots * rows * sum,
        sliced: None,
    }
}

macro_rules! family {
    ($module:ident, $area:literal, ($input:ident -> $output:ident), $arch:ident;
        $($name:expr, $shape:expr, $a:expr, $b:expr, |$args:ident| $body:expr;)*) => {
        #[doc = concat!("Kernels `", $area, "_…`.")]
        #[cfg(any(not(feature = "entries"), feature = "ladder"))]
        pub mod $module {
            use super::*;
            #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
            use super::device::*;

            $crate::kernels! {
                area $area, texts crate::table::texts($area);
                $($name, threads $shape.threads, min_ctas $shape.resident, $arch => fn($args: $crate::device::gemm::ladder::args::Args) {
                    // SAFETY: the launcher takes grid, shared memory and arguments from this row.
                    unsafe { $body }
                })*
            }

            /// The kernels with what a launcher must know of each.
            pub const ROWS: &[Row] = &{
                let of = [$(($shape, [$a, $b])),*];
                let mut rows = [Row {
                    kernel: &KERNELS[0], types: (DType::$input, DType::$output), tile: (0, 0), shared: 0, sliced: None, access: of[0].1,
                }; KERNELS.len()];
                let mut i = 0;
                while i < rows.len() {
                    rows[i].kernel = &KERNELS[i];
                    (rows[i].tile, rows[i].shared) = (of[i].0.tile, of[i].0.shared);
                    (rows[i].sliced, rows[i].access) = (of[i].0.sliced, of[i].1);
                    i += 1;
                }
                rows
            };
        }
    };
}

const K16: Access = Access::Vectors(Along::K, 16);
const MN16: Access = Access::Vectors(Along::Mn, 16);
const KP: Access = Access::Panels(Along::K);
const MNP: Access = Access::Panels(Along::Mn);
const K: Access = Access::Elements(Along::K);
const MN: Access = Access::Elements(Along::Mn);

/// What the bodies below name.
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
mod device {
    pub(super) use super::super::f64_epilogue::F64Epilogue;
    #[cfg(feature = "sm90a")]
    pub(super) use super::super::fed;
    pub(super) use super::super::ffma::{self, FfmaEpilogue};
    pub(super) use super::super::gemv;
    pub(super) use super::super::kernel::gemm;
    pub(super) use super::super::multistage::*;
    pub(super) use super::super::multistage_f64::*;
    pub(super) use super::super::scheduler::{SlicedTiles, Tiles};
    pub(super) use super::super::warp_epilogue::WarpEpilogue;
    pub(super) use azulejo_tensor::{bf16, f16};

    /// The epilogue of square tiles, to `O` or `Alt`.
    pub(super) type SquareStore<O, Alt> = WarpEpilogue<O, Alt, 2>;
    /// That of broad tiles.
    pub(super) type BroadStore<O, Alt> = WarpEpilogue<O, Alt, 4>;
}

/// Kernels of all orders of A and B: the main loop of each, an epilogue, a tile scheduler.
macro_rules! orders {
    ($module:ident, $area:literal, ($input:ident -> $output:ident), $arch:ident;
        $($name:literal, $shape:ident, $k:ident $mn:ident, $of:ident $Mainloop:ident, $Epilogue:ty, $Tiles:ident;)*) => {
        family! { $module, $area, ($input -> $output), $arch;
            $(concat!($name, "_kk"), $shape, $k, $k, |args| gemm::<$of::kk::$Mainloop, $Epilogue, $Tiles>(args);
            concat!($name, "_km"), $shape, $k, $mn, |args| gemm::<$of::km::$Mainloop, $Epilogue, $Tiles>(args);
            concat!($name, "_mk"), $shape, $mn, $k, |args| gemm::<$of::mk::$Mainloop, $Epilogue, $Tiles>(args);
            concat!($name, "_mm"), $shape, $mn, $mn, |args| gemm::<$of::mm::$Mainloop, $Epilogue, $Tiles>(args);)*
        }
    };
}

orders! { of_f32_doubles, "ladder_f32_wide", (F32 -> F32), Sm90a;
    "ladder_f32_wide", WIDENED, K16 MN16, f32_vectors MmaMultistage, F64Epilogue<f32>, SlicedTiles;
}

orders! { of_f32, "ladder_f32", (F32 -> F32), Common;
    "ladder_f32_vec", SINGLES, K16 MN16, ffma FfmaVectors, FfmaEpilogue, Tiles;
    "ladder_f32", SINGLES, K MN, ffma FfmaElements, FfmaEpilogue, Tiles;
}

orders! { of_f64, "ladder_f64", (F64 -> F64), Sm80;
    "ladder_f64_wide", WIDE_DOUBLES, K16 MN16, f64_vectors MmaMultistage, F64Epilogue<f64>, SlicedTiles;
    "ladder_f64", DOUBLES, K MN, f64_elements MmaMultistage, F64Epilogue<f64>, Tiles;
}

orders! { of_f16, "ladder_f16", (F16 -> F16), Common;
    "ladder_f16_broad", BROAD, K16 MN16, broad_f16 MmaMultistage, BroadStore<f16, f32>, Tiles;
    "ladder_f16", SQUARE, K16 MN16, square_f16 MmaMultistage, SquareStore<f16, f32>, Tiles;
}

orders! { of_bf16, "ladder_bf16", (BF16 -> BF16), Common;
    "ladder_bf16_broad", BROAD, K16 MN16, broad_bf16 MmaMultistage, BroadStore<bf16, f32>, Tiles;
    "ladder_bf16", SQUARE, K16 MN16, square_bf16 MmaMultistage, SquareStore<bf16, f32>, Tiles;
}

family! { fed_f16, "ladder_f16_fed", (F16 -> F16), Sm90a;
    "ladder_f16_fed_kk", FED, KP, KP, |args| fed::kernel::of_f16::kk(args);
    "ladder_f16_fed_km", FED, KP, MNP, |args| fed::kernel::of_f16::km(args);
    "ladder_f16_fed_mk", FED, MNP, KP, |args| fed::kernel::of_f16::mk(args);
    "ladder_f16_fed_mm", FED, MNP, MNP, |args| fed::kernel::of_f16::mm(args);
}

family! { fed_bf16, "ladder_bf16_fed", (BF16 -> BF16), Sm90a;
    "ladder_bf16_fed_kk", FED, KP, KP, |args| fed::kernel::of_bf16::kk(args);
    "ladder_bf16_fed_km", FED, KP, MNP, |args| fed::kernel::of_bf16::km(args);
    "ladder_bf16_fed_mk", FED, MNP, KP, |args| fed::kernel::of_bf16::mk(args);
    "ladder_bf16_fed_mm", FED, MNP, MNP, |args| fed::kernel::of_bf16::mm(args);
}

family! { of_tf32, "ladder_tf32", (TF32 -> F32), Common;
    "ladder_tf32_kk", SQUARE, K16, K16, |args| gemm::<square_tf32::kk::MmaMultistage, SquareStore<f32, f32>, Tiles>(args);
}

family! { of_i8, "ladder_i8", (I8 -> I32), Common;
    "ladder_i8_broad_kk", BROAD, K16, K16, |args| gemm::<broad_i8::kk::MmaMultistage, BroadStore<i32, i32>, Tiles>(args);
    "ladder_i8_kk", SQUARE, K16, K16, |args| gemm::<square_i8::kk::MmaMultistage, SquareStore<i32, i32>, Tiles>(args);
}

family! { gemv_f32, "ladder_gemv_f32", (F32 -> F32), Common;
    "ladder_gemv_f32_k", BY_K, K16, K16, |args| gemv::along_k::<f32, f32, f32, 4>(args);
    "ladder_gemv_f32_n", by_n(4, 4, SLOTS), Access::Any, MN16, |args| gemv::along_n::<f32, f32, f32, 4, { SLOTS }>(args);
}

family! { gemv_f64, "ladder_gemv_f64", (F64 -> F64), Common;
    "ladder_gemv_f64_k", BY_K, K16, K16, |args| gemv::along_k::<f64, f64, f64, 2>(args);
    "ladder_gemv_f64_n", by_n(8, 8, SLOTS), Access::Any, MN16, |args| gemv::along_n::<f64, f64, f64, 2, { SLOTS }>(args);
}

family! { gemv_f16, "ladder_gemv_f16", (F16 -> F16), Common;
    "ladder_gemv_f16_k", BY_K, K16, K16, |args| gemv::along_k::<f16, f16, f32, 8>(args);
    "ladder_gemv_f16_n", by_n(2, 4, SLOTS), Access::Any, MN16, |args| gemv::along_n::<f16, f16, f32, 8, { SLOTS }>(args);
}

family! { gemv_bf16, "ladder_gemv_bf16", (BF16 -> BF16), Common;
    "ladder_gemv_bf16_k", BY_K, K16, K16, |args| gemv::along_k::<bf16, bf16, f32, 8>(args);
    "ladder_gemv_bf16_n", by_n(2, 4, SLOTS), Access::Any, MN16, |args| gemv::along_n::<bf16, bf16, f32, 8, { SLOTS }>(args);
}

family! { gemv_i8, "ladder_gemv_i8", (I8 -> I32), Common;
    "ladder_gemv_i8_k", BY_K_ALONE, K16, K16, |args| gemv::along_k::<i8, i32, i32, 16>(args);
    "ladder_gemv_i8_n", by_n(1, 4, BYTE_SLOTS), Access::Any, MN16, |args| gemv::along_n::<i8, i32, i32, 16, { BYTE_SLOTS }>(args);
}

/// The kernels for a D of one row, which choices of M = 1 or N = 1 go to first.
#[cfg(any(not(feature = "entries"), feature = "ladder"))]
pub const VECTORS: &[&[Row]] = &[
    gemv_f32::ROWS,
    gemv_f64::ROWS,
    gemv_f16::ROWS,
    gemv_bf16::ROWS,
    gemv_i8::ROWS,
];

/// Every family that a product may choose from; in each, a kernel that takes operands as they are comes before one that takes any.
#[cfg(any(not(feature = "entries"), feature = "ladder"))]
pub const FAMILIES: &[&[Row]] = &[
    of_f32_doubles::ROWS,
    of_f32::ROWS,
    of_f64::ROWS,
    fed_f16::ROWS,
    of_f16::ROWS,
    fed_bf16::ROWS,
    of_bf16::ROWS,
    of_tf32::ROWS,
    of_i8::ROWS,
];
