//! [`Clocks`]: what a kernel with sums of f32 or f64 is estimated to take, in clocks of an SM.
//!
//! An SM has 128 FMAs a clock, on its f32 units as on its tensor cores for f64, which the CTAs on it share. One CTA alone waits
//! for its copies and barriers, so a small tile is cut along K until each SM has several. The numbers are of an H200:
//! `benches/results/gpu-gemm-sm80/experiments.md`.

use azulejo_tensor::DType;

use super::choose::Room;
use azulejo_kernels::device::gemm::sm80::split_k::SplitK;
use azulejo_kernels::device::gemm::sm80::table::{Access, KernelEntry};

/// An estimate for a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    /// Clocks of an SM.
    pub clocks: u64,
    /// Into how many splits of K each tile is cut.
    pub splits: u32,
}

/// What a tile of a kernel takes.
#[derive(Clone, Copy)]
struct Rates {
    /// Values of K in a stage.
    block: u64,
    /// Clocks of a stage where the SM is full.
    stage: u64,
    /// Clocks more of a stage of the last CTAs of an SM, where they are one or two.
    alone: [u64; 2],
    /// Clocks of a tile beside its stages.
    ends: u64,
    /// Clocks of a launch beside its tiles, compared with others.
    launch: u64,
    /// Clocks more of a stage of a tile at D's edges, which the last tile may be.
    edge: u64,
    /// Clocks of the loads of a split, where splits are added.
    split: u64,
}

/// A sum of splits: the stores, fences and counts.
const ROUND: u64 = 3_000;

impl Rates {
    fn of(row: &KernelEntry) -> Self {
        let elementwise = |access: &Access| matches!(access, Access::Elementwise(_));
        let by_elements = row.access.iter().any(elementwise);
        let of = |block, stage, alone, ends, (launch, edge), split| Self {
            block,
            stage,
            alone,
            ends,
            launch,
            edge,
            split,
        };
        // The type, bytes of a sum, the tile, and if operands are read by elements.
        match (row.types.0, row.sum(), row.tile, by_elements) {
            (DType::F32, 8, (64, _), false) => of(32, 550, [315, 80], 950, (0, 0), 175),
            (DType::F32, 8, (64, _), true) => of(32, 620, [430, 110], 950, (0, 0), 175),
            (DType::F32, 8, _, _) => of(32, 2_090, [510, 0], 2_900, (1_500, 900), 2_800),
            (DType::F32, _, _, false) => of(8, 1_180, [0, 0], 6_000, (1_500, 2_000), 0),
            (DType::F32, _, _, true) => of(8, 1_300, [0, 0], 6_000, (1_500, 2_000), 0),
            // Estimated; the choice by them is timed: shared memory takes 192 clocks of a stage and 16 of K, and a CTA alone waits less with
            // longer stages, and with more of them, which take longer to begin and to end.
            (_, _, (32, _), false) => match (row.sliced, row.kernel.min_ctas) {
                (Some(32), 2) => of(32, 375, [140, 0], 950, (600, 0), 90),
                (Some(32), _) => of(32, 365, [200, 50], 950, (600, 0), 90),
                _ => of(16, 225, [240, 60], 700, (0, 0), 90),
            },
            (_, _, (32, _), true) => of(16, 270, [130, 30], 700, (300, 0), 90),
            (_, _, (64, 64), _) => of(32, 1_240, [1_150, 0], 1_500, (0, 0), 2_200),
            (_, _, (64, _), false) => of(16, 275, [255, 320], 1_000, (0, 0), 550),
            (_, _, (64, _), true) => of(16, 405, [130, 200], 1_000, (0, 0), 175),
            (_, _, _, false) => of(16, 1_050, [20, 0], 3_200, (1_500, 300), 2_800),
            (_, _, _, true) => of(16, 1_400, [300, 0], 3_200, (1_500, 300), 2_800),
        }
    }

    /// Clocks of `tiles` tiles with `blocks` stages on `sm_count` SMs, each with room for `resident`.
    fn clocks(
        &self,
        (tiles, is_inside): (u64, bool),
        blocks: u64,
        (sm_count, resident): (u64, u64),
    ) -> u64 {
        let ctas = tiles.div_ceil(sm_count);
        let last = match ctas % resident {
            0 => 0,
            last => {
                let alone = self.alone.get(last as usize - 1).copied().unwrap_or(0);
                alone / if ctas > resident { 2 } else { 1 }
            }
        };
        let edge = if is_inside {
            0
        } else {
            self.edge / ctas.max(1)
        };
        let each = blocks * self.stage + self.ends;
        ctas.saturating_mul(each)
            .saturating_add(blocks * (last + edge) + self.launch)
    }
}

