//! Tiles of any extents and of records, rounding, zeros of every type and size, texts and rejections on both machines.

use std::process::Command;

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::each_zero;
use azulejo_kernels::host::{Device, Stream, View, ViewMut, interop::Memory};
use azulejo_kernels::tile::{Float32x3, Float32x4, StagedView, TileError, programs::*};
use azulejo_tensor::{Bool, DType, Element, F8E4M3, F8E5M2, Tf32, bf16, f16};

use crate::parts::result;
use crate::{Failure, Size, both, both::Both};

fn values<T: Element>(n: usize, seed: usize) -> Vec<T> {
    let of = |i: usize| (((i + seed) * 7919) % 4001) as f64 / 1000.0 - 2.0;
    (0..n).map(|i| T::from_f64(of(i))).collect()
}

pub fn run(
    device: &Device,
    stream: &Stream,
    size: Size,
    failed: &mut usize,
) -> Result<(), Failure> {
    let mut failures = 0;
    extents(stream, &mut failures)?;
    records(stream, &mut failures)?;
    rounding(stream, &mut failures)?;
    fast(stream, &mut failures)?;
    zeros(stream, size, &mut failures)?;
    staged(stream, size, &mut failures)?;
    rejections(device, stream, &mut failures)?;
    texts(&mut failures)?;
    *failed += failures;
    Ok(())
}

fn extents(stream: &Stream, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    for (m, n) in [(7, 13), (3, 5), (31, 64)] {
        let x = Both::rows(stream, values::<f32>(m * n, m), &[m, n])?;
        let (i, j) = (m.div_ceil(3), n.div_ceil(5));
        let (mut doubled, mut sums) = (
            Both::<f32>::blank(stream, &[m, n])?,
            Both::<f32>::blank(stream, &[m, j])?,
        );
        let (mut turned, mut places) = (
            Both::<f32>::blank(stream, &[5 * i, 3 * j])?,
            Both::<i32>::blank(stream, &[i, n])?,
        );
        both!(stream, failures, 0.0, AnyExtents(input x, output doubled, output sums, output turned, output places));
    }
    let whole = |n: usize| (0..n).map(|i| (i % 7) as f32 - 3.0).collect();
    let a = Both::rows(stream, whole(18), &[3, 6])?;
    let b = Both::rows(stream, whole(30), &[6, 5])?;
    let blank = |m, n| Both::<f32>::blank(stream, &[m, n]);
    let (mut c, mut d, mut e) = (blank(3, 5)?, blank(3, 11)?, blank(2, 9)?);
    both!(stream, failures, 0.0, AnyProduct(input a, input b, output c, output d, output e));
    let x = Both::rows(stream, (0..1024).collect(), &[2, 4, 8, 16])?;
    let mut y = Both::<i32>::blank(stream, &[16, 2, 8, 4])?;
    both!(stream, failures, 0.0, Turned4(input x, output y));
    let x = Both::rows(stream, values::<f32>(8 * 16, 4), &[8, 16])?;
    let (mut turned, mut apart, mut over) = (blank(16, 8)?, blank(8, 32)?, blank(8, 16)?);
    let mut mapped = Both::<f32>::blank(stream, &[8, 4, 4])?;
    both!(stream, failures, 0.0, MappedStores(input x, output turned, output mapped, output apart, output over));
    for dtype in DType::ALL {
        let mut y = Both::<i32>::blank(stream, &[3])?;
        both!(stream, failures, 0.0, Named(number dtype, output y));
    }
    let x = Both::rows(
        stream,
        (0..32).map(|i| (i * 8 - 124) as i8).collect(),
        &[32],
    )?;
    let u = Both::rows(stream, (0..32).map(|i| (i * 8 + 3) as u8).collect(), &[32])?;
    for places in [0, 1, 7, 8, 100, u32::MAX] {
        let mut y = Both::<i32>::blank(stream, &[10, 32])?;
        both!(stream, failures, 0.0, Signs(number places, input x, input u, output y));
    }
    let two = 2;
    let mut y = Both::<i32>::blank(stream, &[9, 32])?;
    both!(stream, failures, 0.0, Layouts(number two, output y));
    *failed += failures;
    Ok(())
}

