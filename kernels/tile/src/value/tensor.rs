//! Products of two tiles on tensor cores: `mma.sync` on fragments of 16 × 8.
//!
//! ```text
//! scratch       rows of A and columns of B, a split of K at a time, each line 16 bytes longer than its terms
//! warp w        a quarter of the 16 × 8 blocks of C, four registers of sums for each
//! instruction   32 bytes of K: lane 4 g + q holds words q and q + 4 of rows g, g + 8 of A and of column g of B
//! end           sums ─► scratch ─► the tile's own distribution
//! ```
//!
//! | factors | instruction | sums |
//! |---|---|---|
//! | `f16`, and the 8-bit floats, which are `f16` exactly | `m16n8k16` | `f32` |
//! | `bf16` | `m16n8k16` | `f32` |
//! | `Tf32` | `m16n8k8` | `f32` |
//! | `i8` | `m16n8k32` | `i32` |

use azulejo_device::mma::ExecuteMma;
use azulejo_tensor::atom::{
    SM80_16x8x8_F32TF32TF32F32_TN, SM80_16x8x16_F32BF16BF16F32_TN, SM80_16x8x16_F32F16F16F32_TN,
    SM80_16x8x32_S32S8S8S32_TN,
};
use azulejo_tensor::{Element, F8E4M3, F8E5M2, Tf32, bf16, f16};

use super::{Compute, Factor, Tile, convert, convert::same};
use crate::{Extent, MAX_RANK, TileShape, held_part, thread_part};
use azulejo_kernels::device::element::write;
use azulejo_kernels::device::ptx::{
    run,
    shared::{self, Shared},
    thread::{sync, tid},
};

/// Bytes of K that one instruction takes.
const STEP: usize = 32;

/// The bytes of a factor as the tensor cores take it; 0 where they do not.
const fn staged<F: Element>() -> usize {
    let of = F::DTYPE as u8;
    if of == F8E4M3::DTYPE as u8
        || of == F8E5M2::DTYPE as u8
        || of == f16::DTYPE as u8
        || of == bf16::DTYPE as u8
    {
        2
    } else if of == Tf32::DTYPE as u8 {
        4
    } else if of == i8::DTYPE as u8 {
        1
    } else {
        0
    }
}

/// Terms of K that `room` bytes of scratch hold at a time.
const fn slice(room: usize, lines: usize, depth: usize, size: usize) -> usize {
    let mut terms = depth;
    while terms > 0 && lines * (terms * size + 16) > room {
        terms /= 2;
    }
    terms
}

/// Returns `true` if tiles of these types and extents are multiplied on tensor cores, with `room` bytes of scratch.
#[inline(always)]
pub const fn fits<T: Element, A: Element, B: Element>(
    c: [usize; MAX_RANK],
    depth: usize,
    room: usize,
) -> bool {
    let size = staged::<A>();
    let float = T::DTYPE as u8 == f32::DTYPE as u8 && size >= 2;
    let integer = T::DTYPE as u8 == i32::DTYPE as u8 && size == 1;
    let blocks = c[0] / 16 * (c[1] / 8);
    A::DTYPE as u8 == B::DTYPE as u8
        && (float || integer)
        && c[0] >= 16
        && c[1] >= 8
        && blocks >= 4
        && depth * size >= STEP
        && slice(room, c[0] + c[1], depth, size) * size >= STEP
}

/// `f(0)`, `f(1)`, … for each element held, `f` in line each time: what it changes stays in registers.
#[inline(always)]
fn written<N: Extent>(mut f: impl FnMut(usize)) {
    N::each(&mut f)
}

/// The same, or as a loop.
#[inline(always)]
fn staging<N: Extent>(looped: bool, mut f: impl FnMut(usize)) {
    if looped {
        let end = run::black_box(N::HELD);
        let mut v = 0;
        while v < end {
            f(v);
            v += 1;
        }
    } else {
        N::each(&mut f)
    }
}

/// Writes an element to shared memory.
///
/// # Safety
/// Same requirements as [`Shared::store`].
#[inline(always)]
unsafe fn put<G: Element>(to: u32, value: G) {
    let bits = value.to_raw();
    match size_of::<G>() {
        // SAFETY: the address is inside the block's shared memory, by the caller, for one byte.
        1 => unsafe { u8::store(to, bits as u8) },
        // SAFETY: the address is aligned and inside the block's shared memory, by the caller, for two bytes.
        2 => unsafe { u16::store(to, bits as u16) },
        // SAFETY: the address is aligned and inside the block's shared memory, by the caller, for four bytes.
        _ => unsafe { u32::store(to, bits as u32) },
    }
}

/// Rows of sums that `room` bytes of scratch take at a time; 0 where they would not be whole blocks and whole runs.
const fn band(room: usize, rows: usize, columns: usize) -> usize {
    let mut band = rows;
    while band >= 16 && band * (columns + 8) * 4 > room {
        band /= 2;
    }
    if band >= 16 && band * columns >= 512 {
        band
    } else {
        0
    }
}