impl Clocks {
    /// Those of `row` for a product of M, N, K and batches; `None` for kernels that are chosen by their order.
    pub(super) fn of(room: &Room, row: &KernelEntry, [m, n, k, batches]: [u64; 4]) -> Option<Self> {
        let is_ranked = matches!(row.types.0, DType::F32 | DType::F64);
        if !is_ranked || row.tile.0 == 1 || row.is_single_stage() {
            return None;
        }
        let rates = Rates::of(row);
        let (tile_m, tile_n) = (row.tile.0 as u64, row.tile.1 as u64);
        let tiles = m.div_ceil(tile_m) * n.div_ceil(tile_n);
        let is_inside = m.is_multiple_of(tile_m) && n.is_multiple_of(tile_n);
        let (tiles, blocks) = (tiles.saturating_mul(batches), k.div_ceil(rates.block));
        let sm_count = room.sm_count.max(1) as u64;
        let resident = (row.kernel.min_ctas as u64).max(1);
        let clocks = |splits: u64, sums: u64| Self {
            clocks: rates
                .clocks(
                    (tiles.saturating_mul(splits), is_inside),
                    blocks.div_ceil(splits),
                    (sm_count, resident),
                )
                .saturating_add(sums),
            splits: splits as u32,
        };
        if !row.is_small() {
            let splits = match row.sliced {
                Some(_) if batches == 1 && tiles <= sm_count / 2 => {
                    let of = [tiles, blocks].map(|of| of.min(u32::MAX as u64) as u32);
                    SplitK::for_grid(of[0], room.sm_count, row.kernel.min_ctas, of[1]).splits as u64
                }
                _ => 1,
            };
            let sums = if splits > 1 {
                ROUND + splits * rates.split
            } else {
                0
            };
            return Some(clocks(splits, sums));
        }
        let most = (sm_count * resident / tiles.max(1))
            .min(blocks)
            .min(u32::MAX as u64 / blocks.max(1));
        let mut best = clocks(1, 0);
        let mut splits = 2;
        while splits <= most {
            let group = SplitK::everywhere(splits as u32).group as u64;
            let groups = splits.div_ceil(group);
            let round = |splits: u64| ROUND + splits * rates.split;
            let sums = round(group) + if groups > 1 { round(groups) } else { 0 };
            let found = clocks(splits, sums);
            if found.clocks < best.clocks {
                best = found;
            }
            splits += 1 + splits / 8;
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_kernels::device::gemm::sm80::table::FAMILIES;
    use azulejo_kernels::table::Variant;

    fn splits(name: &str, sizes: [u64; 4]) -> u32 {
        let room = Room {
            shared: 227 << 10,
            sm_count: 132,
            variant: Variant::Sm90a,
        };
        let mut rows = FAMILIES.iter().copied().flatten();
        let row = rows.find(|row| row.kernel.name == name);
        row.map_or(0, |row| room.splits(row, sizes))
    }

    #[test]
    fn small_tiles_are_cut_until_each_sm_has_several() {
        for (name, sizes, expected) in [
            // One tile, and its K is one stage.
            ("sm90_f32_f64acc_64x32_align4_kk", [64, 32, 32, 1], 1),
            ("sm90_f32_f64acc_64x32_align4_kk", [256, 256, 4096, 1], 8),
            ("sm90_f32_f64acc_64x32_align4_kk", [2048, 2048, 2048, 1], 1),
            // The tiles of all batches count, however many there are.
            ("sm90_f32_f64acc_64x32_align4_kk", [256, 256, 4096, 2], 6),
            ("sm90_f32_f64acc_64x32_align4_kk", [64, 32, 4096, 70_000], 1),
            ("sm80_f64_64x32_align2_kk", [48, 80, 664, 18], 7),
            ("sm80_f64_64x32_align2_kk", [512, 512, 4096, 1], 3),
            ("sm80_f64_32x32_align2_kk", [512, 512, 512, 1], 1),
            ("sm80_f64_32x32_align2_kk", [16, 240, 704, 1], 12),
            ("sm80_f64_32x32_align2_kk", [48, 80, 664, 18], 3),
            ("sm80_f64_32x32x5_align2_kk", [16, 240, 704, 1], 12),
            ("sm80_f64_64x64_align2_km", [320, 1576, 1872, 1], 2),
        ] {
            assert_eq!(splits(name, sizes), expected, "{name} {sizes:?}");
        }
        // Two tiles and a long K: most of the places.
        assert!(splits("sm80_f64_64x32_align2_kk", [64, 64, 65536, 1]) > 100);
    }
}
