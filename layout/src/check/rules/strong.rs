//! A quick sufficient test for composition, on the sizes of the left operand alone.

use super::describe::Desc;
use crate::int::Known;

/// How many modes of the left operand the test looks at.
const CAPACITY: usize = 16;

/// Digits that the modes of the right operand use up in each mode of the left one.
struct Digits {
    sizes: [i64; CAPACITY],
    used: [i64; CAPACITY],
    len: usize,
    forward: bool,
    backward: bool,
}

/// The modes of a layout from left to right, coalesced where that is certain, the last one unbounded.
struct Open {
    /// The last mode first.
    modes: [(Known, Known, u64); CAPACITY],
    len: usize,
}

impl Open {
    /// Puts the modes of `a` in front, the last first; `false` when there are too many.
    const fn add(&mut self, a: &Desc) -> bool {
        match a {
            Desc::Nil => true,
            Desc::Cons(h, t) => self.add(t) && self.add(h),
            Desc::Mode(s, d, along) => self.push(*s, *d, *along),
        }
    }

    const fn push(&mut self, s: Known, d: Known, along: u64) -> bool {
        if self.len == 0 {
            // The last mode goes on: its size is not asked for, and a single step stands for any number.
            let s = if let Known::Static(1) = s {
                Known::Static(2)
            } else {
                s
            };
            self.modes[0] = (s, d, along);
            self.len = 1;
            return true;
        }
        if let Known::Static(1) = s {
            return true;
        }
        let (next, step, way) = self.modes[self.len - 1];
        if let (Known::Static(a), Known::Static(b), Known::Static(c), Known::Static(e)) =
            (s, d, next, step)
            && way == along
            && let (Some(reach), Some(size)) = (a.checked_mul(b), a.checked_mul(c))
            && reach == e
        {
            self.modes[self.len - 1] = (Known::Static(size), d, along);
            return true;
        }
        if self.len == CAPACITY {
            return false;
        }
        self.modes[self.len] = (s, d, along);
        self.len += 1;
        true
    }
}

/// Whether the composition of `b` with any layout of the sizes of `a` is exact, whatever the strides of `a`.
///
/// Once `a` is coalesced only its last size may be dynamic; all of `b` is static. The test: each mode `s:d` of
/// `b` meets modes of `a` of which it takes nothing (`S | d`), a divisor (`d | S`), or a part (`(s-1) d < S`), its size
/// divides accordingly, and the digits that all modes of `b` take of one mode of `a` do not add up to its size. Then no
/// index carries from one digit to the next, and `a` distributes over the sum.
pub const fn distributes(a: &Desc, b: &Desc) -> bool {
    let mut open = Open {
        modes: [(Known::Dynamic, Known::Dynamic, 0); CAPACITY],
        len: 0,
    };
    if !open.add(a) {
        return false;
    }
    let mut digits = Digits {
        sizes: [0; CAPACITY],
        used: [0; CAPACITY],
        len: 0,
        forward: false,
        backward: false,
    };
    let mut i = open.len;
    while i > 1 {
        i -= 1;
        match open.modes[i] {
            (Known::Static(s), ..) if s > 0 => {
                digits.sizes[digits.len] = s;
                digits.len += 1;
            }
            _ => return false,
        }
    }
    if digits.len == 0 {
        return true;
    }
    if !takes(&mut digits, b) || (digits.forward && digits.backward) {
        return false;
    }
    let mut k = 0;
    while k < digits.len {
        if digits.used[k] >= digits.sizes[k] {
            return false;
        }
        k += 1;
    }
    true
}

/// Records what the modes of `b` take; `false` when one of them bends.
const fn takes(digits: &mut Digits, b: &Desc) -> bool {
    match b {
        Desc::Nil => true,
        Desc::Cons(h, t) => takes(digits, h) && takes(digits, t),
        Desc::Mode(Known::Static(s), Known::Static(d), 0) => {
            if *s <= 1 || *d == 0 {
                return *s >= 0;
            }
            if *d > 0 {
                digits.forward = true;
            } else {
                digits.backward = true;
            }
            let (mut s, mut d) = (*s, d.unsigned_abs() as i64);
            let mut k = 0;
            while k < digits.len && s > 1 {
                let size = digits.sizes[k];
                if d % size == 0 {
                    d /= size;
                } else {
                    let fit = (size - 1) / d + 1;
                    let new = if fit < s { fit } else { s };
                    if s % new != 0 || (new < s && size % d != 0) {
                        return false;
                    }
                    digits.used[k] += (new - 1) * d;
                    s /= new;
                    d = 1;
                }
                k += 1;
            }
            true
        }
        Desc::Mode(..) => false,
    }
}
