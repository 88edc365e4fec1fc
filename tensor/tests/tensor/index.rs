//! `[]` on tensors whose elements lie in memory (U-23).

use std::panic::{AssertUnwindSafe, catch_unwind};

use azulejo_layout::ints::*;
use azulejo_layout::{composition, coord, layout, swizzle};
use azulejo_tensor::{make_rmem, make_tensor};

/// The row's example: columns 13 apart, two by two rows in four.
#[test]
fn u_23_coordinates_and_positions_name_one_element() {
    let l = layout!(((_2, _2), _5):((_1, _2), _13));
    let mut data = [0i32; 4 + 4 * 13];
    let mut a = make_tensor(&mut data[..], l).unwrap();
    for n in 0..5 {
        for (m0, m1) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            a[((m0, m1), n)] = n + 2 * m0 + 100 * m1;
        }
    }
    for i in 0..20 {
        let (m0, m1, n) = (i % 2, i / 2 % 2, i / 4);
        let value = n + 2 * m0 + 100 * m1;
        assert_eq!((a[i], a[(m0 + 2 * m1, n)]), (value, value));
        assert_eq!(Some(a[i]), a.get(i));
        assert_eq!(a.engine().element(l.at(i) as isize), &value);
    }
}

use azulejo_tensor::engine::Refer;

#[test]
fn u_23_references_are_to_the_storage() {
    let mut owned = make_rmem::<f32, _>(layout!((_2, _3)));
    owned[(1, 2)] += 1.5;
    owned[0] = 7.0;
    assert_eq!(owned.engine().as_slice(), [7.0, 0.0, 0.0, 0.0, 0.0, 1.5]);
    let data: Vec<u64> = (0..64).collect();
    let t = make_tensor(
        &data[..],
        composition(swizzle(_2, _0, _3), layout!((_8, _8):(_8, _1))),
    )
    .unwrap();
    for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
        let element = &t[(i, j)];
        assert!(core::ptr::eq(element, &data[*element as usize]));
        assert_eq!(*element, ((8 * i + j) ^ (i % 4)) as u64);
    }
    // A slice of a tensor begins where its row does.
    assert_eq!(t.slice(coord!(2, _))[3], t[(2, 3)]);
}

#[test]
fn u_23_what_is_outside_panics() {
    let mut data = [1, 2, 3, 4, 5, 6, 7, 8];
    let mut t = make_tensor(&mut data[..], layout!((_2, _3))).unwrap();
    // 7 lies in the storage and past the shape.
    for i in [6, 7, -1, i32::MAX] {
        assert!(catch_unwind(AssertUnwindSafe(|| t[i])).is_err(), "{i}");
        assert!(catch_unwind(AssertUnwindSafe(|| t[i] = 9)).is_err(), "{i}");
    }
    assert!(catch_unwind(AssertUnwindSafe(|| t[(0, 3)])).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| t[(2, 0)] = 9)).is_err());
    assert_eq!(data, [1, 2, 3, 4, 5, 6, 7, 8]);
    // A layout that was not checked against its storage.
    let t = azulejo_tensor::Tensor::from_parts(
        azulejo_tensor::engine::Slice::new(&data),
        layout!((_4, _4)),
    );
    assert_eq!(t[7], 8);
    assert!(catch_unwind(AssertUnwindSafe(|| t[8])).is_err());
}
