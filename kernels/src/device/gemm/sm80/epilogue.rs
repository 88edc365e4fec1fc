//! From sums in shared memory to D: scaling, C, bias, activation, conversion, and stores of whole rows.
//!
//! A kernel writes a part of its tile of sums to shared memory that it needs for nothing else; then each warp takes a row at a time, 16
//! bytes of sums a lane.

use azulejo_device::inlined;
use azulejo_tensor::{bf16, f16};

use super::super::args::GeluSilu;
use super::args::{Args, activation};
use crate::device::ptx::{
    math,
    memory::Wide,
    shared::{self, Shared},
    thread,
};
use crate::device::{repeat, unrolled};

/// How 16 bytes of sums become elements of type `Out`.
pub trait OutputOp<Out>: Copy {
    /// Sums in 16 bytes.
    const LANES: u32;

    /// Stores them at (`row`, `column`) of `batch`, as far as D goes.
    ///
    /// # Safety
    /// D is writable, C and bias, where there are any, readable at those elements.
    unsafe fn store(sums: Wide, args: &Args, at: (u32, u32, u32));

    /// Stores their products with alpha, as one vector if that `is_inside`, or one by one as far as D goes.
    ///
    /// # Safety
    /// D is writable at its elements there, and aligned to the vector.
    unsafe fn store_plain(
        sums: Wide,
        alpha: Self,
        is_inside: bool,
        args: &Args,
        at: (u32, u32, u32),
    );

    /// The element at (`row`, `column`) of `batch` of its sum; of a column beyond D without C and bias.
    ///
    /// # Safety
    /// C and bias, where there are any, are readable in that row of D.
    unsafe fn element(sum: Self, args: &Args, at: (u32, u32, u32)) -> Out;

    /// The element of a sum that is only scaled.
    fn scaled(sum: Self, alpha: Self) -> Out;

    /// The factor of the sums.
    fn alpha(args: &Args) -> Self;
}

/// The activation of a sum of integers or f64, which have [`activation::RELU`] alone.
#[inline(always)]
fn relu<T: PartialOrd + Default>(x: T, kind: u32) -> T {
    match kind {
        activation::RELU if x < T::default() => T::default(),
        _ => x,
    }
}

/// The activation of a sum of f32.
#[inline(always)]
fn activated(x: f32, kind: u32) -> f32 {
    match kind {
        activation::RELU if x < 0.0 => 0.0,
        _ if kind >= activation::GELU => GeluSilu::of(kind).at(x),
        _ => x,
    }
}

/// Elements stored as one vector.
#[repr(C, align(16))]
struct Vector16<T>(T);
/// Elements stored as one vector of half the width.
#[repr(C, align(8))]
struct Vector8<T>(T);

macro_rules! emit {
    ($($acc:ty => $out:ty, $lanes:literal in $vector:ident, load $load:expr, to $to:expr, pack $pack:expr;)*) => {$(
        impl OutputOp<$out> for $acc {
            const LANES: u32 = $lanes;

            #[inline(always)]
            unsafe fn store_plain(sums: Wide, alpha: $acc, is_inside: bool, args: &Args, (m, n, batch): (u32, u32, u32)) {
                // SAFETY: 16 bytes of sums.
                let sums: [$acc; $lanes] = unsafe { core::mem::transmute(sums) };
                let scaled: [$acc; $lanes] = unrolled(inlined!(|i| alpha * sums[i]));
                let mut to = args.d.address::<$out>((m, n, batch));
                if is_inside {
                    // SAFETY: upheld by the caller: D is writable at the elements, aligned to them; the packed ones are as many bytes.
                    return unsafe { to.cast::<$vector<[$out; $lanes]>>().write($vector($pack(scaled))) };
                }
                repeat::<$lanes>(inlined!(|i| {
                    if n + (i as u32) < args.n {
                        // SAFETY: upheld by the caller: D is writable at its elements.
                        unsafe { to.write($to(scaled[i], activation::NONE)) }
                    }
                    to = to.wrapping_offset(args.d.column as isize);
                }));
            }

            #[inline(always)]
            fn scaled(sum: $acc, alpha: $acc) -> $out {
                $to(alpha * sum, activation::NONE)
            }

            #[inline(always)]
            fn alpha(args: &Args) -> $acc {
                args.alpha as $acc
            }

            #[inline(always)]
            unsafe fn element(sum: $acc, args: &Args, at: (u32, u32, u32)) -> $out {
                let mut x = args.alpha as $acc * sum;
                if at.1 < args.n {
                    // SAFETY: upheld by the caller: C and bias, where there are any, are readable at the elements of D that there are.
                    unsafe {
                        if args.beta != 0.0 {
                            x += args.beta as $acc * $load(args.c.address::<$out>(at).read());
                        }
                        if args.bias.base != 0 {
                            x += $load(args.bias.address::<$out>(at).read());
                        }
                    }
                }
                $to(x, args.activation)
            }

            #[inline(always)]
            unsafe fn store(sums: Wide, args: &Args, (m, n, batch): (u32, u32, u32)) {
                // SAFETY: 16 bytes of sums.
                let sums: [$acc; $lanes] = unsafe { core::mem::transmute(sums) };
                let values: [$out; $lanes] = unrolled(inlined!(|i| {
                    // SAFETY: upheld by the caller: a row of D.
                    unsafe { Self::element(sums[i], args, (m, n + i as u32, batch)) }
                }));
                // SAFETY: upheld by the caller: D is writable at its elements; it is aligned to whole vectors where
                // `wide`.
                unsafe {
                    if args.wide != 0 && n + $lanes <= args.n {
                        args.d.address::<$out>((m, n, batch)).cast::<$vector<[$out; $lanes]>>().write($vector(values));
                    } else {
                        repeat::<$lanes>(inlined!(|i| {
                            if n + (i as u32) < args.n {
                                args.d.address::<$out>((m, n + i as u32, batch)).write(values[i]);
                            }
                        }));
                    }
                }
            }
        }
    )*};
}

