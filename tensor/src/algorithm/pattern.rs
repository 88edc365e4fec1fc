//! Which neighbours a copy moves together: chosen at compile time from what two layouts have in common.

use core::marker::PhantomData;

use azulejo_layout::check::rules::{Describe, Text};
use azulejo_layout::check::{Flat, Mode};
use azulejo_layout::{Alignment, AnyLayout, CommonWith, Domain, Int};

use super::copy_with::{Checkable, CopiesWords, KnownStrides};
use super::repeat::{Extent, Words};
use crate::engine::Space;

/// The widest word, in bytes.
const WORD: usize = 16;
/// Modes of a pattern: 16 elements of one byte have at most four factors of 2.
const MODES: usize = 4;

/// `elements` neighbours as 1-D coordinates: the `k`-th is at [`Pattern::index`], a copy of them starts at [`Pattern::start`].
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// How many elements are moved together: a power of two.
    pub elements: usize,
    modes: [(usize, usize); MODES],
    sorted: [(usize, usize); MODES],
}

impl Pattern {
    /// One element at a time.
    pub const ONE: Self = Pattern {
        elements: 1,
        modes: [(1, 0); MODES],
        sorted: [(1, 0); MODES],
    };

    /// The first elements of `run`, at most `most`, which is a power of two.
    const fn first(run: &[Mode], most: usize) -> Self {
        let mut pattern = Self::ONE;
        let (mut i, mut used) = (0, 0);
        while i < run.len() && used < MODES && pattern.elements < most {
            let (size, stride) = (run[i].size, run[i].stride);
            let part = low_bit(size as usize, most / pattern.elements);
            if size < 1 || stride < 0 {
                break;
            }
            if part > 1 {
                pattern.modes[used] = (part, stride as usize);
                pattern.elements *= part;
                used += 1;
            }
            if part as i64 != size {
                break;
            }
            i += 1;
        }
        pattern.sort()
    }

    /// Sorts the modes by stride; where they do not nest there is no pattern.
    const fn sort(mut self) -> Self {
        self.sorted = self.modes;
        let mut i = 1;
        while i < MODES {
            let mut k = i;
            while k > 0 && self.sorted[k - 1].1 > self.sorted[k].1 {
                (self.sorted[k - 1], self.sorted[k]) = (self.sorted[k], self.sorted[k - 1]);
                k -= 1;
            }
            i += 1;
        }
        let (mut covered, mut i) = (1, 0);
        while i < MODES {
            let (size, stride) = self.sorted[i];
            if size > 1 {
                if stride < covered || stride % covered != 0 {
                    return Self::ONE;
                }
                covered = stride * size;
            }
            i += 1;
        }
        self
    }

    /// The 1-D coordinate of element `k`, counted from the first.
    #[inline(always)]
    pub const fn index(&self, k: usize) -> usize {
        let [a, b, c, d] = self.modes;
        let (at, k) = (k % a.0 * a.1, k / a.0);
        let (at, k) = (at + k % b.0 * b.1, k / b.0);
        let (at, k) = (at + k % c.0 * c.1, k / c.0);
        at + k % d.0 * d.1
    }

    /// The 1-D coordinate where copy `j` starts, in ascending order.
    #[inline(always)]
    pub const fn start(&self, j: usize) -> usize {
        let step = (0, j, 1);
        let [a, b, c, d] = self.sorted;
        let (at, rest, covered) = past(past(past(past(step, a), b), c), d);
        at + rest * covered
    }
}

/// Puts the digits of `rest` that lie below the mode into the coordinate, and steps over the mode.
const fn past(
    (at, rest, covered): (usize, usize, usize),
    (size, stride): (usize, usize),
) -> (usize, usize, usize) {
    if size > 1 {
        let gap = stride / covered;
        (at + rest % gap * covered, rest / gap, stride * size)
    } else {
        (at, rest, covered)
    }
}

/// The largest power of two that divides `x`, at most the power of two `most`.
const fn low_bit(x: usize, most: usize) -> usize {
    let mut bit = 1;
    while bit < most && x.is_multiple_of(2 * bit) {
        bit *= 2;
    }
    bit
}

/// A layout whose elements can be copied from one of layout `From`, several at a time where both keep neighbours together.
#[diagnostic::on_unimplemented(
    message = "elements of layout `{From}` cannot be copied to `{Self}`",
    note = "both are layouts of integer strides, a swizzle may stand in front; other functions of coordinates go through `transform`"
)]
pub trait CopiedFrom<From> {
    /// The longest run that both count `0, 1, 2, …`, as 1-D coordinates.
    const RUN: Flat;
    /// What every other stride of the source is known to be a multiple of.
    const FROM_UNIT: Option<i64>;
    /// The same of the destination.
    const TO_UNIT: Option<i64>;
    /// The size, where it is static.
    const SIZE: Option<i64>;
}