/// J31 and structs: tiles of records, every byte.
fn records(stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let three: Vec<Float32x3> = (0..1000).map(|i| [i as f32, -0.0, 0.5].into()).collect();
    let four: Vec<Float32x4> = (0..1024)
        .map(|i| [i as f32, -0.0, 1e-40, 7.0].into())
        .collect();
    let (x3, x4) = (stream.upload(&three)?, stream.upload(&four)?);
    let mut y3 = stream.upload(&vec![Float32x3::new(9.0, 9.0, 9.0); 1000])?;
    let mut y4 = stream.upload(&vec![Float32x4::new(9.0, 9.0, 9.0, 9.0); 1024])?;
    CopiedX3::launch(stream, &x3, &mut y3)?;
    CopiedX4::launch(stream, &x4, &mut y4)?;
    let bits3 = |all: &[Float32x3]| -> Vec<[u32; 3]> {
        all.iter()
            .map(|v| <[f32; 3]>::from(*v).map(f32::to_bits))
            .collect()
    };
    let bits4 = |all: &[Float32x4]| -> Vec<[u32; 4]> {
        all.iter()
            .map(|v| <[f32; 4]>::from(*v).map(f32::to_bits))
            .collect()
    };
    result(
        "CopiedX3 (J31)",
        bits3(&stream.download(&y3)?) == bits3(&three),
        failures,
    );
    result(
        "CopiedX4 (J31)",
        bits4(&stream.download(&y4)?) == bits4(&four),
        failures,
    );
    let points: Vec<Point> = (0..1000)
        .map(|i| Point {
            x: i,
            y: -i,
            z: 7 * i,
        })
        .collect();
    let by = Point { x: 1, y: 2, z: 3 };
    let (mut moved, mut squares) = (points.clone(), vec![0i32; 1000]);
    Moved::run(
        &points,
        by,
        &mut moved,
        azulejo_kernels::cpu::ViewMut::from_slice(&mut squares),
    )?;
    let x = stream.upload(&points)?;
    let (mut y, mut z) = (stream.upload(&points)?, stream.zeros::<i32>(1000)?);
    Moved::launch(stream, &x, by, &mut y, ViewMut::row_major(&mut z, &[1000])?)?;
    let same = stream.download(&y)? == moved && stream.download(&z)? == squares;
    result("Moved", same, failures);
    Ok(())
}

fn rounding(stream: &Stream, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    let n = 200;
    macro_rules! modes {
        ($($program:ident $t:ident;)*) => {$({
            let mut x = values::<$t>(n, 1);
            let mut z = values::<$t>(n, 2);
            let odd = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e30, 1e-30, 6e-8, 65504.0];
            for (i, value) in odd.iter().enumerate() {
                x[i] = <$t>::from_number(azulejo_tensor::Number::Float(*value), azulejo_tensor::RoundingMode::NearestEven, azulejo_tensor::Overflow::Ieee);
                z[(3 * i + 1) % 10] = x[i];
            }
            let (x, z) = (Both::rows(stream, x, &[n])?, Both::rows(stream, z, &[n])?);
            let mut y = Both::<$t>::blank(stream, &[24, n])?;
            both!(stream, failures, 0.0, $program(input x, input z, output y));
        })*};
    }
    modes! { RoundedF32 f32; RoundedF64 f64; RoundedF16 f16; RoundedBf16 bf16; }
    let x = Both::rows(stream, values::<f32>(n, 3), &[n])?;
    let mut y = Both::<f32>::blank(stream, &[7, n])?;
    both!(stream, failures, 1e-3, Approximate(input x, output y));
    *failed += failures;
    Ok(())
}

/// CT-70: the fast forms within their bounds of the exact result, in units in the last place.
fn fast(stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let n = 512;
    let x: Vec<f32> = (0..n)
        .map(|i| (1.0 + 9.0 * i as f32 / n as f32) * if i % 2 == 0 { 1.0 } else { -1.0 })
        .collect();
    let from = stream.upload(&x)?;
    let mut to = stream.zeros::<f32>(7 * n)?;
    Approximate::launch(
        stream,
        View::row_major(&from, &[n])?,
        ViewMut::row_major(&mut to, &[7, n])?,
    )?;
    let y = stream.download(&to)?;
    let apart = |found: f32, exact: f64| {
        let ulp = (exact as f32).abs().next_up() as f64 - (exact as f32).abs() as f64;
        (found as f64 - exact).abs() / ulp
    };
    let within = |row: usize, bound: f64, f: fn(f64) -> f64| {
        (0..n).all(|i| apart(y[row * n + i], f(x[i] as f64)) <= bound)
    };
    let good = within(0, 2.0, |x| x / 3.0)
        && within(1, 2.0, |x| x / 3.0)
        && within(2, 2.0, |x| x.abs().sqrt())
        && within(4, 4.0, f64::exp2)
        && within(5, 4.0, f64::tanh)
        && within(6, 4.0, f64::exp2);
    let near = (0..n).all(|i| (y[3 * n + i] as f64 - (x[i] as f64).tanh()).abs() <= 5e-4);
    result("fast forms (CT-70)", good && near, failures);
    Ok(())
}

