//! Jobs J01 to J15: arrays, broadcasting, promotion, statistics.

use azulejo_cpu::{Op, Reduction};
use azulejo_tensor::{DType, f16};

use super::backend::*;

pub fn j01(b: &mut dyn Backend) -> End {
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

pub fn j02(b: &mut dyn Backend) -> End {
    let want = expected("J02");
    let (x, one) = (count(256, &[256]), scalar(1.0));
    let mut y = blank(F32, &[256]);
    b.imported(Op::Add, &[all(&x), all(&one)], into(&mut y))?;
    number("last", values(&y)[255], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

pub fn j03(b: &mut dyn Backend) -> End {
    let want = expected("J03");
    let (x, two) = (count(256, &[16, 16]), scalar(2.0));
    let mut y = blank(F32, &[16, 16]);
    tiles((16, 16), (4, 4), |_, (r, c), (m, n)| {
        let (offset, layout) = (16 * r + c, lay(&[m, n], &[16, 1]));
        let from = piece(&x, offset, layout);
        b.map(Op::Mul, &[from, all(&two)], place(&mut y, offset, layout))
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

pub fn j04(b: &mut dyn Backend) -> End {
    let (x, hundred) = (count(16, &[16]), scalar(100.0));
    let mut y = blank(F32, &[16]);
    for offset in (0..16).step_by(4) {
        let layout = lay(&[4], &[1]);
        let from = piece(&x, offset, layout);
        b.map(
            Op::Add,
            &[from, all(&hundred)],
            place(&mut y, offset, layout),
        )?;
    }
    same("all", values(&y), list(&expected("J04")["all"]))
}

pub fn j05(b: &mut dyn Backend) -> End {
    let want = expected("J05");
    let (rows, columns) = (count(64, &[16, 4]), count(64, &[64]));
    let transposed = piece(&columns, 0, lay(&[16, 4], &[1, 16]));
    let mut c = blank(F32, &[16, 4]);
    b.map(Op::Add, &[all(&rows), transposed], into(&mut c))?;
    let got = values(&c);
    for (k, x) in got.iter().enumerate() {
        same("5r + 17c", *x, (5 * (k / 4) + 17 * (k % 4)) as f64)?;
    }
    same("row 0", got[..4].to_vec(), list(&want["row0"]))?;
    same("row 15", got[60..].to_vec(), list(&want["row15"]))?;
    number("sum", sum(&c), &want["sum"])
}

pub fn j06(b: &mut dyn Backend) -> End {
    let want = expected("J06");
    let (x, scale, shift) = (count(64, &[64]), scalar(2.0), scalar(10.0));
    let mut y = blank(F32, &[64]);
    b.map(Op::Fma, &[all(&x), all(&scale), all(&shift)], into(&mut y))?;
    number("first", values(&y)[0], &want["first"])?;
    number("last", values(&y)[63], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}

pub fn j07(b: &mut dyn Backend) -> End {
    let want = expected("J07");
    let (matrix, bias) = (count(512, &[16, 32]), count(32, &[32]));
    let mut y = blank(F32, &[16, 32]);
    tiles((16, 32), (4, 8), |_, (r, c), (m, n)| {
        let (offset, layout) = (32 * r + c, lay(&[m, n], &[32, 1]));
        let from = piece(&matrix, offset, layout);
        let row = piece(&bias, c, lay(&[n], &[1]));
        b.map(Op::Add, &[from, row], place(&mut y, offset, layout))
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

pub fn j08(b: &mut dyn Backend) -> End {
    let want = expected("J08");
    let both = binary(b, Op::Add, &count(64, &[8, 8]), &count(8, &[8]), F32)?;
    let y = binary(b, Op::Mul, &both, &scalar(2.0), F32)?;
    same("row 7", values(&y)[56..].to_vec(), list(&want["row7"]))?;
    number("sum", sum(&y), &want["sum"])
}

pub fn j09(b: &mut dyn Backend) -> End {
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
        let row = |data| piece(data, k, lay(&[w], &[1]));
        let from = piece(&data, offset, layout);
        b.map(Op::Sub, &[from, row(&mean)], place(&mut y, offset, layout))?;
        b.update(Op::Div, place(&mut y, offset, layout), row(&wide))?;
        b.update(Op::Mul, place(&mut y, offset, layout), row(&gamma))?;
        b.update(Op::Add, place(&mut y, offset, layout), row(&beta))
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

pub fn j10(b: &mut dyn Backend) -> End {
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

pub fn j11(b: &mut dyn Backend) -> End {
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

pub fn j12(b: &mut dyn Backend) -> End {
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

pub fn j13(b: &mut dyn Backend) -> End {
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

pub fn j14(b: &mut dyn Backend) -> End {
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

pub fn j15(b: &mut dyn Backend) -> End {
    let want = expected("J15");
    let y = binary(b, Op::Mul, &count(64, &[64]), &scalar(2.5), F32)?;
    let y = binary(b, Op::Add, &y, &array([10i32], &[]), F32)?;
    number("first", values(&y)[0], &want["first"])?;
    number("last", values(&y)[63], &want["last"])?;
    number("sum", sum(&y), &want["sum"])
}
