//! The exact rule of composition: when is `c -> A(B(c))` a layout compatible with `B`, and which one?

use super::coalesce::coalesce_unbounded;
use super::digits::largest_digit;
use super::mode::{Flat, Mode, offset, size, span};

/// Why no layout compatible with `B` is the function `c -> A(B(c))`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComposeError {
    /// One mode `size:stride` of `B` alone, seen through `A`, runs straight for `at` steps and bends there, and `at` does
    /// not divide `size`: no mode can hold the run.
    Bend {
        /// The mode of `B` (position in the slice).
        mode: usize,
        /// The first coordinate of that mode where the values leave the straight line; also the length of the run.
        at: i64,
        /// `A` at that coordinate.
        value: i64,
        /// Where the straight line would be.
        straight: i64,
    },
    /// One mode of `B` alone, seen through `A`: its runs of equal length do not repeat.
    Uneven {
        /// The mode of `B` (position in the slice).
        mode: usize,
        /// The first coordinate of that mode at which the repetition fails.
        at: i64,
        /// The length of the run that should repeat.
        run: i64,
        /// `A` at that coordinate.
        value: i64,
        /// What a layout would have there: the value at the start of the run plus the step within the run.
        sum: i64,
    },
    /// Modes of `B`, each representable alone, carry into each other's digits of `A`: the value at a coordinate is not
    /// the sum of the values of its parts.
    Carry {
        /// The 1-D coordinate of `B`, the smallest at which the sum fails (or one such, beyond
        /// [`EXHAUSTIVE_LIMIT`] elements).
        at: i64,
        /// The mode of canonical `A` whose digit overflows.
        digit: usize,
        /// The largest sum of digits there.
        reaches: i64,
        /// The size of that mode of canonical `A`.
        base: i64,
        /// `A(B(at))`.
        value: i64,
        /// The sum over the modes of `B`.
        sum: i64,
    },
    /// Digits of `A` overflow, the overflow happens to cancel where it was looked at, and `B` has too many elements to
    /// look everywhere.
    Undecided,
    /// A size is not positive, a number does not fit 64 bits, or there are more modes than
    /// [`CAPACITY`](super::CAPACITY).
    OutOfRange,
}

/// Up to how many elements a failing digit test is settled by looking at every element.
pub const EXHAUSTIVE_LIMIT: i64 = 1 << 16;

/// The function `c -> A(B(c))` as a layout compatible with `B`, in canonical leaves, or the reason why there is none.
///
/// The result lists, for each mode of `B` in order, the fewest modes that are this mode seen through `A`; modes of size 1
/// are left out.
///
/// # The rule
/// Let `A` be canonical (coalesced, the last mode unbounded) with sizes `S_k`, and let `B` have the modes `s_j:d_j`.
/// The composition is a layout compatible with `B` exactly when
///
/// 1. the parts add up: `A(sum c_j d_j) = sum A(c_j d_j)` for all coordinates `c`, and
/// 2. each part `f_j(c) = A(c d_j)`, `0 <= c < s_j`, is a layout by itself.
///
/// *Necessary*: a layout compatible with `B` is a sum of one function per mode of `B`; setting all other coordinates to
/// zero shows that these functions are the `f_j`. *Sufficient*: concatenate the layouts of the `f_j`.
///
/// **Test of 1.** Let `m_jk` be the largest digit `k` of `c d_j` in the mixed radix `S`. If `sum_j m_jk < S_k` for every
/// mode but the last, no addition carries, and `A`, linear in the digits, distributes. [`largest_digit`] finds `m_jk`
/// without enumeration. If some digit overflows the carries can only cancel by coincidence (`S_k D_k` differs from
/// `D_(k+1)` in a canonical `A`); this is settled by evaluating up to [`EXHAUSTIVE_LIMIT`] elements, which also finds
/// the smallest counterexample.
///
/// **Test of 2.** Let `n` be the first `c` with `f(c) != c f(1)`. A canonical layout of `f` starts with the mode
/// `n:f(1)`, so `n` has to divide `s`, `f(q n + r) = f(q n) + f(r)` has to hold for `r < n` (again no carry between
/// `n:d` and `s/n : n d`), and `q -> f(q n)` has to be a layout on `0..s/n`: the same question, smaller.
///
/// # Errors
/// The part that bends or does not repeat, the coordinate where parts do not add up, or an overflow.
///
/// ```
/// use azulejo_layout::check::{compose, ComposeError, Mode};
/// // CuTe rejects (4,6):(1,100) o 2:6; the function exists.
/// let a = [Mode::new(4, 1), Mode::new(6, 100)];
/// assert_eq!(compose(&a, &[Mode::new(2, 6)]).unwrap().as_slice(), [Mode::new(2, 102)]);
/// // CuTe accepts (6,2):(1,10) o (3,2):(2,3) with a wrong result: 4 + 3 carries out of the first mode of A.
/// let a = [Mode::new(6, 1), Mode::new(2, 10)];
/// let error = compose(&a, &[Mode::new(3, 2), Mode::new(2, 3)]).unwrap_err();
/// assert_eq!(error, ComposeError::Carry { at: 5, digit: 0, reaches: 7, base: 6, value: 11, sum: 7 });
/// ```
pub const fn compose(a: &[Mode], b: &[Mode]) -> Result<Flat, ComposeError> {
    let Some(a) = prepare(a, b) else {
        return Err(ComposeError::OutOfRange);
    };
    let a = a.as_slice();
    let mut out = Flat::new();
    let mut j = 0;
    while j < b.len() {
        match leaf(a, b[j], j) {
            Ok(modes) => {
                if !out.extend(modes.as_slice()) {
                    return Err(ComposeError::OutOfRange);
                }
            }
            Err(error) => return Err(error),
        }
        j += 1;
    }
    if let Err(error) = additive(a, b) {
        return Err(error);
    }
    Ok(out)
}

