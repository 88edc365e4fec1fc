//! [`MakeFragment`]: what a thread holds of an operand, registers or descriptors.

use azulejo_layout::check::rules::{Desc, Describe, Text};
use azulejo_layout::ints::{_0, _1};
use azulejo_layout::{
    AnyLayout, ComposedLayout, Cons, Int, Layout, LayoutOf, M, Native, Swizzle, layout_of,
};

use crate::atom::{DescriptorFragment, Major, MmaAtom, RegisterFragment, S4, StaticShape, U1, U4};
use crate::element::Element;
use crate::engine::{DescriptorFields, DescriptorIterator, Engine, Packs, SharedBase, offset_in};
use crate::tensor::{
    FragmentLike, RmemSubbyteTensor, RmemTensor, StaticCosize, Tensor, make_rmem, make_rmem_subbyte,
};

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

    /// The fields of the descriptors, which the build works out; registers have none.
    ///
    /// `make_fragment_A` and `make_fragment_B` evaluate it, so that an error names the line of the call.
    #[doc(hidden)]
    const FIELDS: Option<DescriptorFields> = None;

    /// Makes the fragment of a part that `partition_A` or `partition_B` gave.
    fn make_fragment(part: &Tensor<E, L>) -> Self::Fragment;
}

impl<Atom, T, E, L> MakeFragment<Atom, T, E, L> for RegisterFragment
where
    L: FragmentLike,
    T: FragmentValue<L::Layout>,
{
    type Fragment = T::Fragment;

    #[inline(always)]
    fn make_fragment(part: &Tensor<E, L>) -> Self::Fragment {
        T::make_rmem(part.layout().fragment_like())
    }
}

/// A value of which registers hold tensors: every element, and the integers that share bytes.
#[diagnostic::on_unimplemented(
    message = "no register fragment of this layout can be made",
    note = "fragments need a static shape: partition a tile with static extents"
)]
pub trait FragmentValue<L> {
    /// An owning tensor.
    type Fragment;

    /// An owning tensor, all zero.
    fn make_rmem(layout: L) -> Self::Fragment;
}

#[diagnostic::do_not_recommend]
impl<T: Element, L: StaticCosize> FragmentValue<L> for T {
    type Fragment = RmemTensor<T, L>;

    #[inline(always)]
    fn make_rmem(layout: L) -> Self::Fragment {
        make_rmem(layout)
    }
}

macro_rules! packed {
    ($($t:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L: StaticCosize> FragmentValue<L> for $t
        where
            $t: Packs<L::N>,
        {
            type Fragment = RmemSubbyteTensor<$t, L>;

            #[inline(always)]
            fn make_rmem(layout: L) -> Self::Fragment {
                make_rmem_subbyte(layout)
            }
        }
    )*};
}

packed!(S4 U4 U1);

/// The fields that a descriptor fragment has.
const fn fields_of(fields: Option<DescriptorFields>) -> DescriptorFields {
    match fields {
        Some(fields) => fields,
        None => panic!("registers have no descriptor"),
    }
}

/// The modes of a descriptor tensor: `(_1:_0)` in place of the values of an instruction.
type Replaced<R> = Cons<M<_1, _0>, R>;

impl<Atom, T, E, S, D, V, R, P, const SIDE: usize> MakeFragment<Atom, T, E, Layout<S, D>>
    for DescriptorFragment<P, SIDE>
where
    Atom: MmaAtom,
    E: SharedBase + Engine<Item = T>,
    P: Major,
    S: Copy,
    D: Copy,
    Layout<S, D>: AnyLayout<L = Cons<V, R>>,
    V: Describe,
    Replaced<R>: Native,
{
    type Fragment = Tensor<DescriptorIterator<T>, LayoutOf<Replaced<R>>>;

    const FIELDS: Option<DescriptorFields> = Some(DescriptorFields::of(
        V::DESC,
        [Atom::ShapeMnk::EXTENTS[SIDE], Atom::ShapeMnk::EXTENTS[2]],
        P::IS_K,
        size_of::<T>(),
        0,
    ));

    #[inline(always)]
    fn make_fragment(part: &Tensor<E, Layout<S, D>>) -> Self::Fragment {
        let fields = const { fields_of(<Self as MakeFragment<Atom, T, E, Layout<S, D>>>::FIELDS) };
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
    E: SharedBase + Engine<Item = T>,
    B: Int,
    Base: Int,
    Sh: Int,
    O: Int,
    P: Major,
    S: Copy,
    D: Copy,
    Layout<S, D>: AnyLayout<L = Cons<V, R>>,
    V: Describe,
    Replaced<R>: Native,
{
    type Fragment = Tensor<DescriptorIterator<T>, LayoutOf<Replaced<R>>>;

    const FIELDS: Option<DescriptorFields> = {
        let bits = match B::STATIC {
            Some(bits) => bits,
            None => panic!("the swizzle of an operand in shared memory is static"),
        };
        // A swizzle moves units of 16 bytes by the number of the line of 128 bytes.
        let unit = match (size_of::<T>(), Base::STATIC, Sh::STATIC) {
            (bytes, Some(base), Some(3)) => bytes << base == 16 && 0 <= bits && bits <= 3,
            _ => false,
        };
        assert!(
            unit,
            "the swizzle of the operand in shared memory is none of `wgmma`'s for this element: take the layout from a `Layout_*_Atom` of the same type"
        );
        Some(DescriptorFields::of(
            V::DESC,
            [Atom::ShapeMnk::EXTENTS[SIDE], Atom::ShapeMnk::EXTENTS[2]],
            P::IS_K,
            size_of::<T>(),
            bits,
        ))
    };

    #[inline(always)]
    fn make_fragment(
        part: &Tensor<E, ComposedLayout<Swizzle<B, Base, Sh>, O, Layout<S, D>>>,
    ) -> Self::Fragment {
        let fields = const {
            fields_of(
                <Self as MakeFragment<
                    Atom,
                    T,
                    E,
                    ComposedLayout<Swizzle<B, Base, Sh>, O, Layout<S, D>>,
                >>::FIELDS,
            )
        };
        let layout = part.layout();
        let Cons(_, rest) = layout.layout_b().modes();
        let offset = layout.offset().value() as isize;
        let first = DescriptorIterator::new(part.engine().shared_address(), offset, fields);
        Tensor::from_parts(first, layout_of(Cons(M(_1::NEW, _0::NEW), rest)))
    }
}

/// Stops the build where the first mode of a fragment is not the values of one instruction, contiguous.
///
/// `values` is how many a thread holds: 1 of an operand that is a descriptor.
///
/// # Panics
/// At compile time, with the operand's name.
#[doc(hidden)]
#[track_caller]
pub const fn assert_values(operand: &str, modes: &Desc, values: usize) {
    let Desc::Cons(first, _) = modes else {
        return;
    };
    let Some(size) = first.size() else {
        panic!("gemm: the values of an instruction are static");
    };
    if size != values as i64 {
        let line = Text::new()
            .text("gemm: operand ")
            .text(operand)
            .text(" holds ")
            .number(size)
            .text(" values per instruction, but the atom takes ")
            .number(values as i64)
            .text("; take the fragment from `make_fragment_A`, `_B` or `_C` of the same tiled MMA");
        panic!("{}", line.as_str());
    }
    let mut i = 0;
    while i < size {
        if offset_in(first, i) != i {
            let line = Text::new()
                .text("gemm: the values of an instruction are not contiguous in operand ")
                .text(operand)
                .text("; take the fragment from `make_fragment_A`, `_B` or `_C`");
            panic!("{}", line.as_str());
        }
        i += 1;
    }
}
