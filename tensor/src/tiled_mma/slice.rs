//! One thread of a tiled multiply-accumulate.

use azulejo_layout::check::rules::Text;
use azulejo_layout::{AnyLayout, Cons, Int, Layout, LayoutLeft, Lf, Nil, Strides};

use super::fragment::MakeFragment;
use super::thrfrg::{OperandA, OperandB, OperandC, PartitionMma, divides};
use super::{AtomTiling, TiledMma, VmnkLayout};
use crate::atom::MmaAtom;
use crate::partition::FlatCoord;
use crate::tensor::{Moves, MovesMut, RmemTensor, StaticCosize, Tensor, make_rmem};

/// A thread's coordinate in the atom, and among the copies along M, N and K.
#[derive(Clone, Copy, Debug)]
pub struct ThrMma<Mma, V, M, N, K> {
    mma: Mma,
    pub(super) v: V,
    pub(super) m: M,
    pub(super) n: N,
    k: K,
}

/// The coordinate `(V, (X, Y))`.
pub(super) type Vxy<V, X, Y> = Cons<Lf<V>, Cons<Cons<Lf<X>, Cons<Lf<Y>, Nil>>, Nil>>;

#[inline(always)]
pub(super) fn vxy<V, X, Y>(v: V, x: X, y: Y) -> Vxy<V, X, Y> {
    Cons(Lf(v), Cons(Cons(Lf(x), Cons(Lf(y), Nil)), Nil))
}

impl<Atom, Al, P> TiledMma<Atom, Al, P>
where
    Self: AtomTiling,
{
    /// The thread with this index, which is below [`threads`](Self::threads).
    ///
    /// A larger one begins again at thread 0, as CuTe's does: consumers behind a producer subtract its threads.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, layout};
    /// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, make_tensor};
    /// let mma = TiledMma::<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>::new();
    /// let data: Vec<u32> = (0..64 * 32).collect();
    /// let c = make_tensor(&data[..], layout!((_64, _32):(_32, _1)))?;
    /// let mine = mma.get_slice(5u32).partition_C(&c);
    /// assert_eq!(mine.layout().to_string(), "((_2,_2),_2,_2):((_1,_256),_1024,_16)");
    /// assert_eq!(mine.at(0), 34);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn get_slice<I, V, M, N, K>(self, index: I) -> ThrMma<Self, V, M, N, K>
    where
        I: Int,
        <VmnkLayout<Self> as AnyLayout>::L:
            FlatCoord<I, Coords = Cons<Lf<V>, Cons<Lf<M>, Cons<Lf<N>, Cons<Lf<K>, Nil>>>>>,
    {
        let (_, Cons(Lf(v), Cons(Lf(m), Cons(Lf(n), Cons(Lf(k), Nil))))) =
            self.thr_layout_vmnk().modes().flat_coord(index);
        ThrMma {
            mma: self,
            v,
            m,
            n,
            k,
        }
    }
}

/// [`TiledMma::get_slice`] as a bound of generic kernels.
pub trait GetSlice<I>: AtomTiling {
    /// A [`ThrMma`].
    type Slice;

    /// The thread with this index.
    fn slice_of(self, index: I) -> Self::Slice;
}

#[diagnostic::do_not_recommend]
impl<Atom, Al, P, I, V, M, N, K> GetSlice<I> for TiledMma<Atom, Al, P>
where
    Self: AtomTiling,
    I: Int,
    <VmnkLayout<Self> as AnyLayout>::L:
        FlatCoord<I, Coords = Cons<Lf<V>, Cons<Lf<M>, Cons<Lf<N>, Cons<Lf<K>, Nil>>>>>,
{
    type Slice = ThrMma<Self, V, M, N, K>;

    #[inline(always)]
    fn slice_of(self, index: I) -> Self::Slice {
        self.get_slice(index)
    }
}

/// Stops where threads would write the same element of memory.
#[track_caller]
const fn writes_alone<Mma: AtomTiling>(shared: bool) {
    if let Some(copies) = <Mma::ThrK as Int>::STATIC
        && shared
        && copies > 1
    {
        let line = Text::new()
            .text("partition_C_mut: the atoms are split along K in ")
            .number(copies)
            .text(", so the threads at (V,M,N,K) = (0,0,0,0) and (0,0,0,1) would both write element (0,0) of C; sum their accumulators first, or give the atom layout the extent _1 along K");
        panic!("{}", line.as_str());
    }
}

#[allow(non_snake_case)]
impl<Mma, V: Copy, M: Copy, N: Copy, K: Copy> ThrMma<Mma, V, M, N, K> {
    /// The tiled multiply-accumulate.
    #[inline(always)]
    pub fn tiled_mma(&self) -> Mma
    where
        Mma: Copy,
    {
        self.mma
    }

