use std::panic::{AssertUnwindSafe, catch_unwind};

use azulejo_layout::{LayoutRight, layout, shape, stride};
use azulejo_tensor::{Tensor, TensorError, make_gmem_ptr, make_rmem, make_smem_ptr, make_tensor};

#[test]
fn borrowed_tensors_print_and_check_their_cosize() {
    let mut data = [0.0f32; 128];
    let pointer = data.as_mut_ptr();
    // SAFETY: the pointer is to 128 live floats, which nothing else touches while the tensors below are used.
    let gmem = unsafe { make_gmem_ptr(pointer) };
    // SAFETY: the same 128 live floats, which nothing else touches; on the host a shared pointer is a plain one.
    let smem = unsafe { make_smem_ptr(pointer) };
    macro_rules! texts {
        ($($tensor:expr => $expected:literal;)*) => {$(
            let text = $tensor.to_string();
            let (tag, rest) = text.split_once('(').unwrap();
            let (_, layout) = rest.split_once(" o ").unwrap();
            assert_eq!(format!("{tag} o {layout}"), $expected);
        )*};
    }
    texts! {
        Tensor::from_shape(gmem, shape!(_8)) => "gmem_ptr[32b] o _8:_1";
        Tensor::from_shape(gmem, shape!(8)) => "gmem_ptr[32b] o 8:_1";
        Tensor::from_shape_stride(gmem, shape!(8), stride!(2)) => "gmem_ptr[32b] o 8:2";
        Tensor::from_shape(gmem, shape!(_8, 16)) => "gmem_ptr[32b] o (_8,16):(_1,_8)";
        Tensor::from_shape_stride(gmem, shape!(8, _16), stride!(_16, _1)) => "gmem_ptr[32b] o (8,_16):(_16,_1)";
        Tensor::from_shape(smem, shape!(_4, _8)) => "smem_ptr[32b] o (_4,_8):(_1,_4)";
        Tensor::from_shape_stride(smem, shape!(_4, _8), LayoutRight) => "smem_ptr[32b] o (_4,_8):(_8,_1)";
    }
    let mut tensor = Tensor::from_shape(gmem, shape!(_8, 16usize));
    tensor.put((3usize, 2usize), 7.0);
    assert_eq!(tensor.at((3usize, 2usize)), 7.0);
    assert_eq!(data[19], 7.0);
}

#[test]
fn buffers_that_are_too_short_are_rejected() {
    let data = [0u8; 164];
    let a = |len: usize| {
        let (two, one, thirteen) = (2, 1, 13);
        make_tensor(
            &data[..len],
            layout!(((_3, two), (two, _5, _2)):((4, one), (_2, thirteen, 100))),
        )
        .map(|t| t.size())
    };
    assert_eq!(a(164), Ok(120));
    assert_eq!(
        a(163),
        Err(TensorError::BufferTooShort {
            len: 163,
            needed: 164
        })
    );
    let negative = make_tensor(&data[..], layout!(_4: -_1));
    assert!(matches!(
        negative.map(|t| t.size()),
        Err(TensorError::NegativeOffset { offset: -3 })
    ));
    let huge = make_tensor(
        &data[..],
        layout!((1i64 << 40, 1i64 << 40):(1i64 << 40, _1)),
    );
    assert_eq!(huge.map(|t| t.size()), Err(TensorError::IndexOverflow));
    let last = make_tensor(&data[..], layout!(2i64:i64::MAX));
    assert_eq!(last.map(|t| t.size()), Err(TensorError::IndexOverflow));
    assert!(make_tensor(&data[..0], layout!((0usize, 5usize))).is_ok());
}

#[test]
fn narrow_integers_are_noticed_on_pointers_too() {
    let mut data = [0u8; 4];
    // SAFETY: the pointer is not read through.
    let pointer = unsafe { make_gmem_ptr(data.as_mut_ptr()) };
    let (narrow, wide) = (70_000i32, 70_000i64);
    // 4,900,000,000 elements: 32 bits hold neither the last offset nor the index.
    let on_wide = || {
        let _ = make_tensor(pointer, layout!((wide, wide):(wide, _1)));
    };
    let on_narrow = || {
        let _ = make_tensor(pointer, layout!((narrow, narrow):(narrow, _1)));
    };
    assert!(catch_unwind(AssertUnwindSafe(on_wide)).is_ok());
    let rejected = catch_unwind(AssertUnwindSafe(on_narrow)).is_err();
    assert_eq!(rejected, cfg!(debug_assertions));
    // From a slice it is an error in every build.
    let tensor = make_tensor(&data[..], layout!((narrow, narrow):(narrow, _1)));
    assert_eq!(tensor.map(|t| t.size()), Err(TensorError::IndexOverflow));
}

#[test]
fn owning_tensors_copy_deeply_and_compact_their_likes() {
    let mut pad = make_rmem::<f32, _>(layout!((_4, _8):(_32, _2)));
    let copy = pad.clone();
    pad.put((3, 7), 1.0);
    assert_eq!((pad.at((3, 7)), copy.at((3, 7))), (1.0, 0.0));
    assert_eq!(pad.engine().as_slice().len(), 111);
    assert_eq!(
        pad.make_like::<f32>().layout().to_string(),
        "(_4,_8):(_8,_1)"
    );
}

#[test]
fn every_kind_of_coordinate_reads_the_same_element() {
    let data: Vec<usize> = (0..64).collect();
    let a = make_tensor(
        &data[..],
        layout!(((_2, _2), (_2, _4)):((_1, _4), (_2, _8))),
    )
    .unwrap();
    assert_eq!(a.at(13), 11);
    assert_eq!(a.at((1, 3)), 11);
    assert_eq!(a.at(((1, 0), (1, 1))), 11);
    assert_eq!(a.get((3, 7)), Some(31));
    assert_eq!(a.get((4, 0)), None);
    assert_eq!(a.get(32), None);
    assert_eq!(a.get(-1), None);
}
