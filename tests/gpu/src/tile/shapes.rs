//! Tiles of any extents and of records, rounding, zeros of every type and size, texts and rejections on both machines.

use std::process::Command;

use azulejo_tile::each_zero;
use azulejo_tile::{Float32x3, Float32x4, StagedView, TileError, programs::*};

use crate::both::values;
use crate::prelude::*;

pub fn run(t: &mut Run) -> Result<(), Failure> {
    extents(t)?;
    records(t)?;
    rounding(t)?;
    fast(t)?;
    zeros(t)
}

fn extents(t: &mut Run) -> Result<(), Failure> {
    for (m, n) in [(7usize, 13usize), (3, 5), (31, 64)] {
        let (i, j) = (m.div_ceil(3), n.div_ceil(5));
        agree!(t, 0.0, AnyExtents: input(values::<f32>(m * n, m), [m, n]), output(f32, [m, n]), output(f32, [m, j]), output(f32, [5 * i, 3 * j]), output(i32, [i, n]));
    }
    let whole = |n: usize| -> Vec<f32> { (0..n).map(|i| (i % 7) as f32 - 3.0).collect() };
    agree!(t, 0.0, AnyProduct: input(whole(18), [3, 6]), input(whole(30), [6, 5]), output(f32, [3, 5]), output(f32, [3, 11]), output(f32, [2, 9]));
    agree!(t, 0.0, Turned4: input((0..1024).collect(), [2, 4, 8, 16]), output(i32, [16, 2, 8, 4]));
    agree!(t, 0.0, MappedStores: input(values::<f32>(8 * 16, 4), [8, 16]), output(f32, [16, 8]), output(f32, [8, 4, 4]), output(f32, [8, 32]), output(f32, [8, 16]));
    for dtype in DType::ALL {
        agree!(t, 0.0, Named: number(dtype), output(i32, [3]));
    }
    let x = t.rows((0..32).map(|i| (i * 8 - 124) as i8).collect(), &[32])?;
    let u = t.rows((0..32).map(|i| (i * 8 + 3) as u8).collect(), &[32])?;
    for places in [0, 1, 7, 8, 100, u32::MAX] {
        agree!(t, 0.0, Signs: number(places), input(x), input(u), output(i32, [10, 32]));
    }
    agree!(t, 0.0, Layouts: number(2), output(i32, [9, 32]));
    Ok(())
}

/// J31 and structs: tiles of records, every byte.
fn records(t: &mut Run) -> Result<(), Failure> {
    let (stream, by) = (&t.stream.clone(), Point { x: 1, y: 2, z: 3 });
    fn words<T: Copy + Into<[f32; N]>, const N: usize>(all: &[T]) -> Vec<[u32; N]> {
        all.iter().map(|v| (*v).into().map(f32::to_bits)).collect()
    }
    macro_rules! copied {
        ($($name:literal $program:ident $V:ident of $count:literal: |$i:ident| $of:expr;)*) => {$(
            let all: Vec<$V> = (0..$count).map(|$i| $of.into()).collect();
            let x = stream.upload(&all)?;
            let mut y = stream.upload(&vec![$V::from([9.0; _]); all.len()])?;
            $program::launch(stream, &x, &mut y)?;
            t.is($name, words(&stream.download(&y)?) == words(&all));
        )*};
    }
    copied! {
        "CopiedX3 (J31)" CopiedX3 Float32x3 of 1000: |i| [i as f32, -0.0, 0.5];
        "CopiedX4 (J31)" CopiedX4 Float32x4 of 1024: |i| [i as f32, -0.0, 1e-40, 7.0];
    }
    let points = (0..1000).map(|x| with!(by, x: x, y: -x, z: 7 * x));
    let points: Vec<Point> = points.collect();
    let (mut moved, mut squares) = (points.clone(), vec![0i32; 1000]);
    let out = azulejo_cpu::ViewMut::from_slice(&mut squares);
    Moved::run(&points, by, &mut moved, out)?;
    let x = stream.upload(&points)?;
    let (mut y, mut z) = (stream.upload(&points)?, stream.zeros::<i32>(1000)?);
    Moved::launch(stream, &x, by, &mut y, ViewMut::row_major(&mut z, &[1000])?)?;
    let same = stream.download(&y)? == moved && stream.download(&z)? == squares;
    t.is("Moved", same);
    Ok(())
}

