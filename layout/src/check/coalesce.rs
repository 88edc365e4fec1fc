//! Canonical forms: fewest modes for the same function.

use super::mode::{Flat, Mode, is_void};

/// The canonical form of a layout as a function on `[0, size)`: modes of size 1 dropped, neighbours merged where the
/// second continues the first (`stride = size * stride` of the first). The layout of one element is `1:0`.
///
/// Two layouts are the same function exactly when their canonical forms are equal ([`same`]): the first mode of the
/// canonical form ends at the first index where the function stops being linear, and so on inductively.
///
/// `None` when there are more than [`CAPACITY`](super::CAPACITY) modes or a merged size does not fit 64 bits.
///
/// ```
/// use azulejo_layout::check::{coalesce, Mode};
/// const C: &[Mode] = &[Mode::new(2, 1), Mode::new(1, 9), Mode::new(6, 2)];
/// assert_eq!(coalesce(C).unwrap().as_slice(), [Mode::new(12, 1)]);
/// ```
#[must_use]
pub const fn coalesce(modes: &[Mode]) -> Option<Flat> {
    let mut out = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size != 1 && !merge(&mut out, modes[i]) {
            return None;
        }
        i += 1;
    }
    if out.is_empty() {
        out.push(Mode::new(1, 0));
    }
    Some(out)
}

/// The canonical form of a layout as a function on all non-negative integers, the last mode unbounded: as [`coalesce`],
/// but the last mode stays even when its size is 1, because indices beyond the size run on in it.
#[must_use]
pub const fn coalesce_unbounded(modes: &[Mode]) -> Option<Flat> {
    let mut out = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        let last = i + 1 == modes.len();
        if (last || modes[i].size != 1) && !merge(&mut out, modes[i]) {
            return None;
        }
        i += 1;
    }
    if out.is_empty() {
        out.push(Mode::new(1, 0));
    }
    Some(out)
}

/// Appends `mode`, merged into the last mode of `out` where it continues it.
const fn merge(out: &mut Flat, mode: Mode) -> bool {
    if let Some(last) = out.pop() {
        let continues = match last.size.checked_mul(last.stride) {
            Some(next) => next == mode.stride,
            None => false,
        };
        if continues {
            return match last.size.checked_mul(mode.size) {
                Some(size) => out.push(Mode::new(size, last.stride)),
                None => false,
            };
        }
        out.push(last);
    }
    out.push(mode)
}

/// Whether two layouts are the same function: equal size and equal offset at every index.
///
/// Decided by comparing canonical forms, so the cost does not depend on the sizes. `None` as for [`coalesce`]. Two layouts
/// without elements are the same function.
#[must_use]
pub const fn same(a: &[Mode], b: &[Mode]) -> Option<bool> {
    if is_void(a) || is_void(b) {
        return Some(is_void(a) && is_void(b));
    }
    let (a, b) = match (coalesce(a), coalesce(b)) {
        (Some(a), Some(b)) => (a, b),
        _ => return None,
    };
    let (a, b) = (a.as_slice(), b.as_slice());
    if a.len() != b.len() {
        return Some(false);
    }
    let mut i = 0;
    while i < a.len() {
        if a[i].size != b[i].size || a[i].stride != b[i].stride {
            return Some(false);
        }
        i += 1;
    }
    Some(true)
}
