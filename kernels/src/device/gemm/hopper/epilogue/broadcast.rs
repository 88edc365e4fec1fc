//! Scales and a bias of rows or columns of D, and activations, in registers, before the sums leave as plain ones do.
//!
//! Every accumulator is visited by constants, a step under one branch for all of them:
//!
//! ```text
//! before the main loop   ask for the tile's parts of the vectors, a sector a thread
//! last products          load the bias: of the thread's rows, or of the first columns
//! after them             · scales of columns ▸ · alpha · scales of rows + bias of rows ▸ + C ▸ + bias of columns ▸ activation
//! ```
//!
//! A thread has two rows of each block of 64, and two neighbours of every eight columns, which one load brings. Kernels whose threads have
//! few sums add C ([`elementwise`](super::elementwise)) and do GELU and SiLU here, too.
//!
//! Roofline: an instruction for an accumulator and step, a clock for each of a thread's registers; what else it takes is behind the
//! main loop.

use super::*;
use core::arch::asm;
use core::mem;

/// Bytes that one request loads: a sector.
const SECTOR: u32 = 32;

/// What the kernel does in registers, of [`route::IN_REGISTERS`].
pub const fn known<C: Config>() -> u32 {
    match (C::BROADCASTS, C::ELEMENTWISE) {
        (_, true) => route::IN_REGISTERS,
        (true, _) => route::BROADCAST,
        _ => 0,
    }
}

/// What the launch asks for of it; what follows from that, and from the thread, is not kept from tile to tile.
#[inline(always)]
fn steps<C: Device>(args: &Args) -> u32 {
    match known::<C>() {
        0 => 0,
        known => math::rematerialize(args.route) & known,
    }
}

/// Asks for a tile's parts of the launch's vectors.
///
/// # Safety
/// Called by all threads of the consumer, with the launch's arguments.
#[inline(always)]
pub unsafe fn prefetch<C: Device>(share: TileShare<'_>) {
    let args = share.args;
    let steps = steps::<C>(args);
    if steps & route::VECTORS == 0 {
        return;
    }
    let share = share.rematerialize();
    let rows = (share.row::<C>(0), C::ROW_BLOCKS * 64, args.m);
    let columns = (share.work.n * C::TILE.1, C::TILE.1, args.n);
    let ask = inlined!(|step, base, bytes, part| {
        if steps & step != 0 {
            // SAFETY: the caller has vectors as long as D's sides.
            unsafe { ask(base, bytes, part, share.thread) };
        }
    });
    ask(route::SCALES_OF_ROWS, args.scale_mn[0], 4, rows);
    ask(route::SCALES_OF_COLUMNS, args.scale_mn[1], 4, columns);
    ask(route::BIAS_OF_ROWS, args.bias.base, C::OUT, rows);
    ask(route::BIAS_OF_COLUMNS, args.bias.base, C::OUT, columns);
}

/// The same of one vector at `base`: `count` entries of `bytes` from `first` on, of those below `end`.
///
/// # Safety
/// Entries below `end` are in mapped memory.
#[inline(always)]
unsafe fn ask(base: u64, bytes: u32, (first, count, end): (u32, u32, u32), thread: ConsumerThread) {
    let entry = thread.thread_idx * (SECTOR / bytes);
    if entry < count && first + entry < end {
        let at = base + (first + entry) as u64 * bytes as u64;
        // SAFETY: an entry of the vector, in mapped global memory by the caller, of which nothing is read (PTX ISA, `prefetch`).
        unsafe {
            asm!("prefetch.global.L2 [{0}]; prefetch.global.L1 [{0}];", in(reg64) at, options(nostack))
        };
    }
}

/// The thread's rows of block `r`; rows beyond D are taken for its last.
#[inline(always)]
fn rows_of<C: Device>(share: TileShare<'_>, r: usize) -> [u32; 2] {
    let first = share.row::<C>(r as u32);
    [0, 1].map(inlined!(|half| (first
        + share.thread.value::<C>(register(0, half)).0)
        .min(share.args.m - 1)))
}

/// Returns `true` if there are registers for a bias beside the last products.
const fn has_room<C: Config>() -> bool {
    !C::REG_LIMITED && C::MIN_CTAS == 1
}

