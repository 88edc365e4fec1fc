//! The kernels: what each computes, its tiles, and what a CTA keeps in shared memory.
//!
//! ```text
//! Q    (64, d, warpgroups, stages) each consumer warpgroup has 64 queries
//! K    (n, d, 2)     V (dv, n, 2)  stages of n keys; V as operand B is dv × keys, dv contiguous
//! ```

use azulejo_device::cute::*;
use azulejo_device::scheduler::DynamicTileStorage;
use azulejo_tensor::{DType, Element, MemoryLayout};

/// Calls `$callback!` with the kernels of an element type: a line is a kernel.
///
/// Columns: `d x dv`, keys of a block, consumer warpgroups of a tile and groups of them, the atoms of K and V in shared memory, stages
/// of Q, CTAs of a cluster, which share keys and values, whether warpgroups are ping-pong consumers, whether a step's exponentials come
/// before its wait for the values and maxima that grow little are kept, whether it takes windows and changed scores (softcap, ALiBi, any
/// scale), and its speed over long sequences. Groups, each with tiles of its own, serve short sequences: while one stores O, the others
/// multiply. A problem runs on the narrowest kernel that computes it, of these on the one that takes the least time.
macro_rules! each_kernel {
    ($callback:ident $($head:tt)*) => { $callback! { $($head)*;
        d64_short { _64 x _64, _128, _1 1 3, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold false, windowed true, changed false, speed 450] }
        d64 { _64 x _64, _128, _3 3 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed false, speed 513] }
        d64_changed { _64 x _64, _128, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed true, speed 600] }
        d96 { _96 x _96, _128, _2 2 1, Layout_K_SW64_Atom Layout_MN_SW64_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed false, speed 600] }
        d96_changed { _96 x _96, _128, _2 2 1, Layout_K_SW64_Atom Layout_MN_SW64_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed true, speed 600] }
        d128_full { _128 x _128, _160, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _2 of Q, [cluster _2, ping_pong true, hold false, windowed false, changed false, speed 660] }
        d128 { _128 x _128, _128, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed false, speed 615] }
        d128_changed { _128 x _128, _128, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _2 of Q, [cluster _1, ping_pong true, hold false, windowed true, changed true, speed 600] }
        d192_dv128 { _192 x _128, _112, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold false, windowed true, changed false, speed 600] }
        d192 { _192 x _192, _112, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold false, windowed true, changed false, speed 600] }
        d192_changed { _192 x _192, _96, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold false, windowed true, changed true, speed 600] }
        d256_full { _256 x _256, _80, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold true, windowed false, changed false, speed 690] }
        d256 { _256 x _256, _64, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold true, windowed true, changed false, speed 620] }
        d256_changed { _256 x _256, _48, _2 2 1, Layout_K_SW128_Atom Layout_MN_SW128_Atom, _1 of Q, [cluster _1, ping_pong false, hold false, windowed true, changed true, speed 600] }
    } };
}
pub(crate) use each_kernel;

/// The numbers of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Tiles {
    /// Type of all four tensors.
    pub dtype: DType,
    /// Queries of a tile of each CTA of a cluster: 64 for each consumer warpgroup.
    pub m: u32,
    /// CTAs of a cluster, which share keys and values.
    pub cluster: u32,
    /// Keys of a block.
    pub n: u32,
    /// Columns of Q and K, at most.
    pub head_dim: u32,
    /// Columns of V and O, at most.
    pub head_dim_v: u32,
    /// Groups of consumer warpgroups in a CTA, each with tiles, stages and a producer of its own.
    pub groups: u32,
    /// Whether it takes windows.
    pub windowed: bool,
    /// Whether it takes softcap, ALiBi and any scale, and no other problem.
    pub changed: bool,
    /// TFLOP/s over long sequences on an H200, by which the host chooses among kernels that compute a problem.
    pub speed: u32,
    /// Bytes of shared memory.
    pub shared: u32,
}

/// The tensors of a kernel that TMA fills.
pub trait TmaTiles {
    /// The element type of all four tensors.
    type T: Element;
    /// A warpgroup's queries.
    type TileQ: MemoryLayout;
    /// A block of keys.
    type TileK: MemoryLayout;
    /// A block of values.
    type TileV: MemoryLayout;
}

