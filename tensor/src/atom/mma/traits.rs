//! [`MmaAtom`]: what every multiply-accumulate atom states.

use core::fmt;

use super::fragment::Fragment;
use super::{AtomValue, Combine};
use crate::atom::{StaticLayout, StaticShape};
use crate::element::Element;

/// Where an operand of an instruction lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// In the registers of the threads, as the operand's layout says.
    Register,
    /// In shared memory, named by a descriptor that all threads pass; the layout has thread stride 0.
    SharedDescriptor,
}

/// A multiply-accumulate instruction as data.
///
/// Source: CuTe, `mma_traits_*.hpp`; PTX ISA, "Matrix multiply-accumulate instructions".
///
/// ```
/// use azulejo_tensor::atom::{MmaAtom, SM80_16x8x16_F32F16F16F32_TN as Atom};
/// assert_eq!(<Atom as MmaAtom>::ThrId::default().to_string(), "_32:_1");
/// assert_eq!(<Atom as MmaAtom>::CLayout::default().to_string(), "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
/// assert_eq!(size_of::<Atom>(), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a multiply-accumulate atom",
    note = "see `azulejo atoms` for the names"
)]
pub trait MmaAtom: Copy + Default + 'static {
    /// Elements of `A`.
    type A: AtomValue;
    /// Elements of `B`.
    type B: AtomValue;
    /// Elements of `C` and `D`, the accumulator.
    type C: Element;
    /// `(M, N, K)`, static.
    type ShapeMnk: StaticShape;
    /// Logical thread to thread index inside the group of threads that runs the instruction.
    type ThrId: StaticLayout;
    /// (thread, value) to `m + M k`.
    type ALayout: StaticLayout;
    /// (thread, value) to `n + N k`.
    type BLayout: StaticLayout;
    /// (thread, value) to `m + M n`.
    type CLayout: StaticLayout;
    /// What a thread holds of `A`: [`RegisterFragment`](crate::RegisterFragment) or [`DescriptorFragment`](crate::DescriptorFragment).
    type FrgTypeA;
    /// What a thread holds of `B`.
    type FrgTypeB;
    /// Where `A` lies.
    const A_OPERAND: Operand = Operand::Register;
    /// Where `B` lies.
    const B_OPERAND: Operand = Operand::Register;
    /// What is summed.
    const COMBINE: Combine = Combine::Multiply;
    /// The sign of `A` in the products: 1 or -1.
    const SCALE_A: i32 = 1;
    /// The sign of `B` in the products: 1 or -1.
    const SCALE_B: i32 = 1;

    /// Writes CuTe's name.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// One way to run an atom: the instruction itself on a device, arithmetic on the host.
///
/// A kernel package writes `struct Mma<Atom>(PhantomData<Atom>)`, implements this trait for `Mma<SM80_…>` with the instruction, and
/// hands the value to [`crate::gemm_with`]. Fragments are one thread's values in the order of the atom's value mode.
pub trait MmaInstruction {
    /// The instruction's layouts.
    type Atom: MmaAtom;
    /// One thread's values of `A`.
    type FragA: Fragment;
    /// One thread's values of `B`.
    type FragB: Fragment;
    /// One thread's accumulators.
    type FragC: Fragment;

    /// `c + a * b`, for all threads of the atom together.
    fn fma(&self, a: Self::FragA, b: Self::FragB, c: Self::FragC) -> Self::FragC;
}

/// Something done for each atom of a list.
pub trait MmaVisitor {
    /// Called once an atom.
    fn visit<A: MmaAtom>(&mut self);
}

/// Declares the atoms of one family: name, `C += A * B` types, shape, and the three layouts by their alias; and `visit_all`, which
/// calls a visitor for each.
macro_rules! mma_atoms {
    ($thr:ty; $($(#[$doc:meta])* $name:ident: $c:ty = $a:ty, $b:ty $(, $combine:ident)?; $shape:ty; $al:ty, $bl:ty, $cl:ty;)*) => {
        $(
            $(#[$doc])*
            #[doc = concat!("`", stringify!($c), " += ", stringify!($a), " * ", stringify!($b), "` on the shape `", stringify!($shape), "`.")]
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct $name;

            impl $crate::atom::MmaAtom for $name {
                type A = $a;
                type B = $b;
                type C = $c;
                type ShapeMnk = $shape;
                type ThrId = $thr;
                type ALayout = $al;
                type BLayout = $bl;
                type CLayout = $cl;
                type FrgTypeA = $crate::RegisterFragment;
                type FrgTypeB = $crate::RegisterFragment;
                $(const COMBINE: $crate::atom::Combine = $crate::atom::Combine::$combine;)?

                fn write_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(stringify!($name))
                }
            }
        )*

        $(const _: $crate::MmaCertificate = $crate::certify_mma_atom::<$name>();)*

        pub(super) fn visit_all(visitor: &mut impl $crate::atom::MmaVisitor) {
            $(visitor.visit::<$name>();)*
        }
    };
}

pub(crate) use mma_atoms;
