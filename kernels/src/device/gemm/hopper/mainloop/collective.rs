//! What multiplies a stage: a consumer's tiled MMA, its fragments of the stage's tiles, its accumulators.
//!
//! ```text
//! Ss<…, 1>   A and B in shared memory                  one batch a stage
//! Ss<…, 2>   the same, 64 rows of D by themselves      a batch for each
//! Rs         A through registers, transposed in loads  one batch a stage
//! ```
//!
//! Types of operands, their orders and the consumers' roles say which ([`Reads`], [`KernelSchedule`]).

use super::super::config::{Config, Cooperative, KernelSchedule, Order, PingPong};
use super::super::epilogue::ConsumerThread;
use super::super::shared_storage::SharedStorage;
use super::super::tiles::{Number, SmemTile, Stored};
use super::super::tiling::{IdentityRows, PairedRows, PermutedRows};
use super::accumulators::{Accumulators, Parts, Register};
use super::transpose_a;
use crate::device::ptx::smem::Smem;
use azulejo_device::cute::*;
use azulejo_device::mma::{ExecuteScaledMma, GemmForm, ScaledMma};
use azulejo_device::repeat;
use azulejo_tensor::atom::{GmmaRs, GmmaSs, K8, K16, K32, K32Integer};
use azulejo_tensor::engine::{AsRegistersMut, EngineMut, Rmem};
use azulejo_tensor::{
    Certified, Extent, GemmRank, GetSlice, MemoryLayout, Moves, RmemTensor, make_rmem,
};
use core::marker::PhantomData;
use typenum::Const;

/// Products of a stage by a consumer warpgroup, and what they are added to.
pub trait Mainloop {
    /// A thread's accumulators.
    type Accumulators: Accumulators;
    /// A consumer's A of a stage: the address of its tile, or registers.
    type A;
    /// Batches of a stage.
    const BATCHES: u32 = 1;
    /// Whether A comes from registers. Else products by `ScaleOut::Zero` come first, which need no zeros.
    const FROM_REGISTERS: bool = false;

    /// The consumer's A of a stage.
    ///
    /// # Safety
    /// Called by every thread of the warpgroup, the stage being full.
    unsafe fn load<C: Config>(
        storage: SharedStorage,
        consumer: ConsumerThread,
        stage: u32,
    ) -> Self::A;

    /// Starts the K steps of a stage, whose B is at `b`, and closes their batches.
    ///
    /// # Safety
    /// Called by every thread of the warpgroup, the stage being full and staying so until the batches are waited for.
    unsafe fn multiply(a: Self::A, b: Smem, acc: &mut Self::Accumulators, scale: ScaleOut);
}

/// One warpgroup.
type Mma<Atom> = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>;
/// A and B in shared memory: `PARTS` tiles of `Rows` and one of `N` by `Q` terms, in orders `OA` and `OB`. Each part has accumulators
/// and batches of its own.
pub struct Ss<Atom, OA, OB, Rows, N, Q, const PARTS: usize>(
    PhantomData<(Atom, OA, OB, Rows, N, Q)>,
);

/// A with M contiguous through registers, `Rows` in `Blocks` of 64, `V` values an instruction; B in shared memory.
pub struct Rs<Atom, Rows, Blocks, N, Q, V>(PhantomData<(Atom, Rows, Blocks, N, Q, V)>);

/// Rows of a tile of `Self` that a consumer has, tiles being shared as `R` says.
pub trait Share<R> {
    /// The rows.
    type Rows;
    /// Blocks of 64.
    type Blocks;
}

macro_rules! shares {
    ($($role:ident: $($m:literal $rows:ident $blocks:ident),*;)*) => {
        $($(impl Share<$role> for Const<$m> { type Rows = $rows; type Blocks = $blocks; })*)*
    };
}

shares! {
    Cooperative: 64 _64 _1, 128 _64 _1, 192 _64 _1, 256 _128 _2;
    PingPong: 128 _128 _2;
}

/// An element of A in an order: what multiplies it.
pub trait Reads<OA>: Stored {
    /// How the rows of A, and so of D, are permuted to the atom's.
    type Rows;
    /// For B's elements and order, the accumulator, the consumer's rows and columns, and its role.
    type Mainloop<B, OB, Acc, Rows, Blocks, N, R: KernelSchedule>;
}

