//! [`CopyOp`]: what every copy instruction states; [`CopyAtom`]: one for an element type.

use core::fmt;
use core::marker::PhantomData;

use azulejo_layout::ints::{_1, _4, _8, _16, _32, _64};
use azulejo_layout::{AnyLayout, Composes, Native, RightInverse, RightInverseTree, Upcasts};

use crate::atom::{AtomValue, S4, StaticLayout, U1, U4};
use crate::element::{Bool, F8E4M3, F8E5M2, Tf32, bf16, f16};

/// A copy instruction as data.
///
/// Source: CuTe, `copy_traits_*.hpp`; PTX ISA, "Data movement and conversion instructions".
///
/// ```
/// use azulejo_tensor::atom::{CopyOp, SM75_U32x4_LDSM_N as Op};
/// assert_eq!(<Op as CopyOp>::SrcBits::default().to_string(), "(_32,_128):(_128,_1)");
/// assert_eq!(<Op as CopyOp>::DstBits::default().to_string(), "(_32,(_32,_4)):(_32,(_1,_1024))");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a copy instruction",
    note = "see `azulejo atoms` for the names"
)]
pub trait CopyOp: Copy + Default + 'static {
    /// Logical thread to thread index.
    type ThrId: StaticLayout;
    /// (thread, bit) to a bit of the source.
    type SrcBits: StaticLayout;
    /// (thread, bit) to a bit of the destination.
    type DstBits: StaticLayout;
    /// The side in which tilings are written.
    type RefBits: StaticLayout;

    /// Writes CuTe's name.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A type of values whose width is known as a type: every element, and the integers narrower than a byte.
pub trait ValueBits: AtomValue {
    /// The width in bits.
    type Bits: Copy + Default;
}

macro_rules! value_bits {
    ($($bits:ident: $($ty:ty)*;)*) => { $($(impl ValueBits for $ty { type Bits = $bits; })*)* };
}

value_bits! {
    _1: U1;
    _4: S4 U4;
    _8: Bool u8 i8 F8E4M3 F8E5M2;
    _16: u16 i16 f16 bf16;
    _32: u32 i32 f32 Tf32;
    _64: u64 i64 f64;
}

/// A copy instruction for elements of type `T`: its layouts in units of `T`.
///
/// ```
/// use azulejo_tensor::{atom::{CopyAtom, SM75_U32x2_LDSM_N as Op, ValueTv}, f16};
/// type Atom = CopyAtom<Op, f16>;
/// assert_eq!(<Atom as ValueTv>::Src::default().to_string(), "((_16,_2),_8):((_8,_0),_1)");
/// assert_eq!(<Atom as ValueTv>::Dst::default().to_string(), "(_32,(_2,_2)):(_2,(_1,_64))");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CopyAtom<Op, T>(PhantomData<(Op, T)>);

impl<Op, T> CopyAtom<Op, T> {
    /// The only value.
    pub const fn new() -> Self {
        CopyAtom(PhantomData)
    }
}

/// `right_inverse(Self)` followed by the layout `B`: from the reference side to another.
pub trait InvertedThrough<B> {
    /// The layout.
    type Out: Copy + Default;
}

#[diagnostic::do_not_recommend]
impl<L, B> InvertedThrough<B> for L
where
    L: AnyLayout<L: RightInverseTree<Out: Native>>,
    B: Composes<RightInverse<L>>,
    B::Out: Copy + Default,
{
    type Out = B::Out;
}

/// The layouts of a [`CopyAtom`] in units of its element type.
#[diagnostic::on_unimplemented(
    message = "this copy instruction does not move whole elements of `{Self}`",
    note = "the bits that a thread reads and writes must be multiples of the element's width"
)]
pub trait ValueTv {
    /// (thread, value) of the source.
    type Src: AnyLayout + Default + fmt::Display;
    /// (thread, value) of the destination.
    type Dst: AnyLayout + Default + fmt::Display;
    /// (thread, value) of the reference side.
    type Ref: AnyLayout + Default + fmt::Display;
    /// Reference (thread, value) to source (thread, value).
    type RefToSrc: Copy + Default;
    /// Reference (thread, value) to destination (thread, value).
    type RefToDst: Copy + Default;
}

type Units<T, L> = <<T as ValueBits>::Bits as Upcasts<L>>::Out;

