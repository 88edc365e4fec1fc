//! Injectivity: do two coordinates share an offset, and which.

use super::digits::gcd;
use super::mode::{CAPACITY, Flat, Mode, is_void, size};

/// Why a layout is not (known to be) injective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collision {
    /// Two different coordinates, given as 1-D indices, have the same offset.
    Between {
        /// One index.
        first: i64,
        /// The other, larger index.
        second: i64,
        /// Their common offset.
        offset: i64,
    },
    /// The search took more than its budget of steps: the modes overlap in too many ways to decide here.
    Undecided,
    /// A bound does not fit 64 bits, or there are more modes than [`CAPACITY`].
    TooLarge,
}

/// How many partial differences the search may try; each step is a few operations.
const STEPS: u32 = 2_000_000;

/// Decides whether different coordinates have different offsets.
///
/// Two coordinates collide exactly when some difference vector `x` with `|x_k| < size_k`, not all zero, has
/// `sum x_k * stride_k = 0`. The search fixes the `x_k` from the largest stride down and cuts a branch as soon as the
/// remaining modes cannot reach the rest (too small, or the greatest common divisor of their strides does not divide it).
/// For a loose chain every branch is cut at once; the sizes never matter, only how much the modes overlap. A layout without
/// elements has no two coordinates, and is injective.
///
/// # Errors
/// A pair of coordinates with the same offset; or that the search gave up, or that numbers are too large.
///
/// ```
/// use azulejo_layout::check::{injective, Collision, Mode};
/// assert_eq!(injective(&[Mode::new(2, 3), Mode::new(2, 2)]), Ok(()));
/// let collision = Collision::Between { first: 2, second: 4, offset: 2 };
/// assert_eq!(injective(&[Mode::new(4, 1), Mode::new(2, 2)]), Err(collision));
/// ```
pub const fn injective(modes: &[Mode]) -> Result<(), Collision> {
    match size(modes) {
        Some(_) => {}
        None => return Err(Collision::TooLarge),
    }
    match difference(modes) {
        Difference::None => Ok(()),
        Difference::Undecided => Err(Collision::Undecided),
        Difference::TooLarge => Err(Collision::TooLarge),
        Difference::Found(x) => Err(between(modes, &x)),
    }
}

/// Decides whether a product repeats an offset although its block does not: modes of stride 0 repeat on purpose and count
/// for nothing.
///
/// # Errors
/// A pair of indices of `product` with the same offset; or that the search gave up, or that numbers are too large.
///
/// ```
/// use azulejo_layout::check::{Collision, Mode, product_aliases};
/// // (_2,_2):(_1,_2) by mode by <_2,_2>: both modes put copies at 2
/// let (block, product) = ([Mode::new(2, 1), Mode::new(2, 2)], [Mode::new(2, 1), Mode::new(2, 2), Mode::new(2, 2), Mode::new(2, 1)]);
/// assert_eq!(product_aliases(&block, &block), Ok(()));
/// assert!(matches!(product_aliases(&block, &product), Err(Collision::Between { .. })));
/// ```
pub const fn product_aliases(block: &[Mode], product: &[Mode]) -> Result<(), Collision> {
    if size(block).is_none() || size(product).is_none() {
        return Err(Collision::TooLarge);
    }
    if !matches!(difference(once(block).as_slice()), Difference::None) {
        return Ok(());
    }
    match difference(once(product).as_slice()) {
        Difference::None => Ok(()),
        Difference::Undecided => Err(Collision::Undecided),
        Difference::TooLarge => Err(Collision::TooLarge),
        Difference::Found(x) => Err(between(product, &x)),
    }
}

/// The modes with size 1 where the stride is 0.
const fn once(modes: &[Mode]) -> Flat {
    let mut flat = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        flat.push(if modes[i].stride == 0 {
            Mode::new(1, 0)
        } else {
            modes[i]
        });
        i += 1;
    }
    flat
}

/// A vanishing difference vector, one entry a mode.
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack for one call; nothing may be boxed here"
)]
pub(super) enum Difference {
    None,
    Found([i64; CAPACITY]),
    Undecided,
    TooLarge,
}

/// The two indices whose digits differ by `x`: its positive part and its negative part.
pub(super) const fn between(modes: &[Mode], x: &[i64; CAPACITY]) -> Collision {
    let (mut plus, mut minus, mut offset): (i64, i64, i64) = (0, 0, 0);
    let mut k = modes.len();
    while k > 0 {
        k -= 1;
        plus *= modes[k].size;
        minus *= modes[k].size;
        if x[k] > 0 {
            plus += x[k];
            offset += x[k] * modes[k].stride;
        } else {
            minus -= x[k];
        }
    }
    let (first, second) = if plus < minus {
        (plus, minus)
    } else {
        (minus, plus)
    };
    Collision::Between {
        first,
        second,
        offset,
    }
}

