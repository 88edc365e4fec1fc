//! A configuration of the kernel as one type: element types, tile, stages, cluster and operand orders.

use super::operand::{Major, Operand};
use azulejo_tensor::element::{DType, Element};
use core::marker::PhantomData;

/// K is the operand's contiguous index.
pub struct KMajor;
/// M or N is the operand's contiguous index.
pub struct MnMajor;

/// [`KMajor`] or [`MnMajor`].
pub trait Order: 'static {
    /// The same as a value.
    const MAJOR: Major;
}

impl Order for KMajor {
    const MAJOR: Major = Major::K;
}

impl Order for MnMajor {
    const MAJOR: Major = Major::Mn;
}

/// Output tile of `M × N`, with `STAGES` tiles of K in flight, in clusters of `CM × CN` tiles that share operands.
pub struct Tile<const M: u32, const N: u32, const STAGES: u32, const CM: u32, const CN: u32>;

/// A kernel: operands `A`, `B` in orders `OA`, `OB`, accumulator `Acc`, output `Out`, and the tile.
pub struct Gemm<A, B, Acc, Out, OA, OB, T>(PhantomData<(A, B, Acc, Out, OA, OB, T)>);

/// Everything about a configuration that is known before it runs.
pub trait Config: 'static {
    /// Rows and columns of the tile.
    const TILE: (u32, u32);
    /// Stages of the pipeline.
    const STAGES: u32;
    /// Tiles of a cluster along M and N.
    const CLUSTER: (u32, u32);
    /// A's tile: M by K.
    const A: Operand;
    /// B's tile: N by K.
    const B: Operand;
    /// Bytes of an output element.
    const OUT: u32;
    /// Types of A, B, accumulator and output.
    const TYPES: [DType; 4];

    /// K elements of a stage: 128 bytes.
    const BLOCK_K: u32 = 128 / Self::A.element;
    /// Consumer warpgroups: one for a tile of 64 rows, else two.
    const CONSUMERS: u32 = if Self::TILE.0 == 64 { 1 } else { 2 };
    /// Threads of a block: one producer warpgroup and the consumers.
    const THREADS: u32 = 128 * (1 + Self::CONSUMERS);
    /// 64-row blocks of a consumer.
    const ROW_BLOCKS: u32 = Self::TILE.0 / 64 / Self::CONSUMERS;
    /// Bytes of a stage.
    const STAGE: u32 = Self::A.bytes() + Self::B.bytes();
    /// Width in bytes of an output panel, 64 rows by at most 128 bytes: its swizzle.
    const PANEL_WIDTH: u32 = {
        let row = Self::TILE.1 * Self::OUT;
        if row.is_multiple_of(128) {
            128
        } else if row.is_multiple_of(64) {
            64
        } else {
            32
        }
    };
    /// Columns of an output panel.
    const PANEL_COLUMNS: u32 = Self::PANEL_WIDTH / Self::OUT;
    /// Bytes of an output panel.
    const PANEL: u32 = 64 * Self::PANEL_WIDTH;
    /// Output panels a consumer keeps in flight.
    const PANELS: u32 = 2;
    /// Where the output panels start.
    const PANELS_AT: u32 = Self::STAGES * Self::STAGE;
    /// Where the barriers start.
    const BARRIERS_AT: u32 = Self::PANELS_AT + Self::CONSUMERS * Self::PANELS * Self::PANEL;
    /// Dynamic shared memory to ask for, alignment included.
    const SHARED: u32 = 1024 + Self::BARRIERS_AT + Self::STAGES * 16;
    /// The same as a value, for whoever launches it.
    const DESCRIPTION: Description = {
        let () = Self::VALID;
        Description {
            tile: Self::TILE,
            block_k: Self::BLOCK_K,
            stages: Self::STAGES,
            cluster: Self::CLUSTER,
            a: Self::A,
            b: Self::B,
            out: Self::OUT,
            panel: (Self::PANEL_COLUMNS, 64),
            types: Self::TYPES,
            threads: Self::THREADS,
            resident: Self::RESIDENT,
            shared: Self::SHARED,
        }
    };
    /// Blocks that share a multiprocessor: two where one warpgroup computes and shared memory allows it.
    const RESIDENT: u32 = if Self::CONSUMERS == 1 && 2 * (Self::SHARED + 1024) <= 228 << 10 {
        2
    } else {
        1
    };
    /// Checked when a kernel is built.
    const VALID: () = {
        assert!(
            Self::SHARED <= 232_448,
            "the configuration needs more shared memory than a block has"
        );
        assert!(
            Self::A.bytes() % 1024 == 0 && Self::B.bytes() % 1024 == 0,
            "a stage must keep swizzle atoms aligned"
        );
        assert!(
            Self::CLUSTER.0 <= 2 && Self::CLUSTER.1 <= 2,
            "clusters of at most two by two tiles"
        );
        assert!(Self::STAGES >= 2);
    };
}

impl<
    A: Element,
    B: Element,
    Acc: Element,
    Out: Element,
    OA: Order,
    OB: Order,
    const M: u32,
    const N: u32,
    const STAGES: u32,
    const CM: u32,
    const CN: u32,
> Config for Gemm<A, B, Acc, Out, OA, OB, Tile<M, N, STAGES, CM, CN>>
{
    const TILE: (u32, u32) = (M, N);
    const STAGES: u32 = STAGES;
    const CLUSTER: (u32, u32) = (CM, CN);
    const A: Operand = Operand::new(
        OA::MAJOR,
        M,
        128 / size_of::<A>() as u32,
        size_of::<A>() as u32,
    );
    const B: Operand = Operand::new(
        OB::MAJOR,
        N,
        128 / size_of::<B>() as u32,
        size_of::<B>() as u32,
    );
    const OUT: u32 = size_of::<Out>() as u32;
    const TYPES: [DType; 4] = [A::DTYPE, B::DTYPE, Acc::DTYPE, Out::DTYPE];
}

/// A [`Config`] as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// Rows and columns of a tile.
    pub tile: (u32, u32),
    /// K elements of a stage.
    pub block_k: u32,
    /// Stages of the pipeline.
    pub stages: u32,
    /// Tiles of a cluster along M and N.
    pub cluster: (u32, u32),
    /// A's tile.
    pub a: Operand,
    /// B's tile.
    pub b: Operand,
    /// Bytes of an output element.
    pub out: u32,
    /// Columns and rows of the box that stores D.
    pub panel: (u32, u32),
    /// Types of A, B, accumulator and output.
    pub types: [DType; 4],
    /// Threads of a block.
    pub threads: u32,
    /// Blocks on a multiprocessor.
    pub resident: u32,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
}
