//! [`MakeFragment`]: what a thread holds of an operand, registers or descriptors.

use core::marker::PhantomData;

use azulejo_layout::ints::{_0, _1};
use azulejo_layout::law::{Desc, Describe, Text};
use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, Int, Layout, LayoutOf, M, Native, Swizzle, layout_of,
};

use crate::atom::{Major, MmaAtom, StaticShape};
use crate::engine::{DescriptorFields, DescriptorIterator, SharedBase, offset_in};
use crate::{Element, FragmentLike, RmemTensor, Tensor, make_rmem};

/// The operand's values are in the thread's registers.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegisterFragment;

/// The operand stays in shared memory, `SIDE` 0 for A and 1 for B, and a thread holds its descriptor.
#[derive(Clone, Copy, Debug, Default)]
pub struct DescriptorFragment<Major, const SIDE: usize>(PhantomData<Major>);

/// How `make_fragment_A` and `make_fragment_B` make what a thread holds of an operand.
///
/// `Self` is `FrgTypeA` or `FrgTypeB` of the atom, `E` and `L` the engine and the layout of the partitioned tensor.
///
/// Source: CuTe, `FrgTypeA` of `MMA_Traits` and `make_fragment_A` of `MMA_Atom`.
#[diagnostic::on_unimplemented(
    message = "`{Atom}` cannot hold an operand of layout `{L}` on `{E}`",
    note = "an atom with a descriptor takes a tile in shared memory (`SharedPtr`) whose layout is a `Layout_K_*_Atom` or `Layout_MN_*_Atom` by `tile_to_shape`"
)]
pub trait MakeFragment<Atom, T, E, L> {
    /// The fragment: an owning tensor of registers, or a tensor of descriptors.
    type Fragment;

    /// Makes the fragment of a part that `partition_A` or `partition_B` gave.
    fn make_fragment(part: &Tensor<E, L>) -> Self::Fragment;
}

impl<Atom, T: Element, E, L: FragmentLike> MakeFragment<Atom, T, E, L> for RegisterFragment {
    type Fragment = RmemTensor<T, L::Layout>;

    #[inline(always)]
    fn make_fragment(part: &Tensor<E, L>) -> Self::Fragment {
        make_rmem(part.layout().fragment_like())
    }
}

/// The modes of a descriptor tensor: `(_1:_0)` in place of the values of an instruction.
type Replaced<R> = Cons<M<_1, _0>, R>;

impl<Atom, T, E, S, D, V, R, P, const SIDE: usize> MakeFragment<Atom, T, E, Layout<S, D>>
    for DescriptorFragment<P, SIDE>
where
    Atom: MmaAtom,
    E: SharedBase,
    P: Major,
    S: Copy,
    D: Copy,
    Layout<S, D>: AnyLayout<L = Cons<V, R>>,
    V: Describe,
    Replaced<R>: Native,
{
    type Fragment = Tensor<DescriptorIterator<T>, LayoutOf<Replaced<R>>>;

    #[inline(always)]
    fn make_fragment(part: &Tensor<E, Layout<S, D>>) -> Self::Fragment {
        let fields = const {
            DescriptorFields::of(
                V::DESC,
                Atom::ShapeMnk::EXTENTS[SIDE],
                P::IS_K,
                size_of::<T>(),
                0,
            )
        };
        let Cons(_, rest) = part.layout().modes();
        let first = DescriptorIterator::new(part.engine().shared_address(), 0, fields);
        Tensor::from_parts(first, layout_of(Cons(M(_1::NEW, _0::NEW), rest)))
    }
}

impl<Atom, T, E, B, Base, Sh, O, S, D, V, R, P, const SIDE: usize>
    MakeFragment<Atom, T, E, ComposedLayout<Swizzle<B, Base, Sh>, O, Layout<S, D>>>
    for DescriptorFragment<P, SIDE>
where
    Atom: MmaAtom,
    E: SharedBase,
    B: Int,
    Base: Int,
    O: Int,
    P: Major,
    S: Copy,
    D: Copy,
    Layout<S, D>: AnyLayout<L = Cons<V, R>>,
    V: Describe,
    Replaced<R>: Native,
{
    type Fragment = Tensor<DescriptorIterator<T>, LayoutOf<Replaced<R>>>;

    #[inline(always)]
    fn make_fragment(
        part: &Tensor<E, ComposedLayout<Swizzle<B, Base, Sh>, O, Layout<S, D>>>,
    ) -> Self::Fragment {
        let fields = const {
            let bits = match B::STATIC {
                Some(bits) => bits,
                None => panic!("the swizzle of an operand in shared memory is static"),
            };
            DescriptorFields::of(
                V::DESC,
                Atom::ShapeMnk::EXTENTS[SIDE],
                P::IS_K,
                size_of::<T>(),
                bits,
            )
        };
        let layout = part.layout();
        let Cons(_, rest) = layout.layout_b().modes();
        let offset = layout.offset().value() as isize;
        let first = DescriptorIterator::new(part.engine().shared_address(), offset, fields);
        Tensor::from_parts(first, layout_of(Cons(M(_1::NEW, _0::NEW), rest)))
    }
}

/// Stops the build where the values of an instruction, the first mode of a fragment, are not contiguous.
///
/// # Panics
/// At compile time, with the operand's name.
#[doc(hidden)]
#[track_caller]
pub const fn assert_contiguous_values(operand: &str, modes: &Desc) {
    let Desc::Cons(values, _) = modes else {
        return;
    };
    let Some(size) = values.size() else {
        panic!("gemm: the values of an instruction are static");
    };
    let mut i = 0;
    while i < size {
        if offset_in(values, i) != i {
            let line = Text::new()
                .text("gemm: the values of an instruction are not contiguous in operand ")
                .text(operand)
                .text("; take the fragment from `make_fragment_A`, `_B` or `_C`");
            panic!("{}", line.as_str());
        }
        i += 1;
    }
}
