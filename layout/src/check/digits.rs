//! Digits of multiples: the largest digit that the multiples of a number reach, exactly and without a loop over them.

/// The greatest common divisor of the absolute values; `gcd(0, n) = |n|`.
#[must_use]
pub const fn gcd(a: i64, b: i64) -> i64 {
    let mut a = a.unsigned_abs();
    let mut b = b.unsigned_abs();
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // A common divisor of i64::MIN and itself is the one value that does not fit; its half divides both as well.
    if a > i64::MAX as u64 {
        (a / 2) as i64
    } else {
        a as i64
    }
}

/// The largest of `x * factor mod modulus` for `0 <= x < count`, with the smallest `x` that attains it.
///
/// Runs in O(log modulus). The record values of `x * factor mod modulus` are built like the steps of Euclid's algorithm:
/// with `low` the smallest positive residue so far (at `low_at`) and `gap` the distance of the largest from the modulus
/// (at `high_at`), the next record above is `high_at + low_at` and closes the gap by `low`; the next below is at the same
/// index and lowers `low` by `gap`.
///
/// Needs `0 <= factor`, `1 <= modulus`, `1 <= count`.
#[must_use]
pub const fn largest_residue(factor: i128, modulus: i128, count: i128) -> (i128, i128) {
    let mut low = factor % modulus;
    if low == 0 || count <= 1 {
        return (0, 0);
    }
    let last = count - 1;
    let mut low_at: i128 = 1;
    let mut gap = modulus;
    let mut high_at: i128 = 0;
    loop {
        // Climb towards the modulus by steps of `low`, as long as the index stays in range and the residue below it.
        let by_value = (gap - 1) / low;
        let by_index = (last - high_at) / low_at;
        let steps = if by_value < by_index {
            by_value
        } else {
            by_index
        };
        gap -= steps * low;
        high_at += steps * low_at;
        if steps == by_index && by_index < by_value {
            break;
        }
        // Then lower `low` by steps of `gap`; a residue of zero means that the period is complete.
        let steps = (low - 1) / gap;
        if steps == 0 {
            break;
        }
        low -= steps * gap;
        low_at += steps * high_at;
        if high_at + low_at > last {
            break;
        }
    }
    (modulus - gap, high_at)
}

/// The largest value of `floor(c * stride / place) mod size` for `0 <= c < count`, with the smallest such `c`:
/// how far the multiples of a stride fill the digit of weight `place` and base `size`.
///
/// Needs `0 <= stride`, `1 <= place`, `1 <= size`, `1 <= count`, and `place * size` within 126 bits.
#[must_use]
pub const fn largest_digit(stride: i128, count: i128, place: i128, size: i128) -> (i128, i128) {
    let (residue, at) = largest_residue(stride, place * size, count);
    (residue / place, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn largest_residue_agrees_with_enumeration() {
        for modulus in 1..40_i128 {
            for factor in 0..60 {
                let mut best = (0, 0);
                for count in 1..90 {
                    let x = count - 1;
                    if x * factor % modulus > best.0 {
                        best = (x * factor % modulus, x);
                    }
                    assert_eq!(
                        largest_residue(factor, modulus, count).0,
                        best.0,
                        "{factor} mod {modulus} below {count}"
                    );
                    let at = largest_residue(factor, modulus, count).1;
                    assert!(at < count && at * factor % modulus == best.0);
                }
            }
        }
    }

    #[test]
    fn gcd_of_extremes() {
        assert_eq!(gcd(0, 0), 0);
        assert_eq!(gcd(-12, 18), 6);
        assert_eq!(gcd(i64::MIN, 6), 2);
    }
}