    /// This thread's part of `A` (M, K): `(V, M, K)`.
    #[inline(always)]
    pub fn partition_A<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a Tensor<E, L>,
    ) -> Tensor<E::View<'a>, Part>
    where
        L: PartitionMma<OperandA<Mma>, Vxy<V, M, K>, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        const { divides("partition_A", L::ROUND) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.m, self.k));
        Tensor::from_parts(tensor.engine.moved(offset), layout)
    }

    /// This thread's part of `A` (M, K): `(V, M, K)`, for writing.
    #[inline(always)]
    pub fn partition_A_mut<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a mut Tensor<E, L>,
    ) -> Tensor<E::ViewMut<'a>, Part>
    where
        L: PartitionMma<OperandA<Mma>, Vxy<V, M, K>, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
        Mma: AtomTiling,
    {
        const { divides("partition_A_mut", L::ROUND) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.m, self.k));
        Tensor::from_parts(tensor.engine.moved_mut(offset), layout)
    }

    /// This thread's part of `B` (N, K): `(V, N, K)`.
    #[inline(always)]
    pub fn partition_B<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a Tensor<E, L>,
    ) -> Tensor<E::View<'a>, Part>
    where
        L: PartitionMma<OperandB<Mma>, Vxy<V, N, K>, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        const { divides("partition_B", L::ROUND) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.n, self.k));
        Tensor::from_parts(tensor.engine.moved(offset), layout)
    }

    /// This thread's part of `B` (N, K): `(V, N, K)`, for writing.
    #[inline(always)]
    pub fn partition_B_mut<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a mut Tensor<E, L>,
    ) -> Tensor<E::ViewMut<'a>, Part>
    where
        L: PartitionMma<OperandB<Mma>, Vxy<V, N, K>, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
        Mma: AtomTiling,
    {
        const { divides("partition_B_mut", L::ROUND) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.n, self.k));
        Tensor::from_parts(tensor.engine.moved_mut(offset), layout)
    }

    /// This thread's part of `C` (M, N): `(V, M, N)`.
    #[inline(always)]
    pub fn partition_C<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a Tensor<E, L>,
    ) -> Tensor<E::View<'a>, Part>
    where
        L: PartitionMma<OperandC<Mma>, Vxy<V, M, N>, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        const { divides("partition_C", L::ROUND) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.m, self.n));
        Tensor::from_parts(tensor.engine.moved(offset), layout)
    }

    /// This thread's part of `C` (M, N): `(V, M, N)`, for writing. No two threads write the same element of memory; the compiler rejects atoms split along K.
    #[inline(always)]
    pub fn partition_C_mut<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a mut Tensor<E, L>,
    ) -> Tensor<E::ViewMut<'a>, Part>
    where
        L: PartitionMma<OperandC<Mma>, Vxy<V, M, N>, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
        Mma: AtomTiling,
    {
        const { divides("partition_C_mut", L::ROUND) };
        const { writes_alone::<Mma>(E::SHARED) };
        let (layout, offset) = tensor.layout.partition(vxy(self.v, self.m, self.n));
        Tensor::from_parts(tensor.engine.moved_mut(offset), layout)
    }
}

/// What `make_fragment_A` gives for a part of engine `E` and layout `L`.
pub type FragmentA<Mma, E, L> =
    <<<Mma as AtomTiling>::Atom as MmaAtom>::FrgTypeA as MakeFragment<
        <Mma as AtomTiling>::Atom,
        <<Mma as AtomTiling>::Atom as MmaAtom>::A,
        E,
        L,
    >>::Fragment;

/// What `make_fragment_B` gives for a part of engine `E` and layout `L`.
pub type FragmentB<Mma, E, L> =
    <<<Mma as AtomTiling>::Atom as MmaAtom>::FrgTypeB as MakeFragment<
        <Mma as AtomTiling>::Atom,
        <<Mma as AtomTiling>::Atom as MmaAtom>::B,
        E,
        L,
    >>::Fragment;

/// An owning column-major tensor.
pub type Accumulators<T, S> = RmemTensor<T, Layout<S, <LayoutLeft as Strides<S>>::D>>;