/// A factor as the tensor cores take it.
#[inline(always)]
fn narrow<A: Element, G: Element>(value: A) -> G {
    if A::DTYPE as u8 == F8E5M2::DTYPE as u8 {
        // The upper byte of an f16.
        G::from_raw(value.to_raw() << 8)
    } else {
        convert::<A, G>(value)
    }
}

/// Sums of a product, as the instructions leave them.
pub struct Fragments<T: Copy, S: TileShape> {
    held: <S::Count as Extent>::Held<T>,
}

impl<T: Compute, S: TileShape> Fragments<T, S> {
    /// No sums yet.
    #[inline(always)]
    pub fn zeros() -> Self {
        Self {
            held: S::Count::generate(|_| T::ZERO),
        }
    }

    /// Adds `a b`; [`fits`] must hold for them and `room`, which the block's scratch must have.
    ///
    /// The factors are tiles of shapes `P` and `Q`, given by the `v`-th element that this thread holds; `looped` where they
    /// are not in registers.
    #[inline(always)]
    pub fn add_product<A: Factor<T>, B: Factor<T>, P: TileShape, Q: TileShape>(
        &mut self,
        a: impl Fn(usize) -> A,
        b: impl Fn(usize) -> B,
        room: usize,
        looped: bool,
    ) {
        let of = A::DTYPE as u8;
        if of == bf16::DTYPE as u8 {
            self.multiply::<SM80_16x8x16_F32BF16BF16F32_TN, _, bf16, A, B, P, Q>(a, b, room, looped)
        } else if of == Tf32::DTYPE as u8 {
            self.multiply::<SM80_16x8x8_F32TF32TF32F32_TN, _, Tf32, A, B, P, Q>(a, b, room, looped)
        } else if of == i8::DTYPE as u8 {
            self.multiply::<SM80_16x8x32_S32S8S8S32_TN, _, i8, A, B, P, Q>(a, b, room, looped)
        } else {
            self.multiply::<SM80_16x8x16_F32F16F16F32_TN, _, f16, A, B, P, Q>(a, b, room, looped)
        }
    }

    #[inline(always)]
    fn multiply<I, Sum, G, A, B, P, Q>(
        &mut self,
        a: impl Fn(usize) -> A,
        b: impl Fn(usize) -> B,
        room: usize,
        looped: bool,
    ) where
        I: ExecuteMma<RegA = [u32; 4], RegB = [u32; 2], RegC = [Sum; 4]>,
        Sum: Element,
        G: Element,
        A: Element,
        B: Element,
        P: TileShape,
        Q: TileShape,
    {
        let [rows, columns, ..] = S::EXTENTS;
        let depth = P::EXTENTS[1];
        let size = size_of::<G>();
        let slice = slice(room, rows + columns, depth, size);
        let pitch = slice * size + 16;
        let a_at = shared::base();
        let b_at = a_at + (rows * pitch) as u32;
        let thread = tid() as usize;
        let (warp, lane) = (thread / 32, thread % 32);
        let (group, quad) = (lane / 4, lane % 4);
        let (a_thread, b_thread) = (thread_part(P::SIZE, thread), thread_part(Q::SIZE, thread));
        let across = columns / 8;
        let own = rows / 16 * across / 4;
        // Block `local` of warp `w` is at row block `w own / across + local / across`, column block likewise.
        let (row, column) = (warp * own / across, warp * own % across);
        let a_lane = a_at + ((16 * row + group) * pitch + 4 * quad) as u32;
        let b_lane = b_at + ((8 * column + group) * pitch + 4 * quad) as u32;
        let mut first = 0;
        while first < depth {
            // SAFETY: the whole block is here: the loop is the same for all threads.
            unsafe { sync() };
            staging::<P::Count>(
                looped,
                #[inline(always)]
                |v: usize| {
                    let number = a_thread + held_part(P::SIZE, v);
                    let (line, term) = (number / depth, (number % depth).wrapping_sub(first));
                    if term < slice {
                        let to = a_at + (line * pitch + term * size) as u32;
                        let x = narrow::<A, G>(a(v));
                        // SAFETY: inside the scratch, a line of `pitch` bytes for each row of A, and aligned; between the
                        // barriers it gets one value, which copies of an element write, too.
                        unsafe { put(to, x) };
                    }
                },
            );
            staging::<Q::Count>(
                looped,
                #[inline(always)]
                |v: usize| {
                    let number = b_thread + held_part(Q::SIZE, v);
                    let (term, line) = ((number / columns).wrapping_sub(first), number % columns);
                    if term < slice {
                        let to = b_at + (line * pitch + term * size) as u32;
                        let x = narrow::<B, G>(b(v));
                        // SAFETY: inside the scratch, a line of `pitch` bytes for each column of B, and aligned; between the
                        // barriers it gets one value, which copies of an element write, too.
                        unsafe { put(to, x) };
                    }
                },
            );
            // SAFETY: the whole block is here: the loop is the same for all threads.
            unsafe { sync() };
            let end = run::black_box(slice * size) as u32;
            let mut at = 0;
            while at < end {
                // SAFETY: inside the lines, written before the barrier; the lines are multiples of 16 bytes.
                let word = |lane: u32, line: usize, word: usize| unsafe {
                    u32::load(lane + at + (line * pitch + 4 * word) as u32)
                };
                let mut factor = [0; 4];
                written::<S::Count>(
                    #[inline(always)]
                    |v: usize| {
                        if v % 4 == 0 {
                            let local = v / 4;
                            if local % across == 0 {
                                let line = 16 * (local / across);
                                factor = [
                                    word(a_lane, line, 0),
                                    word(a_lane, line + 8, 0),
                                    word(a_lane, line, 4),
                                    word(a_lane, line + 8, 4),
                                ];
                            }
                            let line = 8 * (local % across);
                            let other = [word(b_lane, line, 0), word(b_lane, line, 4)];
                            let sums = self.held.as_mut();
                            let mut block = [
                                same::<T, Sum>(sums[v]),
                                same(sums[v + 1]),
                                same(sums[v + 2]),
                                same(sums[v + 3]),
                            ];
                            // SAFETY: whole warps are here.
                            unsafe { I::fma(&mut block, factor, other) };
                            sums[v] = same(block[0]);
                            sums[v + 1] = same(block[1]);
                            sums[v + 2] = same(block[2]);
                            sums[v + 3] = same(block[3]);
                        }
                    },
                );
                at += STEP as u32;
            }
            first += slice;
        }
    }

