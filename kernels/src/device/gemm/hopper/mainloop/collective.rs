//! What multiplies a stage: a consumer's tiled MMA, its fragments of the stage's tiles, its accumulators.
//!
//! ```text
//! Ss<…, 1>   A and B in shared memory                  one batch a stage
//! Ss<…, 2>   the same, 64 rows of D by themselves      a batch for each
//! Rs         A through registers, transposed in loads  one batch a stage
//! ```
//!
//! [`Promoted`]`<M>` is one of these, sums of 8-bit floats being added in full precision.
//!
//! Types of operands, their orders and the kernel's row say which ([`Reads`], [`Products`]).

use super::super::collectives::{Products, Promoted, Share};
use super::super::config::{Config, Order};
use super::super::epilogue::{ConsumerThread, output_op::Accumulator};
use super::super::shared_storage::SharedStorage;
use super::super::smem_layouts::{Number, SmemTile, Stored};
use super::super::tiled_mma::{IdentityRows, PairedRows, PermutedRows};
use super::accumulators::{Accumulators, Parts, Register};
use super::transpose_a::TransposeA;
use crate::device::ptx::smem::Smem;
use azulejo_device::cute::*;
use azulejo_device::mma::{ExecuteScaledMma, GemmForm, ScaledMma};
use azulejo_device::{inlined, repeat};
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
    /// K-tiles of a pass of the loop: A's registers in flight must not be those that are loaded next, so two k-tiles have some each.
    const UNROLLED: u32 = 1;

    /// The accumulators before the first k-tile: zeros, or what their registers hold where products by `ScaleOut::Zero` come first.
    #[inline(always)]
    fn start() -> Self::Accumulators {
        Self::Accumulators::zero()
    }

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

    /// Multiplies a k-tile, and waits until the one before it is complete.
    ///
    /// # Safety
    /// Same requirements as [`multiply`](Self::multiply); the accumulators are those of [`start`](Self::start) for the first.
    unsafe fn k_tile(a: Self::A, b: Smem, acc: &mut Self::Accumulators, is_first: bool);
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

/// An element of A in an order: what multiplies it.
pub trait Reads<OA>: Stored {
    /// How the rows of A, and so of D, are permuted to the atom's.
    type Rows;
    /// For B's elements and order, the accumulator, the consumer's rows and columns, and which mainloop the row has.
    type Mainloop<B, OB, Acc, Rows, Blocks, N, L: Products>;
}