/// One mode of `B` seen through `A`: the canonical layout of `c -> A(c * mode.stride)` for `0 <= c < mode.size`, or why
/// there is none. The result is empty for a mode of size 1.
///
/// # Errors
/// [`ComposeError::Bend`] or [`ComposeError::Uneven`] with mode 0, or an overflow.
pub const fn compose_leaf(a: &[Mode], mode: Mode) -> Result<Flat, ComposeError> {
    let single = [mode];
    match prepare(a, &single) {
        Some(a) => leaf(a.as_slice(), mode, 0),
        None => Err(ComposeError::OutOfRange),
    }
}

/// Canonical `A`, if every number that follows stays within 64 bits.
const fn prepare(a: &[Mode], b: &[Mode]) -> Option<Flat> {
    let mut i = 0;
    while i < a.len() {
        if a[i].size < 1 || a[i].stride == i64::MIN {
            return None;
        }
        i += 1;
    }
    let mut i = 0;
    while i < b.len() {
        if b[i].size < 0 || b[i].stride == i64::MIN {
            return None;
        }
        i += 1;
    }
    if size(a).is_none() || size(b).is_none() {
        return None;
    }
    // The least and greatest index that B asks for bound every offset: A is linear in the digits.
    let reach = match span(b) {
        Some(span) if span.least > i64::MIN => span,
        _ => return None,
    };
    let a = match coalesce_unbounded(a) {
        Some(a) => a,
        None => return None,
    };
    if bounded(a.as_slice(), reach.greatest) && bounded(a.as_slice(), -(reach.least + 1)) {
        Some(a)
    } else {
        None
    }
}

/// Whether offsets of indices up to `top` fit 62 bits.
const fn bounded(a: &[Mode], top: i64) -> bool {
    let mut sum: i128 = 0;
    let mut below: i128 = 1;
    let mut i = 0;
    while i < a.len() {
        let digit = if i + 1 < a.len() {
            a[i].size as i128 - 1
        } else {
            top as i128 / below + 1
        };
        sum += digit * a[i].stride.unsigned_abs() as i128;
        below *= a[i].size as i128;
        i += 1;
    }
    sum < 1 << 62
}

/// `A` at an index that [`prepare`] has found harmless.
const fn value(a: &[Mode], index: i64) -> i64 {
    match offset(a, index) {
        Some(value) => value,
        None => 0,
    }
}

/// `compose_leaf` on canonical `A`; `at` names the mode in errors.
const fn leaf(a: &[Mode], mode: Mode, at: usize) -> Result<Flat, ComposeError> {
    let mut out = Flat::new();
    let sign = if mode.stride < 0 { -1 } else { 1 };
    let mut count = mode.size;
    let mut stride = mode.stride.abs();
    // One coordinate of the mode is `done` coordinates of the original one.
    let mut done: i64 = 1;
    while count > 1 {
        let unit = value(a, stride);
        let run = match straight_run(a, count, stride, unit) {
            Some(run) => run,
            None => return Err(ComposeError::Undecided),
        };
        if run >= count {
            out.push(Mode::new(count, sign * unit));
            break;
        }
        if count % run != 0 {
            return Err(ComposeError::Bend {
                mode: at,
                at: run * done,
                value: sign * value(a, run * stride),
                straight: sign * run * unit,
            });
        }
        let parts = [Mode::new(run, stride), Mode::new(count / run, run * stride)];
        match additive(a, &parts) {
            Ok(()) => {}
            Err(ComposeError::Carry {
                at: c, value, sum, ..
            }) => {
                return Err(ComposeError::Uneven {
                    mode: at,
                    at: c * done,
                    run: run * done,
                    value: sign * value,
                    sum: sign * sum,
                });
            }
            Err(error) => return Err(error),
        }
        if !out.push(Mode::new(run, sign * unit)) {
            return Err(ComposeError::OutOfRange);
        }
        count /= run;
        stride *= run;
        done *= run;
    }
    if mode.size == 0 {
        out.push(Mode::new(0, 0));
    }
    Ok(out)
}

