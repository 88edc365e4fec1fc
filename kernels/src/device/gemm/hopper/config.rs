//! A configuration of the kernel as one type: element types, tile, stages, cluster and operand orders.

use super::collectives::{Collectives, Products, Share, Stores};
use super::fusion::Fusion;
use super::operand::Operand;
use super::smem_layouts::{Number, SmemTile, Stored, tma_box};
pub use azulejo_tensor::atom::Major as Order;
use azulejo_tensor::element::{DType, Element};
use core::marker::PhantomData;
use typenum::{Const, ToUInt};

/// Output tile of `M × N`, with `STAGES` tiles of K in flight.
pub struct Tile<const M: usize, const N: usize, const STAGES: usize>;

/// Blocks that run together: `M × N` tiles that share operands, each cut into `K` splits of the sum.
pub struct Cluster<const M: u32, const N: u32, const K: u32>;

/// A kernel: operands `A`, `B` in orders `OA`, `OB`, accumulator `Acc`, output `Out`, tile, cluster and [`Collectives`].
#[allow(clippy::type_complexity)] // A list of parameters, not a structure.
pub struct Gemm<A, B, Acc, Out, OA, OB, T, C, R>(PhantomData<(A, B, Acc, Out, OA, OB, T, C, R)>);

/// Shared memory a block can have (CUDA programming guide, compute capability 9.0).
const MOST_SHARED: u32 = 232_448;

