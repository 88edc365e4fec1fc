//! Jobs J16 to J35: tiles and their edges, chains of casts, rounding.

use azulejo_cpu::{AnyArray, Op};
use azulejo_tensor::{DType, Element, RoundingMode, f16, with_dtype};

use super::backend::*;

/// The bits of a padding value of `f32`.
const NAN: u64 = 0x7FC0_0000;

pub fn j16(b: &mut dyn Backend) -> End {
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
        b.copy(piece(&image, r * n + c, whole), place(&mut tile, 0, inside))?;
        b.update(Op::Mul, into(&mut tile), all(&gain))?;
        b.update(Op::Add, into(&mut tile), all(&shift))?;
        b.copy(
            piece(&tile, 0, inside),
            place(&mut out, guard + r * n + c, whole),
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

pub fn j18(b: &mut dyn Backend) -> End {
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

pub fn j19(b: &mut dyn Backend) -> End {
    let x = array((0..256).map(|i| i as f32 / 16.0), &[256]);
    let before = bits(&x);
    let one = binary(b, Op::Add, &x, &scalar(1.0), F32)?;
    let half = binary(b, Op::Mul, &scalar(0.5), &scalar(2.0), F32)?;
    let y = binary(b, Op::Sub, &one, &half, F32)?;
    same("the same bits", bits(&y), before.clone())?;
    same("the input", bits(&x), before)
}

pub fn j23(b: &mut dyn Backend) -> End {
    let want = expected("J23");
    let four = list(&want["f64"]);
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

pub fn j24(b: &mut dyn Backend) -> End {
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
            b.fill(place(&mut x, 0, layout), 0)?;
            same("zeros and what is between them", bits(&x), want)?;
        }
    }
    Ok(())
}

pub fn j25(b: &mut dyn Backend) -> End {
    let want = expected("J25");
    let x = count(100, &[100]);
    for name in ["zero", "neg_zero", "nan", "pos_inf", "neg_inf"] {
        let padding = want[name].as_u64().unwrap_or(NAN);
        let mut out = blank(F32, &[112]);
        for offset in (0..112).step_by(16) {
            let mut tile = blank(F32, &[16]);
            b.fill(into(&mut tile), padding)?;
            let valid = lay(&[16.min(100 - offset)], &[1]);
            b.copy(piece(&x, offset, valid), place(&mut tile, 0, valid))?;
            b.copy(all(&tile), place(&mut out, offset, lay(&[16], &[1])))?;
        }
        number("sum", values(&out)[..100].iter().sum(), &want["sum"])?;
        same(name, bits(&out)[100..].to_vec(), vec![padding; 12])?;
    }
    Ok(())
}

pub fn j26(b: &mut dyn Backend) -> End {
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
        place(&mut out, 5, lay(&[3, 4], &[10, 1])),
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

pub fn j28(b: &mut dyn Backend) -> End {
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
            piece(&x, offset, layout),
            place(&mut y, offset + 32, layout),
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

pub fn j31(b: &mut dyn Backend) -> End {
    for (count, lanes) in [(1000, 3), (1024, 4)] {
        let x = array((0..count * lanes).map(|i| i as f32), &[count, lanes]);
        let mut y = blank(F32, &[count, lanes]);
        b.copy(all(&x), into(&mut y))?;
        same("bytes", bits(&y), bits(&x))?;
    }
    same("bytes of float32x3", size_of::<[f32; 3]>(), 12)
}

pub fn j33(b: &mut dyn Backend) -> End {
    let want = expected("J33");
    let x = count(8192 * 128, &[8192 * 128]);
    let mut tile = blank(F32, &[128, 4]);
    // Tile (4,2) of 128 by 4 begins at row 512, column 8.
    b.copy(
        piece(&x, 512 * 128 + 8, lay(&[128, 4], &[128, 1])),
        into(&mut tile),
    )?;
    same("first", values(&tile)[..4].to_vec(), list(&want["first"]))?;
    number("last", values(&tile)[511], &want["last"])
}

pub fn j34(b: &mut dyn Backend) -> End {
    let want = expected("J34");
    let x = count(256, &[256]);
    let mut load = |offset, strides: &[usize]| -> Result<Vec<f64>, Failure> {
        let mut tile = blank(F32, &[2, 2]);
        b.copy(piece(&x, offset, lay(&[2, 2], strides)), into(&mut tile))?;
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

pub fn j35(b: &mut dyn Backend) -> End {
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
