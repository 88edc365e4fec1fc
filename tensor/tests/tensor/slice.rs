use azulejo_layout::{coord, layout};
use azulejo_tensor::{TensorError, make_tensor};

/// The worked example: `((_3,2),(2,_5,_2)):((4,1),(_2,13,100))` and its six slices.
macro_rules! example {
    ($data:ident $a:ident) => {
        let $data: Vec<i64> = (0..164).collect();
        let (n2, n1, n4, n13, n100) = (2i32, 1i32, 4i32, 13i32, 100i32);
        let $a = make_tensor(
            &$data[..],
            layout!(((_3, n2), (n2, _5, _2)):((n4, n1), (_2, n13, n100))),
        )
        .unwrap();
    };
}

#[test]
fn six_slices() {
    example!(data a);
    assert_eq!(a.size(), 120);
    let b = a.slice(coord!(2i32, _));
    assert_eq!(b.layout().to_string(), "((2,_5,_2)):((_2,13,100))");
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|i: i32| b.at(i)),
        [8, 10, 21, 23, 34, 36]
    );
    assert_eq!(b.size(), 20);

    let c = a.slice(coord!(_, 5i32));
    assert_eq!(c.layout().to_string(), "((_3,2)):((4,1))");
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|i: i32| c.at(i)),
        [28, 32, 36, 29, 33, 37]
    );

    let d = a.slice(coord!((_, _), 5i32));
    assert_eq!(d.layout().to_string(), "(_3,2):(4,1)");
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|i: i32| d.at(i)),
        [28, 32, 36, 29, 33, 37]
    );

    let e = a.slice(coord!((_, 1i32), (0i32, _, 1i32)));
    assert_eq!(e.layout().to_string(), "(_3,_5):(4,13)");
    assert_eq!((e.at(0i32), e.at(14i32), e.size()), (101, 161, 15));

    let f = a.slice(coord!((2i32, _), (_, 3i32, _)));
    assert_eq!(f.layout().to_string(), "(2,2,_2):(1,_2,100)");
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i: i32| f.at(i)),
        [47, 48, 49, 50, 147, 148, 149, 150]
    );
}

#[test]
fn coordinates_outside_the_shape_are_rejected_where_asked() {
    example!(data a);
    assert!(a.try_slice(coord!(5i32, _)).is_ok());
    assert_eq!(
        a.try_slice(coord!(6i32, _)).map(|_| ()),
        Err(TensorError::IndexOutOfSpace)
    );
}

#[test]
fn writing_through_a_slice_changes_the_whole() {
    let mut data = [0u8; 32];
    let mut a = make_tensor(&mut data[..], layout!((_4, _8))).unwrap();
    let mut row = a.slice_mut(coord!(1usize, _));
    row.put(2usize, 9);
    assert_eq!(a.at((1usize, 2usize)), 9);
    assert_eq!(data[9], 9);
}
