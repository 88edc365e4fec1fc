//! [`unrolled`]: an array whose elements are named one by one, so that it lives in registers.
//!
//! `core::array::from_fn` is a loop, and the optimiser unrolls it only after its last pass that turns arrays into
//! registers: the array would stay in local memory. Here each length is unrolled, and the compiler keeps one.

use core::mem::transmute_copy;

/// `[f(0), f(1), …]`, for lengths 0 to 5, 8 and 16.
///
/// # Panics
/// At compile time for another length.
#[inline(always)]
pub fn unrolled<O: Copy, const N: usize>(f: impl Fn(usize) -> O) -> [O; N] {
    const {
        assert!(
            N <= 5 || N == 8 || N == 16,
            "this length is not written out"
        )
    };
    macro_rules! written {
        ($($n:literal: $($k:literal)*;)*) => {
            match N {
                // SAFETY: in the arm of its own length the two array types are the same.
                $($n => unsafe { transmute_copy::<[O; $n], [O; N]>(&[$(f($k)),*]) },)*
                _ => unreachable!(),
            }
        };
    }
    written! {
        0:;
        1: 0;
        2: 0 1;
        3: 0 1 2;
        4: 0 1 2 3;
        5: 0 1 2 3 4;
        8: 0 1 2 3 4 5 6 7;
        16: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
    }
}

/// Calls `f(0)`, `f(1)`, … up to `N`, unrolled, for the lengths of [`unrolled`].
///
/// # Panics
/// At compile time for another length.
#[inline(always)]
pub fn repeat<const N: usize>(f: impl FnMut(usize)) {
    let mut f = f;
    const {
        assert!(
            N <= 5 || N == 8 || N == 16,
            "this length is not written out"
        )
    };
    macro_rules! written {
        ($($k:literal)*) => { $(if $k < N { f($k); })* };
    }
    written!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

#[cfg(test)]
mod tests {
    use super::{repeat, unrolled};

    #[test]
    fn repetitions_count() {
        let mut seen = 0;
        repeat::<8>(|k| seen = seen * 10 + k);
        assert_eq!(seen, 1_234_567);
    }

    #[test]
    fn each_length_is_written_out() {
        assert_eq!(unrolled::<u8, 0>(|_| 1), [0u8; 0]);
        assert_eq!(unrolled::<usize, 4>(|k| k * k), [0, 1, 4, 9]);
        assert_eq!(unrolled::<usize, 16>(|k| k), core::array::from_fn(|k| k));
    }
}
