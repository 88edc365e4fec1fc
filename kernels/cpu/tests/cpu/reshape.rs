//! Shapes and types of the same elements without a copy, against the elements in their order.

use azulejo_cpu::{AnyArray, Array, ArrayError, Strided, View};
use azulejo_tensor::{DType, Element, f16};

/// Every factorization of `size` in at most `rank` extents.
fn shapes(size: usize, rank: usize) -> Vec<Vec<usize>> {
    if rank == 0 {
        return if size == 1 { vec![vec![]] } else { vec![] };
    }
    let mut found = shapes(size, rank - 1);
    for first in (1..=size).filter(|first| size.is_multiple_of(*first)) {
        for mut rest in shapes(size / first, rank - 1) {
            rest.insert(0, first);
            found.push(rest);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// True where some strides read these offsets, the last mode fastest: those of the unit coordinates, tried.
fn has_strides(offsets: &[usize], extents: &[usize]) -> bool {
    let mut strides = Vec::new();
    for axis in 0..extents.len() {
        let after: usize = extents[axis + 1..].iter().product();
        strides.push(if extents[axis] > 1 {
            let Some(stride) = offsets[after].checked_sub(offsets[0]) else {
                return false;
            };
            stride
        } else {
            0
        });
    }
    Strided::new(extents, &strides).is_ok_and(|layout| layout.offsets().eq(offsets.iter().copied()))
}

#[test]
fn a_reshape_keeps_the_order_or_there_is_none() {
    let (mut done, mut rejected) = (0, 0);
    for size in [1, 6, 8, 12, 24] {
        for extents in shapes(size, 3) {
            for strides in [
                [24, 6, 1],
                [1, 2, 4],
                [0, 12, 2],
                [12, 4, 1],
                [4, 1, 2],
                [2, 0, 1],
            ] {
                let layout = Strided::new(&extents, &strides[..extents.len()]).unwrap();
                let offsets: Vec<usize> = layout.offsets().collect();
                for to in shapes(size, 4) {
                    match layout.reshape(&to) {
                        Ok(shaped) => {
                            assert!(shaped.offsets().eq(offsets.iter().copied()));
                            assert_eq!(shaped.extents(), to);
                            done += 1;
                        }
                        Err(error) => {
                            assert!(matches!(error, ArrayError::WouldCopy { .. }), "{error}");
                            assert!(!has_strides(&offsets, &to), "{layout:?} to {to:?}");
                            rejected += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(done > 1000 && rejected > 1000, "{done} {rejected}");
}

#[test]
fn a_reshape_to_another_number_of_elements_is_an_error() {
    let layout = Strided::row_major(&[4, 6]).unwrap();
    for to in [&[23][..], &[], &[0], &[usize::MAX, usize::MAX], &[4, 6, 0]] {
        assert!(layout.reshape(to).is_err(), "{to:?}");
    }
    let empty = Strided::row_major(&[0, 1 << 40]).unwrap();
    assert_eq!(empty.reshape(&[7, 0]).unwrap().extents(), [7, 0]);
    assert!(empty.reshape(&[1]).is_err());
    let text = Strided::new(&[4, 6], &[1, 4]).unwrap().reshape(&[24]);
    let text = text.unwrap_err().to_string();
    assert!(
        text.contains("[4, 6]") && text.contains("[24]") && text.contains("copy"),
        "{text}"
    );
}

#[test]
fn owned_arrays_reshape_without_a_copy() {
    let x = Array::from_vec((0..24).collect::<Vec<i32>>(), &[4, 6]).unwrap();
    let at = x.data().as_ptr();
    let x: AnyArray = x.reshape(&[2, 12]).unwrap().into();
    let x = x.reshape(&[3, 8]).unwrap().astype(DType::I32).unwrap();
    let AnyArray::I32(x) = x else {
        panic!("{:?}", x.dtype())
    };
    assert_eq!((x.data().as_ptr(), x.extents()), (at, &[3, 8][..]));
    let mut x = x;
    let mut y = x.view_mut().reshape(&[6, 4]).unwrap();
    azulejo_cpu::fill(&mut y, 7);
    assert_eq!(x.data(), [7; 24]);
}

#[test]
fn bits_are_seen_as_another_type() {
    let data: Vec<u16> = (0..24).map(|x| x * 0x101).collect();
    let bytes: Vec<u8> = data.iter().flat_map(|x| x.to_le_bytes()).collect();
    let view = View::new(&data, Strided::new(&[3, 4], &[8, 1]).unwrap()).unwrap();
    let narrow = view.recast::<u8>().unwrap();
    assert_eq!(
        (narrow.layout().extents(), narrow.layout().strides()),
        (&[3, 8][..], &[16, 1][..])
    );
    for (i, j) in (0..3).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(narrow.get(&[i, j]), Some(bytes[i * 16 + j]));
    }
    assert_eq!(narrow.get(&[3, 0]), None);
    let half = view.recast::<f16>().unwrap();
    assert_eq!(half.get(&[2, 1]), Some(f16::from_bits(data[17])));
    // A slice of four bytes at any two: one of the two addresses is not a multiple of 4.
    let fits = [0, 1].map(|at| View::from_slice(&data[at..at + 4]).recast::<u32>().is_ok());
    assert!(fits[0] != fits[1], "{fits:?}");
    let odd = View::new(&data, Strided::new(&[2, 4], &[5, 1]).unwrap()).unwrap();
    assert!(matches!(
        odd.recast::<u32>(),
        Err(ArrayError::WouldCopy { .. })
    ));
    let apart = View::new(&data, Strided::new(&[4], &[2]).unwrap()).unwrap();
    assert!(matches!(
        apart.recast::<u8>(),
        Err(ArrayError::WouldCopy { .. })
    ));
    assert!(apart.recast::<i16>().is_ok());
    assert!(apart.astype::<u16>().is_ok() && apart.astype::<i16>().is_err());
}

#[test]
fn a_checked_cast_of_an_array_names_the_element() {
    let x: AnyArray = Array::from_vec(vec![1.0f64, -0.5, 1e300, 2.0], &[2, 2])
        .unwrap()
        .into();
    let text = x.try_cast(DType::F32).unwrap_err().to_string();
    assert!(
        text.contains("element 2") && text.contains("1e300") && text.contains("float32"),
        "{text}"
    );
    for dtype in DType::ALL {
        let ones: AnyArray = AnyArray::full(dtype, &[3], 1i8.to_number()).unwrap();
        for to in DType::ALL {
            assert_eq!(
                ones.try_cast(to).unwrap(),
                ones.cast(to, None, None).unwrap()
            );
        }
    }
}

#[test]
fn without_elements_any_strides_reshape() {
    for (extents, strides) in [
        ([0, 4], [9, 2]),
        ([4, 0], [1, 4]),
        ([0, 0], [1, 1]),
        ([1 << 40, 0], [1 << 40, 3]),
    ] {
        let layout = Strided::new(&extents, &strides).unwrap();
        for to in [&[0][..], &[0, 4], &[2, 0, 3], &[0, usize::MAX]] {
            assert_eq!(
                layout.reshape(to),
                Strided::row_major(to),
                "{layout:?} {to:?}"
            );
        }
        let wrong = layout.reshape(&[1]).unwrap_err();
        assert!(matches!(wrong, ArrayError::ShapeMismatch { .. }), "{wrong}");
    }
    let none: AnyArray = Array::<f32>::zeros(&[0, 3]).unwrap().into();
    let turned = none.permute(&[1, 0]).unwrap();
    assert_eq!(turned.reshape(&[5, 0]).unwrap().extents(), [5, 0]);
}
