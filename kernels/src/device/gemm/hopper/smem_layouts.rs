//! The layouts of operand tiles in shared memory, as types: `tile_to_shape` of a swizzle atom.
//!
//! `K_SW128<bf16> (_64): _128` is 128 rows of 64 elements, K contiguous, of atoms of 8 rows by 128 bytes:
//!
//! ```text
//! Sw<3,3,3> o _0 o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))        row 0: 0 1 2 … 63, row 1: 64 …, row 8: 512 …
//! ```

use super::operand::Operand;
use azulejo_device::cute::*;
use azulejo_layout::{Domain, Int};
use azulejo_tensor::{Element, MemoryLayout, tma_plan};
use typenum::U;

/// `N` as a static integer.
pub type Number<const N: usize> = azulejo_layout::C<U<N>>;

/// The same as a value.
const fn number<N: Int>() -> u32 {
    match N::STATIC {
        Some(n) => n as u32,
        None => panic!("a tile has static extents"),
    }
}

/// An element as its tiles in shared memory have it: one of the same width, and how many are 128 bytes.
pub trait Stored: Element {
    /// As [`SmemTile`] has it.
    type As;
    /// K elements of a stage.
    type BlockK;
}

macro_rules! stored {
    ($($t:ident as $as:ident, $k:ident;)*) => {
        $(impl Stored for $t { type As = $as; type BlockK = $k; })*
    };
}

stored! {
    bf16 as bf16, _64;
    f16 as bf16, _64;
    Tf32 as f32, _32;
    F8E4M3 as i8, _128;
    F8E5M2 as i8, _128;
    i8 as i8, _128;
}

/// `(M or N, K)` whose tile in shared memory has a layout here, for elements as wide as `T` that are contiguous along `Major`.
pub trait SmemTile<T, Major> {
    /// The layout.
    type Layout;
    /// The same in as few modes as TMA needs.
    type Tma: MemoryLayout;
    /// What the kernel's constants are made of.
    const OPERAND: Operand;

    /// The byte where element `(mn, k)` starts.
    #[cfg(any(test, target_arch = "nvptx64"))]
    fn at(mn: u32, k: u32) -> u32;

    /// Loads what is this CTA's of tile `(tile, k_tile, batch)`: all, or share `cta` of `CTAS` into the CTAs of `mask`.
    ///
    /// # Safety
    /// `map` is of the operand in such boxes; the tile that starts at `to` is free, and `bar` expects its bytes, in each of these CTAs.
    #[cfg(target_arch = "nvptx64")]
    unsafe fn load<const CTAS: u32>(
        map: u64,
        at: [u32; 3],
        share: (u32, u16),
        to: u32,
        bar: SharedPtr<u64>,
    );
}

/// Tiles of `$mn` by `$k`: on the host, and in those groups of the build.
macro_rules! tiles {
    ($($atom:ident<$t:ty> along $major:ident, $order:ident ($k:ident), built by [$($group:literal)*]: $($mn:ident)*;)*) => {
        $(#[cfg(any(feature = "std" $(, feature = $group)*))]
        const _: () = {
            $(impl SmemTile<$t, $major> for ($mn, $k) {
                type Layout = TileToShape<$atom<$t>, ($mn, $k), $order>;
                type Tma = tiles!(@ $order $atom<$t>, $mn, $k);
                const OPERAND: Operand = Operand::read(
                    &TileToShape::<$atom<$t>, ($mn, $k), $order>::PROPERTIES,
                    number::<$mn>(),
                    size_of::<$t>() as u32,
                );

                #[cfg(any(test, target_arch = "nvptx64"))]
                #[inline(always)]
                fn at(mn: u32, k: u32) -> u32 {
                    let at: u32 = TileToShape::<$atom<$t>, ($mn, $k), $order>::default().at((mn, k));
                    at * size_of::<$t>() as u32
                }

                #[cfg(target_arch = "nvptx64")]
                #[inline(always)]
                unsafe fn load<const CTAS: u32>(map: u64, [tile, k_tile, batch]: [u32; 3], (cta, mask): (u32, u16), to: u32, bar: SharedPtr<u64>) {
                    // SAFETY: upheld by the caller: a map of such boxes, a tile that is free, and a barrier that expects its bytes.
                    unsafe {
                        let tma = TmaLoad::<$t, Self::Tma, CTAS>::new(map);
                        let mX = make_identity_tensor(shape!({ i32::MAX }, { i32::MAX }, { i32::MAX })); // (MN,K,batch)
                        let mX = mX.domain_offset((0i32, 0i32, batch as i32)).slice(coord!(_, _, 0i32)); // (MN,K)
                        let gX = mX.local_tile(tile!($mn, $k), coord!({ tile as i32 }, { k_tile as i32 })); // (BLK_MN,BLK_K)
                        let sX = make_tensor(SharedPtr::<$t>::new(to), Self::Tma::default()); // (BLK_MN,BLK_K)
                        let (tXgX, mut tXsX) = tma_partition(&tma, cta, layout!({ CTAS as i32 }), &sX, &gX); // (BLK_MN,BLK_K)
                        copy(&tma.with_share(bar, mask), &tXgX, &mut tXsX);
                    }
                }
            })*
        };)*
    };
    // Rows back to back, whose swizzle follows from where they are: CTAs share out any number of them.
    (@ LayoutLeft $atom:ident<$t:ty>, $mn:ident, $k:ident) => {
        <$atom<$t> as Domain>::With<<Layout<($mn, $k), ($k, _1)> as Domain>::L>
    };
    (@ LayoutRight $atom:ident<$t:ty>, $mn:ident, $k:ident) => {
        TileToShape<$atom<$t>, ($mn, $k), LayoutRight>
    };
}

