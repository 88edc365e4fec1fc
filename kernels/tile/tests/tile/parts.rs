//! Locks, float atomics, batches, records, regions of any extent, text and assertions.

use super::*;
use azulejo_layout::tile;
use azulejo_tensor::{F8E4M3, F8E5M2, Tf32, bf16, f16};
use azulejo_tile::{
    A16, Aligned, Assertion, Block, Float32x3, Float32x4, Record2, TICKET_LOCK, Tile, TileError,
    field, programs::*,
};

#[test]
fn h_21_j30_tickets_in_order() {
    type Mutex = Record2<i32, Aligned<i32, A16>>;
    assert_eq!((size_of::<Mutex>(), align_of::<Mutex>()), (32, 16));
    assert_eq!(core::mem::offset_of!(Mutex, 1), 16);
    let (none, mut tickets) = ([0i32; 1], vec![-1i32; 256]);
    let (mut counter, mut lock) = ([0i32], TICKET_LOCK);
    let guarded = (write(&mut counter), write(&mut lock));
    Counted::run(read(&none), write(&mut tickets), guarded).unwrap();
    assert_eq!((counter[0], lock[0], lock[4]), (256, 256, 256));
    tickets.sort();
    assert!(tickets.iter().enumerate().all(|(i, t)| *t == i as i32));
    // A lock is eight words.
    let mut short = [0i32; 4];
    let guarded = (write(&mut counter), write(&mut short));
    let rejected = Counted::run(read(&none), write(&mut tickets), guarded);
    assert!(matches!(
        rejected,
        Err(TileError::Extent {
            argument: "counter",
            expected: 8,
            found: 4,
            ..
        })
    ));
}

#[test]
fn atomics_on_floats() {
    let x: Vec<f32> = (0..1000).map(|i| (i % 100) as f32 - 3.0).collect();
    let mut totals = [0.0f32, f32::NEG_INFINITY, f32::NAN];
    FloatTotals::run(read(&x), write(&mut totals)).unwrap();
    assert_eq!(totals, [46500.0, 96.0, -3.0]);
}

#[test]
fn atomics_of_every_order() {
    let x: Vec<i32> = (0..64)
        .map(|i| if i < 4 { [42, 1, 42, 1][i] } else { 0 })
        .collect();
    let mut words = [0, 0, 0, 0, 0, 1, 0, 1];
    Orders::run(read(&x[..4]), write(&mut words)).unwrap();
    assert_eq!(words, [1, 1, 1, 1, 42, 1, 42, 1]);
    Orders::run(read(&x), write(&mut words)).unwrap();
    assert_eq!(words[..4], [17; 4]);
}

#[test]
fn products_of_batches_and_insertion() {
    let (a, b) = (arange::<f32>(64), arange::<f32>(32));
    let (mut products, mut inserted) = (vec![0.0f32; 32], vec![0.0f32; 32]);
    Batches::run(
        View::new(&a, Strided::row_major(&[2, 4, 8]).unwrap()).unwrap(),
        matrix(&b, 8, 4),
        ViewMut::new(&mut products, Strided::row_major(&[2, 4, 4]).unwrap()).unwrap(),
        matrix_mut(&mut inserted, 8, 4),
    )
    .unwrap();
    for (at, found) in products.iter().enumerate() {
        let (row, column) = (at / 4, at % 4);
        let sum: f32 = (0..8).map(|k| a[8 * row + k] * b[4 * k + column]).sum();
        assert_eq!(*found, 1.0 + sum);
    }
    for (at, found) in inserted.iter().enumerate() {
        let inside = at / 4 >= 4 && at % 4 >= 2;
        assert_eq!(*found, if inside { -1.0 } else { b[at] });
    }
}

#[test]
fn h_17_h_18_h_20_h_22_h_33_records_by_value() {
    let plane = Plane {
        normal: Float32x3::new(1.0, 2.0, 3.0),
        weight: Aligned::new(0.5),
        offset: -4,
    };
    assert_eq!((size_of::<Plane>(), align_of::<Plane>()), (48, 16));
    assert_eq!(core::mem::offset_of!(Plane, weight), 16);
    let (x, mut y) = (arange::<f32>(20), vec![0.0f32; 20]);
    Beside::run(plane, read(&x), write(&mut y)).unwrap();
    assert!(
        y.iter()
            .enumerate()
            .all(|(i, y)| *y == 3.0 * i as f32 - 4.0)
    );
    // Another value: the first is as it was.
    let other = Plane { offset: 0, ..plane };
    assert_eq!((plane.offset, other.offset, *other.weight), (-4, 0, 0.5));
}