/// Starts to load a bias where there is one and [room](has_room) for it: the first columns', or the rows'.
///
/// # Safety
/// Called by all threads of the consumer, with the launch's arguments.
#[inline(always)]
pub unsafe fn ahead<C: Device>(share: TileShare<'_>) -> Bias {
    let (steps, share) = (steps::<C>(share.args), share.rematerialize());
    let mut words = [0; WORDS];
    if has_room::<C>() && steps & route::BIAS_OF_COLUMNS != 0 {
        // SAFETY: the caller has a bias for each column, in whole pairs by the route.
        words = unsafe { part::<C, C::Out>(share, share.args.bias.base, 0) };
    } else if has_room::<C>() && steps & route::BIAS_OF_ROWS != 0 {
        unroll!(C::ROW_BLOCKS, |r| {
            // SAFETY: the caller has a bias for each row.
            let bias = unsafe { bias_of_rows::<C>(share, r) };
            (words[2 * r], words[2 * r + 1]) = (bias[0], bias[1]);
        });
    }
    words
}

/// Loads the bias of the thread's rows of block `r`, a word each.
///
/// # Safety
/// The bias has an entry for each row.
#[inline(always)]
unsafe fn bias_of_rows<C: Device>(share: TileShare<'_>, r: usize) -> [u32; 2] {
    rows_of::<C>(share, r).map(inlined!(|row| {
        let at = (share.args.bias.base + row as u64 * C::OUT as u64) as *const u8;
        match C::OUT {
            // SAFETY: an entry of the bias.
            4 => unsafe { <u32 as Global>::load(at) },
            // SAFETY: an entry of the bias.
            _ => unsafe { <u16 as Global>::load(at) as u32 },
        }
    }))
}

/// Eights of columns whose pairs of `T` are loaded at once.
const fn eights<C: Config, T>() -> u32 {
    let words = if has_room::<C>() {
        WORDS as u32
    } else {
        WORDS as u32 / 2
    };
    words * 2 / size_of::<T>() as u32
}

/// Loads the thread's pairs of part `part` of a tile's columns from the vector at `base`, an entry a column of D.
///
/// # Safety
/// An even number of entries, which start at a whole pair.
#[inline(always)]
unsafe fn part<C: Device, T: Element>(share: TileShare<'_>, base: u64, part: u32) -> Bias {
    let mut words = [0; WORDS];
    let start = part * eights::<C, T>();
    let first = share.work.n * C::TILE.1 + start * 8 + share.thread.value::<C>(0).1;
    unroll!(WORDS as u32; (C::TILE.1 / 8 - start).min(eights::<C, T>()), |i| {
        // Columns beyond D are taken for its last two.
        let column = (first + i as u32 * 8).min(share.args.n - 2);
        let at = base + column as u64 * size_of::<T>() as u64;
        if size_of::<T>() == 2 && has_room::<C>() {
            // SAFETY: a pair of the vector's entries.
            words[i] = unsafe { memory::load_volatile_u32(at) };
        } else if size_of::<T>() == 2 {
            // SAFETY: a pair of the vector's entries.
            words[i] = unsafe { <u32 as Global>::load(at as *const u8) };
        } else {
            // SAFETY: a pair of the vector's entries.
            let pair = unsafe { <u64 as Global>::load(at as *const u8) };
            (words[2 * i % WORDS], words[(2 * i + 1) % WORDS]) = (pair as u32, (pair >> 32) as u32);
        }
    });
    words
}