/// Elements of a copy's box of the operand's tile along the contiguous and the other index, where `ctas` of a cluster share it out.
pub const fn tma_box<T, L: MemoryLayout>(ctas: u32) -> (u32, u32) {
    let [run, lines, ..] = tma_plan::<T, L>(ctas).box_modes;
    (run.size, lines.size)
}

tiles! {
    Layout_K_SW128_Atom<i8> along K, LayoutLeft (_128), built by ["hopper_fp8" "hopper_i8"]: _16 _32 _48 _64 _80 _96 _112 _128 _144 _160 _176 _192 _224 _256;
    Layout_K_SW128_Atom<bf16> along K, LayoutLeft (_64), built by ["hopper_bf16" "hopper_f16" "hopper_fused" "tile"]: _16 _32 _48 _64 _80 _96 _112 _128 _144 _160 _176 _192 _224 _256;
    Layout_K_SW128_Atom<f32> along K, LayoutLeft (_32), built by ["hopper_tf32"]: _16 _32 _64 _96 _112 _128 _144 _160 _176 _192 _256;
    Layout_K_SW64_Atom<bf16> along K, LayoutLeft (_32), built by ["tile"]: _64 _128;
    Layout_MN_SW128_Atom<bf16> along MN, LayoutRight (_64), built by ["hopper_bf16" "hopper_f16" "hopper_fused" "tile"]: _64 _128 _192 _256;
    Layout_MN_SW64_Atom<bf16> along MN, LayoutRight (_64), built by ["hopper_bf16" "hopper_f16" "tile"]: _32 _160;
    Layout_MN_SW32_Atom<bf16> along MN, LayoutRight (_64), built by ["hopper_bf16" "hopper_f16" "tile"]: _16;
    Layout_MN_SW128_Atom<bf16> along MN, LayoutRight (_32), built by ["tile"]: _64 _128 _256;
    Layout_MN_SW128_Atom<f32> along MN, LayoutRight (_32), built by ["hopper_tf32"]: _64 _128;
    Layout_MN_SW128_Atom<i8> along MN, LayoutRight (_128), built by ["hopper_fp8" "hopper_i8"]: _128;
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::*;

    /// Asserts that the rows of a consumer are a tile of their own, from where the first is.
    macro_rules! own {
        ($t:ident $major:ident: $all:ident of $own:ident by $k:ident) => {{
            type All = ($all, $k);
            let tile = <All as SmemTile<$t, $major>>::OPERAND;
            let (all, rows) = (number::<$all>(), number::<$own>());
            for (mn, k) in (0..all).flat_map(|mn| (0..number::<$k>()).map(move |k| (mn, k))) {
                let start = mn / rows * (rows / 64) * tile.row_block_step;
                let own = <($own, $k) as SmemTile<$t, $major>>::at(mn % rows, k);
                assert_eq!(<All as SmemTile<$t, $major>>::at(mn, k), start + own);
            }
        }};
    }

    #[test]
    fn a_consumers_rows_are_a_tile_of_their_own() {
        own!(bf16 K: _256 of _128 by _64);
        own!(bf16 K: _192 of _64 by _64);
        own!(bf16 MN: _256 of _128 by _64);
        own!(bf16 MN: _128 of _64 by _64);
        own!(f32 K: _256 of _128 by _32);
        own!(i8 K: _128 of _64 by _128);
        own!(f32 MN: _128 of _64 by _32);
    }

    #[test]
    fn boxes_are_whole_parts() {
        type Rows = <(_144, _64) as SmemTile<bf16, K>>::Tma;
        type Columns = <(_256, _64) as SmemTile<bf16, MN>>::Tma;
        assert_eq!(
            (tma_box::<bf16, Rows>(1), tma_box::<bf16, Rows>(4)),
            ((64, 144), (64, 36))
        );
        assert_eq!(
            (tma_box::<bf16, Columns>(1), tma_box::<bf16, Columns>(2)),
            ((64, 64), (64, 64))
        );
        type Few = <(_16, _64) as SmemTile<bf16, MN>>::Tma;
        assert_eq!(tma_box::<bf16, Few>(1), (16, 64));
    }
}
