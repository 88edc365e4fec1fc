//! Loops that are unrolled in the source, so that register arrays are only ever indexed by constants.

/// Calls `body(0)`, …, `body(n - 1)` for a constant `n` of at most 64, as straight-line code.
#[inline(always)]
pub fn unroll(n: u32, mut body: impl FnMut(usize)) {
    macro_rules! steps {
        ($($i:literal)*) => { $(if $i < n { body($i) })* };
    }
    steps! {
        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    }
}
