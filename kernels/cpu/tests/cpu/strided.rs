//! Offsets, contiguity and injectivity against brute force; every copy against a loop over coordinates.

use std::collections::HashSet;

use azulejo_cpu::{ArrayError, Strided, View, ViewMut, broadcast_shapes, copy};

/// A small generator of test cases: numbers that look random and are the same every time.
struct Cases(u64);

impl Cases {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The offset of every coordinate, by nested counting.
fn brute_offsets(extents: &[usize], strides: &[usize]) -> Vec<usize> {
    let modes = extents.iter().zip(strides);
    modes.fold(vec![0], |offsets, (extent, stride)| {
        let along = |offset: &usize| {
            let offset = *offset;
            (0..*extent).map(move |i| offset + i * stride)
        };
        offsets.iter().flat_map(along).collect()
    })
}

#[test]
fn offsets_count_the_last_mode_first() {
    let offsets = |extents: &[usize], strides: &[usize]| -> Vec<usize> {
        Strided::new(extents, strides).unwrap().offsets().collect()
    };
    assert_eq!(offsets(&[2, 3], &[10, 2]), [0, 2, 4, 10, 12, 14]);
    let rows = offsets(&[13, 4], &[10, 1]);
    assert_eq!(rows[..8], [0, 1, 2, 3, 10, 11, 12, 13]);
    assert_eq!(offsets(&[13, 4, 4], &[20, 4, 1]).last(), Some(&255));
    let mut cases = Cases(1);
    for _ in 0..300 {
        let rank = cases.below(9);
        let extents: Vec<usize> = (0..rank).map(|_| cases.below(4)).collect();
        let strides: Vec<usize> = (0..rank).map(|_| cases.below(40)).collect();
        let expected = brute_offsets(&extents, &strides);
        assert_eq!(offsets(&extents, &strides), expected);
    }
}

#[test]
fn injectivity_and_cosize_agree_with_brute_force() {
    let mut cases = Cases(2);
    let mut counts = [0; 2];
    for _ in 0..2000 {
        let rank = cases.below(4);
        let extents: Vec<usize> = (0..rank).map(|_| 1 + cases.below(4)).collect();
        let strides: Vec<usize> = (0..rank).map(|_| cases.below(12)).collect();
        let layout = Strided::new(&extents, &strides).unwrap();
        let offsets = brute_offsets(&extents, &strides);
        let distinct: HashSet<&usize> = offsets.iter().collect();
        let expected = [
            distinct.len() == offsets.len(),
            offsets.iter().enumerate().all(|(i, offset)| i == *offset),
        ];
        let found = [layout.is_injective(), layout.is_contiguous()];
        assert_eq!(found, expected, "{extents:?}:{strides:?}");
        assert_eq!(layout.cosize(), offsets.iter().max().unwrap() + 1);
        counts[usize::from(layout.is_injective())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

#[test]
fn contiguity_ignores_extents_of_one() {
    let contiguous = |extents: &[usize], strides: &[usize]| {
        Strided::new(extents, strides).unwrap().is_contiguous()
    };
    assert!(contiguous(&[1, 4], &[99, 1]));
    assert!(contiguous(&[4, 1], &[1, 99]));
    assert!(contiguous(&[4, 1, 3], &[3, 77, 1]));
    assert!(contiguous(&[], &[]));
    assert!(!contiguous(&[13, 4], &[10, 1]));
    assert!(!contiguous(&[13, 4], &[0, 1]));
    assert!(!contiguous(&[3, 4], &[1, 3]));
    // The strides of an empty array saturate, and lead nowhere.
    for empty in [&[0, 1 << 40, 1 << 40][..], &[2, 1, 0], &[3, 0, 2]] {
        assert!(Strided::row_major(empty).unwrap().is_contiguous());
    }
    assert!(contiguous(&[2, 0], &[7, 5]));
}

#[test]
fn shapes_broadcast_as_in_numpy() {
    let pairs: [(&[usize], &[usize], &[usize]); 9] = [
        (&[16, 8, 4], &[8, 4], &[16, 8, 4]),
        (&[16], &[], &[16]),
        (&[16], &[1], &[16]),
        (&[4, 8], &[1, 8], &[4, 8]),
        (&[4, 8], &[4, 1], &[4, 8]),
        (&[4, 8, 16], &[8, 16], &[4, 8, 16]),
        (&[3, 1], &[1, 4], &[3, 4]),
        (&[], &[], &[]),
        (&[0, 4], &[1, 4], &[0, 4]),
    ];
    for (a, b, shape) in pairs {
        assert_eq!(broadcast_shapes(a, b).unwrap(), shape);
        assert_eq!(broadcast_shapes(b, a).unwrap(), shape);
    }
    let axis = |a: &[usize], b: &[usize]| match broadcast_shapes(a, b) {
        Err(ArrayError::NotBroadcastable { axis, .. }) => axis,
        other => panic!("{other:?}"),
    };
    assert_eq!(axis(&[16, 8], &[16, 4]), 1);
    assert_eq!(axis(&[16, 8], &[8, 16]), 1);
    assert_eq!(axis(&[3], &[2]), 0);
}

#[test]
fn a_size_one_mode_repeats_its_element() {
    let offsets = |extents: &[usize]| -> Vec<usize> {
        let layout = Strided::row_major(extents).unwrap();
        layout.broadcast(&[3, 4]).unwrap().offsets().collect()
    };
    assert_eq!(offsets(&[3, 1]), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    assert_eq!(offsets(&[1, 4]), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
}

#[test]
fn copies_between_random_layouts_move_every_element_to_its_place() {
    let mut cases = Cases(3);
    for _ in 0..300 {
        let rank = cases.below(5);
        let extents: Vec<usize> = (0..rank).map(|_| 1 + cases.below(5)).collect();
        // An output without overlap: compact in a random order of modes, with a gap after each.
        let mut order: Vec<usize> = (0..rank).collect();
        (0..rank).for_each(|i| order.swap(i, cases.below(rank)));
        let (mut strides, mut next) = (vec![0; rank], 1 + cases.below(3));
        for axis in order {
            strides[axis] = next;
            next = next * extents[axis] + cases.below(3);
        }
        let target = Strided::new(&extents, &strides).unwrap();
        let strides: Vec<usize> = (0..rank).map(|_| cases.below(30)).collect();
        let source = Strided::new(&extents, &strides).unwrap();
        let input: Vec<u32> = (0..source.cosize() as u32).collect();
        let mut output = vec![u32::MAX; target.cosize()];
        let to = &mut ViewMut::new(&mut output, target).unwrap();
        copy(View::new(&input, source).unwrap(), to).unwrap();
        let mut expected = vec![u32::MAX; target.cosize()];
        let from = brute_offsets(&extents, &strides);
        for (from, to) in from.iter().zip(target.offsets()) {
            expected[to] = input[*from];
        }
        assert_eq!(output, expected, "{source:?} {target:?}");
    }
}

#[test]
fn copies_across_lines_move_every_element_to_its_place() {
    // Larger than the pieces in which such copies are made, in every order of three modes.
    let extents = [67usize, 300, 35];
    let input: Vec<u32> = (0..(67 * 300 * 35) as u32).collect();
    let source = Strided::row_major(&extents).unwrap();
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let permuted = source.permute(&order).unwrap();
        let target = Strided::row_major(permuted.extents()).unwrap();
        let mut output = vec![u32::MAX; target.cosize()];
        let to = &mut ViewMut::new(&mut output, target).unwrap();
        copy(View::new(&input, permuted).unwrap(), to).unwrap();
        let expected: Vec<u32> = permuted.offsets().map(|from| input[from]).collect();
        assert!(output == expected, "{order:?}");
    }
}

#[test]
fn offsets_past_the_last_element_begin_again_and_none_is_0() {
    let layout = Strided::new(&[2, 3], &[10, 2]).unwrap();
    for index in 0..6 {
        assert_eq!(layout.offset(index + 6), layout.offset(index));
    }
    for extents in [[0, 3], [3, 0], [0, 0]] {
        let none = Strided::new(&extents, &[usize::MAX, usize::MAX]).unwrap();
        assert_eq!([0, 1, usize::MAX].map(|index| none.offset(index)), [0; 3]);
    }
}
