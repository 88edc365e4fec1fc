//! Jobs on vectors: scaling, promotion, padding.

use super::*;
use azulejo_tensor::{bf16, f16};
use azulejo_tile::programs::*;

#[test]
fn ct_06_j01_scale_a_vector() {
    let (x, mut y) = (arange::<f32>(1024), vec![0.0f32; 1024]);
    Scale::run(read(&x), write(&mut y)).unwrap();
    assert!(y.iter().enumerate().all(|(i, y)| *y == 2.0 * i as f32));
    assert_eq!(sum(&y), 1047552.0);
}

#[test]
fn t_25_whole_tiles_need_extents_that_they_divide() {
    let (x, mut y) = (arange::<f32>(4096), vec![0.0f32; 4096]);
    ScaleWhole::run(read(&x), write(&mut y)).unwrap();
    assert!(y.iter().enumerate().all(|(i, y)| *y == 2.0 * i as f32));
    let rejected = ScaleWhole::run(read(&x[..100]), write(&mut y));
    assert_eq!(
        rejected.unwrap_err().to_string(),
        "`x` has extent 100 along axis 0, the program takes multiples of 1024"
    );
}

#[test]
fn ct_07_j02_add_one() {
    let (x, mut y) = (arange::<f32>(256), vec![0.0f32; 256]);
    AddOne::run(read(&x), write(&mut y)).unwrap();
    assert_eq!((y[0], y[255], sum(&y)), (1.0, 256.0, 32896.0));
}

#[test]
fn ct_74_edges_are_masked() {
    let x = arange::<f32>(100);
    let mut y = vec![-1.0f32; 112];
    Scale::run(read(&x), write(&mut y[..100])).unwrap();
    assert_eq!(sum(&y[..100]), 9900.0);
    assert!(y[100..].iter().all(|y| *y == -1.0), "written past the end");
}

#[test]
fn ct_08_doubling_in_place() {
    let mut x = arange::<f32>(64);
    DoubleInPlace::run(write(&mut x)).unwrap();
    assert_eq!(sum(&x), 4032.0);
}

#[test]
fn ct_26_j04_tiles_of_four() {
    let (x, mut y) = (arange::<i32>(16), vec![0i32; 16]);
    PlusHundred::run(read(&x), write(&mut y)).unwrap();
    assert_eq!(y, (100..116).collect::<Vec<_>>());
}

#[test]
fn ct_30_j06_scalar_argument() {
    let (x, mut y) = (arange::<f32>(64), vec![0.0f32; 64]);
    Affine::run(read(&x), write(&mut y), 2.0).unwrap();
    assert_eq!((y[0], y[63], sum(&y)), (10.0, 136.0, 4672.0));
}

#[test]
fn ct_59_j15_scalars_of_two_types() {
    let (x, mut y) = (arange::<f32>(64), vec![0.0f32; 64]);
    ScaleAndShift::run(read(&x), write(&mut y), 2.5, 10).unwrap();
    assert_eq!((y[0], y[63], sum(&y)), (10.0, 167.5, 5680.0));
}

#[test]
fn ct_42_j10_low_precision_copies() {
    let x: Vec<f32> = (0..256).map(|i| i as f32 / 256.0).collect();
    let (mut half, mut brain) = (vec![f16::ZERO; 256], vec![bf16::ZERO; 256]);
    LowerPrecision::run(read(&x), write(&mut half), write(&mut brain)).unwrap();
    assert_eq!(half[100].to_bits(), 0x3640);
    assert_eq!(
        (brain[100].to_bits(), brain[255].to_bits()),
        (0x3EC8, 0x3F7F)
    );
}

#[test]
fn ct_52_j11_promotion() {
    let (a, b) = (arange::<i16>(64), arange::<i32>(64));
    let c: Vec<f32> = (0..64).map(|i| i as f32 / 64.0).collect();
    let mut y = vec![0.0f32; 64];
    Promotion::run(read(&a), read(&b), read(&c), write(&mut y)).unwrap();
    assert_eq!(
        (y[0], y[1], y[63], sum(&y)),
        (1.0, 5.015625, 254.0 - 1.0 / 64.0, 8159.5)
    );
}

#[test]
fn ct_53_j12_signs_meet_by_a_cast() {
    let (a, b) = ([200u8, 255, 0, 128], [-100i8, 127, -128, -128]);
    let (mut wide, mut narrow) = ([0i16; 4], [0i8; 4]);
    MixedSigns::run(read(&a), read(&b), write(&mut wide), write(&mut narrow)).unwrap();
    assert_eq!(wide, [100, 382, -128, 0]);
    assert_eq!(narrow, [100, 126, -128, 0]);
}

#[test]
fn ct_54_j13_mixed_precision() {
    let a: Vec<f16> = (0..64).map(|i| f16::from_f64(i as f64 / 3.0)).collect();
    let b: Vec<f32> = (0..64).map(|i| i as f32 / 7.0).collect();
    let (mut single, mut half) = (vec![0.0f32; 64], vec![f16::ZERO; 64]);
    MixedPrecision::run(read(&a), read(&b), write(&mut single), write(&mut half)).unwrap();
    assert_eq!(single[63].to_bits(), 0x42740000);
    assert_eq!(half[63].to_bits(), 0x53A0);
    assert!((sum(&single) - 1983.99951494).abs() < 1e-5);
}

