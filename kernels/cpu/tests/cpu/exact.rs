//! Operators whose results are exact: whole quotients, what they leave, zeros by sign, fused sums of 16-bit floats.

use azulejo_cpu::{AnyArray, Array, Op, Reduction, Stored, elementwise, reduce};
use azulejo_layout::tile;
use azulejo_tensor::{Element, Overflow, RoundingMode, bf16, f16, rounding::RN};
use azulejo_tile::{Block, Tile};

fn array<T: Stored>(values: &[T]) -> AnyArray {
    Array::from_vec(values.to_vec(), &[values.len()])
        .unwrap()
        .into()
}

/// Bits that look random and are the same in every run.
fn random(mut seed: u64) -> impl FnMut() -> u64 {
    move || {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        seed
    }
}

/// The bits of `op` of two numbers.
fn bits<T: Stored>(op: Op, a: T, b: T) -> u64 {
    raw::<T>(&elementwise(op, &[&array(&[a]), &array(&[b])]).unwrap(), 0)
}

/// Rounded once: crate `half`'s own conversions may round twice.
fn half_of(x: f64) -> f16 {
    <f16 as Element>::from_f64(x)
}

fn bf16_of(x: f64) -> bf16 {
    <bf16 as Element>::from_f64(x)
}

/// The bits of an element.
fn raw<T: Stored>(all: &AnyArray, at: usize) -> u64 {
    let number = all.get(at).unwrap();
    T::from_number(number, RoundingMode::NearestEven, Overflow::Ieee).to_raw()
}

/// `a` and `b` as `m 2^-60`, where they are so.
fn fixed(x: f64) -> i128 {
    (x * 2f64.powi(60)) as i128
}

#[test]
#[cfg_attr(sanitized, ignore = "arithmetic, case by case")]
fn whole_quotients_are_rounded_down_exactly() {
    for (a, b, q) in [
        (3.0f64, 0.1, 29.0),
        (-3.0, 0.1, -30.0),
        (1.0, 0.1, 9.0),
        (1.0, -0.1, -10.0),
        (6.0, 0.1, 59.0),
        (7.0, 2.0, 3.0),
        (-7.0, 2.0, -4.0),
        (-1e-308, 1e300, -1.0),
        (1.0, f64::NEG_INFINITY, -1.0),
        (0.0, -2.0, -0.0),
        (1.0, 0.0, f64::INFINITY),
    ] {
        assert_eq!(bits(Op::FloorDiv, a, b), q.to_bits(), "{a} floordiv {b}");
    }
    assert_eq!(bits(Op::FloorDiv, 1.0f32, 0.1), 9f32.to_bits() as u64);
    // Against integers: f32 below 2^20 in steps of 2^-20, f16 as it is.
    let mut random = random(1);
    let mut next = || (random() >> 40) as i64 - (1 << 23);
    for _ in 0..100_000 {
        let (a, b) = (next() as f32 / 1024.0, (next() >> 9) as f32 / 65536.0);
        if b == 0.0 {
            continue;
        }
        let (whole, part) = (fixed(a as f64), fixed(b as f64));
        let exact = whole.div_euclid(part.abs()) * part.signum();
        let is_below = part < 0 && whole.rem_euclid(part.abs()) > 0;
        let exact = exact - i128::from(is_below);
        if exact.abs() >= 1 << 24 {
            continue;
        }
        let found = f32::from_bits(bits(Op::FloorDiv, a, b) as u32);
        assert_eq!(found, exact as f32, "{a} floordiv {b}");
    }
    let divisors: Vec<f16> = (1..0x7c00u16).step_by(53).map(f16::from_bits).collect();
    for a in (0..0x7c00u16).step_by(37).map(f16::from_bits) {
        let row = [array(&vec![a; divisors.len()]), array(&divisors)];
        let row = elementwise(Op::FloorDiv, &[&row[0], &row[1]]).unwrap();
        for (at, b) in divisors.iter().enumerate() {
            let exact = fixed(a.to_f64()) / fixed(b.to_f64());
            let expected = half_of(exact as f64).to_bits();
            let found = raw::<f16>(&row, at) as u16;
            assert_eq!(found, expected, "{a:?} floordiv {b:?}");
        }
    }
}

#[test]
fn what_is_left_has_the_sign_of_the_divisor_also_where_it_is_zero() {
    assert_eq!(bits(Op::Mod, 4.0f32, -2.0), (-0.0f32).to_bits() as u64);
    assert_eq!(bits(Op::Mod, -4.0f64, 2.0), 0);
    assert_eq!(bits(Op::Rem, -4.0f32, 2.0), (-0.0f32).to_bits() as u64);
    let [four, two] = [4.0, -2.0].map(f16::from_f32);
    assert_eq!(bits(Op::Mod, four, two), 0x8000);
}

