//! The entry points, and what a launcher must know of each.

use azulejo_tensor::DType;

use super::tma_mma;
use crate::device::gemm::major::Major;
use crate::table::Kernel;

/// Stages of the tensor-core kernels.
pub const STAGES: u32 = 4;
/// The square tile of the kernels by `ldmatrix`, 4 stages of 64 bytes along K.
pub const TILE_128X128_TILE: (u32, u32) = (128, 128);
/// The broad one, 3 stages of 128 bytes along K.
const TILE_128X256_TILE: (u32, u32) = (128, 256);
/// Shared memory of the f32 kernels: 4 stages of 8 lines of 132 elements of each operand, or 64 rows of sums as long, and the bytes that
/// align both operands and the whole to 1,024.
pub const F32_SHARED: u32 = 2 * (4 * 8 * 132 * 4 + 512) + 1024;
/// Shared memory of the kernels with square tiles, with the bytes that align it to 1,024.
pub const TILE_128X128_SHARED: u32 = 4 * (128 + 128) * 64 + 1024;
/// Their tile on f64 tensor cores, stages of 128 bytes along K.
pub const F64_TILE: (u32, u32) = (128, 64);
/// Shared memory of the f64 kernels, with the bytes that align it to 1,024.
const F64_SHARED: u32 = STAGES * (128 + 64) * 128 + 1024;
/// The small tile on f64 tensor cores, with the same stages.
const F64_SMALL_TILE: (u32, u32) = (64, 32);
/// Shared memory of its kernels, likewise.
const F64_SMALL_SHARED: u32 = STAGES * (64 + 32) * 128 + 1024;
/// The tile between these, and its shared memory: three stages of 256 bytes along K.
const F64_MIDDLE_TILE: (u32, u32) = (64, 64);
const F64_MIDDLE_SHARED: u32 = 3 * (64 + 64) * 256 + 1024;
/// The smallest tile on f64 tensor cores.
const F64_LEAST_TILE: (u32, u32) = (32, 32);
/// Shared memory of its kernels: four stages of 128 bytes along K, or so many of 256.
const F64_LEAST_SHARED: u32 = STAGES * (32 + 32) * 128 + 1024;
const fn f64_long_shared(stages: u32) -> u32 {
    stages * (32 + 32) * 256 + 1024
}
/// Shared memory of the kernels with broad tiles, likewise.
pub const TILE_128X256_SHARED: u32 = 3 * (128 + 256) * 128 + 1024;

/// The tile of the kernels of small products, with one stage.
pub const SINGLE_STAGE_TILE: (u32, u32) = (32, 32);
/// Shared memory of those kernels, likewise: the stage of f32, rows 36 apart, each operand at a multiple of 1,024; the sums are less.
pub const SINGLE_STAGE_SHARED: u32 = 2 * (32u32 * 36 * 4).next_multiple_of(1024) + 1024;

/// How a kernel reads an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// By vectors of this many bytes along an index whose stride is 1, the base and the other stride aligned to them.
    Vectorized(Major, u32),
    /// By tensor maps of panels, along an index whose stride is 1, the base and the other strides, none negative or 0, aligned to 16 bytes.
    Tma(Major),
    /// Element by element, in an order that suits a contiguous index; any strides.
    Elementwise(Major),
    /// Element by element, any strides.
    Any,
}

/// The kind of a kernel's main loop, as far as its choice and its launch depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainloopKind {
    /// On f64 tensor cores.
    F64,
    /// On f64 tensor cores, with a small tile that is cut along K wherever SMs would be idle.
    F64Small,
    /// Of one stage, for small products.
    SingleStage,
    /// Any other.
    Other,
}

/// A kernel for compute capability 8.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelEntry {
    /// The entry point.
    pub kernel: &'static Kernel,
    /// Types of the operands and of D.
    pub types: (DType, DType),
    /// Extents of a tile of D.
    pub tile: (u32, u32),
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Values of k in a stage of a kernel whose blocks may have a split of a tile's K, of whole stages; its grid is a line of them.
    pub sliced: Option<u32>,
    /// The kind of its main loop.
    pub mainloop: MainloopKind,
    /// How it reads A and B.
    pub access: [Access; 2],
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
    mainloop: MainloopKind,
}