#[test]
fn ct_64_j14_a_function_returns_a_tuple() {
    let x = arange::<f32>(16);
    let (mut mean, mut most, mut least) = ([0.0f32], [0.0f32], [1.0f32]);
    Stats::run(
        read(&x),
        write(&mut mean),
        write(&mut most),
        write(&mut least),
    )
    .unwrap();
    assert_eq!((mean[0], most[0], least[0]), (7.5, 15.0, 0.0));
}

#[test]
fn ct_17_j19_tiles_are_immutable() {
    let x: Vec<f32> = (0..16).map(|i| i as f32 / 16.0).collect();
    let (before, mut y) = (x.clone(), vec![0.0f32; 16]);
    Unchanged::run(read(&x), write(&mut y)).unwrap();
    assert_eq!(x, before);
    assert!(x.iter().zip(&y).all(|(x, y)| x.to_bits() == y.to_bits()));
}

#[test]
#[allow(clippy::approx_constant)] // The job's numbers.
fn ct_83_j23_precision_pipeline() {
    let x: Vec<f64> = [1.123456789, 2.987654321, 3.141592653, 4.567890123].repeat(16);
    let (mut single, mut half, mut whole) = (vec![0.0f32; 64], vec![f16::ZERO; 64], vec![0i32; 64]);
    Precisions::run(
        read(&x),
        write(&mut single),
        write(&mut half),
        write(&mut whole),
    )
    .unwrap();
    let bits: Vec<_> = single[..4].iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0x3F8FCD6F, 0x403F35BA, 0x40490FDB, 0x40922C28]);
    let bits: Vec<_> = half[..4].iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0x3C7E, 0x41FA, 0x4248, 0x4491]);
    assert_eq!(whole[..4], [1, 2, 3, 4]);
    assert_eq!(
        (sum(&single), sum(&half), sum(&whole)),
        (189.12950325012207, 189.09375, 160.0)
    );
}

#[test]
fn ct_76_j25_every_padding() {
    let x = arange::<f32>(100);
    let mut out = [(); 5].map(|()| vec![7.0f32; 112]);
    let [zero, neg_zero, nan, pos_inf, neg_inf] = &mut out;
    Paddings::run(
        read(&x),
        write(zero),
        write(neg_zero),
        write(nan),
        write(pos_inf),
        write(neg_inf),
    )
    .unwrap();
    for (out, bits) in out
        .iter()
        .zip([0u32, 0x80000000, 0x7FC00000, 0x7F800000, 0xFF800000])
    {
        assert_eq!(sum(&out[..100]), 4950.0);
        assert!(out[100..].iter().all(|x| x.to_bits() == bits), "{bits:08x}");
    }
}

#[test]
fn ct_78_a_tile_wholly_outside_is_padding() {
    // 128 places make 8 blocks; the eighth tile of 100 elements is wholly outside.
    let x = arange::<f32>(100);
    let mut y = vec![7.0f32; 128];
    Scale::run(read(&x), write(&mut y)).unwrap();
    assert!(y[100..].iter().all(|y| *y == 0.0));
}

#[test]
fn t_11_gather_and_scatter_leave_out_what_is_outside() {
    let x: Vec<i32> = (0..8).map(|i| i * 10).collect();
    let indices = [0, 0, 7, 3, -1, 8, 5, 5];
    let (mut gathered, mut scattered) = ([7; 8], [-5; 64]);
    Indexed::run(
        read(&x),
        read(&indices),
        write(&mut gathered),
        write(&mut scattered),
    )
    .unwrap();
    assert_eq!(gathered, [0, 0, 70, 30, 0, 0, 50, 50]);
    assert_eq!(
        (
            scattered[0],
            scattered[7],
            scattered[3],
            scattered[5],
            scattered[8]
        ),
        (1, 71, 31, 51, 1)
    );
    assert_eq!(scattered.iter().filter(|x| **x == -5).count(), 64 - 5);
}

#[test]
fn atomics_count_from_every_block() {
    let x: Vec<i32> = (0..4096).map(|i| i * 7).collect();
    let mut bins = [0i32; 16];
    Histogram::run(read(&x), write(&mut bins)).unwrap();
    assert_eq!(bins, [256; 16]);
}

#[test]
fn comparisons_and_selection() {
    let x: Vec<f32> = [-1.0, 2.0, -3.0, 4.0].repeat(4);
    let (mut positive, mut inner) = (vec![0.0f32; 16], vec![0.0f32; 16]);
    Chosen::run(read(&x), write(&mut positive), write(&mut inner)).unwrap();
    assert_eq!(positive[..4], [0.0, 2.0, 0.0, 4.0]);
    assert_eq!(inner[..4], [-1.0, -5.0, -5.0, -5.0]);
}
