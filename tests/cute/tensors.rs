use azulejo::prelude::*;

/// The tag and the layout of a printed tensor, without the address.
fn printed(tensor: impl std::fmt::Display) -> String {
    let text = tensor.to_string();
    let (tag, rest) = text.split_once("(0x").unwrap();
    format!("{tag} o {}", rest.split_once(" o ").unwrap().1)
}

macro_rules! prints {
    ($($tensor:expr => $expected:literal;)*) => {
        $(assert_eq!(printed($tensor), $expected);)*
    };
}

#[test]
fn views_are_of_the_same_memory() {
    let data = vec![0u8; 1 << 20];
    let whole = make_tensor(&data[..], layout!((_1024, _1024))).unwrap();
    let row = whole.slice(coord!(3usize, _));
    let tile = local_tile(&whole, tile!(_32, _32), coord!(1usize, 2usize));
    let base = whole.engine().base_address();
    assert_eq!(row.engine().base_address() - base, 3);
    assert_eq!(tile.engine().base_address() - base, 32 + 64 * 1024);
}

/// Where a tensor's storage starts.
trait Base {
    fn base_address(&self) -> usize;
}

impl<E: azulejo::tensor::engine::Engine> Base for E {
    fn base_address(&self) -> usize {
        self.address()
    }
}

#[test]
fn owning_tensors_copy_deeply() {
    let mut owned = make_rmem::<f32, _>(layout!((_4, _8)));
    let copy = owned.clone();
    owned.put((1, 1), 5.0);
    assert_eq!((owned.at((1, 1)), copy.at((1, 1))), (5.0, 0.0));
    let mut data = [0.0f32; 32];
    let mut whole = make_tensor(&mut data[..], layout!((_4, _8))).unwrap();
    whole.slice_mut(coord!(1, _)).put(1, 5.0);
    assert_eq!(whole.at((1, 1)), 5.0);
}

#[test]
fn constructed_from_layout_shape_and_stride() {
    let data = [0.0f32; 15];
    let d = &data[..];
    prints! {
        make_tensor(d, layout!(_8)).unwrap() => "ptr[32b] o _8:_1";
        Tensor::from_shape(d, shape!(_8)).unwrap() => "ptr[32b] o _8:_1";
        Tensor::from_shape_stride(d, shape!(8), stride!(2)).unwrap() => "ptr[32b] o 8:2";
    }
    let short = make_tensor(&d[..14], layout!(8:2)).map(|_| ());
    let (len, needed) = (14, 15);
    assert_eq!(short, Err(TensorError::BufferTooShort { len, needed }));
}

#[test]
fn tagged_and_owning() {
    let mut data = [0.0f32; 128];
    // SAFETY: 128 live floats, which nothing else touches while the tensors below are used.
    let gmem = unsafe { make_gmem_ptr(data.as_mut_ptr()) };
    // SAFETY: 128 live floats, which nothing else touches while the tensors below are used.
    let smem = unsafe { make_smem_ptr(data.as_mut_ptr()) };
    let n = 8;
    let columns = layout!((_4, _8));
    prints! {
        Tensor::from_shape(gmem, shape!(_8)) => "gmem_ptr[32b] o _8:_1";
        Tensor::from_shape(gmem, shape!(n)) => "gmem_ptr[32b] o 8:_1";
        Tensor::from_shape(gmem, shape!(_8, 16)) => "gmem_ptr[32b] o (_8,16):(_1,_8)";
        Tensor::from_shape_stride(gmem, shape!(n, _16), stride!(_16, _1)) => "gmem_ptr[32b] o (8,_16):(_16,_1)";
        make_tensor(smem, columns) => "smem_ptr[32b] o (_4,_8):(_1,_4)";
        Tensor::from_shape_stride(smem, shape!(_4, _8), LayoutRight) => "smem_ptr[32b] o (_4,_8):(_8,_1)";
    }
    // A shared array of it is so long, known when the program is built.
    fn bytes<T, L: StaticCosize>(_: L) -> usize {
        const { L::COSIZE * size_of::<T>() }
    }
    assert_eq!(bytes::<f32, _>(columns), 128);

    let text = |layout: String| layout;
    let row = make_rmem::<f32, _>(make_layout(shape!(_4, _8), LayoutRight));
    assert_eq!(text(row.layout().to_string()), "(_4,_8):(_8,_1)");
    let pad = make_rmem::<f32, _>(layout!((_4, _8):(_32, _2)));
    assert_eq!(pad.engine().as_slice().len(), 111);
    assert_eq!(
        pad.make_like::<f32>().layout().to_string(),
        "(_4,_8):(_8,_1)"
    );
    assert!(pad.engine().as_slice().iter().all(|&x| x == 0.0));
}