macro_rules! reads {
    (any $($t:ident $depth:ident;)*) => {$(
        impl<OA: Order> Reads<OA> for $t {
            type Rows = IdentityRows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, R: KernelSchedule> = R::Mainloop<
                Ss<GmmaSs<N, $depth, Acc, $t, B, OA, OB>, OA, OB, Rows, N, <$t as Stored>::BlockK, 1>,
                Ss<GmmaSs<N, $depth, Acc, $t, B, OA, OB>, OA, OB, _64, N, <$t as Stored>::BlockK, 2>,
            >;
        }
    )*};
    (k $($t:ident $depth:ident $v:ident $rows:ident;)*) => {$(
        impl Reads<K> for $t {
            type Rows = IdentityRows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, R: KernelSchedule> =
                Ss<GmmaSs<N, $depth, Acc, $t, B>, K, OB, Rows, N, <$t as Stored>::BlockK, 1>;
        }
        impl Reads<MN> for $t {
            type Rows = $rows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, R: KernelSchedule> =
                Rs<GmmaRs<N, $depth, Acc, $t, B>, Rows, Blocks, N, <$t as Stored>::BlockK, $v>;
        }
    )*};
}

reads! { any
    bf16 K16;
    f16 K16;
}

reads! { k
    Tf32 K8 _4 PermutedRows;
    F8E4M3 K32 _16 PairedRows;
    F8E5M2 K32 _16 PairedRows;
    i8 K32Integer _16 PairedRows;
}

/// The mainloop of a configuration.
pub type MainloopOf<A, OA, B, OB, Acc, R, const M: usize, const N: usize> =
    <A as Reads<OA>>::Mainloop<
        B,
        OB,
        Acc,
        <Const<M> as Share<<R as KernelSchedule>::TileScheduler>>::Rows,
        <Const<M> as Share<<R as KernelSchedule>::TileScheduler>>::Blocks,
        Number<N>,
        R,
    >;

/// The tensor of a tile that starts at `address`.
///
/// # Safety
/// The tile is the block's.
#[inline(always)]
unsafe fn tile<T: Copy, L: Default>(address: u32) -> Tensor<SharedPtr<T>, L> {
    // SAFETY: the caller has a tile of the block's shared memory, which barriers guard.
    Tensor::from_parts(unsafe { SharedPtr::new(address) }, L::default())
}

impl<Atom, OA, OB, Rows, N, Q, TA, TB, Thr, EA, LA, EB, LB, EC, LC, Rank, const PARTS: usize>
    Mainloop for Ss<Atom, OA, OB, Rows, N, Q, PARTS>
where
    Atom: ExecuteScaledMma<A: Stored, B: Stored, C: Register>,
    (Rows, Q): SmemTile<<Atom::A as Stored>::As, OA, Layout = TA>,
    (N, Q): SmemTile<<Atom::B as Stored>::As, OB, Layout = TB>,
    TA: Default + MemoryLayout,
    TB: Default,
    Mma<Atom>: GetSlice<_0, Slice = Thr> + Certified,
    Thr: PartitionFragmentA<SharedPtr<Atom::A>, TA, Fragment = Tensor<EA, LA>>
        + PartitionFragmentB<SharedPtr<Atom::B>, TB, Fragment = Tensor<EB, LB>>
        + PartitionFragmentC<Layout<(Rows, N), (_1, Rows)>, Fragment = Tensor<EC, LC>>,
    LA: azulejo_layout::Domain<L: GemmRank<Rank = Rank>>,
    Rank: GemmForm<ScaledMma<Mma<Atom>>, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>,
    EA: for<'a> Moves<u32, View<'a> = EA> + 'static,
    EC: EngineMut<Item = Atom::C, Space = Rmem> + AsRegistersMut<u32>,
    LC: Extent,
{
    type Accumulators = Parts<Atom, EC, LC, PARTS>;
    type A = Smem;
    const BATCHES: u32 = PARTS as u32;

    #[inline(always)]
    unsafe fn load<C: Config>(
        storage: SharedStorage,
        consumer: ConsumerThread,
        stage: u32,
    ) -> Smem {
        storage.smem_a::<C>(stage) + consumer.row_block::<C>() * C::A.row_block_step
    }

    #[inline(always)]
    unsafe fn multiply(a: Smem, b: Smem, acc: &mut Self::Accumulators, scale: ScaleOut) {
        let mma = Mma::<Atom>::new();
        let thr_mma = mma.slice_of(_0);
        // SAFETY: the caller has a stage that is full, whose A is there.
        let sA = unsafe { tile(a) }; // (BLK_M,BLK_K)
        // SAFETY: the caller has a stage that is full, whose B is there.
        let sB = unsafe { tile(b) }; // (BLK_N,BLK_K)
        let tCrA = thr_mma.partition_fragment_A(&sA); // (MMA,MMA_M,MMA_K)
        let tCrB = thr_mma.partition_fragment_B(&sB); // (MMA,MMA_N,MMA_K)
        repeat::<PARTS>(
            #[inline(always)]
            |part| {
                // Tiles of the parts are contiguous.
                let first = tCrA.engine().moved((part * TA::COSIZE) as u32);
                let tCrA = Tensor::from_parts(first, tCrA.layout());
                // SAFETY: the caller has all threads of the warpgroup here.
                unsafe { warpgroup_arrive() };
                // SAFETY: between `arrive` and `commit_batch`, on a full stage, which stays so until the batch is waited for.
                unsafe { gemm(mma.scaled(scale), &tCrA, &tCrB, &mut acc.0[part]) };
                // SAFETY: the caller has all threads of the warpgroup here.
                unsafe { warpgroup_commit_batch() };
            },
        );
    }
}

