//! The worked jobs: small computations with known results, on any backend. The CPU runs them as tests (`tests/cpu`), a GPU
//! in the program `memory check`; the expected values are in `tests/data/jobs.json`.
//!
//! Length: a function a job.

use azulejo_kernels::cpu::{AnyArray, Array, Op, Reduction, Stored, Strided};
use azulejo_tensor::{DType, Element, Overflow, RoundingMode, f16, with_dtype};
use serde_json::Value;

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
type End = Result<(), Failure>;

/// Elements from an offset on, through a layout.
#[derive(Clone, Copy)]
pub struct Piece<'a> {
    /// The memory.
    pub data: &'a AnyArray,
    /// Where the first element lies.
    pub offset: usize,
    /// Extents and strides.
    pub layout: Strided,
}

/// Elements to write, from an offset on, through a layout.
pub struct Place<'a> {
    /// The memory.
    pub data: &'a mut AnyArray,
    /// Where the first element lies.
    pub offset: usize,
    /// Extents and strides.
    pub layout: Strided,
}

/// The operations that the jobs are made of.
pub trait Backend {
    /// `out = op(inputs)`, broadcast and promoted.
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End;
    /// `out = op(out, other)`.
    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End;
    /// Conversion under a rounding mode, or the usual one.
    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End;
    /// Copy, broadcast.
    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End;
    /// One value, by its bits.
    fn fill(&mut self, out: Place<'_>, bits: u64) -> End;
    /// Elements combined along axes.
    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure>;
    /// As [`Backend::map`] with the first input handed over by another library.
    fn imported(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        self.map(op, inputs, out)
    }
}

/// A job's name and what it does.
pub type Job = (&'static str, fn(&mut dyn Backend) -> End);

/// Every job that is made of these operations.
pub const JOBS: &[Job] = &[
    ("J01", j01),
    ("J02", j02),
    ("J03", j03),
    ("J04", j04),
    ("J05", j05),
    ("J06", j06),
    ("J07", j07),
    ("J08", j08),
    ("J09", j09),
    ("J10", j10),
    ("J11", j11),
    ("J12", j12),
    ("J13", j13),
    ("J14", j14),
    ("J15", j15),
    ("J16", j16),
    ("J18", j18),
    ("J19", j19),
    ("J23", j23),
    ("J24", j24),
    ("J25", j25),
    ("J26", j26),
    ("J28", j28),
    ("J31", j31),
    ("J33", j33),
    ("J34", j34),
    ("J35", j35),
];

/// The expected values of a job.
pub fn expected(job: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../data/jobs.json")).expect("valid JSON");
    all[job].clone()
}

fn list(of: &Value) -> Vec<f64> {
    of.as_array()
        .map(|all| all.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> End {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, not {expected:?}").into())
    }
}

fn number(what: &str, found: f64, expected: &Value) -> End {
    same(what, Some(found), expected.as_f64())
}

fn near(what: &str, found: f64, expected: &Value, relative: f64) -> End {
    let expected = expected.as_f64().ok_or("no expected value")?;
    if (found - expected).abs() <= relative * expected.abs() {
        Ok(())
    } else {
        Err(format!("{what}: {found}, not {expected}").into())
    }
}

fn array<T: Stored>(elements: impl IntoIterator<Item = T>, extents: &[usize]) -> AnyArray {
    let elements = elements.into_iter().collect();
    Array::from_vec(elements, extents)
        .expect("elements for the shape")
        .into()
}

fn scalar(value: f32) -> AnyArray {
    array([value], &[])
}

fn count(n: usize, extents: &[usize]) -> AnyArray {
    array((0..n).map(|i| i as f32), extents)
}

fn blank(dtype: DType, extents: &[usize]) -> AnyArray {
    AnyArray::zeros(dtype, extents).expect("a small array")
}

/// The values of an array's elements.
pub fn values(of: &AnyArray) -> Vec<f64> {
    with_dtype!(of.dtype(), T => T::peek(of).map_or(&[][..], Array::data).iter().map(|x| x.to_f64()).collect())
}

/// The bits of an array's elements.
pub fn bits(of: &AnyArray) -> Vec<u64> {
    with_dtype!(of.dtype(), T => T::peek(of).map_or(&[][..], Array::data).iter().map(|x| x.to_raw()).collect())
}

fn sum(of: &AnyArray) -> f64 {
    values(of).iter().sum()
}

fn all(data: &AnyArray) -> Piece<'_> {
    let layout = Strided::row_major(data.extents()).expect("the array's own shape");
    Piece {
        data,
        offset: 0,
        layout,
    }
}

fn into(data: &mut AnyArray) -> Place<'_> {
    let layout = Strided::row_major(data.extents()).expect("the array's own shape");
    Place {
        data,
        offset: 0,
        layout,
    }
}

fn lay(extents: &[usize], strides: &[usize]) -> Strided {
    Strided::new(extents, strides).expect("a layout of this file")
}

/// `op` of two arrays, into a new one of the first's shape.
fn binary(
    b: &mut dyn Backend,
    op: Op,
    x: &AnyArray,
    y: &AnyArray,
    to: DType,
) -> Result<AnyArray, Failure> {
    let mut out = blank(to, x.extents());
    b.map(op, &[all(x), all(y)], into(&mut out))?;
    Ok(out)
}

fn cast(
    b: &mut dyn Backend,
    x: &AnyArray,
    to: DType,
    mode: Option<RoundingMode>,
) -> Result<AnyArray, Failure> {
    let mut out = blank(to, x.extents());
    b.cast(all(x), into(&mut out), mode)?;
    Ok(out)
}

const F32: DType = DType::F32;

fn j01(b: &mut dyn Backend) -> End {
    let want = expected("J01");
    let mut x = count(1024, &[1024]);
    let y = binary(b, Op::Mul, &x, &scalar(2.0), F32)?;
    // The same in place.
    let two = scalar(2.0);
    b.update(Op::Mul, into(&mut x), all(&two))?;
    same("in place", &x, &y)?;
    number("last", values(&y)[1023], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

fn j02(b: &mut dyn Backend) -> End {
    let want = expected("J02");
    let (x, one) = (count(256, &[256]), scalar(1.0));
    let mut y = blank(F32, &[256]);
    b.imported(Op::Add, &[all(&x), all(&one)], into(&mut y))?;
    number("last", values(&y)[255], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

/// Calls `f` with the offset and extents of each tile of a matrix, cut at its edges, and the tile's index.
fn tiles(
    (m, n): (usize, usize),
    (tm, tn): (usize, usize),
    mut f: impl FnMut((usize, usize), (usize, usize), (usize, usize)) -> End,
) -> End {
    for i in 0..m.div_ceil(tm) {
        for j in 0..n.div_ceil(tn) {
            let (row, column) = (i * tm, j * tn);
            f((i, j), (row, column), (tm.min(m - row), tn.min(n - column)))?;
        }
    }
    Ok(())
}

fn j03(b: &mut dyn Backend) -> End {
    let want = expected("J03");
    let (x, two) = (count(256, &[16, 16]), scalar(2.0));
    let mut y = blank(F32, &[16, 16]);
    tiles((16, 16), (4, 4), |_, (r, c), (m, n)| {
        let (offset, layout) = (16 * r + c, lay(&[m, n], &[16, 1]));
        let from = Piece {
            data: &x,
            offset,
            layout,
        };
        b.map(
            Op::Mul,
            &[from, all(&two)],
            Place {
                data: &mut y,
                offset,
                layout,
            },
        )
    })?;
    let got = values(&y);
    let tile = |r: usize, c: usize| -> Vec<f64> {
        (0..16)
            .map(|k| got[(4 * r + k / 4) * 16 + 4 * c + k % 4])
            .collect()
    };
    same("tile (0,0)", tile(0, 0), list(&want["tile00"]))?;
    same("tile (2,3)", tile(2, 3), list(&want["tile23"]))?;
    number("sum", sum(&y), &want["sum"])
}

fn j04(b: &mut dyn Backend) -> End {
    let (x, hundred) = (count(16, &[16]), scalar(100.0));
    let mut y = blank(F32, &[16]);
    for offset in (0..16).step_by(4) {
        let layout = lay(&[4], &[1]);
        let from = Piece {
            data: &x,
            offset,
            layout,
        };
        b.map(
            Op::Add,
            &[from, all(&hundred)],
            Place {
                data: &mut y,
                offset,
                layout,
            },
        )?;
    }
    same("all", values(&y), list(&expected("J04")["all"]))
}

fn j05(b: &mut dyn Backend) -> End {
    let want = expected("J05");
    let (rows, columns) = (count(64, &[16, 4]), count(64, &[64]));
    let turned = Piece {
        data: &columns,
        offset: 0,
        layout: lay(&[16, 4], &[1, 16]),
    };
    let mut c = blank(F32, &[16, 4]);
    b.map(Op::Add, &[all(&rows), turned], into(&mut c))?;
    let got = values(&c);
    for (k, x) in got.iter().enumerate() {
        same("5r + 17c", *x, (5 * (k / 4) + 17 * (k % 4)) as f64)?;
    }
    same("row 0", got[..4].to_vec(), list(&want["row0"]))?;
    same("row 15", got[60..].to_vec(), list(&want["row15"]))?;
    number("sum", sum(&c), &want["sum"])
}

fn j06(b: &mut dyn Backend) -> End {
    let want = expected("J06");
    let (x, scale, shift) = (count(64, &[64]), scalar(2.0), scalar(10.0));
    let mut y = blank(F32, &[64]);
    b.map(Op::Fma, &[all(&x), all(&scale), all(&shift)], into(&mut y))?;
    number("first", values(&y)[0], &want["first"])?;
    number("last", values(&y)[63], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

fn j07(b: &mut dyn Backend) -> End {
    let want = expected("J07");
    let (matrix, bias) = (count(512, &[16, 32]), count(32, &[32]));
    let mut y = blank(F32, &[16, 32]);
    tiles((16, 32), (4, 8), |_, (r, c), (m, n)| {
        let (offset, layout) = (32 * r + c, lay(&[m, n], &[32, 1]));
        let from = Piece {
            data: &matrix,
            offset,
            layout,
        };
        let row = Piece {
            data: &bias,
            offset: c,
            layout: lay(&[n], &[1]),
        };
        b.map(
            Op::Add,
            &[from, row],
            Place {
                data: &mut y,
                offset,
                layout,
            },
        )
    })?;
    let got = values(&y);
    for (k, x) in got.iter().enumerate() {
        same("32r + 2c", *x, (32 * (k / 32) + 2 * (k % 32)) as f64)?;
    }
    same("row 0", got[..4].to_vec(), list(&want["row0"]))?;
    same("row 15", got[480..484].to_vec(), list(&want["tail"]))?;
    same("row 15, its end", got[508..].to_vec(), list(&want["row15"]))?;
    number("sum", sum(&y), &want["sum"])
}

fn j08(b: &mut dyn Backend) -> End {
    let want = expected("J08");
    let both = binary(b, Op::Add, &count(64, &[8, 8]), &count(8, &[8]), F32)?;
    let y = binary(b, Op::Mul, &both, &scalar(2.0), F32)?;
    same("row 7", values(&y)[56..].to_vec(), list(&want["row7"]))?;
    number("sum", sum(&y), &want["sum"])
}

fn j09(b: &mut dyn Backend) -> End {
    let want = expected("J09");
    let (n, c) = (40usize, 24usize);
    let data = array((0..n * c).map(|k| ((37 * k) % 101) as f32 / 8.0), &[n, c]);
    let stats = |f: &dyn Fn(usize) -> f32| array((0..c).map(f), &[c]);
    let (mean, std) = (stats(&|c| c as f32 / 4.0), stats(&|c| 1.0 + c as f32 / 8.0));
    let (gamma, beta) = (
        stats(&|c| 0.5 + (c % 3) as f32),
        stats(&|c| (c as f32 - 12.0) / 16.0),
    );
    let wide = binary(b, Op::Add, &std, &scalar(1e-5), F32)?;
    let mut y = blank(F32, &[n, c]);
    tiles((n, c), (16, 16), |_, (r, k), (m, w)| {
        let (offset, layout) = (c * r + k, lay(&[m, w], &[c, 1]));
        let row = |data| Piece {
            data,
            offset: k,
            layout: lay(&[w], &[1]),
        };
        let from = Piece {
            data: &data,
            offset,
            layout,
        };
        b.map(
            Op::Sub,
            &[from, row(&mean)],
            Place {
                data: &mut y,
                offset,
                layout,
            },
        )?;
        b.update(
            Op::Div,
            Place {
                data: &mut y,
                offset,
                layout,
            },
            row(&wide),
        )?;
        b.update(
            Op::Mul,
            Place {
                data: &mut y,
                offset,
                layout,
            },
            row(&gamma),
        )?;
        b.update(
            Op::Add,
            Place {
                data: &mut y,
                offset,
                layout,
            },
            row(&beta),
        )
    })?;
    let got = values(&y);
    for (name, at) in [
        ("v00", 0),
        ("v0_23", 23),
        ("v17_11", 17 * c + 11),
        ("v39_0", 39 * c),
        ("v39_23", 39 * c + 23),
    ] {
        near(name, got[at], &want[name], 2e-6)?;
    }
    near("sum", sum(&y), &want["sum"], 2e-6)
}

fn j10(b: &mut dyn Backend) -> End {
    let want = expected("J10");
    let x = array((0..256).map(|i| i as f32 / 256.0), &[256]);
    let (half, brain) = (
        cast(b, &x, DType::F16, None)?,
        cast(b, &x, DType::BF16, None)?,
    );
    number("f16 of 100", bits(&half)[100] as f64, &want["f16_100"])?;
    number("bf16 of 100", bits(&brain)[100] as f64, &want["bf16_100"])?;
    number("bf16 of 255", bits(&brain)[255] as f64, &want["bf16_255"])?;
    same(
        "bytes",
        (256 * F32.bytes(), 256 * half.dtype().bytes()),
        (1024, 512),
    )
}

fn j11(b: &mut dyn Backend) -> End {
    let want = expected("J11");
    let small = array((0..64).map(|i| i as i16), &[64]);
    let (whole, real) = (
        array(0..64, &[64]),
        array((0..64).map(|i| i as f32 / 64.0), &[64]),
    );
    let first = binary(b, Op::Add, &small, &whole, DType::I32)?;
    let first = cast(b, &first, F32, None)?;
    let second = binary(b, Op::Add, &whole, &real, F32)?;
    let third = binary(b, Op::Add, &small, &scalar(1.0), F32)?;
    let y = binary(b, Op::Add, &first, &second, F32)?;
    let y = binary(b, Op::Add, &y, &third, F32)?;
    for (name, at) in [("v0", 0), ("v1", 1), ("v63", 63)] {
        number(name, values(&y)[at], &want[name])?;
    }
    number("sum", sum(&y), &want["sum"])
}

fn j12(b: &mut dyn Backend) -> End {
    let want = expected("J12");
    let (x, y) = (
        array([200u8, 255, 0, 128], &[4]),
        array([-100i8, 127, -128, -128], &[4]),
    );
    let mut out = blank(DType::I16, &[4]);
    if b.map(Op::Add, &[all(&x), all(&y)], into(&mut out)).is_ok() {
        return Err("uint8 and int8 were added without a cast".into());
    }
    let (x, y) = (
        cast(b, &x, DType::I16, None)?,
        cast(b, &y, DType::I16, None)?,
    );
    let sum = binary(b, Op::Add, &x, &y, DType::I16)?;
    same("int16", values(&sum), list(&want["i16"]))?;
    same(
        "int8",
        values(&cast(b, &sum, DType::I8, None)?),
        list(&want["i8"]),
    )
}

fn j13(b: &mut dyn Backend) -> End {
    let want = expected("J13");
    let half = array((0..64).map(|i| f16::from_f32(i as f32 / 3.0)), &[64]);
    let real = array((0..64).map(|i| i as f32 / 7.0), &[64]);
    let y = binary(b, Op::Add, &half, &real, F32)?;
    let y = binary(b, Op::Mul, &y, &scalar(2.0), F32)?;
    let y = binary(b, Op::Add, &y, &scalar(1.0), F32)?;
    number("f32 of 63", bits(&y)[63] as f64, &want["f32_63"])?;
    number(
        "f16 of 63",
        bits(&cast(b, &y, DType::F16, None)?)[63] as f64,
        &want["f16_63"],
    )?;
    near("sum", sum(&y), &want["sum"], 1e-7)
}

fn j14(b: &mut dyn Backend) -> End {
    let want = expected("J14");
    let x = count(16, &[16]);
    for (name, op) in [
        ("sum", Reduction::Sum),
        ("mean", Reduction::Mean),
        ("max", Reduction::Max),
        ("min", Reduction::Min),
    ] {
        number(name, values(&b.reduce(op, all(&x), &[0])?)[0], &want[name])?;
    }
    Ok(())
}

fn j15(b: &mut dyn Backend) -> End {
    let want = expected("J15");
    let y = binary(b, Op::Mul, &count(64, &[64]), &scalar(2.5), F32)?;
    let y = binary(b, Op::Add, &y, &array([10i32], &[]), F32)?;
    number("first", values(&y)[0], &want["first"])?;
    number("last", values(&y)[63], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

/// The bits of a padding value of `f32`.
const NAN: u64 = 0x7FC0_0000;

fn j16(b: &mut dyn Backend) -> End {
    let want = expected("J16");
    let (m, n, guard) = (20, 37, 64);
    let image = array((0..m * n).map(|k| ((13 * k) % 256) as f32), &[m * n]);
    let mut out = array(
        (0..m * n + 2 * guard).map(|_| f32::from_bits(0xDEAD_BEEF)),
        &[m * n + 2 * guard],
    );
    let before = bits(&out);
    let (gain, shift) = (scalar(0.8), scalar(0.1));
    let mut grid = 0;
    tiles((m, n), (16, 16), |_, (r, c), (h, w)| {
        grid += 1;
        let mut tile = blank(F32, &[16, 16]);
        b.fill(into(&mut tile), 0)?;
        let inside = lay(&[h, w], &[16, 1]);
        let whole = lay(&[h, w], &[n, 1]);
        b.copy(
            Piece {
                data: &image,
                offset: r * n + c,
                layout: whole,
            },
            Place {
                data: &mut tile,
                offset: 0,
                layout: inside,
            },
        )?;
        b.update(Op::Mul, into(&mut tile), all(&gain))?;
        b.update(Op::Add, into(&mut tile), all(&shift))?;
        b.copy(
            Piece {
                data: &tile,
                offset: 0,
                layout: inside,
            },
            Place {
                data: &mut out,
                offset: guard + r * n + c,
                layout: whole,
            },
        )
    })?;
    same("tiles", grid, 6)?;
    let (got, after) = (values(&out), bits(&out));
    let edge = |at: &dyn Fn(usize) -> usize| (0..guard).all(|k| after[at(k)] == before[at(k)]);
    same("guards", edge(&|k| k) && edge(&|k| guard + m * n + k), true)?;
    near("first", got[guard], &want["v00"], 1e-6)?;
    near("last", got[guard + m * n - 1], &want["v19_36"], 1e-6)?;
    near(
        "sum",
        got[guard..guard + m * n].iter().sum(),
        &want["sum"],
        1e-6,
    )
}

fn j18(b: &mut dyn Backend) -> End {
    let want = expected("J18");
    let at = |k: usize| (k / 256, k % 256);
    let half = array(
        (0..65536)
            .map(at)
            .map(|(r, c)| f16::from_f32(((7 * r + 3 * c) % 64) as f32 / 64.0)),
        &[256, 256],
    );
    let real = array(
        (0..65536)
            .map(at)
            .map(|(r, c)| ((5 * r + 11 * c) % 128) as f32 / 128.0),
        &[256, 256],
    );
    let y = binary(b, Op::Add, &half, &real, F32)?;
    let y = binary(b, Op::Mul, &y, &scalar(2.0), F32)?;
    let y = binary(b, Op::Add, &y, &scalar(1.0), F32)?;
    for (name, at) in [("v00", 0), ("v10_20", 2580), ("last", 65535)] {
        number(name, values(&y)[at], &want[name])?;
    }
    number("sum", sum(&y), &want["sum"])
}

fn j19(b: &mut dyn Backend) -> End {
    let x = array((0..256).map(|i| i as f32 / 16.0), &[256]);
    let before = bits(&x);
    let one = binary(b, Op::Add, &x, &scalar(1.0), F32)?;
    let half = binary(b, Op::Mul, &scalar(0.5), &scalar(2.0), F32)?;
    let y = binary(b, Op::Sub, &one, &half, F32)?;
    same("the same bits", bits(&y), before.clone())?;
    same("the input", bits(&x), before)
}

fn j23(b: &mut dyn Backend) -> End {
    let want = expected("J23");
    let four = [1.123456789f64, 2.987654321, 3.141592653, 4.567890123];
    let x = array((0..64).map(|i| four[i % 4]), &[64]);
    let real = cast(b, &x, F32, None)?;
    let half = cast(b, &real, DType::F16, None)?;
    let whole = cast(b, &half, DType::I32, None)?;
    let raw = |of: &AnyArray| bits(of)[..4].iter().map(|x| *x as f64).collect::<Vec<_>>();
    same("f32", raw(&real), list(&want["f32"]))?;
    same("f16", raw(&half), list(&want["f16"]))?;
    same("i32", raw(&whole), list(&want["i32"]))?;
    for (name, of) in [("sum_f32", &real), ("sum_f16", &half), ("sum_i32", &whole)] {
        number(name, sum(of), &want[name])?;
    }
    Ok(())
}

fn j24(b: &mut dyn Backend) -> End {
    let layouts = [
        lay(&[13, 4], &[4, 1]),
        lay(&[13, 4], &[10, 1]),
        lay(&[13, 4, 4], &[16, 4, 1]),
        lay(&[13, 4, 4], &[20, 4, 1]),
        lay(&[16, 563], &[563, 1]),
        lay(&[16, 563], &[1331, 1]),
        lay(&[], &[]),
        lay(&[0, 5], &[5, 1]),
    ];
    for dtype in DType::ALL {
        for layout in layouts {
            let ones: Vec<u64> = vec![u64::MAX; layout.cosize() + 32];
            let mut x =
                with_dtype!(dtype, T => array(ones.iter().map(|x| T::from_raw(*x)), &[ones.len()]));
            let mut want = bits(&x);
            layout.offsets().for_each(|at| want[at] = 0);
            b.fill(
                Place {
                    data: &mut x,
                    offset: 0,
                    layout,
                },
                0,
            )?;
            same("zeros and what is between them", bits(&x), want)?;
        }
    }
    Ok(())
}

fn j25(b: &mut dyn Backend) -> End {
    let want = expected("J25");
    let x = count(100, &[100]);
    for name in ["zero", "neg_zero", "nan", "pos_inf", "neg_inf"] {
        let padding = want[name].as_u64().unwrap_or(NAN);
        let mut out = blank(F32, &[112]);
        for offset in (0..112).step_by(16) {
            let mut tile = blank(F32, &[16]);
            b.fill(into(&mut tile), padding)?;
            let valid = lay(&[16.min(100 - offset)], &[1]);
            b.copy(
                Piece {
                    data: &x,
                    offset,
                    layout: valid,
                },
                Place {
                    data: &mut tile,
                    offset: 0,
                    layout: valid,
                },
            )?;
            b.copy(
                all(&tile),
                Place {
                    data: &mut out,
                    offset,
                    layout: lay(&[16], &[1]),
                },
            )?;
        }
        number("sum", values(&out)[..100].iter().sum(), &want["sum"])?;
        same(name, bits(&out)[100..].to_vec(), vec![padding; 12])?;
    }
    Ok(())
}

fn j26(b: &mut dyn Backend) -> End {
    let whole = array(0..12, &[3, 4]);
    let half = array([0.5, 1.5, 2.5, 3.5].map(f16::from_f32), &[4]);
    let mut y = blank(F32, &[3, 4]);
    // The types promote to float16; the sum is stored as float32.
    let sum = binary(b, Op::Add, &whole, &half, DType::F16)?;
    b.cast(all(&sum), into(&mut y), None)?;
    same("mixed", values(&y), list(&expected("J26")["first"]))?;
    let (column, row) = (array([0.0f32, 10.0, 20.0], &[3, 1]), count(4, &[1, 4]));
    let mut out = array(vec![-1.0f32; 64], &[64]);
    b.map(
        Op::Add,
        &[all(&column), all(&row)],
        Place {
            data: &mut out,
            offset: 5,
            layout: lay(&[3, 4], &[10, 1]),
        },
    )?;
    for (at, x) in values(&out).into_iter().enumerate() {
        let (r, c) = ((at + 5) / 10, (at + 5) % 10);
        let inside = (1..4).contains(&r) && c < 4;
        same(
            "rows of 10",
            x,
            if inside {
                (10 * (r - 1) + c) as f64
            } else {
                -1.0
            },
        )?;
    }
    Ok(())
}

fn j28(b: &mut dyn Backend) -> End {
    let want = expected("J28");
    let (m, n) = (41, 55);
    let x = count(m * n, &[m * n]);
    let mut y = array(vec![f32::NAN; m * n + 64], &[m * n + 64]);
    let (mut seen, mut valid, mut corner) = (0, 0, 0);
    tiles((m, n), (4, 8), |index, (r, c), (h, w)| {
        seen += 1;
        valid += h * w;
        if index == (10, 6) {
            corner = h * w;
        }
        let (offset, layout) = (r + c * m, lay(&[h, w], &[1, m]));
        b.copy(
            Piece {
                data: &x,
                offset,
                layout,
            },
            Place {
                data: &mut y,
                offset: offset + 32,
                layout,
            },
        )
    })?;
    for (name, found) in [
        ("tiles", seen),
        ("lanes", 32 * seen),
        ("valid", valid),
        ("corner", corner),
    ] {
        number(name, found as f64, &want[name])?;
    }
    same("copied", bits(&y)[32..32 + m * n].to_vec(), bits(&x))?;
    let guards = values(&y);
    same(
        "guards",
        guards[..32]
            .iter()
            .chain(&guards[32 + m * n..])
            .all(|x| x.is_nan()),
        true,
    )
}

fn j31(b: &mut dyn Backend) -> End {
    for (count, lanes) in [(1000, 3), (1024, 4)] {
        let x = array((0..count * lanes).map(|i| i as f32), &[count, lanes]);
        let mut y = blank(F32, &[count, lanes]);
        b.copy(all(&x), into(&mut y))?;
        same("bytes", bits(&y), bits(&x))?;
    }
    same("bytes of float32x3", size_of::<[f32; 3]>(), 12)
}

fn j33(b: &mut dyn Backend) -> End {
    let want = expected("J33");
    let x = count(8192 * 128, &[8192 * 128]);
    let mut tile = blank(F32, &[128, 4]);
    // Tile (4,2) of 128 by 4 begins at row 512, column 8.
    b.copy(
        Piece {
            data: &x,
            offset: 512 * 128 + 8,
            layout: lay(&[128, 4], &[128, 1]),
        },
        into(&mut tile),
    )?;
    same("first", values(&tile)[..4].to_vec(), list(&want["first"]))?;
    number("last", values(&tile)[511], &want["last"])
}

fn j34(b: &mut dyn Backend) -> End {
    let want = expected("J34");
    let x = count(256, &[256]);
    let mut load = |offset, strides: &[usize]| -> Result<Vec<f64>, Failure> {
        let mut tile = blank(F32, &[2, 2]);
        b.copy(
            Piece {
                data: &x,
                offset,
                layout: lay(&[2, 2], strides),
            },
            into(&mut tile),
        )?;
        Ok(values(&tile))
    };
    // Index (3,5) in tiles of 2 by 2; turned, the first index counts columns.
    same("plain", load(6 * 16 + 10, &[16, 1])?, list(&want["plain"]))?;
    same(
        "turned",
        load(10 * 16 + 6, &[1, 16])?,
        list(&want["turned"]),
    )
}

fn j35(b: &mut dyn Backend) -> End {
    let want = expected("J35");
    let modes = [
        RoundingMode::NearestEven,
        RoundingMode::Zero,
        RoundingMode::NegativeInf,
        RoundingMode::PositiveInf,
    ];
    let mut table = |name: &str, to: DType, value: &dyn Fn(f64) -> f64| -> End {
        for (text, row) in want[name].as_object().ok_or("no table")? {
            let x = array([value(text.parse()?)], &[1]);
            for (mode, hex) in modes.iter().zip(row.as_array().ok_or("no row")?) {
                let hex = u64::from_str_radix(hex.as_str().unwrap_or_default(), 16)?;
                let y = cast(b, &x, to, Some(*mode))?;
                same(&format!("{name} {text} {mode:?}"), bits(&y)[0], hex)?;
            }
        }
        Ok(())
    };
    // A quotient in f64 has more than twice the places of f32: rounded again, it is the quotient rounded once.
    table("thirds", F32, &|x| x / 3.0)?;
    table("f16", DType::F16, &|x| x)?;
    for (text, whole) in want["i32"].as_object().ok_or("no table")? {
        let y = cast(b, &array([text.parse::<f64>()?], &[1]), DType::I32, None)?;
        number(text, values(&y)[0], whole)?;
    }
    let nan = cast(b, &array([f64::NAN], &[1]), DType::I32, None)?;
    same("NaN as an integer", values(&nan)[0], 0.0)?;
    let bytes = cast(b, &array([-1.0f64, 300.7], &[2]), DType::U8, None)?;
    same("bytes", values(&bytes), vec![0.0, 255.0])?;
    let tie = array([1.0f64 + 2f64.powi(-11)], &[1]);
    let away = cast(b, &tie, DType::TF32, Some(RoundingMode::NearestAway))?;
    same("away", values(&away)[0], 1.0009765625)?;
    same("even", values(&cast(b, &tie, DType::TF32, None)?)[0], 1.0)
}

/// The CPU.
pub struct Cpu;

fn gathered(from: Piece<'_>) -> Result<AnyArray, Failure> {
    fn of<T: Stored>(from: Piece<'_>) -> Result<AnyArray, Failure> {
        let data = T::peek(from.data).map_or(&[][..], Array::data);
        let elements = from
            .layout
            .offsets()
            .map(|at| data[from.offset + at])
            .collect();
        Ok(Array::<T>::from_vec(elements, from.layout.extents())?.into())
    }
    with_dtype!(from.data.dtype(), T => of::<T>(from))
}

/// Stores the elements of `from` to their places.
pub fn scattered(from: &AnyArray, out: Place<'_>) -> End {
    fn of<T: Stored>(from: &AnyArray, out: Place<'_>) -> End {
        let new = T::peek(from).ok_or("another type")?.data();
        let mut all = T::peek(out.data).ok_or("another type")?.data().to_vec();
        for (at, x) in out.layout.offsets().zip(new) {
            all[out.offset + at] = *x;
        }
        let extents = out.data.extents().to_vec();
        *out.data = Array::from_vec(all, &extents)?.into();
        Ok(())
    }
    with_dtype!(from.dtype(), T => of::<T>(from, out))
}

/// The elements of `from`, repeated to a shape.
fn repeated(from: Piece<'_>, extents: &[usize]) -> Result<AnyArray, Failure> {
    gathered(Piece {
        layout: from.layout.broadcast(extents)?,
        ..from
    })
}

impl Backend for Cpu {
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        let arrays: Vec<AnyArray> = inputs
            .iter()
            .map(|from| repeated(*from, out.layout.extents()))
            .collect::<Result<_, _>>()?;
        let result = azulejo_kernels::cpu::elementwise(op, &arrays.iter().collect::<Vec<_>>())?;
        scattered(&result, out)
    }

    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End {
        let own = gathered(Piece {
            data: out.data,
            offset: out.offset,
            layout: out.layout,
        })?;
        let other = repeated(other, out.layout.extents())?;
        scattered(
            &azulejo_kernels::cpu::elementwise(op, &[&own, &other])?,
            out,
        )
    }

    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End {
        let overflow: Option<Overflow> = None;
        let result =
            repeated(from, out.layout.extents())?.cast(out.data.dtype(), mode, overflow)?;
        scattered(&result, out)
    }

    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End {
        scattered(&repeated(from, out.layout.extents())?, out)
    }

    fn fill(&mut self, out: Place<'_>, bits: u64) -> End {
        let size = out.layout.size();
        let extents = out.layout.extents().to_vec();
        let value =
            with_dtype!(out.data.dtype(), T => array(vec![T::from_raw(bits); size], &extents));
        scattered(&value, out)
    }

    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure> {
        let axes: Vec<i64> = axes.iter().map(|axis| *axis as i64).collect();
        Ok(azulejo_kernels::cpu::reduce(
            op,
            &gathered(from)?,
            Some(&axes),
            false,
        )?)
    }
}
