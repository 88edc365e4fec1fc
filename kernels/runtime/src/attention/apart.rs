//! [`are_apart`]: whether two strided tensors share no byte.

use azulejo_cpu::Strided;

/// A tensor in memory: the address of its first element, the bytes of one, extents and strides.
pub(super) type Extent<'t> = (u64, u64, &'t Strided);

/// Returns `true` if no byte is of both tensors, as far as strides tell; a pair that is not proved to be apart is not.
///
/// Modes of small strides make a run of bytes that they reach, those of larger strides only move it by multiples of their greatest
/// common divisor. Runs that are apart modulo that divisor are apart: so are Q, K and V of one packed buffer. All modes in the run
/// compare the ranges of addresses.
pub(super) fn are_apart(a: Extent<'_>, b: Extent<'_>) -> bool {
    let modes = [a, b].map(|(_, bytes, layout)| modes(bytes, layout));
    let [Some(of_a), Some(of_b)] = modes else {
        return true; // One has no element.
    };
    let strides = of_a.iter().chain(&of_b).map(|(_, stride)| *stride);
    strides.clone().chain([u128::MAX]).any(|least| {
        let moves = strides.clone().filter(|stride| *stride >= least);
        let step = moves.fold(0, gcd);
        let run = |modes: &[(u128, u128)], bytes: u64| {
            let inner = modes.iter().filter(|(_, stride)| *stride < least);
            inner
                .map(|(extent, stride)| (extent - 1) * stride)
                .sum::<u128>()
                + u128::from(bytes)
        };
        let (length_a, length_b) = (run(&of_a, a.1), run(&of_b, b.1));
        let (from_a, from_b) = (u128::from(a.0), u128::from(b.0));
        if step == 0 {
            return from_a + length_a <= from_b || from_b + length_b <= from_a;
        }
        // On a circle of `step` bytes.
        let distance = (from_b % step + step - from_a % step) % step;
        length_a <= distance && distance + length_b <= step
    })
}

/// Extents above 1 with their strides in bytes; `None` where there is no element.
fn modes(bytes: u64, layout: &Strided) -> Option<Vec<(u128, u128)>> {
    let all = layout.extents().iter().zip(layout.strides());
    all.clone().all(|(extent, _)| *extent > 0).then(|| {
        all.filter(|(extent, stride)| **extent > 1 && **stride > 0)
            .map(|(extent, stride)| (*extent as u128, *stride as u128 * u128::from(bytes)))
            .collect()
    })
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(extents: &[usize], strides: &[usize]) -> Strided {
        Strided::new(extents, strides).unwrap()
    }

    #[test]
    fn parts_of_a_packed_buffer_are_apart() {
        let (batch, seq, heads, d) = (2, 5, 3, 8);
        // (batch, sequence, which, head, column) and (batch, sequence, head, which, column), as (batch, sequence, head, column).
        for (strides, next) in [
            ([seq * 3 * heads * d, 3 * heads * d, d, 1], heads * d),
            ([seq * 3 * heads * d, 3 * heads * d, 3 * d, 1], d),
        ] {
            let whole = layout(&[batch, seq, heads, d], &strides);
            let at = |which: usize| (4096 + 2 * (which * next) as u64, 2, &whole);
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                assert!(
                    are_apart(at(i), at(j)) && are_apart(at(j), at(i)),
                    "{i} {j}"
                );
            }
            assert!(!are_apart(at(1), at(1)));
            let (from, bytes, _) = at(1);
            assert!(
                !are_apart(at(0), (from - 2, bytes, &whole)),
                "one element is shared"
            );
        }
        // Four heads of Q with two of K and V each, in rows of eight heads.
        let [q, kv] = [4, 2].map(|heads| layout(&[3, heads, d], &[8 * d, d, 1]));
        let at = |head: usize| 256 + 2 * (head * d) as u64;
        assert!(are_apart((at(0), 2, &q), (at(4), 2, &kv)));
        assert!(are_apart((at(4), 2, &kv), (at(6), 2, &kv)));
        assert!(!are_apart((at(0), 2, &q), (at(3), 2, &kv)));
    }

    #[test]
    fn tensors_after_each_other_and_without_elements_are_apart() {
        let (row, none) = (layout(&[4, 8], &[8, 1]), layout(&[4, 0], &[8, 1]));
        assert!(are_apart((0, 4, &row), (128, 2, &row)));
        assert!(!are_apart((0, 4, &row), (127, 2, &row)));
        assert!(are_apart((0, 4, &row), (0, 4, &none)));
    }

    #[test]
    fn what_is_called_apart_shares_no_byte() {
        let mut state = 1u64;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut apart = 0;
        for _ in 0..20_000 {
            let mut tensor = || {
                let extents = [0; 3].map(|_| 1 + below(4) as usize);
                let strides = [0; 3].map(|_| below(13) as usize);
                (below(24), 1 + below(4), layout(&extents, &strides))
            };
            let (a, b) = (tensor(), tensor());
            let bytes = |(from, bytes, layout): &(u64, u64, Strided)| {
                let starts = layout.offsets().map(|offset| from + bytes * offset as u64);
                starts
                    .flat_map(|start| start..start + bytes)
                    .collect::<std::collections::BTreeSet<_>>()
            };
            if are_apart((a.0, a.1, &a.2), (b.0, b.1, &b.2)) {
                apart += 1;
                assert!(bytes(&a).is_disjoint(&bytes(&b)), "{a:?} {b:?}");
            }
        }
        assert!(apart > 1000, "{apart}");
    }
}