/// Applies `alpha` and, in a launch that asks for it, everything else to a tile's sums, the `bias` being that of [`ahead`]; C comes
/// from the subtiles, whose barriers have these `phases`.
///
/// # Safety
/// Called by all threads of the consumer, with the launch's arguments, its subtiles, and complete sums.
#[inline(always)]
pub unsafe fn apply<C: Device>(
    share: TileShare<'_>,
    alpha: f32,
    phases: &mut u32,
    bias: Bias,
    acc: &mut Fragments<C>,
) {
    let args = share.args;
    let steps = steps::<C>(args);
    if steps & route::SCALES_OF_COLUMNS != 0 {
        let load = inlined!(|p: u32| {
            // SAFETY: the caller has a scale for each column, in whole pairs by the route.
            unsafe { part::<C, f32>(share, args.scale_mn[1], p) }
        });
        columns::<C, f32>(acc, load, inlined!(|x, scale| x.scale(scale)));
    }
    let of_rows = route::SCALES_OF_ROWS | route::BIAS_OF_ROWS;
    if alpha != 1.0 || steps & of_rows != 0 {
        // SAFETY: the caller has a scale and a bias for each row where the route says so.
        unsafe { rows::<C>(share, (alpha, steps), bias, acc) };
    }
    if steps & route::TMA_LOAD_C != 0 {
        // SAFETY: upheld by the caller: all threads of the consumer, their subtiles, to which TMA loads C by the route.
        unsafe { elementwise::add_c::<C>(share, phases, acc) };
    }
    if steps & route::BIAS_OF_COLUMNS != 0 {
        let load = inlined!(|p: u32| match p {
            0 if has_room::<C>() => bias,
            // SAFETY: the caller has a bias for each column, in whole pairs by the route.
            _ => unsafe { part::<C, C::Out>(share, args.bias.base, p) },
        });
        columns::<C, C::Out>(
            acc,
            load,
            inlined!(|x, bias| x.plus(1.0, Acc::<C>::of(bias))),
        );
    }
    if steps & route::RELU != 0 {
        acc.update(inlined!(|x, _, _| x.relu()));
    }
    if steps & route::GELU_SILU != 0 {
        let curve = GeluSilu::of(args.activation);
        acc.update(inlined!(|x, _, _| x.gelu_or_silu(curve)));
    }
}

/// Makes each sum `alpha · scale · sum + bias`, where `steps` say that rows have these.
///
/// # Safety
/// Scales, and the entries of a bias, are as many as rows of D.
#[inline(always)]
unsafe fn rows<C: Device>(
    share: TileShare<'_>,
    (alpha, steps): (f32, u32),
    bias: Bias,
    acc: &mut Fragments<C>,
) {
    unroll!(C::ROW_BLOCKS, |r| {
        let (mut scale, mut plus) = ([alpha; 2], [Acc::<C>::NOTHING; 2]);
        if steps & route::SCALES_OF_ROWS != 0 {
            let rows = rows_of::<C>(share, r);
            unroll!(2, |half| {
                let at = (share.args.scale_mn[0] + rows[half] as u64 * 4) as *const u8;
                // SAFETY: an entry of the scales.
                scale[half] = alpha * f32::from_bits(unsafe { <u32 as Global>::load(at) });
            });
        }
        if steps & route::BIAS_OF_ROWS != 0 {
            let words = match has_room::<C>() {
                true => [bias[2 * r], bias[2 * r + 1]],
                // SAFETY: the caller has a bias for each row.
                false => unsafe { bias_of_rows::<C>(share, r) },
            };
            unroll!(2, |half| {
                // SAFETY: a word whose first bytes are an element.
                let entry: C::Out = unsafe { mem::transmute_copy(&words[half]) };
                plus[half] = Acc::<C>::of(entry);
            });
        }
        unroll!(C::TILE.1 / 8, |eight| unroll!(4, |v| {
            let (i, half) = (4 * eight + v, half(v));
            acc.set(r, i, plus[half].plus(scale[half], acc.get(r, i)));
        }));
    });
}

/// Makes each sum `f` of it and its column's entry of a vector, of which `load` has the thread's pairs of a part of the columns.
#[inline(always)]
fn columns<C: Device, T: Element>(
    acc: &mut Fragments<C>,
    load: impl Fn(u32) -> Bias,
    f: impl Fn(Acc<C>, T) -> Acc<C>,
) {
    unroll!((C::TILE.1 / 8).div_ceil(eights::<C, T>()), |p| {
        let (words, start) = (load(p as u32), p * eights::<C, T>() as usize);
        unroll!(WORDS as u32; (C::TILE.1 / 8 - start as u32).min(eights::<C, T>()), |i| {
            let step = size_of::<T>() / 2;
            let two = [words[i * step % WORDS], words[(i * step + 1) % WORDS]];
            // SAFETY: the first bytes of two words are two elements as they are in memory.
            let pair: [T; 2] = unsafe { mem::transmute_copy(&two) };
            unroll!(C::ROW_BLOCKS, |r| unroll!(4, |v| {
                let at = 4 * (start + i) + v;
                acc.set(r, at, f(acc.get(r, at), pair[v % 2]));
            }));
        });
    });
}
