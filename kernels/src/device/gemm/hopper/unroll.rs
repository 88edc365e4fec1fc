//! Loops that are unrolled in the source, so that register arrays are only ever indexed by constants.

macro_rules! unrolled {
    ($($name:ident $most:literal: $($i:literal)*;)*) => {$(
        #[doc = concat!("Calls `body(0)`, …, `body(n - 1)` for a constant `n` of at most ", stringify!($most), ", as straight-line code.")]
        #[inline(always)]
        pub(super) fn $name(n: u32, mut body: impl FnMut(usize)) {
            if n > $most {
                // A body left out would be a wrong result: stop the grid instead.
                // SAFETY: `trap` takes nothing and does not return (PTX ISA, `trap`).
                unsafe { core::arch::nvptx::trap() }
            }
            $(if $i < n { body($i) })*
        }
    )*};
}

unrolled! {
    up_to_2 2: 0 1;
    up_to_4 4: 0 1 2 3;
    up_to_8 8: 0 1 2 3 4 5 6 7;
    up_to_16 16: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
    up_to_32 32: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31;
    up_to_64 64: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
        32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63;
}

/// `unroll!(up_to_8, n, |i| body)`: the body at every `i` below `n`, inlined.
macro_rules! unroll {
    ($steps:ident, $n:expr, |$i:ident| $body:expr $(,)?) => {
        $steps(
            $n,
            #[inline(always)]
            |$i: usize| $body,
        )
    };
}
pub(super) use unroll;