fn rounding(t: &mut Run) -> Result<(), Failure> {
    let n = 200;
    macro_rules! modes {
        ($($program:ident $T:ident;)*) => {$({
            let (mut x, mut z) = (values::<$T>(n, 1), values::<$T>(n, 2));
            let odd = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e30, 1e-30, 6e-8, 65504.0];
            for (i, value) in odd.iter().enumerate() {
                x[i] = <$T>::from_number(Number::Float(*value), RoundingMode::NearestEven, Overflow::Ieee);
                z[(3 * i + 1) % 10] = x[i];
            }
            agree!(t, 0.0, $program: input(x, [n]), input(z, [n]), output($T, [24, n]));
        })*};
    }
    modes! { RoundedF32 f32; RoundedF64 f64; RoundedF16 f16; RoundedBf16 bf16; }
    agree!(t, 1e-3, Approximate: input(values::<f32>(n, 3), [n]), output(f32, [7, n]));
    Ok(())
}

/// CT-70: the fast forms within their bounds of the exact result, in units in the last place.
fn fast(t: &mut Run) -> Result<(), Failure> {
    let (stream, n) = (&t.stream, 512);
    let sign = |i: usize| [1.0, -1.0][i % 2];
    let x = (0..n).map(|i| (1.0 + 9.0 * i as f32 / n as f32) * sign(i));
    let x: Vec<f32> = x.collect();
    let (from, mut to) = (stream.upload(&x)?, stream.zeros::<f32>(7 * n)?);
    let out = ViewMut::row_major(&mut to, &[7, n])?;
    Approximate::launch(stream, View::row_major(&from, &[n])?, out)?;
    let y = stream.download(&to)?;
    let apart = |found: f32, exact: f64| {
        let size = (exact as f32).abs();
        (found as f64 - exact).abs() / (size.next_up() as f64 - size as f64)
    };
    type Form = (usize, f64, fn(f64) -> f64);
    let within =
        |(row, bound, f): Form| (0..n).all(|i| apart(y[row * n + i], f(x[i] as f64)) <= bound);
    let forms: [Form; 6] = [
        (0, 2.0, |x| x / 3.0),
        (1, 2.0, |x| x / 3.0),
        (2, 2.0, |x| x.abs().sqrt()),
        (4, 4.0, f64::exp2),
        (5, 4.0, f64::tanh),
        (6, 4.0, f64::exp2),
    ];
    let near = (0..n).all(|i| (y[3 * n + i] as f64 - (x[i] as f64).tanh()).abs() <= 5e-4);
    t.is("fast forms (CT-70)", forms.into_iter().all(within) && near);
    Ok(())
}

/// J24 and J22.
fn zeros(t: &mut Run) -> Result<(), Failure> {
    let (stream, size) = (&t.stream.clone(), t.size);
    let layouts = layouts! {
        [1024, 1024] [1024, 1], [13, 4] [4, 1], [13, 4] [10, 1], [16, 5632] [5632, 1], [16, 5632] [13312, 1],
        [13, 4, 4] [16, 4, 1], [13, 4, 4] [20, 4, 1], [4, 4, 5632] [22528, 5632, 1], [4, 4, 5632] [45056, 5632, 1]
    };
    // Of a tiny check those of a few elements.
    let small = |layout: &&Strided| size > Size::Tiny || layout.cosize() < 1000;
    let mut good = true;
    macro_rules! all {
        ($($t:ident $matrix:ident $cube:ident;)*) => {$(
            for layout in layouts.iter().filter(small) {
                let ones = vec![<$t>::from_raw(u64::MAX); layout.cosize() + 32];
                let mut y = stream.upload(&ones)?;
                let view = ViewMut::new(&mut y, *layout)?;
                match layout.rank() {
                    2 => $matrix::launch(stream, view)?,
                    _ => $cube::launch(stream, view)?,
                }
                let mut expected: Vec<u64> = ones.iter().map(|x| x.to_raw()).collect();
                layout.offsets().for_each(|at| expected[at] = 0);
                good &= stream.download(&y)?.iter().map(|x| x.to_raw()).eq(expected);
            }
        )*};
    }
    each_zero!(all);
    t.is("zeros (J24)", good);
    if size < Size::Whole {
        return Ok(());
    }
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
            t.is($name, left == [n as u64; 2]);
        }};
    }
    large!("zeros 4 GiB (J22)" u8 ZeroLineU8 LeftOverU8);
    large!("zeros 16 GiB (J22)" f32 ZeroLineF32 LeftOverF32);
    Ok(())
}

