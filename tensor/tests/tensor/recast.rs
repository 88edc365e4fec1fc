//! The same bytes as other elements: element by element what the bytes say, and rejected where they do not fit.

use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, Int, Swizzle, coord, layout};
use azulejo_tensor::{TensorError, make_gmem_ptr, make_rmem, make_tensor};

#[repr(align(16))]
struct Bytes([u8; 1024]);

fn bytes() -> Bytes {
    let mut data = Bytes([0; 1024]);
    for (i, x) in data.0.iter_mut().enumerate() {
        *x = (i * 7 % 256) as u8;
    }
    data
}

/// Recasts a tensor of bytes to `u16`, `u32`, `u64` and back, and compares the offsets with those of the bytes.
macro_rules! there_and_back {
    ($($layout:expr;)*) => {$({
        let data = bytes();
        let tensor = make_tensor(&data.0[..], $layout).unwrap();
        let mut covered: Vec<i64> = (0..tensor.size()).map(|i| Int::value(tensor.layout().at(i))).collect();
        covered.sort_unstable();
        there_and_back!(@ tensor covered data u16);
        there_and_back!(@ tensor covered data u32);
        there_and_back!(@ tensor covered data u64);
    })*};
    (@ $tensor:ident $covered:ident $data:ident $wide:ty) => {{
        let wide = $tensor.recast::<$wide>().unwrap();
        let width = size_of::<$wide>();
        assert_eq!(wide.size() * width, $tensor.size());
        let mut seen = Vec::new();
        for i in 0..wide.size() {
            let at = Int::value(wide.layout().at(i)) as usize * width;
            assert_eq!(wide.at(i), <$wide>::from_le_bytes($data.0[at..at + width].try_into().unwrap()));
            seen.extend((at..at + width).map(|x| x as i64));
        }
        seen.sort_unstable();
        assert_eq!(seen, $covered);
        let back = wide.recast::<u8>().unwrap();
        assert_eq!(back.size(), $tensor.size());
        for i in 0..back.size() {
            assert_eq!(back.at(i), $data.0[Int::value(back.layout().at(i)) as usize]);
        }
    }};
}

#[test]
fn bytes_are_the_same_seen_as_any_width() {
    let ld = 24usize;
    there_and_back! {
        layout!(_64);
        layout!((_8, _4));
        layout!((_8, _4):(_1, _16));
        layout!((_4, _16):(_32, _1));
        layout!((_8, _3):(_1, ld));
        layout!((2usize, _16):(ld, _1));
        layout!(((_8, _2), (_2, _3)):((_1, _64), (_8, _16)));
        layout!((_8, _2):(_1, _0));
    }
}

/// A layout of 16-bit elements in shared memory, as the words in which `ldmatrix` or a vector load sees it.
#[test]
fn swizzled_layouts_change_their_units_too() {
    let data = bytes();
    let smem = ComposedLayout::new(
        Swizzle::<_3, _4, _3>::default(),
        _0,
        layout!((_8, _128):(_128, _1)),
    );
    let tensor = make_tensor(&data.0[..], smem).unwrap();
    let words = tensor.recast::<u32>().unwrap();
    assert_eq!(
        words.layout().to_string(),
        "Sw<3,2,3> o _0 o (_8,_32):(_32,_1)"
    );
    for row in 0..8usize {
        for word in 0..32usize {
            let parts: [u8; 4] = core::array::from_fn(|k| tensor.at((row, 4 * word + k)));
            assert_eq!(words.at((row, word)), u32::from_le_bytes(parts));
        }
    }
}

#[test]
fn what_is_written_as_words_is_read_as_bytes() {
    let mut data = Bytes([0; 1024]);
    let mut tensor = make_tensor(&mut data.0[..], layout!((_8, _4):(_1, _16))).unwrap();
    let mut words = tensor.recast_mut::<u32>().unwrap();
    words.put((1, 2), 0x0403_0201);
    assert_eq!([4, 5, 6, 7].map(|i| tensor.at((i, 2))), [1, 2, 3, 4]);
    let mut registers = make_rmem::<u16, _>(layout!((_2, _4)));
    registers.recast_mut::<u32>().unwrap().put(3, 0x0002_0001);
    assert_eq!((registers.at((0, 3)), registers.at((1, 3))), (1, 2));
}

#[test]
fn views_keep_their_base() {
    let data = bytes();
    let whole = make_tensor(&data.0[..], layout!((_8, _8):(_1, _8))).unwrap();
    let column = whole.slice(coord!(_, 5));
    assert_eq!(
        column.recast::<u64>().unwrap().at(0).to_le_bytes(),
        data.0[40..48]
    );
    // SAFETY: the pointer is to live bytes that are only read.
    let pointer = unsafe { make_gmem_ptr(data.0.as_ptr().cast_mut()) };
    let words = make_tensor(pointer, layout!(_16));
    assert_eq!(
        words.recast::<u32>().unwrap().at(1).to_le_bytes(),
        data.0[4..8]
    );
}

#[test]
fn what_does_not_fit_is_rejected() {
    let data = bytes();
    let odd = make_tensor(&data.0[1..], layout!(_8)).unwrap();
    let Err(TensorError::Misaligned { address, bytes: 4 }) = odd.recast::<u32>() else {
        panic!("an odd address is no place for a word");
    };
    assert_eq!(address % 2, 1);
    // SAFETY: the pointer is never read through.
    let pointer = unsafe { make_gmem_ptr(data.0.as_ptr().cast_mut().wrapping_add(2)) };
    let rejected = make_tensor(pointer, layout!(_8))
        .recast::<u32>()
        .map(|_| ());
    assert!(matches!(rejected, Err(TensorError::Misaligned { .. })));
    let ld = 10usize;
    let rows = make_tensor(&data.0[..], layout!((_8, _2):(_1, ld))).unwrap();
    assert!(rows.recast::<u16>().is_ok());
    assert_eq!(
        rows.recast::<u32>().err(),
        Some(TensorError::RecastStride {
            stride: 10,
            unit: 4
        })
    );
    let n = 6usize;
    let line = make_tensor(&data.0[..], layout!(n)).unwrap();
    assert_eq!(line.recast::<u16>().unwrap().layout().to_string(), "3:_1");
    assert_eq!(
        line.recast::<u32>().err(),
        Some(TensorError::RecastSize {
            elements: 6,
            from: "u8",
            to: "u32"
        })
    );
}