#[test]
fn zeros_are_ordered_by_sign() {
    let blk = &Block::single();
    let zero = 1u64 << 31;
    for (a, b) in [(0.0f32, -0.0), (-0.0, 0.0)] {
        assert_eq!((bits(Op::Min, a, b), bits(Op::Max, a, b)), (zero, 0));
        let half = |x: f32| f16::from_f32(x);
        assert_eq!(bits(Op::Min, half(a), half(b)), 0x8000);
        assert_eq!(bits(Op::Max, half(a), half(b)), 0);
        let both = array(&[a, b]);
        let one = |op| raw::<f32>(&reduce(op, &both, None, false).unwrap(), 0);
        assert_eq!((one(Reduction::Min), one(Reduction::Max)), (1 << 31, 0));
        // Of equals the first.
        let place = reduce(Reduction::ArgMax, &both, None, false).unwrap();
        assert_eq!(place.get(0).unwrap().to_f64(), 0.0);
        let t = Tile::<f32, _>::full(blk, tile!(_1), a).cat::<0>(Tile::<f32, _>::full(
            blk,
            tile!(_1),
            b,
        ));
        let tile = |t: Tile<f32, ()>| t.item().to_bits();
        assert_eq!((tile(t.min_all()), tile(t.max_all())), (1 << 31, 0));
        let or_nan = (tile(t.min_or_nan_all()), tile(t.max_or_nan_all()));
        assert_eq!(or_nan, (1 << 31, 0));
    }
    for (a, b) in [(f32::NAN, 2.0), (2.0, f32::NAN)] {
        assert_eq!(bits(Op::Min, a, b), 2f32.to_bits() as u64);
        assert_eq!(bits(Op::Max, a, b), 2f32.to_bits() as u64);
    }
    // A range whose ends are zeros.
    let clip = |x: f32, low: f32, high: f32| {
        let inputs = [&array(&[x]), &array(&[low]), &array(&[high])];
        raw::<f32>(&elementwise(Op::Clip, &inputs).unwrap(), 0)
    };
    assert_eq!((clip(-0.0, 0.0, 1.0), clip(0.0, -1.0, -0.0)), (0, 1 << 31));
}

/// `m 2^e` rounded once to nearest even, to a format of `digits` bits whose smallest step is `2^smallest`.
fn nearest(m: i128, e: i32, digits: i32, smallest: i32) -> f64 {
    let size = m.unsigned_abs();
    let length = 128 - size.leading_zeros() as i32;
    let shift = (length - digits).max(smallest - e).max(0);
    let (whole, rest) = (size >> shift, size & ((1u128 << shift) - 1));
    let half = if shift == 0 { 0 } else { 1u128 << (shift - 1) };
    let up = shift > 0 && (rest > half || (rest == half && whole & 1 == 1));
    let value = (whole + up as u128) as f64 * 2f64.powi(e + shift);
    if m < 0 { -value } else { value }
}

#[test]
#[cfg_attr(sanitized, ignore = "arithmetic, case by case")]
fn fused_sums_of_16_bits_are_rounded_once() {
    fn fused<T: Stored + azulejo_tile::Compute>(a: T, b: T, c: T) -> u64
    where
        RN: azulejo_tile::SumMode<T>,
    {
        let blk = &Block::single();
        let one = |x| Tile::<T, _>::full(blk, tile!(_1), x);
        let tile = one(a).fma_with::<RN>(one(b), one(c));
        let tile = tile.reshape(tile!()).item();
        let map = elementwise(Op::Fma, &[&array(&[a]), &array(&[b]), &array(&[c])]).unwrap();
        let map = raw::<T>(&map, 0);
        assert_eq!(map, tile.to_raw());
        map
    }
    let b = bf16::from_bits;
    assert_eq!(fused(b(0xc458), b(0xf9d0), b(0xa023)), 0x7eaf);
    let half = |m: f64, e: i32| half_of(m * 2f64.powi(e));
    let sum = fused(half(545.0, -14), half(481.0, -15), f16::from_f32(1.0));
    assert_eq!(f16::from_bits(sum as u16).to_f64(), 1.0009765625);
    // Every f16 is a multiple of 2^-24 below 2^16, a product one of 2^-48: exact in 128 bits.
    let mut random = random(7);
    let mut next = || f16::from_bits((random() >> 33) as u16);
    let mut inexact = 0;
    for _ in 0..200_000 {
        let (a, b, c) = (next(), next(), next());
        let unit = |x: f16| (x.to_f64() * 2f64.powi(24)) as i128;
        if ![a, b, c].iter().all(|x| x.to_f32().is_finite()) {
            continue;
        }
        let sum = unit(a) * unit(b) + (unit(c) << 24);
        if sum == 0 {
            continue;
        }
        let expected = half_of(nearest(sum, -48, 11, -24)).to_bits();
        let found = fused(a, b, c) as u16;
        assert_eq!(found, expected, "{a:?} {b:?} {c:?}");
        inexact += (a.to_f32().mul_add(b.to_f32(), c.to_f32()) as f64
            != sum as f64 * 2f64.powi(-48)) as u32;
        // Of bf16 those within 2^24 of 1: products are multiples of 2^-64 below 2^50.
        let near = |x: f16| bf16::from_bits(x.to_bits() & 0x87ff | 0x3800);
        let (a, b, c) = (near(a), near(b), near(c));
        let unit = |x: bf16| (x.to_f64() * 2f64.powi(32)) as i128;
        let sum = unit(a) * unit(b) + (unit(c) << 32);
        if sum != 0 {
            let expected = bf16_of(nearest(sum, -64, 8, -133)).to_bits();
            let found = fused(a, b, c) as u16;
            assert_eq!(found, expected, "{a:?} {b:?} {c:?}");
        }
    }
    assert!(inexact > 10_000, "{inexact}");
}

#[test]
fn literals_beside_16_bits_are_rounded_once() {
    let blk = &Block::single();
    // Just above the middle of two neighbors, which the f32 between is.
    let above = |digits: i32| 1.0 + 2f64.powi(-digits) + 2f64.powi(-40);
    let zero = Tile::<f16, _>::zeros(blk, tile!(_1));
    assert_eq!((zero + above(11)).to_string(), "[1.0009766]");
    let zero = Tile::<bf16, _>::zeros(blk, tile!(_1));
    assert_eq!((zero + above(8)).to_string(), "[1.0078125]");
    let whole = (1i64 << 60) + (1 << 52) + 1;
    let rounded = Tile::<bf16, _>::full(blk, tile!(_1), bf16::from_bits(0x5d81));
    assert_eq!((zero + whole).to_string(), rounded.to_string());
}