#[allow(non_snake_case)]
impl<Mma: AtomTiling, V, M, N, K> ThrMma<Mma, V, M, N, K> {
    /// What the thread holds of a part of `A` that [`ThrMma::partition_A`] gave: registers, all zero, or descriptors.
    ///
    /// An atom that reads shared memory itself (GMMA) gives a tensor of descriptors `((_1),MMA,MMA_K,…)`, sliced by stage and
    /// k-block at no cost; others give an owning tensor of registers.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, layout};
    /// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, copy, f16, make_tensor};
    /// let data = [f16::ONE; 1024];
    /// let tile = make_tensor(&data[..], layout!((_32, _32):(_32, _1)))?;
    /// let thread = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new().get_slice(0usize);
    /// let mine = thread.partition_A(&tile);
    /// let mut fragment = thread.make_fragment_A(&mine);
    /// copy(&mine, &mut fragment);
    /// assert_eq!((fragment.size(), fragment.at(1)), (32, f16::ONE));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn make_fragment_A<E, L>(&self, part: &Tensor<E, L>) -> FragmentA<Mma, E, L>
    where
        <Mma::Atom as MmaAtom>::FrgTypeA: MakeFragment<Mma::Atom, <Mma::Atom as MmaAtom>::A, E, L>,
    {
        const {
            let _ = <<Mma::Atom as MmaAtom>::FrgTypeA as MakeFragment<
                Mma::Atom,
                <Mma::Atom as MmaAtom>::A,
                E,
                L,
            >>::FIELDS;
        }
        <Mma::Atom as MmaAtom>::FrgTypeA::make_fragment(part)
    }

    /// What the thread holds of a part of `B` that [`ThrMma::partition_B`] gave: registers, all zero, or descriptors.
    ///
    /// An atom that reads shared memory itself (GMMA) gives a tensor of descriptors `((_1),MMA,MMA_K,…)`, sliced by stage and
    /// k-block at no cost; others give an owning tensor of registers.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, layout};
    /// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, copy, f16, make_tensor};
    /// let data = [f16::ONE; 1024];
    /// let tile = make_tensor(&data[..], layout!((_16, _32):(_32, _1)))?;
    /// let thread = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new().get_slice(0usize);
    /// let mine = thread.partition_B(&tile);
    /// let mut fragment = thread.make_fragment_B(&mine);
    /// copy(&mine, &mut fragment);
    /// assert_eq!((fragment.size(), fragment.at(1)), (16, f16::ONE));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn make_fragment_B<E, L>(&self, part: &Tensor<E, L>) -> FragmentB<Mma, E, L>
    where
        <Mma::Atom as MmaAtom>::FrgTypeB: MakeFragment<Mma::Atom, <Mma::Atom as MmaAtom>::B, E, L>,
    {
        const {
            let _ = <<Mma::Atom as MmaAtom>::FrgTypeB as MakeFragment<
                Mma::Atom,
                <Mma::Atom as MmaAtom>::B,
                E,
                L,
            >>::FIELDS;
        }
        <Mma::Atom as MmaAtom>::FrgTypeB::make_fragment(part)
    }

    /// Accumulators for a part of `C` that [`ThrMma::partition_C`] gave, column-major and all zero.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, layout};
    /// use azulejo_tensor::{TiledMma, atom::UniversalFMA, gemm_with, make_tensor};
    /// // 16 x 16 threads on a 32 x 32 tile: thread 17 owns rows 1, 17 and columns 1, 17.
    /// let mma = TiledMma::<UniversalFMA<f32>, Layout<(_16, _16, _1), (_1, _16, _0)>>::new();
    /// let data: Vec<f32> = (0..32 * 4).map(|i| i as f32).collect();
    /// let a = make_tensor(&data[..], layout!((_32, _4)))?;
    /// let b = make_tensor(&data[..], layout!((_32, _4)))?;
    /// let mut out = [0.0f32; 32 * 32];
    /// let c = make_tensor(&mut out[..], layout!((_32, _32)))?;
    /// let thread = mma.get_slice(17u32);
    /// let (mine_a, mine_b) = (thread.partition_A(&a), thread.partition_B(&b));
    /// let mut sums = thread.make_fragment_C(&thread.partition_C(&c));
    /// gemm_with(&UniversalFMA::<f32>::default(), &mine_a, &mine_b, &mut sums);
    /// let expected: f32 = (0..4).map(|k| (1 + 32 * k) as f32 * (17 + 32 * k) as f32).sum();
    /// assert_eq!(sums.at((0, 0, 1)), expected); // row 1, column 17
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn make_fragment_C<E, S, D>(
        &self,
        part: &Tensor<E, Layout<S, D>>,
    ) -> Accumulators<<Mma::Atom as MmaAtom>::C, S>
    where
        S: Copy,
        D: Copy,
        LayoutLeft: Strides<S>,
        Layout<S, <LayoutLeft as Strides<S>>::D>: StaticCosize,
    {
        make_rmem(LayoutLeft.layout(part.layout().shape()))
    }
}