/// Declares a module for each kernel with its layouts, its storage and its [`TILES`](Tiles).
macro_rules! tiles {
    ($t:ident; $($name:ident { $d:ident x $dv:ident, $n:ident, $warpgroups:ident $count:literal $groups:literal, $k_atom:ident $mn_atom:ident, $stages:ident of Q,
        [cluster $cluster:ident, ping_pong $ping_pong:literal, hold $hold:literal, windowed $windowed:literal, changed $changed:literal, speed $speed:literal] })*) => {
        #[doc = concat!("Tiles of ", stringify!($t), ".")]
        pub mod $t { $(
            #[doc = concat!("Tiles of `attention_", stringify!($t), "_", stringify!($name), "`.")]
            pub mod $name {
                use azulejo_device::cute::$t;

                use super::super::*;

                /// The element type.
                pub type T = $t;
                /// Columns of Q and K.
                pub type D = $d;
                /// Columns of V and O.
                pub type DV = $dv;
                /// Keys of a block.
                pub type N = $n;
                /// Consumer warpgroups.
                pub const WARPGROUPS: u32 = $count;
                /// Groups of consumer warpgroups, each with tiles, stages and a producer of its own.
                pub const GROUPS: u32 = $groups;
                /// Threads of a CTA: the groups, and a warpgroup of producers.
                pub const THREADS: u32 = 128 * (1 + WARPGROUPS * GROUPS);
                /// CTAs that share keys and values: they have tiles of queries one after the other.
                pub type Cluster = ($cluster, _1, _1);
                /// Their number.
                pub const CLUSTER: u32 = extent::<$cluster>();
                /// The share of each in a block of keys or values.
                pub type Shares = Layout<$cluster, _1>;
                /// Whether one warpgroup issues its products after the other (ping-pong).
                pub const PING_PONG: bool = $ping_pong;
                /// Whether all exponentials of a step come before the wait for its values, and O is scaled only where a maximum has grown much.
                pub const HOLD: bool = $hold;
                /// Whether it takes softcap, ALiBi and any scale.
                pub const CHANGED: bool = $changed;
                /// A warpgroup's queries.
                pub type TileQ = TileToShape<$k_atom<T>, (_64, D), LayoutLeft>;
                /// A block of keys.
                pub type TileK = TileToShape<$k_atom<T>, (N, D), LayoutLeft>;
                /// A block of values.
                pub type TileV = TileToShape<$mn_atom<T>, (DV, N), (_2, _1)>;
                type SmemQ = TileToShape<$k_atom<T>, (_64, D, $warpgroups, $stages), LayoutLeft>;
                type SmemK = TileToShape<$k_atom<T>, (N, D, _2), LayoutLeft>;
                type SmemV = TileToShape<$mn_atom<T>, (DV, N, _2), (_2, _1, _3)>;

                /// Stages of Q.
                pub const STAGES_Q: u32 = extent::<$stages>();

                shared_storage! {
                    /// The shared memory of a group.
                    pub struct Storage {
                        tensor q: [T; SmemQ];
                        tensor k: [T; SmemK];
                        tensor v: [T; SmemV];
                        plain pipeline_q: PipelineStorage<{ STAGES_Q as usize }>;
                        plain pipeline_k: PipelineStorage<2>;
                        plain pipeline_v: PipelineStorage<2>;
                        plain scheduler: DynamicTileStorage;
                    }
                }

                /// Bytes from the storage of a group to the next one's.
                pub const STORAGE: u32 = Storage::BYTES.next_multiple_of(if GROUPS == 1 { 16 } else { 1024 });

                /// The numbers.
                pub const TILES: Tiles = Tiles {
                    dtype: <T as Element>::DTYPE,
                    m: 64 * WARPGROUPS * CLUSTER,
                    cluster: CLUSTER,
                    n: extent::<N>(),
                    head_dim: extent::<D>(),
                    head_dim_v: extent::<DV>(),
                    groups: GROUPS,
                    windowed: $windowed,
                    changed: CHANGED,
                    speed: $speed,
                    shared: GROUPS * STORAGE + 1024, // The storage starts at a multiple of 1024.
                };

                /// What TMA fills.
                #[derive(Clone, Copy, Debug)]
                pub struct Config;

                impl TmaTiles for Config {
                    type T = T;
                    type TileQ = TileQ;
                    type TileK = TileK;
                    type TileV = TileV;
                }

                const _: () = assert!(TILES.shared <= 232_448, "more shared memory than an SM has");
            }
        )* }
    };
}

/// A static extent.
pub(super) const fn extent<N: azulejo_layout::Int>() -> u32 {
    match N::STATIC {
        Some(value) => value as u32,
        None => panic!("the extents of a tile are static"),
    }
}

each_kernel!(tiles bf16);
each_kernel!(tiles f16);