#[test]
fn h_15_h_25_j31_fields_of_vectors() {
    let x: Vec<Float32x3> = (0..1000)
        .map(|i| [i as f32, 0.5, -(i as f32)].into())
        .collect();
    let y = field(&x, |v| &v.y).unwrap();
    assert_eq!(
        (y.layout().extents(), y.layout().strides()),
        (&[1000][..], &[3][..])
    );
    let z = field(&x, |v| &v.z).unwrap();
    let mut twice = vec![0.0f32; 1000];
    ScaleAny::run(z, write(&mut twice)).unwrap();
    assert!(twice.iter().enumerate().all(|(i, z)| *z == -2.0 * i as f32));
    let second = &x[3] as *const _ as usize - &x[0] as *const _ as usize;
    assert_eq!(
        (second, size_of::<Float32x4>(), align_of::<Float32x4>()),
        (36, 16, 16)
    );
    // A reference to something else is no field.
    static ELSEWHERE: f32 = 0.0;
    assert!(field(&x, |_| &ELSEWHERE).is_none());
}

#[test]
fn regions_of_any_extent() {
    let (x, mut y) = (arange::<f32>(7 * 13), vec![-1.0f32; 7 * 13 + 8]);
    OddRegions::run(matrix(&x, 7, 13), matrix_mut(&mut y[..91], 7, 13)).unwrap();
    assert!(
        y[..91]
            .iter()
            .enumerate()
            .all(|(i, y)| *y == 2.0 * i as f32)
    );
    assert!(y[91..].iter().all(|y| *y == -1.0));
}

#[test]
fn ct_78_tiles_wholly_outside_in_every_mode() {
    let x = arange::<f32>(100);
    let mut out: [Vec<f32>; 5] = core::array::from_fn(|_| vec![7.0f32; 112]);
    let [a, b, c, d, e] = out.each_mut().map(|y| write(y));
    Outside::run(read(&x), a, b, c, d, e).unwrap();
    let all = |y: &[f32], bits: u32| y.iter().all(|y| y.to_bits() == bits);
    assert!(all(&out[0], 0) && all(&out[1], 0x8000_0000));
    assert!(out[2].iter().all(|y| y.is_nan()));
    assert!(all(&out[3], 0x7f80_0000) && all(&out[4], 0xff80_0000));
}

#[test]
fn t_05_products_of_every_type() {
    fn factors<T: Element>(seed: usize) -> Vec<T> {
        (0..2048)
            .map(|i| T::from_f64(((i * 7919 + seed) % 4) as f64))
            .collect()
    }
    macro_rules! check {
        ($($program:ident $t:ty, $acc:ty;)*) => {$({
            let (a, b) = (factors::<$t>(1), factors::<$t>(2));
            let mut c = zeros::<$acc>(32, 32);
            $program::run(matrix(&a, 32, 64), matrix(&b, 64, 32), c.view_mut()).unwrap();
            for (at, found) in c.data().iter().enumerate() {
                let sum: f64 = (0..64).map(|k| a[at / 32 * 64 + k].to_f64() * b[32 * k + at % 32].to_f64()).sum();
                assert_eq!(found.to_f64(), sum, "{}", stringify!($program));
            }
        })*};
    }
    check! {
        SmallF16 f16, f32; SmallF16F16 f16, f16; SmallBf16 bf16, f32; SmallTf32 Tf32, f32; SmallE4m3 F8E4M3, f32;
        SmallE5m2 F8E5M2, f32; SmallI8 i8, i32; SmallU8 u8, i32;
    }
}

#[test]
fn staged_products_are_the_plain_ones() {
    let (m, n, k) = (130, 136, 200);
    let a: Vec<bf16> = (0..m * k)
        .map(|i| bf16::from_f64(((i * 31) % 5) as f64 - 2.0))
        .collect();
    let b: Vec<bf16> = (0..k * n)
        .map(|i| bf16::from_f64(((i * 17) % 7) as f64 - 3.0))
        .collect();
    let (mut c, mut d) = (zeros::<bf16>(m, n), zeros::<f32>(m, n));
    StagedBf16::run(matrix(&a, m, k), matrix(&b, k, n), c.view_mut()).unwrap();
    GemmBf16::run(matrix(&a, m, k), matrix(&b, k, n), d.view_mut()).unwrap();
    for (c, d) in c.data().iter().zip(d.data()) {
        assert_eq!(*c, bf16::from_f32(*d));
    }
}

#[test]
fn text_and_assertions() {
    let blk = &Block::single();
    let t = Tile::<f32, _>::iota(blk, tile!(_2, _2)) * 1e10 - 2.5;
    assert_eq!(
        t.text(),
        "[[-2.500000, 1.000000e10], [2.000000e10, 3.000000e10]]"
    );
    let (x, mut y) = (
        [1.0f32, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0, 64.0],
        [0.0f32; 8],
    );
    Printed::run(matrix(&x, 2, 4), matrix_mut(&mut y, 2, 4)).unwrap();
    assert_eq!(y[7], 8.0);
    let failed = Printed::run(matrix(&[-1.0; 8], 2, 4), matrix_mut(&mut y, 2, 4)).unwrap_err();
    let message = c"nothing negative";
    assert_eq!(failed, TileError::Assertion(Assertion { message }));
}