const fn least(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// Everything about a configuration that is known before it runs.
pub trait Config: Sized + 'static {
    /// Which mainloop multiplies.
    type Products: Products;
    /// What stores a tile.
    type Stores: Stores;
    /// Rows and columns of the tile.
    const TILE: (u32, u32);
    /// Stages of the pipeline.
    const STAGES: u32;
    /// Tiles of a cluster along M and N.
    const CLUSTER: (u32, u32);
    /// CTAs of a cluster that split K.
    const CLUSTER_K: u32;
    /// Consumer warpgroups.
    const CONSUMERS: u32;
    /// 64-row blocks of a consumer.
    const ROW_BLOCKS: u32;
    /// From the first of a consumer to that of the next: 0 where each has whole tiles.
    const ROW_BLOCK_STRIDE: u32;
    /// A's tile: M by K.
    const A: Operand;
    /// B's tile: N by K.
    const B: Operand;
    /// Elements of the boxes of their tensor maps along the contiguous and the other index.
    const BOXES: [(u32, u32); 2];
    /// Bytes of an output element.
    const OUT: u32;
    /// Types of A, B, accumulator and output.
    const TYPES: [DType; 4];

    /// K elements of a stage: 128 bytes.
    const BLOCK_K: u32 = 128 / Self::A.element;
    /// Blocks of a cluster.
    const BLOCKS: u32 = Self::CLUSTER.0 * Self::CLUSTER.1 * Self::CLUSTER_K;
    /// `true` if a launch may cut K into splits that are summed in a workspace.
    const CAN_SPLIT: bool = Self::ROW_BLOCK_STRIDE > 0
        && Self::Stores::FUSION.is_none()
        && (!Self::TRANSPOSE_A || Self::TILE.0 * Self::TILE.1 <= 128 * 128)
        && (Self::BLOCKS == Self::CLUSTER_K
            || Self::CLUSTER_K == 1 && Self::TILE.0 * Self::TILE.1 <= 128 * 128);
    /// Consumers of one stage.
    const CONSUMERS_PER_STAGE: u32 = Self::TILE.0 / 64 / Self::ROW_BLOCKS;
    /// Threads of a block: one producer warpgroup and the consumers.
    const THREADS: u32 = 128 * (1 + Self::CONSUMERS);
    /// `true` if a thread's accumulators take so many registers that the producer gives up more of its own.
    const LARGE_ACCUMULATORS: bool = Self::ROW_BLOCKS * Self::TILE.1 / 2 > 128;
    /// `true` if a thread's accumulators leave few registers for the epilogue.
    const REG_LIMITED: bool = Self::CONSUMERS == 3
        || match Self::OUT {
            4 => Self::ROW_BLOCKS * Self::TILE.1 / 2 >= 144,
            _ => Self::ROW_BLOCKS * Self::TILE.1 / 2 > 160,
        };
    /// `true` if a D that TMA cannot take is stored from registers, where the accumulators leave some for it; elsewhere from shared memory.
    const DIRECT: bool = Self::OUT > 1 && Self::ROW_BLOCKS * Self::TILE.1 / 2 < 128;
    /// `true` if scales, a bias and ReLU come to the sums in registers, where these leave some for it; elsewhere to fragments.
    const BROADCASTS: bool = !matches!(Self::TYPES[2], DType::F16 | DType::I32)
        && match Self::OUT {
            1 => false,
            2 => true,
            _ => Self::ROW_BLOCKS * Self::TILE.1 / 2 < 128,
        };
    /// `true` if C, GELU and SiLU come to the sums in registers, too: these are few, and the subtiles hold all of C at once.
    const ELEMENTWISE: bool = Self::BROADCASTS
        && Self::ROW_BLOCKS * Self::TILE.1 / 2 <= 64
        && Self::EPI_TILES == Self::TILE_EPI_TILES;
    /// `true` if consumers transpose A while they load it into registers: M-major of 8 or 32 bits, which `wgmma` does not read.
    const TRANSPOSE_A: bool = !Self::A.has_descriptor();
    /// Bytes of a stage.
    const STAGE: u32 = Self::A.bytes + Self::B.bytes;
    /// Width in bytes of an output subtile of 64 rows: its swizzle.
    const EPI_TILE_WIDTH: u32 = match Self::TILE.1 * Self::OUT {
        128.. => 128,
        64.. => 64,
        row => row,
    };
    /// Columns of an output subtile.
    const EPI_TILE_COLUMNS: u32 = Self::EPI_TILE_WIDTH / Self::OUT;
    /// Whole subtiles across the tile.
    const WHOLE_EPI_TILES: u32 = Self::TILE.1 * Self::OUT / Self::EPI_TILE_WIDTH;
    /// Width in bytes of the narrower subtile after them, or 0.
    const REST_WIDTH: u32 = Self::TILE.1 * Self::OUT % Self::EPI_TILE_WIDTH;
    /// Subtiles of a consumer's share of the tile.
    const TILE_EPI_TILES: u32 = Self::ROW_BLOCKS * Self::ACROSS;
    /// Bytes of an output subtile.
    const EPI_TILE: u32 = 64 * Self::EPI_TILE_WIDTH;
    /// Output subtiles a consumer keeps in flight: as many as there is room for, up to all of its share.
    const EPI_TILES: u32 = {
        let room = MOST_SHARED - 1024 - Self::STAGES * (Self::STAGE + 16);
        let fit = room / (Self::CONSUMERS * (Self::EPI_TILE + Self::Stores::BARRIERS * 8));
        least(fit, Self::TILE_EPI_TILES)
    };
    /// Bytes of a consumer's output buffer.
    const OUTPUT: u32 = Self::EPI_TILES * Self::EPI_TILE;
    /// Where the output buffers start.
    const OUTPUT_AT: u32 = Self::STAGES * Self::STAGE;
    /// Where the barriers start.
    const BARRIERS_AT: u32 = Self::OUTPUT_AT + Self::CONSUMERS * Self::OUTPUT;
    /// Where the barriers of output subtiles that C comes to start.
    const EPI_TILE_BARRIERS_AT: u32 = Self::BARRIERS_AT + Self::STAGES * 16;
    /// Epilogue fragments of 16 columns across the tile.
    const EPI_FRAGMENTS: u32 = Self::TILE.1 / 16;
    /// Epilogue fragments that go through the whole epilogue at a time: as many as registers allow that divide every subtile.
    const FRAGMENTS_AT_ONCE: u32 = {
        let held = Self::ROW_BLOCKS * Self::TILE.1 / 2;
        let most = if Self::REG_LIMITED
            || Self::TRANSPOSE_A
            || (Self::OUT == 4 && (held >= 128 || Self::MIN_CTAS > 1))
        {
            1
        } else if held <= 128 && (Self::MIN_CTAS == 1 || held < 32) {
            4
        } else {
            2
        };
        let (epi_tile, rest) = (
            Self::EPI_TILE_COLUMNS / 16,
            Self::REST_WIDTH / Self::OUT / 16,
        );
        let mut fragments = most;
        while epi_tile % fragments != 0 || rest % fragments != 0 {
            fragments /= 2;
        }
        fragments
    };
    /// Subtiles across the tile.
    const ACROSS: u32 = Self::WHOLE_EPI_TILES + (Self::REST_WIDTH > 0) as u32;
    /// Subtiles of all consumers.
    const ALL_EPI_TILES: u32 = Self::CONSUMERS * Self::EPI_TILES;
    /// Dynamic shared memory to ask for, alignment included.
    const SHARED: u32 =
        1024 + Self::EPI_TILE_BARRIERS_AT + Self::ALL_EPI_TILES * Self::Stores::BARRIERS * 8;
    /// The same as a value, for the host that launches it.
    const DESCRIPTION: Description = {
        let () = Self::VALID;
        Description::of::<Self>()
    };
    /// Blocks that share an SM: two where one warpgroup computes and shared memory allows it.
    const MIN_CTAS: u32 = if Self::CONSUMERS == 1 && 2 * (Self::SHARED + 1024) <= 228 << 10 {
        2
    } else {
        1
    };
    /// Checked when a kernel is built.
    const VALID: () = {
        assert!(
            Self::SHARED <= MOST_SHARED,
            "the configuration needs more shared memory than a block has"
        );
        assert!(
            Self::A.bytes % 1024 == 0 && Self::B.bytes % 1024 == 0,
            "a stage must keep swizzle atoms aligned"
        );
        assert!(
            Self::OUTPUT % 1024 == 0 && Self::EPI_TILES > 0,
            "output subtiles must keep swizzle atoms aligned"
        );
        assert!(
            matches!(Self::EPI_TILE_WIDTH, 128 | 64 | 32) && Self::TILE.1.is_multiple_of(16),
            "a subtile is one swizzle atom wide and whole epilogue fragments"
        );
        assert!(Self::BLOCKS <= 4, "clusters of at most four blocks");
        assert!(
            Self::B.has_descriptor(),
            "of 8-bit and 32-bit operands only A may have K strided: its transpose makes B of it"
        );
        assert!(
            Self::Stores::FUSION.is_none() || (Self::OUT == 2 && !Self::TRANSPOSE_A),
            "a fused epilogue is of 16-bit elements"
        );
        assert!(Self::STAGES >= 2);
    };

    /// The byte of A's tile where element `(m, k)` starts.
    #[cfg(target_arch = "nvptx64")]
    fn at_a(m: u32, k: u32) -> u32;
}

