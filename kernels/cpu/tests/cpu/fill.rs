//! Zeros and fill: every type, contiguous and strided outputs, gaps untouched.

use azulejo_cpu::{AnyArray, ArrayError, Strided, ViewMut, fill, zeros};
use azulejo_tensor::{DType, Element, with_dtype};

/// Shapes and strides of the zeros tests of InfiniCore, and some corners.
const LAYOUTS: [(&[usize], Option<&[usize]>); 16] = [
    (&[1024, 1024], None),
    (&[13, 4], None),
    (&[13, 4], Some(&[10, 1])),
    (&[13, 4, 4], None),
    (&[13, 4, 4], Some(&[20, 4, 1])),
    (&[16, 5632], None),
    (&[16, 5632], Some(&[13312, 1])),
    (&[4, 4, 5632], None),
    (&[4, 4, 5632], Some(&[45056, 5632, 1])),
    (&[], None),
    (&[0, 5], None),
    (&[1, 4], Some(&[0, 1])),
    (&[3, 4], Some(&[1, 3])),
    (&[2, 3], Some(&[3, 2])),
    (&[2, 2, 2, 2, 2, 2, 2, 2], None),
    (
        &[2, 1, 3, 1, 2, 1, 2, 2],
        Some(&[97, 5, 31, 9, 14, 3, 6, 2]),
    ),
];

fn check<T: Element>(layout: Strided, offsets: &[usize], addressed: &[bool]) {
    let ones = T::from_raw(u64::MAX);
    let mut data = vec![ones; addressed.len()];
    zeros(&mut ViewMut::new(&mut data, layout).unwrap());
    let before = ones.to_raw();
    for (offset, (x, addressed)) in data.iter().zip(addressed).enumerate() {
        let expected = if *addressed { 0 } else { before };
        let found = x.to_raw();
        if found != expected {
            panic!(
                "{:?} {layout:?} at {offset}: {found:x}, not {expected:x}",
                T::DTYPE
            );
        }
    }
    // In place once more, then another value.
    fill(&mut ViewMut::new(&mut data, layout).unwrap(), T::ONE);
    assert!(offsets.iter().all(|offset| data[*offset] == T::ONE));
}

#[test]
fn zeros_clear_what_the_layout_addresses_and_nothing_else() {
    for (extents, strides) in LAYOUTS {
        let layout = match strides {
            Some(strides) => Strided::new(extents, strides).unwrap(),
            None => Strided::row_major(extents).unwrap(),
        };
        let guard = 32;
        let offsets: Vec<usize> = layout.offsets().collect();
        let mut addressed = vec![false; layout.cosize() + guard];
        offsets.iter().for_each(|offset| addressed[*offset] = true);
        assert_eq!(addressed.iter().filter(|x| **x).count(), layout.size());
        for dtype in DType::ALL {
            with_dtype!(dtype, T => check::<T>(layout, &offsets, &addressed));
        }
    }
}

#[test]
fn a_strided_fill_leaves_72_gaps_of_124() {
    let mut data = vec![1.0f32; 124];
    let layout = Strided::new(&[13, 4], &[10, 1]).unwrap();
    zeros(&mut ViewMut::new(&mut data, layout).unwrap());
    assert_eq!(data.iter().filter(|x| **x == 0.0).count(), 52);
    assert_eq!(data.iter().filter(|x| **x == 1.0).count(), 72);
}

#[test]
fn outputs_that_overlap_or_reach_too_far_are_rejected() {
    let mut data = vec![0u8; 64];
    let mut rejected = |extents: &[usize], strides: &[usize]| {
        ViewMut::new(&mut data, Strided::new(extents, strides).unwrap()).unwrap_err()
    };
    for (extents, strides) in [
        ([13, 4], [0, 1]),
        ([1, 4], [0, 0]),
        ([4, 4], [1, 1]),
        ([4, 3], [2, 3]),
    ] {
        let found = rejected(&extents, &strides);
        assert!(matches!(found, ArrayError::Overlap { .. }), "{found}");
    }
    let (cosize, len) = (124, 64);
    let far = ArrayError::OutOfBounds { cosize, len };
    assert_eq!(rejected(&[13, 4], &[10, 1]), far);
}

#[test]
fn arrays_that_no_memory_can_hold_are_rejected() {
    for extents in [&[1usize << 40, 1 << 40][..], &[usize::MAX, 2], &[1 << 62]] {
        let error = AnyArray::zeros(DType::F64, extents).unwrap_err();
        assert!(matches!(error, ArrayError::IndexOverflow { .. }), "{error}");
    }
    let deep = ArrayError::RankTooLarge { rank: 9 };
    assert_eq!(AnyArray::zeros(DType::U8, &[1; 9]), Err(deep));
    let empty = AnyArray::zeros(DType::F64, &[1 << 62, 0, 1 << 62]).unwrap();
    assert_eq!(empty.size(), 0);
}
