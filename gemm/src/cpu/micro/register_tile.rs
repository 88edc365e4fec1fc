//! The register tile as a tiled multiply-accumulate: which register holds which elements, and where they lie in memory.
//!
//! One thread runs one vector instruction on [`VectorFma`]'s tile, `LANES` rows by one column, and repeats it over the register tile. The
//! partition of a panel of A, of a panel of B and of a tile of C by that thread gives the offsets that the kernel adds to its pointers.
//!
//! ```text
//! VectorFma of 16 lanes, tile (_48,_8,_1)
//!             n = 0        n = 1        …   n = 7
//!  m  0..16   register 0   register 3       register 21     C: (V,M,N) = (_16,_3,_8):(_1,_16,ldc)
//!  m 16..32   register 1   register 4       register 22     A: (V,M,K) = (_16,_3,_1):(_1,_16,_0)   of one step of its panel
//!  m 32..48   register 2   register 5       register 23     B: (V,N,K) = (_1,_8,_1):(_0,_1,_0)     of one step of its panel
//! ```

use std::fmt;
use std::marker::PhantomData;

use azulejo_layout::ints::*;
use azulejo_layout::{Int, Layout};
use azulejo_tensor::atom::{MmaAtom, StaticLayout, StaticShape};
use azulejo_tensor::{AtomTiling, Element};

/// A vector instruction: `Lanes` rows of one column, each a sum of `Depth` products of two `A`s in a `C`.
#[derive(Clone, Copy, Debug, Default)]
pub struct VectorFma<C, A, Lanes, Depth>(PhantomData<(C, A, Lanes, Depth)>);

impl<C, A, Lanes, Depth> MmaAtom for VectorFma<C, A, Lanes, Depth>
where
    C: Element,
    A: Element,
    Lanes: Int + Default + 'static,
    Depth: Int + Default + 'static,
    (Lanes, _1, Depth): StaticShape,
    Layout<(_1, (Depth, Lanes)), (_0, (Lanes, _1))>: StaticLayout,
    Layout<(_1, Depth), (_0, _1)>: StaticLayout,
    Layout<(_1, Lanes), (_0, _1)>: StaticLayout,
{
    type A = A;
    type B = A;
    type C = C;
    type ShapeMnk = (Lanes, _1, Depth);
    type ThrId = Layout<_1, _0>;
    type ALayout = Layout<(_1, (Depth, Lanes)), (_0, (Lanes, _1))>;
    type BLayout = Layout<(_1, Depth), (_0, _1)>;
    type CLayout = Layout<(_1, Lanes), (_0, _1)>;
    type FrgTypeA = azulejo_tensor::RegisterFragment;
    type FrgTypeB = azulejo_tensor::RegisterFragment;

    fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |dtype: azulejo_tensor::DType| dtype.short_name();
        write!(
            f,
            "VectorFma<{},{},{},{}>",
            name(C::DTYPE),
            name(A::DTYPE),
            Lanes::default().value(),
            Depth::default().value()
        )
    }
}

/// The one thread's copies of the instruction: none beside it.
pub type OneAtom = Layout<(_1, _1, _1), (_0, _0, _0)>;

/// A register tile: a tiling, and the offsets that its partitions give.
pub trait RegisterTile {
    /// The tiling.
    type Mma: AtomTiling;

    /// Where register `i` of A starts in one step of a panel, in packed elements.
    fn left(i: usize) -> usize;
    /// Where column `j` of B is in one step of a panel, in packed elements.
    fn right(j: usize) -> usize;
    /// Where register `i` of column `j` starts in C, whose columns are `next` apart.
    fn sums(i: usize, j: usize, next: i64) -> i64;
}

/// The extents of the tile of `T`: rows, columns, and values of k in a packed element.
pub const fn extents<T: RegisterTile>() -> [usize; 3] {
    [
        count::<<T::Mma as AtomTiling>::TileM>(),
        count::<<T::Mma as AtomTiling>::TileN>(),
        count::<<T::Mma as AtomTiling>::TileK>(),
    ]
}

/// A static integer.
pub const fn count<N: Int>() -> usize {
    match N::STATIC {
        Some(n) => n as usize,
        None => panic!("the extents of a register tile are static"),
    }
}

/// Binds the tile of `$rows` by `$cols` to the instruction of a vector type, and proves the tiling.
macro_rules! register_tile {
    ($name:ident, $vector:ty, $rows:ident x $cols:ident) => {
        impl $crate::cpu::micro::register_tile::RegisterTile for $name {
            type Mma = azulejo_tensor::TiledMma<
                <$vector as Vector>::Atom,
                $crate::cpu::micro::register_tile::OneAtom,
                (
                    azulejo_layout::ints::$rows,
                    azulejo_layout::ints::$cols,
                    azulejo_layout::Underscore,
                ),
            >;

            #[inline(always)]
            fn left(i: usize) -> usize {
                use azulejo_layout::{Int, Layout, ints::*};
                // One step of a panel: rows side by side, the values of k of each together.
                let depth = <$vector as Vector>::Depth::default();
                let step = Layout::new(($rows::NEW, depth), (depth, _1::NEW));
                let cut =
                    azulejo_tensor::Thrfrg::<azulejo_tensor::OperandA<Self::Mma>>::thrfrg(step);
                let at = cut.at(((0usize, (0usize, 0usize)), (0usize, (i, 0usize))));
                at.value() as usize / <$vector as Vector>::DEPTH
            }

            #[inline(always)]
            fn right(j: usize) -> usize {
                use azulejo_layout::{Int, Layout, ints::*};
                let depth = <$vector as Vector>::Depth::default();
                let step = Layout::new(($cols::NEW, depth), (depth, _1::NEW));
                let cut =
                    azulejo_tensor::Thrfrg::<azulejo_tensor::OperandB<Self::Mma>>::thrfrg(step);
                let at = cut.at(((0usize, (0usize, 0usize)), (0usize, (j, 0usize))));
                at.value() as usize / <$vector as Vector>::DEPTH
            }

            #[inline(always)]
            fn sums(i: usize, j: usize, next: i64) -> i64 {
                use azulejo_layout::{Int, Layout, ints::*};
                let tile = Layout::new(($rows::NEW, $cols::NEW), (_1::NEW, next));
                let cut =
                    azulejo_tensor::Thrfrg::<azulejo_tensor::OperandC<Self::Mma>>::thrfrg(tile);
                cut.at(((0usize, (0usize, 0usize)), (0usize, (i, j))))
                    .value()
            }
        }
        azulejo_tensor::certify!(<$name as $crate::cpu::micro::register_tile::RegisterTile>::Mma);
    };
}
pub(super) use register_tile;
