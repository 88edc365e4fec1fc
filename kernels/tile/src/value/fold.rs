//! Folding an axis: one order for the CPU and a device.
//!
//! An axis is a run of bits of an element's row-major number. A fold takes these bits one after the other and combines
//! the two elements that differ in the bit, the one with 0 first. The order of the bits is that of a device's registers
//! and threads: the numbers of runs from the highest bit, then the places in a run, then the threads, each from the
//! highest bit; so each thread combines what it holds before anything is exchanged. The CPU follows the same order.

use super::Tile;
#[cfg(target_arch = "nvptx64")]
use crate::block;
use crate::{Extent, THREADS, TileShape, run_length};

/// The bits of an axis: from `low` up to, not including, `high`.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    pub low: u32,
    pub high: u32,
}

impl Bits {
    /// The bits of axis `axis` of shape `S`.
    pub const fn of<S: TileShape>(axis: usize) -> Self {
        let low = crate::steps(S::EXTENTS, S::RANK)[axis].ilog2();
        Self {
            low,
            high: low + S::EXTENTS[axis].ilog2(),
        }
    }

    /// All bits of shape `S`.
    pub const fn all<S: TileShape>() -> Self {
        Self {
            low: 0,
            high: S::Count::LOG2,
        }
    }

    const fn has(self, bit: u32) -> bool {
        self.low <= bit && bit < self.high
    }

    /// A number without these bits.
    const fn without(self, number: usize) -> usize {
        (number & ((1 << self.low) - 1)) | (number >> self.high << self.low)
    }
}

/// Where the bits of a number belong: `place` bits of the place in a run, then `thread` bits.
const fn split(count: usize) -> (u32, u32) {
    let thread = if count < THREADS {
        count.ilog2()
    } else {
        THREADS.ilog2()
    };
    (run_length(count).ilog2(), thread)
}

/// Calls `f` with each bit below 24 in the order of a fold.
macro_rules! in_order {
    ($count:expr, $bits:expr, |$bit:ident, $thread:ident| $body:block) => {{
        in_order!(@each $count, split($count).0 + split($count).1, 24, false, $bits, $bit, $thread, $body);
        in_order!(@each $count, 0, split($count).0, false, $bits, $bit, $thread, $body);
        in_order!(@each $count, split($count).0, split($count).0 + split($count).1, true, $bits, $bit, $thread, $body);
    }};
    (@each $count:expr, $from:expr, $to:expr, $is_thread:literal, $bits:expr, $bit:ident, $thread:ident, $body:block) => {
        in_order!(@written [23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0] $count, $from, $to, $is_thread, $bits, $bit, $thread, $body)
    };
    (@written [$($k:literal)*] $count:expr, $from:expr, $to:expr, $is_thread:literal, $bits:expr, $bit:ident, $thread:ident, $body:block) => {$(
        // Nothing is compiled for bits that the tile does not have.
        if const { 1 << $k < $count && $from <= $k && $k < $to } && $bits.has($k) {
            let ($bit, $thread): (u32, bool) = ($k, $is_thread);
            $body
        }
    )*};
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The tile of shape `O` with the bits folded by `f`: `O` is `S` without them.
    #[inline(always)]
    pub(super) fn fold<O: TileShape>(self, bits: Bits, f: impl Fn(T, T) -> T) -> Tile<T, O> {
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let folded = self.folded(bits, f);
            Tile::of(O::Count::generate(|v| folded.as_ref()[v]))
        }
        #[cfg(target_arch = "nvptx64")]
        {
            let (folded, _) = self.folded(bits, f);
            let held = if O::SIZE == 1 {
                O::Count::generate(|_| folded.as_ref()[0])
            } else if O::SIZE == S::SIZE {
                O::Count::generate(|v| folded.as_ref()[v])
            } else {
                let mask = (1usize << bits.high) - (1 << bits.low);
                let slot = |from: usize| (from & mask == 0).then_some(bits.without(from));
                block::exchange::<T, S::Count, O::Count>(&folded, O::SIZE, slot, |to| to)
            };
            Tile::of(held)
        }
    }

    /// The same, each result repeated for all elements that it came from: nothing moves between threads but what the
    /// fold itself takes.
    #[inline(always)]
    pub(super) fn fold_broadcast(self, bits: Bits, f: impl Fn(T, T) -> T) -> Self {
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let folded = self.folded(bits, f);
            Tile::of(S::Count::generate(|v| folded.as_ref()[bits.without(v)]))
        }
        #[cfg(target_arch = "nvptx64")]
        {
            let (folded, done) = self.folded(bits, f);
            Tile::of(S::Count::generate(|v| folded.as_ref()[v & !done]))
        }
    }

    /// The results, dense, at the front.
    #[cfg(not(target_arch = "nvptx64"))]
    #[inline(always)]
    fn folded(self, bits: Bits, f: impl Fn(T, T) -> T) -> <S::Count as Extent>::Held<T> {
        let mut held = self.held;
        let mut left = S::SIZE;
        let mut gone = 0usize;
        in_order!(S::SIZE, bits, |bit, _thread| {
            // How many of the bits below are still there.
            let below = bit - (gone & ((1 << bit) - 1)).count_ones();
            halve(&mut held.as_mut()[..left], 1 << below, &f);
            left /= 2;
            gone |= 1 << bit;
        });
        let _ = (left, gone);
        held
    }

    /// This thread's results, each in the register whose number has 0 in the folded bits, and those bits.
    #[cfg(target_arch = "nvptx64")]
    #[inline(always)]
    fn folded(self, bits: Bits, f: impl Fn(T, T) -> T) -> (<S::Count as Extent>::Held<T>, usize) {
        let (place, _) = const { split(S::SIZE) };
        let mut held = self.held;
        let mut done = 0usize;
        in_order!(S::SIZE, bits, |bit, thread| {
            if thread {
                S::Count::each(&mut |v| {
                    if v & done == 0 {
                        let own = held.as_ref()[v];
                        let (other, low) = block::across(own, 1 << (bit - place));
                        held.as_mut()[v] = if low { f(own, other) } else { f(other, own) };
                    }
                });
            } else {
                let register = 1usize
                    << if bit < place {
                        bit
                    } else {
                        bit - THREADS.ilog2()
                    };
                S::Count::each(&mut |v| {
                    if v & (done | register) == 0 {
                        held.as_mut()[v] = f(held.as_ref()[v], held.as_ref()[v | register]);
                    }
                });
                done |= register;
            }
        });
        (held, done)
    }
}

/// Combines elements `step` apart, and moves the results to the front.
#[cfg(not(target_arch = "nvptx64"))]
#[inline(always)]
fn halve<T: Copy>(all: &mut [T], step: usize, f: &impl Fn(T, T) -> T) {
    for block in 0..all.len() / (2 * step) {
        let (front, rest) = all.split_at_mut(if block == 0 { step } else { 2 * step * block });
        if block == 0 {
            for (a, b) in front.iter_mut().zip(rest) {
                *a = f(*a, *b);
            }
        } else {
            let (low, high) = rest[..2 * step].split_at(step);
            for ((to, a), b) in front[step * block..].iter_mut().zip(low).zip(high) {
                *to = f(*a, *b);
            }
        }
    }
}