/// The first `c >= 1` with `A(c stride) != c unit`, at most `count`; `None` when carries cancel for too long to tell.
const fn straight_run(a: &[Mode], count: i64, stride: i64, unit: i64) -> Option<i64> {
    // Without a carry `A` is linear; the first carry comes when some digit of `stride` overflows its mode.
    let mut rest = stride;
    let mut first = count;
    let mut k = 0;
    while k + 1 < a.len() {
        let digit = rest % a[k].size;
        rest /= a[k].size;
        if digit > 0 && (a[k].size - 1) / digit + 1 < first {
            first = (a[k].size - 1) / digit + 1;
        }
        k += 1;
    }
    let mut looked = 0;
    while first < count && value(a, first * stride) == first * unit {
        first += 1;
        looked += 1;
        if looked > EXHAUSTIVE_LIMIT {
            return None;
        }
    }
    Some(first)
}

/// Whether `A` distributes over the modes of `B`.
const fn additive(a: &[Mode], b: &[Mode]) -> Result<(), ComposeError> {
    let mut place: i128 = 1;
    let mut overflow = None;
    let mut touched = 0;
    let (mut forward, mut backward) = (false, false);
    let mut k = 0;
    while k < a.len() {
        let last = k + 1 == a.len();
        let mut reaches: i128 = 0;
        let mut largest: i128 = 0;
        let mut j = 0;
        while j < b.len() {
            if b[j].size > 1 && b[j].stride != 0 {
                let stride = b[j].stride.unsigned_abs() as i128;
                let count = b[j].size as i128;
                let digit = if last {
                    (count - 1) * stride / place
                } else {
                    largest_digit(stride, count, place, a[k].size as i128).0
                };
                reaches += digit;
                if digit > largest {
                    largest = digit;
                }
                if b[j].stride > 0 {
                    forward = true;
                } else {
                    backward = true;
                }
            }
            j += 1;
        }
        if reaches > 0 {
            touched += 1;
        }
        if !last && reaches >= a[k].size as i128 && overflow.is_none() {
            overflow = Some((k, reaches as i64));
        }
        place *= a[k].size as i128;
        k += 1;
    }
    // Modes that run in both directions borrow from each other unless they all stay within one digit.
    let mixed = forward && backward && touched > 1;
    match overflow {
        None if !mixed => Ok(()),
        None => settle(a, b, 0, 0),
        Some((digit, reaches)) => settle(a, b, digit, reaches),
    }
}

/// Looks at the elements of `B` for the smallest one whose parts do not add up.
const fn settle(a: &[Mode], b: &[Mode], digit: usize, reaches: i64) -> Result<(), ComposeError> {
    let total = match size(b) {
        Some(total) => total,
        None => return Err(ComposeError::OutOfRange),
    };
    let mut at: i64 = 0;
    while at < total && at < EXHAUSTIVE_LIMIT {
        let (value, sum) = both(a, b, at);
        if value != sum {
            return Err(ComposeError::Carry {
                at,
                digit,
                reaches,
                base: a[digit].size,
                value,
                sum,
            });
        }
        at += 1;
    }
    if at == total {
        return Ok(());
    }
    // Too many to look at each: try the coordinate at which every mode has its largest digit.
    let mut place: i128 = 1;
    let mut k = 0;
    while k < digit {
        place *= a[k].size as i128;
        k += 1;
    }
    let mut at: i64 = 0;
    let mut below: i64 = 1;
    let mut j = 0;
    while j < b.len() {
        let stride = b[j].stride.unsigned_abs() as i128;
        let count = b[j].size as i128;
        let (_, c) = largest_digit(stride, count, place, a[digit].size as i128);
        at += c as i64 * below;
        below *= b[j].size;
        j += 1;
    }
    let (value, sum) = both(a, b, at);
    if value == sum {
        return Err(ComposeError::Undecided);
    }
    Err(ComposeError::Carry {
        at,
        digit,
        reaches,
        base: a[digit].size,
        value,
        sum,
    })
}

/// `A(B(at))` and the sum of `A` over the parts.
const fn both(a: &[Mode], b: &[Mode], at: i64) -> (i64, i64) {
    let mut rest = at;
    let mut index = 0;
    let mut sum = 0;
    let mut j = 0;
    while j < b.len() {
        let c = if j + 1 < b.len() {
            let c = rest % b[j].size;
            rest /= b[j].size;
            c
        } else {
            rest
        };
        index += c * b[j].stride;
        sum += value(a, c * b[j].stride);
        j += 1;
    }
    (value(a, index), sum)
}