#[test]
fn access() {
    let (m0, m1, n) = (4usize, 5usize, 13usize);
    let mut data = vec![0usize; m0 * m1 * n];
    let mut a = make_tensor(&mut data[..], layout!(((m0, m1), n))).unwrap();
    for j in 0..n {
        for i1 in 0..m1 {
            for i0 in 0..m0 {
                a.put(((i0, i1), j), j + 2 * i0);
            }
        }
    }
    for i in 0..m0 * m1 * n {
        let (i0, j) = (i % m0, i / (m0 * m1));
        assert_eq!(a.at(i), j + 2 * i0);
        assert_eq!(a.at((i % (m0 * m1), j)), j + 2 * i0);
    }
    assert_eq!(a.get(((4usize, 0usize), 0usize)), None);
    assert_eq!(a.set(((0usize, 5usize), 0usize), 1), None);
    let offset = Int::value(a.layout().at(((3usize, 2usize), 7usize))) as usize;
    assert_eq!(data[offset], 7 + 6);
}

#[test]
fn divides() {
    let data = [0u8; 192];
    let whole = make_tensor(&data[..], layout!((8, 24):(1, 8))).unwrap();
    macro_rules! divides {
        ($($how:ident => $expected:literal;)*) => {
            $(assert_eq!(whole.$how(tile!(_4, _8)).layout().to_string(), $expected);)*
        };
    }
    divides! {
        zipped_divide => "((_4,_8),(2,3)):((1,8),(4,64))";
        tiled_divide => "((_4,_8),2,3):((1,8),4,64)";
        flat_divide => "(_4,_8,2,3):(1,8,4,64)";
        logical_divide => "((_4,2),(_8,3)):((1,4),(8,64))";
    }
}

#[test]
fn six_slices() {
    let (n2, n1, n4, n13, n100) = (2, 1, 4, 13, 100);
    let data: Vec<i32> = (0..164).collect();
    let layout = layout!(((_3, n2), (n2, _5, _2)):((n4, n1), (_2, n13, n100)));
    assert!(make_tensor(&data[..163], layout).is_err());
    let a = make_tensor(&data[..], layout).unwrap();
    assert_eq!(
        printed(make_tensor(&data[..], layout).unwrap()),
        "ptr[32b] o ((_3,2),(2,_5,_2)):((4,1),(_2,13,100))"
    );
    macro_rules! slices {
        ($($coord:expr => $layout:literal, $first:expr;)*) => {$(
            let slice = a.slice($coord);
            assert_eq!(slice.layout().to_string(), $layout);
            for (i, want) in $first.into_iter().enumerate() {
                assert_eq!(slice.at(i), want, "element {i} of {}", $layout);
            }
        )*};
    }
    slices! {
        coord!(2, _) => "((2,_5,_2)):((_2,13,100))", [8, 10, 21, 23, 34, 36];
        coord!(_, 5) => "((_3,2)):((4,1))", [28, 32, 36, 29, 33, 37];
        coord!((_, _), 5) => "(_3,2):(4,1)", [28, 32, 36, 29, 33, 37];
        coord!((_, 1), (0, _, 1)) => "(_3,_5):(4,13)", [101, 105, 109, 114];
        coord!((2, _), (_, 3, _)) => "(2,2,_2):(1,_2,100)", [47, 48, 49, 50, 147, 148, 149, 150];
    }
    assert_eq!(a.slice(coord!((_, 1), (0, _, 1))).at(14), 161);
    assert!(a.try_slice(coord!(6, _)).is_err());
}
