//! [`Repeat`]: a loop over an extent, unrolled where the type states it.

use azulejo_layout::check::rules::Text;
use azulejo_layout::{C, Domain, Int, Size};
use generic_array::typenum::{B0, B1, UInt, UTerm, Unsigned};

/// The longest loop that is unrolled by the types.
const UNROLLED: usize = 256;

/// What a loop does at an index: a closure, or where the body is large and must be inlined all the same, a type of its own.
pub trait Step {
    /// Does it.
    fn step(&mut self, index: usize);
}

impl<F: FnMut(usize)> Step for F {
    #[inline(always)]
    fn step(&mut self, index: usize) {
        self(index);
    }
}

/// A static count, run by halves: each step is a call of its own with a constant index, gone after inlining.
pub trait Halves: Unsigned {
    /// Steps at `base`, `base + 1`, … this many times.
    fn run(base: usize, f: &mut impl Step);

    /// Steps at 0, 1, … as many times as words of `W::ELEMENTS`, a power of two that divides the count, make it up.
    fn run_words<W: Words>(f: &mut impl Step);
}

/// How many elements are moved at once.
pub trait Words {
    /// A power of two.
    const ELEMENTS: usize;
}

/// Half of `W`.
struct Half<W>(core::marker::PhantomData<W>);

impl<W: Words> Words for Half<W> {
    const ELEMENTS: usize = W::ELEMENTS / 2;
}

impl Halves for UTerm {
    #[inline(always)]
    fn run(_: usize, _: &mut impl Step) {}

    #[inline(always)]
    fn run_words<W: Words>(_: &mut impl Step) {}
}

impl<U: Halves> Halves for UInt<U, B0>
where
    Self: Unsigned,
{
    #[inline(always)]
    fn run(base: usize, f: &mut impl Step) {
        U::run(base, f);
        U::run(base + U::USIZE, f);
    }

    #[inline(always)]
    fn run_words<W: Words>(f: &mut impl Step) {
        if const { W::ELEMENTS > 1 } {
            U::run_words::<Half<W>>(f);
        } else {
            Self::run(0, f);
        }
    }
}

impl<U: Halves> Halves for UInt<U, B1>
where
    Self: Unsigned,
{
    #[inline(always)]
    fn run(base: usize, f: &mut impl Step) {
        U::run(base, f);
        U::run(base + U::USIZE, f);
        f.step(base + 2 * U::USIZE);
    }

    #[inline(always)]
    fn run_words<W: Words>(f: &mut impl Step) {
        Self::run(0, f);
    }
}

/// An extent to loop over.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extent to loop over",
    note = "extents are static integers (`_8`), `i32`, `u32`, `i64` and `usize`"
)]
pub trait Repeat: Int {
    /// Steps at 0, 1, … up to the extent: calls `f(0)`, `f(1)`, ….
    fn repeat(self, f: impl Step);

    /// Steps at 0, 1, … up to the number of words of `W::ELEMENTS` in the extent, which they make up.
    fn repeat_words<W: Words>(self, f: impl Step);

    /// The extent as a count; a negative one is 0.
    #[inline(always)]
    fn count(self) -> usize {
        self.value().max(0) as usize
    }
}

impl<U: Halves> Repeat for C<U>
where
    Self: Int,
{
    #[inline(always)]
    fn repeat(self, mut f: impl Step) {
        if const { U::USIZE <= UNROLLED } {
            U::run(0, &mut f);
        } else {
            (0..U::USIZE).for_each(|i| f.step(i));
        }
    }

    #[inline(always)]
    fn repeat_words<W: Words>(self, mut f: impl Step) {
        if const { U::USIZE <= UNROLLED } {
            U::run_words::<W>(&mut f);
        } else {
            (0..U::USIZE / W::ELEMENTS).for_each(|i| f.step(i));
        }
    }
}

macro_rules! dynamic {
    ($($ty:ty)*) => {$(
        impl Repeat for $ty {
            #[inline(always)]
            fn repeat(self, mut f: impl Step) {
                (0..self.count()).for_each(|i| f.step(i));
            }

            #[inline(always)]
            fn repeat_words<W: Words>(self, mut f: impl Step) {
                (0..self.count() / W::ELEMENTS).for_each(|i| f.step(i));
            }
        }
    )*};
}

dynamic!(i32 u32 i64 usize);

/// A layout or mode whose size can be looped over.
pub trait Extent: Domain {
    /// The size's type.
    type Count: Repeat;

    /// The size.
    fn extent(self) -> Self::Count;
}

#[diagnostic::do_not_recommend]
impl<L: Domain> Extent for L
where
    L::L: Size,
    <L::L as Size>::Out: Repeat,
{
    type Count = <L::L as Size>::Out;

    #[inline(always)]
    fn extent(self) -> Self::Count {
        self.domain().size()
    }
}

/// Stops where the types say that two extents differ.
#[doc(hidden)]
#[track_caller]
pub const fn agree<A: Int, B: Int>() {
    if let (Some(a), Some(b)) = (A::STATIC, B::STATIC)
        && a != b
    {
        let line = Text::new()
            .text("the operands have different extents: ")
            .number(a)
            .text(" is not ")
            .number(b)
            .text("; give both tensors the same shape, or slice the larger one");
        panic!("{}", line.as_str());
    }
}

/// Ends a call whose extents do not agree. On a device the grid ends.
#[cold]
fn mismatch(lhs: usize, rhs: usize) -> ! {
    #[cfg(target_arch = "nvptx64")]
    {
        let _ = (lhs, rhs);
        crate::engine::stop(c"the operands have different extents: give both tensors the same shape, or slice the larger one");
    }
    #[cfg(not(target_arch = "nvptx64"))]
    panic!("{}", crate::tensor::TensorError::SizeMismatch { lhs, rhs })
}

/// Stops unless two extents agree: static ones when the program is built.
#[inline(always)]
pub fn same<A: Repeat, B: Repeat>(a: A, b: B) {
    const { agree::<A, B>() };
    if a.count() != b.count() {
        mismatch(a.count(), b.count());
    }
}

/// The extent of both layouts, which must agree.
#[inline(always)]
pub(super) fn common<LA: Extent, LB: Extent>(a: LA, b: LB) -> LA::Count {
    same(a.extent(), b.extent());
    a.extent()
}
