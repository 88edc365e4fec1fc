//! Which kernel for compute capability 8.0 takes which operands.

use azulejo_tensor::DType;

use super::super::Matrix;
use super::clocks::Clocks;
use crate::{Device, Error};
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::sm80::args::View;
use azulejo_kernels::device::gemm::sm80::table::{
    Access, FAMILIES, KernelEntry, TILE_128X128_TILE, VECTORS,
};
use azulejo_kernels::table::Variant;

/// Blocks along z at most, and batches of an operand that comes by tensor maps.
pub(super) const BATCHES: u32 = 65_535;

/// Returns `true` if an operand of `mn` by `k` elements of `element` bytes, in `batches`, can be read by `access`.
pub fn suits(access: Access, view: &View, extents: [u64; 3], element: u64) -> bool {
    let [mn, k, batches] = extents;
    let (along, width) = match access {
        Access::Elementwise(_) | Access::Any => return true,
        _ if extents.contains(&0) => return true,
        Access::Tma(along) => {
            let lines = Matrix::along(along, view, extents, element);
            return batches <= BATCHES as u64 && lines.is_some_and(|of| of.is_aligned(element));
        }
        Access::Vectorized(along, width) => (along, width as u64),
    };
    let (contiguous, extent, other, lines) = match along {
        Major::K => (view.column, k, view.row, mn),
        Major::Mn => (view.row, mn, view.column, k),
    };
    let steps = |stride: i64, extent: u64| {
        extent <= 1
            || stride
                .unsigned_abs()
                .saturating_mul(element)
                .is_multiple_of(width)
    };
    (contiguous == 1 || extent <= 1)
        && view.base.is_multiple_of(width)
        && steps(other, lines)
        && steps(view.batch, batches)
}

/// Extents of a tile of the kernels of small products: M, N and K.
const SMALL: u64 = 32;
/// Such tiles of a product that take less time than copies of its operands or than a tile of 128 × 128.
const FEW: u64 = 8;
/// Whether a kernel of one stage takes less time than copies of 16-bit operands before a launch: weights of a tile of K by itself, of it for
/// each tile of D that an SM has, and what both come to at most. Their ratios are fitted to times on an H200.
const WAIT: u64 = 5;
const EACH: u64 = 2;
const COPIES: u64 = 40;
/// M, N and K of f32 up to which a tile by FMAs takes less time than one on f64 tensor cores.
const TINY: u64 = 16;

/// Returns `true` if a product, one of a batch or alone, is so small that a kernel of one stage computes it in the least time.
///
/// Measured: `benches/results/gpu-gemm-sm80/experiments.md`.
pub fn is_small(
    room: &Room,
    input: DType,
    a: (&View, u64),
    b: (&View, u64),
    k: u64,
    batches: u64,
) -> bool {
    let [tiles_m, tiles_n, k_tiles] = [a.1, b.1, k].map(|extent| extent.div_ceil(SMALL));
    let tiles_mn = tiles_m.saturating_mul(tiles_n);
    let tiles = tiles_mn.saturating_mul(k_tiles);
    let sms = u64::from(room.sm_count.max(1));
    let each = EACH.saturating_mul(tiles_mn.saturating_mul(batches).max(sms));
    let is_fast = k_tiles.saturating_mul(each.saturating_add(WAIT * sms)) <= COPIES * sms;
    let element = input.bytes() as u64;
    let by_vectors = [a, b].into_iter().all(|(view, mn)| {
        let along = |along| {
            suits(
                Access::Vectorized(along, 16),
                view,
                [mn, k, batches],
                element,
            )
        };
        along(Major::K) || along(Major::Mn)
    });
    match (input, room.variant) {
        (DType::F32, Variant::Sm90a) => a.1.max(b.1).max(k) <= TINY,
        (DType::F16 | DType::BF16, _) if by_vectors => tiles <= 1,
        (DType::F16 | DType::BF16, _) => tiles <= FEW || is_fast,
        (DType::F32, _) => tiles <= FEW,
        _ => false,
    }
}

/// What of a GPU decides which kernels suit it.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes of shared memory that a block may have.
    pub shared: u32,
    /// SMs.
    pub sm_count: u32,
    /// The texts that it runs.
    pub variant: Variant,
}

impl Room {
    /// That of a device.
    ///
    /// # Errors
    /// Any CUDA driver error.
    pub fn of(device: &Device) -> Result<Self, Error> {
        use cudarc::driver::sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        Ok(Self {
            shared: device.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as u32,
            sm_count: device.sm_count(),
            variant: device.variant(),
        })
    }

