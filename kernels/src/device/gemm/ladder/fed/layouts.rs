//! The tiles of the kernels with TMA loads, and their shared memory.
//!
//! | tensor | elements |
//! |---|---|
//! | A or B, K contiguous | `Sw<3,3,3> o (64,64,panels,4):(64,1,4096,…)` |
//! | A or B, M or N contiguous | `Sw<3,3,3> o (64,64,panels,4):(1,64,4096,…)` |
//! | sums of a warp, f32, 16 rows | `Sw<2,3,3> o (16,64):(64,1)` |
//! | sums of a warp, 16 bits, 32 rows | `Sw<3,3,3> o (32,64):(64,1)` |
//!
//! A stage is two panels of A and four of B, each 64 lines of 128 bytes: a box of a tensor map. A warp reads one of each.

use azulejo_device::cute::*;

/// Extents of a block's tile of C.
pub const TILE: (u32, u32) = (128, 256);
/// Values of k in a stage, rows of a panel, elements of a line of it.
pub const EDGE: u32 = 64;
/// Panels of A and of B in a stage.
pub const PANELS: (u32, u32) = (TILE.0 / EDGE, TILE.1 / EDGE);
/// Stages.
pub const STAGES: u32 = 4;
/// Warps that multiply: one for each pair of panels.
pub const WARPS: u32 = PANELS.0 * PANELS.1;
/// Threads: theirs, and the warpgroup's whose first warp loads: registers are reallocated by whole warpgroups.
pub const THREADS: u32 = 32 * (WARPS + 4);
/// Bytes through which a warp stores its sums.
pub const STORE: u32 = 4096;
/// Bytes of shared memory, with those that align it to 1,024.
pub const SHARED: u32 = f16_kk::Storage::BYTES + 1024;

const _: () = assert!(SHARED <= 227 << 10);

/// A warp's multiply-accumulate: 16 × 16 of C at a time.
pub type WarpMma<Atom> = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>, (_16, _16, _16)>;
/// Rows of sums in f32 on their way.
pub type Sums = ComposedLayout<Swizzle<_2, _3, _3>, _0, Layout<(_16, _64), (_64, _1)>>;
/// Rows of sums in 16 bits on their way.
pub type NarrowSums = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_32, _64), (_64, _1)>>;

/// The stages of each kernel, whose name says type and orders: a module each.
macro_rules! orders {
    ($($name:ident: $t:ident $a:ident $b:ident;)*) => {$(
        #[doc = concat!("Operands of kernel `", stringify!($name), "`.")]
        pub mod $name {
            use super::*;

            /// A panel of A.
            pub type PanelA = TileToShape<$a<$t>, (_64, _64), LayoutLeft>;
            /// A panel of B.
            pub type PanelB = TileToShape<$b<$t>, (_64, _64), LayoutLeft>;

            shared_storage! {
                /// The stages, the sums on their way, and the barriers.
                pub struct Storage {
                    tensor a: [$t; TileToShape<$a<$t>, (_64, _64, _2, _4), LayoutLeft>];
                    tensor b: [$t; TileToShape<$b<$t>, (_64, _64, _4, _4), LayoutLeft>];
                    plain sums: [u8; (WARPS * STORE) as usize];
                    plain pipeline: PipelineStorage<{ STAGES as usize }>;
                }
            }
        }
    )*};
}

orders! {
    f16_kk: f16 Layout_K_SW128_Atom Layout_K_SW128_Atom;
    f16_km: f16 Layout_K_SW128_Atom Layout_MN_SW128_Atom;
    f16_mk: f16 Layout_MN_SW128_Atom Layout_K_SW128_Atom;
    f16_mm: f16 Layout_MN_SW128_Atom Layout_MN_SW128_Atom;
    bf16_kk: bf16 Layout_K_SW128_Atom Layout_K_SW128_Atom;
    bf16_km: bf16 Layout_K_SW128_Atom Layout_MN_SW128_Atom;
    bf16_mk: bf16 Layout_MN_SW128_Atom Layout_K_SW128_Atom;
    bf16_mm: bf16 Layout_MN_SW128_Atom Layout_MN_SW128_Atom;
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::super::place::places;
    use super::*;
    use azulejo_layout::check::shared_access;

    /// No lane waits for another where all access `bytes` at `address`.
    fn check_banks(bytes: u32, address: impl Fn(u32) -> u32) {
        let lanes = std::array::from_fn::<i64, 32, _>(|lane| address(lane as u32) as i64);
        let cost = shared_access(&lanes, bytes as _);
        assert_eq!(cost.passes, cost.ideal, "{cost:?}");
    }

    /// Every element has a place of its own, neighbours side by side, and no lane waits for another.
    #[test]
    fn sums_on_their_way_do_not_meet() {
        let (wide, narrow) = (places(Sums::default()), places(NarrowSums::default()));
        let thread = |lane: u32| WarpMma::<SM80_16x8x16_F32F16F16F32_TN>::new().get_slice(lane);
        let sum = |lane, v: usize, j: usize| thread(lane).partition_C(&wide).at((v, 0usize, j));
        let narrow_sum =
            |lane, v: usize, i: usize, j: usize| thread(lane).partition_C(&narrow).at((v, i, j));
        let mut seen = [false; 16 * 64];
        for (j, v) in (0..8).flat_map(|j| (0..4).map(move |v| (j, v))) {
            for lane in 0..32 {
                assert_eq!(sum(lane, v, j), sum(lane, v & 2, j) + v as u32 % 2);
                assert!(!std::mem::replace(
                    &mut seen[sum(lane, v, j) as usize],
                    true
                ));
            }
            check_banks(8, |lane| 4 * sum(lane, v & 2, j));
        }
        let mut seen = [false; 32 * 64];
        for (i, j, v) in (0..64).map(|at| (at / 32, at / 4 % 8, at % 4)) {
            for lane in 0..32 {
                let at = narrow_sum(lane, v, i, j);
                assert_eq!(at, narrow_sum(lane, v & 2, i, j) + v as u32 % 2);
                assert!(!std::mem::replace(&mut seen[at as usize], true));
            }
            check_banks(4, |lane| 2 * narrow_sum(lane, v & 2, i, j));
        }
        for row in (0..16).step_by(2) {
            check_banks(16, |lane| {
                4 * wide.at((row + lane as usize / 16, lane as usize % 16 * 4))
            });
        }
        for row in (0..32).step_by(4) {
            check_banks(16, |lane| {
                2 * narrow.at((row + lane as usize / 8, lane as usize % 8 * 8))
            });
        }
    }
}
