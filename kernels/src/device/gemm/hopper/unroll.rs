//! Loops that are unrolled in the source, so that register arrays are only ever indexed by constants.

/// `unroll!(n, |i| body)`: the body at every `i` below `n`, inlined. `n` is a constant of the kernel, at most 64; `most; n` is a number
/// that is constant after inlining, at most the constant `most`.
macro_rules! unroll {
    ($n:expr, |$i:ident| $body:expr $(,)?) => {
        unroll!($n; u32::MAX, |$i| $body)
    };
    ($most:expr; $n:expr, |$i:ident| $body:expr $(,)?) => {{
        const { assert!($most <= 64, "more steps than are written out") };
        let n: u32 = $n;
        #[allow(unused_mut, reason = "some bodies change what they have captured")]
        let mut body = azulejo_device::inlined!(|$i: usize| $body);
        unroll!(@ body n ($most) 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
            32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
    }};
    // Where the first condition does not hold, nothing is translated.
    (@ $body:ident $n:ident ($most:expr) $($i:literal)*) => {
        $(if const { $i < $most } && $i < $n {
            $body($i)
        })*
    };
}
pub(super) use unroll;
