//! The layouts of D's subtiles in shared memory, and the copies of 16 columns between them and registers.
//!
//! | lines | bytes of each | subtile of 64 rows |
//! |---|---|---|
//! | rows | 128, 64, 32 | `tile_to_shape` of `Layout_K_SW128_Atom`, `Layout_K_SW64_Atom`, `Layout_K_SW32_Atom` |
//! | rows of a narrower last subtile | 32 to 96 | `(64,w):(w,1)` |
//! | columns of 16- and 32-bit elements | 128 | `tile_to_shape` of `Layout_MN_SW128_Atom` |
//! | columns of 8-bit elements | 64 | `(64,128):(1,64)` |
//!
//! A thread has eight elements of 16 columns, two rows of four columns; C comes from where D goes to.

use super::super::smem_layout_d::StoreRows;
use super::super::tiled_mma::{Accumulators, IdentityRows, PairedRows, PermutedRows};
use super::*;
use azulejo_device::cute::*;
use azulejo_tensor::Accumulators as Fragment;

/// A thread's elements of 16 columns: `((2,2,2),1):((1,2,4),0)`, of columns, rows and eights of columns.
pub type EpiFragment<T> = Fragment<T, ((_2, _2, _2), _1)>;

/// An epilogue fragment of zeros.
#[inline(always)]
pub fn empty<T: azulejo_tensor::Element>() -> EpiFragment<T> {
    make_rmem(Layout::default())
}

/// Where a subtile is and how it is laid out.
#[derive(Clone, Copy)]
pub struct SmemD {
    /// Where it is.
    pub at: Smem,
    /// Columns of a narrower last subtile, or 0 for a whole one.
    pub rest: u32,
    /// `true` if its lines are columns of D.
    pub column_major: bool,
}

impl SmemD {
    /// Where byte `byte` of line `line` is.
    #[inline(always)]
    pub fn byte<C: Config>(&self, line: u32, byte: u32) -> Smem {
        let lines = StoreRows {
            row: C::EPI_TILE_WIDTH,
            rest: self.rest * C::OUT,
            element: C::OUT,
            column_major: self.column_major,
        };
        self.at + lines.byte(line, byte)
    }
}

/// An element of D whose subtiles are copied by threads that have `Rows`.
pub trait EpilogueCopy<Rows>: azulejo_tensor::Element {
    /// Stores a thread's elements of epilogue fragment `epi_v`.
    ///
    /// # Safety
    /// All threads of the warpgroup call this, which own the subtile, of kernel `C`, whose lines are columns if `COLUMN_MAJOR`.
    unsafe fn store<C: Config, const COLUMN_MAJOR: bool>(
        epi_tile: SmemD,
        thread: u32,
        epi_v: u32,
        tDrD: &EpiFragment<Self>,
    );

    /// Loads a thread's elements of epilogue fragment `epi_v`.
    ///
    /// # Safety
    /// Same requirements as [`store`](Self::store), the subtile holding C.
    unsafe fn load<C: Config, const COLUMN_MAJOR: bool>(
        epi_tile: SmemD,
        thread: u32,
        epi_v: u32,
    ) -> EpiFragment<Self>;
}

/// Runs a block on the subtile as a tensor, by its layout: of conditions that are constants of the kernel one branch is translated.
macro_rules! on_epi_tile {
    ($C:ident $epi_tile:ident: $t:ident as $as:ident ($k128:ident $k64:ident $k32:ident) $columns:ident, |$sD:ident| rows $rows:block columns $down:block) => {{
        // SAFETY: the subtile is the warpgroup's, by the caller.
        let first = unsafe { SharedPtr::<$t>::new($epi_tile.at) };
        if COLUMN_MAJOR {
            on_epi_tile!(@ $columns $C first $as ($k128 $k64) $sD $down)
        } else if const { $C::REST_WIDTH > 0 } && $epi_tile.rest > 0 {
            let $sD = make_tensor(first, layout!((_64, $k128):({ $epi_tile.rest as i32 }, _1))); // (64,PANEL)
            $rows
        } else {
            match const { $C::EPI_TILE_WIDTH } {
                128 => on_epi_tile!(@ tile first, Layout_K_SW128_Atom<$as>, $k128, LayoutLeft, $sD $rows),
                64 => on_epi_tile!(@ tile first, Layout_K_SW64_Atom<$as>, $k64, LayoutLeft, $sD $rows),
                _ => on_epi_tile!(@ tile first, Layout_K_SW32_Atom<$as>, $k32, LayoutLeft, $sD $rows),
            }
        }
    }};
    (@ tile $first:ident, $Atom:ty, $k:ident, $Order:ident, $sD:ident $body:block) => {{
        let $sD = make_tensor($first, TileToShape::<$Atom, (_64, $k), $Order>::default()); // (64,PANEL)
        $body
    }};
    // Two halves of 32 rows, back to back.
    (@ words $C:ident $first:ident $as:ident ($k128:ident $k64:ident) $sD:ident $down:block) => {
        if const { $C::EPI_TILE_WIDTH == 128 } {
            on_epi_tile!(@ tile $first, Layout_MN_SW128_Atom<$as>, $k128, LayoutRight, $sD $down)
        } else {
            on_epi_tile!(@ tile $first, Layout_MN_SW128_Atom<$as>, $k64, LayoutRight, $sD $down)
        }
    };
    (@ halves $C:ident $first:ident $as:ident ($k128:ident $k64:ident) $sD:ident $down:block) => {
        on_epi_tile!(@ tile $first, Layout_MN_SW128_Atom<$as>, $k128, LayoutRight, $sD $down)
    };
    (@ bytes $C:ident $first:ident $as:ident ($k128:ident $k64:ident) $sD:ident $down:block) => {{
        let $sD = make_tensor($first, layout!((_64, $k128):(_1, _64))); // (64,PANEL)
        $down
    }};
}

