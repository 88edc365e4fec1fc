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

/// Whether the composition of `b` with any layout of the flat sizes of `a` is exact, whatever the strides of `a`.
///
/// `a` is a flat list of which only the last size may be dynamic; all of `b` is static. The test: each mode `s:d` of
/// `b` meets modes of `a` of which it takes nothing (`S | d`), a divisor (`d | S`), or a part (`(s-1) d < S`), its size
/// divides accordingly, and the digits that all modes of `b` take of one mode of `a` do not add up to its size. Then no
/// index carries from one digit to the next, and `a` distributes over the sum.
pub const fn distributes(a: &Desc, b: &Desc) -> bool {
    let mut digits = Digits {
        sizes: [0; CAPACITY],
        used: [0; CAPACITY],
        len: 0,
        forward: false,
        backward: false,
    };
    let mut list = a;
    while let Desc::Cons(mode, rest) = list {
        if let Desc::Nil = rest {
            break;
        }
        match mode {
            Desc::Mode(Known::Static(s), ..) if *s > 0 && digits.len < CAPACITY => {
                digits.sizes[digits.len] = *s;
                digits.len += 1;
            }
            _ => return false,
        }
        list = rest;
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