#[diagnostic::do_not_recommend]
impl<Op, T> ValueTv for CopyAtom<Op, T>
where
    Op: CopyOp,
    T: ValueBits,
    T::Bits: Upcasts<Op::SrcBits> + Upcasts<Op::DstBits> + Upcasts<Op::RefBits>,
    Units<T, Op::SrcBits>: AnyLayout + Default + fmt::Display,
    Units<T, Op::DstBits>: AnyLayout + Default + fmt::Display,
    Units<T, Op::RefBits>: AnyLayout
        + Default
        + fmt::Display
        + InvertedThrough<Units<T, Op::SrcBits>>
        + InvertedThrough<Units<T, Op::DstBits>>,
{
    type Src = Units<T, Op::SrcBits>;
    type Dst = Units<T, Op::DstBits>;
    type Ref = Units<T, Op::RefBits>;
    type RefToSrc = <Units<T, Op::RefBits> as InvertedThrough<Units<T, Op::SrcBits>>>::Out;
    type RefToDst = <Units<T, Op::RefBits> as InvertedThrough<Units<T, Op::DstBits>>>::Out;
}

/// Something done for each copy instruction.
pub trait CopyVisitor {
    /// Called once an instruction.
    fn visit<Op: CopyOp>(&mut self);
}

/// Declares instructions: name, source, destination, reference layout of bits; and `visit_all`.
macro_rules! copy_ops {
    ($thr:ty; $($(#[$doc:meta])* $name:ident: $src:ty => $dst:ty, $reference:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct $name;

            impl $crate::atom::CopyOp for $name {
                type ThrId = $thr;
                type SrcBits = $src;
                type DstBits = $dst;
                type RefBits = $reference;

                fn write_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(stringify!($name))
                }
            }
        )*

        $(const _: $crate::CopyCertificate = $crate::certify_copy_op::<$name>();)*

        pub(super) fn visit_all(visitor: &mut impl $crate::atom::CopyVisitor) {
            $(visitor.visit::<$name>();)*
        }
    };
}

/// Declares instructions of one thread that move `Bits` neighbouring bits.
macro_rules! one_thread {
    ($($(#[$doc:meta])* $name:ident $text:literal [$($width:ident)*];)*) => {
        $(
            $(#[$doc])*
            ///
            /// `Bits` is the width as a static integer: `_128`.
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct $name<Bits>(core::marker::PhantomData<Bits>);

            impl<Bits> $crate::atom::CopyOp for $name<Bits>
            where
                Bits: azulejo_layout::Int + Default,
                azulejo_layout::Layout<(azulejo_layout::ints::_1, Bits), (azulejo_layout::ints::_0, azulejo_layout::ints::_1)>: $crate::atom::StaticLayout,
            {
                type ThrId = azulejo_layout::Layout<azulejo_layout::ints::_1, azulejo_layout::ints::_0>;
                type SrcBits = azulejo_layout::Layout<(azulejo_layout::ints::_1, Bits), (azulejo_layout::ints::_0, azulejo_layout::ints::_1)>;
                type DstBits = Self::SrcBits;
                type RefBits = Self::SrcBits;

                fn write_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    write!(f, $text, Bits::default().value())
                }
            }
        )*

        pub(super) fn visit_all(visitor: &mut impl $crate::atom::CopyVisitor) {
            $($(visitor.visit::<$name<azulejo_layout::ints::$width>>();)*)*
        }
    };
}

pub(super) use {copy_ops, one_thread};

/// Calls `visitor` for every copy instruction, those with a width at their usual widths.
///
/// ```
/// use azulejo_tensor::atom::{CopyOp, CopyVisitor, visit_copy_atoms};
/// struct Count(usize);
/// impl CopyVisitor for Count {
///     fn visit<Op: CopyOp>(&mut self) {
///         self.0 += 1;
///     }
/// }
/// let mut count = Count(0);
/// visit_copy_atoms(&mut count);
/// assert!(count.0 > 10);
/// ```
pub fn visit_copy_atoms(visitor: &mut impl CopyVisitor) {
    super::universal::visit_all(visitor);
    super::shuffle::visit_all(visitor);
    super::ldmatrix::visit_all(visitor);
    super::cp_async::visit_all(visitor);
    super::stmatrix::visit_all(visitor);
    super::tma::visit_all(visitor);
}
