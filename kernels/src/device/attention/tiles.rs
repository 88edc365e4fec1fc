//! The kernels by `wgmma`: what each computes, its tiles, and what a CTA keeps in shared memory; and what tiles of all families have.
//!
//! ```text
//! Q    (64, d, warpgroups, stages) each consumer warpgroup has 64 queries
//! K    (n, d, 2)     V (dv, n, 2)  stages of n keys; V as operand B is dv × keys, dv contiguous
//! ```

use core::marker::PhantomData;

use azulejo_device::cute::*;
use azulejo_device::scheduler::DynamicTileStorage;
use azulejo_layout::{IAdd, IDiv, IMul};
use azulejo_tensor::{Element, MemoryLayout};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: `d x dv`, keys of a block, consumer warpgroups of a tile and groups of them, stages of Q, CTAs of a cluster, which share keys
/// and values, whether warpgroups are ping-pong consumers, whether a step's exponentials come before its wait for the values and maxima
/// that grow little are kept, whether it takes windows and changed scores (softcap, ALiBi, any scale), and its speed over long sequences.
/// Groups, each with tiles of its own, serve short sequences: while one stores O, the others multiply. A problem runs on the narrowest
/// kernel that computes it, of these on the one that takes the least time.
#[doc(hidden)]
#[macro_export]
macro_rules! each_attention_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64_short { _64 x _64, _128 keys, _1 x 3 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold false, windowed true, changed false, speed 450] }
        d64 { _64 x _64, _128 keys, _3 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed false, speed 513] }
        d64_changed { _64 x _64, _128 keys, _2 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed true, speed 600] }
        d96 { _96 x _96, _128 keys, _2 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed false, speed 600] }
        d96_changed { _96 x _96, _128 keys, _2 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed true, speed 600] }
        d128_full { _128 x _128, _160 keys, _2 x 1 warpgroups, _2 of Q, _2 in cluster, [ping_pong true, hold false, windowed false, changed false, speed 660] }
        d128 { _128 x _128, _128 keys, _2 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed false, speed 615] }
        d128_changed { _128 x _128, _128 keys, _2 x 1 warpgroups, _2 of Q, _1 in cluster, [ping_pong true, hold false, windowed true, changed true, speed 600] }
        d192_dv128 { _192 x _128, _112 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold false, windowed true, changed false, speed 600] }
        d192 { _192 x _192, _112 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold false, windowed true, changed false, speed 600] }
        d192_changed { _192 x _192, _96 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold false, windowed true, changed true, speed 600] }
        d256_full { _256 x _256, _80 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold true, windowed false, changed false, speed 690] }
        d256 { _256 x _256, _64 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold true, windowed true, changed false, speed 620] }
        d256_changed { _256 x _256, _48 keys, _2 x 1 warpgroups, _1 of Q, _1 in cluster, [ping_pong false, hold false, windowed true, changed true, speed 600] }
    } };
}
#[doc(hidden)]
pub use each_attention_kernel as each_kernel;

/// The numbers of a kernel of any family, by which the host chooses and launches it.
pub trait Tiles {
    /// The element type of all tensors.
    type T: Element;
    /// Queries of a tile, those of all CTAs of a cluster, or of a block.
    const M: u32;
    /// Keys of a block, or of a CTA of a backward.
    const N: u32;
    /// Columns of Q and K, at most.
    const HEAD_DIM: u32;
    /// Columns of V and O, at most.
    const HEAD_DIM_V: u32 = Self::HEAD_DIM;
    /// Threads of a CTA.
    const THREADS: u32;
    /// Bytes of shared memory: storage starts at a multiple of 1024.
    const SHARED: u32;
    /// Groups of warps or of consumer warpgroups, which divide the keys or have tiles of their own.
    const GROUPS: u32 = 1;
    /// CTAs of a cluster, which share keys and values.
    const CLUSTER: u32 = 1;
    /// `true` if it takes windows.
    const WINDOWED: bool = true;
    /// `true` if it takes softcap, ALiBi and any scale, and no other problem.
    const CHANGED: bool = false;
    /// TFLOP/s over long sequences on an H200, by which the host chooses among kernels that compute a problem.
    const SPEED: u32 = 0;
    /// Bytes of shared memory that O takes, in whose place the maxima and sums of all splits must fit.
    const O_BYTES: u32 = 0;
}

/// The tensors of a kernel that TMA fills.
pub trait TmaTiles: Tiles {
    /// Queries, and those of dO.
    type TileQ: MemoryLayout;
    /// Keys.
    type TileK: MemoryLayout;
    /// Values.
    type TileV: MemoryLayout;
}

/// How rows of so many 16-bit elements are swizzled and filled.
pub trait HeadDim {
    /// The atom of rows in shared memory.
    type K;
    /// The atom of columns.
    type Mn;
    /// Threads that fill a row, 8 elements each, as often as it takes.
    type Lanes;
}

macro_rules! head_dims {
    ($($k:ident $mn:ident $lanes:ident: $($d:ident)*;)*) => { $($(impl HeadDim for $d {
        type K = $k<u16>;
        type Mn = $mn<u16>;
        type Lanes = $lanes;
    })*)* };
}

head_dims! {
    Layout_K_SW64_Atom Layout_MN_SW64_Atom _4: _32 _96;
    Layout_K_SW128_Atom Layout_MN_SW128_Atom _8: _64 _128 _192 _256;
}

