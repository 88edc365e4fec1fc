//! [`PartitionFragmentA`], [`PartitionFragmentB`], [`PartitionFragmentC`]: a thread's fragments of whole tiles.
#![allow(non_snake_case)]

use azulejo_layout::{Layout, LayoutLeft, Strides};

use super::fragment::MakeFragment;
use super::object::AtomTiling;
use super::slice::{Accumulators, FragmentA, FragmentB, ThrMma, Vxy, vxy};
use super::thrfrg::{OperandA, OperandB, OperandC, PartitionMma};
use crate::atom::MmaAtom;
use crate::tensor::{Moves, StaticCosize, Tensor, make_rmem};

macro_rules! operand {
    ($(#[$about:meta])* $trait:ident $fragment:ident $partition:ident $make:ident $operand:ident $type:ident $held:ident $value:ident $x:ident) => {
        $(#[$about])*
        pub trait $trait<E, L> {
            /// The fragment.
            type Fragment;

            /// Makes the fragment of a whole tile.
            fn $fragment(&self, tensor: &Tensor<E, L>) -> Self::Fragment;
        }

        #[diagnostic::do_not_recommend]
        impl<Mma, V, M, N, K, E, L, Part, Offset> $trait<E, L> for ThrMma<Mma, V, M, N, K>
        where
            Mma: AtomTiling,
            V: Copy,
            M: Copy,
            N: Copy,
            K: Copy,
            L: PartitionMma<$operand<Mma>, Vxy<V, $x, K>, Out = (Part, Offset)>,
            E: for<'a> Moves<Offset, View<'a> = E> + 'static,
            Offset: 'static,
            Part: 'static,
            <Mma::Atom as MmaAtom>::$held:
                MakeFragment<Mma::Atom, <Mma::Atom as MmaAtom>::$value, E, Part>,
        {
            type Fragment = $type<Mma, E, Part>;

            #[inline(always)]
            fn $fragment(&self, tensor: &Tensor<E, L>) -> Self::Fragment {
                self.$make(&self.$partition(tensor))
            }
        }
    };
}

operand! {
    /// `thr_mma.partition_fragment_A(&sA)`: what the thread holds of its part of a whole tile `(M,K)` of A.
    ///
    /// As a bound it says of a generic kernel's tile that the atom reads it.
    ///
    /// Source: CuTe, `ThrMMA::partition_fragment_A`.
    PartitionFragmentA partition_fragment_A partition_A make_fragment_A OperandA FragmentA FrgTypeA A M
}

operand! {
    /// `thr_mma.partition_fragment_B(&sB)`: what the thread holds of its part of a whole tile `(N,K)` of B.
    ///
    /// As a bound it says of a generic kernel's tile that the atom reads it.
    ///
    /// Source: CuTe, `ThrMMA::partition_fragment_B`.
    PartitionFragmentB partition_fragment_B partition_B make_fragment_B OperandB FragmentB FrgTypeB B N
}

/// `thr_mma.partition_fragment_C(layout)`: the accumulators of the thread's part of a tile `(M,N)`, column-major and all zero.
///
/// Source: CuTe, `partition_fragment_C`.
///
/// ```
/// use azulejo_layout::{Layout, ints::*, layout};
/// use azulejo_tensor::{PartitionFragmentC, TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom};
/// let thread = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new().get_slice(0usize);
/// let sums = thread.partition_fragment_C(layout!((_32, _8)));
/// assert_eq!(sums.layout().to_string(), "((_2,_2),_2,_1):((_1,_2),_4,_0)");
/// ```
pub trait PartitionFragmentC<L> {
    /// The fragment.
    type Fragment;

    /// Makes the fragment of a whole tile.
    fn partition_fragment_C(&self, layout: L) -> Self::Fragment;
}

#[diagnostic::do_not_recommend]
impl<Mma, V, M, N, K, L, S, D, Offset> PartitionFragmentC<L> for ThrMma<Mma, V, M, N, K>
where
    Mma: AtomTiling,
    V: Copy,
    M: Copy,
    N: Copy,
    K: Copy,
    S: Copy,
    D: Copy,
    L: PartitionMma<OperandC<Mma>, Vxy<V, M, N>, Out = (Layout<S, D>, Offset)>,
    LayoutLeft: Strides<S>,
    Layout<S, <LayoutLeft as Strides<S>>::D>: StaticCosize,
{
    type Fragment = Accumulators<<Mma::Atom as MmaAtom>::C, S>;

    #[inline(always)]
    fn partition_fragment_C(&self, layout: L) -> Self::Fragment {
        let (part, _) = layout.partition(vxy(self.v, self.m, self.n));
        make_rmem(LayoutLeft.layout(part.shape()))
    }
}