impl<Atom, Blocks, Rows, N, Q, V, D, TB, Thr, EB, LB, EC, LC, Rank> Mainloop
    for Rs<Atom, Rows, Blocks, N, Q, V>
where
    Atom: ExecuteScaledMma<A: Stored, B: Stored, C: Register>,
    (N, Q): SmemTile<<Atom::B as Stored>::As, K, Layout = TB>,
    TB: Default,
    Mma<Atom>: GetSlice<_0, Slice = Thr> + Certified,
    LayoutLeft: azulejo_layout::Strides<(V, Blocks, _4), D = D>,
    Layout<(V, Blocks, _4), D>:
        azulejo_tensor::StaticCosize + Default + azulejo_layout::Domain<L: GemmRank<Rank = Rank>>,
    Thr: PartitionFragmentB<SharedPtr<Atom::B>, TB, Fragment = Tensor<EB, LB>>
        + PartitionFragmentC<Layout<(Rows, N), (_1, Rows)>, Fragment = Tensor<EC, LC>>,
    Rank: GemmForm<
            ScaledMma<Mma<Atom>>,
            RmemTensor<Atom::A, Layout<(V, Blocks, _4), D>>,
            Tensor<EB, LB>,
            Tensor<EC, LC>,
        >,
    EC: EngineMut<Item = Atom::C, Space = Rmem> + AsRegistersMut<u32>,
    LC: Extent,
{
    type Accumulators = Parts<Atom, EC, LC, 1>;
    type A = RmemTensor<Atom::A, Layout<(V, Blocks, _4), D>>; // (MMA,MMA_M,MMA_K)
    const FROM_REGISTERS: bool = true;

    #[inline(always)]
    unsafe fn load<C: Config>(
        storage: SharedStorage,
        consumer: ConsumerThread,
        stage: u32,
    ) -> Self::A {
        let mut tCrA = make_rmem(Layout::default());
        // SAFETY: the caller has every thread of the warpgroup make the call, for a stage that is full; the fragment has the values
        // of A in that order.
        unsafe {
            transpose_a::load::<C, _>(storage.smem_a::<C>(stage), consumer, tCrA.engine_mut())
        };
        tCrA
    }

    #[inline(always)]
    unsafe fn multiply(tCrA: Self::A, b: Smem, acc: &mut Self::Accumulators, scale: ScaleOut) {
        let mma = Mma::<Atom>::new();
        // SAFETY: the caller has a stage that is full, whose B is there.
        let sB = unsafe { tile(b) }; // (BLK_N,BLK_K)
        let tCrB = mma.slice_of(_0).partition_fragment_B(&sB); // (MMA,MMA_N,MMA_K)
        // SAFETY: the caller has all threads of the warpgroup here.
        unsafe { warpgroup_arrive() };
        // SAFETY: between `arrive` and `commit_batch`, on a full stage, which stays so until the batch is waited for.
        unsafe { gemm(mma.scaled(scale), &tCrA, &tCrB, &mut acc.0[0]) };
        // SAFETY: the caller has all threads of the warpgroup here.
        unsafe { warpgroup_commit_batch() };
    }
}