impl<
    A: Stored,
    B: Stored,
    Acc: Element,
    Out: Element,
    OA: Order,
    OB: Order,
    L: Products,
    E: Stores,
    S: 'static,
    const M: usize,
    const N: usize,
    const STAGES: usize,
    const CM: u32,
    const CN: u32,
    const CK: u32,
> Config
    for Gemm<A, B, Acc, Out, OA, OB, Tile<M, N, STAGES>, Cluster<CM, CN, CK>, Collectives<L, E, S>>
where
    Const<M>: ToUInt + Share<S>,
    Const<N>: ToUInt,
    (Number<M>, A::BlockK): SmemTile<A::As, OA>,
    (Number<N>, B::BlockK): SmemTile<B::As, OB>,
{
    type Products = L;
    type Stores = E;
    const TILE: (u32, u32) = (M as u32, N as u32);
    const STAGES: u32 = STAGES as u32;
    const CLUSTER: (u32, u32) = (CM, CN);
    const CLUSTER_K: u32 = CK;
    const CONSUMERS: u32 = <Const<M> as Share<S>>::CONSUMERS;
    const ROW_BLOCKS: u32 = <Const<M> as Share<S>>::ROW_BLOCKS;
    const ROW_BLOCK_STRIDE: u32 = <Const<M> as Share<S>>::ROW_BLOCK_STRIDE;
    const A: Operand = <(Number<M>, A::BlockK)>::OPERAND;
    const B: Operand = <(Number<N>, B::BlockK)>::OPERAND;
    const BOXES: [(u32, u32); 2] = [
        tma_box::<A, <(Number<M>, A::BlockK) as SmemTile<A::As, OA>>::Tma>(CN),
        tma_box::<B, <(Number<N>, B::BlockK) as SmemTile<B::As, OB>>::Tma>(CM),
    ];
    const OUT: u32 = size_of::<Out>() as u32;
    const TYPES: [DType; 4] = [A::DTYPE, B::DTYPE, Acc::DTYPE, Out::DTYPE];

    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    fn at_a(m: u32, k: u32) -> u32 {
        <(Number<M>, A::BlockK)>::at(m, k)
    }
}