emit! {
    f32 => f32, 4 in Vector16, load |x: f32| x, to activated, pack |v| v;
    f32 => f16, 4 in Vector8, load |x: f16| math::f16_to_f32(x.to_bits()), to |x: f32, kind| f16::from_bits(math::f16x2(activated(x, kind), 0.0) as u16),
        pack |v: [f32; 4]| core::mem::transmute::<[u32; 2], [f16; 4]>([math::f16x2(v[0], v[1]), math::f16x2(v[2], v[3])]);
    f32 => bf16, 4 in Vector8, load |x: bf16| math::bf16_to_f32(x.to_bits()), to |x: f32, kind| bf16::from_bits(math::bf16x2(activated(x, kind), 0.0) as u16),
        pack |v: [f32; 4]| core::mem::transmute::<[u32; 2], [bf16; 4]>([math::bf16x2(v[0], v[1]), math::bf16x2(v[2], v[3])]);
    f64 => f64, 2 in Vector16, load |x: f64| x, to relu, pack |v| v;
    f64 => f32, 2 in Vector8, load |x: f32| f64::from(x), to |x: f64, kind| activated(x as f32, kind), pack |v: [f64; 2]| v.map(|x| x as f32);
    i32 => i32, 4 in Vector16, load |x: i32| x, to relu, pack |v| v;
}

/// Returns `true` if D is the product, scaled, and nothing more.
#[inline(always)]
pub fn is_plain(args: &Args) -> bool {
    args.beta == 0.0 && args.bias.base == 0 && args.activation == activation::NONE
}

/// [`OutputOp::store`] to a D of `Out`, or of the sums' type if the arguments say so.
///
/// # Safety
/// Same requirements as there.
#[inline(always)]
pub unsafe fn store_vector<Acc: OutputOp<Out> + OutputOp<Acc>, Out>(
    sums: Wide,
    args: &Args,
    at: (u32, u32, u32),
) {
    // SAFETY: upheld by the caller.
    unsafe {
        if size_of::<Out>() != size_of::<Acc>() && args.single != 0 {
            <Acc as OutputOp<Acc>>::store(sums, args, at);
        } else {
            <Acc as OutputOp<Out>>::store(sums, args, at);
        }
    }
}

/// Stores `ROWS` rows of a tile of 32 vectors a row, which lie at `from` with `pitch` bytes from one to the next; `TRANSPOSED` vectors have each
/// pair of sums the other way round.
///
/// # Safety
/// All 128 threads of the block call it together, the sums written and a barrier passed; `at` is the first of the rows in D.
#[inline(always)]
pub unsafe fn store<Acc: OutputOp<Out>, Out, const ROWS: u32, const TRANSPOSED: bool>(
    args: &Args,
    from: u32,
    pitch: u32,
    at: (u32, u32, u32),
) {
    /// Rows that the block stores at once: one a warp.
    const STEP: u32 = 4;
    let (lane, warp) = (thread::tid() % 32, thread::tid() / 32);
    let load = inlined!(|row: u32| {
        // SAFETY: row and vector are inside the half tile.
        let sums = unsafe { <Wide as Shared>::load(from + row * pitch + lane * 16) };
        if TRANSPOSED {
            let [x, y, z, w] = sums.0;
            return Wide([y, x, w, z]);
        }
        sums
    });
    let n = at.1 + lane * Acc::LANES;
    let mut row = warp;
    if is_plain(args) {
        // Nothing but scaling: four rows at a time, all loads before the first store.
        let alpha = Acc::alpha(args);
        let is_inside = args.wide != 0 && n + Acc::LANES <= args.n;
        while row < ROWS {
            let sums: [Wide; 4] = unrolled(inlined!(|r| load(row + r as u32 * STEP)));
            repeat::<4>(inlined!(|r| {
                let at = (at.0 + row + r as u32 * STEP, n, at.2);
                if at.0 < args.m {
                    // SAFETY: the row is inside D, which is contiguous and aligned where `wide`.
                    unsafe { Acc::store_plain(sums[r], alpha, is_inside, args, at) }
                }
            }));
            row += 4 * STEP;
        }
        return;
    }
    while row < ROWS {
        let m = at.0 + row;
        if m < args.m && n < args.n {
            // SAFETY: the element is inside D.
            unsafe { Acc::store(load(row), args, (m, n, at.2)) }
        }
        row += STEP;
    }
}

/// Calls `f` with `i`, of `N`, as a number that the compiler knows: what registers hold has constant indices, and what
/// follows in a loop over `i` is in the code once.
#[inline(always)]
pub fn only<const N: usize>(i: u32, mut f: impl FnMut(usize)) {
    // Not to be seen through, or the loop is unrolled again.
    let i = shared::black_box(i);
    repeat::<N>(inlined!(|n| {
        if i == n as u32 {
            f(n)
        }
    }));
}