macro_rules! reads {
    (any $($t:ident $depth:ident;)*) => {$(
        impl<OA: Order> Reads<OA> for $t {
            type Rows = IdentityRows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, L: Products> = L::Of<
                Ss<GmmaSs<N, $depth, Acc, $t, B, OA, OB>, OA, OB, Rows, N, <$t as Stored>::BlockK, 1>,
                Ss<GmmaSs<N, $depth, Acc, $t, B, OA, OB>, OA, OB, _64, N, <$t as Stored>::BlockK, 2>,
            >;
        }
    )*};
    (k $($t:ident $depth:ident $v:ident $rows:ident;)*) => {$(
        impl Reads<K> for $t {
            type Rows = IdentityRows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, L: Products> = L::Of<
                Ss<GmmaSs<N, $depth, Acc, $t, B>, K, OB, Rows, N, <$t as Stored>::BlockK, 1>,
                Ss<GmmaSs<N, $depth, Acc, $t, B>, K, OB, _64, N, <$t as Stored>::BlockK, 2>,
            >;
        }
        impl Reads<MN> for $t {
            type Rows = $rows;
            type Mainloop<B, OB, Acc, Rows, Blocks, N, L: Products> = L::Of<
                Rs<GmmaRs<N, $depth, Acc, $t, B>, Rows, Blocks, N, <$t as Stored>::BlockK, $v>,
                (),
            >;
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
pub type MainloopOf<A, OA, B, OB, Acc, L, S, const M: usize, const N: usize> =
    <A as Reads<OA>>::Mainloop<
        B,
        OB,
        Acc,
        <Const<M> as Share<S>>::Rows,
        <Const<M> as Share<S>>::Blocks,
        Number<N>,
        L,
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

    #[inline(always)]
    fn start() -> Self::Accumulators {
        let mut acc = Self::Accumulators::zero();
        acc.discard();
        acc
    }

    #[inline(always)]
    unsafe fn load<C: Config>(
        storage: SharedStorage,
        consumer: ConsumerThread,
        stage: u32,
    ) -> Smem {
        storage.smem_a::<C>(stage) + consumer.row_block::<C>() * C::A.row_block_step
    }

    #[inline(always)]
    unsafe fn k_tile(a: Smem, b: Smem, acc: &mut Self::Accumulators, is_first: bool) {
        let scale = if is_first {
            ScaleOut::Zero
        } else {
            ScaleOut::One
        };
        // SAFETY: upheld by the caller, who has all threads of the warpgroup here.
        unsafe {
            Self::multiply(a, b, acc, scale);
            if PARTS == 1 {
                warpgroup_wait::<1>();
            } else {
                warpgroup_wait::<2>();
            }
        }
    }

    #[inline(always)]
    unsafe fn multiply(a: Smem, b: Smem, acc: &mut Self::Accumulators, scale: ScaleOut) {
        let mma = Mma::<Atom>::new();
        let thr_mma = mma.slice_of(_0);
        // SAFETY: the caller has a stage that is full, whose A and B are there.
        let (sA, sB) = unsafe { (tile(a), tile(b)) }; // (BLK_M,BLK_K), (BLK_N,BLK_K)
        let tCrA = thr_mma.partition_fragment_A(&sA); // (MMA,MMA_M,MMA_K)
        let tCrB = thr_mma.partition_fragment_B(&sB); // (MMA,MMA_N,MMA_K)
        repeat::<PARTS>(inlined!(|part| {
            // Tiles of the parts are contiguous.
            let first = tCrA.engine().moved((part * TA::COSIZE) as u32);
            let tCrA = Tensor::from_parts(first, tCrA.layout());
            // SAFETY: the caller has all threads of the warpgroup here, on a full stage, which stays so until the batch is waited for.
            unsafe {
                warpgroup_arrive();
                gemm(mma.scaled(scale), &tCrA, &tCrB, &mut acc.0[part]);
                warpgroup_commit_batch();
            }
        }));
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
    V: TransposeA,
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
    const UNROLLED: u32 = 2;

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
            V::load::<C, _>(storage.smem_a::<C>(stage), consumer, tCrA.engine_mut());
        }
        tCrA
    }

    #[inline(always)]
    unsafe fn k_tile(tCrA: Self::A, b: Smem, acc: &mut Self::Accumulators, _is_first: bool) {
        // SAFETY: upheld by the caller, who has all threads of the warpgroup here.
        unsafe {
            Self::multiply(tCrA, b, acc, ScaleOut::One);
            warpgroup_wait::<1>();
        }
    }

    #[inline(always)]
    unsafe fn multiply(tCrA: Self::A, b: Smem, acc: &mut Self::Accumulators, scale: ScaleOut) {
        let mma = Mma::<Atom>::new();
        // SAFETY: the caller has a stage that is full, whose B is there.
        let sB = unsafe { tile(b) }; // (BLK_N,BLK_K)
        let tCrB = mma.slice_of(_0).partition_fragment_B(&sB); // (MMA,MMA_N,MMA_K)
        // SAFETY: the caller has all threads of the warpgroup here, on a full stage, which stays so until the batch is waited for.
        unsafe {
            warpgroup_arrive();
            gemm(mma.scaled(scale), &tCrA, &tCrB, &mut acc.0[0]);
            warpgroup_commit_batch();
        }
    }
}

/// The tensor cores keep some 14 bits of a sum of 8-bit floats: each k-tile has a sum of its own, which is complete before it is added.
impl<M: Mainloop<Accumulators: Accumulators<Acc: Accumulator>>> Mainloop for Promoted<M> {
    type Accumulators = M::Accumulators;
    type A = M::A;

    #[inline(always)]
    unsafe fn load<C: Config>(
        storage: SharedStorage,
        consumer: ConsumerThread,
        stage: u32,
    ) -> M::A {
        // SAFETY: upheld by the caller.
        unsafe { M::load::<C>(storage, consumer, stage) }
    }

    #[inline(always)]
    unsafe fn multiply(a: M::A, b: Smem, acc: &mut M::Accumulators, scale: ScaleOut) {
        // SAFETY: upheld by the caller.
        unsafe { M::multiply(a, b, acc, scale) };
    }

    #[inline(always)]
    unsafe fn k_tile(a: M::A, b: Smem, acc: &mut M::Accumulators, _is_first: bool) {
        let mut part = M::Accumulators::zero();
        part.discard();
        // SAFETY: upheld by the caller, who has all threads of the warpgroup here.
        unsafe {
            M::multiply(a, b, &mut part, ScaleOut::Zero);
            warpgroup_wait::<0>();
        }
        part.fence_all();
        acc.update(inlined!(|sum, of, i| sum.add(part.at(of, i))));
    }
}