/// Shapes, each a line: the main loop, threads, CTAs an SM, the tile, bytes of shared memory, values of k of a stage of which splits have whole
/// numbers.
macro_rules! shapes {
    ($($(#[$about:meta])* $name:ident: $mainloop:ident, $threads:expr, $resident:literal, $tile:expr, $shared:expr, $sliced:expr;)*) => {$(
        $(#[$about])*
        const $name: Shape = Shape {
            threads: $threads, resident: $resident, tile: $tile, shared: $shared, sliced: $sliced, mainloop: MainloopKind::$mainloop,
        };
    )*};
}

shapes! {
    SIMT_F32: Other, 128, 2, (128, 128), F32_SHARED, None;
    F64_ALIGN1: F64, 128, 2, F64_TILE, F64_SHARED, None;
    /// With splits of K where a round of SMs would be nearly empty.
    F64_ALIGN2: F64, 128, 2, F64_TILE, F64_SHARED, Some(16);
    /// With stages of as many bytes, so of twice as many values.
    F64ACC: F64, 128, 2, F64_TILE, F64_SHARED, Some(32);
    /// With splits of K wherever SMs would be idle.
    F64_64X32: F64Small, 128, 3, F64_SMALL_TILE, F64_SMALL_SHARED, Some(16);
    F64ACC_64X32: F64Small, 128, 3, F64_SMALL_TILE, F64_SMALL_SHARED, Some(32);
    /// The same of tiles that read fewer bytes.
    F64_64X64: F64Small, 128, 2, F64_MIDDLE_TILE, F64_MIDDLE_SHARED, Some(32);
    /// The same where tiles are few, or thin: of short sums; of long ones; of long ones where an SM has one CTA or two.
    F64_32X32: F64Small, 128, 5, F64_LEAST_TILE, F64_LEAST_SHARED, Some(16);
    F64_32X32X4: F64Small, 128, 3, F64_LEAST_TILE, f64_long_shared(4), Some(32);
    F64_32X32X5: F64Small, 128, 2, F64_LEAST_TILE, f64_long_shared(5), Some(32);
    TILE_128X128: Other, 128, 2, TILE_128X128_TILE, TILE_128X128_SHARED, None;
    SINGLE_STAGE: SingleStage, 128, 7, SINGLE_STAGE_TILE, SINGLE_STAGE_SHARED, None;
    TILE_128X256: Other, 256, 1, TILE_128X256_TILE, TILE_128X256_SHARED, None;
    TMA_MMA: Other, tma_mma::layouts::THREADS, 1, tma_mma::layouts::TILE, tma_mma::layouts::SHARED, None;
    BY_K: Other, 256, 2, (1, GEMV_ROWS), GEMV_ROWS * 8, None;
    BY_K_ALONE: Other, 256, 1, (1, GEMV_ROWS), GEMV_ROWS * 8, None;
}

/// For elements of `size` bytes with sums of `sum`, `slots` threads a column.
const fn by_n(size: u32, sum: u32, slots: u32) -> Shape {
    let rows = 128 / size;
    Shape {
        threads: 8 * slots,
        resident: 64 / slots,
        tile: (1, rows),
        shared: slots * rows * sum,
        sliced: None,
        mainloop: MainloopKind::Other,
    }
}

macro_rules! family {
    ($module:ident, $file:literal, ($input:ident -> $output:ident), $arch:ident;
        $($name:expr, $shape:expr, $a:expr, $b:expr, |$args:ident| $body:expr;)*) => {
        #[doc = concat!("Kernels `", $file, "_…`.")]
        #[cfg(any(feature = "std", feature = "sm80"))]
        pub mod $module {
            use super::*;
            #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
            use super::device::*;

            $crate::kernels! {
                file $file, texts crate::table::texts($file);
                $($name, threads $shape.threads, min_ctas $shape.resident, $arch => fn($args: $crate::device::gemm::sm80::args::Args) {
                    // SAFETY: the launcher takes grid, shared memory and arguments from this row.
                    unsafe { $body }
                })*
            }

            /// The kernels with what a launcher must know of each.
            pub const ROWS: &[KernelEntry] = &{
                let of = [$(($shape, [$a, $b])),*];
                let mut rows = [KernelEntry {
                    kernel: &KERNELS[0], types: (DType::$input, DType::$output), tile: (0, 0), shared: 0, sliced: None,
                    mainloop: MainloopKind::Other, access: of[0].1,
                }; KERNELS.len()];
                let mut i = 0;
                while i < rows.len() {
                    rows[i].kernel = &KERNELS[i];
                    (rows[i].tile, rows[i].shared) = (of[i].0.tile, of[i].0.shared);
                    (rows[i].sliced, rows[i].mainloop, rows[i].access) = (of[i].0.sliced, of[i].0.mainloop, of[i].1);
                    i += 1;
                }
                rows
            };
        }
    };
}

const K16: Access = Access::Vectorized(Major::K, 16);
const MN16: Access = Access::Vectorized(Major::Mn, 16);
const KP: Access = Access::Tma(Major::K);
const MNP: Access = Access::Tma(Major::Mn);
const K: Access = Access::Elementwise(Major::K);
const MN: Access = Access::Elementwise(Major::Mn);

/// What the bodies below name.
#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
mod device {
    pub(super) use super::super::f64_epilogue::F64Epilogue;
    pub(super) use super::super::ffma::{self, FfmaEpilogue};
    pub(super) use super::super::gemv;
    pub(super) use super::super::kernel::gemm;
    pub(super) use super::super::multistage::*;
    pub(super) use super::super::multistage_f64::*;
    pub(super) use super::super::single_stage::*;
    #[cfg(feature = "sm90a")]
    pub(super) use super::super::tma_mma;
    pub(super) use super::super::warp_epilogue::WarpEpilogue;
    pub(super) use azulejo_tensor::{bf16, f16};

    /// The epilogue of tiles of 128 × 128, to `O` or the sums' type.
    pub(super) type Store128x128<O> = WarpEpilogue<O, 2>;
    /// That of tiles of 128 × 256.
    pub(super) type Store128x256<O> = WarpEpilogue<O, 4>;
}

/// Kernels of all orders of A and B: the main loop of each, and an epilogue.
macro_rules! orders {
    ($module:ident, $file:literal, ($input:ident -> $output:ident), $arch:ident;
        $($name:literal, $shape:ident, $k:ident $mn:ident, $of:ident $Mainloop:ident, $Epilogue:ty;)*) => {
        family! { $module, $file, ($input -> $output), $arch;
            $(concat!($name, "_kk"), $shape, $k, $k, |args| gemm::<$of::kk::$Mainloop, $Epilogue>(args);
            concat!($name, "_km"), $shape, $k, $mn, |args| gemm::<$of::km::$Mainloop, $Epilogue>(args);
            concat!($name, "_mk"), $shape, $mn, $k, |args| gemm::<$of::mk::$Mainloop, $Epilogue>(args);
            concat!($name, "_mm"), $shape, $mn, $mn, |args| gemm::<$of::mm::$Mainloop, $Epilogue>(args);)*
        }
    };
}

orders! { f32_f64acc, "sm90_f32_f64acc", (F32 -> F32), Sm90a;
    "sm90_f32_f64acc", F64ACC, K16 MN16, f32_vectors MmaMultistage, F64Epilogue<f32, true>;
    "sm90_f32_f64acc_64x32_align4", F64ACC_64X32, K16 MN16, f32_vectors_64x32 MmaMultistage, F64Epilogue<f32, true>;
    "sm90_f32_f64acc_64x32_align1", F64ACC_64X32, K MN, f32_elements_64x32 MmaMultistage, F64Epilogue<f32, true>;
}

orders! { of_f32, "sm80_f32", (F32 -> F32), Common;
    "sm80_f32_32x32_align1", SINGLE_STAGE, K MN, single_stage_f32 MmaSingleStage, single_stage_f32::Store;
    "sm80_f32_align4", SIMT_F32, K16 MN16, ffma FfmaVectors, FfmaEpilogue;
    "sm80_f32_align1", SIMT_F32, K MN, ffma FfmaElements, FfmaEpilogue;
}

orders! { of_f64, "sm80_f64", (F64 -> F64), Sm80;
    "sm80_f64_align2", F64_ALIGN2, K16 MN16, f64_vectors MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_align1", F64_ALIGN1, K MN, f64_elements MmaMultistage, F64Epilogue<f64, false>;
    "sm80_f64_64x32_align2", F64_64X32, K16 MN16, f64_vectors_64x32 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_64x32_align1", F64_64X32, K MN, f64_elements_64x32 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_64x64_align2", F64_64X64, K16 MN16, f64_vectors_64x64 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_32x32_align2", F64_32X32, K16 MN16, f64_vectors_32x32 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_32x32x4_align2", F64_32X32X4, K16 MN16, f64_vectors_32x32x4 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_32x32x5_align2", F64_32X32X5, K16 MN16, f64_vectors_32x32x5 MmaMultistage, F64Epilogue<f64, true>;
    "sm80_f64_32x32_align1", F64_32X32, K MN, f64_elements_32x32 MmaMultistage, F64Epilogue<f64, true>;
}

orders! { of_f16, "sm80_f16", (F16 -> F16), Common;
    "sm80_f16_32x32_align1", SINGLE_STAGE, K MN, single_stage_f16 MmaSingleStage, single_stage_f16::Store;
    "sm80_f16_128x256", TILE_128X256, K16 MN16, tile_128x256_f16 MmaMultistage, Store128x256<f16>;
    "sm80_f16_128x128", TILE_128X128, K16 MN16, tile_128x128_f16 MmaMultistage, Store128x128<f16>;
}

orders! { of_bf16, "sm80_bf16", (BF16 -> BF16), Common;
    "sm80_bf16_32x32_align1", SINGLE_STAGE, K MN, single_stage_bf16 MmaSingleStage, single_stage_bf16::Store;
    "sm80_bf16_128x256", TILE_128X256, K16 MN16, tile_128x256_bf16 MmaMultistage, Store128x256<bf16>;
    "sm80_bf16_128x128", TILE_128X128, K16 MN16, tile_128x128_bf16 MmaMultistage, Store128x128<bf16>;
}

/// The kernels by TMA, of all orders of A and B.
macro_rules! tma_mma {
    ($($module:ident $name:literal $type:ident $of:ident;)*) => {$(
        family! { $module, $name, ($type -> $type), Sm90a;
            concat!($name, "_kk"), TMA_MMA, KP, KP, |args| tma_mma::kernel::$of::kk(args);
            concat!($name, "_km"), TMA_MMA, KP, MNP, |args| tma_mma::kernel::$of::km(args);
            concat!($name, "_mk"), TMA_MMA, MNP, KP, |args| tma_mma::kernel::$of::mk(args);
            concat!($name, "_mm"), TMA_MMA, MNP, MNP, |args| tma_mma::kernel::$of::mm(args);
        }
    )*};
}

tma_mma! {
    tma_mma_f16 "sm90_f16_tma_mma" F16 of_f16;
    tma_mma_bf16 "sm90_bf16_tma_mma" BF16 of_bf16;
}

family! { of_tf32, "sm80_tf32", (TF32 -> F32), Common;
    "sm80_tf32_128x128_kk", TILE_128X128, K16, K16, |args| gemm::<tile_128x128_tf32::kk::MmaMultistage, Store128x128<f32>>(args);
}

family! { of_i8, "sm80_i8", (I8 -> I32), Common;
    "sm80_i8_128x256_kk", TILE_128X256, K16, K16, |args| gemm::<tile_128x256_i8::kk::MmaMultistage, Store128x256<i32>>(args);
    "sm80_i8_128x128_kk", TILE_128X128, K16, K16, |args| gemm::<tile_128x128_i8::kk::MmaMultistage, Store128x128<i32>>(args);
}

/// The kernels of one row of D, by the order of B: types of operands and of D, their Rust types, elements of 16 bytes.
macro_rules! gemv {
    ($($module:ident $name:literal ($input:ident -> $output:ident), $t:ty => $out:ty, $lanes:literal, $by_k:ident, $by_n:expr, $slots:ident;)*) => {$(
        family! { $module, $name, ($input -> $output), Common;
            concat!($name, "_k"), $by_k, K16, K16, |args| gemv::along_k::<$t, $out, $lanes>(args);
            concat!($name, "_n"), $by_n, Access::Any, MN16, |args| gemv::along_n::<$t, $out, $lanes, { $slots }>(args);
        }
    )*};
}

gemv! {
    gemv_f32 "gemv_f32" (F32 -> F32), f32 => f32, 4, BY_K, by_n(4, 4, SLOTS), SLOTS;
    gemv_f64 "gemv_f64" (F64 -> F64), f64 => f64, 2, BY_K, by_n(8, 8, SLOTS), SLOTS;
    gemv_f16 "gemv_f16" (F16 -> F16), f16 => f16, 8, BY_K, by_n(2, 4, SLOTS), SLOTS;
    gemv_bf16 "gemv_bf16" (BF16 -> BF16), bf16 => bf16, 8, BY_K, by_n(2, 4, SLOTS), SLOTS;
    gemv_i8 "gemv_i8" (I8 -> I32), i8 => i32, 16, BY_K_ALONE, by_n(1, 4, BYTE_SLOTS), BYTE_SLOTS;
}

/// The kernels for a D of one row, which choices of M = 1 or N = 1 go to first.
#[cfg(any(feature = "std", feature = "sm80"))]
pub const VECTORS: &[&[KernelEntry]] = &[
    gemv_f32::ROWS,
    gemv_f64::ROWS,
    gemv_f16::ROWS,
    gemv_bf16::ROWS,
    gemv_i8::ROWS,
];

/// Every family that a product may choose from; in each, a kernel that takes operands as they are comes before one that takes any.
#[cfg(any(feature = "std", feature = "sm80"))]
pub const FAMILIES: &[&[KernelEntry]] = &[
    f32_f64acc::ROWS,
    of_f32::ROWS,
    of_f64::ROWS,
    tma_mma_f16::ROWS,
    of_f16::ROWS,
    tma_mma_bf16::ROWS,
    of_bf16::ROWS,
    of_tf32::ROWS,
    of_i8::ROWS,
];