/// J24 and J22.
fn zeros(stream: &Stream, size: Size, failures: &mut usize) -> Result<(), Failure> {
    let lay = |extents: &[usize], strides: &[usize]| Strided::new(extents, strides);
    let matrices = [
        lay(&[1024, 1024], &[1024, 1])?,
        lay(&[13, 4], &[4, 1])?,
        lay(&[13, 4], &[10, 1])?,
        lay(&[16, 5632], &[5632, 1])?,
        lay(&[16, 5632], &[13312, 1])?,
    ];
    let cubes = [
        lay(&[13, 4, 4], &[16, 4, 1])?,
        lay(&[13, 4, 4], &[20, 4, 1])?,
        lay(&[4, 4, 5632], &[22528, 5632, 1])?,
        lay(&[4, 4, 5632], &[45056, 5632, 1])?,
    ];
    // Of a tiny check those of a few elements.
    let small = |layout: &&Strided| size > Size::Tiny || layout.cosize() < 1000;
    let mut good = true;
    macro_rules! all {
        ($($t:ident $matrix:ident $cube:ident;)*) => {$(
            for layout in matrices.iter().chain(&cubes).filter(small) {
                let ones = vec![<$t>::from_raw(u64::MAX); layout.cosize() + 32];
                let mut y = stream.upload(&ones)?;
                let view = ViewMut::new(&mut y, *layout)?;
                if layout.rank() == 2 {
                    $matrix::launch(stream, view)?;
                } else {
                    $cube::launch(stream, view)?;
                }
                let mut expected: Vec<u64> = ones.iter().map(|x| x.to_raw()).collect();
                layout.offsets().for_each(|at| expected[at] = 0);
                good &= stream.download(&y)?.iter().map(|x| x.to_raw()).eq(expected);
            }
        )*};
    }
    each_zero!(all);
    result("zeros (J24)", good, failures);
    let n = 1usize << 32;
    macro_rules! large {
        ($name:literal $t:ident $zero:ident $left:ident) => {{
            let mut y = stream.zeros::<$t>(n)?;
            stream.set_bytes(&mut y, 0xFF)?;
            let mut count = stream.zeros::<u64>(1)?;
            let mut left = [0; 2];
            for (round, left) in left.iter_mut().enumerate() {
                if round == 1 {
                    $zero::launch(stream, ViewMut::row_major(&mut y, &[n])?)?;
                }
                let view = ViewMut::row_major(&mut count, &[1])?;
                $left::launch(stream, View::row_major(&y, &[n])?, view)?;
                *left = stream.download(&count)?[0];
            }
            result($name, left == [n as u64; 2], failures);
        }};
    }
    if size < Size::Whole {
        return Ok(());
    }
    large!("zeros 4 GiB (J22)" u8 ZeroLineU8 LeftOverU8);
    large!("zeros 16 GiB (J22)" f32 ZeroLineF32 LeftOverF32);
    Ok(())
}

fn staged(stream: &Stream, size: Size, failed: &mut usize) -> Result<(), Failure> {
    let mut failures = 0;
    macro_rules! products {
        ($($program:ident $t:ident, $acc:ident;)*) => {$(
            let sizes = &[(128, 256, 64), (130, 264, 200), (384, 512, 1000), (8, 8, 16)];
            for (m, n, k) in size.of(sizes, &[(66, 136, 80)]).iter().copied() {
                let of = |seed: usize| move |i: usize| <$t>::from_f64((((i + seed) * 7919) % 5) as f64 - 2.0);
                let a = Both::rows(stream, (0..m * k).map(of(1)).collect(), &[m, k])?;
                let b = Both::rows(stream, (0..k * n).map(of(2)).collect(), &[k, n])?;
                let mut c = Both::<$acc>::blank(stream, &[m, n])?;
                both!(stream, failures, 0.0, $program(staged a, staged b, output c));
            }
        )*};
    }
    products! {
        StagedWide bf16, f32; StagedSmall f16, f32; StagedTall bf16, f32; StagedTf32 Tf32, f32; StagedI8 i8, i32; StagedF64 f64, f64;
    }
    *failed += failures;
    Ok(())
}