/// Copies of epilogue fragment `$epi_v` of `$sD`: by matrices, or by the vectors that its layout has.
macro_rules! copy_epi_fragment {
    // A thread's two rows are neighbours, or are swizzled differently: pairs of rows, or of columns.
    ($way:ident pairs $($of:ident)*) => { copy_epi_fragment!(@ $way (column row) column row (column _) $($of)*) };
    ($way:ident lines $($of:ident)*) => { copy_epi_fragment!(@ $way (column row) row column (_ row) $($of)*) };
    (@ store ($column:ident $row:ident) $each:ident $pair:ident ($c:tt $r:tt) $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        azulejo_device::unroll!($each in _2 => { azulejo_device::unroll!(eight in _2 => {
            let mut pair = make_rmem::<$t, _>(layout!(_2));
            azulejo_device::unroll!($pair in _2 => { pair.put($pair, $tDrD.at($column + 2 * $row + 4 * eight)) });
            // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
            unsafe { copy(&AutoVectorizingCopy, &pair, &mut tDsD.slice(coord!(($c, $r, eight), _0, { $epi_v as usize }))) };
        }); });
    }};
    (@ load ($column:ident $row:ident) $each:ident $pair:ident ($c:tt $r:tt) $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        azulejo_device::unroll!($each in _2 => { azulejo_device::unroll!(eight in _2 => {
            let mut pair = make_rmem::<$t, _>(layout!(_2));
            // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
            unsafe { copy(&AutoVectorizingCopy, &tDsD.slice(coord!(($c, $r, eight), _0, { $epi_v as usize })), &mut pair) };
            azulejo_device::unroll!($pair in _2 => { $tDrD.put($column + 2 * $row + 4 * eight, pair.at($pair)) });
        }); });
    }};
    (store elements $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let mut tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        azulejo_device::unroll!(i in _8 => { tDsD.put(((i % 2, i / 2 % 2, i / 4), 0usize, $epi_v as usize), $tDrD.at(i)) });
    }};
    (load elements $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        azulejo_device::unroll!(i in _8 => { $tDrD.put(i, tDsD.at(((i % 2, i / 2 % 2, i / 4), 0usize, $epi_v as usize))) });
    }};
    (store $Op:ident $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let r2s = make_tiled_copy_C(CopyAtom::<$Op, $t>::new(), Accumulators::<$rows>::new());
        let tDsD = r2s.get_slice($thread).partition_D(&$sD); // (CPY,1,CPY_N)
        // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
        unsafe { copy(&r2s, $tDrD, &mut tDsD.slice(coord!(_, _, { $epi_v as usize }))) };
    }};
    (load $Op:ident $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let s2r = make_tiled_copy_C(CopyAtom::<$Op, $t>::new(), Accumulators::<$rows>::new());
        let tDsD = s2r.get_slice($thread).partition_S(&$sD); // (CPY,1,CPY_N)
        // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
        unsafe { copy(&s2r, &tDsD.slice(coord!(_, _, { $epi_v as usize })), $tDrD) };
    }};
    (store $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
        unsafe { copy(&AutoVectorizingCopy, $tDrD, &mut tDsD.slice(coord!(_, _, { $epi_v as usize }))) };
    }};
    (load $t:ident $rows:ident $sD:ident $thread:ident $epi_v:ident $tDrD:ident) => {{
        let tDsD = Accumulators::<$rows>::new().get_slice($thread).partition_C(&$sD); // (MMA,1,MMA_N)
        // SAFETY: the caller has all threads of the warpgroup here, which own the subtile.
        unsafe { copy(&AutoVectorizingCopy, &tDsD.slice(coord!(_, _, { $epi_v as usize })), $tDrD) };
    }};
}