    /// The sums as a tile, through `room` bytes of scratch.
    #[inline(always)]
    pub fn tile(self, room: usize) -> Tile<T, S> {
        let [rows, columns, ..] = S::EXTENTS;
        let across = columns / 8;
        let own = rows / 16 * across / 4;
        let band = band(room, rows, columns);
        if size_of::<T>() == 4 && S::SIZE >= 512 && band > 0 {
            return self.by_rows(band);
        }
        // The registers as a tile whose numbering is that of threads and registers; then each element from where it is.
        let fragments = Tile::<T, S>::of(self.held);
        fragments.rearranged(|number| {
            let (row, column) = (number / columns, number % columns);
            let block = row / 16 * across + column / 8;
            let lane = row % 8 * 4 + column % 8 / 2;
            let register = block % own * 4 + row % 16 / 8 * 2 + column % 2;
            let run = register / 4 * (4 * crate::THREADS) + register % 4;
            (block / own * 32 + lane) * 4 + run
        })
    }

    /// The sums into scratch, `band` rows at a time, and back in runs of four.
    #[inline(always)]
    fn by_rows(self, band: usize) -> Tile<T, S> {
        let [rows, columns, ..] = S::EXTENTS;
        let (across, pitch) = (columns / 8, columns + 8);
        let own = rows / 16 * across / 4;
        let thread = tid() as usize;
        let (warp, lane) = (thread / 32, thread % 32);
        let (row, column) = (16 * (warp * own / across), warp * own % across);
        let corner = lane / 4 * pitch + 8 * column + 2 * (lane % 4);
        let to = shared::base() + (4 * corner) as u32;
        let from =
            shared::base() + (4 * (4 * thread / columns * pitch + 4 * thread % columns)) as u32;
        let mut held = core::mem::MaybeUninit::<<S::Count as Extent>::Held<T>>::uninit();
        let into = held.as_mut_ptr().cast::<u32>();
        let mut first = 0;
        while first < rows {
            // SAFETY: the whole block is here: the loop is the same for all threads.
            unsafe { sync() };
            written::<S::Count>(
                #[inline(always)]
                |v: usize| {
                    let local = v / 4;
                    let line = (row + 16 * (local / across)).wrapping_sub(first);
                    if line < band {
                        let at = (line + v % 4 / 2 * 8) * pitch + 8 * (local % across) + v % 2;
                        let x = self.held.as_ref()[v].to_raw() as u32;
                        // SAFETY: a word of the scratch, `band` lines of `pitch` words, with one writer between the barriers.
                        unsafe { u32::store(to + (4 * at) as u32, x) };
                    }
                },
            );
            // SAFETY: the whole block is here: the loop is the same for all threads.
            unsafe { sync() };
            written::<S::Count>(
                #[inline(always)]
                |v: usize| {
                    let number = (v / 4 * 512).wrapping_sub(first * columns);
                    if number < band * columns {
                        let at = number / columns * pitch + number % columns + v % 4;
                        // SAFETY: a word of the scratch, written before the barrier.
                        let x = unsafe { u32::load(from + (4 * at) as u32) };
                        // SAFETY: `held` has an element `v`, of four bytes.
                        unsafe { write(into, v, x) };
                    }
                },
            );
            first += band;
        }
        // SAFETY: the bands cover the tile, so every element was written.
        Tile::of(unsafe { held.assume_init() })
    }
}