    /// Into how many splits `row`'s small tiles of a product of M, N, K and batches are cut: as many as take the least time.
    pub(super) fn splits(&self, row: &KernelEntry, sizes: [u64; 4]) -> u32 {
        Clocks::of(self, row, sizes).map_or(1, |clocks| clocks.splits)
    }

    /// Returns `true` if a D of `m` by `n` in `batches` suits `row`: its instructions must be the GPU's, and a broad tile fit and be worth it.
    ///
    /// A broad tile is two square ones, computed in seven eighths of their time; what counts are rounds of them on all SMs.
    fn takes(&self, row: &KernelEntry, [m, n, batches]: [u64; 3]) -> bool {
        let rounds = |tile: (u32, u32)| {
            let tiles = m.div_ceil(tile.0 as u64) * n.div_ceil(tile.1 as u64) * batches;
            tiles.div_ceil(self.sm_count.max(1) as u64)
        };
        let fits = row.shared <= self.shared;
        row.runs(self.variant)
            && (!row.needs_large_smem()
                || fits && 7 * 2 * rounds(row.tile) <= 8 * rounds(TILE_128X128_TILE))
    }
}

/// The kernel for operands of type `input`: of those that read both as they are, with the order that suits their strides, and that
/// the GPU has room for, the one of the fewest estimated clocks, and of those the first; for a product of one row, whose `a.1` is 1, one of
/// the vector kernels if it can.
///
/// `None` where no kernel takes the type.
pub fn choose(
    room: &Room,
    input: DType,
    a: (&View, u64),
    b: (&View, u64),
    k: u64,
    batches: u64,
) -> Option<&'static KernelEntry> {
    let element = input.bytes() as u64;
    let vectors = if a.1 == 1 { VECTORS } else { &[] };
    let rows = vectors.iter().chain(FAMILIES).copied().flatten();
    let is_small = is_small(room, input, a, b, k, batches);
    let suitable = rows.filter(|row| {
        row.types.0 == input
            && (is_small || !row.is_single_stage())
            && room.takes(row, [a.1, b.1, batches])
            && [(a, row.access[0]), (b, row.access[1])]
                .into_iter()
                .all(|((view, mn), access)| {
                    let near = if view.row.unsigned_abs() < view.column.unsigned_abs() {
                        Major::Mn
                    } else {
                        Major::K
                    };
                    suits(access, view, [mn, k, batches], element)
                        && !matches!(access, Access::Elementwise(along) if along != near)
                })
    });
    suitable
        .min_by_key(|row| Clocks::of(room, row, [a.1, b.1, k, batches]).map_or(0, |of| of.clocks))
}

#[cfg(test)]
mod tests {
    use super::super::super::product::matrix_view as view;
    use super::*;

    const H200: Room = Room {
        shared: 227 << 10,
        sm_count: 132,
        variant: Variant::Sm90a,
    };

    const A100: Room = Room {
        shared: 163 << 10,
        sm_count: 108,
        variant: Variant::Sm80,
    };

