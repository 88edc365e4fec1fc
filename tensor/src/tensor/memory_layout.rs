//! [`MemoryLayout`]: a layout of integer strides, perhaps swizzled, as data for checks at compile time.

use azulejo_layout::check::rules::{Desc, Describe, Text};
use azulejo_layout::{AnyLayout, ComposedLayout, Int, Known, Layout, Swizzle};

/// A layout of elements in memory: integer strides, with or without a swizzle.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout of elements in memory",
    note = "copies take a `Layout` of integer strides, or one with a swizzle from `tile_to_shape` of a `Layout_*_Atom`"
)]
pub trait MemoryLayout: Copy {
    /// Its modes.
    type Modes: Describe;

    /// The swizzle's bits, base and shift; all 0 without one.
    const SWIZZLE: [i64; 3];

    /// The offset before the swizzle at coordinate 0, where it is static.
    const START: Option<i64>;

    /// The offset before the swizzle at coordinate 0, in elements from the engine's base.
    fn start(self) -> isize;

    /// Elements from the engine's base to the last that the layout reaches, in whole blocks of those that the swizzle exchanges.
    ///
    /// ```
    /// use azulejo_layout::{ComposedLayout, Layout, Swizzle, ints::*};
    /// use azulejo_tensor::MemoryLayout;
    /// type Rows = Layout<(_8, _40), (_40, _1)>;
    /// assert_eq!(<Rows as MemoryLayout>::COSIZE, 320);
    /// // Of the last 64 elements any may be in the place of another.
    /// type Swizzled = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_8, _33), (_40, _1)>>;
    /// assert_eq!(<Swizzled as MemoryLayout>::COSIZE, 320);
    /// assert_eq!(<Layout<(_8, _0), (_40, _1)> as MemoryLayout>::COSIZE, 0);
    /// ```
    ///
    /// # Panics
    /// At compile time, where the layout or its first offset is dynamic, or a stride is negative.
    const COSIZE: usize = match (last(Self::Modes::DESC), Self::START) {
        _ if is_empty(Self::Modes::DESC) => 0,
        (Some(last), Some(start)) => in_blocks(start + last + 1, Self::SWIZZLE) as usize,
        _ => panic!(
            "a tensor in shared memory has a static layout; replace dynamic extents, strides and offsets, as in `Layout<(_4, _8), (_1, _4)>`"
        ),
    };
}

impl<S: Copy, D: Copy> MemoryLayout for Layout<S, D>
where
    Self: AnyLayout<L: Describe>,
{
    type Modes = <Self as AnyLayout>::L;
    const SWIZZLE: [i64; 3] = [0; 3];
    const START: Option<i64> = Some(0);

    #[inline(always)]
    fn start(self) -> isize {
        0
    }
}

impl<B: Int, Base: Int, Sh: Int, O: Int, S: Copy, D: Copy> MemoryLayout
    for ComposedLayout<Swizzle<B, Base, Sh>, O, Layout<S, D>>
where
    Layout<S, D>: AnyLayout<L: Describe>,
{
    type Modes = <Layout<S, D> as AnyLayout>::L;
    const SWIZZLE: [i64; 3] = match (B::STATIC, Base::STATIC, Sh::STATIC) {
        (Some(bits), Some(base), Some(shift)) => [bits, base, shift],
        _ => panic!("a swizzle of memory is static"),
    };
    const START: Option<i64> = O::STATIC;

    #[inline(always)]
    fn start(self) -> isize {
        self.offset().value() as isize
    }
}

/// The greatest offset of modes with elements, where all is static.
const fn last(modes: &Desc) -> Option<i64> {
    match modes {
        Desc::Nil => Some(0),
        Desc::Mode(Known::Static(size), Known::Static(stride), _) => {
            assert!(
                *stride >= 0,
                "a tensor in shared memory has no negative strides: it would begin before its array; reverse the mode"
            );
            Some((*size - 1) * *stride)
        }
        Desc::Mode(..) => None,
        Desc::Cons(head, tail) => match (last(head), last(tail)) {
            (Some(a), Some(b)) => Some(a + b),
            _ => None,
        },
    }
}

/// `cosize` in whole blocks of the offsets that a swizzle exchanges.
const fn in_blocks(cosize: i64, [bits, base, shift]: [i64; 3]) -> i64 {
    if bits == 0 {
        return cosize;
    }
    // It changes the upper of its two groups of bits where the shift is negative.
    let block = 1 << (base + bits + if shift < 0 { -shift } else { 0 });
    (cosize + block - 1) / block * block
}

/// Whether an extent is 0.
const fn is_empty(modes: &Desc) -> bool {
    match modes {
        Desc::Cons(head, tail) => is_empty(head) || is_empty(tail),
        Desc::Mode(size, ..) => matches!(size, Known::Static(0)),
        Desc::Nil => false,
    }
}

/// The first mode of a tree: the values of an instruction and their repetitions.
const fn first(modes: &Desc) -> &Desc {
    match modes {
        Desc::Cons(head, _) => head,
        other => other,
    }
}

/// The number of values in the first mode, which is static.
///
/// # Panics
/// At compile time, where it is not.
#[doc(hidden)]
#[track_caller]
pub const fn values_of(modes: &Desc) -> usize {
    match first(modes).size() {
        Some(size) => size as usize,
        None => panic!(
            "copy: the first mode of a partition, its values, is static; take it from `partition_S` and `partition_D`"
        ),
    }
}