/// What a launch rejects before anything runs.
fn rejections(device: &Device, stream: &Stream, failures: &mut usize) -> Result<(), Failure> {
    let x = stream.zeros::<f32>(64)?;
    let mut y = stream.zeros::<f32>(64)?;
    let rank = Scale::launch(
        stream,
        View::row_major(&x, &[8, 8])?,
        ViewMut::row_major(&mut y, &[64])?,
    );
    result(
        "another rank",
        matches!(rank, Err(TileError::Rank { argument: "x", .. })),
        failures,
    );
    let extent = ScaleWhole::launch(
        stream,
        View::row_major(&x, &[64])?,
        ViewMut::row_major(&mut y, &[64])?,
    );
    result(
        "another extent",
        matches!(extent, Err(TileError::Extent { argument: "x", .. })),
        failures,
    );
    let unequal = Softmax::launch(
        stream,
        View::row_major(&x, &[8, 8])?,
        ViewMut::row_major(&mut y, &[4, 16])?,
    );
    result(
        "unequal extents",
        matches!(unequal, Err(TileError::Unequal { .. })),
        failures,
    );
    // The same memory under two names, as other libraries may bring it.
    // SAFETY: `y` lives through the call, and nothing is launched.
    let other = unsafe { Memory::from_raw(stream, y.address(), 256) };
    let overlap = Scale::launch(
        stream,
        View::<f32>::row_major(&other, &[64])?,
        ViewMut::row_major(&mut y, &[64])?,
    );
    result(
        "shared memory",
        matches!(overlap, Err(TileError::Overlap { .. })),
        failures,
    );
    result(
        "more than there is",
        View::row_major(&x, &[65]).is_err(),
        failures,
    );
    let same = ViewMut::new(&mut y, Strided::new(&[8, 8], &[1, 1])?).is_err();
    result("outputs on themselves", same, failures);
    let half = stream.zeros::<bf16>(130 * 130)?;
    let crooked = StagedView::<bf16, (azulejo_layout::ints::_128, azulejo_layout::ints::_64)>::new(
        stream,
        View::row_major(&half, &[130, 130])?,
    );
    // Where no engine copies the tiles, rows may begin anywhere.
    let copied = device.capability() == (9, 0);
    result("crooked rows staged", crooked.is_err() == copied, failures);
    let elsewhere = device.stream()?;
    let (a, b) = (
        stream.zeros::<bf16>(64 * 64)?,
        stream.zeros::<bf16>(64 * 64)?,
    );
    let mut c = stream.zeros::<bf16>(64 * 64)?;
    let square = [64, 64];
    let staged = StagedBf16::launch(
        &elsewhere,
        StagedView::new(stream, View::row_major(&a, &square)?)?,
        StagedView::new(stream, View::row_major(&b, &square)?)?,
        ViewMut::row_major(&mut c, &square)?,
    );
    result("staged elsewhere", staged.is_err(), failures);
    Ok(())
}

/// The texts of both machines, line by line: this program runs itself for each.
fn texts(failures: &mut usize) -> Result<(), Failure> {
    let said = |machine: &str| -> Result<String, Failure> {
        let run = Command::new(std::env::current_exe()?)
            .args(["say", machine])
            .output()?;
        Ok(String::from_utf8(run.stdout)?)
    };
    let (cpu, cuda) = (said("cpu")?, said("cuda")?);
    let lines = cpu.lines().count();
    result("text (J27)", lines > 20 && cpu == cuda, failures);
    if cpu != cuda {
        println!("--- cpu\n{cpu}--- cuda\n{cuda}");
    }
    // A failed assertion ends the launch, with the program's words; each thread that sees it says them in one piece.
    let run = Command::new(std::env::current_exe()?)
        .args(["say", "wrong"])
        .output()?;
    let said = String::from_utf8_lossy(&run.stdout);
    let words = "assertion failed: nothing negative";
    let mut lines = said.lines().filter(|line| line.contains("assertion"));
    let words = said.contains(words) && lines.all(|line| line.ends_with(words));
    result("assertion", words && !run.status.success(), failures);
    let error = String::from_utf8_lossy(&run.stderr);
    let named = error.contains("a kernel failed on the device: ");
    result("the kernel of a failed assertion", named, failures);
    Ok(())
}

/// Speaks on one machine.
pub fn say(machine: &str) -> Result<(), Failure> {
    use azulejo_kernels::cpu;
    let x = [1.0f32, 4.0, 9.0, 1e12, 0.25, 0.0, 1e-7, 64.0];
    if machine == "cpu" {
        let rows = Strided::row_major(&[2, 4])?;
        let (mut y, mut offsets) = ([0.0f32; 8], [0i32; 9 * 32]);
        Spoken::run(cpu::View::new(&x, rows)?, cpu::ViewMut::new(&mut y, rows)?)?;
        Layouts::run(
            2,
            cpu::ViewMut::new(&mut offsets, Strided::row_major(&[9, 32])?)?,
        )?;
        return Ok(());
    }
    let stream = &Device::new(0)?.stream()?;
    let negative = [-1.0f32; 8];
    let x = stream.upload(if machine == "wrong" { &negative } else { &x })?;
    let (mut y, mut offsets) = (stream.zeros::<f32>(8)?, stream.zeros::<i32>(9 * 32)?);
    Spoken::launch(
        stream,
        View::row_major(&x, &[2, 4])?,
        ViewMut::row_major(&mut y, &[2, 4])?,
    )?;
    stream.synchronize()?;
    Layouts::launch(stream, 2, ViewMut::row_major(&mut offsets, &[9, 32])?)?;
    Ok(stream.synchronize()?)
}
