//! `each!`: a short loop without a loop.

/// Evaluates `$body` for each `$e` below the constant `$n`, at most 16. No loop remains, so arrays that are indexed by `$e` stay in registers: the
/// optimiser breaks them into scalars before it unrolls loops.
macro_rules! each {
    ($n:expr, $e:ident => $body:expr) => {
        each!(@ [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $n, $e => $body)
    };
    (@ [$($i:literal)*] $n:expr, $e:ident => $body:expr) => {{$(
        if const { $i < $n } {
            let $e: usize = $i;
            $body;
        }
    )*}};
}