/// Declares [`Description`]: fields that are constants of a [`Config`] have their documentation there.
macro_rules! description {
    ($($field:ident: $t:ty = $constant:ident,)* : $($(#[$about:meta])* $made:ident: $of:ty = $value:expr,)*) => {
        /// A [`Config`] as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Description {
            $(#[doc = concat!("[`Config::", stringify!($constant), "`].")] pub $field: $t,)*
            $($(#[$about])* pub $made: $of,)*
        }

        impl Description {
            /// That of a configuration.
            const fn of<C: Config>() -> Self {
                Self { $($field: C::$constant,)* $($made: $value,)* }
            }

            /// Blocks of a cluster.
            pub const fn blocks(&self) -> u32 {
                self.cluster.0 * self.cluster.1 * self.cluster_k
            }
        }
    };
}

description! {
    tile: (u32, u32) = TILE,
    block_k: u32 = BLOCK_K,
    stages: u32 = STAGES,
    cluster: (u32, u32) = CLUSTER,
    cluster_k: u32 = CLUSTER_K,
    can_split: bool = CAN_SPLIT,
    a: Operand = A,
    b: Operand = B,
    boxes: [(u32, u32); 2] = BOXES,
    out: u32 = OUT,
    epi_tile: u32 = EPI_TILE_COLUMNS,
    fragments_at_once: u32 = FRAGMENTS_AT_ONCE,
    direct: bool = DIRECT,
    broadcasts: bool = BROADCASTS,
    elementwise: bool = ELEMENTWISE,
    types: [DType; 4] = TYPES,
    threads: u32 = THREADS,
    min_ctas: u32 = MIN_CTAS,
    shared: u32 = SHARED,
    :
    /// `true` if the consumers take tiles alternately.
    ping_pong: bool = C::ROW_BLOCK_STRIDE == 0,
    /// `true` if each stage is added in full precision.
    promotes: bool = C::Products::PROMOTES,
    /// The epilogue, where it is the only one.
    fusion: Option<Fusion> = C::Stores::FUSION,
    /// Columns of the narrower subtile after the whole ones, or 0.
    rest: u32 = C::REST_WIDTH / C::OUT,
}

impl Description {
    /// Consumer warpgroups.
    pub const fn consumers(&self) -> u32 {
        self.threads / 128 - 1
    }

    /// Blocks of 64 rows of a consumer.
    pub const fn row_blocks(&self) -> u32 {
        let shared = if self.ping_pong { 1 } else { self.consumers() };
        self.tile.0 / 64 / shared
    }
}