    /// The kernel of a product of M, N and K, by its name; nothing where there is none.
    fn name(
        room: &Room,
        input: DType,
        [a, b]: [View; 2],
        [m, n, k, batches]: [u64; 4],
    ) -> &'static str {
        let found = choose(room, input, (&a, m), (&b, n), k, batches);
        found.map_or("", |row| row.kernel.name)
    }

    #[test]
    fn orders_and_alignment_decide() {
        use DType::{BF16, F16, F32, F64, I8, I64, TF32};
        let (k, mn, odd) = (view(256, 80, 1), view(256, 1, 80), view(256, 3, 81));
        for (input, operands, expected) in [
            (F16, [k, k], "sm80_f16_128x128_kk"),
            (F16, [k, mn], "sm80_f16_128x128_km"),
            (BF16, [mn, k], "sm80_bf16_128x128_mk"),
            (BF16, [mn, view(256, 1, 81)], ""),
            (F16, [view(258, 80, 1), k], ""),
            (I8, [k, mn], ""),
            (I8, [k, k], "sm80_i8_128x128_kk"),
            (TF32, [k, k], "sm80_tf32_128x128_kk"),
            (F32, [k, mn], "sm90_f32_f64acc_64x32_align4_km"),
            (F32, [view(4, 3, 91), k], "sm90_f32_f64acc_64x32_align1_mk"),
            (F64, [k, view(8, -1, -77)], "sm80_f64_32x32_align1_km"),
            (I64, [k, k], ""),
        ] {
            assert_eq!(name(&H200, input, operands, [50, 60, 700, 1]), expected);
        }
        for (b, expected) in [
            (k, "gemv_f32_k"),
            (mn, "gemv_f32_n"),
            (odd, "sm90_f32_f64acc_64x32_align1_km"),
        ] {
            assert_eq!(name(&H200, F32, [k, b], [1, 60, 70, 1]), expected);
        }
    }

    #[test]
    fn tile_128x256_tiles_are_for_those_who_have_room_and_work() {
        use DType::{BF16, F16, F32, F64, I8};
        let k = view(256, 4096, 1);
        let small = Room {
            shared: 99 << 10,
            sm_count: 84,
            ..A100
        };
        for (room, input, m, n, expected) in [
            (&H200, F16, 4096, 4096, "sm90_f16_tma_mma_kk"),
            (&H200, BF16, 2048, 2048, "sm90_bf16_tma_mma_kk"),
            (&H200, I8, 4096, 4096, "sm80_i8_128x256_kk"),
            (&A100, F16, 4096, 4096, "sm80_f16_128x256_kk"),
            (&H200, F16, 1024, 1024, "sm80_f16_128x128_kk"),
            // One tile more than a round, and tiles of which half is empty.
            (&H200, F16, 128 * 133, 256, "sm80_f16_128x128_kk"),
            (&H200, F16, 128 * 200, 128, "sm80_f16_128x128_kk"),
            (&H200, F16, 128 * 132, 256, "sm90_f16_tma_mma_kk"),
            (&small, F16, 4096, 4096, "sm80_f16_128x128_kk"),
            (&H200, F64, 2048, 2048, "sm80_f64_align2_kk"),
            (&small, F64, 2048, 2048, "sm80_f64_64x32_align2_kk"),
            (&small, F64, 4096, 4096, "sm80_f64_align2_kk"),
            (&H200, F32, 2048, 2048, "sm90_f32_f64acc_kk"),
            (&small, F32, 2048, 2048, "sm80_f32_align4_kk"),
        ] {
            assert_eq!(name(room, input, [k; 2], [m, n, 4096, 1]), expected);
        }
        let short = name(&H200, F32, [k; 2], [2048, 2048, 48, 1]);
        assert_eq!(short, "sm80_f32_align4_kk");
        for row in FAMILIES.iter().chain(VECTORS).copied().flatten() {
            let fits = row.needs_large_smem() || row.shared <= small.shared;
            assert!(fits, "{}", row.kernel.name);
        }
    }

    #[test]
    fn small_products_take_one_stage() {
        use DType::{BF16, F16, F32, F64};
        let (k, odd) = (view(256, 64, 1), view(256, 49, 1));
        for (room, input, operands, sizes, expected) in [
            (
                &H200,
                BF16,
                [k; 2],
                [32, 32, 32, 1000],
                "sm80_bf16_32x32_align1_kk",
            ),
            (
                &H200,
                BF16,
                [k; 2],
                [33, 32, 32, 1000],
                "sm80_bf16_128x128_kk",
            ),
            (
                &H200,
                F16,
                [odd, k],
                [49, 32, 49, 1000],
                "sm80_f16_32x32_align1_kk",
            ),
            (&H200, F16, [odd, k], [65, 65, 49, 1000], ""),
            // A round of tiles, and then three, of few terms: copies would take longer.
            (
                &H200,
                F16,
                [odd, k],
                [300, 300, 160, 1],
                "sm80_f16_32x32_align1_kk",
            ),
            (&H200, F16, [odd, k], [300, 300, 161, 1], ""),
            (
                &H200,
                BF16,
                [odd, k],
                [300, 300, 49, 7],
                "sm80_bf16_32x32_align1_kk",
            ),
            (
                &A100,
                BF16,
                [odd, k],
                [300, 300, 49, 7],
                "sm80_bf16_32x32_align1_kk",
            ),
            (&H200, BF16, [odd, k], [300, 300, 49, 14], ""),
            (
                &H200,
                BF16,
                [k; 2],
                [300, 300, 48, 1],
                "sm80_bf16_128x128_kk",
            ),
            (
                &H200,
                F32,
                [k; 2],
                [16, 16, 16, 1],
                "sm80_f32_32x32_align1_kk",
            ),
            (
                &H200,
                F32,
                [k; 2],
                [16, 16, 17, 1],
                "sm90_f32_f64acc_64x32_align4_kk",
            ),
            (
                &A100,
                F32,
                [k; 2],
                [64, 64, 64, 9],
                "sm80_f32_32x32_align1_kk",
            ),
            (&A100, F32, [k; 2], [65, 64, 64, 9], "sm80_f32_align4_kk"),
            (&H200, F32, [k; 2], [1, 16, 16, 1], "gemv_f32_k"),
            (&H200, F64, [k; 2], [4, 4, 4, 1], "sm80_f64_32x32_align2_kk"),
        ] {
            assert_eq!(name(room, input, operands, sizes), expected, "{sizes:?}");
        }
    }

    #[test]
    fn few_and_thin_tiles_of_f64_are_of_32_rows() {
        let (k, mn, odd) = (view(256, 4096, 1), view(256, 1, 4096), view(256, 4097, 1));
        for (operands, sizes, expected) in [
            ([k, mn], [512, 512, 512, 1], "32x32x5_align2_km"),
            ([k, k], [24, 3560, 272, 1], "32x32x5_align2_kk"),
            ([k, k], [96, 4096, 512, 1], "32x32x4_align2_kk"),
            ([k, mn], [16, 240, 704, 1], "32x32_align2_km"),
            ([mn, k], [1360, 16, 272, 1], "32x32x5_align2_mk"),
            ([k, k], [16, 4096, 4096, 1], "32x32x5_align2_kk"),
            ([odd, k], [16, 4096, 4096, 1], "32x32_align1_kk"),
            ([k, k], [32, 32, 32, 1000], "32x32_align2_kk"),
            ([k, k], [64, 64, 64, 1000], "64x64_align2_kk"),
            ([k, k], [48, 80, 664, 18], "32x32x5_align2_kk"),
            ([k, mn], [320, 1576, 1872, 1], "64x64_align2_km"),
            ([k, k], [1000, 1000, 1000, 1], "64x32_align2_kk"),
            ([k, k], [1024, 1024, 1024, 1], "align2_kk"),
        ] {
            let found = name(&H200, DType::F64, operands, sizes);
            assert_eq!(found, format!("sm80_f64_{expected}"), "{sizes:?}");
        }
    }

    #[test]
    fn what_a_tensor_map_cannot_take_is_not_fed() {
        let k = view(256, 4096, 1);
        let b = View {
            batch: 1 << 24,
            ..k
        };
        let name = |a: View, batches| name(&H200, DType::F16, [a, b], [4096, 4096, 4096, batches]);
        let stepping = |batch| View { batch, ..k };
        assert_eq!(name(view(256, 1, 4096), 1), "sm90_f16_tma_mma_mk");
        assert_eq!(name(stepping(64), 2), "sm90_f16_tma_mma_kk");
        assert_eq!(name(stepping(0), 2), "sm80_f16_128x256_kk");
        assert_eq!(name(stepping(-64), 2), "sm80_f16_128x256_kk");
        assert_eq!(name(stepping(64), 70_000), "sm80_f16_128x256_kk");
        assert_eq!(name(view(256, -4096, 1), 1), "sm80_f16_128x256_kk");
        assert_eq!(name(view(256, 0, 1), 1), "sm80_f16_128x256_kk");
        // Lines that overlap, and lines farther apart than a map can say.
        assert_eq!(name(view(256, 8, 1), 1), "sm80_f16_128x256_kk");
        assert_eq!(name(view(256, 1 << 39, 1), 1), "sm80_f16_128x256_kk");
    }

    /// Why each kernel is there: a GPU, types, orders and sizes for which it is chosen. Printed by `--nocapture`.
    #[test]
    fn each_kernel_is_chosen_somewhere() {
        use std::collections::BTreeMap;

        // K contiguous and aligned, M or N contiguous and aligned, and the same at odd strides.
        let orders = [
            ("k", view(256, 8192, 1)),
            ("mn", view(256, 1, 8192)),
            ("k, unaligned", view(256, 8191, 1)),
            ("mn, unaligned", view(256, 1, 8191)),
        ];
        let mut why = BTreeMap::new();
        for (gpu, room) in [("9.0", H200), ("8.0", A100)] {
            for row in FAMILIES.iter().chain(VECTORS).copied().flatten() {
                for ((of_a, a), (of_b, b)) in orders.iter().flat_map(|a| orders.map(|b| (*a, b))) {
                    for [m, n, k] in [
                        [4096; 3],
                        [512; 3],
                        [1, 4096, 4096],
                        [512, 512, 32],
                        [320, 1576, 1872],
                        [96, 4096, 512],
                        [16; 3],
                    ] {
                        let found = choose(&room, row.types.0, (&a, m), (&b, n), k, 1);
                        if let Some(row) = found {
                            why.entry(row.kernel.name).or_insert_with(|| {
                                format!("{gpu}: {m} x {n} x {k}, A by {of_a}, B by {of_b}")
                            });
                        }
                    }
                }
            }
        }
        for row in FAMILIES.iter().chain(VECTORS).copied().flatten() {
            let Some(reason) = why.get(row.kernel.name) else {
                panic!("{} is chosen nowhere", row.kernel.name)
            };
            println!("{}: {reason}", row.kernel.name);
        }
    }
}