/// Rows by columns in shared memory, the columns contiguous, and after them the stages.
pub type ByRows<D, Shape> = TileToShape<<D as HeadDim>::K, Shape, LayoutLeft>;
/// The same with the columns first.
pub type ByColumns<D, Shape, Order = (_2, _1, _3)> = TileToShape<<D as HeadDim>::Mn, Shape, Order>;

/// Arithmetic of static extents.
pub type Sum<A, B> = <A as IAdd<B>>::Out;
/// Their product.
pub type Times<A, B> = <A as IMul<B>>::Out;
/// Their quotient.
pub type Over<A, B> = <A as IDiv<B>>::Out;

/// A static extent.
pub(super) const fn extent<N: azulejo_layout::Int>() -> u32 {
    match N::STATIC {
        Some(value) => value as u32,
        None => panic!("the extents of a tile are static"),
    }
}

#[allow(unused_macros, reason = "kernels by TMA alone use it")]
/// Coordinates of the tiles from a position on, of a head of a batch: (rows, columns, tile), or with the columns first.
macro_rules! tiles_of {
    (rows ($m:ty, $d:ty), $position:expr, $head:expr, $batch:expr) => {
        make_identity_tensor(shape!({ i32::MAX }, { <$d>::NEW }, { i32::MAX }, {
            i32::MAX
        }))
        .domain_offset(($position, 0i32, $head as i32, $batch))
        .slice(coord!(_, _, 0i32, 0i32))
        .local_tile((<$m>::NEW, <$d>::NEW), coord!(_, 0i32))
    };
    (columns ($d:ty, $n:ty), $position:expr, $head:expr, $batch:expr) => {
        make_identity_tensor(shape!({ <$d>::NEW }, { i32::MAX }, { i32::MAX }, {
            i32::MAX
        }))
        .domain_offset((0i32, $position, $head as i32, $batch))
        .slice(coord!(_, _, 0i32, 0i32))
        .local_tile((<$d>::NEW, <$n>::NEW), coord!(0i32, _))
    };
}
#[allow(unused_imports, reason = "kernels by TMA alone use it")]
pub(crate) use tiles_of;

/// Declares a module for each kernel with its layouts, its storage and its [`Tiles`].
macro_rules! tiles {
    (; $($name:ident { $d:ident x $dv:ident, $n:ident keys, $warpgroups:ident x $groups:literal warpgroups, $stages:ident of Q, $cluster:ident in cluster,
        [ping_pong $ping_pong:literal, hold $hold:literal, windowed $windowed:literal, changed $changed:literal, speed $speed:literal] })*) => {
        $(
            #[doc(hidden)]
            pub mod $name {
                use super::*;

                pub type D = $d;
                pub type DV = $dv;
                pub type N = $n;
                pub const WARPGROUPS: u32 = extent::<$warpgroups>();
                pub const GROUPS: u32 = $groups;
                pub type Cluster = ($cluster, _1, _1);
                pub const CLUSTER: u32 = extent::<$cluster>();
                pub type Shares = Layout<$cluster, _1>; // of each CTA in a block of keys or values
                pub const PING_PONG: bool = $ping_pong;
                pub const HOLD: bool = $hold;
                pub const STAGES_Q: usize = extent::<$stages>() as usize;
                pub type TileQ = ByRows<D, (_64, D)>; // of a warpgroup
                pub type TileK = ByRows<D, (N, D)>;
                pub type TileV = ByColumns<DV, (DV, N), (_2, _1)>;

                shared_storage! {
                    /// The shared memory of a group.
                    pub struct Storage<T> {
                        tensor q: [T; ByRows<D, (_64, D, $warpgroups, $stages)>];
                        tensor k: [T; ByRows<D, (N, D, _2)>];
                        tensor v: [T; ByColumns<DV, (DV, N, _2)>];
                        plain pipeline_q: PipelineStorage<STAGES_Q>, of q;
                        plain pipeline_k: PipelineStorage<2>, of k;
                        plain pipeline_v: PipelineStorage<2>, of v;
                        plain scheduler: DynamicTileStorage;
                    }
                }

                #[derive(Clone, Copy, Debug)]
                pub struct Config<T>(PhantomData<T>);

                impl<T: Element> Config<T> {
                    /// Bytes from the storage of a group to the next one's.
                    pub const STORAGE: u32 = Storage::<T>::BYTES.next_multiple_of(if GROUPS == 1 { 16 } else { 1024 });
                }

                impl<T: Element> Tiles for Config<T> {
                    type T = T;
                    const M: u32 = 64 * WARPGROUPS * CLUSTER;
                    const N: u32 = extent::<N>();
                    const HEAD_DIM: u32 = extent::<D>();
                    const HEAD_DIM_V: u32 = extent::<DV>();
                    const THREADS: u32 = 128 * (1 + WARPGROUPS * GROUPS); // the groups, and a warpgroup of producers
                    const SHARED: u32 = GROUPS * Self::STORAGE + 1024;
                    const GROUPS: u32 = GROUPS;
                    const CLUSTER: u32 = CLUSTER;
                    const WINDOWED: bool = $windowed;
                    const CHANGED: bool = $changed;
                    const SPEED: u32 = $speed;
                }

                impl<T: Element> TmaTiles for Config<T> {
                    type TileQ = TileQ;
                    type TileK = TileK;
                    type TileV = TileV;
                }

                const _: () = assert!(Config::<bf16>::SHARED <= 232_448, "more shared memory than an SM has");
            }
        )*
    };
}

each_kernel!(tiles);
