//! [`Extent`]: a power of two that a tile can have along an axis, and the registers that many elements take.

use azulejo_layout::C;
use core::mem::MaybeUninit;
use typenum::consts::*;

use crate::sealed::Sealed;

/// Threads that share a tile: a block is one group of four warps on a device, one thread on the CPU.
pub const THREADS: usize = 128;

/// Elements that lie next to each other in one thread, where a tile has enough of them.
pub const RUN: usize = 4;

/// A static power of two up to `2^24`: the extent of a tile along an axis, or its number of elements.
///
/// It also says how many elements of a tile with that many a thread holds: all of them on the CPU, a
/// [`THREADS`]-th, but at least one, on a device.
///
/// Sealed: a tile's elements are written as `[T; HELD]`.
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy, Default)]
/// struct Any;
/// impl azulejo_tile::Extent for Any {
///     const N: usize = 1 << 20;
///     const LOG2: u32 = 20;
///     const HELD: usize = 1 << 20;
///     type Held<T: Copy> = [T; 1];
///     type Half = azulejo_layout::ints::_1;
///     type Twice = azulejo_layout::ints::_2;
///     fn filled<T: Copy>(value: T) -> [T; 1] {
///         [value]
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extent of a tile",
    note = "every extent of a tile, and its number of elements, is a power of two up to 16777216: `_1`, `_2`, `_4`, `_8`, …"
)]
pub trait Extent: Sealed + Copy + Default + 'static {
    /// The number.
    const N: usize;
    /// The logarithm to base 2.
    const LOG2: u32;
    /// Elements of a tile that a thread holds.
    const HELD: usize;
    /// The elements of a tile that a thread holds.
    type Held<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;
    /// Half the number; 1 for 1.
    #[doc(hidden)]
    type Half: Extent;
    /// Twice the number.
    #[doc(hidden)]
    type Twice: Copy + Default + 'static;

    /// `f(0)`, `f(1)`, … for each element that a thread holds, as a device needs it: unrolled, not a loop.
    #[inline(always)]
    fn each(f: &mut impl FnMut(usize)) {
        if cfg!(target_arch = "nvptx64") {
            Self::each_from(0, f);
        } else {
            for i in 0..Self::HELD {
                f(i);
            }
        }
    }

    /// `value` for each element: at once, where `generate` asks for one after the other.
    #[cfg(not(target_arch = "nvptx64"))]
    #[doc(hidden)]
    fn filled<T: Copy>(value: T) -> Self::Held<T>;

    #[doc(hidden)]
    #[inline(always)]
    fn each_from(base: usize, f: &mut impl FnMut(usize)) {
        if Self::HELD == 1 {
            f(base);
        } else {
            Self::Half::each_from(base, f);
            Self::Half::each_from(base + Self::HELD / 2, f);
        }
    }

    /// The elements `f(0)`, `f(1)`, … of a thread.
    #[inline(always)]
    fn generate<T: Copy>(mut f: impl FnMut(usize) -> T) -> Self::Held<T> {
        let mut held = MaybeUninit::<Self::Held<T>>::uninit();
        let to = held.as_mut_ptr().cast::<T>();
        Self::each(&mut |i| {
            // SAFETY: `Held<T>` is `[T; HELD]`, and `each` gives each number below `HELD`.
            let place = unsafe { to.add(i) };
            // SAFETY: the place is one of `held`.
            unsafe { place.write(f(i)) }
        });
        // SAFETY: every element was written above.
        unsafe { held.assume_init() }
    }
}

macro_rules! extents {
    ($($n:ident $value:literal $log:literal $half:ident $twice:ident;)*) => {$(
        impl Extent for C<$n> {
            const N: usize = $value;
            const LOG2: u32 = $log;
            const HELD: usize = if !cfg!(target_arch = "nvptx64") { $value } else if $value <= THREADS { 1 } else { $value / THREADS };
            type Held<T: Copy> = [T; <Self as Extent>::HELD];
            type Half = C<$half>;
            type Twice = C<$twice>;
            #[cfg(not(target_arch = "nvptx64"))]
            #[inline(always)]
            fn filled<T: Copy>(value: T) -> Self::Held<T> {
                [value; <Self as Extent>::HELD]
            }
        }
    )*};
}

extents! {
    U1 1 0 U1 U2; U2 2 1 U1 U4; U4 4 2 U2 U8; U8 8 3 U4 U16; U16 16 4 U8 U32; U32 32 5 U16 U64; U64 64 6 U32 U128; U128 128 7 U64 U256;
    U256 256 8 U128 U512; U512 512 9 U256 U1024; U1024 1024 10 U512 U2048; U2048 2048 11 U1024 U4096; U4096 4096 12 U2048 U8192;
    U8192 8192 13 U4096 U16384; U16384 16384 14 U8192 U32768; U32768 32768 15 U16384 U65536; U65536 65536 16 U32768 U131072;
    U131072 131072 17 U65536 U262144; U262144 262144 18 U131072 U524288; U524288 524288 19 U262144 U1048576; U1048576 1048576 20 U524288 U2097152;
    U2097152 2097152 21 U1048576 U4194304; U4194304 4194304 22 U2097152 U8388608; U8388608 8388608 23 U4194304 U16777216;
    U16777216 16777216 24 U8388608 U33554432;
}

/// Elements next to each other in a thread, for a tile of `count` elements.
pub const fn run_length(count: usize) -> usize {
    let share = count / THREADS;
    if share < 1 {
        1
    } else if share < RUN {
        share
    } else {
        RUN
    }
}

/// The part of the row-major number of an element that its thread gives; `held_part` is the other part.
#[inline(always)]
pub fn thread_part(count: usize, thread: usize) -> usize {
    if !cfg!(target_arch = "nvptx64") {
        0
    } else if count <= THREADS {
        thread & (count - 1)
    } else {
        thread * run_length(count)
    }
}

/// The part of the row-major number of the `v`-th element of a thread that does not depend on the thread.
///
/// The bits of the two parts are apart, so the number is their sum: from the lowest bit, the place in a run, the thread,
/// the number of the run.
#[inline(always)]
pub const fn held_part(count: usize, v: usize) -> usize {
    if !cfg!(target_arch = "nvptx64") {
        v
    } else if count <= THREADS {
        0
    } else {
        let run = run_length(count);
        v / run * (run * THREADS) + v % run
    }
}