#[diagnostic::do_not_recommend]
impl<From, To> CopiedFrom<From> for To
where
    From: Extent + Alignment<Out: Int>,
    To: Extent + Alignment<Out: Int> + CommonWith<From, Out: AnyLayout<L: Describe>>,
{
    const RUN: Flat = {
        let mut run = Flat::new();
        if <<To as CommonWith<From>>::Out as AnyLayout>::L::DESC.flat(&mut run) {
            run
        } else {
            Flat::new()
        }
    };
    const FROM_UNIT: Option<i64> = <From::Out as Int>::STATIC;
    const TO_UNIT: Option<i64> = <<To as Alignment>::Out as Int>::STATIC;
    const SIZE: Option<i64> = match <From::Count as Int>::STATIC {
        Some(size) => Some(size),
        None => <To::Count as Int>::STATIC,
    };
}

/// The pattern of a copy of `T` between two spaces: as many elements as are neighbours on both sides, start at a multiple of their number
/// on both, and fill a word of at most `word` bytes.
///
/// Strides that only the run time knows do not narrow the choice; each copy checks that its elements are neighbours.
const fn pattern<T, From, To: CopiedFrom<From>, S: Space, D: Space>(word: usize) -> Pattern {
    let bytes = size_of::<T>();
    if !bytes.is_power_of_two() || bytes > word {
        return Pattern::ONE;
    }
    let mut most = word / bytes;
    let from = if S::ADDRESSED { To::FROM_UNIT } else { None };
    let to = if D::ADDRESSED { To::TO_UNIT } else { None };
    let bounds = [from, to, To::SIZE];
    let mut i = 0;
    while i < bounds.len() {
        if let Some(bound) = bounds[i] {
            most = low_bit(bound as usize, most);
        }
        i += 1;
    }
    Pattern::first(To::RUN.as_slice(), most)
}

/// The pattern of a copy as a type.
pub(super) struct Chosen<T, From, To, S, D>(PhantomData<(T, From, To, S, D)>);

impl<T, From, To: CopiedFrom<From>, S: Space, D: Space> Chosen<T, From, To, S, D> {
    /// The pattern.
    pub(super) const PATTERN: Pattern = if S::ADDRESSED || D::ADDRESSED {
        pattern::<T, From, To, S, D>(WORD)
    } else {
        Pattern::ONE
    };
}

impl<T, From, To: CopiedFrom<From>, S: Space, D: Space> Words for Chosen<T, From, To, S, D> {
    const ELEMENTS: usize = Self::PATTERN.elements;
}

/// The pattern of a copy by the instruction `A` and no other, as a type.
pub(super) struct Exact<A, T, From, To, S, D>(PhantomData<(A, T, From, To, S, D)>);

impl<A, T, From, To, S, D> Exact<A, T, From, To, S, D>
where
    A: CopiesWords<T>,
    From: Checkable,
    To: Checkable + CopiedFrom<From>,
    S: Space,
    D: Space,
{
    /// The pattern, where it is proved.
    pub(super) const PATTERN: Pattern =
        pattern::<T, From, To, S, D>(if A::BYTES < WORD { A::BYTES } else { WORD });
}

/// Stops where the layouts do not prove that the instruction `A` may move every word.
#[track_caller]
pub(super) const fn proved<A, T, From, To, S, D>()
where
    A: CopiesWords<T>,
    From: Checkable,
    To: Checkable + CopiedFrom<From>,
    S: Space,
    D: Space,
{
    let (bytes, size) = (A::BYTES, size_of::<T>());
    let together = Exact::<A, T, From, To, S, D>::PATTERN.elements;
    let line = Text::new()
        .text("copy_with by ")
        .number(8 * bytes as i64)
        .text(" bits from ")
        .layout(<<From as Domain>::L as Describe>::DESC, &[])
        .text(" to ")
        .layout(<<To as Domain>::L as Describe>::DESC, &[])
        .text(" of ")
        .number(8 * size as i64)
        .text(" bits an element: ");
    let line = if !bytes.is_power_of_two() || bytes > WORD || !bytes.is_multiple_of(size) {
        line.text("the instruction does not move whole elements, or more than 128 bits; choose one that does")
    } else if S::PACKED || D::PACKED {
        line.text("several elements share a byte, so an instruction moves none of them alone; recast both sides to bytes or wider elements")
    } else if (S::ADDRESSED && !<From as Domain>::L::ALL)
        || (D::ADDRESSED && !<To as Domain>::L::ALL)
    {
        line.text("nothing is known of a dynamic stride `?`, so a word may start anywhere; state what divides it (`Dyn`), or use `copy`, which asks when it runs")
    } else if together * size != bytes {
        line.text("the instruction moves ")
            .number((bytes / size) as i64)
            .text(" elements, but both sides keep only ")
            .number(together as i64)
            .text(" together, each word at a multiple of that; use a narrower instruction, or `copy`, which chooses one")
    } else {
        return;
    };
    panic!("{}", line.as_str())
}

impl<A, T, From, To, S, D> Words for Exact<A, T, From, To, S, D>
where
    A: CopiesWords<T>,
    From: Checkable,
    To: Checkable + CopiedFrom<From>,
    S: Space,
    D: Space,
{
    const ELEMENTS: usize = Self::PATTERN.elements;
}