/// What a launch rejects before anything runs.
pub fn rejected(t: &mut Run) -> Result<(), Failure> {
    let (device, stream) = (&t.device.clone(), &t.stream.clone());
    let x = stream.zeros::<f32>(64)?;
    let mut y = stream.zeros::<f32>(64)?;
    let of = |extents: &[usize]| View::row_major(&x, extents);
    // The same memory under two names, as other libraries may bring it.
    // SAFETY: `y` lives through the calls, and nothing is launched.
    let other = unsafe { Memory::from_raw(stream, y.address(), 256) };
    let same = View::<f32>::row_major(&other, &[64])?;
    rejects! { t;
        "another rank", Scale::launch(stream, of(&[8, 8])?, ViewMut::row_major(&mut y, &[64])?) => TileError::Rank { argument: "x", .. },
        "another extent", ScaleWhole::launch(stream, of(&[64])?, ViewMut::row_major(&mut y, &[64])?) => TileError::Extent { argument: "x", .. },
        "unequal extents", Softmax::launch(stream, of(&[8, 8])?, ViewMut::row_major(&mut y, &[4, 16])?) => TileError::Unequal { .. },
        "shared memory", Scale::launch(stream, same, ViewMut::row_major(&mut y, &[64])?) => TileError::Overlap { .. },
    }
    t.is("more than there is", of(&[65]).is_err());
    let folded = ViewMut::new(&mut y, Strided::new(&[8, 8], &[1, 1])?).is_err();
    t.is("outputs on themselves", folded);
    let half = stream.zeros::<bf16>(130 * 130)?;
    type Crooked<'a> =
        StagedView<'a, bf16, (azulejo_layout::ints::_128, azulejo_layout::ints::_64)>;
    let crooked = Crooked::new(stream, View::row_major(&half, &[130, 130])?);
    // Where no engine copies the tiles, rows may begin anywhere.
    let copied = device.capability() == (9, 0);
    t.is("crooked rows staged", crooked.is_err() == copied);
    let square = [64, 64];
    let (a, b) = (t.blank::<bf16>(&square)?, t.blank::<bf16>(&square)?);
    let mut c = t.blank::<bf16>(&square)?;
    let staged = StagedBf16::launch(
        &device.stream()?,
        StagedView::new(stream, a.on_device()?)?,
        StagedView::new(stream, b.on_device()?)?,
        c.on_device_mut()?,
    );
    t.is("staged elsewhere", staged.is_err());
    Ok(())
}

/// The texts of both machines, line by line: this program runs itself for each.
pub fn texts(t: &mut Run) -> Result<(), Failure> {
    let program = std::env::current_exe()?;
    let run = |machine| Command::new(&program).args(["say", machine]).output();
    let [cpu, cuda] = [run("cpu")?, run("cuda")?].map(|run| String::from_utf8(run.stdout));
    let (cpu, cuda) = (cpu?, cuda?);
    let lines = cpu.lines().count();
    t.is("text (J27)", lines > 20 && cpu == cuda);
    if cpu != cuda {
        println!("--- cpu\n{cpu}--- cuda\n{cuda}");
    }
    // A failed assertion ends the launch, with the program's words; each thread that sees it says them in one piece.
    // Whichever call is told of it names the kernel.
    for machine in ["wrong", "unwaited"] {
        let run = run(machine)?;
        let said = String::from_utf8_lossy(&run.stdout);
        let words = "assertion failed: nothing negative";
        let mut lines = said.lines().filter(|line| line.contains("assertion"));
        let words = said.contains(words) && lines.all(|line| line.ends_with(words));
        let failed = words && !run.status.success();
        t.is(format_args!("assertion, {machine}"), failed);
        let error = String::from_utf8_lossy(&run.stderr);
        let named = error.contains("a kernel failed on the device: ");
        let name = format_args!("the kernel of a failed assertion, {machine}");
        t.is(name, named);
    }
    Ok(())
}

/// Speaks on one machine.
pub fn say(machine: &str) -> Result<(), Failure> {
    let x = [1.0f32, 4.0, 9.0, 1e12, 0.25, 0.0, 1e-7, 64.0];
    let (rows, lines) = (Strided::row_major(&[2, 4])?, Strided::row_major(&[9, 32])?);
    if machine == "cpu" {
        let (mut y, mut offsets) = ([0.0f32; 8], [0i32; 9 * 32]);
        Printed::run(
            azulejo_cpu::View::new(&x, rows)?,
            azulejo_cpu::ViewMut::new(&mut y, rows)?,
        )?;
        Layouts::run(2, azulejo_cpu::ViewMut::new(&mut offsets, lines)?)?;
        return Ok(());
    }
    let stream = &Device::new(0)?.stream()?;
    let fails = ["wrong", "unwaited"].contains(&machine);
    let x = stream.upload(if fails { &[-1.0; 8] } else { &x })?;
    let (mut y, mut offsets) = (stream.zeros::<f32>(8)?, stream.zeros::<i32>(9 * 32)?);
    Printed::launch(stream, View::new(&x, rows)?, ViewMut::new(&mut y, rows)?)?;
    match machine {
        "unwaited" => drop(stream.download(&y)?),
        _ => stream.synchronize()?,
    }
    Layouts::launch(stream, 2, ViewMut::new(&mut offsets, lines)?)?;
    Ok(stream.synchronize()?)
}