/// Searches a non-zero difference of two coordinates that moves the offset by nothing.
pub(super) const fn difference(modes: &[Mode]) -> Difference {
    if modes.len() > CAPACITY {
        return Difference::TooLarge;
    }
    if is_void(modes) {
        return Difference::None;
    }
    let mut order = [0_usize; CAPACITY];
    let mut count = 0;
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size > 1 {
            if modes[i].stride == 0 {
                let mut x = [0; CAPACITY];
                x[i] = 1;
                return Difference::Found(x);
            }
            if modes[i].stride == i64::MIN {
                return Difference::TooLarge;
            }
            // Keep `order` sorted by ascending |stride|.
            let mut k = count;
            while k > 0 && modes[order[k - 1]].stride.abs() > modes[i].stride.abs() {
                order[k] = order[k - 1];
                k -= 1;
            }
            order[k] = i;
            count += 1;
        }
        i += 1;
    }
    // reach[k], common[k]: the largest sum and the common divisor of the k smallest strides.
    let mut reach = [0_i128; CAPACITY + 1];
    let mut common = [0_i64; CAPACITY + 1];
    let mut k = 0;
    while k < count {
        let mode = modes[order[k]];
        reach[k + 1] = reach[k] + (mode.size as i128 - 1) * (mode.stride.abs() as i128);
        common[k + 1] = gcd(common[k], mode.stride);
        if reach[k + 1] > i64::MAX as i128 {
            return Difference::TooLarge;
        }
        k += 1;
    }
    search(modes, &order, count, &reach, &common)
}

/// Depth-first search for a vanishing difference; `x[k]` is the difference in the `k`-th smallest stride.
const fn search(
    modes: &[Mode],
    order: &[usize; CAPACITY],
    count: usize,
    reach: &[i128; CAPACITY + 1],
    common: &[i64; CAPACITY + 1],
) -> Difference {
    let mut x = [0_i64; CAPACITY];
    let mut top = [0_i64; CAPACITY];
    // rest[k]: what the k smallest strides have to sum up to.
    let mut rest = [0_i128; CAPACITY + 1];
    let mut nonzero = [false; CAPACITY + 1];
    let mut steps = 0;
    if count == 0 {
        return Difference::None;
    }
    let mut level = count;
    let mut descend = true;
    loop {
        if descend {
            // Enter mode level-1: the x with |rest - x*d| <= reach, as an interval; leading zeros fix the sign.
            let k = level - 1;
            let mode = modes[order[k]];
            let d = mode.stride.abs() as i128;
            let low = div_ceil(rest[level] - reach[k], d);
            let high = div_floor(rest[level] + reach[k], d);
            let least = if nonzero[level] { 1 - mode.size } else { 0 };
            x[k] = clamp_up(low, least);
            top[k] = clamp_down(high, mode.size - 1);
        } else {
            x[level - 1] += 1;
        }
        steps += 1;
        if steps > STEPS {
            return Difference::Undecided;
        }
        let k = level - 1;
        if x[k] > top[k] {
            if level == count {
                return Difference::None;
            }
            level += 1;
            descend = false;
            continue;
        }
        let d = modes[order[k]].stride.abs() as i128;
        rest[k] = rest[level] - x[k] as i128 * d;
        nonzero[k] = nonzero[level] || x[k] != 0;
        if rest[k] == 0 && nonzero[k] {
            let mut j = 0;
            while j < k {
                x[j] = 0;
                j += 1;
            }
            return Difference::Found(unsorted(modes, order, count, &x));
        }
        let divides = k > 0 && common[k] != 0 && rest[k] % common[k] as i128 == 0;
        if k > 0 && divides {
            level = k;
            descend = true;
        } else {
            descend = false;
        }
    }
}

/// The difference by mode, from the difference by ascending |stride|.
const fn unsorted(
    modes: &[Mode],
    order: &[usize; CAPACITY],
    count: usize,
    x: &[i64; CAPACITY],
) -> [i64; CAPACITY] {
    let mut by_mode = [0; CAPACITY];
    let mut k = 0;
    while k < count {
        // x is the difference for |stride|; a mode that runs backwards contributes with the opposite sign.
        let backwards = modes[order[k]].stride < 0;
        by_mode[order[k]] = if backwards { -x[k] } else { x[k] };
        k += 1;
    }
    by_mode
}

const fn div_floor(a: i128, b: i128) -> i128 {
    let q = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        q - 1
    } else {
        q
    }
}

const fn div_ceil(a: i128, b: i128) -> i128 {
    -div_floor(-a, b)
}

const fn clamp_up(value: i128, least: i64) -> i64 {
    if value < least as i128 {
        least
    } else {
        value as i64
    }
}

const fn clamp_down(value: i128, most: i64) -> i64 {
    if value > most as i128 {
        most
    } else {
        value as i64
    }
}