/// What is known of vectors of several values in a layout.
#[derive(Clone, Copy)]
enum Vectors {
    /// So many first values are contiguous, and everything after them is aligned.
    Contiguous(i64),
    /// The next value is at this stride from the first, not at the next offset.
    Apart(i64),
    /// A vector starts at a multiple of this stride.
    Misaligned(i64),
    /// An extent or a stride inside a vector is known only at run time.
    Unknown,
}

/// Goes through `modes` with `done` contiguous values before them, for vectors of `n`.
const fn vectors(modes: &Desc, done: i64, n: i64) -> Vectors {
    match modes {
        Desc::Nil | Desc::Mode(Known::Static(1), _, _) => Vectors::Contiguous(done),
        Desc::Mode(_, stride, _) if done >= n => match stride {
            Known::Static(stride) | Known::Multiple(stride) if *stride % n != 0 => {
                Vectors::Misaligned(*stride)
            }
            _ => Vectors::Contiguous(done),
        },
        Desc::Mode(size, Known::Static(stride), _) => match size {
            _ if *stride != done => Vectors::Apart(*stride),
            Known::Static(size) | Known::Multiple(size) => {
                let all = done * *size;
                if all % n == 0 || n % all == 0 {
                    Vectors::Contiguous(all)
                } else {
                    Vectors::Misaligned(all)
                }
            }
            Known::Dynamic => Vectors::Unknown,
        },
        Desc::Mode(..) => Vectors::Unknown,
        Desc::Cons(head, tail) => match vectors(head, done, n) {
            Vectors::Contiguous(done) => vectors(tail, done, n),
            other => other,
        },
    }
}

/// Whether values come in contiguous runs of `n`, each at a multiple of `n`.
#[doc(hidden)]
pub const fn is_vectorized<L: MemoryLayout>(n: usize) -> bool {
    // A vector narrower than an element.
    if n == 0 {
        return false;
    }
    let whole = match vectors(L::Modes::DESC, 1, n as i64) {
        Vectors::Contiguous(done) => done >= n as i64,
        _ => false,
    };
    whole && (L::SWIZZLE[0] == 0 || n <= 1 << L::SWIZZLE[1])
}

/// Stops the build unless values come in contiguous runs of `n`, each at a multiple of `n`, as `instruction` moves them.
///
/// # Panics
/// At compile time, with what is wrong.
#[doc(hidden)]
#[track_caller]
pub const fn assert_vectorized<L: MemoryLayout>(instruction: &str, side: &str, n: usize) {
    if is_vectorized::<L>(n) {
        return;
    }
    let line = Text::new()
        .text("copy: ")
        .text(instruction)
        .text(" moves ")
        .number(n as i64)
        .text(" contiguous values of the ")
        .text(side)
        .text(", whose layout is ")
        .layout(L::Modes::DESC, &[]);
    let line = match vectors(L::Modes::DESC, 1, n as i64) {
        Vectors::Apart(stride) => line
            .text(": values are ")
            .number(stride)
            .text(" elements apart; choose a narrower copy, or threads and values along the contiguous mode"),
        Vectors::Misaligned(stride) => line
            .text(": a vector may start at a multiple of ")
            .number(stride)
            .text("; choose a narrower copy, or pad the layout"),
        Vectors::Unknown => line
            .text(": an extent or stride inside a vector is known only at run time; make it static"),
        Vectors::Contiguous(done) if done < n as i64 => line
            .text(": it has only ")
            .number(done)
            .text(" values; choose a narrower copy, or give each thread more values"),
        Vectors::Contiguous(_) => line
            .text(": its swizzle keeps ")
            .number(1 << L::SWIZZLE[1])
            .text(" values together; choose a narrower copy, or a swizzle of a larger base"),
    };
    panic!("{}", line.as_str());
}

/// The sizes of the modes after the first, for comparison with those of a predicate.
const fn rest(modes: &Desc) -> &Desc {
    match modes {
        Desc::Cons(_, tail) => tail,
        _ => &Desc::Nil,
    }
}

/// Whether two lists of modes have the same static sizes, one by one; dynamic ones agree with any.
const fn same_sizes(a: &Desc, b: &Desc) -> bool {
    match (a, b) {
        (Desc::Nil, Desc::Nil) => true,
        (Desc::Cons(x, a), Desc::Cons(y, b)) => {
            let same = match (x.size(), y.size()) {
                (Some(x), Some(y)) => x == y,
                _ => true,
            };
            same && same_sizes(a, b)
        }
        _ => false,
    }
}

/// Stops the build unless the predicate's modes are the source's after the first.
///
/// # Panics
/// At compile time, with both layouts.
#[doc(hidden)]
#[track_caller]
pub const fn assert_predicate(predicate: &'static Desc, src: &Desc) {
    // A predicate of one mode may be written without parentheses.
    let one = &Desc::Cons(predicate, &Desc::Nil);
    let list = match predicate {
        Desc::Mode(..) => one,
        other => other,
    };
    if !same_sizes(list, rest(src)) {
        let line = Text::new()
            .text("copy_if: the predicate has the layout ")
            .layout(predicate, &[])
            .text(", the source ")
            .layout(src, &[])
            .text("; a predicate has the modes of the source after the first: (RestM, RestN, ...)");
        panic!("{}", line.as_str());
    }
}