macro_rules! epilogue_copies {
    ($($(#[$built:meta])* $t:ident as $as:ident $k:tt $columns:ident, $rows:ident,
        store [$($store:ident)?] [$($store_down:ident)?], load [$($load:ident)?] [$($load_down:ident)?];)*) => {$(
        $(#[$built])*
        impl EpilogueCopy<$rows> for $t {
            #[inline(always)]
            unsafe fn store<C: Config, const COLUMN_MAJOR: bool>(epi_tile: SmemD, thread: u32, epi_v: u32, tDrD: &EpiFragment<Self>) {
                on_epi_tile!(C epi_tile: $t as $as $k $columns, |sD|
                    rows { copy_epi_fragment!(store $($store)? $t $rows sD thread epi_v tDrD) }
                    columns { copy_epi_fragment!(store $($store_down)? $t $rows sD thread epi_v tDrD) });
            }

            #[inline(always)]
            unsafe fn load<C: Config, const COLUMN_MAJOR: bool>(epi_tile: SmemD, thread: u32, epi_v: u32) -> EpiFragment<Self> {
                let mut fragment = empty::<Self>();
                let tDrD = &mut fragment;
                on_epi_tile!(C epi_tile: $t as $as $k $columns, |sD|
                    rows { copy_epi_fragment!(load $($load)? $t $rows sD thread epi_v tDrD) }
                    columns { copy_epi_fragment!(load $($load_down)? $t $rows sD thread epi_v tDrD) });
                fragment
            }
        }
    )*};
}

epilogue_copies! {
    #[cfg(any(feature = "hopper_bf16", feature = "hopper_fp8", feature = "hopper_fused"))]
    bf16 as bf16 (_64 _32 _16) halves, IdentityRows, store [SM90_U32x4_STSM_N] [SM90_U16x8_STSM_T], load [SM75_U32x4_LDSM_N] [SM75_U16x8_LDSM_T];
    #[cfg(any(feature = "hopper_f16", feature = "hopper_fp8", feature = "hopper_fused"))]
    f16 as bf16 (_64 _32 _16) halves, IdentityRows, store [SM90_U32x4_STSM_N] [SM90_U16x8_STSM_T], load [SM75_U32x4_LDSM_N] [SM75_U16x8_LDSM_T];
    #[cfg(any(feature = "hopper_bf16", feature = "hopper_f16", feature = "hopper_tf32", feature = "hopper_fp8"))]
    f32 as f32 (_32 _16 _16) words, IdentityRows, store [] [], load [] [];
    #[cfg(feature = "hopper_tf32")]
    f32 as f32 (_32 _16 _16) words, PermutedRows, store [lines] [elements], load [lines] [elements];
    #[cfg(feature = "hopper_i8")]
    i32 as f32 (_32 _16 _16) words, IdentityRows, store [] [], load [] [];
    #[cfg(feature = "hopper_i8")]
    i32 as f32 (_32 _16 _16) words, PairedRows, store [] [], load [] [];
    #[cfg(feature = "hopper_fp8")]
    F8E4M3 as i8 (_128 _64 _32) bytes, IdentityRows, store [] [], load [] [];
    #[cfg(feature = "hopper_fp8")]
    F8E5M2 as i8 (_128 _64 _32) bytes, IdentityRows, store [] [], load [] [];
    #[cfg(feature = "hopper_fp8")]
    bf16 as bf16 (_64 _32 _16) halves, PairedRows, store [SM90_U32x4_STSM_N] [pairs], load [SM75_U32x4_LDSM_N] [pairs];
    #[cfg(feature = "hopper_fp8")]
    f16 as bf16 (_64 _32 _16) halves, PairedRows, store [SM90_U32x4_STSM_N] [pairs], load [SM75_U32x4_LDSM_N] [pairs];
    #[cfg(feature = "hopper_fp8")]
    f32 as f32 (_32 _16 _16) words, PairedRows, store [] [], load [] [];
    #[cfg(feature = "hopper_fp8")]
    F8E4M3 as i8 (_128 _64 _32) bytes, PairedRows, store [] [], load [] [];
    #[cfg(feature = "hopper_fp8")]
    F8E5M2 as i8 (_128 _64 _32) bytes, PairedRows, store [] [], load [] [];
}
