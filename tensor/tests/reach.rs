//! The range of a swizzled layout's offsets, which `make_tensor` checks, beside a visit of every coordinate.

use azulejo_layout::ints::{_0, _1, _2, _3, _4, _5, _6};
use azulejo_layout::{ComposedLayout, layout, swizzle};
use azulejo_tensor::{TensorError, make_tensor};

/// What the offsets of a layout reach, by its errors on no memory at all.
macro_rules! reach {
    ($layout:expr) => {
        match make_tensor(&[0u8; 0][..], $layout).map(|t| t.size()) {
            Ok(_) => (0, -1),
            Err(TensorError::BufferTooShort { needed, .. }) => (0, needed as i64 - 1),
            Err(TensorError::NegativeOffset { offset }) => (offset, 0),
            Err(error) => panic!("{error}"),
        }
    };
}

#[test]
fn swizzled_layouts_reach_as_far_as_a_visit_of_each_coordinate_says() {
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((state >> 33) % below) as i64
    };
    let strides = [0, 1, 2, 3, 5, 8, 16, 24, 40, 64, 100, 128, 1000];
    let mut counts = [0; 3];
    for round in 0..3_000 {
        let [a, b, c] = [7, 6, 9].map(|most| {
            if round % 50 == 0 {
                random(most)
            } else {
                1 + random(most)
            }
        });
        let mut stride = || {
            let stride = strides[random(strides.len() as u64) as usize];
            if round % 3 == 0 && random(3) == 0 {
                -stride
            } else {
                stride
            }
        };
        let inner = layout!(((a, b), c):((stride(), stride()), stride()));
        let offset = if round % 2 == 0 {
            0
        } else {
            random(300) - if round % 4 == 1 { 0 } else { 150 }
        };
        macro_rules! check {
            ($($swizzle:expr),*) => {$({
                let visited = (0..a * b * c).map(|i| $swizzle.apply(offset + inner.at(i)));
                let (low, high) = visited.fold((i64::MAX, i64::MIN), |(low, high), x| (low.min(x), high.max(x)));
                let expected = match () {
                    () if a * b * c == 0 => (0, -1),
                    () if low < 0 => (low, 0),
                    () => (0, high),
                };
                let whole = ComposedLayout::new($swizzle, offset, inner);
                assert_eq!(reach!(whole), expected, "{whole}");
                counts[if expected.1 < 0 { 0 } else if low < 0 { 1 } else { 2 }] += 1;
                // A swizzle of the swizzled layout.
                let twice = ComposedLayout::new(swizzle(_1, _2, _5), _3, whole);
                let visited = (0..a * b * c).map(|i| swizzle(_1, _2, _5).apply(3i64 + $swizzle.apply(offset + inner.at(i))));
                let (low, high) = visited.fold((i64::MAX, i64::MIN), |(low, high), x| (low.min(x), high.max(x)));
                let expected = match () {
                    () if a * b * c == 0 => (0, -1),
                    () if low < 0 => (low, 0),
                    () => (0, high),
                };
                assert_eq!(reach!(twice), expected, "{twice}");
            })*};
        }
        check!(
            swizzle(_3, _4, _3),
            swizzle(_1, _0, _2),
            swizzle(_2, _0, -_3),
            swizzle(_0, _4, _3),
            swizzle(_2, _3, _6)
        );
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn large_swizzled_layouts_are_not_visited() {
    // 2^40 coordinates, more than a test can visit.
    let rows = 1i64 << 34;
    let whole = ComposedLayout::new(swizzle(_3, _3, _3), _0, layout!((rows, _64):(_64, _1)));
    assert_eq!(reach!(whole), (0, (1 << 40) - 1));
    // The last of 2^40 - 63 elements, which the swizzle moves within its block.
    let part = ComposedLayout::new(swizzle(_3, _3, _3), _0, layout!((rows - 1, _1):(_64, _1)));
    assert_eq!(reach!(part), (0, ((rows - 2) * 64) ^ (6 << 3)));
    // Each element again and again.
    let same = ComposedLayout::new(swizzle(_3, _3, _3), _0, layout!((rows, _64):(_0, _1)));
    assert_eq!(reach!(same), (0, 63));
    let data = [0u8; 64];
    assert!(make_tensor(&data[..], same).is_ok());
    assert!(make_tensor(&data[..63], same).is_err());
}
